//! The fuzzer's entry; what it drives is in the library, so that ordinary tests drive it too.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fewest_fuzz::drive(data));
