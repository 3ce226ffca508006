//! Blackout compared with clingo: the encoding that comes with the family, on fresh boards. Few
//! picks are easy for both; from half of the cells on, and where turns are too few by two, clingo
//! has to search. Turns that are wrong by one, and boards that never go black, are decided by a
//! parity argument that clingo does not find.
//!
//! The figure of clingo is grounding and solving, without starting Python or reading the program.
//! *Inside* is comparable: reading and solving in a running process. *Process* is the whole
//! program: loading, detecting the machine, reading, solving, printing; loading alone takes several
//! times as long as solving.

use std::fmt::Write as _;
use std::path::Path;

use fewest::SolveOptions;

use super::Random;
use super::program::{Folder, fewest, run};
use crate::{clingo, cpu};

/// Side of the board, picks planted (none: random lights, which on these sizes never go black),
/// turns.
const BOARDS: [(usize, usize, usize); 19] = [
    (4, 4, 4),
    (6, 8, 8),
    (6, 8, 6),
    (8, 16, 16),
    (8, 16, 16),
    (8, 16, 15),
    (8, 16, 14),
    (8, 20, 20),
    (8, 20, 18),
    (10, 16, 16),
    (10, 16, 14),
    (8, 32, 32),
    (8, 32, 31),
    (8, 32, 30),
    (10, 20, 20),
    (10, 20, 19),
    (10, 50, 50),
    (10, 50, 48),
    (9, 0, 20),
];

/// Runs of the program for the mean.
const RUNS: usize = 10;

/// Prints the table; `false` if clingo does not agree.
pub fn compare(seed: u64) -> bool {
    match table(seed) {
        Ok(good) => good,
        Err(why) => {
            println!("\nclingo: NOT RUN ({why})");
            true
        }
    }
}

fn table(seed: u64) -> Result<bool, String> {
    let encoding = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/lights/puzzles/blackout.lp");
    let encoding = std::fs::read_to_string(encoding).map_err(|_| "there is no encoding blackout.lp")?;
    let program = fewest()?;
    let python = clingo::environment()?;
    let folder = Folder::new()?;
    let mut random = Random::new(seed);
    let mut good = true;
    println!(
        "\n{:32} {:>9} {:>10} {:>9} {:>8} {:>9}",
        "Blackout", "process", "inside", "clingo", "ratio", "inside"
    );
    for (side, picks, turns) in BOARDS {
        let facts = match picks {
            0 => scattered(&mut random, side, turns),
            _ => planted(&mut random, side, picks, turns),
        };
        std::fs::write(folder.0.join("board.lp"), &facts).map_err(|error| error.to_string())?;
        let line = format!("{:?} course blackout board.lp", program.display().to_string());
        // The shell measures milliseconds, so the mean of several runs is used.
        let (code, ours) = run(&format!("{{ {} }} > out", vec![line; RUNS].join("; ") + ";"), &folder.0)?;
        let ours = ours / RUNS as f64;
        let inside = inside(&facts);
        let (answer, theirs) =
            clingo::ask(&python, &format!("{facts}{encoding}"), 0).ok_or("clingo gave no answer")?;
        let our_answer = match code {
            10 | 30 => Some(true),
            20 => Some(false),
            _ => None,
        };
        let agrees = our_answer.is_some() && answer.is_none_or(|theirs| Some(theirs) == our_answer);
        let than = if answer.is_none() { ">" } else { "" };
        let [ratio, ratio_inside] = [ours, inside].map(|ours| format!("{than}{:.0}x", theirs / ours));
        println!(
            "{:32} {ours:9.4} {inside:10.6} {:>9} {ratio:>8} {ratio_inside:>9}{}",
            match picks {
                0 => format!("{side} x {side}, random, {turns} turns"),
                _ => format!("{side} x {side}, {picks} planted, {turns} turns"),
            },
            format!("{than}{theirs:.3}"),
            if agrees { "" } else { "  DISAGREES" }
        );
        good &= agrees;
    }
    Ok(good)
}

/// Returns the CPU seconds of reading and solving an instance in a running process.
fn inside(facts: &str) -> f64 {
    let times = 100_u32;
    let how = SolveOptions::default();
    let read_and_solve = || {
        let position = super::open(facts);
        super::solve(position.as_ref(), &how)
    };
    read_and_solve();
    let (_, seconds) = cpu::time(|| (0..times).for_each(|_| drop(read_and_solve())));
    seconds / f64::from(times)
}

/// A board that some picks, different ones, turn black.
fn planted(random: &mut Random, side: usize, picks: usize, turns: usize) -> String {
    let mut black = vec![true; side * side];
    let mut picked = vec![false; side * side];
    while picked.iter().filter(|&&picked| picked).count() < picks {
        let at = (random.bits() >> 20) as usize % (side * side);
        if std::mem::replace(&mut picked[at], true) {
            continue;
        }
        let (x, y) = (at % side, at / side);
        let beside = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1), (x, y)];
        for (x, y) in beside.into_iter().filter(|&(x, y)| x < side && y < side) {
            black[side * y + x] ^= true;
        }
    }
    facts(&black, side, turns)
}

/// A board with every cell black or white by chance.
fn scattered(random: &mut Random, side: usize, turns: usize) -> String {
    let black: Vec<bool> = (0..side * side).map(|_| random.bits() >> 40 & 1 == 1).collect();
    facts(&black, side, turns)
}

fn facts(black: &[bool], side: usize, turns: usize) -> String {
    let mut facts = format!("cell(1..{side},1..{side}). time(1..{turns}).\n");
    for at in (0..side * side).filter(|&at| black[at]) {
        let _ = writeln!(facts, "black({},{}).", at % side + 1, at / side + 1);
    }
    facts
}
