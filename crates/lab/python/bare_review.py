"""Bare searches, for the benches `review-cpu` and `workers` of krog-lab.

Usage: bare_review.py STOCKFISH PROCESSES PART LIMIT MULTIPV HASH MOVES
Searches every position of a game that starts from the start position, from its
end; each process takes the next PART positions when it has searched its last. LIMIT
is what `go` is told, such as `depth 14`. Reads what the engine says as far as
`bestmove` and keeps nothing. Prints the seconds it took from when all engines were
ready, and those for which an engine was ready to run and had no processor
(`man proc_pid_schedstat`).
"""

import glob
import subprocess
import sys
import threading
import time


def waited(process):
    """Seconds for which the threads of a process waited for a processor."""
    nanos = 0
    for name in glob.glob(f"/proc/{process}/task/*/schedstat"):
        with open(name) as file:
            nanos += int(file.read().split()[1])
    return nanos / 1e9


def search(stockfish, parts, moves, limit, multipv, hash_size, ready, waits):
    engine = subprocess.Popen(
        [stockfish], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )

    def say(text):
        engine.stdin.write(text + "\n")
        engine.stdin.flush()

    say(f"setoption name Hash value {hash_size}")
    say(f"setoption name MultiPV value {multipv}")
    say("ucinewgame")
    say("isready")
    for line in engine.stdout:
        if line.startswith("readyok"):
            break
    before = waited(engine.pid)
    ready.wait()
    while True:
        try:
            part = parts.pop(0)
        except IndexError:
            break
        for ply in part:
            say("position startpos moves " + " ".join(moves[:ply]))
            say(f"go {limit}")
            for line in engine.stdout:
                if line.startswith("bestmove"):
                    break
    waits.append(waited(engine.pid) - before)
    say("quit")
    engine.wait()


def main():
    stockfish, processes, part, limit, multipv, hash_size, *moves = sys.argv[1:]
    processes, part = int(processes), int(part)
    plies = list(reversed(range(len(moves) + 1)))
    parts = [plies[first : first + part] for first in range(0, len(plies), part)]
    waits = []
    ready = threading.Barrier(processes + 1)
    threads = [
        threading.Thread(
            target=search,
            args=(stockfish, parts, moves, limit, multipv, hash_size, ready, waits),
        )
        for _ in range(processes)
    ]
    for thread in threads:
        thread.start()
    ready.wait()
    start = time.monotonic()
    for thread in threads:
        thread.join()
    print(time.monotonic() - start, sum(waits) / processes)


main()
