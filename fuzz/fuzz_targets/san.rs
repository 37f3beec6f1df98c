//! Tries the law of `krog_borders::san`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| krog_borders::san::law(bytes));
