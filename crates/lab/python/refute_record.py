"""Checks of what is said of a move beside its claims, for `refute.py`.

The sentences, the sums and the refutation of a move say nothing that no claim
says: each of them is held against the claims it is made from.
"""

import re

import chess

from refute_scene import SAN, expect


def explanation(scene, record):
    """Every sentence is a claim's, in the order of the claims."""
    starts = {"en": ("It", "But it"), "no": ("Trekket", "Men trekket")}
    for language, (plain, adverse) in starts.items():
        text = record["explanation"][language]
        said = f"{record['moveSan']} "
        rest = text.removeprefix(said)
        expect(rest != text, f"found {text!r}, expected it to begin with {said!r}")
        for index, claim in enumerate(record["claims"]):
            sentence = f"{claim['text'][language]}."
            starts_with = [""] if index == 0 else [f" {plain} ", f" {adverse} "]
            start = next((s for s in starts_with if rest.startswith(s + sentence)), None)
            expect(start is not None, f"found {rest!r}, expected {sentence!r}")
            rest = rest[len(start + sentence):]
        expect(not rest, f"found {rest!r}, which no claim says")


def principles(_, record):
    """Principles are judged as their claims say, with the letter of their norm."""
    krog = record["krog"]
    results = {result["code"]: result for result in krog["principleResults"]}
    satisfied = [code for code, result in results.items() if result["satisfied"]]
    expect(krog["satisfiedPrinciples"] == satisfied,
           f"found the satisfied {krog['satisfiedPrinciples']}, expected {satisfied}")
    both = set(satisfied) & set(krog["violatedPrinciples"])
    expect(not both, f"found {both} both satisfied and violated")
    first = {}
    for claim in record["claims"]:
        kind, _, code = claim["source"].partition(":")
        if kind != "principle":
            continue
        first.setdefault(code, claim)
        expect(code in results, f"found a claim of {code}, which is not listed")
        norm, good = results[code]["type"], claim["polarity"] == "for"
        holds = {"O": good, "P": good, "F": not good}[norm]
        letter = ("P" if norm == "P" else "O") if holds else "F"
        expect(claim["formula"].startswith(f"{letter}({code})"),
               f"found {claim['formula'][:30]!r} {claim['polarity']} the move, type {norm}")
        expect(good == results[code]["satisfied"], f"found {code} {results[code]['satisfied']}")
    for code, result in results.items():
        text = first[code]["text"] if code in first else None
        expect(result.get("explanation") == text, f"found the explanation of {code} unsaid")


def norms(_, record):
    """The formula of the norms: `P(move)` and each principle with its letter."""
    krog = record["krog"]
    expected = {f"P({record['moveSan'].rstrip('+#')})", f"P({record['moveSan']})",
                f"P({record['move']})"}
    atoms = krog["krogFormula"].split(" ∧ ")
    expect(atoms[0] in expected, f"found {atoms[0]}, expected one of {expected}")
    for atom in atoms[1:]:
        found = re.fullmatch(r"(¬?)([OPF])\((\w+)\)", atom)
        expect(found, f"found {atom}, expected a norm")
        against, letter, code = found.groups()
        result = next((r for r in krog["principleResults"] if r["code"] == code), None)
        expect(result and result["type"] == letter, f"found {atom}, expected its type {result}")
        expect(result["satisfied"] != bool(against), f"found {atom}, satisfied is not so")


def tactics(_, record):
    """Tactics are the claims whose source is one."""
    krog = record["krog"]
    claims = [c for c in record["claims"] if c["source"].startswith("tactic:")]
    patterns = krog["tacticalPatterns"]
    expect(len(claims) == len(patterns), f"found {len(patterns)} tactics, {len(claims)} claims")
    for claim, pattern in zip(claims, patterns):
        told = pattern["pattern"], pattern["explanation"], pattern["krogFormula"]
        said = claim["source"].removeprefix("tactic:"), claim["text"], claim["formula"]
        expect(told == said, f"found the tactic {told}, expected {said}")
        squares = [witness["square"] for witness in claim["witnesses"]]
        expect(pattern["targets"] == squares, f"found the targets {pattern['targets']}")
        sign = 1 if claim["polarity"] == "for" else -1
        expect(pattern["score"] * sign >= 0, f"found the score {pattern['score']}")
    total = krog["principleScore"] + krog["tacticalScore"]
    expect(krog["totalKrogScore"] == total, f"found {krog['totalKrogScore']}, expected {total}")


def refutation(scene, record):
    """The reply and its line are legal, and a claim says what it wins."""
    told = record.get("refutation")
    if told is None:
        return
    reply = scene.after.parse_uci(told["reply"])
    san = scene.after.san(reply)
    expect(told["replySan"] == san, f"found {told['replySan']}, expected {san}")
    expect(told["line"][:2] == [record["move"], told["reply"]], f"found the line {told['line']}")
    board = scene.before.copy(stack=False)
    for uci in told["line"]:
        expect(chess.Move.from_uci(uci) in board.legal_moves, f"found the illegal move {uci}")
        board.push_uci(uci)
    named = [
        claim for claim in record["claims"]
        if claim["polarity"] == "against" and san in SAN.findall(claim["text"]["en"])
    ]
    gains = [abs(claim["gain"]) if "gain" in claim else None for claim in named]
    expect(told.get("gain") in gains, f"found the gain {told.get('gain')}, expected of {gains}")


ALL = (explanation, principles, norms, tactics, refutation)
