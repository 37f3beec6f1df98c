"""Endings played by `krog uci`, for the measures `tables` and `endings`.

Reads one line: krog's program, the folder of real Syzygy tables, `with` or `without`
them for krog, how many endings, a seed, and the nodes of a move. Endings are random
positions of the tables that are there. python-chess, which reads them by code of
its own, says what each is worth, defends lost ones as long as it can and plays on in
drawn ones. A line for each ending: `ok` or what went wrong. krog must never give
away what the tables promise, and must mate where they promise a win, fifty moves
counted.
"""

import random
import sys
from pathlib import Path

import chess
import chess.engine
import chess.syzygy

# Drawn endings are looked at for so many plies.
DRAWN_PLIES = 30
# With these men the game is over.
DEAD = {"KBvK", "KNvK"}


def ending(name: str, dice: random.Random) -> chess.Board:
    """A legal position with the men of a table, as in `KRvKN`."""
    while True:
        board = chess.Board(None)
        squares = dice.sample(chess.SQUARES, len(name) - 1)
        strong = dice.choice(chess.COLORS)
        for color, men in zip([strong, not strong], name.split("v")):
            for letter in men:
                kind = chess.PIECE_SYMBOLS.index(letter.lower())
                board.set_piece_at(squares.pop(), chess.Piece(kind, color))
        board.turn = dice.choice(chess.COLORS)
        if board.is_valid() and not board.is_game_over():
            return board


def end(tables: chess.syzygy.Tablebase, board: chess.Board) -> int:
    """1, 0 or -1 for the side to move, the fifty moves counted from here."""
    if board.is_checkmate():
        return -1
    if board.is_stalemate() or board.is_insufficient_material():
        return 0
    distance = tables.probe_dtz(board)
    spent = board.halfmove_clock
    # A distance may be off by one, for krog's good.
    if distance == 0 or abs(distance) + spent > 101:
        return 0
    return 1 if distance > 0 else -1


def answer(
    tables: chess.syzygy.Tablebase, board: chess.Board, dice: random.Random
) -> chess.Move:
    """The reply that keeps most, and of lost ones the longest."""

    def worth(move: chess.Move) -> tuple[int, int, float]:
        board.push(move)
        left = -end(tables, board)
        away = 0 if board.is_game_over() else abs(tables.probe_dtz(board))
        zeroing = board.halfmove_clock == 0
        board.pop()
        return left, -1 if zeroing else away, dice.random()

    return max(board.legal_moves, key=worth)


def over(board: chess.Board) -> bool:
    drawn = board.is_repetition(3) or board.halfmove_clock >= 100
    return drawn or board.is_game_over()


def play(
    engine: chess.engine.SimpleEngine,
    tables: chess.syzygy.Tablebase,
    board: chess.Board,
    dice: random.Random,
    limit: chess.engine.Limit,
) -> str:
    start = board.fen()
    promised = end(tables, board)
    us = board.turn
    while not over(board):
        if board.turn == us:
            move = engine.play(board, limit).move
            if move not in board.legal_moves:
                return f"{start}: {move} is illegal in {board.fen()}"
            board.push(move)
            if -end(tables, board) < promised:
                return f"{start}: {move} gives it away, now {board.fen()}"
        else:
            board.push(answer(tables, board, dice))
        if promised < 1 and board.ply() >= DRAWN_PLIES:
            return "ok"
    if promised == 1 and not board.is_checkmate():
        return f"{start}: not won, {board.fen()}"
    return "ok"


program, folder, way, count, seed, nodes = sys.stdin.readline().split("\t")
limit = chess.engine.Limit(nodes=int(nodes))
dice = random.Random(int(seed))
# All endings first: they do not depend on what is played.
names = sorted({path.stem for path in Path(folder).glob("*.rtbw")} - DEAD)
endings = [ending(dice.choice(names), dice) for _ in range(int(count))]
with (
    chess.syzygy.open_tablebase(folder) as tables,
    chess.engine.SimpleEngine.popen_uci([program, "uci"]) as engine,
):
    if way == "with":
        engine.configure({"SyzygyPath": folder})
    for board in endings:
        print(play(engine, tables, board, dice, limit))
