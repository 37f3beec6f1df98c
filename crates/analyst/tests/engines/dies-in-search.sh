#!/bin/sh
# Dies in the middle of every search.
while read -r word _; do
  case "$word" in
    uci) echo "id name mortal"; echo uciok ;;
    isready) echo readyok ;;
    go) echo "info depth 1 score cp 10 nodes 20 pv e2e4"; kill -SEGV $$ ;;
    quit) exit ;;
  esac
done
