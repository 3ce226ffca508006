//! Where a piece can stand, and what it sweeps over on its way.

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

/// A piece of the key.
pub(super) struct Placements<const W: usize> {
    /// The cells it takes, by the value of its field; nothing where it cannot stand, for walls and gates.
    pub(super) places: Vec<Option<CellSet<W>>>,
    /// Changes of the value by a step in each direction that it may take.
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

    /// The value after a step, if the piece can stand there.
    pub(super) fn after(&self, value: usize, step: isize) -> Option<usize> {
        let value = value.checked_add_signed(step)?;
        self.places.get(value)?.is_some().then_some(value)
    }

    /// Whether all that is known of its way is the first step, be there cells that it has to leave or not.
    pub(super) fn takes_first_step(&self, leaves: bool) -> bool {
        !leaves || !self.on_a_line
    }

    /// The cells that it comes over until it has left some cells, or made a step; nothing if walls are in the way. Pieces that can
    /// turn may get away from a straight way, so that only their first step is sure.
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
