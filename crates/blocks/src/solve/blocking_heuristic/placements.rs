//! The placements of a piece, and the cells that it sweeps over between them.

use crate::encoding::Field;
use crate::rules::{Board, Freedom, Piece};

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
