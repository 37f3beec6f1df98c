#!/bin/sh
# Has no options, and dies when one is set.
while read -r word _; do
  case "$word" in
    uci) echo uciok ;;
    setoption) exit 7 ;;
    isready) echo readyok ;;
    go) echo "info depth 4 score cp 12 nodes 70 pv g1f3"; echo "bestmove g1f3" ;;
    quit) exit ;;
  esac
done
