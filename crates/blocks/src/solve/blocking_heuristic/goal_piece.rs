//! The placements of a piece with the cells that it sweeps over between them; and goal pieces: the
//! distance to the goal of a goal piece that is alone, and the pieces that block its path.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::encoding::{Field, Layout};
use crate::rules::{Board, Freedom, Goal, Metric, Piece};

/// A set of cells of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CellSet<const W: usize>([u64; W]);

impl<const W: usize> CellSet<W> {
    pub(super) const NONE: Self = Self([0; W]);

    pub(super) fn put(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(one, other)| *one |= other);
    }

    #[inline(always)]
    pub(super) fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).fold(0, |both, (one, other)| both | one & other) != 0
    }

    fn without(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] & !other.0[at]))
    }
}

/// The placements of a piece of the key.
pub(super) struct Placements<const W: usize> {
    /// The cells it covers, by the value of its field. None where walls or gates forbid it.
    pub(super) places: Vec<Option<CellSet<W>>>,
    /// Changes of the value by a step in each allowed direction.
    steps: Vec<isize>,
    /// Whether it moves along one line.
    on_a_line: bool,
    /// Whether it is a rectangle without holes.
    pub(super) is_solid: bool,
}

impl<const W: usize> Placements<W> {
    pub(super) fn new(board: &Board, field: &Field) -> Self {
        let mut walls = CellSet::NONE;
        let cell = |(row, column): (usize, usize)| row * board.columns + column;
        let fixed = board.pieces.iter().filter(|piece| piece.freedom == Freedom::None);
        fixed.flat_map(Piece::cells).for_each(|place| walls.put(cell(place)));
        if !field.passes_gates {
            board.gates.iter().for_each(|&gate| walls.put(cell(gate)));
        }
        let piece = &board.pieces[field.piece];
        let stride = board.columns + 1;
        let place = |value: usize| {
            let corner = field.cell(value);
            let there =
                Piece { row: (corner / stride).checked_sub(1)?, column: corner % stride, ..piece.clone() };
            let fits = there.row + there.height <= board.rows && there.column + there.width <= board.columns;
            let mut cells = CellSet::NONE;
            fits.then(|| there.cells().for_each(|place| cells.put(cell(place))))?;
            (!cells.meets(&walls)).then_some(cells)
        };
        let (right, down) = (field.right.cast_signed(), field.down.cast_signed());
        let steps = match field.freedom {
            Freedom::None => vec![],
            Freedom::Horizontal => vec![right, -right],
            Freedom::Vertical => vec![down, -down],
            Freedom::Both => vec![right, -right, down, -down],
        };
        let places = (0..=field.mask as usize).map(place).collect();
        Self { places, steps, on_a_line: field.freedom != Freedom::Both, is_solid: piece.mask.is_none() }
    }

    pub(super) fn steps(&self) -> &[isize] {
        &self.steps
    }

    /// Returns the value after a step. None if the piece cannot stand there.
    pub(super) fn after(&self, value: usize, step: isize) -> Option<usize> {
        let value = value.checked_add_signed(step)?;
        self.places.get(value)?.is_some().then_some(value)
    }

    /// Returns whether only the first step of its path is certain, given whether it has to leave
    /// cells.
    pub(super) fn takes_first_step(&self, leaves: bool) -> bool {
        !leaves || !self.on_a_line
    }

    /// Returns the cells that it sweeps over until it has left some cells, or made a step. None if
    /// walls are in the way. A piece that can turn may leave a straight path, so only its first
    /// step is certain.
    pub(super) fn swept(&self, value: usize, step: isize, leave: Option<&CellSet<W>>) -> Option<CellSet<W>> {
        let here = self.places[value]?;
        let (mut swept, mut value) = (CellSet::NONE, value);
        loop {
            value = self.after(value, step)?;
            let cells = self.places[value]?;
            swept.add(&cells);
            if self.takes_first_step(leave.is_some()) || leave.is_some_and(|leave| !cells.meets(leave)) {
                return Some(swept.without(&here));
            }
        }
    }
}

/// Limit on the pairs of placements, of all goal pieces with all other pieces, for the tables of
/// pieces that block every path; a pair takes a byte.
pub(super) const MOST_PAIRS: usize = 1 << 21;

/// A table of the placements of a piece that block every path of a goal piece, by the value of the
/// piece and then by the value of the goal piece. Pieces that are alike share it.
type BlockedTable = Arc<Vec<Vec<bool>>>;

/// A piece that a goal names, and the places where the goal holds.
pub(super) struct GoalPiece<const W: usize> {
    pub(super) field: usize,
    /// The fewest moves to the goal of the piece alone, by its value.
    moves_alone: Vec<Option<u64>>,
    /// For a piece on a line: the cells of its path to the goal, by its value.
    paths: Vec<Option<CellSet<W>>>,
    /// For a piece that turns, by field: where the piece there blocks every path to the goal. Empty
    /// if the tables would be too large.
    blocked: Vec<Option<BlockedTable>>,
}

impl<const W: usize> GoalPiece<W> {
    /// Returns the piece of a goal. None if several pieces could fulfil it. `pairs` is what is left
    /// of [`MOST_PAIRS`].
    pub(super) fn new(
        board: &Board,
        layout: &Layout,
        placements: &[Placements<W>],
        goal: &Goal,
        pairs: &mut usize,
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
            _ => goal_piece.blocked = blocked(placements, field, &goal_values, layout, pairs),
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
        let blocks = |(field, blocked): &(usize, &Option<BlockedTable>)| {
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
    pairs: &mut usize,
) -> Vec<Option<BlockedTable>> {
    let piece = &placements[field];
    let is_first = |at: &usize| layout.fields[*at].class.start == *at;
    let others: usize = (0..placements.len()).filter(is_first).map(|at| placements[at].places.len()).sum();
    let Some(left) = pairs.checked_sub(piece.places.len().saturating_mul(others)) else {
        return Vec::new();
    };
    *pairs = left;
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
            Arc::new(other.places.iter().map(barred).collect())
        })
    };
    let mut all: Vec<Option<BlockedTable>> = Vec::new();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::read;

    /// Pieces that are alike share a table, and all goal pieces share the limit.
    #[test]
    fn tables_are_shared_and_limited() {
        let board = read("4 5\n1 1 2 2 b\n4 1 1 1 b\n4 2 1 1 b\n4 3 1 1 b\ngoal 3 4\n");
        let layout = Layout::new(&board);
        let placements: Vec<Placements<1>> =
            layout.fields.iter().map(|field| Placements::new(&board, field)).collect();
        let goal_piece = |pairs: &mut usize| {
            GoalPiece::new(&board, &layout, &placements, &board.goals[0], pairs).expect("one piece")
        };
        let mut pairs = MOST_PAIRS;
        let tables: Vec<BlockedTable> = goal_piece(&mut pairs).blocked.into_iter().flatten().collect();
        assert_eq!(tables.len(), 3);
        assert!(tables.iter().all(|table| Arc::ptr_eq(table, &tables[0])), "one table");
        let taken = MOST_PAIRS - pairs;
        assert!(taken > 0);
        let mut scarce = taken - 1;
        assert!(goal_piece(&mut scarce).blocked.is_empty() && scarce == taken - 1);
    }
}
