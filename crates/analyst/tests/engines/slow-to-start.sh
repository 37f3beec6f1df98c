#!/bin/sh
# Takes a second to wake up.
sleep 1
while read -r word _; do
  case "$word" in
    uci) echo "id name snail"; echo uciok ;;
    isready) echo readyok ;;
    go) echo "info depth 4 score cp 12 nodes 70 pv g1f3"; echo "bestmove g1f3" ;;
    quit) exit ;;
  esac
done
