//! Nets that are a rectangle with one rule everywhere: plus, with or without one's own light, or king, flat, on a cylinder or on a
//! torus. Their solutions need no elimination, only rows (`lattice_rows.rs`, `lattice_king.rs`).
//!
//! A lattice is recognised by its wires, not by the text it came from: so Blackout on a rectangle, an island that is a
//! rectangle, and a torus given as a list of edges are lattices too.

use fewest_gf2::BitVec;
use fewest_search::{Context, Stop};

use super::cells::{Cells, words_in_row};
use super::chase::LONGEST_ROW;
use super::lattice_king::King;
use super::lattice_rows::LatticeRows;
use super::net::Net;
use super::net_chase::{NetChase, Solutions, bytes_of};
use super::rule::{Rule, Wrap};

/// All presses that put these lights of a net out, by the quickest way there is for it.
///
/// # Errors
/// If the host stops it.
pub fn solutions<'h>(net: &Net, lights: &BitVec, cx: &'h Context<'_>) -> Result<Solutions<'h>, Stop> {
    match Lattice::of(net) {
        Some(lattice) => lattice.solve(lights, cx),
        None => NetChase::new(net).solve(lights, cx),
    }
}

/// Which lights a press changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Plus { with_self: bool },
    King,
}

/// A rectangle with one rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lattice {
    width: usize,
    height: usize,
    kind: Kind,
    wrap: Wrap,
}

/// Edges that meet need so many places between them; on a narrower board a press would reach a light from both sides.
const NARROWEST_ROUND: usize = 3;

impl Lattice {
    /// The lattice that a net is, if it is one. Takes time in proportion to its wires.
    pub fn of(net: &Net) -> Option<Self> {
        let (width, height) = net.rectangle()?;
        let kinds = [Kind::Plus { with_self: true }, Kind::King, Kind::Plus { with_self: false }];
        let candidates = kinds
            .into_iter()
            .flat_map(|kind| Wrap::ALL.into_iter().map(move |(_, wrap)| Self { width, height, kind, wrap }));
        candidates.filter(Self::is_wide_enough).find(|candidate| candidate.wires(net))
    }

    fn is_wide_enough(&self) -> bool {
        match self.wrap {
            Wrap::Flat => true,
            Wrap::Cylinder => self.width >= NARROWEST_ROUND,
            Wrap::Torus => self.width.min(self.height) >= NARROWEST_ROUND,
        }
    }

    fn rule(&self) -> Rule {
        let name = if self.kind == Kind::King { "king" } else { "plus" };
        let rule = Rule::named(name, self.wrap).expect("rules with a name");
        if self.kind == (Kind::Plus { with_self: false }) { rule.without_self() } else { rule }
    }

    /// Whether all presses of a net of this size change what they should.
    fn wires(&self, net: &Net) -> bool {
        let rule = self.rule();
        let (width, height) = (self.width as i64, self.height as i64);
        let mut expected: Vec<u32> = Vec::with_capacity(rule.offsets().len());
        (0..net.len()).all(|press| {
            let (x, y) = ((press % self.width) as i64, (press / self.width) as i64);
            expected.clear();
            for &(dx, dy) in rule.offsets() {
                let round = |at: i64, length: i64, meets: bool| match at {
                    _ if (0..length).contains(&at) => Some(at),
                    _ => meets.then(|| at.rem_euclid(length)),
                };
                let x = round(x + dx, width, self.wrap != Wrap::Flat);
                let y = round(y + dy, height, self.wrap == Wrap::Torus);
                expected.extend(x.zip(y).map(|(x, y)| (y * width + x) as u32));
            }
            expected.sort_unstable();
            expected == net.changed_by(press)
        })
    }

    /// Presses that put these lights out, and how many quiet patterns they could be changed by, without making those.
    ///
    /// # Errors
    /// If the host stops it.
    pub fn one(&self, lights: &BitVec, cx: &Context<'_>) -> Result<(Option<BitVec>, usize), Stop> {
        cx.poll()?;
        let _room = cx.lease(self.room(0))?;
        let ways = self.ways();
        Ok((ways.solve(&self.in_rows(lights)).map(|presses| self.in_one(&presses)), ways.nullity()))
    }

    /// All presses that put these lights out.
    fn solve<'h>(&self, lights: &BitVec, cx: &'h Context<'_>) -> Result<Solutions<'h>, Stop> {
        cx.poll()?;
        let mut lease = cx.lease(self.room(0))?;
        let ways = self.ways();
        cx.poll()?;
        let one = ways.solve(&self.in_rows(lights)).map(|presses| self.in_one(&presses));
        cx.poll()?;
        // Whoever compares solutions holds each pattern twice.
        lease.resize(self.room(2 * ways.nullity()))?;
        let mut quiet = Vec::with_capacity(ways.nullity());
        for pattern in ways.quiet_patterns() {
            cx.poll()?;
            quiet.push(self.in_one(&pattern));
        }
        Ok(Solutions::new(one, quiet, lease))
    }

    /// The bytes that presses take, those that are turned or tried on the way, and so many patterns.
    fn room(&self, patterns: usize) -> usize {
        6 * 8 * (words_in_row(self.width) * self.height).max(words_in_row(self.height) * self.width)
            + (4 + patterns) * bytes_of(self.width * self.height)
    }

    fn ways(&self) -> Ways {
        let (columns, rows) =
            ((self.width, self.wrap != Wrap::Flat), (self.height, self.wrap == Wrap::Torus));
        let (columns, rows) = if self.is_turned() { (rows, columns) } else { (columns, rows) };
        match self.kind {
            Kind::King => Ways::King(King::new(columns, rows)),
            Kind::Plus { with_self } => Ways::Rows(Box::new(LatticeRows::new(columns, rows, with_self))),
        }
    }

    /// Whether rows are chased as columns: the algebra of a row takes the square of its length.
    fn is_turned(&self) -> bool {
        self.width > LONGEST_ROW && self.width > self.height
    }

    /// A vector with one bit a place as cells, whose rows begin new words.
    fn in_rows(&self, vector: &BitVec) -> Cells {
        let mut cells = Cells::none(self.width, self.height);
        vector.ones().for_each(|place| cells.flip(place % self.width, place / self.width));
        if self.is_turned() { cells.turned() } else { cells }
    }

    /// Cells as a vector with one bit a place.
    fn in_one(&self, cells: &Cells) -> BitVec {
        let mut vector = BitVec::zeros(cells.area());
        let place = |(x, y): (usize, usize)| match self.is_turned() {
            true => x * self.width + y,
            false => y * self.width + x,
        };
        cells.iter().for_each(|cell| vector.flip(place(cell)));
        vector
    }
}

/// The algebra of a kind of lattice.
enum Ways {
    King(King),
    Rows(Box<LatticeRows>),
}

impl Ways {
    fn solve(&self, lit: &Cells) -> Option<Cells> {
        match self {
            Self::King(king) => king.solve(lit),
            Self::Rows(rows) => rows.solve(lit),
        }
    }

    fn nullity(&self) -> usize {
        match self {
            Self::King(king) => king.nullity(),
            Self::Rows(rows) => rows.nullity(),
        }
    }

    fn quiet_patterns(&self) -> Box<dyn Iterator<Item = Cells> + '_> {
        match self {
            Self::King(king) => Box::new(king.quiet_patterns()),
            Self::Rows(rows) => rows.quiet_patterns(),
        }
    }
}

#[cfg(test)]
#[path = "lattice_tests.rs"]
mod tests;
