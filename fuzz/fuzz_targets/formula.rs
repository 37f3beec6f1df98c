//! Tries the law of `krog_borders::formula`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| krog_borders::formula::law(bytes));
