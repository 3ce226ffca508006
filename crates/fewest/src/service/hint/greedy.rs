//! Greedy best-first search with an inadmissible heuristic: a move to name where the fewest are not
//! known in time.
//!
//! It reads no clock and does the same on every machine: it ends at a goal, or after a fixed number
//! of evaluations. It finds a path, not the fewest moves; or, without a goal, the path to the
//! position that looks best.

use fewest_core::family::Family;
use fewest_search::BestFirst;

/// Guesses before the best-looking position must do: a part of the second that a hint may take, in
/// a browser on a slow telephone.
const GUESSES: usize = 15_000;
/// Keys of more words have more successors, and each of them takes longer.
const WORDS: usize = 8;
/// With more moves than this even the first look takes too long; then a simpler board is looked at.
const MOST_MOVES: usize = 4096;
/// Moves that are looked at where no board is simple enough.
const GLANCES: usize = 256;
/// Weight of the heuristic against the moves made: a larger weight finds a goal sooner, with more
/// moves.
const TRUST: u64 = 8;

/// A path that looks good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GreedyPath {
    /// Its moves in words; never empty.
    pub moves: Vec<String>,
    /// Whether it leads to a goal.
    pub arrives: bool,
}

/// A path that looks good, replayed on the board before it is returned. None if the family has no
/// greedy heuristic, or no move is possible.
pub(crate) fn greedy_path<F: Family>(board: &F::Board) -> Option<GreedyPath> {
    if !F::HAS_GREEDY {
        return None;
    }
    if F::is_large(board) {
        return any_move::<F>(board);
    }
    let mut simple = board.clone();
    let mut choices = F::moves(board);
    while choices.len() > MOST_MOVES {
        let Some(simpler) = F::simpler(&simple) else { return glance::<F>(board, &choices) };
        choices = F::moves(&simpler);
        simple = simpler;
    }
    let trail = search::<F>(&simple)?;
    let words = F::state_space(&simple)?.words();
    played::<F>(board, F::label_path(&simple, words, &trail))
}

/// Moves as a promise, if all of them can be played.
fn played<F: Family>(board: &F::Board, way: Vec<F::Move>) -> Option<GreedyPath> {
    let mut at = board.clone();
    let mut moves = Vec::new();
    for by in way {
        moves.push(F::write_move(&at, &by));
        F::play(&mut at, &by).ok()?;
    }
    (!moves.is_empty()).then(|| GreedyPath { moves, arrives: F::is_goal(&at) })
}

/// The first move of the simplest board: on a large one even a look at what a move leads to takes
/// too long.
fn any_move<F: Family>(board: &F::Board) -> Option<GreedyPath> {
    let simplest = std::iter::successors(F::simpler(board), F::simpler).last();
    let first = F::moves(simplest.as_ref().unwrap_or(board)).into_iter().next()?;
    played::<F>(board, vec![first])
}

/// Of some moves out of very many the one that looks best.
fn glance<F: Family>(board: &F::Board, moves: &[F::Move]) -> Option<GreedyPath> {
    let mut guess = F::greedy_heuristic(board)?;
    let mut far = |by: &F::Move| {
        let mut at = board.clone();
        F::play(&mut at, by).ok()?;
        Some(guess(&F::key(board, &at)?))
    };
    let some = moves.iter().step_by(moves.len().div_ceil(GLANCES).max(1));
    let best = some.filter_map(|by| Some((far(by)?, by))).min_by_key(|(far, _)| *far)?;
    played::<F>(board, vec![best.1.clone()])
}

/// The keys from the board to a goal, or to the position that looks best.
fn search<F: Family>(board: &F::Board) -> Option<Vec<u64>> {
    let (packed, mut guess) = (F::state_space(board)?, F::greedy_heuristic(board)?);
    let evaluations = GUESSES.min(GUESSES * WORDS.pow(2) / packed.words().pow(2));
    BestFirst { evaluations, weight: TRUST }.search(packed.as_ref(), &mut guess)
}

#[cfg(test)]
mod tests {
    use crate::service::{Context, Position, PuzzleText, SolveOptions, example};

    fn position(name: &str) -> Box<dyn Position> {
        let (_, example) = example(name).expect("it is there");
        PuzzleText::text(name, example.text).open_one().expect("it can be read").position
    }

    /// A large piece in the corner of an empty square, and some small ones.
    fn field(side: usize, small: usize) -> String {
        let pieces: String = (0..small)
            .map(|number| {
                format!("{} {} 1 1 b\n", 4 + 2 * (number / (side / 2)), 1 + 2 * (number % (side / 2)))
            })
            .collect();
        format!("{side} {side}\n1 1 2 2 b\n{pieces}")
    }

    #[test]
    fn boards_with_very_many_moves_get_a_greedy_path_too() {
        for (side, small, metric, arrives) in [(60, 20, "paths", true), (90, 1700, "steps", false)] {
            let puzzle = PuzzleText {
                metric: Some(metric.to_owned()),
                what: Some("blocks:course".to_owned()),
                ..PuzzleText::text("field", &field(side, small))
            };
            let start = puzzle.open_one().expect("it can be read").position;
            assert!(start.moves().len() > super::MOST_MOVES, "{metric}: {}", start.moves().len());
            let greedy_path = start.greedy_path().expect("something can move");
            assert_eq!(greedy_path.arrives, arrives, "{metric}");
            let mut at = start.copy();
            greedy_path.moves.iter().for_each(|by| at.play(by).unwrap());
            assert_eq!(at.is_goal(), arrives);
        }
    }

    #[test]
    fn a_greedy_path_is_a_solution_or_at_least_a_move() {
        for name in ["course", "klotski", "dads", "traffic"] {
            let start = position(name);
            let greedy_path = start.greedy_path().expect("something can move");
            assert!(greedy_path.arrives, "{name}");
            let mut at = start.copy();
            greedy_path.moves.iter().for_each(|by| at.play(by).unwrap());
            assert!(at.is_goal(), "{name}");
            let best = start.solve(&SolveOptions::default(), &Context::default()).unwrap().best.unwrap();
            assert!(best.length() <= greedy_path.moves.len() as u64, "{name}");
        }
        // Nothing leads there, and something can be moved all the same.
        let walled = position("walled-in").greedy_path().expect("something can move");
        assert!(!walled.arrives && !walled.moves.is_empty());
    }
}
