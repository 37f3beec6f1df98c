#!/bin/sh
# Compiles with counters for libFuzzer what is ours or reads what comes in.
# Other crates are built as always: what they do is not what is tried here.
case " $* " in
*" --crate-name krog_"* | *" --crate-name shakmaty "* | *" --crate-name serde_json "*)
    set -- "$@" --cfg fuzzing -Ccodegen-units=1 -Cpasses=sancov-module \
        -Cllvm-args=-sanitizer-coverage-level=4 \
        -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
        -Cllvm-args=-sanitizer-coverage-pc-table \
        -Cllvm-args=-sanitizer-coverage-trace-compares
    ;;
esac
exec "$@"
