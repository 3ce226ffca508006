//! The shape of a board: its holes with their names, and the jumps between them.
//!
//! ```text
//!   square, 4 directions     triangle and hexagon, 6 directions
//!         . x .                   x x     the six are left, right, and the two above and below;
//!         x o x                  x o x    places are counted in skewed columns, so that
//!         . x .                   x x     down-left keeps its column and down-right is one on
//! ```
//!
//! Holes are named by letters and numbers as on George Bell's pages (`d4`), by numbers from 0 as in
//! the course, or by numbers from 1.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::rules::jumps::{self, Jump, Jumps};

/// How rows of holes are aligned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Geometry {
    /// Columns are vertical.
    #[default]
    Square,
    /// Row r has r places, each between two of the row below.
    Triangle,
    /// The same neighbours in rows of equal length.
    Hexagon,
}

impl Geometry {
    /// The geometries with their words in texts.
    pub const ALL: [(&'static str, Self); 3] =
        [("square", Self::Square), ("triangle", Self::Triangle), ("hexagon", Self::Hexagon)];

    /// Returns its word in texts.
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(_, geometry)| *geometry == self).map_or("square", |(word, _)| word)
    }

    /// Returns the default directions.
    pub fn directions(self) -> &'static [(i32, i32)] {
        match self {
            Self::Square => FOUR,
            Self::Triangle | Self::Hexagon => SIX,
        }
    }
}

/// Right, left, down, up.
pub const FOUR: &[(i32, i32)] = &[(1, 0), (-1, 0), (0, 1), (0, -1)];
/// The directions of triangles and hexagons.
pub const SIX: &[(i32, i32)] = &[(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)];
/// The directions of a chess queen.
pub const EIGHT: &[(i32, i32)] = &[(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)];

/// The most holes of a board.
pub const MOST_HOLES: usize = 10_000;

/// The holes and jumps of a board. Holes are numbered row by row from 0.
#[derive(Clone, Debug)]
pub struct Shape {
    geometry: Geometry,
    directions: Vec<(i32, i32)>,
    width: usize,
    height: usize,
    /// Column and row of every hole.
    places: Vec<(usize, usize)>,
    holes: BTreeMap<(usize, usize), u16>,
    jumps: Jumps,
    /// Where the jumps of every hole begin in their list, which is sorted by the hole where they
    /// start.
    starts: Vec<usize>,
    /// Computed on demand.
    symmetries: OnceLock<Vec<Vec<u16>>>,
}

impl PartialEq for Shape {
    fn eq(&self, other: &Self) -> bool {
        // Everything else follows from these.
        (self.geometry, self.width, self.height) == (other.geometry, other.width, other.height)
            && self.directions == other.directions
            && self.places == other.places
    }
}

impl Eq for Shape {}

impl Shape {
    /// Makes a board with holes at the given places (column and row), in a frame of that size.
    ///
    /// # Errors
    /// Returns what is wrong with it.
    pub fn new(
        geometry: Geometry,
        directions: &[(i32, i32)],
        (width, height): (usize, usize),
        mut places: Vec<(usize, usize)>,
    ) -> Result<Self, String> {
        places.sort_by_key(|&(column, row)| (row, column));
        places.dedup();
        if places.is_empty() {
            return Err("a board has at least one hole".to_owned());
        }
        if places.len() > MOST_HOLES {
            return Err(format!("a board has at most {MOST_HOLES} holes, this one has {}", places.len()));
        }
        let holes: BTreeMap<_, _> = (0_u16..).zip(&places).map(|(hole, &place)| (place, hole)).collect();
        let beside = |(column, row): (usize, usize), (right, down): (i32, i32), steps: i64| {
            let at = |place: usize, by: i32| usize::try_from(place as i64 + steps * i64::from(by)).ok();
            holes.get(&(at(column, right)?, at(row, down)?)).copied()
        };
        let mut list = Vec::new();
        let mut starts = Vec::new();
        for (from, &place) in (0_u16..).zip(&places) {
            starts.push(list.len());
            for &direction in directions {
                if let Some((over, to)) = beside(place, direction, 1).zip(beside(place, direction, 2)) {
                    list.push(Jump { from, over, to });
                }
            }
        }
        starts.push(list.len());
        let jumps = Jumps { holes: places.len(), list };
        let directions = directions.to_vec();
        let symmetries = OnceLock::new();
        Ok(Self { geometry, directions, width, height, places, holes, jumps, starts, symmetries })
    }

    /// Returns how its rows are aligned.
    pub fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// Returns the directions of jumps, as (right, down).
    pub fn directions(&self) -> &[(i32, i32)] {
        &self.directions
    }

    /// Returns columns and rows of the frame.
    pub fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// Returns the number of holes.
    pub fn holes(&self) -> usize {
        self.places.len()
    }

    /// Column and row of every hole.
    pub fn places(&self) -> &[(usize, usize)] {
        &self.places
    }

    /// Returns the hole at a place.
    pub fn hole_at(&self, column: usize, row: usize) -> Option<u16> {
        self.holes.get(&(column, row)).copied()
    }

    /// Returns all jumps of the geometry.
    pub(crate) fn jumps(&self) -> &Jumps {
        &self.jumps
    }

    /// Returns the jumps that start in a hole.
    pub(crate) fn jumps_from(&self, hole: u16) -> &[Jump] {
        let hole = usize::from(hole);
        &self.jumps.list[self.starts[hole]..self.starts[hole + 1]]
    }

    /// Returns the jump from one hole to another.
    pub(crate) fn jump(&self, from: u16, to: u16) -> Option<Jump> {
        self.jumps_from(from).iter().find(|jump| jump.to == to).copied()
    }

    /// Returns the symmetries: the permutations of the holes that map jumps to jumps.
    pub(crate) fn symmetries(&self) -> &[Vec<u16>] {
        self.symmetries.get_or_init(|| jumps::symmetries(&self.jumps))
    }

    /// Returns the name of a hole.
    pub fn name(&self, hole: u16, naming: Naming) -> String {
        match naming {
            Naming::Letters => letter_name(self.places[usize::from(hole)]),
            Naming::FromZero => hole.to_string(),
            Naming::FromOne => (u32::from(hole) + 1).to_string(),
        }
    }

    /// Returns the hole of that name. Letters are always understood; numbers count from 0 unless
    /// the naming says 1.
    pub fn hole(&self, name: HoleName, naming: Naming) -> Option<u16> {
        match name {
            HoleName::Place(column, row) => self.hole_at(column, row),
            HoleName::Number(number) => {
                let number = number.checked_sub(usize::from(naming == Naming::FromOne))?;
                u16::try_from(number).ok().filter(|_| number < self.holes())
            }
        }
    }

    /// Returns the hole nearest to the centre, the first of them in order.
    pub fn centre(&self) -> u16 {
        let count = self.places.len() as i64;
        let sum = |of: fn(&(usize, usize)) -> usize| self.places.iter().map(of).sum::<usize>() as i64;
        let middle = (sum(|place| place.0), sum(|place| place.1));
        let distance = |&(column, row): &(usize, usize)| {
            let (x, y) = (count * column as i64 - middle.0, count * row as i64 - middle.1);
            // Skewed columns stand at 120 degrees.
            let between = if self.geometry == Geometry::Square { 0 } else { i128::from(x) * i128::from(y) };
            i128::from(x) * i128::from(x) + i128::from(y) * i128::from(y) - between
        };
        let nearest = (0_u16..).zip(&self.places).min_by_key(|(_, place)| distance(place));
        nearest.map_or(0, |(hole, _)| hole)
    }
}

/// How the holes of a board are named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Naming {
    /// Column letter from the left and row number from the top: `d4`.
    #[default]
    Letters,
    /// Row by row, from 0.
    FromZero,
    /// Row by row, from 1.
    FromOne,
}

impl Naming {
    /// The namings with their words in texts.
    pub const ALL: [(&'static str, Self); 3] =
        [("letters", Self::Letters), ("0", Self::FromZero), ("1", Self::FromOne)];

    /// Returns its word in texts.
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(_, naming)| *naming == self).map_or("letters", |(word, _)| word)
    }
}

/// Returns the letters of a column: a to z, then aa, ab, …
fn letters(mut column: usize) -> String {
    let mut reversed = Vec::new();
    loop {
        reversed.push(b'a' + (column % 26) as u8);
        match column / 26 {
            0 => break,
            more => column = more - 1,
        }
    }
    reversed.iter().rev().map(|&byte| char::from(byte)).collect()
}

/// Returns the name of a place in letters.
pub fn letter_name((column, row): (usize, usize)) -> String {
    format!("{}{}", letters(column), row + 1)
}

/// A parsed hole name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HoleName {
    /// Column and row.
    Place(usize, usize),
    /// A number, from 0 or 1.
    Number(usize),
}

/// Parses a word that could be the name of a hole; upper and lower case are the same. None if it
/// cannot be one.
pub fn parse_hole_name(text: &str) -> Option<HoleName> {
    /// Longer words are no names; this keeps the numbers small.
    const LONGEST: usize = 8;
    let digits = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let letters = &text[..text.len() - digits.len()];
    if text.len() > LONGEST || digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number: usize = digits.parse().ok()?;
    if letters.is_empty() {
        return Some(HoleName::Number(number));
    }
    let column = letters
        .bytes()
        .fold(0_usize, |column, byte| 26 * column + usize::from(byte.to_ascii_lowercase() - b'a') + 1);
    Some(HoleName::Place(column - 1, number.checked_sub(1)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_letters_without_end() {
        for (column, name) in [(0, "a"), (25, "z"), (26, "aa"), (27, "ab"), (701, "zz"), (702, "aaa")] {
            assert_eq!(letters(column), name);
            assert_eq!(parse_hole_name(&format!("{name}7")), Some(HoleName::Place(column, 6)));
        }
        assert_eq!(parse_hole_name("D4"), Some(HoleName::Place(3, 3)));
        assert_eq!(parse_hole_name("14"), Some(HoleName::Number(14)));
        for none in ["", "d", "4d", "d0", "-1", "d4x", "\u{fc}1", "123456789"] {
            assert_eq!(parse_hole_name(none), None, "{none}");
        }
    }
}
