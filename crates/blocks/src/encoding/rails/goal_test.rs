//! Goal tests on arrangements of segments.

use super::layout::Rails;
use super::segment::{Offsets, Segment};
use crate::rules::{Board, Goal, Piece};

/// A goal: one of these conditions holds.
#[derive(Debug)]
pub(super) struct RailGoalTest(Vec<SegmentCondition>);

/// A field of the key, and the set of arrangements that fulfil the goal.
#[derive(Debug)]
struct SegmentCondition {
    shift: u32,
    mask: u64,
    good: u64,
}

impl RailGoalTest {
    /// Appends the indices of the keys that pass all tests.
    pub(super) fn find(tests: &[Self], keys: &[u64], hit: &mut Vec<usize>) {
        match tests {
            // One goal for one piece, the case of nearly all puzzles.
            [Self(places)] if places.len() == 1 => hit.extend(indices(keys, |key| places[0].holds(key))),
            tests => hit.extend(indices(keys, |key| tests.iter().all(|test| test.holds(key)))),
        }
    }

    /// Returns whether a key passes the test.
    #[inline(always)]
    fn holds(&self, key: u64) -> bool {
        self.0.iter().any(|place| place.holds(key))
    }
}

/// Returns the indices of the keys for which a predicate holds.
#[inline(always)]
fn indices(keys: &[u64], is_so: impl Fn(u64) -> bool) -> impl Iterator<Item = usize> {
    keys.iter().enumerate().filter(move |(_, key)| is_so(**key)).map(|(at, _)| at)
}

impl SegmentCondition {
    #[inline(always)]
    fn holds(&self, key: u64) -> bool {
        self.good >> (key >> self.shift & self.mask) & 1 == 1
    }
}

/// Returns the test of a goal. None if it holds in every position.
pub(super) fn rail_goal_test(board: &Board, rails: &Rails, goal: &Goal) -> Option<RailGoalTest> {
    let wanted = |piece: &Piece, at: usize, (row, column): (usize, usize)| match *goal {
        Goal::LastColumn => at == 0 && column + piece.width == board.columns,
        Goal::PieceAt { piece: wanted, row: to_row, column: to_column } => {
            at == wanted && (row, column) == (to_row, to_column)
        }
        Goal::ShapeAt { row: to_row, column: to_column, width, height } => {
            piece.mask.is_none()
                && (piece.width, piece.height, row, column) == (width, height, to_row, to_column)
        }
    };
    let moves = |at: usize| rails.segments.iter().any(|segment| segment.pieces.contains(&at));
    let stands = board.pieces.iter().enumerate();
    if stands.into_iter().any(|(at, piece)| !moves(at) && wanted(piece, at, (piece.row, piece.column))) {
        return None;
    }
    let good = |segment: &Segment| {
        let holds = |offsets: &Offsets| {
            let mut standing = segment.pieces.iter().zip(offsets);
            standing.any(|(&at, &offset)| wanted(&board.pieces[at], at, segment.cell(usize::from(offset))))
        };
        let numbered = segment.arrangements.iter().enumerate();
        numbered.map(|(number, offsets)| u64::from(holds(offsets)) << number).sum()
    };
    let places = rails.segments.iter().map(|segment| SegmentCondition {
        shift: segment.shift,
        mask: segment.mask(),
        good: good(segment),
    });
    Some(RailGoalTest(places.filter(|place| place.good != 0).collect()))
}
