//! A text as lines of glyphs: what a person sees as one character, with its column on a terminal.

use super::Note;
use crate::source::{Source, Span};

/// One visible character: a letter, or an emoji with all that belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glyph {
    /// The character.
    pub text: String,
    /// The column that it begins in, counted from 0.
    pub column: usize,
    /// The number of columns that it takes.
    pub width: usize,
    /// First byte in the source, and the byte after the last.
    pub bytes: (usize, usize),
}

impl Glyph {
    /// The first character.
    pub fn char(&self) -> char {
        self.text.chars().next().unwrap_or(' ')
    }

    /// Whether nothing is to be seen.
    pub fn is_blank(&self) -> bool {
        self.text.chars().all(char::is_whitespace)
    }

    /// Whether it is this character.
    pub fn is(&self, wanted: char) -> bool {
        self.text.chars().eq([wanted])
    }
}

/// A line of glyphs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// The glyphs, without blanks at the end.
    pub glyphs: Vec<Glyph>,
    /// The byte that the line begins with.
    pub start: usize,
    /// The columns of the line with blanks at its end.
    pub full_width: usize,
}

impl Row {
    /// Whether nothing is to be seen.
    pub fn is_blank(&self) -> bool {
        self.glyphs.iter().all(Glyph::is_blank)
    }

    /// The text, trimmed.
    pub fn text(&self) -> String {
        let text: String = self.glyphs.iter().map(|glyph| glyph.text.as_str()).collect();
        text.trim().to_owned()
    }

    /// The place of all that is visible.
    pub fn span(&self) -> Span {
        let visible = || self.glyphs.iter().filter(|glyph| !glyph.is_blank());
        let start = visible().next().map_or(self.start, |glyph| glyph.bytes.0);
        Span { source: 0, start, end: visible().next_back().map_or(start, |glyph| glyph.bytes.1) }
    }

    /// The line as a note.
    pub fn note(&self) -> Note {
        Note { text: self.text(), span: self.span() }
    }

    /// The glyph that covers a column.
    pub fn at(&self, column: usize) -> Option<&Glyph> {
        let after = self.glyphs.partition_point(|glyph| glyph.column <= column);
        let glyph = &self.glyphs[after.checked_sub(1)?];
        (column < glyph.column + glyph.width).then_some(glyph)
    }

    /// The column of the first visible glyph.
    pub fn indent(&self) -> Option<usize> {
        self.glyphs.iter().find(|glyph| !glyph.is_blank()).map(|glyph| glyph.column)
    }

    /// The columns up to the end of the last glyph.
    pub fn width(&self) -> usize {
        self.glyphs.last().map_or(0, |glyph| glyph.column + glyph.width)
    }

    /// Words: runs of visible glyphs.
    pub fn words(&self) -> Vec<&[Glyph]> {
        self.glyphs.split(Glyph::is_blank).filter(|word| !word.is_empty()).collect()
    }

    /// The part between two columns.
    pub fn slice(&self, from: usize, to: usize) -> &[Glyph] {
        let begin = self.glyphs.partition_point(|glyph| glyph.column < from);
        let end = self.glyphs.partition_point(|glyph| glyph.column < to);
        &self.glyphs[begin..end.max(begin)]
    }
}

/// The text of glyphs, trimmed.
pub fn text_of(glyphs: &[Glyph]) -> String {
    glyphs.iter().map(|glyph| glyph.text.as_str()).collect::<String>().trim().to_owned()
}

/// The place of glyphs; blanks at both ends are left out unless there is nothing else.
pub fn span_of(glyphs: &[Glyph], otherwise: usize) -> Span {
    let visible = || glyphs.iter().filter(|glyph| !glyph.is_blank());
    let ends = visible().next().zip(visible().next_back()).or_else(|| glyphs.first().zip(glyphs.last()));
    let (start, end) = ends.map_or((otherwise, otherwise), |(first, last)| (first.bytes.0, last.bytes.1));
    Span { source: 0, start, end }
}

/// A text as lines of glyphs.
#[derive(Clone, Debug)]
pub struct Canvas {
    /// The lines.
    pub rows: Vec<Row>,
}

/// Tabs go to the next column that is a multiple of this.
const TAB: usize = 8;

impl Canvas {
    /// The lines of a text in UTF-8 or Latin-1. None if it is no text: it has a control character.
    pub fn new(source: &Source) -> Option<Self> {
        let mut rows = Vec::new();
        for line in source.lines() {
            // Old files end their lines with a carriage return alone.
            let mut start = line.start;
            for bytes in line.bytes.split(|&byte| byte == b'\r') {
                rows.push(row(bytes, start)?);
                start += bytes.len() + 1;
            }
        }
        Some(Self { rows })
    }
}

/// The glyphs of a line.
fn row(bytes: &[u8], start: usize) -> Option<Row> {
    let mut glyphs: Vec<Glyph> = Vec::new();
    let mut column = 0;
    let mut put = |at: usize, length: usize, c: char, glyphs: &mut Vec<Glyph>| {
        if let Some(before) = glyphs.last_mut()
            && continues(&before.text, c)
        {
            before.text.push(c);
            before.bytes.1 = at + length;
            let width = width(&before.text);
            column += width.saturating_sub(before.width);
            before.width = before.width.max(width);
            return true;
        }
        if c == '\u{feff}' || c == '\u{200b}' {
            return true;
        }
        if c != '\t' && c.is_control() {
            return false;
        }
        let width = if c == '\t' { TAB - column % TAB } else { width(c.encode_utf8(&mut [0; 4])) };
        glyphs.push(Glyph { text: narrow(c).to_string(), column, width, bytes: (at, at + length) });
        column += width;
        true
    };
    match std::str::from_utf8(bytes) {
        Ok(text) => {
            let mut escape = 0;
            for (at, c) in text.char_indices() {
                // Colours of a terminal are no part of the board.
                if at < escape {
                    continue;
                }
                if let Some(length) = length_of_escape(&text[at..]) {
                    escape = at + length;
                    continue;
                }
                if !put(start + at, c.len_utf8(), c, &mut glyphs) {
                    return None;
                }
            }
        }
        Err(_) => {
            for (at, &byte) in bytes.iter().enumerate() {
                if !put(start + at, 1, char::from(byte), &mut glyphs) {
                    return None;
                }
            }
        }
    }
    let full_width = glyphs.last().map_or(0, |glyph| glyph.column + glyph.width);
    let end = glyphs.iter().rposition(|glyph| !glyph.is_blank()).map_or(0, |last| last + 1);
    glyphs.truncate(end);
    Some(Row { glyphs, start, full_width })
}

/// The length of a code that sets colours, `ESC [ 1 ; 33 m`, at the beginning of a text.
fn length_of_escape(text: &str) -> Option<usize> {
    let rest = text.strip_prefix("\u{1b}[")?;
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    rest[end..].starts_with(['m', 'K']).then_some(end + 3)
}

/// A full-width letter, digit or sign as the usual one.
fn narrow(c: char) -> char {
    match u32::from(c) {
        full @ 0xff01..=0xff5e => char::from_u32(full - 0xfee0).unwrap_or(c),
        _ => c,
    }
}

/// The glyphs of a text that stands in quotes at a place of the source.
pub fn glyphs_of(text: &str, span: &Span) -> Vec<Glyph> {
    let mut glyphs = row(text.as_bytes(), span.start).unwrap_or_default().glyphs;
    // Escapes make the text shorter than its place.
    glyphs.iter_mut().for_each(|glyph| {
        glyph.bytes.0 = glyph.bytes.0.min(span.end);
        glyph.bytes.1 = glyph.bytes.1.min(span.end);
    });
    glyphs
}

/// Whether a character belongs to the one before: combining marks, variation selectors, the
/// enclosing keycap, skin tones, and whatever a zero-width joiner joins.
fn continues(before: &str, c: char) -> bool {
    matches!(u32::from(c), 0x300..=0x36f | 0x20d0..=0x20ff | 0xfe00..=0xfe0f | 0x1f3fb..=0x1f3ff | 0x200d | 0xe0020..=0xe007f)
        || before.ends_with('\u{200d}')
}

/// The columns that a glyph takes on a terminal: two for emoji and East Asian wide characters.
fn width(glyph: &str) -> usize {
    let wide = |c: char| {
        matches!(u32::from(c),
            0x1100..=0x115f | 0x231a..=0x231b | 0x23e9..=0x23f3 | 0x25fd..=0x25fe | 0x2614..=0x2615
            | 0x26aa..=0x26ab | 0x26bd..=0x26be | 0x26d4 | 0x2705 | 0x274c | 0x274e | 0x2753..=0x2755 | 0x2757
            | 0x2795..=0x2797 | 0x27a1 | 0x2b05..=0x2b07 | 0x2b1b..=0x2b1c | 0x2b50 | 0x2b55 | 0x2e80..=0xa4cf
            | 0xac00..=0xd7a3 | 0xf900..=0xfaff | 0xfe30..=0xfe6f | 0xff00..=0xff60 | 0xffe0..=0xffe6
            | 0x1f000..=0x1faff | 0x20000..=0x3fffd)
    };
    let emoji = glyph.contains('\u{fe0f}') || glyph.contains('\u{20e3}');
    if emoji || glyph.chars().next().is_some_and(wide) { 2 } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn glyphs(text: &str) -> Vec<(String, usize)> {
        let canvas = Canvas::new(&Source::new("x", text)).expect("text");
        canvas.rows[0].glyphs.iter().map(|glyph| (glyph.text.clone(), glyph.column)).collect()
    }

    #[test]
    fn what_looks_like_one_character_is_one_glyph() {
        for one in ["1\u{fe0f}\u{20e3}", "👨\u{200d}👩\u{200d}👧", "e\u{301}", "👍🏽", "⬜\u{fe0f}"]
        {
            let text = format!("{one}x");
            let found = glyphs(&text);
            assert_eq!((found.len(), found[0].0.as_str()), (2, one), "{text}");
        }
        assert_eq!(glyphs("💡x"), [("💡".to_owned(), 0), ("x".to_owned(), 2)]);
    }

    #[test]
    fn latin_1_is_text_and_control_characters_are_not() {
        let canvas = Canvas::new(&Source::new("x", b"\xe9\xb7x\n".to_vec())).expect("text");
        assert_eq!(canvas.rows[0].text(), "é·x");
        assert!(Canvas::new(&Source::new("x", b"ab\0c".to_vec())).is_none());
    }

    #[test]
    fn glyphs_are_found_by_column() {
        let canvas = Canvas::new(&Source::new("x", "a💡 b")).expect("text");
        let row = &canvas.rows[0];
        assert_eq!(
            [0, 1, 2, 3, 4].map(|x| row.at(x).map(Glyph::char)),
            ['a', '💡', '💡', ' ', 'b'].map(Some)
        );
        assert_eq!(row.at(5), None);
        assert_eq!(text_of(row.slice(1, 4)), "💡");
    }
}
