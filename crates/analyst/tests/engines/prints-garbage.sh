#!/bin/sh
# Prints bytes that are no text, and a line of a gigabyte, between the words
# that count.
printf '\377\376\000\001 hello\n\n\n'
while read -r word _; do
  case "$word" in
    uci) printf 'id\noption\noption name\n\200\200\nid name babble\nuciok\n' ;;
    isready) printf 'readyokay\n\nreadyok\n' ;;
    go)
      echo "info depth score cp nodes pv"
      echo "info depth 99999999999 score cp 99999999999 pv e2e4"
      head -c 1073741824 /dev/zero | tr '\0' x
      echo
      echo "info depth 5 score cp 31 nodes 400 pv d2d4 d7d5"
      echo "bestmove d2d4"
      ;;
    quit) exit ;;
  esac
done
