//! Tries the law of `krog_borders::spoken`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| krog_borders::spoken::law(bytes));
