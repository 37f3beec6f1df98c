"""Checks that every claim undergoes, whatever its id, for `refute.py`.

Its witnesses stand where they are said to, its texts name nobody else, its
lines are legal, and the numbers of formula, gain and text are one.
"""

import re

import chess

import refute_assets
import refute_words as words
from refute_scene import PIECES, SAN, expect, name, worth

SIDES = {"White": chess.WHITE, "Black": chess.BLACK}
SIDES_NO = {"Hvit": chess.WHITE, "Svart": chess.BLACK}

OPPONENT_NAMED = {
    "isolates_enemy", "doubles_enemy", "backward_enemy", "gives_passer",
    "bars_castling_short", "bars_castling_long", "leaves_opposition",
}

PIECES_NO = {
    "bonde": chess.PAWN, "springer": chess.KNIGHT, "løper": chess.BISHOP,
    "tårn": chess.ROOK, "dronning": chess.QUEEN, "konge": chess.KING,
    "bønder": chess.PAWN,
}

EN_WORD = re.compile(r"\b(pawn|knight|bishop|rook|queen|king)(s?)\b")
EN_MAN = re.compile(r"\b(pawn|knight|bishop|rook|queen|king)s? (?:on|from) ((?:[a-h][1-8](?:, | and )?)+)")
NO_MAN = re.compile(
    r"\b(bonde|springer|løper|tårn|dronning|konge|bønder)(?:en|et|a|ne|ene|e)? (?:på|fra)"
    r" ((?:[a-h][1-8](?:, | og )?)+)"
)
SQUARE = re.compile(r"(?<![\w])[a-h][1-8](?![\w])")


def witnesses(scene, claim):
    for role, piece, square in claim.witnesses:
        men = [scene.before.piece_at(square), scene.after.piece_at(square)]
        told = [man and f"{chess.COLOR_NAMES[man.color]} {chess.piece_name(man.piece_type)}"
                for man in men]
        expect(piece in told, f"found the witness {role} {piece} on {name(square)}, expected"
               f" {told[0]} (before) or {told[1]} (after)")


def written_moves(claim):
    """Moves named in the texts, in places where a text may name one."""
    squares = {name(square) for _, _, square in claim.witnesses}
    found = [SAN.findall(text) for text in (claim.en, claim.no)]
    moves = [[word for word in list_ if word not in squares] for list_ in found]
    expect(moves[0] == moves[1], f"found the moves {moves[0]} in English, {moves[1]} in Norwegian")
    return moves[0]


def squares(_, claim):
    witnessed = {name(square) for _, _, square in claim.witnesses}
    moves = written_moves(claim)
    for text in (claim.en, claim.no):
        rest = SAN.sub(lambda found: "" if found.group() in moves else found.group(), text)
        strange = [square for square in SQUARE.findall(rest) if square not in witnessed]
        expect(not strange, f"found {strange} in {text!r}, which no witness stands on")
    may_name = claim.id in NAMES_MOVES
    expect(may_name or not moves, f"found {moves} in {claim.en!r}, which no witness stands on")


NAMES_MOVES = {
    "allows_mate", "allows_mate_in", "threatens_mate", "stops_mate", "loses_man",
    "loses_material", "loses_by_play", "sacrifice", "leaves_opposition", "allows_back_rank_mate",
    "gives_back", "allows_mate_by_play", "allows_draw_by_play", "allows_threat", "allows_mate_threat",
    "passes_up", *refute_assets.ALLOWED,
}

# Their sums are not counted from the balance before the move alone.
OTHER_SUMS = {"draws_by_play", "allows_draw_by_play", "gives_back", *refute_assets.CHECKS}

# Their formulas speak of places after the reply.
OTHER_PLACES = {"allows_threat"}


def men(scene, claim):
    """Each piece word of the texts belongs to somebody."""
    found = {square: set() for _, _, square in claim.witnesses}
    for _, piece, square in claim.witnesses:
        if piece:
            found[square].add(PIECES[piece.split()[1]])
    for pattern, kinds, text in ((EN_MAN, PIECES, claim.en), (NO_MAN, PIECES_NO, claim.no)):
        for word, where in pattern.findall(text):
            for square in SQUARE.findall(where):
                there = found.get(chess.parse_square(square), set())
                expect(kinds[word] in there, f"found {word} on {square} in {text!r}, no witness")
    allowed = set().union(*found.values()) | {scene.man.piece_type}
    if claim.id in ("promotes", "promotion", "underPromotion"):
        allowed.add(scene.move.promotion)
    if claim.id.startswith("clears_castling"):
        allowed |= {chess.KING, chess.ROOK}
    if claim.id in ("loosens_shield", "king_to_shield", "king_from_shield", "outpost",
                    "makes_hole"):
        allowed.add(chess.PAWN)
    allowed |= refute_assets.NAMED.get(claim.id, set())
    text = re.sub(r"(?:at least|sacrifices) (?:.+?(?:'s|s') worth|a pawn)", "", claim.en)
    for word, _ in EN_WORD.findall(text):
        expect(PIECES[word] in allowed, f"found {word} in {claim.en!r}, no witness")


def sides(scene, claim):
    for text, names in ((claim.en, SIDES), (claim.no, SIDES_NO)):
        for word, color in names.items():
            if re.search(rf"\b{word}\b", text):
                named = claim.id in OPPONENT_NAMED and color == scene.opponent
                expect(named, f"found {word} in {text!r}, expected the opponent")


def lines(scene, claim):
    for line in claim.lines:
        expect(line and line[0] == scene.move.uci(), f"found the line {line[:1]}, expected the move")
        if len(claim.lines) > 1:
            continue
        board = scene.before.copy(stack=False)
        for uci in line:
            move = chess.Move.from_uci(uci)
            expect(move in board.legal_moves, f"found the illegal move {uci} in {line}")
            board.push(move)


def sums(scene, claim):
    """The numbers of the formula, the gain and the text."""
    side = {"self": scene.mover, "opponent": scene.opponent}
    balances = {}
    for who, sum_ in re.findall(r"balance\((self|opponent)\) = (-?\d+)", claim.formula):
        real = words.balance(scene.before, side[who])
        expect(real == int(sum_), f"found balance({who}) = {sum_}, expected {real}")
        balances[who] = real
    goals = re.findall(r"won\((self|opponent), (-?\d+)\)", claim.formula)
    goals = [] if claim.id in OTHER_SUMS else goals
    for who, sum_ in goals:
        expect(claim.gain is not None, "found a sum that is won, but no gain")
        real = words.balance(scene.before, side[who]) + abs(claim.gain)
        expect(real == int(sum_), f"found won({who}, {sum_}), expected {real}")
        expect((claim.gain > 0) == (who == "self"), f"found the gain {claim.gain} for {who}")
    expect(claim.gain is None or goals, "found a gain, but no sum in the formula")
    told = worth(claim.en)
    if told is not None and claim.id not in OTHER_SUMS:
        expect(claim.gain is not None and told == abs(claim.gain),
               f"found {told} in the text, the gain is {claim.gain}")
    for where, sum_, rest in re.findall(r"risk\(([a-h][1-8])\) = (\d+)( after move)?",
                                        claim.formula):
        if "(risk(" in claim.formula or claim.id in OTHER_PLACES:
            continue
        square = chess.parse_square(where)
        real = scene.risk_after(square) if rest else scene.risk_before(square)
        expect(real == int(sum_), f"found {where} with risk {sum_}{rest}, expected {real}")
    for sum_ in re.findall(r"exchange\(move\) = (-?\d+)", claim.formula):
        expect(scene.exchange() == int(sum_),
               f"found the exchange {sum_}, expected {scene.exchange()}")


def norm(_, claim):
    """The formula of a principle's claim begins with its norm."""
    kind, _, code = claim.source.partition(":")
    if kind == "principle":
        found = re.match(r"[OPF]\((\w+)\)", claim.formula)
        expect(found and found.group(1) == code,
               f"found the formula {claim.formula[:40]!r}, expected a norm of {code}")


ALL = (witnesses, squares, men, sides, lines, sums, norm)
