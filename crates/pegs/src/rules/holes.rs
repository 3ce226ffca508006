//! Names of holes: letters and numbers as on George Bell's pages, numbers from 0 as in the course,
//! or numbers from 1.

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
