//! A small run of the fuzz targets: the seeds of every target and some thousand mutations of them.

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
    for target in TARGETS {
        // Large examples are slow to solve and cover no other code of the readers.
        for (name, input) in (target.seeds)().iter().filter(|(_, input)| input.len() < 1000) {
            for _ in 0..100 {
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
