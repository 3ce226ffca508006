//! Facts about a board for `explore`: what its jumps leave unchanged, and how many games can be won.

use std::collections::HashSet;

use fewest_search::Host;

use super::board::{Board, Metric};
use super::goal::names;
use super::{named, optimal};

/// Boards with more holes are not counted: it would take longer than the walk.
const MOST_COUNTED: usize = 37;
/// Positions beyond which the longest sweep is not looked for.
const MOST_POSITIONS: usize = 1 << 16;

/// The facts as (name, value) rows.
pub fn analyse(board: &Board, host: &Host<'_>) -> Vec<(String, String)> {
    let shape = board.shape();
    let mut rows = Vec::new();
    let mut say = |name: &str, value: String| rows.push((name.to_owned(), value));
    if let Some(name) = named::name(shape) {
        say("board", name);
    }
    say("holes", shape.holes().to_string());
    say("pegs", board.count().to_string());
    say("possible jumps", shape.jumps().list.len().to_string());
    say("symmetries", shape.symmetries().len().to_string());
    say("independent colourings", optimal::invariants(shape.jumps()).len().to_string());
    if let Some(goal) = board.goal.for_solvers().filter(|_| shape.holes() <= MOST_COUNTED)
        && let Ok(won) = optimal::winnable(shape.jumps(), board.pegs(), &goal, host)
    {
        say("solutions", won.solutions.to_string());
        for (end, solutions) in &won.finishes {
            say(&format!("solutions that end in {}", names(end, shape, board.naming)), solutions.to_string());
        }
        say("positions that can be won", won.levels.iter().sum::<u64>().to_string());
        let levels: Vec<String> = won.levels.iter().map(u64::to_string).collect();
        say("the same by jumps", levels.join(" "));
    }
    if let Some(jumps) = longest_sweep(board) {
        say("longest sweep", jumps.to_string());
    }
    rows
}

/// The most jumps that one peg can make in one move, in any position that can be reached; nothing if these are too many.
fn longest_sweep(board: &Board) -> Option<usize> {
    let mut start = board.clone();
    start.metric = Metric::Moves;
    let mut longest = 0;
    let mut seen = HashSet::from([start.pegs().clone()]);
    let mut open = vec![start];
    while let Some(at) = open.pop() {
        for by in at.moves() {
            longest = longest.max(by.0.len() - 1);
            let mut after = at.clone();
            let is_new = by.0.len() == 2 && after.play(&by).is_ok() && seen.insert(after.pegs().clone());
            if is_new {
                open.push(after);
            }
        }
        if seen.len() > MOST_POSITIONS {
            return None;
        }
    }
    Some(longest)
}
