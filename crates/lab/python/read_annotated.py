"""Reads annotated games with python-chess and counts what it finds.

Prints for every game: errors, half-moves of the main line, scores, judgement
glyphs on the main line, variations beside it, moves with coloured squares or
arrows.
"""

import sys

import chess.pgn

while (game := chess.pgn.read_game(sys.stdin)) is not None:
    main = list(game.mainline())
    beside = sum(len(node.variations) - 1 for node in [game, *main] if node.variations)
    print(
        len(game.errors),
        len(main),
        sum(node.eval() is not None for node in main),
        sum(bool(node.nags & {1, 2, 3, 4, 6, 7}) for node in main),
        beside,
        sum(bool(node.arrows()) for node in main),
    )
