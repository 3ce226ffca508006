//! Shortest solutions by the plainest search on the rules of the checker, and proofs of them.

use std::collections::{HashMap, VecDeque};

use fewest_prove::{Proof, Solved};
use fewest_search::Context;
use fewest_verify::rules::{Digits, Rules};
use fewest_verify::tables::Tables;
use fewest_verify::{Rejected, Verified, read_puzzle};

/// Returns a solution with the fewest moves: the number of each among the moves of its position, and
/// the position after it.
pub fn shortest(rules: &dyn Rules) -> Option<Vec<(usize, Digits)>> {
    let start = rules.frame().start.clone();
    let mut from: HashMap<Digits, (usize, Digits)> = HashMap::from([(start.clone(), (0, Digits::new()))]);
    let mut open = VecDeque::from([start.clone()]);
    while let Some(at) = open.pop_front() {
        if rules.is_goal(&at) {
            let mut way = Vec::new();
            let mut here = at;
            while here != start {
                let (number, before) = from[&here].clone();
                way.push((number, std::mem::replace(&mut here, before)));
            }
            way.reverse();
            return Some(way);
        }
        let mut number = 0;
        rules.moves(&at, &mut |after| {
            if !from.contains_key(after) {
                from.insert(after.to_vec(), (number, at.clone()));
                open.push_back(after.to_vec());
            }
            number += 1;
        });
    }
    None
}

/// Returns the words of moves: the places of presses, else anything.
fn words(puzzle: &str, way: &[(usize, Digits)]) -> Vec<String> {
    let places: Vec<&str> =
        puzzle.lines().filter_map(|line| line.strip_prefix("press ")?.split(':').next()).collect();
    let width = puzzle.lines().find_map(|line| Some(line.strip_prefix("row ")?.len())).unwrap_or(1);
    let place = |&(number, _): &(usize, Digits)| match places.get(number) {
        Some(place) => place.replace(',', ", "),
        None => format!("{}, {}", number % width, number / width),
    };
    way.iter().map(|step| format!("({})", place(step))).collect()
}

/// Proves a puzzle.
pub fn prove(puzzle: &str) -> Proof {
    let rules = read_puzzle(puzzle).unwrap_or_else(|why| panic!("{why:?}\n{puzzle}"));
    let way = shortest(rules.as_ref());
    let mut steps = way.iter().flatten().map(|(_, after)| after.clone());
    let solved = Solved {
        puzzle,
        moves: way.as_ref().map(|way| words(puzzle, way)),
        play: &mut |_| steps.next(),
        certificates: Vec::new(),
    };
    fewest_prove::prove(solved, &[], &Context::default()).unwrap_or_else(|why| panic!("{why}\n{puzzle}"))
}

/// Checks a proof.
pub fn check(puzzle: &str, file: &[u8], tables: &[Tables]) -> Result<Verified, Rejected> {
    fewest_verify::check(read_puzzle(puzzle)?.as_ref(), file, tables, &mut |_, _| Ok(()))
}

/// Returns the number of moves that was verified; `None` if it is that there is no solution.
pub fn moves(verified: &Verified) -> Option<u64> {
    match verified {
        Verified::Fewest { moves, .. } => Some(*moves),
        Verified::NoSolution => None,
    }
}
