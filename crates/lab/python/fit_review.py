"""Fits the two small models of a review on games with [%eval] comments.

Reads PGN on standard input and prints the constants of
crates/advisor/src/forecast.rs:

- chances from a score alone, an ordered logistic model with one slope and one
  width of the draw;
- a rating from the mean loss of winning chances of a player in a game, a
  straight line on its logarithm, with the spread of what is left.

    zstdcat games.pgn.zst | python3 fit_review.py
"""

import math
import re
import sys

TAG = re.compile(r'^\[(\w+) "(.*)"\]')
EVAL = re.compile(r"\[%eval (#?)([-+]?[\d.]+)")
SLOPE = 0.00368208


def games(lines):
    tags, text = {}, []
    for line in lines:
        found = TAG.match(line)
        if found:
            if text:
                yield tags, " ".join(text)
                tags, text = {}, []
            tags[found.group(1)] = found.group(2)
        elif line.strip():
            text.append(line.strip())
    if text:
        yield tags, " ".join(text)


def centipawns(mate, number):
    if mate:
        return -1000.0 if number.startswith("-") else 1000.0
    return max(-1000.0, min(1000.0, 100.0 * float(number)))


def chance(cp):
    return 1.0 / (1.0 + math.exp(-SLOPE * cp))


def sigmoid(x):
    return 1.0 / (1.0 + math.exp(-x)) if x > -500 else 0.0


def ordered(samples):
    """Slope and width by Newton's method on the log-likelihood, numerically."""

    def loss(slope, width):
        total = 0.0
        for cp, result in samples:
            win = sigmoid(slope * cp - width)
            lose = sigmoid(-slope * cp - width)
            part = {"1-0": win, "0-1": lose}.get(result, 1.0 - win - lose)
            total -= math.log(max(part, 1e-9))
        return total / len(samples)

    point, step = [0.006, 1.0], [0.001, 0.2]
    best = loss(*point)
    while max(step[0] / 0.001, step[1] / 0.2) > 0.01:
        moved = False
        for axis in (0, 1):
            for sign in (1, -1):
                trial = list(point)
                trial[axis] += sign * step[axis]
                value = loss(*trial)
                if value < best:
                    best, point, moved = value, trial, True
        if not moved:
            step = [part / 2 for part in step]
    return point, best


def line(pairs):
    n = len(pairs)
    mean_x = sum(x for x, _ in pairs) / n
    mean_y = sum(y for _, y in pairs) / n
    slope = sum((x - mean_x) * (y - mean_y) for x, y in pairs) / sum(
        (x - mean_x) ** 2 for x, _ in pairs
    )
    start = mean_y - slope * mean_x
    spread = math.sqrt(sum((y - start - slope * x) ** 2 for x, y in pairs) / n)
    return start, slope, spread, mean_y


def main():
    samples, pairs = [], []
    for number, (tags, text) in enumerate(games(sys.stdin)):
        scores = [centipawns(*found) for found in EVAL.findall(text)]
        result = tags.get("Result")
        if result not in ("1-0", "0-1", "1/2-1/2") or len(scores) < 20:
            continue
        # One position of each game, so that long games do not count more.
        samples.append((scores[(number * 7919) % len(scores)], result))
        for side, elo in ((0, tags.get("WhiteElo")), (1, tags.get("BlackElo"))):
            if not (elo or "").isdigit() or not 400 <= int(elo) <= 3000:
                continue
            chances = [chance(cp) for cp in [15.0] + scores]
            sign = 1 if side == 0 else -1
            losses = [
                max(0.0, sign * (chances[i] - chances[i + 1]))
                for i in range(side, len(scores), 2)
            ]
            mean = sum(losses) / len(losses)
            pairs.append((math.log(mean + 0.002), float(elo)))
    (slope, width), value = ordered(samples)
    print(f"{len(samples)} games: slope {slope:.5f}, width {width:.3f}, log-loss {value:.4f}")
    start, steep, spread, mean = line(pairs)
    print(
        f"{len(pairs)} players, mean {mean:.0f}: rating = {start:.0f} "
        f"{steep:+.0f}·ln(loss + 0.002), spread {spread:.0f}"
    )


main()
