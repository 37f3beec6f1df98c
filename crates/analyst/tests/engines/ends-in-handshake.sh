#!/bin/sh
# Reads the greeting and goes.
read -r _
exit 3
