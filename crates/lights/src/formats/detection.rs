//! Format detection. Plain boards are detected by byte counts only, so that a board with a mistake
//! in it is still detected, and the reader can point to the mistake.

use fewest_core::{Claim, Source, Sure};

use crate::formats::{edges, facts, flip, pbm, rules, text};

/// Returns the formats that the text may be in.
pub fn detect(source: &Source) -> Vec<Claim> {
    let claim = |format, sure| vec![Claim { format, sure }];
    if let Some(format) = pbm::magic(&source.bytes) {
        return claim(format, Sure::Certain);
    }
    if let Some(sure) = flip::claim(source) {
        return claim(flip::ID, sure);
    }
    if is_facts(source) {
        return claim(facts::ID, Sure::Certain);
    }
    if let Some(format) = other_format(source) {
        return claim(format, Sure::Certain);
    }
    let mut lines = source.lines().peekable();
    let header = lines.peek().is_some_and(|line| text::header(line).is_some());
    // A byte-order mark before the first line is no light.
    let begin = lines.peek().map_or(0, |line| line.start);
    let skipped = if header { lines.next().map_or(0, |line| line.span().end) } else { begin };
    match (ByteCounts::count(&source.bytes[skipped..]), header) {
        (ByteCounts { cells: 0, .. }, false) => Vec::new(),
        // Other puzzles are drawn with dots, dashes, letters and digits too, but not with these
        // alone.
        (ByteCounts { others: 0, unusual: 0, lit: 1.., .. }, _)
        | (ByteCounts { others: 0, cells: 1.., .. }, true) => claim(text::ID, Sure::Certain),
        (ByteCounts { others: 0, .. }, _) | (_, true) => claim(text::ID, Sure::Possible),
        (ByteCounts { others, unusual, cells, lit: 1.. }, _) if 3 * (others + unusual) < cells => {
            claim(text::ID, Sure::Possible)
        }
        _ => Vec::new(),
    }
}

/// Whether the text is facts. A text that begins as a board is not searched for facts, because it
/// may be very long.
pub fn is_facts(source: &Source) -> bool {
    (source.name.ends_with(".lp") || !text::begins_as_board(source)) && facts::looks_like(source)
}

/// Returns the format of a board other than a plain rectangle, as its first line tells; None if it
/// tells none.
pub fn other_format(source: &Source) -> Option<&'static str> {
    if flip::claim(source).is_some() {
        return Some(flip::ID);
    }
    if edges::looks_like(source) {
        return Some(edges::ID);
    }
    rules::looks_like(source).then_some(rules::ID)
}

/// The number of bytes that are counted: more than any board that could be mistaken for another
/// puzzle.
const PREFIX: usize = 1 << 20;

/// Byte counts of a text, without line ends and blanks at its end.
struct ByteCounts {
    /// Bytes that stand for lights.
    cells: usize,
    /// Bytes for lights other than the usual `#`, `0` and `O`.
    unusual: usize,
    /// Bytes `#`.
    lit: usize,
    /// Bytes that do not stand for lights.
    others: usize,
}

impl ByteCounts {
    fn count(bytes: &[u8]) -> Self {
        let mut times = [0_usize; 256];
        for &byte in bytes[..bytes.len().min(PREFIX)].trim_ascii_end() {
            times[usize::from(byte)] += 1;
        }
        let of = |wanted: &dyn Fn(u8) -> bool| {
            (0..=u8::MAX).filter(|&b| wanted(b)).map(|b| times[usize::from(b)]).sum()
        };
        let usual = |byte| matches!(byte, b'#' | b'0' | b'O');
        Self {
            cells: of(&text::is_cell),
            unusual: of(&|byte| text::is_cell(byte) && !usual(byte)),
            lit: of(&|byte| byte == b'#'),
            others: of(&|byte| !text::is_cell(byte) && byte != b'\n' && byte != b'\r'),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claimed(text: &str) -> Option<(&'static str, Sure)> {
        let claims = detect(&Source::new("puzzle", text));
        assert!(claims.len() <= 1);
        claims.first().map(|claim| (claim.format, claim.sure))
    }

    #[test]
    fn boards_are_claimed_also_with_a_mistake() {
        for certain in
            ["#0#\n0##\n#00\n", "#O\r\nO#", "3x1\n0.1\n", "2x2\nOO\nOO\n", "#0\n#\n", "\u{feff}#0\n"]
        {
            assert_eq!(claimed(certain), Some(("text", Sure::Certain)), "{certain:?}");
        }
        for possible in ["000\n000\n", "0101", "..o\nx..\n", "#0#\n0?#\n#00\n", "3x1\nabc\n", "0x0\n"] {
            assert_eq!(claimed(possible), Some(("text", Sure::Possible)), "{possible:?}");
        }
    }

    #[test]
    fn other_texts_are_not() {
        for other in
            ["", "\n\n", "4 4\n3 1 2 1 b\n", "BB.o..AAxx", "1 2 3\n4 5 6\n7 8 0\n", "# a heading\n\ntext\n"]
        {
            assert_eq!(claimed(other), None, "{other:?}");
        }
    }

    #[test]
    fn pictures_are_claimed_by_their_magic_number() {
        assert_eq!(claimed("P1\n1 1\n1\n"), Some(("pbm-plain", Sure::Certain)));
        assert_eq!(claimed("P4 8 1\n@"), Some(("pbm", Sure::Certain)));
        assert_eq!(claimed("P4x"), None);
    }

    #[test]
    fn other_rules_are_claimed_by_their_first_line() {
        assert_eq!(claimed("rule king\n#0\n0#\n"), Some(("rules", Sure::Certain)));
        assert_eq!(claimed("mask\n#@\n\n#0\n"), Some(("rules", Sure::Certain)));
        assert_eq!(claimed("edges\n0 1\n"), Some(("edges", Sure::Certain)));
        assert_eq!(claimed("edges of the world\n"), None);
    }

    #[test]
    fn games_of_flip_are_claimed_by_their_form() {
        assert_eq!(claimed("2x2c:edb7,9\n"), Some(("flip", Sure::Certain)));
        assert_eq!(claimed("2x2:edb7,9\n"), Some(("flip", Sure::Certain)));
        assert_eq!(claimed("2x2c#123\n"), Some(("flip", Sure::Possible)));
        assert_eq!(claimed("4x4:1,2,3,4,5,6,7,8,9,10,11,12,13,14,0,15\n"), None);
    }

    #[test]
    fn facts_are_claimed_by_predicate_or_name() {
        assert_eq!(claimed("% grid\n cell(1..4,1..4). black(1,1).\n"), Some(("facts", Sure::Certain)));
        assert_eq!(detect(&Source::new("x.lp", "foo."))[0].format, "facts");
    }
}
