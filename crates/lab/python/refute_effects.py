"""Checks of what a move does, for `refute.py`."""

import re

import chess

import refute_words as words
from refute_gains import (
    attacks_both, enemy, holds_to_king, own, pin, promotes, takes_man, uncovers,
)
from refute_scene import PIECES, expect, name

SLIDERS = (chess.BISHOP, chess.ROOK, chess.QUEEN)


def only_move(scene, _):
    count = scene.before.legal_moves.count()
    expect(count == 1, f"found {count} legal moves")


def checker_before(scene, claim):
    checker = claim.one("checker")
    expect(checker in scene.before.checkers(), f"found no check from {name(checker)}")
    return checker


def takes_checker(scene, claim):
    checker = checker_before(scene, claim)
    expect(scene.taken_square == checker, "found that the move does not take it")


def king_evades(scene, claim):
    checker = checker_before(scene, claim)
    expect(scene.man.piece_type == chess.KING, "found that another man than the king moves")
    expect(scene.taken_square != checker, "found that the move takes the checker")


def blocks_check(scene, claim):
    checker = checker_before(scene, claim)
    expect(scene.man.piece_type != chess.KING, "found that the king moves")
    expect(scene.taken_square != checker, "found that the move takes the checker")


def check(scene, claim):
    expect(scene.after.is_check(), "found no check")
    expect(claim.one("king") == scene.after.king(scene.opponent), "found another king")


def discovered_check(scene, claim):
    checker, king = claim.one("checker"), scene.after.king(scene.opponent)
    expect(checker in scene.after.checkers(), f"found no check from {name(checker)}")
    expect(not scene.moved(checker), "found that the checker moved")
    expect(king not in scene.before.attacks(checker), "found that it attacked there before")


def double_check(scene, claim):
    found, expected = set(claim.all("checkers")), set(scene.after.checkers())
    expect(found == expected and len(found) >= 2, f"expected the checkers {expected}")


def takes(scene, claim):
    takes_man(scene, claim)
    expect(scene.exchange() >= 0, f"found the exchange {scene.exchange()}")


def trades(scene, claim):
    takes_man(scene, claim)
    prices = [words.PRICE[man.piece_type] for man in (scene.man, scene.taken)]
    expect(prices[0] == prices[1], f"found the prices {prices}")
    expect(scene.exchange() == 0, f"found the exchange {scene.exchange()}")


def gives_for(scene, claim):
    takes_man(scene, claim)
    expect(scene.exchange() < 0, f"found the exchange {scene.exchange()}")
    found = re.search(r"gives an? (\w+) for", claim.en)
    kind = PIECES.get(found.group(1)) if found else None
    expect(kind == scene.man.piece_type, f"found that {scene.man.symbol()} moves")


def offers(scene, claim):
    man = claim.one("man")
    expect(man == scene.move.to_square, "found that another man moved")
    expect(scene.taken is None, "found a capture")
    expect(scene.exchange() < 0, f"found the exchange {scene.exchange()}")
    expect(scene.risk_after(man) > 0, "found no risk")


def en_passant(scene, _):
    expect(scene.before.is_en_passant(scene.move), "found no capture in passing")


def stalemate(scene, _):
    expect(scene.after.is_stalemate(), "found no stalemate")


def dead_position(scene, _):
    expect(scene.after.is_insufficient_material(), "found enough material")


def threatens(scene, claim):
    targets = claim.all("targets")
    enemy(scene, targets, scene.before)
    enemy(scene, targets, scene.after)
    for target in targets:
        before, after = scene.risk_before(target), scene.risk_after(target)
        expect(after > before >= 0,
               f"found the risk of {name(target)} {before} before, {after} after")


def risks(scene, claim, before_holds, after_holds):
    targets = claim.all("targets")
    for target in targets:
        own(scene, [target], scene.after)
        own(scene, [scene.old(target)], scene.before)
        before, after = scene.risk_before(scene.old(target)), scene.risk_after(target)
        expect(before_holds(before) and after_holds(after),
               f"found the risk of {name(target)} {before} before, {after} after")


def some(risk):
    return risk > 0


def none(risk):
    return risk == 0


def escapes(scene, claim):
    man, move = claim.one("man"), scene.move
    expect(man in (move.from_square, move.to_square), "found that another man moved")
    before = scene.risk_before(move.from_square)
    after = scene.risk_after(move.to_square)
    expect(before > 0 and after == 0, f"found the risk {before} before, {after} after")


def parries(scene, claim):
    risks(scene, claim, some, none)


def protects(scene, claim):
    parries(scene, claim)
    for target in claim.all("targets"):
        guards = set(scene.after.attackers(scene.mover, target)) & set(scene.came_from)
        expect(guards, f"found that the moved man does not guard {name(target)}")


def exposes(scene, claim):
    risks(scene, claim, none, some)


def leaves_hanging(scene, claim):
    risks(scene, claim, some, some)


def attacks_anew(scene, claim, whose):
    man, targets = claim.one("mover"), claim.all("targets")
    expect(scene.moved(man), f"found that the man on {name(man)} did not move")
    whose(scene, targets, scene.after)
    for target in targets:
        claim.attacks(scene.after, man, target)
        old = scene.before.attacks(scene.old(man))
        expect(target not in old, f"found that it attacked {name(target)} before")


def attacks(scene, claim):
    attacks_anew(scene, claim, enemy)


def guards(scene, claim):
    attacks_anew(scene, claim, own)


def sight(scene, square, color):
    """How much a slider that did not move sees before and after."""
    man = scene.after.piece_at(square)
    expect(man and man.color == color and man.piece_type in SLIDERS,
           f"found no such slider on {name(square)}")
    expect(not scene.moved(square), f"found that the man on {name(square)} moved")
    return words.seen(scene.before, square), words.seen(scene.after, square)


def opens_line(scene, claim):
    for man in claim.all("men"):
        before, after = sight(scene, man, scene.mover)
        expect(after >= before + 3, f"found {before} squares before, {after} after")


def shuts_in(scene, claim):
    for man in claim.all("men"):
        before, after = sight(scene, man, scene.opponent)
        expect(after <= before - 3, f"found {before} squares before, {after} after")


def rook_to_file(scene, claim):
    """Own and enemy pawns on the file that a rook comes to."""
    man = claim.one("man")
    expect(scene.after.piece_at(man) == chess.Piece(chess.ROOK, scene.mover), "found no rook")
    expect(scene.moved(man) and words.apart(man, scene.old(man)) > 0,
           "found that it does not come from another file")
    pawns = scene.after.pieces(chess.PAWN, scene.mover), scene.after.pieces(
        chess.PAWN, scene.opponent)
    return [sum(words.apart(pawn, man) == 0 for pawn in side) for side in pawns]


def open_file(scene, claim):
    pawns = rook_to_file(scene, claim)
    expect(pawns == [0, 0], f"found {pawns} own and enemy pawns")


def half_open_file(scene, claim):
    pawns = rook_to_file(scene, claim)
    expect(pawns[0] == 0 and pawns[1] > 0, f"found {pawns} own and enemy pawns")


def doubles_rooks(scene, claim):
    squares = claim.all("squares")
    expect(len(squares) == 2, f"found {len(squares)} squares")
    for square in squares:
        man = scene.after.piece_at(square)
        expect(man == chess.Piece(chess.ROOK, scene.mover), f"found no rook on {name(square)}")
    expect(words.apart(*squares) == 0, "found two files")
    expect(words.empty_between(scene.after, *squares), "found a man between them")


def bars_castling(short):
    def check_(scene, _):
        could = words.can_castle(scene.before, scene.opponent, short)
        can = words.can_castle(scene.after, scene.opponent, short)
        expect(could and not can, f"found castling legal: {could} before, {can} after")
    return check_


def plain(scene, _):
    expect(scene.taken is None, "found a capture")
    expect(not scene.after.is_check(), "found a check")


def quiet(scene, claim):
    plain(scene, claim)
    expect(words.is_quiet(scene.after), "found something to win for the opponent")
    back = words.given(scene.after, scene.mover)
    expect(words.is_quiet(back), "found something to win for the mover")


CHECKS = {
    "only_move": only_move,
    "takes_checker": takes_checker,
    "king_evades": king_evades,
    "blocks_check": blocks_check,
    "check": check,
    "discovered_check": discovered_check,
    "doubleCheck": double_check,
    "takes": takes,
    "trades": trades,
    "gives_for": gives_for,
    "offers": offers,
    "enPassant": en_passant,
    "promotes": promotes,
    "stalemate": stalemate,
    "dead_position": dead_position,
    "threatens": threatens,
    "escapes": escapes,
    "protects": protects,
    "parries": parries,
    "exposes": exposes,
    "leaves_hanging": leaves_hanging,
    "attacks": attacks,
    "guards": guards,
    "opens_line": opens_line,
    "shuts_in": shuts_in,
    "open_file": open_file,
    "half_open_file": half_open_file,
    "holds_to_king": holds_to_king,
    "lines_up": pin,
    "attacks_both": attacks_both,
    "uncovers": uncovers,
    "doubles_rooks": doubles_rooks,
    "bars_castling_short": bars_castling(short=True),
    "bars_castling_long": bars_castling(short=False),
    "quiet": quiet,
    "plain": plain,
}
