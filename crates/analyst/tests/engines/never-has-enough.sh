#!/bin/sh
# Searches on beyond its limit until it is told to stop.
while read -r word _; do
  case "$word" in
    uci) echo "id name greedy"; echo uciok ;;
    isready) echo readyok ;;
    go)
      echo "info depth 5 score cp 40 nodes 1000 pv e2e4"
      echo "info depth 6 score cp 41 nodes 900000 pv e2e4"
      ;;
    stop) echo "bestmove e2e4" ;;
    quit) exit ;;
  esac
done
