//! A small run of the fuzz targets: the seeds of every target and some thousand mutations of them.
//!
//! `FEWEST_FUZZ_RUNS=1000000 FEWEST_FUZZ=messages cargo test -p fewest-fuzz` drives a target with
//! that many mutations, without the coverage guidance of `cargo xtask fuzz`.

use fewest_fuzz::TARGETS;
use fewest_search::hash::SplitMix64;

#[test]
fn examples_are_driven() {
    for target in TARGETS {
        for (_, input) in (target.seeds)() {
            (target.drive)(&input);
        }
    }
}

#[test]
fn mutated_examples_are_driven() {
    const BYTES: &[u8] = b"0123456789 \n\r\0.#>-xXoABhvbnZz\xff";
    let mut random = SplitMix64::new(0x5eed);
    let runs = std::env::var("FEWEST_FUZZ_RUNS").ok().and_then(|runs| runs.parse::<usize>().ok());
    let named = std::env::var("FEWEST_FUZZ").ok();
    for target in TARGETS.iter().filter(|target| named.as_ref().is_none_or(|name| name == target.name)) {
        // Large examples are slow to solve and cover no other code of the readers.
        let mut seeds = (target.seeds)();
        seeds.retain(|(_, input)| input.len() < 1000);
        let each = runs.map_or(100, |runs| runs.div_ceil(seeds.len().max(1)));
        for (name, input) in &seeds {
            for _ in 0..each {
                let mut input = input.clone();
                for _ in 0..=random.below(4) {
                    let at = random.below(input.len());
                    match random.below(4) {
                        0 if !input.is_empty() => drop(input.remove(at)),
                        1 if !input.is_empty() => input[at] = BYTES[random.below(BYTES.len())],
                        2 => input.truncate(at),
                        _ => input.insert(at, BYTES[random.below(BYTES.len())]),
                    }
                }
                if std::panic::catch_unwind(|| (target.drive)(&input)).is_err() {
                    panic!("{}, from {name}: {:?}", target.name, String::from_utf8_lossy(&input));
                }
            }
        }
    }
}
