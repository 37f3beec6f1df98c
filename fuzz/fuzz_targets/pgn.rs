//! Tries the law of `krog_borders::pgn`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| krog_borders::pgn::law(bytes));
