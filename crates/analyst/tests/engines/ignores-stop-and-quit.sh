#!/bin/sh
# Once it searches nothing stops it but force.
trap '' TERM INT HUP
while read -r word _; do
  case "$word" in
    uci) echo "id name stubborn"; echo uciok ;;
    isready) echo readyok ;;
    go) echo "info depth 3 score cp 15 nodes 90 pv c2c4"; exec sleep 60 ;;
  esac
done
exec sleep 60
