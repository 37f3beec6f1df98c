#!/bin/sh
# Never says a word.
exec sleep 60
