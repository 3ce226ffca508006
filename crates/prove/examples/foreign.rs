//! Writes proofs for checkers by others of puzzles that are given in the format of `fewest-verify`:
//! `foreign a|b FOLDER...`, each with `puzzle.txt`. The fewest moves are found by breadth-first search
//! on the rules of the checker, or stand in `fewest.txt`. One line a folder: moves, positions,
//! seconds, bytes of the problem and of the proof.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::Instant;

use fewest_prove::foreign::{self, Files, Form};
use fewest_search::Context;
use fewest_verify::rules::{Digits, Rules};

type Failure = Box<dyn std::error::Error>;

/// Returns the fewest moves; `None` if there is no solution.
fn fewest(rules: &dyn Rules) -> Option<u64> {
    let mut layer = vec![rules.frame().start.clone()];
    let mut seen: HashSet<Digits> = layer.iter().cloned().collect();
    for moves in 0.. {
        if layer.iter().any(|at| rules.is_goal(at)) {
            return Some(moves);
        }
        let mut next = Vec::new();
        for at in &layer {
            rules.moves(at, &mut |after| {
                if !seen.contains(after) {
                    seen.insert(after.to_vec());
                    next.push(after.to_vec());
                }
            });
        }
        if next.is_empty() {
            return None;
        }
        layer = next;
    }
    None
}

fn write(folder: &Path, form: Form) -> Result<(), Failure> {
    let puzzle = fs::read_to_string(folder.join("puzzle.txt"))?;
    let claim = match fs::read_to_string(folder.join("fewest.txt")) {
        Ok(text) => text.trim().parse().ok(),
        Err(_) => fewest(fewest_verify::read_puzzle(&puzzle).map_err(|why| why.0)?.as_ref()),
    };
    let (began, cx) = (Instant::now(), Context::default());
    let prepared = foreign::prepare(&puzzle, claim, form, &cx)?;
    let problem = folder.join(if prepared.has_clauses() { "problem.cnf" } else { "problem.opb" });
    let proof = folder.join("proof.pbp");
    let [mut first, mut second] =
        [File::create(&problem).map(BufWriter::new)?, File::create(&proof).map(BufWriter::new)?];
    prepared.write(&mut Files { problem: &mut first, proof: &mut second, clauses: None }, &cx)?;
    first.flush()?;
    second.flush()?;
    let claim = claim.map_or_else(|| "-".to_owned(), |moves| moves.to_string());
    let (seconds, positions) = (began.elapsed().as_secs_f64(), prepared.positions());
    let [problem, proof] = [fs::metadata(problem)?.len(), fs::metadata(proof)?.len()];
    println!("{}\t{claim}\t{positions}\t{seconds:.1}\t{problem}\t{proof}", folder.display());
    Ok(())
}

fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [form, folders @ ..] = &words[..] else { return Err("usage: foreign a|b FOLDER...".into()) };
    let form = if form == "a" { Form::Plain } else { Form::Inductive };
    for folder in folders {
        if let Err(why) = write(Path::new(folder), form) {
            println!("{folder}\t{why}");
        }
    }
    Ok(())
}
