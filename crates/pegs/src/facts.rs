//! Facts about a board for `explore`: invariants, counts of positions and solutions, the
//! difficulty, and the table of all pairs of vacancy and finish.
//!
//! The *difficulty* of a position is the share of random games that are won (every legal jump
//! equally likely), the number of first jumps after which the game can still be won, and the boards
//! on which won games end.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use fewest_core::{Ended, LowerBound, Reason, SolveOptions};
use fewest_search::{Context, Stop};

use crate::rules::jumps::{Jump, PegWords, flip_peg, has_peg, only};
use crate::rules::{Board, Goal, Metric, hole_names, named};
use crate::solve;
use crate::solve::parity_classes::{invariants, largest_reachable_layer};
use crate::solve::symmetry::LARGEST_BOARD;
use crate::solve::{reachable, winnable};

/// Largest estimated layer for counting: beyond it, counting would take longer than the exploration
/// itself.
const MOST_IN_A_LAYER: f64 = (1_u64 << 24) as f64;
/// Largest board, in holes, whose reachable positions and games are counted without symmetries,
/// unless the goal is to get stuck.
const MOST_ALL_GAMES: usize = 24;
/// Largest shape, in holes, for the census of all its boards.
const MOST_CENSUS: usize = 20;
/// Limit on the positions for random games and for the longest sweep.
const MOST_POSITIONS: usize = 1 << 16;

/// Returns the facts as (name, value) rows.
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
    if shape.holes() > LARGEST_BOARD {
        // The facts below take at least the square of the number of holes.
        return rows;
    }
    say("symmetries", shape.symmetries().len().to_string());
    say("independent colourings", invariants(shape.jumps()).len().to_string());
    let is_small = largest_reachable_layer(shape.jumps(), board.pegs()) <= MOST_IN_A_LAYER;
    if let Some(goal) = board.goal.for_solvers().filter(|_| is_small)
        && let Ok(won) = winnable::counts::count_winnable(shape.jumps(), board.pegs(), &goal, 0, cx)
    {
        say("solutions", won.solutions.to_string());
        for (end, solutions) in &won.finishes {
            say(
                &format!("solutions that end in {}", hole_names(end, shape, board.naming)),
                solutions.to_string(),
            );
        }
        say("positions that can be won", won.levels.iter().sum::<u64>().to_string());
        say("of these by jumps", listed(&won.levels));
    }
    if is_small && (shape.holes() <= MOST_ALL_GAMES || board.goal == Goal::Stuck) {
        games(board, cx, &mut say);
    }
    if let Ok(Some(found)) = difficulty(board, MOST_POSITIONS, cx) {
        say("random games won", format!("{:.4} %", 100.0 * found.share));
        say("first jumps that can win", format!("{} of {}", found.winning_jumps, found.jumps));
    }
    if let Some(all) =
        Some(shape.jumps()).filter(|jumps| jumps.holes <= MOST_CENSUS).and_then(reachable::census)
    {
        let won = all.iter().filter(|&&solutions| solutions > 0).count();
        say("boards of this shape that can be reduced to one peg", format!("{won} of {}", all.len()));
    }
    if let Ok(Some(jumps)) = longest_sweep(board, cx) {
        say("longest sweep", jumps.to_string());
    }
    rows
}

/// Adds the numbers of reachable positions and of games until no jump is left.
fn games(board: &Board, cx: &Context<'_>, say: &mut impl FnMut(&str, String)) {
    let jumps = board.shape().jumps();
    if let Ok(seen) = reachable::count_reachable(jumps, board.pegs(), cx) {
        say("positions that can be reached, symmetric ones apart", seen.raw.iter().sum::<u64>().to_string());
        say("the same by jumps", listed(&seen.raw));
        if let Some(jumps) = seen.stuck.iter().position(|&stuck| stuck > 0) {
            say("shortest game", format!("{jumps} jumps"));
        }
    }
    if let Ok(games) = reachable::count_games(jumps, board.pegs(), cx) {
        say("games", games.to_string());
    }
}

fn listed(levels: &[u64]) -> String {
    levels.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
}

/// Returns the number of winnable positions after 0, 1, 2 … jumps, up to the symmetries that keep
/// the goal. None if the goal is to get stuck.
///
/// # Errors
/// Returns why the context stopped the search.
pub fn winnable_level_sizes(board: &Board, cx: &Context<'_>) -> Result<Option<Vec<u64>>, Stop> {
    let Some(goal) = board.goal.for_solvers() else { return Ok(None) };
    winnable::counts::winnable_level_sizes(board.shape().jumps(), board.pegs(), &goal, cx).map(Some)
}

/// Returns, for every board of a small shape as a number with one bit per hole, the number of jump
/// sequences that leave one peg. None if the shape has too many holes.
pub fn census(board: &Board) -> Option<Vec<u64>> {
    reachable::census(board.shape().jumps())
}

/// Returns the most jumps of one move in any position that can be reached. None if there are too
/// many positions.
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

/// Largest board, in holes, whose optima are counted in the table of pairs; on larger boards
/// counting takes much longer than finding the fewest moves.
const MOST_COUNTED: usize = 24;

/// Returns one row per pair of vacancy and finish: `d4 to d4` and its answer. Symmetric pairs are
/// listed once.
pub fn pairs(board: &Board, cx: &Context<'_>) -> Vec<(String, String)> {
    let mut rows = Vec::new();
    for (vacancy, finish) in pair_classes(board) {
        // Pairs that a colouring rules out need no search that polls.
        if cx.poll().is_err() {
            break;
        }
        let name = format!("{} to {}", board.name(vacancy), board.name(finish));
        rows.push((name, describe_pair(&pair(board, vacancy, finish), cx)));
    }
    rows
}

/// Returns the least pair of every symmetry class.
fn pair_classes(board: &Board) -> impl Iterator<Item = (u16, u16)> {
    let holes = board.shape().holes() as u16;
    let symmetries = board.shape().symmetries();
    let is_least = move |&(vacancy, finish): &(u16, u16)| {
        symmetries
            .iter()
            .all(|image| (image[usize::from(vacancy)], image[usize::from(finish)]) >= (vacancy, finish))
    };
    (0..holes).flat_map(move |vacancy| (0..holes).map(move |finish| (vacancy, finish))).filter(is_least)
}

/// Returns the board with `vacancy` empty and `finish` as the only hole with a peg in the end.
pub fn pair(board: &Board, vacancy: u16, finish: u16) -> Board {
    let only = |hole: u16| only(board.shape().holes(), hole.into());
    let goal = Goal::Exactly(only(finish));
    let mut pair = Board::with_vacancies(Arc::clone(&board.shared_shape()), &only(vacancy), goal);
    (pair.metric, pair.naming) = (board.metric, board.naming);
    pair
}

fn describe_pair(pair: &Board, cx: &Context<'_>) -> String {
    let count = pair.metric == Metric::Moves && pair.shape().holes() <= MOST_COUNTED;
    let options = SolveOptions { count, ..SolveOptions::default() };
    let solved = solve::solve(pair, &options, cx);
    match (&solved.best, solved.at_least, solved.why.first(), solved.ended) {
        (Some(best), _, _, Ended::Complete) => {
            let optima =
                solved.figures.first().map(|(_, number)| format!(", {number} ways")).unwrap_or_default();
            let (length, metric) = (best.len(), pair.metric.id());
            format!("{length} {metric}{optima}")
        }
        (Some(best), LowerBound::Moves(least), _, _) if pair.metric == Metric::Moves => {
            format!("{least} to {} moves", best.len())
        }
        (Some(best), _, _, _) => format!("{} {} or fewer", best.len(), pair.metric.id()),
        (None, LowerBound::Never, Some(Reason::Certificate(certificate)), _) => {
            format!("never, by {}", if certificate.pagodas.is_empty() { "a colouring" } else { "a pagoda" })
        }
        (None, LowerBound::Never, _, _) => "never, by search".to_owned(),
        (None, LowerBound::Moves(_), _, _) => "not known".to_owned(),
    }
}

/// The difficulty of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Difficulty {
    /// The number of first jumps, and of those after which the game can be won.
    pub jumps: usize,
    pub winning_jumps: usize,
    /// The share of random games that are won.
    pub share: f64,
    /// The boards on which won games end.
    pub finishes: Vec<PegWords>,
}

/// Positions between two polls of the context.
const POSITIONS_PER_POLL: usize = 16;

/// Returns the difficulty of a position. None if more than `most` positions can be reached.
///
/// # Errors
/// Returns why the context stopped the computation.
pub fn difficulty(board: &Board, most: usize, cx: &Context<'_>) -> Result<Option<Difficulty>, Stop> {
    let is_won = |pegs: &PegWords| board.with_pegs(pegs.clone()).is_goal();
    let mut layers: Vec<HashMap<PegWords, f64>> = vec![HashMap::from([(board.pegs().clone(), 0.0)])];
    let mut seen = 1;
    while !layers[layers.len() - 1].is_empty() {
        let mut next = HashMap::new();
        let open = layers[layers.len() - 1].keys().filter(|pegs| !is_won(pegs));
        for (number, pegs) in open.enumerate() {
            if number % POSITIONS_PER_POLL == 0 {
                cx.poll()?;
            }
            next.extend(after(board, pegs).map(|pegs| (pegs, 0.0)));
            if seen + next.len() > most {
                return Ok(None);
            }
        }
        seen += next.len();
        layers.push(next);
    }
    let mut finishes = Vec::new();
    let mut below: HashMap<PegWords, f64> = HashMap::new();
    for mut layer in layers.into_iter().rev() {
        for (number, (pegs, share)) in layer.iter_mut().enumerate() {
            if number % POSITIONS_PER_POLL == 0 {
                cx.poll()?;
            }
            if is_won(pegs) {
                finishes.push(pegs.clone());
                *share = 1.0;
            } else {
                let shares: Vec<f64> = after(board, pegs).map(|next| below[&next]).collect();
                *share = shares.iter().sum::<f64>() / shares.len().max(1) as f64;
            }
        }
        if layer.contains_key(board.pegs()) {
            let shares: Vec<f64> =
                after(board, board.pegs()).map(|next| below.get(&next).copied().unwrap_or(0.0)).collect();
            finishes.sort_unstable();
            return Ok(Some(Difficulty {
                jumps: shares.len(),
                winning_jumps: shares.iter().filter(|&&share| share > 0.0).count(),
                share: layer[board.pegs()],
                finishes,
            }));
        }
        below = layer;
    }
    Ok(None)
}

/// Returns the positions after each legal jump.
fn after<'b>(board: &'b Board, pegs: &'b PegWords) -> impl Iterator<Item = PegWords> + 'b {
    let has = |hole: u16| has_peg(pegs, usize::from(hole));
    let legal = move |jump: &&Jump| has(jump.from) && has(jump.over) && !has(jump.to);
    board.shape().jumps().list.iter().filter(legal).map(|jump| {
        let mut after = pegs.clone();
        jump.holes().into_iter().for_each(|hole| flip_peg(&mut after, hole));
        after
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::rules::jumps::only;
    use crate::rules::{Goal, named};

    fn difficulty(board: &Board, most: usize) -> Option<Difficulty> {
        super::difficulty(board, most, &Context::default()).expect("nothing stops it")
    }

    fn triangle(vacancy: usize) -> Board {
        let shape = Arc::new(named::shape("triangle:5").expect("a name"));
        Board::with_vacancies(shape, &only(15, vacancy), Goal::OnePeg)
    }

    /// The share of won games, by playing all of them.
    fn plain(board: &Board, pegs: &PegWords) -> f64 {
        let next: Vec<PegWords> = after(board, pegs).collect();
        if board.with_pegs(pegs.clone()).is_goal() {
            return 1.0;
        }
        next.iter().map(|pegs| plain(board, pegs)).sum::<f64>() / next.len().max(1) as f64
    }

    #[test]
    fn the_share_is_that_of_all_games() {
        let board = triangle(4);
        let found = difficulty(&board, 1 << 20).expect("few positions");
        assert_eq!((found.jumps, found.winning_jumps), (2, 2));
        assert_eq!(found.finishes, [only(15, 12)]);
        assert!((found.share - plain(&board, board.pegs())).abs() < 1e-12, "{}", found.share);
        assert!(found.share > 0.0 && found.share < 0.05);
        assert_eq!(difficulty(&board, 100), None);
    }

    #[test]
    fn what_is_over_or_lost_is_known_too() {
        let over = triangle(4).with_pegs(only(15, 3));
        let found = difficulty(&over, 10).expect("one position");
        assert_eq!((found.share, found.jumps, found.finishes.len()), (1.0, 0, 1));
        let mut lost = only(15, 0);
        flip_peg(&mut lost, 14);
        let found = difficulty(&triangle(4).with_pegs(lost), 10).expect("one position");
        assert_eq!((found.share, found.finishes.len()), (0.0, 0));
    }
}
