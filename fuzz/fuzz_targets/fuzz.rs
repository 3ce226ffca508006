//! The fuzzer's entry. The targets are in the library, so that ordinary tests drive them too.
#![no_main]

use std::sync::OnceLock;

use fewest_fuzz::{Target, target};

static TARGET: OnceLock<&Target> = OnceLock::new();

libfuzzer_sys::fuzz_target!(
    init: {
        let name = std::env::var("FEWEST_FUZZ").expect("FEWEST_FUZZ names the target");
        let _ = TARGET.set(target(&name).expect("FEWEST_FUZZ is the name of a target"));
    },
    |data: &[u8]| (TARGET.get().expect("set before the first input").drive)(data)
);
