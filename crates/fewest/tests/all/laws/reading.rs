//! Law 1: what is written reads back; readers take any text; spans lie inside it; no family claims
//! another's text.

use fewest::service::{Family, Fault, ReadOptions, Source, Sure, Written};

use fewest_search::hash::SplitMix64;

use crate::laws::boards::{games, read};

pub fn what_is_written_reads_back<F: Family>() {
    for board in games::<F>().into_iter().flat_map(|(_, positions)| positions) {
        let mut expressed = 0;
        for format in F::INFO.formats {
            let mut text = Vec::new();
            let written = F::write(&board, format.id, &mut text).expect("a vector takes everything");
            match written {
                Written::Yes => {
                    assert!(format.writes, "{} is said not to write", format.id);
                    let again = read::<F>(&text, format.id, F::metric(&board));
                    assert_eq!(again, board, "{}:\n{}", format.id, String::from_utf8_lossy(&text));
                    expressed += 1;
                }
                Written::No(why) => assert!(text.is_empty() && !why.is_empty(), "{}: {why}", format.id),
            }
        }
        assert!(expressed > 0, "no format can express {board:?}");
    }
}

/// Bytes that formats are made of, and some that they are not.
const BYTES: &[u8] = b"0123456789 \n\r\t.,-#>xXoABhvbnZz(/\0\xff\xc3\xbc";

pub fn readers_take_any_text<F: Family>() {
    let mut random = SplitMix64::new(11);
    let formats = || F::INFO.formats.iter().map(|format| Some(format.id.to_owned())).chain([None]);
    for example in F::INFO.examples.iter().filter(|example| example.text.len() < 2000) {
        for _ in 0..200 {
            let mut text = example.text.as_bytes().to_vec();
            for _ in 0..=random.below(5) {
                mutate(&mut text, &mut random);
            }
            let source = Source::new("law", text);
            let claims = F::claims(&source);
            assert!(
                claims.iter().all(|claim| F::INFO.formats.iter().any(|format| format.id == claim.format))
            );
            for format in formats() {
                let reading =
                    F::read(std::slice::from_ref(&source), &ReadOptions { format, ..ReadOptions::default() });
                let warnings = reading.instances.iter().flat_map(|instance| &instance.warnings);
                reading.faults.iter().chain(warnings).for_each(|fault| lies_inside(fault, &source));
                assert!(
                    !(reading.instances.is_empty() && reading.faults.is_empty()),
                    "neither a board nor a fault"
                );
            }
        }
    }
}

fn mutate(text: &mut Vec<u8>, random: &mut SplitMix64) {
    let at = random.below(text.len() + 1);
    match random.below(5) {
        0 if at < text.len() => drop(text.remove(at)),
        1 if at < text.len() => text[at] = BYTES[random.below(BYTES.len())],
        2 => text.truncate(at),
        3 => text.extend_from_within(at..),
        _ => text.insert(at, BYTES[random.below(BYTES.len())]),
    }
}

fn lies_inside(fault: &Fault, source: &Source) {
    assert!(!fault.what.is_empty());
    if let Some(span) = fault.at {
        let inside = span.source == 0 && span.start <= span.end && span.end <= source.bytes.len();
        assert!(inside, "{fault:?} in {:?}", String::from_utf8_lossy(&source.bytes));
    }
}

pub fn metrics_are_listed<F: Family>() {
    let info = const { &F::INFO };
    assert!(!info.formats.is_empty() && !info.metrics.is_empty() && !info.notations.is_empty());
    for (board, _) in games::<F>() {
        assert!(info.metrics.iter().any(|metric| metric.id == F::metric(&board)));
    }
}

pub fn its_examples_are_taken_for_nothing_else<F: Family>() {
    for example in F::INFO.examples {
        let source = Source::new(example.name, example.text);
        let what =
            fewest::service::recognise(&source).unwrap_or_else(|error| panic!("{}: {error:?}", example.name));
        assert_eq!((what.entry.info.id, what.format), (F::INFO.id, Some(example.format)), "{}", example.name);
        for (family, format, sure) in fewest::service::claims(&source) {
            assert!(
                family == F::INFO.id || sure < Sure::Certain,
                "{family}:{format} is sure of {}",
                example.name
            );
        }
    }
}
