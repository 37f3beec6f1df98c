"""Lichess's judgements and accuracies, from the [%eval]s of games.

Reads PGN on standard input. Prints `J game ply word` for every move that has a
score before and after it, the word being inaccuracy, mistake, blunder or none,
and `A game white black` for every game whose scores have no gap. The rules are
those that Lichess publishes (winning chances from -1 to 1, thresholds .1 .2 .3,
its cases of mates, volatility-weighted and harmonic means); nothing here shares
code with krog.
"""

import math
import sys

import chess.pgn

START = ("cp", 15)


def told(node):
    """The score in a node's comment, as White sees it."""
    score = node.eval()
    if score is None:
        return None
    white = score.white()
    if white.is_mate():
        return ("mate", white.mate())
    return ("cp", white.score())


def ceiled(score):
    kind, number = score
    if kind == "mate":
        return 1000 if number > 0 else -1000
    return max(-1000, min(1000, number))


def winning_chances(cp):
    return 2 / (1 + math.exp(-0.00368208 * cp)) - 1


def win_percent(score):
    return 50 + 50 * winning_chances(ceiled(score))


def judge(previous, current, white):
    sign = 1 if white else -1
    (kind, before), (kind_after, after) = previous, current
    before, after = sign * before, sign * after
    if kind == kind_after == "cp":
        delta = winning_chances(max(-1000, min(1000, before))) - winning_chances(
            max(-1000, min(1000, after))
        )
        for least, word in ((0.3, "blunder"), (0.2, "mistake"), (0.1, "inaccuracy")):
            if least <= delta:
                return word
        return "none"
    if kind == "cp" and after < 0:
        if before < -999:
            return "inaccuracy"
        return "mistake" if before < -700 else "blunder"
    if kind == "mate" and before > 0:
        if kind_after == "mate":
            return "blunder" if after < 0 else "none"
        if after > 999:
            return "inaccuracy"
        return "mistake" if after > 700 else "blunder"
    return "none"


def move_accuracy(before, after):
    if after >= before:
        return 100.0
    raw = 103.1668100711649 * math.exp(-0.04354415386753951 * (before - after))
    return max(0.0, min(100.0, raw - 3.166924740191411 + 1))


def deviation(numbers):
    mean = sum(numbers) / len(numbers)
    return math.sqrt(sum((n - mean) ** 2 for n in numbers) / len(numbers))


def game_accuracy(scores, white_first):
    percents = [win_percent(score) for score in [START] + scores]
    size = max(2, min(8, len(scores) // 10))
    windows = [percents[:size]] * (min(size, len(percents)) - 2)
    windows += [percents[i : i + size] for i in range(len(percents) - size + 1)]
    weights = [max(0.5, min(12.0, deviation(window))) for window in windows]
    sides = {True: [], False: []}
    for i, weight in enumerate(weights[: len(scores)]):
        white = (i % 2 == 0) == white_first
        before, after = percents[i], percents[i + 1]
        if not white:
            before, after = 100 - before, 100 - after
        sides[white].append((move_accuracy(before, after), weight))
    result = []
    for white in (True, False):
        own = sides[white]
        if not own:
            return None
        weighted = sum(a * w for a, w in own) / sum(w for _, w in own)
        harmonic = len(own) / sum(1 / max(1.0, a) for a, _ in own)
        result.append((weighted + harmonic) / 2)
    return result


def main():
    number = 0
    while (game := chess.pgn.read_game(sys.stdin)) is not None:
        number += 1
        previous, scores, gap, node = START, [], False, game
        while (node := node.next()) is not None:
            score = told(node)
            if score is None:
                gap = gap or not node.board().is_checkmate()
            elif previous is not None:
                white = not node.turn()
                print("J", number, node.ply(), judge(previous, score, white))
                scores.append(score)
            previous = score
        if scores and not gap:
            accuracy = game_accuracy(scores, game.turn())
            if accuracy:
                print("A", number, *(f"{percent:.4f}" for percent in accuracy))


main()
