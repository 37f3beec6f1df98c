//! Tries the law of `krog_borders::requests`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| krog_borders::requests::law(bytes));
