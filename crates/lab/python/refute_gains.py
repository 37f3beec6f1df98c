"""Checks of mates, gains and losses, for `refute.py`."""

import re

import chess

import refute_words as words
from refute_scene import PIECES, expect, name, number, depth, worth


def mate(scene, claim):
    expect(scene.after.is_checkmate(), "found no checkmate")
    king = scene.after.king(scene.opponent)
    expect(claim.one("king") == king, f"found another king than that on {name(king)}")


def shape(find):
    def check(scene, claim):
        expect(scene.after.is_checkmate(), "found no checkmate")
        expect(find(scene, scene.after.king(scene.opponent)), f"found no shape of {claim.id}")
        for square in {s for role, _, s in claim.witnesses if role == "king"}:
            expect(square == scene.after.king(scene.opponent), "found another king")
    return check


def is_back_rank(scene, king):
    board = scene.after
    if words.own_rank(scene.opponent, king) != 1:
        return False
    before = [square for square in chess.SquareSet(chess.BB_KING_ATTACKS[king])
              if words.own_rank(scene.opponent, square) == 2]
    walled = all(
        board.color_at(square) == scene.opponent and not board.attackers(scene.mover, square)
        for square in before
    )
    rank = chess.square_rank(king)
    return walled and any(chess.square_rank(square) == rank for square in board.checkers())


def is_smothered(scene, king):
    board = scene.after
    near = chess.SquareSet(chess.BB_KING_ATTACKS[king])
    knight = any(board.piece_type_at(square) == chess.KNIGHT for square in board.checkers())
    return knight and all(board.color_at(square) == scene.opponent for square in near)


def is_anastasia(scene, king):
    board, to = scene.after, scene.move.to_square
    file, rank = chess.square_file(king), chess.square_rank(king)
    if file not in (0, 7) or rank in (0, 7) or chess.square_file(to) != file:
        return False
    if board.piece_type_at(to) not in (chess.ROOK, chess.QUEEN) or to not in board.checkers():
        return False
    inward = 1 if file == 0 else -1
    return (
        board.color_at(king + inward) == scene.opponent
        and board.piece_at(king + 3 * inward) == chess.Piece(chess.KNIGHT, scene.mover)
    )


def is_arabian(scene, king):
    board, to = scene.after, scene.move.to_square
    corner = chess.square_file(king) in (0, 7) and chess.square_rank(king) in (0, 7)
    if not corner or board.piece_type_at(to) != chess.ROOK or chess.square_distance(to, king) != 1:
        return False
    return any(
        board.piece_type_at(square) == chess.KNIGHT
        and words.apart(square, king) == 2
        and abs(chess.square_rank(square) - chess.square_rank(king)) == 2
        for square in board.attackers(scene.mover, to)
    )


def is_hook(scene, king):
    board, to = scene.after, scene.move.to_square
    if board.piece_type_at(to) != chess.ROOK or chess.square_distance(to, king) != 1:
        return False
    return any(
        board.piece_type_at(knight) == chess.KNIGHT
        and chess.square_distance(knight, king) == 1
        and words.pawn_attacks(board, scene.mover, knight)
        for knight in board.attackers(scene.mover, to)
    )


def is_dovetail(scene, king):
    board, to = scene.after, scene.move.to_square
    edge = chess.square_file(king) in (0, 7) or chess.square_rank(king) in (0, 7)
    diagonal = words.apart(to, king) == 1 and abs(
        chess.square_rank(to) - chess.square_rank(king)) == 1
    if edge or not diagonal or board.piece_type_at(to) != chess.QUEEN:
        return False
    for square in chess.SquareSet(chess.BB_KING_ATTACKS[king]):
        attackers = list(board.attackers(scene.mover, square))
        if square == to or not attackers:
            continue
        if attackers != [to] or board.piece_at(square):
            return False
    return True


def forced_mate(scene, claim, color):
    found = re.search(r"mate in (\w+)", claim.en)
    expect(found, "found no number of moves in the text")
    moves = number(found.group(1))
    every = not claim.id.endswith("_by_play")
    claim.forces(color, lambda board: board.is_checkmate() and board.turn != color, every)
    own = (scene.mover == color) + depth(claim.tree(), scene.opponent, color)
    expect(own <= moves, f"found a line of {own} moves, expected {moves}")


def mates_in(scene, claim):
    forced_mate(scene, claim, scene.mover)


def allows_mate_in(scene, claim):
    forced_mate(scene, claim, scene.opponent)


def allows_mate_by_play(scene, claim):
    claim.reply()
    forced_mate(scene, claim, scene.opponent)


def draw(scene, claim, color):
    """Checks for ever, or a pawn more than the side had."""
    sums = {int(sum_) for sum_ in re.findall(r"won\(\w+, (-?\d+)\)", claim.formula)}
    expect(len(sums) == 1, f"found the sums {sums}, expected one")
    sum_ = sums.pop()
    pawn = words.balance(scene.before, color) + 100
    expect(sum_ == pawn, f"found the sum {sum_}, expected {pawn}")
    ends = []

    def goal(board):
        ends.append(words.checked_for_ever(board, color))
        return ends[-1] or scene.is_won(board, color, sum_)

    claim.forces(color, goal, every=False)
    expect(any(ends), "found no perpetual check at any end")


def draws_by_play(scene, claim):
    draw(scene, claim, scene.mover)


def allows_draw_by_play(scene, claim):
    claim.reply()
    draw(scene, claim, scene.opponent)


def gives_back(scene, claim):
    """A loss counted from what the exchange on the square would have left."""
    takes_man(scene, claim)
    claim.reply()
    won = scene.exchange()
    expect(won >= 100, f"found the exchange {won}, expected a pawn at least")
    found = re.search(r"won\(opponent, (-?\d+)\)", claim.formula)
    expect(found, "found no sum in the formula")
    sum_ = words.balance(scene.before, scene.opponent) - won + worth(claim.en)
    expect(int(found.group(1)) == sum_, f"found the sum {found.group(1)}, expected {sum_}")
    goal = lambda board: scene.is_won(board, scene.opponent, sum_)
    claim.forces(scene.opponent, goal, every=False)


def contrasted(scene, claim, pattern, threat, known):
    """A reply with a threat that does not work after the better move.

    `threat` says of the position after the reply, with the turn given back,
    what is wrong with the threat as told; `known` whether a position with the
    opponent to move has one as large already.
    """
    found = re.fullmatch(pattern, claim.en)
    expect(found, f"found the text {claim.en!r}, expected {pattern!r}")
    reply = scene.after.parse_san(found["reply"])
    expect(scene.after.san(reply) == found["reply"], f"found {found['reply']}")
    expect([[scene.move.uci(), reply.uci()]] == claim.lines, f"found the lines {claim.lines}")
    board = scene.after.copy(stack=False)
    board.push(reply)
    expect(not board.is_check(), "found a check, which leaves no pass")
    threat(words.given(board, scene.opponent), found)
    expect(not known(scene.after), "found the threat without the reply")
    better = scene.before.parse_san(found["better"])
    expect(better != scene.move, "found the judged move as the better one")
    other = scene.before.copy(stack=False)
    other.push(better)
    if reply in other.legal_moves and words.exchange(other, reply) >= 0:
        other.push(reply)
        expect(not other.is_check(), "found a check after the better move")
        expect(not known(words.given(other, scene.opponent)),
               "found the threat after the better move, too")


def allows_threat(scene, claim):
    targets = claim.all("targets")
    own(scene, targets, scene.after)
    sums = []

    def threat(board, _):
        sums.append(words.loot(board))
        expect(sums[0] >= 200, f"found the threat {sums[0]}, expected two pawns' worth")
        for square in targets:
            risk = words.risk(board, square)
            expect(risk == sums[0], f"found the risk {risk} on {name(square)}, expected {sums[0]}")

    pattern = r"allows (?P<reply>\S+), which threatens to win .+; after (?P<better>\S+) that would not work"
    contrasted(scene, claim, pattern, threat, lambda board: words.loot(board) >= sums[0])


def allows_mate_threat(scene, claim):
    def threat(board, found):
        move = board.parse_san(found["mate"])
        expect(words.mates(board, move), f"found that {move} does not mate")

    pattern = (r"allows (?P<reply>\S+), which threatens mate by (?P<mate>\S+);"
               r" after (?P<better>\S+) that would not work")
    contrasted(scene, claim, pattern, threat, words.mates_in_one)


def passes_up(scene, claim):
    """A capture with gain that was there, and after the reply none of that worth."""
    pattern = (r"passes up (?P<better>\S+), which takes .+ with gain;"
               r" after (?P<reply>\S+) nothing of that worth can be taken")
    found = re.fullmatch(pattern, claim.en)
    expect(found, f"found the text {claim.en!r}, expected {pattern!r}")
    better = scene.before.parse_san(found["better"])
    expect(better != scene.move, "found the judged move as the better one")
    expect(words.taken_square(scene.before, better) == claim.one("man"),
           f"found that {better} takes another man")
    sum_ = words.exchange(scene.before, better)
    expect(sum_ >= 200, f"found the exchange {sum_}, expected two pawns' worth")
    expect(words.exchange(scene.before, scene.move) < sum_, "found that the move brings as much")
    reply = scene.after.parse_san(found["reply"])
    expect(scene.after.san(reply) == found["reply"], f"found {found['reply']}")
    expect([[scene.move.uci(), reply.uci()]] == claim.lines, f"found the lines {claim.lines}")
    board = scene.after.copy(stack=False)
    board.push(reply)
    expect(words.loot(board) < sum_, "found that as much can be taken after the reply")


def allows_mate(scene, claim):
    reply = claim.move_named(scene.after)
    expect(words.mates(scene.after.copy(stack=False), reply), f"found that {reply} does not mate")


def threatens_mate(scene, claim):
    board = words.given(scene.after, scene.mover)
    move = claim.move_named(board)
    expect(words.mates(board, move), f"found that {move} does not mate")
    others = words.mates_in_one(scene.before)
    expect(not others, f"found a mate in one before the move: {others}")


def stops_mate(scene, claim):
    board = words.given(scene.before, scene.opponent)
    move = claim.move_named(board)
    expect(words.mates(board, move), f"found that {move} does not mate")
    others = words.mates_in_one(scene.after)
    expect(not others, f"found a mate in one after the move: {others}")


def gain(scene, claim):
    """What all claims of gains and losses share."""
    expect(claim.gain, f"found the gain {claim.gain}")
    winner = scene.mover if claim.gain > 0 else scene.opponent
    sum_ = words.balance(scene.before, winner) + abs(claim.gain)
    expect(claim.lines, "found no lines")
    every = not claim.id.endswith("_by_play")
    claim.forces(winner, lambda board: scene.is_won(board, winner, sum_), every)
    return winner


def wins(check=None):
    def whole(scene, claim):
        expect(claim.gain and claim.gain > 0, f"found the gain {claim.gain}, expected more than 0")
        if check:
            check(scene, claim)
        gain(scene, claim)
    return whole


def loses(check):
    def whole(scene, claim):
        expect(claim.gain and claim.gain < 0, f"found the gain {claim.gain}, expected less than 0")
        check(scene, claim)
        gain(scene, claim)
    return whole


def takes_man(scene, claim, role="man"):
    square = claim.one(role)
    expect(scene.taken_square == square, f"found that the move does not take on {name(square)}")


def price_is_gain(scene, claim, square, board):
    man = board.piece_at(square)
    expect(man, f"found nobody on {name(square)}")
    price = words.PRICE[man.piece_type]
    expect(price == abs(claim.gain), f"found the price {price}, expected {abs(claim.gain)}")


def wins_man(scene, claim):
    takes_man(scene, claim)
    price_is_gain(scene, claim, claim.one("man"), scene.before)


def hanging_piece(scene, claim):
    wins_man(scene, claim)
    guards = scene.before.attackers(scene.opponent, claim.one("man"))
    expect(not guards, f"found guards on {[name(square) for square in guards]}")


def promotes(scene, claim):
    found = re.search(r"promotes on ([a-h][1-8]) to a (\w+)", claim.en)
    expect(found, "found no promotion in the text")
    move = scene.move
    expect(move.promotion == PIECES[found.group(2)] and name(move.to_square) == found.group(1),
           f"found the move {move}")


def under_promotion(scene, claim):
    promotes(scene, claim)
    expect(scene.move.promotion != chess.QUEEN, "found a queen")


def enemy(scene, squares, board):
    for square in squares:
        expect(board.color_at(square) == scene.opponent, f"found no enemy man on {name(square)}")


def own(scene, squares, board):
    for square in squares:
        expect(board.color_at(square) == scene.mover, f"found no own man on {name(square)}")


def attacks_both(scene, claim):
    man, targets = claim.one("man"), claim.all("targets")
    own(scene, [man], scene.after)
    enemy(scene, targets, scene.after)
    expect(len(set(targets)) >= 2, f"found {len(targets)} targets, expected two")
    for target in targets:
        claim.attacks(scene.after, man, target)


def fork(scene, claim):
    attacks_both(scene, claim)
    expect(claim.one("man") == scene.move.to_square, "found that another man moved")


def uncovers(scene, claim):
    slider, target = claim.one("slider"), claim.one("target")
    own(scene, [slider], scene.after)
    enemy(scene, [target], scene.after)
    expect(not scene.moved(slider), "found that the slider moved")
    claim.attacks(scene.after, slider, target)
    expect(target not in scene.before.attacks(slider), "found that it attacked there before")


def line_of(scene, claim):
    """Man, front and rear on a line; the prices of the last two."""
    man, front, rear = claim.one("man"), claim.one("front"), claim.one("rear")
    own(scene, [man], scene.after)
    enemy(scene, [front, rear], scene.after)
    claim.attacks(scene.after, man, front)
    expect(scene.after.piece_type_at(man) in (chess.BISHOP, chess.ROOK, chess.QUEEN),
           f"found no slider on {name(man)}")
    expect(words.on_line(man, front, rear), "found that they do not stand on a line")
    expect(words.empty_between(scene.after, front, rear), "found a man between front and rear")
    types = [scene.after.piece_type_at(square) for square in (front, rear)]
    return [words.rank_of(kind) for kind in types]


def skewer(scene, claim):
    front, rear = line_of(scene, claim)
    expect(front > rear, f"found prices {front} before {rear}")


def pin(scene, claim):
    front, rear = line_of(scene, claim)
    expect(front < rear, f"found prices {front} before {rear}")


def holds_to_king(scene, claim):
    pin(scene, claim)
    expect(claim.one("rear") == scene.after.king(scene.opponent), "found no king in the rear")


def capturing_defender(scene, claim):
    guard, man = claim.one("guard"), claim.one("man")
    takes_man(scene, claim, "guard")
    enemy(scene, [man], scene.after)
    claim.attacks(scene.before, guard, man)
    guards = scene.after.attackers(scene.opponent, man)
    expect(not guards, f"found guards on {[name(square) for square in guards]}")
    expect(scene.after.attackers(scene.mover, man), "found that nobody attacks it")


def trapped_piece(scene, claim):
    man = claim.one("man")
    enemy(scene, [man], scene.after)
    expect(scene.risk_after(man) > 0, "found no risk")
    for move in list(scene.after.generate_legal_moves(chess.BB_SQUARES[man], chess.BB_ALL)):
        board = scene.after.copy(stack=False)
        board.push(move)
        expect(words.risk(board, move.to_square) > 0, f"found that it is safe after {move}")


def loses_man(scene, claim):
    man = claim.one("man")
    own(scene, [man], scene.after)
    reply = claim.reply()
    square = words.taken_square(scene.after, reply)
    expect(square == man, f"found that {reply} does not take on {name(man)}")
    price = words.PRICE[scene.after.piece_type_at(man)]
    expect(price >= -claim.gain, f"found the price {price}, expected at least {-claim.gain}")


def loses_material(scene, claim):
    claim.reply()


CHECKS = {
    "mate": mate,
    "backRankMate": shape(is_back_rank),
    "smotheredMate": shape(is_smothered),
    "anastasiaMate": shape(is_anastasia),
    "arabianMate": shape(is_arabian),
    "hookMate": shape(is_hook),
    "dovetailMate": shape(is_dovetail),
    "mates_in": mates_in,
    "allows_mate": allows_mate,
    "allows_mate_in": allows_mate_in,
    "threatens_mate": threatens_mate,
    "stops_mate": stops_mate,
    "wins_material": wins(),
    "wins_man": wins(wins_man),
    "wins_exchange": wins(takes_man),
    "hangingPiece": wins(hanging_piece),
    "promotion": wins(promotes),
    "underPromotion": wins(under_promotion),
    "fork": wins(fork),
    "discoveredAttack": wins(uncovers),
    "skewer": wins(skewer),
    "pin": wins(pin),
    "capturingDefender": wins(capturing_defender),
    "trappedPiece": wins(trapped_piece),
    "loses_man": loses(loses_man),
    "loses_material": loses(loses_material),
    "sacrifice": loses(loses_material),
    "wins_by_play": wins(),
    "loses_by_play": loses(loses_material),
    "mates_by_play": mates_in,
    "allows_mate_by_play": allows_mate_by_play,
    "gives_back": gives_back,
    "draws_by_play": draws_by_play,
    "allows_draw_by_play": allows_draw_by_play,
    "allows_threat": allows_threat,
    "allows_mate_threat": allows_mate_threat,
    "passes_up": passes_up,
}
