//! The crate `slidy` as a program. Every line of standard input is a board of the fifteen puzzle,
//! `1 2 3 4/5 6 …`. The first line of the output is the CPU time that its tables took to build;
//! then, for each board, the fewest moves and the CPU time they took.

#[path = "../../../src/cpu.rs"]
#[allow(dead_code, reason = "ours is measured by the same file, in more ways")]
mod cpu;

use std::io::BufRead;
use std::str::FromStr;

use slidy::puzzle::puzzle::Puzzle;
use slidy::solver::size4x4::stm::solver::Solver;

fn main() {
    let (solver, seconds) = cpu::time(Solver::new);
    println!("{seconds}");
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("lines of text");
        let (solution, seconds) = cpu::time(|| {
            let puzzle = Puzzle::from_str(&line).expect("a board");
            solver.solve(&puzzle).expect("a solution")
        });
        let moves: u64 = solution.len_stm();
        println!("{moves} {seconds}");
    }
}
