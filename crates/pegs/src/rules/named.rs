//! Boards with a name: `english`, `french`, `wiegleb`, `german`, `triangle:5`, `diamond:41`,
//! `hex:3`, `rect:6x6`.

use crate::rules::shape::{FOUR, Geometry, MOST_HOLES, Shape};

/// The names, for messages.
pub const NAMES: &str = "english, french, wiegleb, german, triangle:N, diamond:HOLES, hex:N, rect:WxH";

/// Boards drawn row by row: first column and number of holes.
const DRAWN: [(&str, &[(usize, usize)]); 4] = [
    ("english", &[(2, 3), (2, 3), (0, 7), (0, 7), (0, 7), (2, 3), (2, 3)]),
    ("french", &[(2, 3), (1, 5), (0, 7), (0, 7), (0, 7), (1, 5), (2, 3)]),
    ("german", &[(3, 3), (3, 3), (3, 3), (0, 8), (0, 8), (0, 8), (3, 3), (3, 3)]),
    ("wiegleb", &[(3, 3), (3, 3), (3, 3), (0, 9), (0, 9), (0, 9), (3, 3), (3, 3), (3, 3)]),
];

fn of_rows(geometry: Geometry, rows: &[(usize, usize)]) -> Option<Shape> {
    let width = rows.iter().map(|(first, count)| first + count).max()?;
    let places =
        (0..).zip(rows).flat_map(|(row, &(first, count))| (first..first + count).map(move |x| (x, row)));
    Shape::new(geometry, geometry.directions(), (width, rows.len()), places.collect()).ok()
}

fn triangle(side: usize) -> Option<Shape> {
    if side == 0 || side > MOST_HOLES || side * (side + 1) / 2 > MOST_HOLES {
        return None;
    }
    of_rows(Geometry::Triangle, &(1..=side).map(|count| (0, count)).collect::<Vec<_>>())
}

fn hexagon(side: usize) -> Option<Shape> {
    if side == 0 || side > MOST_HOLES || 3 * side * (side - 1) + 1 > MOST_HOLES {
        return None;
    }
    let upper = (0..side).map(|row| (0, side + row));
    let lower = (1..side).map(|row| (row, 2 * side - 1 - row));
    of_rows(Geometry::Hexagon, &upper.chain(lower).collect::<Vec<_>>())
}

/// Returns a diamond: rows of 1, 3, 5, … holes or of 2, 4, 6, …, up to the middle and down again.
/// None if no diamond has this number of holes.
fn diamond(holes: usize) -> Option<Shape> {
    let shape = |half: usize, least: usize| {
        let widest = 2 * (half - 1) + least;
        let rows = (0..2 * half - 1).map(|row| {
            let from_middle = row.abs_diff(half - 1);
            (from_middle, widest - 2 * from_middle)
        });
        of_rows(Geometry::Square, &rows.collect::<Vec<_>>())
    };
    let half = (1..).take_while(|half| 2 * half * (half - 1) < holes.min(MOST_HOLES + 1));
    half.into_iter().find_map(|half| match holes {
        _ if holes == 2 * half * (half - 1) + 1 => shape(half, 1),
        _ if holes == 2 * half * half => shape(half, 2),
        _ => None,
    })
}

fn rectangle(size: &str) -> Option<Shape> {
    let (width, height) = size.split_once(['x', 'X'])?;
    let (width, height) = (number(width)?, number(height)?);
    (width.checked_mul(height)? <= MOST_HOLES)
        .then(|| of_rows(Geometry::Square, &vec![(0, width); height]))?
}

fn number(text: &str) -> Option<usize> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?.filter(|&number| number > 0)
}

/// Returns the board of that name. None if there is none or it has too many holes.
pub fn shape(name: &str) -> Option<Shape> {
    if let Some((_, rows)) = DRAWN.iter().find(|(known, _)| *known == name) {
        return of_rows(Geometry::Square, rows);
    }
    let (kind, size) = name.split_once(':')?;
    match kind {
        "triangle" => triangle(number(size)?),
        "hex" | "hexagon" => hexagon(number(size)?),
        "diamond" => diamond(number(size)?),
        "rect" => rectangle(size),
        _ => None,
    }
}

/// Returns whether a word is meant to be the name of a board, though perhaps with a mistake in its
/// size.
pub fn is_name(word: &str) -> bool {
    let kind = word.split_once(':').map(|(kind, _)| kind);
    DRAWN.iter().any(|(known, _)| *known == word)
        || kind.is_some_and(|kind| ["triangle", "hex", "hexagon", "diamond", "rect"].contains(&kind))
}

/// Returns the name of a board, if it has one.
pub fn name(of: &Shape) -> Option<String> {
    let (width, height) = of.size();
    let sized = [
        format!("triangle:{height}"),
        format!("hex:{}", height / 2 + 1),
        format!("diamond:{}", of.holes()),
        format!("rect:{width}x{height}"),
    ];
    let names = DRAWN.iter().map(|(name, _)| (*name).to_owned()).chain(sized);
    // Names are filtered before shapes are built: of a large board only one name is worth trying.
    let fits = |name: &String| match of.geometry() {
        Geometry::Triangle => name.starts_with("triangle"),
        Geometry::Hexagon => name.starts_with("hex"),
        Geometry::Square => {
            of.directions() == FOUR && !name.starts_with("triangle") && !name.starts_with("hex")
        }
    };
    names.into_iter().filter(fits).find(|name| shape(name).is_some_and(|shape| shape == *of))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_their_holes_and_jumps() {
        for (name, holes, jumps) in [
            ("english", 33, 76),
            ("french", 37, 92),
            ("german", 39, 92),
            ("wiegleb", 45, 108),
            ("triangle:5", 15, 36),
            ("triangle:1", 1, 0),
            ("diamond:41", 41, 100),
            ("diamond:32", 32, 72),
            ("diamond:5", 5, 4),
            ("hex:3", 19, 54),
            ("rect:6x6", 36, 96),
        ] {
            let shape = shape(name).expect(name);
            assert_eq!((shape.holes(), shape.jumps().list.len()), (holes, jumps), "{name}");
            assert_eq!(super::name(&shape).as_deref(), Some(name));
        }
        for none in
            ["", "English", "triangle", "triangle:0", "triangle:x", "diamond:40", "rect:6", "rect:0x3"]
        {
            assert_eq!(shape(none).map(|shape| shape.holes()), None, "{none}");
        }
        for huge in
            ["triangle:99999999", "hex:18446744073709551615", "rect:99999x99999", "diamond:999999999999"]
        {
            assert!(is_name(huge) && shape(huge).is_none(), "{huge}");
        }
    }

    #[test]
    fn the_centre_is_in_the_middle() {
        for (name, centre) in [("english", 16), ("triangle:5", 4), ("hex:3", 9), ("rect:2x2", 0)] {
            assert_eq!(shape(name).map(|shape| shape.centre()), Some(centre), "{name}");
        }
    }
}
