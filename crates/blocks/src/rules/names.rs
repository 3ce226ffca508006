//! Names of pieces: the course's 61 names, and about 130,000 more.

/// Characters that take one terminal column each, after the course's 61.
///
/// Punctuation without `.`, `*` and what could be mistaken for the frame of a picture, then letters
/// of narrow scripts, then private-use characters, of which there are 131,068.
const MORE: &[(u32, u32)] = &[
    (0x21, 0x29),
    (0x2b, 0x2d),
    (0x2f, 0x2f),
    (0x3a, 0x40),
    (0x5b, 0x60),
    (0x7b, 0x7e),
    (0xc0, 0xd6),
    (0xd8, 0xf6),
    (0xf8, 0x17f),
    (0x391, 0x3a1),
    (0x3a3, 0x3a9),
    (0x3b1, 0x3c9),
    (0x410, 0x44f),
    (0x561, 0x586),
    (0x10d0, 0x10fa),
    (0x13a0, 0x13f4),
    (0x1401, 0x166c),
    (0xf_0000, 0xf_fffd),
    (0x10_0000, 0x10_fffd),
];

/// Returns the name of an accepted piece by its number: `Z`, `1`-`9`, `a`-`z`, `A`-`Y`, then
/// others. Names repeat only beyond 130,000 pieces.
pub fn course_name(number: usize) -> char {
    const FIRST: &[u8; 61] = b"Z123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXY";
    if let Some(&byte) = FIRST.get(number) {
        return byte as char;
    }
    let total: usize = MORE.iter().map(|(from, to)| (to - from + 1) as usize).sum();
    let mut rest = (number - FIRST.len()) % total;
    for &(from, to) in MORE {
        let here = (to - from + 1) as usize;
        if rest < here {
            return u32::try_from(rest).ok().and_then(|rest| char::from_u32(from + rest)).unwrap_or('?');
        }
        rest -= here;
    }
    '?'
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_first_names_are_the_courses() {
        let names: String = (0..61).map(course_name).collect();
        assert_eq!(names, "Z123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXY");
    }

    #[test]
    fn ten_thousand_pieces_have_ten_thousand_names() {
        let names: HashSet<char> = (0..10_000).map(course_name).collect();
        assert_eq!(names.len(), 10_000);
        assert!(
            names
                .iter()
                .all(|name| !matches!(name, '.' | '*') && !name.is_whitespace() && !name.is_control())
        );
    }
}
