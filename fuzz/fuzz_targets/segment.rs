//! Tries the law of `krog_borders::segment`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| krog_borders::segment::law(bytes));
