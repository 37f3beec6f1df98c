#!/bin/sh
# Tells bounds after its exact scores, and lines with illegal moves.
while read -r word _; do
  case "$word" in
    uci)
      echo "id name boundless"
      echo "option name MultiPV type spin default 1 min 1 max 500"
      echo uciok
      ;;
    isready) echo readyok ;;
    go)
      echo "info depth 8 multipv 1 score cp 25 nodes 100 pv e2e4 e7e5 e4e5 g8f6"
      echo "info depth 8 multipv 2 score cp 20 nodes 100 pv d2d4 d2d4"
      echo "info depth 9 multipv 1 score cp 90 lowerbound nodes 200 pv e2e4"
      echo "info depth 9 multipv 2 score cp 20 nodes 200 pv d2d4"
      echo "info depth 10 multipv 1 score cp 900 nodes 300 pv e2e5 e7e5"
      echo "info depth 10 multipv 2 score cp 800 upperbound nodes 300 pv a2a4"
      echo "bestmove e2e4"
      ;;
    quit) exit ;;
  esac
done
