"""Checks of what best play brings that is no material, for `refute.py`."""

import re

import chess

import refute_words as words
from refute_scene import expect


def asset(scene, claim, color, is_open, is_held):
    """What lasts and is no material: not there before, nor after the move of the
    other side, and at every end of the lines unless a pawn is won."""
    for board in [scene.before] + [scene.after] * (color != scene.mover):
        expect(is_open(board, color), f"found at {board.fen()} what the move is to bring")
    before = words.balance(scene.before, color)
    who = "self" if color == scene.mover else "opponent"
    told = f"won({who}, {before + 100})"
    expect(told in claim.formula, f"found no {told} in the formula")
    ends = []

    def goal(board):
        settled = not board.is_checkmate() and words.is_settled(board, color)
        ends.append(settled and is_held(board, color))
        return ends[-1] or scene.is_won(board, color, before + 100)

    claim.forces(color, goal, every=False)
    expect(any(ends), "found no end with what the lines are to show")


RANKS = {"fifth": 5, "sixth": 6, "seventh": 7}


def rank_told(claim, pattern):
    found = re.search(pattern, claim.en)
    expect(found and found.group(1) in RANKS, f"found no rank in {claim.en!r}")
    return RANKS[found.group(1)]


def lacks(is_held):
    return lambda board, color: not is_held(board, color)


def far_passer(claim):
    rank = rank_told(claim, r"passed pawn .*to the (\w+) rank or further")
    held = lambda board, color: words.far_passer(board, color, rank)
    return lacks(held), held


PASSERS = {"a passed pawn": (1, 1), "a second passed pawn": (2, 2), "a further passed pawn": (3, 8)}


def more_passers(claim):
    """As many passed pawns as the formula says, and the text by its words."""
    told = re.search(r"gets? (a (?:\w+ )?passed pawn),", claim.en)
    sums = {int(sum_) for sum_ in re.findall(r"passers\(\w+\) ≥ (\d+)", claim.formula)}
    expect(told and len(sums) == 1, f"found no number of passed pawns in {claim.en!r}")
    least, most = PASSERS[told.group(1)]
    count = sums.pop()
    expect(least <= count <= most, f"found {count} for {told.group(1)!r}")
    held = lambda board, color: words.passers(board, color) >= count
    return lacks(held), held


def stranded(claim):
    return lambda board, color: board.has_castling_rights(not color), words.strands


def bared(claim):
    return lambda board, color: len(words.shield(board, not color)) >= 2, words.bares


def seventh(claim):
    return lacks(words.seventh), words.seventh


def far_king(claim):
    rank = rank_told(claim, r"king (?:in )?as far as (?:the|its) (\w+) rank")
    held = lambda board, color: words.far_king(board, color, rank)
    return lacks(held), held


def gets(kind, king=False):
    def check(scene, claim):
        if king:
            expect(claim.one("king") == scene.after.king(scene.opponent), "found another king")
        asset(scene, claim, scene.mover, *kind(claim))
    return check


def allows(kind, king=False):
    def check(scene, claim):
        claim.reply()
        if king:
            expect(claim.one("king") == scene.after.king(scene.mover), "found another king")
        asset(scene, claim, scene.opponent, *kind(claim))
    return check


CHECKS = {
    "gets_passer_by_play": gets(far_passer),
    "allows_passer_by_play": allows(far_passer),
    "makes_passer_by_play": gets(more_passers),
    "allows_new_passer_by_play": allows(more_passers),
    "strands_king_by_play": gets(stranded, king=True),
    "loses_castling_by_play": allows(stranded, king=True),
    "bares_king_by_play": gets(bared, king=True),
    "loses_shield_by_play": allows(bared, king=True),
    "gets_seventh_by_play": gets(seventh),
    "allows_seventh_by_play": allows(seventh),
    "gets_king_in_by_play": gets(far_king),
    "allows_king_in_by_play": allows(far_king),
}

ALLOWED = [id_ for id_ in CHECKS if id_.startswith(("allows", "loses"))]
"""The claims that name the reply."""

PAWNS, ROOKS, KINGS = {chess.PAWN}, {chess.ROOK, chess.KING}, {chess.KING}

NAMED = {
    "gets_passer_by_play": PAWNS,
    "allows_passer_by_play": PAWNS,
    "makes_passer_by_play": PAWNS,
    "allows_new_passer_by_play": PAWNS,
    "bares_king_by_play": PAWNS,
    "loses_shield_by_play": PAWNS,
    "gets_seventh_by_play": ROOKS,
    "allows_seventh_by_play": ROOKS,
    "gets_king_in_by_play": KINGS,
    "allows_king_in_by_play": KINGS,
}
"""Men that a text may name though no witness stands for them: any of their kind."""
