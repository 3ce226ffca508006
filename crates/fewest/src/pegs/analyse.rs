//! Facts about a board for `explore`: what its jumps leave unchanged, and how many games can be won.

use std::collections::HashSet;

use fewest_search::Host;

use super::board::{Board, Metric};
use super::goal::names;
use super::{named, optimal};

/// Boards with more holes are not counted: it would take longer than the walk.
const MOST_COUNTED: usize = 37;
/// Boards with more holes are not walked through a second time, without their symmetries.
const MOST_WALKED: usize = 33;
/// All boards of a shape are counted up to so many holes.
const MOST_CENSUS: usize = 20;
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
        say("of these by jumps", levels.join(" "));
    }
    if shape.holes() <= MOST_WALKED
        && let Ok(seen) = optimal::reachable(shape.jumps(), board.pegs(), host)
    {
        let text = |levels: &[u64]| levels.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
        say("positions that can be reached, symmetric ones apart", seen.raw.iter().sum::<u64>().to_string());
        say("the same by jumps", text(&seen.raw));
        if let Some(jumps) = seen.stuck.iter().position(|&stuck| stuck > 0) {
            say("shortest game", format!("{jumps} jumps"));
        }
    }
    if shape.holes() <= MOST_WALKED
        && let Ok(games) = optimal::games(shape.jumps(), board.pegs(), host)
    {
        say("games", games.to_string());
    }
    if let Some(all) =
        Some(shape.jumps()).filter(|jumps| jumps.holes <= MOST_CENSUS).and_then(optimal::census)
    {
        let won = all.iter().filter(|&&solutions| solutions > 0).count();
        say("boards of this shape that can be reduced to one peg", format!("{won} of {}", all.len()));
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
