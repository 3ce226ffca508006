//! Lights Out: large boards compared with `tr`, Blackout with clingo, elimination with libm4ri, and
//! hard minima.

mod blackout;
mod m4ri;
pub mod program;
mod text;

use std::ops::ControlFlow;

use fewest::{GenerateOptions, Position, Puzzle, Report, SolveOptions};
use fewest_search::Context;

use crate::cpu;

/// Runs everything; `false` if a number is wrong or a peer disagrees.
pub fn bench(seed: u64) -> bool {
    println!("\nlights: CPU seconds, seed {seed}");
    text::compare(seed)
        & solver_alone(seed)
        & variants(seed)
        & minima()
        & m4ri::compare()
        & blackout::compare(seed)
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
    Puzzle::text("bench", text).open_one().expect("a board").position
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
    let (all, seconds) = cpu::time(|| (0..times).all(|_| solve(position.as_ref(), &how).best.is_some()));
    println!("1,000 x 1,000 in memory, solved and replayed: {:.3} ms", 1000.0 * seconds / f64::from(times));
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
        let lights = fewest::family("lights").expect("the family");
        let position = lights.generate(&how, &Context::default()).expect("a board").position;
        let how = SolveOptions { any: true, ..SolveOptions::default() };
        let (solved, seconds) = cpu::time(|| solve(position.as_ref(), &how));
        println!("{:28} {:12.1}", format!("{rule}, {side} x {side}"), 1000.0 * seconds);
        good &= solved.best.is_some();
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
        let (solved, seconds) = cpu::time(|| solve(position.as_ref(), &how));
        let right = solved.is_fewest()
            && solved.count == Some(ways)
            && solved.best.as_ref().is_some_and(|best| best.length() == presses);
        let remark = if right { "" } else { "  WRONG" };
        println!("{:>10} {presses:8} {ways:6} {seconds:9.3}{remark}", format!("{side} x {side}"));
        good &= right;
    }
    good
}
