//! Text that comes in: where it is from, and places in it.

use serde::{Deserialize, Serialize};

use super::fault::Fault;
use super::visible::visible;

/// One input: a name for messages and the bytes, which need not be valid text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Source {
    /// File name, embedded name or `-`.
    pub name: String,
    /// The content. In documents it is text.
    #[serde(with = "bytes_as_text")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub bytes: Vec<u8>,
}

/// UTF-8's.
const BYTE_ORDER_MARK: [u8; 3] = [0xef, 0xbb, 0xbf];

mod bytes_as_text {
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(bytes: &[u8], to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&String::from_utf8_lossy(bytes))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
        String::deserialize(from).map(String::into_bytes)
    }
}

impl Source {
    /// A source of that name and content.
    pub fn new(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Self { name: name.into(), bytes: bytes.into() }
    }

    /// The lines with their places: no line ends, no carriage returns, no empty piece after the last line end. The mark with which some
    /// editors begin a file is in none of them; formats that are not made of lines decide for themselves.
    pub fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        let mut rest = if self.bytes.starts_with(&BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
        let mut number = 0;
        std::iter::from_fn(move || {
            if rest >= self.bytes.len() {
                return None;
            }
            let start = rest;
            let end =
                self.bytes[start..].iter().position(|&b| b == b'\n').map_or(self.bytes.len(), |n| start + n);
            rest = end + 1;
            number += 1;
            let bytes = &self.bytes[start..end];
            Some(Line { number, start, bytes: bytes.strip_suffix(b"\r").unwrap_or(bytes) })
        })
    }

    /// Where the lines begin, for looking up many places.
    pub fn line_starts(&self) -> Vec<usize> {
        let after = self.bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
        std::iter::once(0).chain(after).collect()
    }

    /// Line and column of a byte, both counted from 1; a column counts characters.
    pub fn line_and_column(&self, byte: usize) -> (usize, usize) {
        let before = &self.bytes[..byte.min(self.bytes.len())];
        let line_start = before.iter().rposition(|&b| b == b'\n').map_or(0, |n| n + 1);
        let line = 1 + before.iter().filter(|&&b| b == b'\n').count();
        (line, 1 + String::from_utf8_lossy(&before[line_start..]).chars().count())
    }

    /// A fault of this text on one line, as course programs report it: `board.txt:2:1: …`.
    pub fn one_line(&self, fault: &Fault) -> String {
        match fault.at {
            Some(span) => {
                let (line, column) = self.line_and_column(span.start);
                format!("{}:{line}:{column}: {fault}", visible(&self.name))
            }
            None => format!("{}: {fault}", visible(&self.name)),
        }
    }
}

/// A line of a [`Source`].
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// Counted from 1.
    pub number: usize,
    /// Byte at which it begins.
    pub start: usize,
    /// Its bytes without the line end.
    pub bytes: &'a [u8],
}

impl<'a> Line<'a> {
    /// The span of the whole line.
    pub fn span(&self) -> Span {
        Span { source: 0, start: self.start, end: self.start + self.bytes.len() }
    }

    /// The words between white space, with their spans.
    pub fn words(&self) -> impl Iterator<Item = (&'a [u8], Span)> + use<'a> {
        let (bytes, start) = (self.bytes, self.start);
        let mut at = 0;
        std::iter::from_fn(move || {
            at += bytes[at..].iter().position(|b| !b.is_ascii_whitespace())?;
            let end = bytes[at..].iter().position(u8::is_ascii_whitespace).map_or(bytes.len(), |n| at + n);
            let word = (&bytes[at..end], Span { source: 0, start: start + at, end: start + end });
            at = end;
            Some(word)
        })
    }
}

/// A range of bytes in one of the sources given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Span {
    /// Which source, counted from 0.
    pub source: usize,
    /// First byte.
    pub start: usize,
    /// Byte after the last.
    pub end: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_order_mark_is_in_no_line() {
        let source = Source::new("x", "\u{feff}4 4\n");
        let lines: Vec<_> = source.lines().map(|line| (line.bytes, line.start)).collect();
        assert_eq!(lines, [(b"4 4".as_slice(), 3)]);
    }

    #[test]
    fn lines_and_words_know_their_places() {
        let source = Source::new("x", "4 4\r\n\n 3  1 b");
        let lines: Vec<_> = source.lines().collect();
        assert_eq!(lines.iter().map(|l| l.bytes).collect::<Vec<_>>(), [b"4 4".as_slice(), b"", b" 3  1 b"]);
        let words: Vec<_> = lines[2].words().map(|(w, s)| (w, &source.bytes[s.start..s.end])).collect();
        assert!(words.iter().all(|(word, at)| word == at) && words.len() == 3);
        assert_eq!(source.line_and_column(words.len() + 8), (3, 6));
    }

    #[test]
    fn an_empty_text_has_no_lines() {
        assert_eq!(Source::new("x", "").lines().count(), 0);
        assert_eq!(Source::new("x", "\n").lines().count(), 1);
    }
}
