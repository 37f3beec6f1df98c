"""Checks of what the principles see in a move, for `refute.py`."""

import re

import chess

import refute_words as words
from refute_gains import enemy, own
from refute_scene import expect, name, number

MINORS = (chess.KNIGHT, chess.BISHOP)

FIRST_FILES = {
    chess.KNIGHT: (1, 6),
    chess.BISHOP: (2, 5),
    chess.ROOK: (0, 7),
    chess.QUEEN: (3,),
    chess.KING: (4,),
}


def to_centre(scene, square):
    expect(square == scene.move.to_square and square in words.CENTRE,
           f"found that the move goes to {name(scene.move.to_square)}")


def center_pawn(scene, claim):
    to_centre(scene, claim.one("square"))
    expect(scene.man.piece_type == chess.PAWN, "found no pawn")


def center_piece(scene, claim):
    to_centre(scene, claim.one("man"))


def center_attacks(scene, claim):
    for square in claim.all("squares"):
        expect(square in words.CENTRE, f"found {name(square)} outside the centre")
        claim.attacks(scene.after, scene.move.to_square, square)


def center_lost(scene, claim):
    for square in claim.all("squares"):
        was = scene.before.is_attacked_by(scene.mover, square)
        now = scene.after.is_attacked_by(scene.mover, square)
        expect(was and not now, f"found {name(square)} attacked: {was} before, {now} after")


def leaves_home(scene):
    expect(words.at_home(scene.before, scene.move.from_square, scene.mover),
           "found no minor piece on its first square")


def develops(scene, claim):
    expect(claim.one("square") == scene.move.from_square, "found another square")
    leaves_home(scene)


def develops_passively(scene, claim):
    leaves_home(scene)
    expect(claim.one("man") == scene.move.to_square, "found that another man moved")
    free = words.activity(scene.after, scene.move.to_square)
    knight = scene.man.piece_type == chess.KNIGHT
    edge = knight and chess.square_file(scene.move.to_square) in (0, 7)
    expect(free < 2 or edge, f"found {free} free squares")


def still_at_home(scene, claim):
    for square in claim.all("home"):
        for board in (scene.before, scene.after):
            expect(words.at_home(board, square, scene.mover),
                   f"found no undeveloped minor piece on {name(square)}")


def moved_man(scene, claim):
    man = claim.one("man")
    expect(man in (scene.move.from_square, scene.move.to_square), "found that another man moved")


def neglects_development(scene, claim):
    moved_man(scene, claim)
    still_at_home(scene, claim)


def moves_twice(scene, claim):
    moved_man(scene, claim)
    still_at_home(scene, claim)
    square, kind = scene.move.from_square, scene.man.piece_type
    if kind == chess.PAWN:
        first = words.own_rank(scene.mover, square) == 2
    else:
        first = (words.own_rank(scene.mover, square) == 1
                 and chess.square_file(square) in FIRST_FILES[kind])
    expect(not first, "found it on its first square")


def castles(short):
    def check(scene, claim):
        expect(scene.castles and scene.before.is_kingside_castling(scene.move) == short,
               "found no such castling")
        king = scene.after.king(scene.mover)
        expect(claim.one("square") == king, f"found the king on {name(king)}")
    return check


def gives_up_castling(short):
    def check(scene, _):
        sides = (True, False) if short is None else (short,)
        was = any(words.has_right(scene.before, scene.mover, side) for side in sides)
        now = any(words.has_right(scene.after, scene.mover, side) for side in sides)
        expect(was and not now, f"found a right: {was} before, {now} after")
        expect(not scene.castles, "found castling")
    return check


def shields(scene):
    return [words.shield(board, scene.mover) for board in (scene.before, scene.after)]


def loosens_shield(scene, claim):
    before, after = shields(scene)
    expect(claim.one("man") == scene.move.to_square and scene.man.piece_type == chess.PAWN,
           "found that another man moved")
    expect(claim.one("king") == scene.before.king(scene.mover), "found another king")
    expect(scene.move.from_square in before, "found that the pawn was not in the shield")
    expect(len(after) < len(before), f"found {len(before)} pawns before, {len(after)} after")


def king_moves(scene, claim):
    expect(scene.man.piece_type == chess.KING, "found that another man moved")
    expect(claim.one("king") == scene.after.king(scene.mover), "found another king")


def king_goes(scene, claim):
    expect(scene.man.piece_type == chess.KING, "found that another man moved")
    expect(claim.one("square") == scene.after.king(scene.mover), "found another square")


def king_to_shield(scene, claim):
    king_goes(scene, claim)
    before, after = shields(scene)
    expect(len(after) > len(before), f"found {len(before)} pawns before, {len(after)} after")


def king_from_shield(scene, claim):
    king_goes(scene, claim)
    before, after = shields(scene)
    expect(len(after) < len(before), f"found {len(before)} pawns before, {len(after)} after")


def clears(scene, claim, last):
    square, king = claim.one("square"), scene.after.king(scene.mover)
    short = chess.square_file(square) > chess.square_file(king)
    expect(words.has_right(scene.after, scene.mover, short), "found no right to castle")
    rook = chess.square(7 if short else 0, chess.square_rank(king))
    between = chess.SquareSet.between(king, rook)
    expect(square in between, f"found that {name(square)} is not between king and rook")
    expect(square == scene.move.from_square, f"found that the move does not clear {name(square)}")
    left = [other for other in between if scene.after.piece_at(other)]
    expect(left == last, f"found {[name(other) for other in left]} between king and rook")


def clears_castling(scene, claim):
    clears(scene, claim, [])


def clears_castling_but(scene, claim):
    clears(scene, claim, [claim.one("last")])


def linked(board, color, squares):
    rook = chess.Piece(chess.ROOK, color)
    return (
        len(squares) == 2
        and all(board.piece_at(square) == rook for square in squares)
        and all(words.own_rank(color, square) == 1 for square in squares)
        and words.empty_between(board, *squares)
    )


def connects_rooks(scene, claim):
    expect(linked(scene.after, scene.mover, claim.all("squares")), "found no link after")


def disconnects_rooks(scene, claim):
    squares = claim.all("squares")
    expect(linked(scene.before, scene.mover, squares), "found no link before")
    expect(not linked(scene.after, scene.mover, squares), "found a link after")


def activities(scene, claim):
    found = re.search(r"(\w+) free squares? instead of (\w+)", claim.en)
    expect(found, "found no numbers in the text")
    man = claim.one("man")
    expect(scene.moved(man), "found that another man moved")
    after = words.activity(scene.after, man)
    before = words.activity(scene.before, scene.old(man))
    told = [number(word) for word in found.groups()]
    expect(told == [after, before], f"found {told}, expected {[after, before]}")
    return before, after


def more_active(scene, claim):
    before, after = activities(scene, claim)
    expect(after > before, "found no more")


def less_active(scene, claim):
    before, after = activities(scene, claim)
    expect(after < before, "found no fewer")


def outpost(scene, claim):
    square = claim.one("man")
    man = scene.after.piece_at(square)
    expect(man and man.color == scene.mover and man.piece_type in MINORS, "found no minor piece")
    rank = words.own_rank(scene.mover, square)
    expect(4 <= rank <= 6, f"found the rank {rank}")
    expect(words.pawn_attacks(scene.after, scene.mover, square), "found no pawn that guards it")
    expect(words.is_hole(scene.after, scene.opponent, square), "found no hole")


def makes_hole(scene, claim):
    for square in claim.all("squares"):
        was = words.is_hole(scene.before, scene.mover, square)
        now = words.is_hole(scene.after, scene.mover, square)
        expect(now and not was, f"found a hole on {name(square)}: {was} before, {now} after")


def pawns_become(is_so, of_mover):
    def check(scene, claim):
        whose = own if of_mover else enemy
        squares = claim.all("squares")
        whose(scene, squares, scene.after)
        for square in squares:
            old = scene.old(square) if of_mover else square
            whose(scene, [old], scene.before)
            was, now = is_so(scene.before, old), is_so(scene.after, square)
            expect(now and not was, f"found {name(square)} so: {was} before, {now} after")
    return check


def king_distance(scene, claim, measure):
    king_moves(scene, claim)
    return measure(scene.move.from_square), measure(scene.move.to_square)


def falls(before, after):
    expect(after < before, f"found the distance {before} before, {after} after")


def rises(before, after):
    expect(after > before, f"found the distance {before} before, {after} after")


def king_to_centre(scene, claim):
    falls(*king_distance(scene, claim, words.centre_distance))


def king_from_centre(scene, claim):
    rises(*king_distance(scene, claim, words.centre_distance))


def distance_to_pawn(scene, claim):
    pawn = claim.one("pawn")
    expect(words.is_passed(scene.before, pawn), f"found no passed pawn on {name(pawn)} before")
    return king_distance(scene, claim, lambda square: chess.square_distance(square, pawn))


def king_to_pawn(scene, claim):
    falls(*distance_to_pawn(scene, claim))


def king_from_pawn(scene, claim):
    rises(*distance_to_pawn(scene, claim))


def own_passer(scene, claim):
    """The square of an own passed pawn, and whether it was passed before."""
    square = claim.one("square")
    own(scene, [square], scene.after)
    expect(words.is_passed(scene.after, square), f"found no passed pawn on {name(square)}")
    return square, words.is_passed(scene.before, scene.old(square))


def pushes_passer(scene, claim):
    square, was = own_passer(scene, claim)
    expect(was and square == scene.move.to_square, f"found it passed before: {was}")


def makes_passer(scene, claim):
    _, was = own_passer(scene, claim)
    expect(not was, "found it passed before")


def risks_passer(scene, claim):
    square, _ = own_passer(scene, claim)
    expect(scene.risk_after(square) > 0, "found no risk")


def blocks_passer(scene, claim):
    man, pawn = claim.one("man"), claim.one("pawn")
    own(scene, [man], scene.after)
    enemy(scene, [pawn], scene.after)
    expect(words.is_passed(scene.after, pawn), f"found no passed pawn on {name(pawn)}")
    expect(words.in_front(scene.opponent, pawn) == man, f"found {name(man)} not before it")


def opposition(kind):
    def check(scene, _):
        expect(words.kings_and_pawns_only(scene.after), "found pieces")
        found = words.opposition(scene.after)
        expect(found == kind, f"found {found} opposition")
    return check


def leaves_opposition(scene, _):
    expect(words.kings_and_pawns_only(scene.after), "found pieces")
    king, board = scene.after.king(scene.opponent), scene.after.copy(stack=False)
    for move in list(board.generate_legal_moves(chess.BB_SQUARES[king], chess.BB_ALL)):
        board.push(move)
        found = words.opposition(board)
        board.pop()
        if found:
            return
    expect(False, "found no king move to the opposition")


def attacks_pinned(scene, claim):
    man, mover = claim.one("man"), claim.one("mover")
    enemy(scene, [man], scene.after)
    expect(scene.before.is_pinned(scene.opponent, man), "found that it was not pinned")
    expect(scene.moved(mover), "found that the attacker did not move")
    claim.attacks(scene.after, mover, man)
    expect(scene.risk_after(man) > 0, "found no risk")


def allows_back_rank_mate(scene, _):
    expect(words.back_rank_mates(scene.after, scene.opponent), "found no such mate")


def stops_back_rank_mate(scene, claim):
    expect(claim.one("king") == scene.after.king(scene.mover), "found another king")
    expect(words.back_rank_mates(scene.before, scene.opponent), "found no such mate before")
    left = words.back_rank_mates(scene.after, scene.opponent)
    expect(not left, f"found {left} after")


def makes_luft(scene, claim):
    expect(claim.one("king") == scene.after.king(scene.mover), "found another king")
    was, now = (words.is_boxed_in(board, scene.mover) for board in (scene.before, scene.after))
    expect(was and not now, f"found the king boxed in: {was} before, {now} after")


CHECKS = {
    "center_pawn": center_pawn,
    "center_attacks": center_attacks,
    "center_piece": center_piece,
    "center_lost": center_lost,
    "develops": develops,
    "develops_passively": develops_passively,
    "neglects_development": neglects_development,
    "castles_short": castles(short=True),
    "castles_long": castles(short=False),
    "gives_up_castling": gives_up_castling(None),
    "gives_up_castling_short": gives_up_castling(True),
    "gives_up_castling_long": gives_up_castling(False),
    "loosens_shield": loosens_shield,
    "king_to_shield": king_to_shield,
    "king_from_shield": king_from_shield,
    "clears_castling": clears_castling,
    "clears_castling_but": clears_castling_but,
    "moves_twice": moves_twice,
    "connects_rooks": connects_rooks,
    "disconnects_rooks": disconnects_rooks,
    "more_active": more_active,
    "less_active": less_active,
    "outpost": outpost,
    "makes_hole": makes_hole,
    "isolates_own": pawns_become(words.is_isolated, True),
    "doubles_own": pawns_become(words.is_doubled, True),
    "backward_own": pawns_become(words.is_backward, True),
    "isolates_enemy": pawns_become(words.is_isolated, False),
    "doubles_enemy": pawns_become(words.is_doubled, False),
    "backward_enemy": pawns_become(words.is_backward, False),
    "king_to_centre": king_to_centre,
    "king_from_centre": king_from_centre,
    "king_to_pawn": king_to_pawn,
    "king_from_pawn": king_from_pawn,
    "pushes_passer": pushes_passer,
    "makes_passer": makes_passer,
    "risks_passer": risks_passer,
    "gives_passer": pawns_become(words.is_passed, False),
    "blocks_passer": blocks_passer,
    "direct_opposition": opposition("direct"),
    "distant_opposition": opposition("distant"),
    "diagonal_opposition": opposition("diagonal"),
    "leaves_opposition": leaves_opposition,
    "attacks_pinned": attacks_pinned,
    "allows_back_rank_mate": allows_back_rank_mate,
    "stops_back_rank_mate": stops_back_rank_mate,
    "makes_luft": makes_luft,
}
