//! Tries the law of `krog_borders::engine_output`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| krog_borders::engine_output::law(bytes));
