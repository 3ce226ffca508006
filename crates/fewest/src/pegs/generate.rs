//! New positions: played backward from a last peg, so that they have a solution; of these the first with only one finish.

use std::collections::HashSet;
use std::sync::Arc;

use fewest_search::Host;

use super::board::{Board, Metric};
use super::goal::Goal;
use super::jumps::{Jump, Pegs, count_pegs, flip_peg, has_peg, no_pegs, pegged};
use super::shape::Shape;
use super::{named, solve};
use crate::facade::seed::Seed;
use crate::{Fault, GenerateHow, How};

/// Positions that are made before none is believed to be as wanted.
const ATTEMPTS: usize = 400;
/// Positions beyond which finishes are not counted.
const MOST_POSITIONS: usize = 1 << 17;

/// Makes a board: rectangles of the size asked for, the triangle of the course if none is.
///
/// # Errors
/// Why there is none such.
pub fn generate(how: &GenerateHow, host: &Host<'_>) -> Result<Board, Fault> {
    let name =
        how.size.map_or_else(|| "triangle:5".to_owned(), |(width, height)| format!("rect:{width}x{height}"));
    let too_large = || Fault::new("a board of that size has too many holes").remedy("ask for a smaller one");
    let shape = Arc::new(named::shape(&name).ok_or_else(too_large)?);
    let metric = Metric::named(how.metric.as_deref());
    let mut seed = Seed::new(how.seed);
    for _ in 0..ATTEMPTS {
        let stopped = |_| Fault::new("stopped before a board was found").remedy("give it more time");
        host.poll().map_err(stopped)?;
        let jumps = match (how.pieces, how.moves, metric) {
            (Some(pegs), _, _) => pegs.saturating_sub(1),
            (None, Some(moves), Metric::Jumps) => usize::try_from(moves).unwrap_or(usize::MAX),
            (None, Some(moves), Metric::Moves) => {
                let moves = usize::try_from(moves).unwrap_or(usize::MAX).min(shape.holes());
                moves + seed.below(moves + 1)
            }
            (None, None, _) => shape.holes() / 3 + seed.below(shape.holes() / 3 + 1),
        };
        let Some(pegs) = backward(&shape, jumps, &mut seed) else { continue };
        let mut board = Board::new(Arc::clone(&shape), pegs, Goal::OnePeg);
        board.metric = metric;
        let is_long_enough = how.moves.is_none_or(|moves| {
            let solved = solve::solve(&board, &How::default(), host);
            solved.best.is_some_and(|best| best.len() as u64 == moves)
        });
        if is_long_enough && finishes(&board).is_some_and(|holes| holes.len() == 1) {
            return Ok(board);
        }
    }
    Err(Fault::new(format!("none of {ATTEMPTS} positions is like that and has only one finish"))
        .remedy("ask for another size, fewer moves, or another seed"))
}

/// A position that leads to one peg in so many jumps, played backward; nothing if that came to an end too early.
fn backward(shape: &Shape, jumps: usize, seed: &mut Seed) -> Option<Pegs> {
    let mut pegs = no_pegs(shape.holes());
    flip_peg(&mut pegs, seed.below(shape.holes()));
    for _ in 0..jumps {
        let has = |hole: u16| has_peg(&pegs, usize::from(hole));
        let can_be_undone = |jump: &&Jump| has(jump.to) && !has(jump.over) && !has(jump.from);
        let all: Vec<_> = shape.jumps().list.iter().filter(can_be_undone).copied().collect();
        let jump = all.get(seed.below(all.len()))?;
        jump.holes().into_iter().for_each(|hole| flip_peg(&mut pegs, hole));
    }
    Some(pegs)
}

/// The holes in which the last peg can be; nothing if there are too many positions.
fn finishes(board: &Board) -> Option<Vec<usize>> {
    let mut finishes: Vec<usize> = Vec::new();
    let mut seen = HashSet::from([board.pegs().clone()]);
    let mut open = vec![board.pegs().clone()];
    while let Some(pegs) = open.pop() {
        if count_pegs(&pegs) == 1 {
            finishes.extend(pegged(&pegs));
        }
        for jump in &board.shape().jumps().list {
            let [from, over, to] = jump.holes();
            if has_peg(&pegs, from) && has_peg(&pegs, over) && !has_peg(&pegs, to) {
                let mut after = pegs.clone();
                [from, over, to].into_iter().for_each(|hole| flip_peg(&mut after, hole));
                if seen.insert(after.clone()) {
                    open.push(after);
                }
            }
        }
        if seen.len() > MOST_POSITIONS {
            return None;
        }
    }
    Some(finishes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_one_finish_and_the_length_asked_for() {
        for (size, moves) in [(Some((4, 4)), 6), (None, 8)] {
            for seed in 0..2 {
                let how = GenerateHow { size, moves: Some(moves), seed, ..GenerateHow::default() };
                let board = generate(&how, &Host::default()).expect("there is one");
                assert_eq!(board, generate(&how, &Host::default()).expect("the same again"));
                assert_eq!(u64::from(board.count()), moves + 1);
                assert_eq!(finishes(&board).map(|finishes| finishes.len()), Some(1));
            }
        }
        let how = GenerateHow { size: Some((3, 3)), moves: Some(30), ..GenerateHow::default() };
        assert!(generate(&how, &Host::default()).is_err());
    }
}
