//! A goal piece: its distance to the goal if it is alone, and the pieces that block its path.

use std::collections::VecDeque;

use super::placements::{CellSet, Placements};
use crate::encoding::Layout;
use crate::rules::{Board, Freedom, Goal, Metric};

/// Limit on the pairs of placements, of all other pieces with this one, for the table of pieces
/// that block every path.
const MOST_PAIRS: usize = 1 << 21;

/// A piece that a goal names, and the places where the goal holds.
pub(super) struct GoalPiece<const W: usize> {
    pub(super) field: usize,
    /// The fewest moves to the goal of the piece alone, by its value.
    moves_alone: Vec<Option<u64>>,
    /// For a piece on a line: the cells of its path to the goal, by its value.
    paths: Vec<Option<CellSet<W>>>,
    /// For other pieces, by field: whether a piece there blocks every path to the goal, by its
    /// value and then by the value of this piece.
    blocked: Vec<Option<Vec<Vec<bool>>>>,
}

impl<const W: usize> GoalPiece<W> {
    /// Returns the piece of a goal. None if several pieces could fulfil it.
    pub(super) fn new(
        board: &Board,
        layout: &Layout,
        placements: &[Placements<W>],
        goal: &Goal,
    ) -> Option<Self> {
        let [piece] = board.candidates(goal)[..] else { return None };
        let field = layout.fields.iter().position(|field| field.piece == piece)?;
        let placement = &placements[field];
        let is_goal_value = |value: usize| {
            let corner = layout.fields[field].cell(value);
            let (row, column) = (corner / layout.stride - 1, corner % layout.stride);
            match *goal {
                Goal::LastColumn => column + board.pieces[piece].width == board.columns,
                Goal::PieceAt { row: there, column: across, .. }
                | Goal::ShapeAt { row: there, column: across, .. } => (row, column) == (there, across),
            }
        };
        let stands = |value: &usize| placement.places[*value].is_some();
        let goal_values: Vec<usize> =
            (0..placement.places.len()).filter(stands).filter(|&value| is_goal_value(value)).collect();
        let moves_alone = distances(placement, &goal_values, board.metric);
        let is_straight = board.pieces[piece].freedom != Freedom::Both;
        let mut goal_piece =
            Self { field, moves_alone, paths: vec![None; placement.places.len()], blocked: Vec::new() };
        match (is_straight, &goal_values[..]) {
            (true, &[goal_value]) => {
                goal_piece.paths =
                    (0..placement.places.len()).map(|from| path(placement, from, goal_value)).collect();
            }
            _ => goal_piece.blocked = blocked(placements, field, &goal_values, layout),
        }
        Some(goal_piece)
    }

    /// Returns the fewest moves to the goal of the piece alone. None if there is no path.
    pub(super) fn moves_alone(&self, value: usize) -> Option<u64> {
        self.moves_alone[value]
    }

    /// Returns the cells of the path to the goal, if there is only one path.
    pub(super) fn path(&self, value: usize) -> Option<CellSet<W>> {
        self.paths[value]
    }

    /// Returns the pieces each of which blocks every path to the goal.
    pub(super) fn blocking(&self, values: &[usize]) -> u128 {
        let here = values[self.field];
        let blocks = |(field, blocked): &(usize, &Option<Vec<Vec<bool>>>)| {
            blocked.as_ref().is_some_and(|blocked| blocked[values[*field]].get(here) == Some(&true))
        };
        self.blocked.iter().enumerate().filter(blocks).fold(0, |set, (field, _)| set | 1 << field)
    }
}

/// Returns the fewest moves to the goal of a piece alone, by value.
fn distances<const W: usize>(
    placement: &Placements<W>,
    goal_values: &[usize],
    metric: Metric,
) -> Vec<Option<u64>> {
    let mut far = vec![None; placement.places.len()];
    let mut open: VecDeque<usize> = goal_values.iter().copied().collect();
    goal_values.iter().for_each(|&goal_value| far[goal_value] = Some(0));
    while let Some(value) = open.pop_front() {
        let next = far[value].map(|moves: u64| if metric == Metric::Paths { 1 } else { moves + 1 });
        for &step in placement.steps() {
            let mut at = value;
            while let Some(after) = placement.after(at, step) {
                at = after;
                if far[at].is_none() {
                    far[at] = next;
                    open.push_back(at);
                }
                if metric == Metric::Steps {
                    break;
                }
            }
        }
    }
    far
}

/// Returns the cells that a piece on a line covers from one place to another.
fn path<const W: usize>(placement: &Placements<W>, from: usize, goal_value: usize) -> Option<CellSet<W>> {
    let mut cells = CellSet::NONE;
    for value in from.min(goal_value)..=from.max(goal_value) {
        cells.add(placement.places[value].as_ref()?);
    }
    Some(cells)
}

/// Returns, by field, where the piece there blocks every path to the goal.
fn blocked<const W: usize>(
    placements: &[Placements<W>],
    field: usize,
    goal_values: &[usize],
    layout: &Layout,
) -> Vec<Option<Vec<Vec<bool>>>> {
    let piece = &placements[field];
    let is_first = |at: &usize| layout.fields[*at].class.start == *at;
    let others: usize = (0..placements.len()).filter(is_first).map(|at| placements[at].places.len()).sum();
    if piece.places.len().saturating_mul(others) > MOST_PAIRS {
        return Vec::new();
    }
    let open = reach(piece, goal_values, &CellSet::NONE);
    let blocks = |(at, other): (usize, &Placements<W>)| {
        (at != field).then(|| {
            let barred = |cells: &Option<CellSet<W>>| match cells {
                None => Vec::new(),
                Some(cells) => {
                    let still = reach(piece, goal_values, cells);
                    open.iter().zip(still).map(|(open, still)| *open && !still).collect()
                }
            };
            other.places.iter().map(barred).collect::<Vec<Vec<bool>>>()
        })
    };
    let mut all: Vec<Option<Vec<Vec<bool>>>> = Vec::new();
    for (at, other) in placements.iter().enumerate() {
        // Pieces that are alike block the same paths.
        let like = layout.fields[at].class.start;
        let known = if like < at { all[like].clone() } else { blocks((at, other)) };
        all.push(known);
    }
    all
}

/// Returns the places from which the goal is reachable for a piece that has to keep off some cells.
fn reach<const W: usize>(piece: &Placements<W>, goal_values: &[usize], off: &CellSet<W>) -> Vec<bool> {
    let stands = |value: usize| piece.places[value].is_some_and(|cells| !cells.meets(off));
    let mut visited = vec![false; piece.places.len()];
    let mut open: Vec<usize> = goal_values.iter().copied().filter(|&goal_value| stands(goal_value)).collect();
    open.iter().for_each(|&goal_value| visited[goal_value] = true);
    while let Some(value) = open.pop() {
        for &step in piece.steps() {
            if let Some(after) = piece.after(value, step).filter(|&after| stands(after) && !visited[after]) {
                visited[after] = true;
                open.push(after);
            }
        }
    }
    visited
}
