"""A check of Schemathesis: whatever is refused is refused by a problem document
that says what is wrong, and with which part of the request.

Loaded by Schemathesis itself (SCHEMATHESIS_HOOKS). What it saw is written to the
file that KROG_SCHEMA_SEEN names: how many answers, and how many of each status.
"""

import atexit
import collections
import json
import os
import threading

import schemathesis

SEEN = collections.Counter()
LOCK = threading.Lock()

# Those that are about a part of the request, and name it.
NAMED = {400, 422}


@schemathesis.check
def problem_names_its_part(ctx, response, case):
    with LOCK:
        SEEN[response.status_code] += 1
    if response.status_code < 400:
        return
    kind = response.headers.get("content-type", [""])[0].split(";")[0]
    assert kind == "application/problem+json", f"found an error of the type {kind!r}"
    problem = response.json()
    assert problem["status"] == response.status_code, f"found {problem}"
    assert problem["title"] and problem["detail"], f"found no words in {problem}"
    if response.status_code in NAMED:
        assert problem.get("part"), f"found no part named in {problem}"


@atexit.register
def tell():
    with open(os.environ["KROG_SCHEMA_SEEN"], "w", encoding="utf-8") as file:
        json.dump({str(status): count for status, count in sorted(SEEN.items())}, file)
