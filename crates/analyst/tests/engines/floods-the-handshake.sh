#!/bin/sh
# Talks for ever and never says uciok.
exec yes "id name who knows"
