"""Runs statements in a ClickHouse of today. They are read from standard input, a
line of dashes between them; for each one line is printed: ok, or what was wrong."""

import sys

from chdb import session

server = session.Session()
for statement in sys.stdin.read().split("\n---\n"):
    try:
        server.query(statement, "TabSeparated")
        print("ok")
    except Exception as error:
        print(str(error).replace("\n", " "))
