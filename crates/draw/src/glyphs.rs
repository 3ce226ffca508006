//! A stroke font, so that pictures need no installed font and are the same everywhere.
//!
//! A glyph is a list of strokes, and a stroke is a list of points of two digits each, right and
//! down. Capitals span 0 to 6 and lower-case letters begin at 2. `r` after a point rounds its
//! corner, `z` closes the stroke.

use crate::vector::{Outline, Point, Segment, towards};

/// The horizontal alignment of a text at its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
}

/// The height of capital letters on the grid.
const TALL: f32 = 6.0;
/// The gap between two letters.
const GAP: f32 = 2.0;
const BLANK: f32 = 2.0;
const ROUND: f32 = 2.0;

/// Returns the strokes of a text whose capitals are `size` high and vertically centred at the
/// point. The pen should be about 1/8 of the size.
pub(crate) fn text(words: &str, at: Point, size: f32, anchor: Anchor) -> Outline {
    let scale = size / TALL;
    let mut left = match anchor {
        Anchor::Start => at.0,
        Anchor::Middle => at.0 - text_width(words, size) / 2.0,
    };
    let top = at.1 - size / 2.0;
    let mut path = Vec::new();
    for letter in words.chars() {
        for stroke in glyph(letter).split_whitespace() {
            add(stroke, (left, top), scale, &mut path);
        }
        left += (width(letter) + GAP) * scale;
    }
    Outline::Path(path)
}

/// Returns the width of a text.
pub(crate) fn text_width(words: &str, size: f32) -> f32 {
    let all: f32 = words.chars().map(|letter| width(letter) + GAP).sum();
    (all - GAP).max(0.0) * size / TALL
}

fn width(letter: char) -> f32 {
    if letter.is_whitespace() {
        return BLANK;
    }
    let columns = glyph(letter).split_whitespace().flat_map(|stroke| points(stroke).0);
    columns.map(|(point, _)| point.0).fold(0.0, f32::max)
}

/// Returns the points of a stroke, each with whether its corner is rounded, and whether the stroke
/// is closed.
fn points(stroke: &str) -> (Vec<(Point, bool)>, bool) {
    let mut points: Vec<(Point, bool)> = Vec::new();
    let mut column = None;
    for letter in stroke.chars() {
        match (letter.to_digit(10), column) {
            (Some(digit), None) => column = Some(digit as f32),
            (Some(digit), Some(right)) => {
                points.push(((right, digit as f32), false));
                column = None;
            }
            (None, _) if letter == 'r' => {
                if let Some(last) = points.last_mut() {
                    last.1 = true;
                }
            }
            (None, _) => {}
        }
    }
    (points, stroke.ends_with('z'))
}

fn add(stroke: &str, (left, top): Point, scale: f32, path: &mut Vec<Segment>) {
    let (points, closed) = points(stroke);
    let count = points.len();
    let place = |(right, down): Point| (left + right * scale, top + down * scale);
    if let [(dot, _)] = points[..] {
        path.extend([Segment::Move(place(dot)), Segment::Line(place((dot.0, dot.1 - 0.1)))]);
        return;
    }
    for (at, &(point, round)) in points.iter().enumerate() {
        let line = |to| if at == 0 { Segment::Move(to) } else { Segment::Line(to) };
        let is_end = !closed && (at == 0 || at + 1 == count);
        if round && !is_end {
            let before = points[(at + count - 1) % count].0;
            let after = points[(at + 1) % count].0;
            path.push(line(place(towards(point, before, ROUND))));
            path.push(Segment::Curve(place(point), place(towards(point, after, ROUND))));
        } else {
            path.push(line(place(point)));
        }
    }
    if closed {
        path.push(Segment::Close);
    }
}

/// The glyph of unknown characters: a box.
const UNKNOWN: &str = "00404606z";

fn glyph(letter: char) -> &'static str {
    match letter {
        '0' => "00r40r46r06rz",
        '1' => "012026 0646",
        '2' => "0100r40r42r0646",
        '3' => "0100r40r43r13 1343r46r06r05",
        '4' => "36300444",
        '5' => "40000242r46r06r05",
        '6' => "4140r00r06r46r43r03",
        '7' => "004016",
        '8' => "00r40r43r03rz 03r43r46r06rz",
        '9' => "0506r46r40r00r03r43",
        'A' => "062046 1434",
        'B' => "0040r43r03 0343r46r060300",
        'C' => "4140r00r06r46r45",
        'D' => "0040r46r06z",
        'E' => "40000646 0333",
        'F' => "400006 0333",
        'G' => "4140r00r06r46r4323",
        'H' => "0006 4046 0343",
        'I' => "0020 1016 0626",
        'J' => "4046r06r05",
        'K' => "0006 400346",
        'L' => "000646",
        'M' => "0600335056",
        'N' => "06004640",
        'O' => "00r50r56r06rz",
        'P' => "060040r43r03",
        'Q' => "00r50r56r06rz 3457",
        'R' => "060040r43r03 2346",
        'S' => "4140r00r03r43r46r06r05",
        'T' => "0040 2026",
        'U' => "0006r46r40",
        'V' => "002640",
        'W' => "0016325660",
        'X' => "0046 4006",
        'Y' => "002340 2326",
        'Z' => "00400646",
        'a' => "4202r06r46z",
        'b' => "0006 0242r46r06",
        'c' => "4342r02r06r46r45",
        'd' => "4046 4202r06r46",
        'e' => "044442r02r06r46r45",
        'f' => "3010r16 0232",
        'g' => "4202r06r46 4248r08r07",
        'h' => "0006 0242r46",
        'i' => "0206 00",
        'j' => "1218r08 10",
        'k' => "0006 320436",
        'l' => "0006r16",
        'm' => "0206 0232r36 3262r66",
        'n' => "0206 0242r46",
        'o' => "02r42r46r06rz",
        'p' => "0208 0242r46r06",
        'q' => "4248 4202r06r46",
        'r' => "0206 0402r32",
        's' => "4202r04r44r46r06",
        't' => "1016r36 0232",
        'u' => "0206r46 4246",
        'v' => "022642",
        'w' => "0216325662",
        'x' => "0246 4206",
        'y' => "0226 4218",
        'z' => "02420646",
        '.' => "06",
        ',' => "1608",
        ':' => "02 06",
        ';' => "12 1608",
        '!' => "0004 06",
        '?' => "0100r40r42r2324 26",
        '\'' => "0002",
        '"' => "0002 2022",
        '-' => "0333",
        '+' => "0343 2125",
        '=' => "0242 0444",
        '_' => "0747",
        '/' => "4007",
        '\\' => "0047",
        '|' => "0008",
        '(' => "2002r06r28",
        ')' => "0022r26r08",
        '[' => "20000828",
        ']' => "00202808",
        '<' => "410345",
        '>' => "014305",
        '#' => "1006 4036 0242 0444",
        '*' => "2024 0143 0341",
        '%' => "4006 00r20r22r02rz 24r44r46r26rz",
        '&' => "4613r10r30r32r04r06r36r43",
        '@' => "34r32r12r14rz 3435r55r50r00r06r46",
        '$' => "4140r00r03r43r46r06r05 2027",
        '^' => "022042",
        '~' => "0403r23r24r44r43",
        '`' => "0012",
        '{' => "2010r13r03r13r18r28",
        '}' => "0010r13r23r13r18r08",
        letter if letter.is_whitespace() => "",
        _ => UNKNOWN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_printable_character_of_ascii_has_a_glyph_of_its_own() {
        let mut seen = std::collections::BTreeSet::new();
        for letter in (33..127_u8).map(char::from) {
            assert_ne!(glyph(letter), UNKNOWN, "{letter}");
            assert!(seen.insert(glyph(letter)), "{letter} looks like another one");
            assert!(width(letter) <= 6.0);
        }
    }

    #[test]
    fn text_is_centred_at_its_point() {
        assert_eq!(text_width("", 12.0), 0.0);
        let Outline::Path(path) = text("H", (100.0, 50.0), 12.0, Anchor::Middle) else { panic!("a path") };
        assert_eq!(path[..2], [Segment::Move((96.0, 44.0)), Segment::Line((96.0, 56.0))]);
    }
}
