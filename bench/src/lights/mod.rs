//! Lights Out: large boards compared with `tr`, which only exchanges two characters; elimination
//! with libm4ri, the best general elimination over GF(2), which solves the dense system; Blackout
//! with clingo; and hard minima.
//!
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
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Command, Stdio};

use fewest_search::Context;

use crate::timing::{Folder, fewest_program, run};
use crate::{clingo, results, timing};
use fewest::service::{GenerateOptions, Position, PuzzleText, Report, SolveOptions};

/// Runs everything; `false` if a number is wrong or a peer disagrees.
pub fn bench(seed: u64) -> bool {
    println!("\nlights: CPU seconds, seed {seed}");
    compare_with_tr(seed)
        & solver_alone(seed)
        & variants(seed)
        & minima()
        & compare_with_m4ri()
        & compare_blackout(seed)
}

/// A xorshift generator: the same boards on every machine.
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A text of random lights.
    fn board(&mut self, side: usize) -> Vec<u8> {
        let mut text = Vec::with_capacity(side * (side + 1));
        for _ in 0..side {
            // The high bits of a product are better mixed.
            let light =
                |bits: u64| if bits.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 63 == 1 { b'#' } else { b'0' };
            text.extend((0..side).map(|_| light(self.bits())));
            text.push(b'\n');
        }
        text
    }
}

fn open(text: &str) -> Box<dyn Position> {
    PuzzleText::text("bench", text).open_one().expect("a board").position
}

fn solve(position: &dyn Position, how: &SolveOptions) -> Report {
    let cx = Context::new(1, 4 << 30, &|_| ControlFlow::Continue(()));
    position.solve(how, &cx).expect("the answer replays")
}

fn all_on(side: usize) -> String {
    format!("{}\n", "#".repeat(side)).repeat(side)
}

/// One solution of a board of a million lights, which is in memory.
fn solver_alone(seed: u64) -> bool {
    let text = Random::new(seed).board(1000);
    let position = open(&String::from_utf8_lossy(&text));
    let how = SolveOptions { any: true, ..SolveOptions::default() };
    solve(position.as_ref(), &how);
    let times = 20;
    let (all, seconds) = timing::time(|| (0..times).all(|_| solve(position.as_ref(), &how).best.is_some()));
    println!("1,000 x 1,000 in memory, solved and replayed: {:.3} ms", 1000.0 * seconds / f64::from(times));
    if all {
        results::record("lights-memory", &results::seconds(seconds / f64::from(times)), None);
    }
    all
}

/// Rules that rows solve without elimination: text above the rows, side.
const VARIANTS: [(&str, usize); 5] = [
    ("wrap torus", 1000),
    ("wrap cylinder", 1000),
    ("rule king", 1000),
    ("rule king", 500),
    ("rule king; wrap torus", 999),
];

/// One solution of large boards with other rules, planted, in memory.
fn variants(seed: u64) -> bool {
    println!("\n{:28} {:>12}", "one solution, replayed", "milliseconds");
    let mut good = true;
    for (rule, side) in VARIANTS {
        let how = GenerateOptions {
            size: Some((side, side)),
            seed,
            rule: Some(rule.to_owned()),
            ..GenerateOptions::default()
        };
        let lights = fewest::service::family("lights").expect("the family");
        let position = lights.generate(&how, &Context::default()).expect("a board").position;
        let how = SolveOptions { any: true, ..SolveOptions::default() };
        let (solved, seconds) = timing::time(|| solve(position.as_ref(), &how));
        println!("{:28} {:12.1}", format!("{rule}, {side} x {side}"), 1000.0 * seconds);
        good &= solved.best.is_some();
        if (rule, side) == ("wrap torus", 1000) && solved.best.is_some() {
            results::record("lights-torus", &results::seconds(seconds), None);
        }
    }
    good
}

/// Side, fewest presses from all lights on, number of ways.
const MINIMA: [(usize, u64, u128); 5] =
    [(39, 561, 4), (47, 971, 8), (59, 1485, 8), (61, 1629, 8), (64, 1838, 4)];

fn minima() -> bool {
    println!("\n{:>10} {:>8} {:>6} {:>9}", "all on", "presses", "ways", "seconds");
    let mut good = true;
    for (side, presses, ways) in MINIMA {
        let position = open(&all_on(side));
        let how = SolveOptions { count: true, ..SolveOptions::default() };
        let (solved, seconds) = timing::time(|| solve(position.as_ref(), &how));
        let right = solved.is_fewest()
            && solved.count == Some(ways)
            && solved.best.as_ref().is_some_and(|best| best.length() == presses);
        let remark = if right { "" } else { "  WRONG" };
        println!("{:>10} {presses:8} {ways:6} {seconds:9.3}{remark}", format!("{side} x {side}"));
        good &= right;
        let key = match side {
            39 => "all-on-39",
            47 => "all-on-47",
            _ => continue,
        };
        if right {
            results::record(key, &results::seconds(seconds), None);
        }
    }
    good
}

const TEXT_SIDE: usize = 10_000;
/// The number of runs, of which the fastest counts.
const TEXT_RUNS: usize = 3;

/// Prints the row; `false` if the board is not solved.
fn compare_with_tr(seed: u64) -> bool {
    match text_seconds(seed) {
        Ok((ours, theirs)) => {
            println!(
                "{:36} {:>9} {:>9} {:>7}\n{:36} {ours:9.3} {theirs:9.3} {:6.2}x",
                "text to text",
                "ours",
                "tr",
                "ratio",
                "10,000 x 10,000, any solution",
                ours / theirs
            );
            let peer = Some((results::seconds(theirs), format!("{:.1}x", theirs / ours)));
            results::record("lights-10000", &results::seconds(ours), peer);
            true
        }
        Err(why) => {
            println!("text to text: NOT RUN ({why})");
            !why.starts_with("ours")
        }
    }
}

fn text_seconds(seed: u64) -> Result<(f64, f64), String> {
    let program = fewest_program()?;
    let folder = Folder::new()?;
    std::fs::write(folder.0.join("big.txt"), Random::new(seed).board(TEXT_SIDE))
        .map_err(|error| error.to_string())?;
    let ours = format!(
        "{:?} solve big.txt --as lights --any --print presses --quiet > ours",
        program.display().to_string()
    );
    let theirs = "LC_ALL=C tr '#0' '10' < big.txt > theirs";
    let mut least = [f64::INFINITY; 2];
    for _ in 0..TEXT_RUNS {
        for (least, line) in least.iter_mut().zip([ours.as_str(), theirs]) {
            let (code, seconds) = run(line, &folder.0)?;
            if code != 0 {
                return Err(format!("ours or tr ended with code {code}"));
            }
            *least = least.min(seconds);
        }
    }
    Ok(least.into())
}

const M4RI_SOURCE: &str = include_str!("m4ri.c");
const M4RI_SIDE: usize = 128;

/// Prints the row; `false` if the library finds another number of solutions.
fn compare_with_m4ri() -> bool {
    let (rank, theirs) = match m4ri_rank() {
        Ok(found) => found,
        Err(why) => {
            println!("\nlibm4ri: NOT RUN ({why})");
            return true;
        }
    };
    let position = open(&all_on(M4RI_SIDE));
    let how = SolveOptions { any: true, ..SolveOptions::default() };
    solve(position.as_ref(), &how);
    let times = 100;
    let (_, seconds) = timing::time(|| (0..times).for_each(|_| drop(solve(position.as_ref(), &how))));
    let ours = seconds / f64::from(times);
    let explored =
        position.explore(&fewest::service::ExploreOptions::default(), &fewest_search::Context::default());
    let nullity =
        explored.facts.iter().find(|(name, _)| name == "nullity").and_then(|(_, value)| value.parse().ok());
    let agrees = nullity == (M4RI_SIDE * M4RI_SIDE).checked_sub(rank);
    println!(
        "\n{:36} {:>9} {:>9} {:>7}\n{:36} {ours:9.6} {theirs:9.3} {:6.0}x{}",
        "one solution",
        "ours",
        "libm4ri",
        "ratio",
        format!("{M4RI_SIDE} x {M4RI_SIDE}, all on"),
        theirs / ours,
        if agrees { "" } else { "  DISAGREES" }
    );
    if agrees {
        let peer = Some((results::seconds(theirs), format!("{:.0}x", theirs / ours)));
        results::record("lights-m4ri", &results::seconds(ours), peer);
    }
    agrees
}

/// Rank and CPU seconds.
fn m4ri_rank() -> Result<(usize, f64), String> {
    let folder = Folder::new()?;
    let (source, program) = (folder.0.join("m4ri.c"), folder.0.join("m4ri"));
    std::fs::write(&source, M4RI_SOURCE).map_err(|error| error.to_string())?;
    let compile = || {
        let mut command = Command::new("cc");
        command.arg("-O2").arg("-o").arg(&program).arg(&source).args(["-lm4ri", "-lm"]);
        succeeds(&mut command)
    };
    if !compile() {
        // Debian's package, if it can be installed.
        let mut install = Command::new("apt-get");
        install.args(["install", "--yes", "--quiet", "libm4ri-dev"]).env("DEBIAN_FRONTEND", "noninteractive");
        if !succeeds(&mut install) || !compile() {
            return Err("no libm4ri-dev here, and it cannot be installed".to_owned());
        }
    }
    let output =
        Command::new(&program).arg(M4RI_SIDE.to_string()).output().map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let numbers =
        text.trim().split_once(' ').and_then(|(rank, time)| rank.parse().ok().zip(time.parse().ok()));
    numbers.ok_or_else(|| format!("it said {text:?}"))
}

fn succeeds(command: &mut Command) -> bool {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

/// Side of the board, picks planted (none: random lights, which on these sizes never go black),
/// turns.
const BLACKOUT_BOARDS: [(usize, usize, usize); 19] = [
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
const BLACKOUT_RUNS: usize = 10;

/// Prints the table; `false` if clingo does not agree.
fn compare_blackout(seed: u64) -> bool {
    match blackout_table(seed) {
        Ok(good) => good,
        Err(why) => {
            println!("\nclingo: NOT RUN ({why})");
            true
        }
    }
}

fn blackout_table(seed: u64) -> Result<bool, String> {
    let encoding = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/lights/puzzles/blackout.lp");
    let encoding = std::fs::read_to_string(encoding).map_err(|_| "there is no encoding blackout.lp")?;
    let program = fewest_program()?;
    let python = clingo::environment()?;
    let folder = Folder::new()?;
    let mut random = Random::new(seed);
    let mut good = true;
    println!(
        "\n{:32} {:>9} {:>10} {:>9} {:>8} {:>9}",
        "Blackout", "process", "inside", "clingo", "ratio", "inside"
    );
    for (side, picks, turns) in BLACKOUT_BOARDS {
        let facts = match picks {
            0 => scattered(&mut random, side, turns),
            _ => planted(&mut random, side, picks, turns),
        };
        std::fs::write(folder.0.join("board.lp"), &facts).map_err(|error| error.to_string())?;
        let line = format!("{:?} course blackout board.lp", program.display().to_string());
        // The shell measures milliseconds, so the mean of several runs is used.
        let (code, ours) =
            run(&format!("{{ {} }} > out", vec![line; BLACKOUT_RUNS].join("; ") + ";"), &folder.0)?;
        let ours = ours / BLACKOUT_RUNS as f64;
        let inside = seconds_inside(&facts);
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
        let key = match (side, picks, turns) {
            (8, 16, 16) => "blackout-8",
            (10, 50, 50) => "blackout-10",
            _ => continue,
        };
        if agrees {
            let [inside, whole] = [inside, ours].map(results::seconds);
            let peer = Some((results::seconds(theirs), format!("{ratio_inside}; {ratio}")));
            results::record(key, &format!("{inside}; {whole}"), peer);
        }
    }
    Ok(good)
}

/// Returns the CPU seconds of reading and solving an instance in a running process.
fn seconds_inside(facts: &str) -> f64 {
    let times = 100_u32;
    let how = SolveOptions::default();
    let read_and_solve = || {
        let position = open(facts);
        solve(position.as_ref(), &how)
    };
    read_and_solve();
    let (_, seconds) = timing::time(|| (0..times).for_each(|_| drop(read_and_solve())));
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
