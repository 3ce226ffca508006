//! Nets that are a rectangle with one rule everywhere: plus, with or without one's own light, or king, flat, on a cylinder or on a
//! torus. Their solutions need no elimination, only rows (`lattice_rows.rs`, `lattice_king.rs`).
//!
//! A lattice is recognised by its wires, not by the text it came from: so Blackout on a rectangle, an island that is a
//! rectangle, and a torus given as a list of edges are lattices too.

use fewest_gf2::BitVec;
use fewest_search::{Host, Stop};

use super::cells::{Cells, words_in_row};
use super::lattice_king::King;
use super::lattice_rows::LatticeRows;
use super::net::Net;
use super::net_chase::{NetChase, Solutions, bytes_of};
use super::rule::{Rule, Wrap};

/// All presses that put these lights of a net out, by the quickest way there is for it.
///
/// # Errors
/// If the host stops it.
pub fn solutions<'h>(net: &Net, lights: &BitVec, host: &'h Host<'_>) -> Result<Solutions<'h>, Stop> {
    match Lattice::of(net) {
        Some(lattice) => lattice.solve(lights, host),
        None => NetChase::new(net).solve(lights, host),
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
        let (width, height) = rectangle(net)?;
        let kinds = [Kind::Plus { with_self: true }, Kind::King, Kind::Plus { with_self: false }];
        let candidates = kinds.into_iter().flat_map(|kind| {
            Wrap::ALL.into_iter().map(move |(_, wrap)| Self { width, height, kind, wrap })
        });
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

    /// All presses that put these lights out.
    fn solve<'h>(&self, lights: &BitVec, host: &'h Host<'_>) -> Result<Solutions<'h>, Stop> {
        host.poll()?;
        let bits = self.width * self.height;
        // The lights and the presses in rows, and what is turned or tried on the way.
        let mut lease = host.lease(6 * 8 * words_in_row(self.width) * self.height + 4 * bytes_of(bits))?;
        let lit = in_rows(lights, self.width, self.height);
        let all = |presses: Cells| in_one(&presses);
        let (round_x, round_y) = (self.wrap != Wrap::Flat, self.wrap == Wrap::Torus);
        let mut room = |patterns: usize| {
            host.poll()?;
            // Whoever compares solutions holds each pattern twice.
            lease.resize((2 + 2 * patterns) * bytes_of(bits))
        };
        let (one, quiet) = match self.kind {
            Kind::King => {
                let king = King::new((self.width, round_x), (self.height, round_y));
                let one = king.solve(&lit);
                room(king.nullity())?;
                (one, king.quiet_patterns().map(all).collect())
            }
            Kind::Plus { with_self } => {
                let rows = LatticeRows::new((self.width, round_x), (self.height, round_y), with_self);
                let one = rows.solve(&lit);
                room(rows.nullity())?;
                (one, rows.quiet_patterns().map(all).collect())
            }
        };
        Ok(Solutions::new(one.map(all), quiet, lease))
    }
}

/// Columns and rows of a net whose places fill a rectangle.
fn rectangle(net: &Net) -> Option<(usize, usize)> {
    let first = *net.places().first()?;
    let width = net.places().iter().take_while(|place| place.y == first.y).count();
    let height = net.len() / width;
    let follows = |(place, press): (usize, &super::board::Press)| {
        let (x, y) = ((place % width) as i64, (place / width) as i64);
        (first.x.checked_add(x), first.y.checked_add(y)) == (Some(press.x), Some(press.y))
    };
    (width * height == net.len() && net.places().iter().enumerate().all(follows)).then_some((width, height))
}

/// A vector with one bit a place as cells, whose rows begin new words.
fn in_rows(vector: &BitVec, width: usize, height: usize) -> Cells {
    let mut cells = Cells::none(width, height);
    vector.ones().for_each(|place| cells.flip(place % width, place / width));
    cells
}

fn in_one(cells: &Cells) -> BitVec {
    let mut vector = BitVec::zeros(cells.area());
    cells.iter().for_each(|(x, y)| vector.flip(y * cells.width() + x));
    vector
}

#[cfg(test)]
#[path = "lattice_tests.rs"]
mod tests;
