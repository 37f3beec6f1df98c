#!/bin/sh
# Says nothing for a while, but answers isready, as an engine must.
while read -r word _; do
  case "$word" in
    uci) echo "id name thinker"; echo uciok ;;
    go) searching=1; asked=0 ;;
    isready)
      echo readyok
      if [ -n "$searching" ]; then
        asked=$((asked + 1))
        if [ "$asked" -ge 3 ]; then
          searching=
          echo "info depth 30 score mate 12 nodes 20 pv e2e4"
          echo "bestmove e2e4"
        fi
      fi
      ;;
    quit) exit ;;
  esac
done
