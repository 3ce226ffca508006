//! The course's own algorithm: breadth-first search over snapshots.
//!
//! A snapshot is a position and the list of moves that led to it. Each arrangement enters the queue
//! only once: it is written as a string, one character per cell, and kept in a set. The search uses
//! only the rules of the board, so it is slow and simple, and the reference that the fast solver is
//! tested against.

use std::collections::{HashSet, VecDeque};

use fewest_core::{Ended, LowerBound, Reason, SearchLog, SolveReport};
use fewest_search::Context;

use crate::proof::Certificate;
use crate::rules::{Board, Move, Piece};

/// A position and the moves that led to it.
struct Snapshot {
    board: Board,
    moves: Vec<Move>,
}

/// Returns the arrangement as a string: the name of the piece on each cell, a blank for an empty
/// one.
pub fn arrangement(board: &Board) -> String {
    board.cover().iter().map(|piece| piece.map_or(' ', |piece| board.names[piece])).collect()
}

/// Returns a shortest list of moves. None if there is no solution.
pub fn shortest_solution(board: &Board) -> Option<Vec<Move>> {
    let never = |never: std::convert::Infallible| match never {};
    shortest_solution_while(board, |_, _| Ok(())).unwrap_or_else(never).0
}

/// The same with the number of arrangements seen, as long as `go_on` agrees. It is called for every
/// snapshot with the number of arrangements and the length of its list of moves.
///
/// # Errors
/// Those of `go_on`.
pub fn shortest_solution_while<E>(
    board: &Board,
    mut go_on: impl FnMut(usize, usize) -> Result<(), E>,
) -> Result<(Option<Vec<Move>>, usize), E> {
    if board.is_goal() {
        return Ok((Some(Vec::new()), 1));
    }
    let mut seen = HashSet::from([arrangement(board)]);
    let mut queue = VecDeque::from([Snapshot { board: board.clone(), moves: Vec::new() }]);
    while let Some(snapshot) = queue.pop_front() {
        go_on(seen.len(), snapshot.moves.len())?;
        for by in snapshot.board.moves() {
            let mut after = snapshot.board.clone();
            after.play(&by).expect("a listed move is legal");
            if seen.insert(arrangement(&after)) {
                let mut moves = snapshot.moves.clone();
                moves.push(by);
                if after.is_goal() {
                    return Ok((Some(moves), seen.len()));
                }
                queue.push_back(Snapshot { board: after, moves });
            }
        }
    }
    Ok((None, seen.len()))
}

/// Solves by this search within the limits of the context.
pub(crate) fn solve(board: &Board, cx: &Context<'_>) -> SolveReport<Vec<Move>, Certificate> {
    let cells = board.rows * board.columns;
    let bytes_of_one = 2 * (cells + size_of::<Snapshot>() + board.pieces.len() * (size_of::<Piece>() + 4));
    let mut lease = match cx.lease(0) {
        Ok(lease) => lease,
        Err(stop) => return SolveReport::nothing(Ended::Limit(stop)),
    };
    let mut expanded = 0_u64;
    let searched = shortest_solution_while(board, |seen, depth| {
        expanded += 1;
        if expanded.is_multiple_of(SNAPSHOTS_PER_POLL) {
            cx.poll()?;
            lease.resize(seen.saturating_mul(bytes_of_one + depth * size_of::<Move>()))?;
        }
        Ok(())
    });
    let (moves, seen) = match searched {
        Ok(searched) => searched,
        Err(stop) => return SolveReport::nothing(Ended::Limit(stop)),
    };
    let mut report = SolveReport::nothing(Ended::Complete);
    report.figures = vec![("arrangements seen".to_owned(), seen.to_string())];
    match moves {
        Some(moves) => {
            let because = format!("breadth-first search found it among the first {seen} arrangements");
            report.at_least = LowerBound::Moves(moves.len() as u64);
            report.why.push(Reason::SearchLog(SearchLog::Bound { because }));
            report.best = Some(moves);
        }
        None => {
            report.at_least = LowerBound::Never;
            report.why.push(Reason::SearchLog(SearchLog::Everything { positions: seen as u64 }));
        }
    }
    report
}

/// Snapshots between two looks at the limits.
const SNAPSHOTS_PER_POLL: u64 = 1 << 8;

/// Returns every shortest list of moves. None if there are more than `most`, or no solution. All
/// lists of that length are tried, except through arrangements that are known to lead nowhere.
pub fn all_shortest(board: &Board, most: usize) -> Option<Vec<Vec<Move>>> {
    let length = shortest_solution(board)?.len();
    let (mut found, mut hopeless) = (Vec::new(), HashSet::new());
    follow(board, length, most, &mut Vec::new(), &mut found, &mut hopeless);
    (found.len() <= most).then_some(found)
}

/// Tries every list of `left` further moves.
fn follow(
    board: &Board,
    left: usize,
    most: usize,
    moves: &mut Vec<Move>,
    found: &mut Vec<Vec<Move>>,
    hopeless: &mut HashSet<(usize, String)>,
) {
    if left == 0 {
        found.extend(board.is_goal().then(|| moves.clone()));
        return;
    }
    if found.len() > most || hopeless.contains(&(left, arrangement(board))) {
        return;
    }
    let before = found.len();
    for by in board.moves() {
        let mut after = board.clone();
        after.play(&by).expect("a listed move is legal");
        moves.push(by);
        follow(&after, left - 1, most, moves, found, hopeless);
        moves.pop();
    }
    if found.len() == before {
        hopeless.insert((left, arrangement(board)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::course_example;

    #[test]
    fn the_courses_strings_have_sixteen_characters() {
        assert_eq!(arrangement(&course_example()), "12  3 44ZZ5 6657");
    }

    #[test]
    fn five_moves_solve_the_courses_example() {
        let moves = shortest_solution(&course_example()).unwrap();
        assert_eq!(moves.len(), 5, "the course text says 6");
    }

    #[test]
    fn the_start_has_seven_successors() {
        let board = course_example();
        let moves: Vec<String> = board
            .moves()
            .iter()
            .map(|by| {
                let [leg] = by.way[..] else { panic!("a slide is straight") };
                format!("{} {} {}", board.names[by.piece], leg.to.word(), leg.distance)
            })
            .collect();
        assert_eq!(
            moves,
            ["2 down 1", "2 right 1", "2 right 2", "3 right 1", "4 up 1", "4 left 1", "7 up 1"]
        );
    }
}
