"""Repetitions by python-chess, for the measure `repetition` of krog-lab.

Reads lines `fen|uci uci uci ...` and prints for each of them three lists of
plies, divided by `|`: where the position stands for the third time, where for
the fifth, and where the side to move may claim a draw. Ply 0 is the start.
"""

import sys

import chess


def claimable(board: chess.Board) -> bool:
    over = board.is_game_over(claim_draw=False)
    return not over and (board.is_repetition(3) or board.halfmove_clock >= 100)


def plies(line: str) -> str:
    fen, _, moves = line.rstrip("\n").partition("|")
    board = chess.Board(fen)
    found: list[list[int]] = [[], [], []]
    ply = 0
    for move in [None, *moves.split()]:
        if move is not None:
            board.push_uci(move)
            ply += 1
        holds = [board.is_repetition(3), board.is_repetition(5), claimable(board)]
        for where, is_so in zip(found, holds):
            if is_so:
                where.append(ply)
    return "|".join(" ".join(map(str, where)) for where in found)


for line in sys.stdin:
    print(plies(line))
