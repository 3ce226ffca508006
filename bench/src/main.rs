//! Benchmarks against peers from the package registries, per family: `cargo xtask bench [FAMILY]
//! [--seed N] [--record]`.
//!
//! Times are CPU times of one thread, since wall time on a shared machine says little.

mod blocks;
mod clingo;
mod engine;
mod explore;
mod lights;
mod pegs;
mod results;
mod tiles;
mod timing;
mod traffic;

use std::process::ExitCode;

const USAGE: &str = "usage: fewest-bench [blocks|stretch [METRIC MINUTES GIBIBYTES]|lights|pegs|tiles|tiles-large|tiles-24 [random|korf [FIRST-]LAST THREADS MINUTES]|engine|traffic|explore [ROWSxCOLUMNS]|table] [--seed N] [--record]";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    if let Some(at) = words.iter().position(|word| *word == "--record") {
        words.remove(at);
        results::begin_recording();
    }
    let (words, seed) = match words.iter().position(|word| *word == "--seed") {
        None => (words, Some(1)),
        Some(at) => ([&words[..at], words.get(at + 2..).unwrap_or(&[])].concat(), seed_at(&words, at + 1)),
    };
    let Some(seed) = seed else {
        eprintln!("--seed takes a number\n{USAGE}");
        return ExitCode::from(2);
    };
    let good = match words[..] {
        [] => {
            blocks::bench(seed)
                & lights::bench(seed)
                & tiles::bench(seed)
                & pegs::bench(seed)
                & engine::bench()
        }
        ["blocks"] => blocks::bench(seed),
        ["stretch"] => blocks::classics::stretch("slides", 30, 20),
        ["stretch", metric @ ("slides" | "paths" | "steps"), minutes, gibibytes] => {
            match (minutes.parse(), gibibytes.parse()) {
                (Ok(minutes), Ok(gibibytes)) => blocks::classics::stretch(metric, minutes, gibibytes),
                _ => {
                    eprintln!("{USAGE}");
                    return ExitCode::from(2);
                }
            }
        }
        ["lights"] => lights::bench(seed),
        ["tiles"] => tiles::bench(seed),
        ["tiles-large"] => tiles::large::bench(seed) & tiles::twenty_four::four(),
        ["tiles-24"] => tiles::twenty_four::four(),
        ["tiles-24", list @ ("random" | "korf"), ranks, threads, minutes] => {
            match (tiles::twenty_four::ranks(ranks), threads.parse(), minutes.parse()) {
                (Some(ranks), Ok(threads), Ok(minutes)) => {
                    tiles::twenty_four::list(list, ranks, threads, minutes)
                }
                _ => {
                    eprintln!("{USAGE}");
                    return ExitCode::from(2);
                }
            }
        }
        ["pegs"] => pegs::bench(seed),
        ["engine"] => engine::bench(),
        ["table"] => results::write_table(),
        ["traffic"] => traffic::bench(),
        ["explore"] => explore::bench(3, 4),
        ["explore", size] => match size.split_once('x').map(|(a, b)| (a.parse(), b.parse())) {
            Some((Ok(rows @ 2..=4), Ok(columns @ 2..=7))) if rows * columns <= 14 => {
                explore::bench(rows, columns)
            }
            _ => {
                eprintln!("a board of at most 14 cells is needed, such as 3x4\n{USAGE}");
                return ExitCode::from(2);
            }
        },
        // Internal: one side of the comparison, run under the instruction counter.
        ["engine", space, side] => engine::one_side(space, side),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    ExitCode::from(u8::from(!good))
}

fn seed_at(words: &[&str], at: usize) -> Option<u64> {
    words.get(at)?.parse().ok()
}
