"""Refutes what krog claims about moves, for the measure `claims` of krog-lab.

Reads lines of JSON, each what `krog explain --format json` says about a move,
and recomputes every claim by brute force with the package `chess`, by the
definitions of `docs/claims.md`. Prints `index<TAB>id<TAB>what was found` for
each claim that it refutes, the index being that of the move, with the id
`explanation` for what is said of the move beside its claims, and at last
`checked N claims of M moves`. The option `--jobs N` sets the processes.
"""

import argparse
import json
import multiprocessing
import sys

import refute_assets
import refute_effects
import refute_gains
import refute_principles
import refute_record
import refute_text
from refute_scene import Claim, Refuted, Scene

CHECKS = {
    **refute_gains.CHECKS,
    **refute_assets.CHECKS,
    **refute_effects.CHECKS,
    **refute_principles.CHECKS,
}


def refute(scene, record):
    """What is wrong with a claim; empty if nothing is."""
    try:
        claim = Claim(scene, record)
    except (KeyError, ValueError, TypeError) as error:
        return [f"found a claim that cannot be read: {error!r}"]
    return faults_of(scene, claim, [*refute_text.ALL, CHECKS.get(claim.id, unknown)])


def faults_of(scene, about, checks):
    """What checks find wrong."""
    faults = []
    for check in checks:
        try:
            check(scene, about)
        except Refuted as fault:
            faults.append(str(fault))
        except (KeyError, ValueError, IndexError, AttributeError, TypeError) as error:
            faults.append(f"found what cannot be checked: {error!r} in {check.__name__}")
    return faults


def unknown(_, claim):
    raise Refuted(f"found the id {claim.id}, expected one of docs/claims.md")


def examine(item):
    """The refuted claims of one line, and how many there are in all."""
    index, line = item
    refuted = []
    try:
        record = json.loads(line)
        claims = record["claims"]
        scene = Scene(record)
    except (Refuted, KeyError, ValueError) as error:
        return [f"{index}\t-\tfound a move that cannot be read: {error!r}"], 0
    found = [(claim.get("id"), refute(scene, claim)) for claim in claims]
    found.append(("explanation", faults_of(scene, record, refute_record.ALL)))
    for id_, faults in found:
        if faults:
            told = "; ".join(faults).replace("\t", " ").replace("\n", " ")
            refuted.append(f"{index}\t{id_}\t{told}")
    return refuted, len(claims)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=multiprocessing.cpu_count())
    jobs = parser.parse_args().jobs
    items = list(enumerate(line for line in sys.stdin if line.strip()))
    checked = 0
    with multiprocessing.Pool(jobs) as pool:
        for refuted, claims in pool.imap(examine, items, chunksize=20):
            checked += claims
            for line in refuted:
                print(line)
    print(f"checked {checked} claims of {len(items)} moves")


if __name__ == "__main__":
    main()
