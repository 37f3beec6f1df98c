"""The words of `docs/claims.md` on python-chess boards, by brute force.

For `refute.py`. Nothing here is taken from krog: each function spells out the
definition of its word on that page and is as slow as it needs to be.
"""

import chess

PRICE = {
    chess.PAWN: 100,
    chess.KNIGHT: 300,
    chess.BISHOP: 300,
    chess.ROOK: 500,
    chess.QUEEN: 900,
    chess.KING: 0,
}
"""Prices in centipawns; the king has none where material is counted."""

CENTRE = (chess.D4, chess.E4, chess.D5, chess.E5)


def rank_of(piece_type):
    """The order of taking: the king comes last, though he has no price."""
    return 10_000 if piece_type == chess.KING else PRICE[piece_type]


def balance(board, color):
    sums = {chess.WHITE: 0, chess.BLACK: 0}
    for man in board.piece_map().values():
        sums[man.color] += PRICE[man.piece_type]
    return sums[color] - sums[not color]


def given(board, color):
    """The position with the turn given to a side; nothing can be taken in passing."""
    board = board.copy(stack=False)
    board.turn = color
    board.ep_square = None
    return board


def taken_square(board, move):
    """Where the man stands that the move takes; none if it takes none."""
    if board.is_en_passant(move):
        return move.to_square + (-8 if board.turn == chess.WHITE else 8)
    if board.is_castling(move) or board.piece_at(move.to_square) is None:
        return None
    return move.to_square


def taken(board, move):
    square = taken_square(board, move)
    return None if square is None else board.piece_at(square)


def direct(board, move):
    """What the move itself brings: the man taken and what a pawn becomes."""
    man = taken(board, move)
    sum_ = PRICE[man.piece_type] if man else 0
    if move.promotion:
        sum_ += PRICE[move.promotion] - PRICE[chess.PAWN]
    return sum_


def exchange(board, move):
    board = board.copy(stack=False)
    sum_ = direct(board, move)
    board.push(move)
    return sum_ - retake(board, move.to_square)


def retake(board, square):
    """The most that the side to move gains by taking on the square, or 0."""
    captures = {}
    target = chess.BB_SQUARES[square]
    if not board.attackers_mask(board.turn, square):
        return 0
    for move in board.generate_legal_moves(chess.BB_ALL, target):
        if taken(board, move) is None or move.promotion not in (None, chess.QUEEN):
            continue
        captures.setdefault(rank_of(board.piece_type_at(move.from_square)), []).append(move)
    if not captures:
        return 0
    best = 0
    for move in captures[min(captures)]:
        won_ = direct(board, move)
        board.push(move)
        best = max(best, won_ - retake(board, square))
        board.pop()
    return best


def risk(board, square):
    man = board.piece_at(square)
    if man is None:
        raise ValueError(f"no man on {chess.square_name(square)}")
    if not board.attackers_mask(not man.color, square):
        return 0
    board = given(board, not man.color)
    worst = 0
    for move in list(board.generate_legal_moves(chess.BB_ALL, chess.BB_SQUARES[square])):
        worst = max(worst, exchange(board, move))
    return worst


def is_quiet(board):
    if board.is_check():
        return False
    for move in list(board.legal_moves):
        if taken(board, move) is not None or move.promotion:
            if exchange(board, move) > 0:
                return False
    return True


def mates(board, move):
    if not board.gives_check(move):
        return False
    board.push(move)
    mate = board.is_checkmate()
    board.pop()
    return mate


def mates_in_one(board):
    """Every legal move that mates."""
    return [move for move in list(board.legal_moves) if mates(board, move)]


def loot(board):
    """The most that the side to move gains by one exchange or promotion, or 0."""
    sums = [exchange(board, move) for move in list(board.legal_moves)
            if taken(board, move) is not None or move.promotion]
    return max([0, *sums])


def checked_for_ever(board, color):
    """The position has stood before among the moves made on this board, and each
    move of the colour since then has given check."""
    if board.turn == color:
        return False
    here, board = board._transposition_key(), board.copy()
    while board.move_stack:
        if board.turn != color and not board.is_check():
            return False
        board.pop()
        if board._transposition_key() == here:
            return True
    return False


def is_settled(board, color):
    return board.turn != color and is_quiet(board) and not mates_in_one(board)


def activity(board, square):
    color = board.color_at(square)
    return sum(
        1
        for target in board.attacks(square)
        if board.color_at(target) != color and not pawn_attacks(board, not color, target)
    )


def pawn_attacks(board, color, square):
    return bool(board.attackers(color, square) & board.pieces(chess.PAWN, color))


def seen(board, square):
    """How many squares a man attacks, own men not counted."""
    color = board.color_at(square)
    return sum(1 for target in board.attacks(square) if board.color_at(target) != color)


def ahead(color, square, other):
    """Whether the other square lies on a higher rank, as the colour looks."""
    step = chess.square_rank(other) - chess.square_rank(square)
    return step > 0 if color == chess.WHITE else step < 0


def apart(square, other):
    return abs(chess.square_file(square) - chess.square_file(other))


def own_rank(color, square):
    """The rank from 1 to 8, as the colour looks."""
    rank = chess.square_rank(square) + 1
    return rank if color == chess.WHITE else 9 - rank


def in_front(color, square):
    """The square before another; none on the last rank."""
    other = square + (8 if color == chess.WHITE else -8)
    return other if 0 <= other < 64 else None


def is_hole(board, color, square):
    return not any(
        apart(pawn, square) == 1 and ahead(color, pawn, square)
        for pawn in board.pieces(chess.PAWN, color)
    )


def is_pawn(board, square, color=None):
    man = board.piece_at(square)
    return bool(man) and man.piece_type == chess.PAWN and color in (None, man.color)


def is_passed(board, square):
    if not is_pawn(board, square):
        return False
    color = board.color_at(square)
    return not any(
        apart(pawn, square) <= 1 and ahead(color, square, pawn)
        for pawn in board.pieces(chess.PAWN, not color)
    )


def far_passer(board, color, rank):
    """A passed pawn of the colour on this rank of its own or further."""
    return any(
        own_rank(color, pawn) >= rank and is_passed(board, pawn)
        for pawn in board.pieces(chess.PAWN, color)
    )


def passers(board, color):
    """How many passed pawns a colour has."""
    return sum(is_passed(board, pawn) for pawn in board.pieces(chess.PAWN, color))


def bares(board, color):
    """The colour has a queen, and no pawn stands before the enemy king."""
    return bool(board.pieces(chess.QUEEN, color)) and not shield(board, not color)


def seventh(board, color):
    """A rook of the colour on its seventh rank, the enemy king on the eighth."""
    rooks = board.pieces(chess.ROOK, color)
    behind = own_rank(color, board.king(not color)) == 8
    return behind and any(own_rank(color, rook) == 7 for rook in rooks)


def far_king(board, color, rank):
    """The king of the colour on this rank of its own or further, and no queen of
    the other side."""
    queens = board.pieces(chess.QUEEN, not color)
    return not queens and own_rank(color, board.king(color)) >= rank


def strands(board, color):
    """The colour has a queen, and the enemy king stands on the d-, e- or f-file
    without any right to castle."""
    file = chess.square_file(board.king(not color))
    queens = board.pieces(chess.QUEEN, color)
    return bool(queens) and 3 <= file <= 5 and not board.has_castling_rights(not color)


def is_isolated(board, square):
    color = board.color_at(square)
    pawns = board.pieces(chess.PAWN, color)
    return is_pawn(board, square) and not any(apart(pawn, square) == 1 for pawn in pawns)


def is_doubled(board, square):
    color = board.color_at(square)
    pawns = board.pieces(chess.PAWN, color)
    return is_pawn(board, square) and any(
        apart(pawn, square) == 0 and pawn != square for pawn in pawns
    )


def is_backward(board, square):
    if not is_pawn(board, square):
        return False
    color = board.color_at(square)
    beside = [pawn for pawn in board.pieces(chess.PAWN, color) if apart(pawn, square) == 1]
    before = in_front(color, square)
    return (
        bool(beside)
        and all(ahead(color, square, pawn) for pawn in beside)
        and before is not None
        and pawn_attacks(board, not color, before)
    )


def shield(board, color):
    king = board.king(color)
    if king is None or chess.square_file(king) in (3, 4):
        return set()
    middle = min(max(chess.square_file(king), 1), 6)
    return {
        pawn
        for pawn in board.pieces(chess.PAWN, color)
        if abs(chess.square_file(pawn) - middle) <= 1
        and 1 <= own_rank(color, pawn) - own_rank(color, king) <= 2
    }


def first_squares(piece_type, color):
    files = {chess.KNIGHT: (1, 6), chess.BISHOP: (2, 5)}.get(piece_type, ())
    rank = 0 if color == chess.WHITE else 7
    return [chess.square(file, rank) for file in files]


def at_home(board, square, color):
    """Whether an undeveloped minor piece of the colour stands there."""
    man = board.piece_at(square)
    return bool(man) and man.color == color and square in first_squares(man.piece_type, color)


def empty_between(board, one, other):
    return not chess.SquareSet.between(one, other) & board.occupied


def on_line(*squares):
    """Whether squares lie on one rank, file or diagonal, in this order."""
    first, last = squares[0], squares[-1]
    line = chess.SquareSet.ray(first, last)
    if not line or any(square not in line for square in squares):
        return False
    steps = [chess.square_distance(first, square) for square in squares]
    return all(a < b for a, b in zip(steps, steps[1:]))


def centre_distance(square):
    return min(chess.square_distance(square, centre) for centre in CENTRE)


def can_castle(board, color, short):
    """Whether castling to a side is legal with the turn given to the colour."""
    board = given(board, color)
    return any(
        board.is_kingside_castling(move) == short
        for move in board.generate_castling_moves()
        if board.is_legal(move)
    )


def has_right(board, color, short):
    ask = board.has_kingside_castling_rights if short else board.has_queenside_castling_rights
    return ask(color)


def opposition(board):
    """Which opposition the kings stand in: direct, distant, diagonal or none."""
    white, black = board.king(chess.WHITE), board.king(chess.BLACK)
    files = apart(white, black)
    ranks = abs(chess.square_rank(white) - chess.square_rank(black))
    if (files, ranks) in ((0, 2), (2, 0)):
        return "direct"
    if not empty_between(board, white, black):
        return None
    if 0 in (files, ranks) and files + ranks in (4, 6):
        return "distant"
    return "diagonal" if (files, ranks) == (2, 2) else None


def kings_and_pawns_only(board):
    return not (board.knights | board.bishops | board.rooks | board.queens)


def back_rank_mates(board, color):
    """Moves of rooks and queens to the other side's back rank that mate."""
    board = given(board, color) if board.turn != color else board
    home = 7 if color == chess.WHITE else 0
    heavy = (chess.ROOK, chess.QUEEN)
    return [
        move
        for move in list(board.legal_moves)
        if chess.square_rank(move.to_square) == home
        and (board.piece_type_at(move.from_square) in heavy)
        and mates(board, move)
    ]


def is_boxed_in(board, color):
    """The king on its back rank, each square before it own or attacked."""
    king = board.king(color)
    if own_rank(color, king) != 1:
        return False
    before = [square for square in chess.SquareSet(chess.BB_KING_ATTACKS[king])
              if own_rank(color, square) == 2]
    return all(
        board.color_at(square) == color or board.is_attacked_by(not color, square)
        for square in before
    )
