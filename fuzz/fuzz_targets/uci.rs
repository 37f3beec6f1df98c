//! Tries the law of `krog_borders::uci`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| krog_borders::uci::law(bytes));
