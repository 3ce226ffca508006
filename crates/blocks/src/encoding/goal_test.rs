//! Goal tests on keys of the field encoding.

use super::fields::{Field, Layout};
use crate::rules::{Board, Freedom, Goal, Piece};

/// A goal as a condition on a key.
#[derive(Clone, Debug)]
pub(super) enum GoalTest {
    Never,
    /// The cell of a field is in a column of the framed grid.
    Column {
        field: usize,
        column: usize,
    },
    /// One of these fields has the given value.
    OneOf(Vec<(usize, usize)>),
}

impl GoalTest {
    /// Returns whether a key meets the condition.
    pub(super) fn holds(&self, layout: &Layout, key: &[u64]) -> bool {
        match self {
            Self::Never => false,
            Self::Column { field, column } => {
                let field = &layout.fields[*field];
                field.cell(field.value(key)) % layout.stride == *column
            }
            Self::OneOf(places) => {
                places.iter().any(|&(field, value)| layout.fields[field].value(key) == value)
            }
        }
    }
}

/// Returns the condition of a goal. None if it holds in every position.
pub(super) fn goal_test(board: &Board, fields: &[Field], goal: &Goal) -> Option<GoalTest> {
    let stride = board.columns + 1;
    let value_at = |field: &Field, row: usize, column: usize| {
        let cell = ((row + 1) * stride + column).checked_sub(field.base)?;
        (cell.is_multiple_of(field.scale) && (cell / field.scale) as u64 <= field.mask)
            .then_some(cell / field.scale)
    };
    let never_or_always = || if board.holds(goal) { None } else { Some(GoalTest::Never) };
    match *goal {
        Goal::LastColumn => {
            let Some(field) = fields.iter().position(|field| field.piece == 0) else {
                return never_or_always();
            };
            if fields[field].scale != 1 {
                return never_or_always();
            }
            Some(GoalTest::Column { field, column: board.columns - board.pieces[0].width })
        }
        Goal::PieceAt { piece, row, column } => {
            let Some(field) = fields.iter().position(|field| field.piece == piece) else {
                return never_or_always();
            };
            Some(
                value_at(&fields[field], row, column)
                    .map_or(GoalTest::Never, |value| GoalTest::OneOf(vec![(field, value)])),
            )
        }
        Goal::ShapeAt { row, column, width, height } => {
            let there = |piece: &&Piece| {
                piece.mask.is_none()
                    && (piece.row, piece.column, piece.width, piece.height) == (row, column, width, height)
            };
            if board.pieces.iter().filter(there).any(|piece| piece.freedom == Freedom::None) {
                return None;
            }
            let fits = |field: &Field| {
                let piece = &board.pieces[field.piece];
                piece.mask.is_none() && (piece.width, piece.height) == (width, height)
            };
            let places = fields.iter().enumerate().filter(|(_, field)| fits(field));
            Some(GoalTest::OneOf(
                places.filter_map(|(at, field)| Some((at, value_at(field, row, column)?))).collect(),
            ))
        }
    }
}
