//! Proves puzzles that are given in the format of the checker, and measures proof and check: one
//! line a folder with `puzzle.txt`, in which `proof.few` is written.
//!
//! A solution is read from `moves.txt`, one press of lights a line, or from `positions.txt`, one
//! position a line in digits, or else found by breadth-first search on the rules of the checker.

use std::collections::HashSet;
use std::path::Path;
use std::time::Instant;

use fewest_prove::Solved;
use fewest_search::Context;
use fewest_verify::rules::{Digits, Rules};
use fewest_verify::tables::Tables;
use fewest_verify::{Verified, read_puzzle};

type Failure = Box<dyn std::error::Error>;

/// Returns the positions after each move of a shortest solution.
fn shortest(rules: &dyn Rules) -> Option<Vec<Digits>> {
    let mut layers = vec![vec![rules.frame().start.clone()]];
    let mut seen: HashSet<Digits> = layers[0].iter().cloned().collect();
    let goal = loop {
        let layer = layers.last()?;
        if let Some(goal) = layer.iter().find(|at| rules.is_goal(at)) {
            break goal.clone();
        }
        let mut next = Vec::new();
        for at in layer {
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
        layers.push(next);
    };
    layers.pop();
    let mut way = vec![goal];
    for layer in layers.iter().rev() {
        let before = layer.iter().find(|at| {
            let mut leads = false;
            rules.moves(at, &mut |after| leads |= Some(after) == way.last().map(Vec::as_slice));
            leads
        })?;
        way.push(before.clone());
    }
    way.pop();
    way.reverse();
    Some(way)
}

fn measure(folder: &Path, tables: &mut Vec<Tables>) -> Result<(), Failure> {
    let puzzle = std::fs::read_to_string(folder.join("puzzle.txt"))?;
    let rules = read_puzzle(&puzzle).map_err(|why| why.0)?;
    let presses = std::fs::read_to_string(folder.join("moves.txt")).ok();
    let presses = presses.map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>());
    let way = match std::fs::read_to_string(folder.join("positions.txt")) {
        _ if presses.is_some() => None,
        Ok(text) => Some(
            text.lines()
                .map(|line| line.split_whitespace().map(str::parse).collect::<Result<Digits, _>>())
                .collect::<Result<Vec<_>, _>>()?,
        ),
        Err(_) => shortest(rules.as_ref()),
    };
    let mut steps = way.iter().flatten().cloned();
    let moves = presses.or_else(|| way.as_ref().map(|way| vec![String::new(); way.len()]));
    let cx = Context::default();
    if let Some((rows, columns, goal)) = fewest_prove::needs_tables(&puzzle).filter(|_| tables.is_empty()) {
        let started = Instant::now();
        let file = fewest_prove::tables::build(rows, columns, &goal, &cx)?;
        let (bytes, built) = (file.len(), started.elapsed());
        let started = Instant::now();
        tables.push(Tables::check(file, &mut |_, _| Ok(())).map_err(|why| why.0)?);
        println!("tables: {bytes} bytes, built in {built:.1?}, checked in {:.1?}", started.elapsed());
    }
    let started = Instant::now();
    let solved = Solved { puzzle: &puzzle, moves, play: &mut |_| steps.next(), certificates: Vec::new() };
    let proof = fewest_prove::prove(solved, tables, &cx)?;
    let made = started.elapsed();
    let started = Instant::now();
    let verified =
        fewest_verify::check(rules.as_ref(), &proof.file, tables, &mut |_, _| Ok(())).map_err(|why| why.0)?;
    let checked = started.elapsed();
    std::fs::write(folder.join("proof.few"), &proof.file)?;
    let moves = match verified {
        Verified::Fewest { moves, .. } => moves.to_string(),
        Verified::NoSolution => "none".to_owned(),
    };
    println!(
        "{}\t{moves}\t{}\t{} bytes\tmade in {made:.2?}, checked in {checked:.2?}",
        folder.display(),
        proof.method,
        proof.file.len()
    );
    Ok(())
}

fn main() -> Result<(), Failure> {
    let mut tables = Vec::new();
    for folder in std::env::args().skip(1) {
        measure(Path::new(&folder), &mut tables).map_err(|why| format!("{folder}: {why}"))?;
    }
    Ok(())
}
