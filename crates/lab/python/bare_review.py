"""Bare searches, for the bench `review-cpu` of krog-lab.

Usage: bare_review.py STOCKFISH PROCESSES DEPTH MULTIPV HASH MOVES
Searches every position of a game that starts from the start position; each
process takes a part of the game, backwards. Reads what the engine says as far
as `bestmove` and keeps nothing. Prints the seconds it took.
"""

import subprocess
import sys
import threading
import time


def search(stockfish, plies, moves, depth, multipv, hash_size):
    engine = subprocess.Popen(
        [stockfish], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )

    def say(text):
        engine.stdin.write(text + "\n")
        engine.stdin.flush()

    say(f"setoption name Hash value {hash_size}")
    say(f"setoption name MultiPV value {multipv}")
    say("ucinewgame")
    for ply in reversed(plies):
        say("position startpos moves " + " ".join(moves[:ply]))
        say(f"go depth {depth}")
        for line in engine.stdout:
            if line.startswith("bestmove"):
                break
    say("quit")
    engine.wait()


def main():
    stockfish, processes, depth, multipv, hash_size, *moves = sys.argv[1:]
    processes = int(processes)
    positions = len(moves) + 1
    borders = [positions * part // processes for part in range(processes + 1)]
    start = time.monotonic()
    parts = [
        threading.Thread(
            target=search,
            args=(stockfish, range(first, last), moves, depth, multipv, hash_size),
        )
        for first, last in zip(borders, borders[1:])
    ]
    for part in parts:
        part.start()
    for part in parts:
        part.join()
    print(time.monotonic() - start)


main()
