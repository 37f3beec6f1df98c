#!/bin/sh
# Dies in its first search, and does well when it is started again.
mark="${TMPDIR:-/tmp}/krog-dies-once-$PPID"
while read -r word _; do
  case "$word" in
    uci) echo "id name lazarus"; echo uciok ;;
    isready) echo readyok ;;
    go)
      if [ ! -e "$mark" ]; then : > "$mark"; kill -SEGV $$; fi
      rm -f "$mark"
      echo "info depth 7 score cp 10 nodes 20 pv e2e4 e7e5"
      echo "bestmove e2e4"
      ;;
    quit) exit ;;
  esac
done
