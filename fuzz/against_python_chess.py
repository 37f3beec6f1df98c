"""Reads PGN files with krog and with the Python package `chess`, and compares.

    cargo build -p krog-borders --example games
    python3 fuzz/against_python_chess.py target/debug/examples/games fuzz/corpus/pgn/*

Two comparisons. What krog writes must be read by the other without an error, with
the same main line, outcome and number of moves in all variations. And a file in
which neither finds a fault must hold the same games for both. Exit status 1 means
a difference.
"""

import io
import json
import subprocess
import sys

import chess
import chess.pgn


def theirs(text):
    """The games of a text as the package reads them."""
    stream = io.StringIO(text)
    while (game := chess.pgn.read_game(stream)) is not None:
        yield game


def facts(game):
    moves = [node.san() for node in game.mainline()]
    steps = 0
    waiting = [game]
    while waiting:
        children = waiting.pop().variations
        steps += len(children)
        waiting.extend(children)
    return {"moves": moves, "steps": steps, "outcome": game.headers.get("Result", "*")}


def differences(program, data):
    told = subprocess.run([program], input=data, capture_output=True, check=True).stdout
    ours = [json.loads(line) for line in told.decode().splitlines()]
    for number, game in enumerate(ours, 1):
        if "error" in game:
            continue
        read = list(theirs(game["written"]))
        if len(read) != 1:
            yield f"game {number}, written: found {len(read)} games"
            continue
        if read[0].errors:
            yield f"game {number}, written: {read[0].errors}"
        found = facts(read[0])
        for key, value in found.items():
            if key == "outcome" and "Result" not in read[0].headers:
                continue
            if value != game[key]:
                yield f"game {number}, written: {key} {value}, krog {game[key]}"
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return
    read = list(theirs(text))
    if any(game.errors for game in read) or not all(game["clean"] for game in ours):
        return
    found = [facts(game)["moves"] for game in read]
    expected = [game["moves"] for game in ours]
    if found != expected:
        yield f"as it is: {found}, krog {expected}"


def main():
    program, *files = sys.argv[1:]
    bad = 0
    for file in files:
        with open(file, "rb") as stream:
            data = stream.read()
        for difference in differences(program, data):
            bad += 1
            print(f"{file}: {difference}")
    print(f"{len(files)} files, {bad} differences")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
