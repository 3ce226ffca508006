//! Lattices: graphs that are a rectangle with one neighbourhood everywhere, plus (with or without
//! the pressed light) or king, flat, on a cylinder or on a torus. Their systems need no
//! elimination, only row recurrences.
//!
//! A lattice is recognised by its edges, not by the text it came from. So Blackout on a rectangle,
//! an island that is a rectangle, and a torus given as a list of edges are lattices too.
//!
//! *Plus* is solved by polynomials ([`PlusLattice`]). *King*: the lights that a press changes are a
//! product, three columns by three rows. So the board of changed lights is `L = M X N`, where `X`
//! is the board of presses and `M` and `N` add neighbours in a column and in a row:
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

use fewest_gf2::BitVec;
use fewest_search::{Context, Stop};

use crate::rules::{Cells, Graph, Neighbourhood, Wrap, words_in_row};
use crate::solve::linear::elimination::{Solutions, bytes_of};
use crate::solve::linear::row_polynomials::{PlusLattice, add_row};
use crate::solve::linear::row_recurrence::LONGEST_ROW;

/// The neighbourhood of a lattice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LatticeRule {
    Plus { with_self: bool },
    King,
}

/// A rectangle with one neighbourhood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lattice {
    width: usize,
    height: usize,
    rule: LatticeRule,
    wrap: Wrap,
}

/// The least number of places between joined edges; on a narrower board a press would reach a light
/// from both sides.
const NARROWEST_ROUND: usize = 3;

impl Lattice {
    /// Returns the lattice that a graph is; None if it is none. Linear in the number of edges.
    pub fn of(graph: &Graph) -> Option<Self> {
        let (width, height) = graph.rectangle()?;
        let rules = [
            LatticeRule::Plus { with_self: true },
            LatticeRule::King,
            LatticeRule::Plus { with_self: false },
        ];
        let candidates = rules
            .into_iter()
            .flat_map(|rule| Wrap::ALL.into_iter().map(move |(_, wrap)| Self { width, height, rule, wrap }));
        candidates.filter(Self::is_wide_enough).find(|candidate| candidate.matches_graph(graph))
    }

    fn is_wide_enough(&self) -> bool {
        match self.wrap {
            Wrap::Flat => true,
            Wrap::Cylinder => self.width >= NARROWEST_ROUND,
            Wrap::Torus => self.width.min(self.height) >= NARROWEST_ROUND,
        }
    }

    fn neighbourhood(&self) -> Neighbourhood {
        let name = if self.rule == LatticeRule::King { "king" } else { "plus" };
        let rule = Neighbourhood::named(name, self.wrap).expect("rules with a name");
        if self.rule == (LatticeRule::Plus { with_self: false }) { rule.without_self() } else { rule }
    }

    /// Whether all presses of a graph of this size change exactly the lights of the neighbourhood.
    fn matches_graph(&self, graph: &Graph) -> bool {
        let neighbourhood = self.neighbourhood();
        let (width, height) = (self.width as i64, self.height as i64);
        let mut expected: Vec<u32> = Vec::with_capacity(neighbourhood.offsets().len());
        (0..graph.len()).all(|press| {
            let (x, y) = ((press % self.width) as i64, (press / self.width) as i64);
            expected.clear();
            for &(dx, dy) in neighbourhood.offsets() {
                let round = |at: i64, length: i64, meets: bool| match at {
                    _ if (0..length).contains(&at) => Some(at),
                    _ => meets.then(|| at.rem_euclid(length)),
                };
                let x = round(x + dx, width, self.wrap != Wrap::Flat);
                let y = round(y + dy, height, self.wrap == Wrap::Torus);
                expected.extend(x.zip(y).map(|(x, y)| (y * width + x) as u32));
            }
            expected.sort_unstable();
            expected == graph.changed_by(press)
        })
    }

    /// Returns presses that put these lights out, if there are any, and the nullity, without making
    /// quiet patterns.
    ///
    /// # Errors
    /// If the context stops it.
    pub fn one_solution(&self, lights: &BitVec, cx: &Context<'_>) -> Result<(Option<BitVec>, usize), Stop> {
        cx.poll()?;
        let _room = cx.lease(self.room(0))?;
        let system = self.system();
        Ok((
            system.particular_solution(&self.cells_of(lights)).map(|presses| self.vector_of(&presses)),
            system.nullity(),
        ))
    }

    /// Finds all presses that put these lights out.
    ///
    /// # Errors
    /// If the context stops it.
    pub fn all_solutions<'h>(&self, lights: &BitVec, cx: &'h Context<'_>) -> Result<Solutions<'h>, Stop> {
        cx.poll()?;
        let mut lease = cx.lease(self.room(0))?;
        let system = self.system();
        cx.poll()?;
        let one = system.particular_solution(&self.cells_of(lights)).map(|presses| self.vector_of(&presses));
        cx.poll()?;
        // Comparing solutions holds each pattern twice.
        lease.resize(self.room(2 * system.nullity()))?;
        let mut quiet = Vec::with_capacity(system.nullity());
        for pattern in system.quiet_patterns() {
            cx.poll()?;
            quiet.push(self.vector_of(&pattern));
        }
        Ok(Solutions::new(one, quiet, lease))
    }

    /// Returns the bytes that presses, intermediate boards and that many patterns take.
    fn room(&self, patterns: usize) -> usize {
        6 * 8 * (words_in_row(self.width) * self.height).max(words_in_row(self.height) * self.width)
            + (4 + patterns) * bytes_of(self.width * self.height)
    }

    fn system(&self) -> LatticeSystem {
        let (columns, rows) =
            ((self.width, self.wrap != Wrap::Flat), (self.height, self.wrap == Wrap::Torus));
        let (columns, rows) = if self.is_transposed() { (rows, columns) } else { (columns, rows) };
        match self.rule {
            LatticeRule::King => LatticeSystem::King(KingLattice::new(columns, rows)),
            LatticeRule::Plus { with_self } => {
                LatticeSystem::Plus(Box::new(PlusLattice::new(columns, rows, with_self)))
            }
        }
    }

    /// Whether the board is transposed first: the algebra of a row takes the square of its length.
    fn is_transposed(&self) -> bool {
        self.width > LONGEST_ROW && self.width > self.height
    }

    /// Converts a vector with one bit per place to cells, whose rows begin new words.
    fn cells_of(&self, vector: &BitVec) -> Cells {
        let mut cells = Cells::none(self.width, self.height);
        vector.ones().for_each(|place| cells.flip(place % self.width, place / self.width));
        if self.is_transposed() { cells.transposed() } else { cells }
    }

    /// Converts cells to a vector with one bit per place.
    fn vector_of(&self, cells: &Cells) -> BitVec {
        let mut vector = BitVec::zeros(cells.area());
        let place = |(x, y): (usize, usize)| match self.is_transposed() {
            true => x * self.width + y,
            false => y * self.width + x,
        };
        cells.iter().for_each(|cell| vector.flip(place(cell)));
        vector
    }
}

/// The system of a lattice, by neighbourhood.
enum LatticeSystem {
    King(KingLattice),
    Plus(Box<PlusLattice>),
}

impl LatticeSystem {
    fn particular_solution(&self, lit: &Cells) -> Option<Cells> {
        match self {
            Self::King(king) => king.particular_solution(lit),
            Self::Plus(plus) => plus.particular_solution(lit),
        }
    }

    fn nullity(&self) -> usize {
        match self {
            Self::King(king) => king.nullity(),
            Self::Plus(plus) => plus.nullity(),
        }
    }

    fn quiet_patterns(&self) -> Box<dyn Iterator<Item = Cells> + '_> {
        match self {
            Self::King(king) => Box::new(king.quiet_patterns()),
            Self::Plus(plus) => plus.quiet_patterns(),
        }
    }
}

/// A column or a row: its length, and whether its ends are joined.
type Side = (usize, bool);

/// A solver for boards of one size.
struct KingLattice {
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
    fn new(columns: Side, rows: Side) -> Self {
        Self { columns, rows }
    }

    /// The nullity: the dimension of the space of quiet patterns.
    fn nullity(&self) -> usize {
        let rank = |side: Side| side.0 - freedom(side);
        self.columns.0 * self.rows.0 - rank(self.columns) * rank(self.rows)
    }

    /// Returns presses that put these lights out; None if there are none.
    fn particular_solution(&self, lit: &Cells) -> Option<Cells> {
        let presses = undo(undo(lit.clone(), self.rows).transposed(), self.columns).transposed();
        let changed = sums(&sums(&presses, self.rows).transposed(), self.columns).transposed();
        (changed == *lit).then_some(presses)
    }

    /// Returns a basis of the quiet patterns, made one at a time: single columns in the kernel,
    /// then single rows in the kernel except those that the columns generate.
    fn quiet_patterns(&self) -> impl Iterator<Item = Cells> + '_ {
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
            add_row(changed.row_mut(y), presses.row(other));
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
            add_row(&mut next, &before);
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
        add_row(&mut next, &row);
        add_row(&mut next, lit.row(y));
        std::mem::swap(&mut row, &mut next);
    }
    [row, next]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Extent, Press};
    use crate::solve::linear::elimination::Elimination;
    use crate::testing::changed;
    use proptest::prelude::*;

    fn graph(name: &str, wrap: Wrap, no_self: bool, width: usize, height: usize) -> Graph {
        let rule = Neighbourhood::named(name, wrap).expect("a name");
        let rule = if no_self { rule.without_self() } else { rule };
        let cells = (0..width * height).map(|index| Press::at(index % width, index / width)).collect();
        rule.graph(cells, Extent { first: Press::at(0, 0), width, height })
    }

    fn independent(patterns: &[BitVec], places: usize) -> bool {
        fewest_gf2::Matrix::new(patterns.to_vec(), places).rank() == patterns.len()
    }

    #[test]
    fn a_wire_more_or_less_is_no_lattice() {
        assert!(Lattice::of(&graph("plus", Wrap::Torus, false, 5, 4)).is_some());
        let cells: Vec<Press> = (0..20).map(|index| Press::at(index % 5, index / 5)).collect();
        let all_but =
            |left_out: Press| cells.iter().copied().filter(|&cell| cell != left_out).collect::<Vec<_>>();
        assert_eq!(Lattice::of(&Graph::plus(all_but(Press::at(2, 2)))), None);
        assert_eq!(Lattice::of(&Graph::plus(all_but(Press::at(4, 3)))), None);
        let whole = graph("plus", Wrap::Flat, false, 5, 4);
        let one_less = Graph::with_edges(cells, |graph, press| {
            let place = graph.number(press).expect("a place");
            let lights = whole.changed_by(place).iter().copied();
            lights.filter(|&light| (place, light) != (11, 6)).collect()
        });
        assert_eq!(Lattice::of(&one_less), None);
        assert_eq!(Lattice::of(&Graph::plus(Vec::new())), None);
    }

    /// Sequence A165738 at 5 and 10, and the king's nullity by its formula.
    #[test]
    fn known_nullities() {
        let nullity = |graph: &Graph| {
            let (lattice, dark) = (Lattice::of(graph).expect("a lattice"), BitVec::zeros(graph.len()));
            lattice.all_solutions(&dark, &Context::default()).expect("nothing stops it").quiet.len()
        };
        assert_eq!(
            [5, 6, 10].map(|side| nullity(&graph("plus", Wrap::Torus, false, side, side))),
            [8, 8, 16]
        );
        assert_eq!([4, 5, 8].map(|side| nullity(&graph("king", Wrap::Flat, false, side, side))), [0, 9, 15]);
    }

    /// A board with rows too long to chase is transposed with the same result.
    #[test]
    fn wide_lattices_are_turned() {
        let wide = LONGEST_ROW + 2;
        let rules = [("plus", false), ("plus", true), ("king", false)];
        for ((name, no_self), wrap) in
            rules.into_iter().flat_map(|rule| Wrap::ALL.into_iter().map(move |wrap| (rule, wrap.1)))
        {
            let graph = graph(name, wrap, no_self, wide, 3);
            let lattice = Lattice::of(&graph).expect("a lattice");
            let bits: Vec<bool> = (0..graph.len()).map(|place| place * place % 7 < 3).collect();
            let lights = changed(&graph, &BitVec::from_bools(&bits));
            let cx = Context::default();
            let found = lattice.all_solutions(&lights, &cx).expect("nothing stops it");
            let presses = found.one.expect("it is made by presses");
            assert_eq!(changed(&graph, &presses), lights, "{name} {no_self} {wrap:?}");
            assert!(found.quiet.iter().take(50).all(|pattern| changed(&graph, pattern).is_zero()));
            assert_eq!(lattice.one_solution(&lights, &cx).expect("nothing stops it").1, found.quiet.len());
        }
    }

    proptest! {
        /// Lattices against elimination, in all sizes from 1 x 1 on, and beyond a word.
        #[test]
        fn lattices_agree_with_elimination(
            (width, height) in prop_oneof![(1..9_usize, 1..9_usize), (60..70_usize, 1..5_usize), (1..5_usize, 60..70_usize)],
            (name, no_self) in prop::sample::select(vec![("plus", false), ("plus", true), ("king", false)]),
            wrap in prop::sample::select(Wrap::ALL.map(|wrap| wrap.1).to_vec()),
            bits in prop::collection::vec(any::<bool>(), 350),
            solvable in any::<bool>(),
        ) {
            let graph = graph(name, wrap, no_self, width, height);
            let Some(lattice) = Lattice::of(&graph) else {
                prop_assert!(wrap != Wrap::Flat && width.min(height) < NARROWEST_ROUND, "a lattice is recognised");
                return Ok(());
            };
            let bits = BitVec::from_bools(&bits[..graph.len()]);
            let lights = if solvable { changed(&graph, &bits) } else { bits };
            let cx = Context::default();
            let found = lattice.all_solutions(&lights, &cx).expect("nothing stops it");
            let expected = Elimination::new(&graph).eliminate(&lights, &cx).expect("nothing stops it");
            prop_assert_eq!(found.one.is_some(), expected.one.is_some());
            if let Some(presses) = &found.one {
                prop_assert_eq!(changed(&graph, presses), lights);
            }
            prop_assert_eq!(found.quiet.len(), expected.quiet.len());
            prop_assert!(found.quiet.iter().all(|pattern| changed(&graph, pattern).is_zero()));
            prop_assert!(independent(&found.quiet, graph.len()));
        }
    }
}
