//! Tries the law of `krog_borders::fen`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| krog_borders::fen::law(bytes));
