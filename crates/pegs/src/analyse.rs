//! Facts about a board for `explore`: what its jumps leave unchanged, and how many games can be won.

use std::collections::HashSet;

use fewest_search::{Context, Stop};

use super::board::{Board, Metric};
use super::difficulty::difficulty;
use super::goal::{Goal, names};
use super::{named, optimal};

/// Positions of a layer beyond which nothing is counted: it would take longer than the walk.
const MOST_IN_A_LAYER: f64 = (1_u64 << 24) as f64;
/// Boards with more holes are walked through a second time, without their symmetries, only if the goal is to get stuck.
const MOST_WALKED: usize = 24;
/// All boards of a shape are counted up to so many holes.
const MOST_CENSUS: usize = 20;
/// Positions beyond which random games and the longest sweep are not looked at.
const MOST_POSITIONS: usize = 1 << 16;

/// The facts as (name, value) rows.
pub fn analyse(board: &Board, cx: &Context<'_>) -> Vec<(String, String)> {
    let shape = board.shape();
    let mut rows = Vec::new();
    let mut say = |name: &str, value: String| rows.push((name.to_owned(), value));
    if let Some(name) = named::name(shape) {
        say("board", name);
    }
    say("holes", shape.holes().to_string());
    say("pegs", board.count().to_string());
    say("possible jumps", shape.jumps().list.len().to_string());
    if shape.holes() > optimal::LARGEST_BOARD {
        // What is counted below takes the square of the holes and more.
        return rows;
    }
    say("symmetries", shape.symmetries().len().to_string());
    say("independent colourings", optimal::invariants(shape.jumps()).len().to_string());
    let is_small = optimal::largest_layer(shape.jumps(), board.pegs()) <= MOST_IN_A_LAYER;
    if let Some(goal) = board.goal.for_solvers().filter(|_| is_small)
        && let Ok(won) = optimal::winnable(shape.jumps(), board.pegs(), &goal, 0, cx)
    {
        say("solutions", won.solutions.to_string());
        for (end, solutions) in &won.finishes {
            say(&format!("solutions that end in {}", names(end, shape, board.naming)), solutions.to_string());
        }
        say("positions that can be won", won.levels.iter().sum::<u64>().to_string());
        say("of these by jumps", listed(&won.levels));
    }
    if is_small && (shape.holes() <= MOST_WALKED || board.goal == Goal::Stuck) {
        games(board, cx, &mut say);
    }
    if let Ok(Some(found)) = difficulty(board, MOST_POSITIONS, cx) {
        say("random games won", format!("{:.4} %", 100.0 * found.share));
        say("first jumps that can win", format!("{} of {}", found.winning_jumps, found.jumps));
    }
    if let Some(all) =
        Some(shape.jumps()).filter(|jumps| jumps.holes <= MOST_CENSUS).and_then(optimal::census)
    {
        let won = all.iter().filter(|&&solutions| solutions > 0).count();
        say("boards of this shape that can be reduced to one peg", format!("{won} of {}", all.len()));
    }
    if let Ok(Some(jumps)) = longest_sweep(board, cx) {
        say("longest sweep", jumps.to_string());
    }
    rows
}

/// What can be reached, and all games until no jump is left.
fn games(board: &Board, cx: &Context<'_>, say: &mut impl FnMut(&str, String)) {
    let jumps = board.shape().jumps();
    if let Ok(seen) = optimal::reachable(jumps, board.pegs(), cx) {
        say("positions that can be reached, symmetric ones apart", seen.raw.iter().sum::<u64>().to_string());
        say("the same by jumps", listed(&seen.raw));
        if let Some(jumps) = seen.stuck.iter().position(|&stuck| stuck > 0) {
            say("shortest game", format!("{jumps} jumps"));
        }
    }
    if let Ok(games) = optimal::games(jumps, board.pegs(), cx) {
        say("games", games.to_string());
    }
}

fn listed(levels: &[u64]) -> String {
    levels.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
}

/// How many positions can be reached after 0, 1, 2 … jumps and still be won, up to the symmetries that keep the goal. Nothing if the
/// goal is to get stuck.
///
/// # Errors
/// Why the host stopped it.
pub fn still_won(board: &Board, cx: &Context<'_>) -> Result<Option<Vec<u64>>, Stop> {
    let Some(goal) = board.goal.for_solvers() else { return Ok(None) };
    optimal::still_won(board.shape().jumps(), board.pegs(), &goal, cx).map(Some)
}

/// For every board of a small shape, as a number with one bit a hole, the sequences of jumps that leave one peg. Nothing if the shape
/// has too many holes.
pub fn census(board: &Board) -> Option<Vec<u64>> {
    optimal::census(board.shape().jumps())
}

/// The most jumps that one peg can make in one move, in any position that can be reached; nothing if these are too many.
fn longest_sweep(board: &Board, cx: &Context<'_>) -> Result<Option<usize>, Stop> {
    let mut start = board.clone();
    start.metric = Metric::Moves;
    let mut longest = 0;
    let mut seen = HashSet::from([start.pegs().clone()]);
    let mut open = vec![start];
    while let Some(at) = open.pop() {
        cx.poll()?;
        for by in at.moves() {
            cx.poll()?;
            longest = longest.max(by.0.len() - 1);
            let mut after = at.clone();
            let is_new = by.0.len() == 2 && after.play(&by).is_ok() && seen.insert(after.pegs().clone());
            if is_new {
                open.push(after);
            }
        }
        if seen.len() > MOST_POSITIONS {
            return Ok(None);
        }
    }
    Ok(Some(longest))
}
