//! The king neighbourhood on a rectangle: the lights a press changes are a product, three columns
//! by three rows. So the board of changed lights is `L = M X N`, where `X` is the board of presses
//! and `M` and `N` add neighbours in a column and in a row:
//!
//! ```text
//!   1 1 . .         . . .     1 1 .
//!   1 1 1 .    x    . # .  x  1 1 1    =   all nine around #
//!   . 1 1 1         . . .     . 1 1
//!   . . 1 1         . . .
//! ```
//!
//! `M` and `N` are inverted one after the other, each by the recurrence
//! `x[i+1] = lights[i] + x[i] + x[i-1]`, for all columns at once, and for the rows on the
//! transposed board. Without lights the recurrence runs 1 1 0 1 1 0: after `n` steps nothing is
//! left below exactly if `n` leaves 2 modulo 3, and it is periodic exactly if 3 divides `n`. In
//! those cases there are columns whose presses change nothing; otherwise `M` is invertible. Where
//! it is not, generalised inverses still give a solution if there is one: if `MGM = M` and
//! `NHN = N`, then `M (G L H) N = L` for every `L = M X N`.

use crate::rules::Cells;

/// A column or a row: its length, and whether its ends are joined.
pub type Side = (usize, bool);

/// A solver for boards of one size.
pub struct KingLattice {
    columns: Side,
    rows: Side,
}

/// The dimension of the kernel of a side.
fn freedom((length, round): Side) -> usize {
    match (round, length % 3) {
        (false, 2) => 1,
        (true, 0) => 2,
        _ => 0,
    }
}

/// Returns the presses of a basis vector of the kernel of a side: the first begins at the first
/// place, the second, if there is one, at the second.
fn changes_nothing(side: Side, number: usize) -> impl Iterator<Item = usize> {
    (0..side.0).filter(move |place| (place + 3 - number) % 3 != 2)
}

impl KingLattice {
    /// Prepares for boards with `columns.0` columns and `rows.0` rows.
    pub fn new(columns: Side, rows: Side) -> Self {
        Self { columns, rows }
    }

    /// The nullity: the dimension of the space of quiet patterns.
    pub fn nullity(&self) -> usize {
        let rank = |side: Side| side.0 - freedom(side);
        self.columns.0 * self.rows.0 - rank(self.columns) * rank(self.rows)
    }

    /// Returns presses that put these lights out; None if there are none.
    pub fn particular_solution(&self, lit: &Cells) -> Option<Cells> {
        let presses = undo(undo(lit.clone(), self.rows).transposed(), self.columns).transposed();
        let changed = sums(&sums(&presses, self.rows).transposed(), self.columns).transposed();
        (changed == *lit).then_some(presses)
    }

    /// Returns a basis of the quiet patterns, made one at a time: single columns in the kernel,
    /// then single rows in the kernel except those that the columns generate.
    pub fn quiet_patterns(&self) -> impl Iterator<Item = Cells> + '_ {
        let ((width, _), (height, _)) = (self.columns, self.rows);
        let none = move || Cells::none(width, height);
        let in_columns = (0..freedom(self.rows)).flat_map(move |number| {
            (0..width).map(move |x| {
                let mut cells = none();
                changes_nothing(self.rows, number).for_each(|y| cells.flip(x, y));
                cells
            })
        });
        let in_rows = (freedom(self.rows)..height).flat_map(move |y| {
            (0..freedom(self.columns)).map(move |number| {
                let mut cells = none();
                changes_nothing(self.columns, number).for_each(|x| cells.flip(x, y));
                cells
            })
        });
        in_columns.chain(in_rows)
    }
}

/// Applies `M`: a row is changed by the presses in it and in the rows above and below.
fn sums(presses: &Cells, (height, round): Side) -> Cells {
    let mut changed = presses.clone();
    for y in 0..height {
        let above = if y > 0 { Some(y - 1) } else { round.then_some(height - 1) };
        let below = if y + 1 < height { Some(y + 1) } else { round.then_some(0) };
        for other in [above, below].into_iter().flatten() {
            add(changed.row_mut(y), presses.row(other));
        }
    }
    changed
}

/// Applies a generalised inverse of [`sums`]: presses for which it gives these lights, in every
/// column for which there are any.
fn undo(lit: Cells, side @ (height, round): Side) -> Cells {
    let empty = vec![0; lit.row(0).len()];
    let [below, last] = chase(&lit, [empty.clone(), empty.clone()], |_, _| ());
    let start = match (round, freedom(side)) {
        (_, 1..) => [empty.clone(), empty],
        (false, _) => [below, empty],
        // With T for a step, T² + T + 1 = 0, so the inverse of T^h + 1 is T^h for every h.
        (true, _) => (0..height % 3).fold([below, last], |[at, before], _| {
            let mut next = at.clone();
            add(&mut next, &before);
            [next, at]
        }),
    };
    let mut presses = Cells::none(lit.width(), height);
    chase(&lit, start, |y, row| presses.row_mut(y).copy_from_slice(row));
    presses
}

/// Runs the recurrence from the first row and the one above it. Returns the row below the last, and
/// the last.
fn chase(lit: &Cells, start: [Vec<u64>; 2], mut visit: impl FnMut(usize, &[u64])) -> [Vec<u64>; 2] {
    let [mut row, mut next] = start;
    for y in 0..lit.height() {
        visit(y, &row);
        add(&mut next, &row);
        add(&mut next, lit.row(y));
        std::mem::swap(&mut row, &mut next);
    }
    [row, next]
}

fn add(to: &mut [u64], addend: &[u64]) {
    to.iter_mut().zip(addend).for_each(|(to, &addend)| *to ^= addend);
}
