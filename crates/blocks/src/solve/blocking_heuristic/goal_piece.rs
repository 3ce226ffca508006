//! A piece that a goal waits for: how far it is from home if it is alone, and who bars its way.

use std::collections::VecDeque;

use super::placements::{Cells, Mover};
use crate::encoding::Layout;
use crate::rules::{Board, Freedom, Goal, Metric};

/// Pairs of places, of all pieces with this one, beyond which nobody asks who bars every way: it would take too long.
const MOST_PAIRS: usize = 1 << 21;

/// A piece and its home.
pub(super) struct Want<const W: usize> {
    pub(super) field: usize,
    /// The fewest moves home of the piece alone, by its value.
    alone: Vec<Option<u64>>,
    /// For a piece on a line: the cells it comes over on its way home, by its value.
    ways: Vec<Option<Cells<W>>>,
    /// For others, by field: whether a piece there bars every way home, by its value and then by the value of this piece.
    bars: Vec<Option<Vec<Vec<bool>>>>,
}

impl<const W: usize> Want<W> {
    /// The piece of a goal; nothing if several could fulfil it.
    pub(super) fn new(board: &Board, layout: &Layout, movers: &[Mover<W>], goal: &Goal) -> Option<Self> {
        let [piece] = board.candidates(goal)[..] else { return None };
        let field = layout.fields.iter().position(|field| field.piece == piece)?;
        let mover = &movers[field];
        let is_home = |value: usize| {
            let corner = layout.fields[field].cell(value);
            let (row, column) = (corner / layout.stride - 1, corner % layout.stride);
            match *goal {
                Goal::LastColumn => column + board.pieces[piece].width == board.columns,
                Goal::PieceAt { row: there, column: across, .. }
                | Goal::ShapeAt { row: there, column: across, .. } => (row, column) == (there, across),
            }
        };
        let stands = |value: &usize| mover.places[*value].is_some();
        let homes: Vec<usize> =
            (0..mover.places.len()).filter(stands).filter(|&value| is_home(value)).collect();
        let alone = distances(mover, &homes, board.metric);
        let is_straight = board.pieces[piece].freedom != Freedom::Both;
        let mut want = Self { field, alone, ways: vec![None; mover.places.len()], bars: Vec::new() };
        match (is_straight, &homes[..]) {
            (true, &[home]) => {
                want.ways = (0..mover.places.len()).map(|from| way(mover, from, home)).collect();
            }
            _ => want.bars = bars(movers, field, &homes, layout),
        }
        Some(want)
    }

    /// The fewest moves home if nothing else were there; nothing if there is no way.
    pub(super) fn alone(&self, value: usize) -> Option<u64> {
        self.alone[value]
    }

    /// The cells on the way home, if there is only one way.
    pub(super) fn way(&self, value: usize) -> Option<Cells<W>> {
        self.ways[value]
    }

    /// The pieces each of which bars every way home.
    pub(super) fn barring(&self, values: &[usize]) -> u128 {
        let here = values[self.field];
        let bar = |(field, bars): &(usize, &Option<Vec<Vec<bool>>>)| {
            bars.as_ref().is_some_and(|bars| bars[values[*field]].get(here) == Some(&true))
        };
        self.bars.iter().enumerate().filter(bar).fold(0, |set, (field, _)| set | 1 << field)
    }
}

/// The fewest moves home of a piece that is alone.
fn distances<const W: usize>(mover: &Mover<W>, homes: &[usize], metric: Metric) -> Vec<Option<u64>> {
    let mut far = vec![None; mover.places.len()];
    let mut open: VecDeque<usize> = homes.iter().copied().collect();
    homes.iter().for_each(|&home| far[home] = Some(0));
    while let Some(value) = open.pop_front() {
        let next = far[value].map(|moves: u64| if metric == Metric::ShortestPaths { 1 } else { moves + 1 });
        for &step in mover.steps() {
            let mut at = value;
            while let Some(after) = mover.after(at, step) {
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

/// The cells that a piece on a line comes over from one place to another.
fn way<const W: usize>(mover: &Mover<W>, from: usize, home: usize) -> Option<Cells<W>> {
    let mut cells = Cells::NONE;
    for value in from.min(home)..=from.max(home) {
        cells.add(mover.places[value].as_ref()?);
    }
    Some(cells)
}

/// By field: where the piece there bars every way home.
fn bars<const W: usize>(
    movers: &[Mover<W>],
    field: usize,
    homes: &[usize],
    layout: &Layout,
) -> Vec<Option<Vec<Vec<bool>>>> {
    let piece = &movers[field];
    let is_first = |at: &usize| layout.fields[*at].class.start == *at;
    let others: usize = (0..movers.len()).filter(is_first).map(|at| movers[at].places.len()).sum();
    if piece.places.len().saturating_mul(others) > MOST_PAIRS {
        return Vec::new();
    }
    let open = reach(piece, homes, &Cells::NONE);
    let bar = |(at, other): (usize, &Mover<W>)| {
        (at != field).then(|| {
            let barred = |cells: &Option<Cells<W>>| match cells {
                None => Vec::new(),
                Some(cells) => {
                    let still = reach(piece, homes, cells);
                    open.iter().zip(still).map(|(open, still)| *open && !still).collect()
                }
            };
            other.places.iter().map(barred).collect::<Vec<Vec<bool>>>()
        })
    };
    let mut all: Vec<Option<Vec<Vec<bool>>>> = Vec::new();
    for (at, other) in movers.iter().enumerate() {
        // Pieces that are alike bar the same ways.
        let like = layout.fields[at].class.start;
        let known = if like < at { all[like].clone() } else { bar((at, other)) };
        all.push(known);
    }
    all
}

/// Where a piece can come from if it has to keep off some cells.
fn reach<const W: usize>(piece: &Mover<W>, homes: &[usize], off: &Cells<W>) -> Vec<bool> {
    let stands = |value: usize| piece.places[value].is_some_and(|cells| !cells.meets(off));
    let mut seen = vec![false; piece.places.len()];
    let mut open: Vec<usize> = homes.iter().copied().filter(|&home| stands(home)).collect();
    open.iter().for_each(|&home| seen[home] = true);
    while let Some(value) = open.pop() {
        for &step in piece.steps() {
            if let Some(after) = piece.after(value, step).filter(|&after| stands(after) && !seen[after]) {
                seen[after] = true;
                open.push(after);
            }
        }
    }
    seen
}
