//! Input texts: names, bytes, lines and spans, and how foreign text is quoted in messages.

use std::borrow::Cow;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

/// An input: a name for messages and the bytes, which need not be valid UTF-8.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "SourceDocument", into = "SourceDocument")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Source {
    /// File name, embedded name or `-`.
    pub name: String,
    /// The content.
    pub bytes: Vec<u8>,
}

/// A source in documents, where the content is a string.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Source")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct SourceDocument {
    /// File name, embedded name or `-`.
    name: String,
    /// The content as text; with `binary`, one character per byte, of U+0000 to U+00FF.
    bytes: String,
    /// Whether the content is no text.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    binary: bool,
}

impl From<Source> for SourceDocument {
    fn from(source: Source) -> Self {
        let (bytes, binary) = bytes_as_text(source.bytes);
        Self { name: source.name, bytes, binary }
    }
}

impl From<SourceDocument> for Source {
    fn from(document: SourceDocument) -> Self {
        let SourceDocument { name, bytes, binary } = document;
        let byte = |char: char| u8::try_from(char).unwrap_or(b'?');
        let bytes = if binary { bytes.chars().map(byte).collect() } else { bytes.into_bytes() };
        Self { name, bytes }
    }
}

/// Returns bytes as a string, and whether they are not valid UTF-8: then each byte is one
/// character, of U+0000 to U+00FF.
pub fn bytes_as_text(bytes: Vec<u8>) -> (String, bool) {
    match String::from_utf8(bytes) {
        Ok(text) => (text, false),
        Err(error) => (error.into_bytes().into_iter().map(char::from).collect(), true),
    }
}

/// The byte order mark of UTF-8, with which some editors begin a file.
const BYTE_ORDER_MARK: [u8; 3] = [0xef, 0xbb, 0xbf];

/// Returns UTF-16 with a byte order mark as text; None for anything else. Unpaired surrogates
/// become replacement characters.
fn from_utf16(bytes: &[u8]) -> Option<String> {
    let (number, rest): (fn([u8; 2]) -> u16, _) = match bytes {
        [0xFF, 0xFE, rest @ ..] => (u16::from_le_bytes, rest),
        [0xFE, 0xFF, rest @ ..] => (u16::from_be_bytes, rest),
        _ => return None,
    };
    let (pairs, left) = rest.as_chunks::<2>();
    let units = pairs.iter().map(|pair| number(*pair));
    let text: String =
        char::decode_utf16(units).map(|char| char.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
    left.is_empty().then_some(text)
}

impl Source {
    /// Creates a source. Text in UTF-16 with a byte order mark becomes UTF-8.
    pub fn new(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        let bytes = bytes.into();
        let bytes = match from_utf16(&bytes) {
            Some(text) => text.into_bytes(),
            None => bytes,
        };
        Self { name: name.into(), bytes }
    }

    /// Returns the lines with their places, without line ends and carriage returns. There is no
    /// empty line after the last line end. A byte order mark belongs to no line; formats that are
    /// not line-based treat it themselves.
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

    /// Returns the byte at which each line begins, for lookups of many places.
    pub fn line_starts(&self) -> Vec<usize> {
        let after = self.bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
        std::iter::once(0).chain(after).collect()
    }

    /// Returns line and column of a byte, both counted from 1; columns count characters.
    pub fn line_and_column(&self, byte: usize) -> (usize, usize) {
        let before = &self.bytes[..byte.min(self.bytes.len())];
        let line_start = before.iter().rposition(|&b| b == b'\n').map_or(0, |n| n + 1);
        let line = 1 + before.iter().filter(|&&b| b == b'\n').count();
        (line, 1 + String::from_utf8_lossy(&before[line_start..]).chars().count())
    }
}

/// A line of a [`Source`].
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// Its number, counted from 1.
    pub number: usize,
    /// The byte at which it begins.
    pub start: usize,
    /// Its bytes without the line end.
    pub bytes: &'a [u8],
}

impl<'a> Line<'a> {
    /// Returns the span of the whole line.
    pub fn span(&self) -> Span {
        Span { source: 0, start: self.start, end: self.start + self.bytes.len() }
    }

    /// Returns the words, separated by white space, with their spans.
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

/// A range of bytes in one of several sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Span {
    /// The index of the source, counted from 0.
    pub source: usize,
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

/// Returns whether a character is invisible: control characters, line and paragraph separators,
/// marks for the direction of writing, and characters without width.
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Returns the text with every [hidden](is_hidden) character escaped: `\n`, `\t`, `\r`, `\x1b`,
/// `\u{202e}`. Visible characters are unchanged, backslashes too, so that paths can be copied. The
/// function is idempotent.
///
/// Names of files and quotations of inputs pass through it before they are printed: a line end
/// would forge a row of a table, an escape sequence would rewrite the terminal, and a mark for the
/// direction of writing would disguise a name.
pub fn visible(text: &str) -> Cow<'_, str> {
    escaped(text, is_hidden)
}

/// Like [`visible`], but line ends and tabs are kept.
pub fn visible_lines(text: &str) -> Cow<'_, str> {
    escaped(text, |c| is_hidden(c) && c != '\n' && c != '\t')
}

/// Like [`visible`], for bytes; those that are not UTF-8 become `\xff`.
pub fn visible_bytes(bytes: &[u8]) -> String {
    let mut shown = String::new();
    for chunk in bytes.utf8_chunks() {
        shown += &visible(chunk.valid());
        chunk.invalid().iter().for_each(|byte| _ = write!(shown, "\\x{byte:02x}"));
    }
    shown
}

fn escaped(text: &str, is_hidden: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            _ if !is_hidden(c) => shown.push(c),
            '\n' => shown.push_str("\\n"),
            '\t' => shown.push_str("\\t"),
            '\r' => shown.push_str("\\r"),
            '\0'..='\x7f' => _ = write!(shown, "\\x{:02x}", c as u32),
            _ => _ = write!(shown, "\\u{{{:x}}}", c as u32),
        }
    }
    Cow::Owned(shown)
}

/// Returns a field of comma-separated values (RFC 4180): quoted if it contains a comma or a quote.
/// Hidden characters are escaped, so that a row is one line. A text that a spreadsheet would
/// evaluate as a formula (it begins with `=`, `+`, `-` or `@` and is not a number) gets a leading
/// apostrophe, which spreadsheets read as "text"; a lone `-` means standard input and is unchanged.
pub fn csv_field(text: &str) -> String {
    let shown = visible(text);
    let is_formula = shown.starts_with(['=', '+', '-', '@']) && shown != "-" && shown.parse::<f64>().is_err();
    let shown = if is_formula { Cow::Owned(format!("'{shown}")) } else { shown };
    if shown.contains([',', '"']) {
        format!("\"{}\"", shown.replace('"', "\"\""))
    } else {
        shown.into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_that_is_no_text_survives_a_document() {
        for bytes in [b"P4\n8 1\n\xff\x80\x00".to_vec(), "P1 \u{e9}".as_bytes().to_vec(), Vec::new()] {
            let source = Source { name: "n".to_owned(), bytes };
            let text = serde_json::to_string(&source).expect("a document");
            assert_eq!(serde_json::from_str::<Source>(&text).expect("the same"), source, "{text}");
        }
        let plain: Source = serde_json::from_str(r#"{"name":"n","bytes":"\u00e9"}"#).expect("text");
        assert_eq!(plain.bytes, "\u{e9}".as_bytes());
    }

    #[test]
    fn a_byte_order_mark_belongs_to_no_line() {
        let source = Source::new("x", "\u{feff}4 4\n");
        let lines: Vec<_> = source.lines().map(|line| (line.bytes, line.start)).collect();
        assert_eq!(lines, [(b"4 4".as_slice(), 3)]);
    }

    #[test]
    fn lines_and_words_have_the_right_spans() {
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

    #[test]
    fn hidden_characters_are_escaped_and_others_unchanged() {
        for (text, shown) in [
            ("board 1.txt", "board 1.txt"),
            ("C:\\boards\\n.txt", "C:\\boards\\n.txt"),
            ("Brücke-橋.txt", "Brücke-橋.txt"),
            ("a\nb\r\tc", "a\\nb\\r\\tc"),
            ("\x1b[2J\x07\x7f", "\\x1b[2J\\x07\\x7f"),
            ("\u{9b}31m", "\\u{9b}31m"),
            ("txt.\u{202e}exe\u{2066}\u{200b}\u{2028}", "txt.\\u{202e}exe\\u{2066}\\u{200b}\\u{2028}"),
        ] {
            assert_eq!(visible(text), shown);
            assert_eq!(visible(shown), shown, "escaping is idempotent");
        }
        assert_eq!(visible_lines("a\nb\t\x1b"), "a\nb\t\\x1b");
        assert_eq!(visible_bytes(b"a\xff\n\xe6\xa9\x8b\xe6"), "a\\xff\\n\u{6a4b}\\xe6");
    }

    #[test]
    fn fields_are_one_line_and_not_formulas() {
        for (text, field) in [
            ("plain.txt", "plain.txt"),
            ("a,b", "\"a,b\""),
            ("say \"x\"", "\"say \"\"x\"\"\""),
            ("a\nb,c", "\"a\\nb,c\""),
            ("=HYPERLINK(\"x\")", "\"'=HYPERLINK(\"\"x\"\")\""),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("-x.txt", "'-x.txt"),
            ("-", "-"),
            ("-12", "-12"),
        ] {
            assert_eq!(csv_field(text), field);
        }
    }
}
