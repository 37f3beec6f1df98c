//! Tries the law of `krog_borders::frames`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| krog_borders::frames::law(bytes));
