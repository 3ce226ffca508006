//! Boards as text, one character per light:
//!
//! ```text
//! 3x3          optional first line: columns x rows
//! #0#          # is on (also 1 X x * @), 0 is off (also O o . _ -)
//! 0##
//! #00
//! ```
//!
//! There are two readers. The careful one goes line by line and reports mistakes. The fast one
//! converts eight lights at a time; it handles only rows of equal length with two different
//! characters and leaves everything else to the careful one, so it never has to report an error.

use std::io;

use fewest_core::source::Line;
use fewest_core::{Fault, Source, Span};

use crate::rules::{Cells, words_in_row};

/// The name of the format.
pub const ID: &str = "text";

const REMEDY: &str = "use # for a light that is on and 0 for one that is off";

/// The meaning of a byte of a row: 0 off, 1 on, [`NO_CELL`] neither.
static MEANING: [u8; 256] = meanings();
/// The meaning of a byte that stands for no light.
const NO_CELL: u8 = 2;

const fn meanings() -> [u8; 256] {
    let mut table = [NO_CELL; 256];
    let (off, on) = (b"0Oo._-", b"#1Xx*@");
    let mut index = 0;
    while index < off.len() {
        table[off[index] as usize] = 0;
        table[on[index] as usize] = 1;
        index += 1;
    }
    table
}

/// Whether the byte stands for a light.
pub fn is_cell(byte: u8) -> bool {
    MEANING[usize::from(byte)] != NO_CELL
}

/// Returns whether the light of a byte is on; None if the byte stands for no light.
pub fn value(byte: u8) -> Option<bool> {
    let meaning = MEANING[usize::from(byte)];
    (meaning != NO_CELL).then_some(meaning == 1)
}

/// Whether the first line is a size line or lights and nothing else, as in every board without a
/// mistake there.
pub fn begins_as_board(source: &Source) -> bool {
    let is_row = |line: &Line<'_>| !line.bytes.is_empty() && line.bytes.iter().all(|&byte| is_cell(byte));
    source.lines().next().is_some_and(|line| header(&line).is_some() || is_row(&line))
}

/// Returns an upper bound on the bytes of the board of a text, by the length of its last line: the
/// first may be the size.
pub fn bytes_of_board(source: &Source) -> usize {
    let lines = source.bytes.trim_ascii();
    let width = lines.iter().rev().take_while(|&&byte| byte != b'\n').count();
    words_in_row(width).saturating_mul(8).saturating_mul(lines.len() / (width + 1) + 1)
}

/// Reads a board.
///
/// # Errors
/// The first mistake, with its position.
pub fn read(source: &Source) -> Result<Cells, Fault> {
    let sized = source.lines().next().is_some_and(|line| header(&line).is_some());
    match if sized { None } else { read_even_rows(&source.bytes) } {
        Some(cells) => Ok(cells),
        None => read_carefully(source),
    }
}

/// Reads a board line by line.
///
/// # Errors
/// The first mistake, with its position.
pub fn read_carefully(source: &Source) -> Result<Cells, Fault> {
    let mut lines = source.lines().peekable();
    let size = match lines.peek().map(|line| (line, header(line))) {
        Some((line, Some(size))) => {
            let size = checked_size(size, source).map_err(|fault| fault.at(line.span()))?;
            lines.next();
            Some(size)
        }
        _ => None,
    };
    let end = last_byte_that_is_not_blank(source);
    let mut rows = LightRows {
        width: size.map(|(width, _)| width),
        height: 0,
        words: Vec::new(),
        header: size.is_some(),
    };
    for line in lines.take_while(|line| line.start < end) {
        rows.push(&line)?;
        if let Some((_, height)) = size.filter(|&(_, height)| rows.height > height) {
            return Err(Fault::new(format!("one row too many: the first line promises {height}"))
                .at(line.span())
                .remedy("correct the first line or take the row out"));
        }
    }
    match (rows.width, size) {
        (None, _) => Err(Fault::new("there is no board in this text").remedy(REMEDY)),
        (Some(_), Some((_, height))) if height != rows.height => {
            Err(Fault::new(format!("the first line promises {height} rows, but there are {}", rows.height))
                .at(Span {
                    source: 0,
                    start: 0,
                    end: source.lines().next().map_or(0, |line| line.bytes.len()),
                })
                .remedy("correct the first line or add the missing rows"))
        }
        (Some(width), _) => Ok(Cells::from_words(width, rows.height, rows.words)),
    }
}

/// Returns the length of the text without blank lines at its end.
fn last_byte_that_is_not_blank(source: &Source) -> usize {
    source.bytes.iter().rposition(|byte| !byte.is_ascii_whitespace()).map_or(0, |last| last + 1)
}

/// The rows read so far. Memory is taken for the rows that are there, never for what the size line
/// promises.
struct LightRows {
    width: Option<usize>,
    height: usize,
    words: Vec<u64>,
    header: bool,
}

impl LightRows {
    fn push(&mut self, line: &Line<'_>) -> Result<(), Fault> {
        if line.bytes.is_empty() {
            return Err(Fault::new("an empty line inside the board").at(line.span()).remedy("take it out"));
        }
        let start = self.words.len();
        self.words.resize(start + words_in_row(line.bytes.len()), 0);
        let mut all = 0;
        for (word, bytes) in self.words[start..].iter_mut().zip(line.bytes.chunks(64)) {
            for (place, &byte) in bytes.iter().enumerate() {
                let meaning = MEANING[usize::from(byte)];
                all |= meaning;
                *word |= u64::from(meaning & 1) << place;
            }
        }
        if all & NO_CELL != 0 {
            return Err(bad_character(line));
        }
        let width = *self.width.get_or_insert(line.bytes.len());
        if line.bytes.len() != width {
            return Err(self.ragged(line, width));
        }
        self.height += 1;
        Ok(())
    }

    fn ragged(&self, line: &Line<'_>, width: usize) -> Fault {
        let found = line.bytes.len();
        let whose = if self.header { "the first line promises" } else { "the first row has" };
        let extra = Span { source: 0, start: line.start + width.min(found), end: line.start + found };
        Fault::new(format!("a row of {found} lights, but {whose} {width}"))
            .at(if found > width { extra } else { line.span() })
            .remedy("make all rows equally long")
    }
}

fn bad_character(line: &Line<'_>) -> Fault {
    let at = line.bytes.iter().position(|&byte| !is_cell(byte)).unwrap_or(0);
    // A character of several bytes is named as a whole, if it is valid UTF-8.
    let rest = &line.bytes[at..line.bytes.len().min(at + 4)];
    let character = rest.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
    let what = match character {
        Some(' ') => "a space is neither on nor off".to_owned(),
        Some(character) if !character.is_control() => format!("`{character}` is neither on nor off"),
        _ => format!("byte {:#04x} is neither on nor off", line.bytes[at]),
    };
    let start = line.start + at;
    Fault::new(what)
        .at(Span { source: 0, start, end: start + character.map_or(1, char::len_utf8) })
        .remedy(REMEDY)
}

/// Returns the digits before and after the `x` of a size line; None if it is no size line.
pub fn header<'a>(line: &Line<'a>) -> Option<(&'a [u8], &'a [u8])> {
    let text = line.bytes.trim_ascii();
    let cross = text.iter().position(|&byte| byte == b'x' || byte == b'X')?;
    let (width, height) = (&text[..cross], &text[cross + 1..]);
    let digits = |part: &[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_digit);
    (digits(width) && digits(height)).then_some((width, height))
}

fn checked_size((width, height): (&[u8], &[u8]), source: &Source) -> Result<(usize, usize), Fault> {
    let number =
        |digits: &[u8]| std::str::from_utf8(digits).ok().and_then(|digits| digits.parse::<usize>().ok());
    let too_large = || {
        Fault::new("the first line promises more lights than the text has")
            .remedy("the first line is columns x rows; leave it out and the rows are counted")
    };
    let (width, height) = number(width).zip(number(height)).ok_or_else(too_large)?;
    if width == 0 || height == 0 {
        return Err(
            Fault::new("a board without lights").remedy("the first line is columns x rows, each at least 1")
        );
    }
    match width.checked_mul(height) {
        Some(area) if area <= source.bytes.len() => Ok((width, height)),
        _ => Err(too_large()),
    }
}

/// The lowest bit of every byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// The number of bytes searched for the two characters.
const PREFIX: usize = 1 << 12;

/// Returns the characters for off and on: the first found near the beginning, or else the usual
/// ones.
fn character_pair(bytes: &[u8]) -> [u8; 2] {
    let prefix = &bytes[..bytes.len().min(PREFIX)];
    let first = |on, usual| prefix.iter().copied().find(|&byte| value(byte) == Some(on)).unwrap_or(usual);
    [first(false, b'0'), first(true, b'#')]
}

/// Reads a board of equal rows, without a size line, of two characters; None for any other text.
fn read_even_rows(bytes: &[u8]) -> Option<Cells> {
    let line = bytes.iter().position(|&byte| byte == b'\n')?;
    let width = if bytes[..line].ends_with(b"\r") { line - 1 } else { line };
    let (line_end, stride) = (&bytes[width..=line], line + 1);
    let end = bytes.iter().rposition(|byte| !byte.is_ascii_whitespace())? + 1;
    let rest = &bytes[end..];
    let ends_there = rest.is_empty() || rest.starts_with(b"\n") || rest.starts_with(b"\r\n");
    if width == 0 || end % stride != width || !ends_there {
        return None;
    }
    let (height, stride_words) = (end / stride + 1, words_in_row(width));
    let pair = CharacterPair::of(character_pair(bytes));
    let mut words = vec![0; stride_words * height];
    for (row, line) in words.chunks_exact_mut(stride_words).zip(bytes[..end].chunks(stride)) {
        let (lights, ending) = line.split_at(width);
        if !ending.is_empty() && ending != line_end {
            return None;
        }
        for (word, lights) in row.iter_mut().zip(lights.chunks(64)) {
            *word = pair.bits(lights)?;
        }
    }
    Some(Cells::from_words(width, height, words))
}

/// Two characters that differ in the bits of `difference`, one of which is bit `place`.
struct CharacterPair {
    off: u64,
    difference: u64,
    place: u32,
}

impl CharacterPair {
    fn of([off, on]: [u8; 2]) -> Self {
        let difference = off ^ on;
        Self {
            off: u64::from(off) * ONES,
            difference: u64::from(difference),
            place: difference.trailing_zeros(),
        }
    }

    /// Returns the bits of up to 64 characters; None if one of them is neither of the two.
    fn bits(&self, lights: &[u8]) -> Option<u64> {
        let (eights, rest) = lights.as_chunks::<8>();
        let (mut word, mut wrong) = (0, 0);
        for (index, &eight) in eights.iter().enumerate() {
            let (bits, bad) = self.eight(eight);
            word |= bits << (8 * index);
            wrong |= bad;
        }
        if !rest.is_empty() {
            let mut padded = self.off.to_le_bytes();
            padded[..rest.len()].copy_from_slice(rest);
            let (bits, bad) = self.eight(padded);
            word |= bits << (8 * eights.len());
            wrong |= bad;
        }
        (wrong == 0).then_some(word)
    }

    /// Returns the bits of eight characters, and a number that is not 0 if one is neither of the
    /// two.
    #[inline(always)]
    fn eight(&self, characters: [u8; 8]) -> (u64, u64) {
        let differs = u64::from_le_bytes(characters) ^ self.off;
        let on = differs >> self.place & ONES;
        // A character is right if it differs from `off` in all of the bits or in none. The product
        // gathers the eight bits in the highest byte: bit 0 of byte `i` goes to bit `i` there.
        (on.wrapping_mul(0x0102_0408_1020_4080) >> 56, differs ^ (on * self.difference))
    }
}

/// Writes a board, without a size line.
///
/// # Errors
/// Those of the writer.
pub fn write(lit: &Cells, out: &mut dyn io::Write) -> io::Result<()> {
    write_rows(lit, *b"0#", out)
}

/// Approximate number of bytes per call of the writer.
const BUFFER_BYTES: usize = 1 << 16;

/// Writes a set of cells with these characters for out and in, a line per row.
///
/// # Errors
/// Those of the writer.
pub fn write_rows(cells: &Cells, [out_of, in_it]: [u8; 2], out: &mut dyn io::Write) -> io::Result<()> {
    let eights: [[u8; 8]; 256] = std::array::from_fn(|bits| {
        std::array::from_fn(|place| if bits >> place & 1 == 1 { in_it } else { out_of })
    });
    let width = cells.width();
    let mut text = Vec::with_capacity(BUFFER_BYTES + 64 * words_in_row(width) + 1);
    for y in 0..cells.height() {
        let start = text.len();
        for word in cells.row(y) {
            for byte in word.to_le_bytes() {
                text.extend_from_slice(&eights[usize::from(byte)]);
            }
        }
        text.truncate(start + width);
        text.push(b'\n');
        if text.len() >= BUFFER_BYTES {
            out.write_all(&text)?;
            text.clear();
        }
    }
    out.write_all(&text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::any_cells;
    use proptest::prelude::*;

    fn read_text(text: &str) -> Result<Cells, Fault> {
        read(&Source::new("test", text))
    }

    /// Line, column and message of the fault.
    fn fault(text: impl Into<Vec<u8>>) -> (usize, usize, String) {
        let source = Source::new("test", text);
        let fault = read(&source).expect_err("a fault");
        assert!(fault.remedy.is_some(), "{fault:?} says how to mend it");
        let at = fault.at.unwrap_or(Span { source: 0, start: 0, end: 0 });
        let (line, column) = source.line_and_column(at.start);
        (line, column, fault.what)
    }

    #[test]
    fn all_spellings_mean_the_same_board() {
        let board = read_text("#0#\n0##\n#00\n").unwrap();
        assert_eq!(board.iter().collect::<Vec<_>>(), [(0, 0), (2, 0), (1, 1), (2, 1), (0, 2)]);
        for text in [
            "#0#\n0##\n#00",
            "#0#\r\n0##\r\n#00\r\n",
            "#0#\n0##\n#00\n\n\r\n  \n",
            "3x3\n#O#\nO##\n#OO\n",
            "3X3\r\n#O#\r\nO##\r\n#OO",
            "1.X\n_x*\n@-o\n",
        ] {
            assert_eq!(read_text(text).unwrap(), board, "{text:?}");
        }
    }

    #[test]
    fn faults_have_a_place() {
        assert_eq!(fault("#0#\n0?#\n"), (2, 2, "`?` is neither on nor off".to_owned()));
        assert_eq!(fault("#0#\n00é\n"), (2, 3, "`é` is neither on nor off".to_owned()));
        assert_eq!(fault("# #\n"), (1, 2, "a space is neither on nor off".to_owned()));
        assert_eq!(fault(b"#0\n#\xff\n".to_vec()), (2, 2, "byte 0xff is neither on nor off".to_owned()));
        assert_eq!(fault("#0#\n0#\n"), (2, 1, "a row of 2 lights, but the first row has 3".to_owned()));
        assert_eq!(fault("#0#\n0#00\n"), (2, 4, "a row of 4 lights, but the first row has 3".to_owned()));
        assert_eq!(fault("#0#\n\n0##\n"), (2, 1, "an empty line inside the board".to_owned()));
        assert_eq!(fault(""), (1, 1, "there is no board in this text".to_owned()));
        assert_eq!(fault("\n\n"), (1, 1, "there is no board in this text".to_owned()));
    }

    #[test]
    fn a_size_line_must_be_true() {
        let too_large = "the first line promises more lights than the text has".to_owned();
        assert_eq!(fault("0x0\n"), (1, 1, "a board without lights".to_owned()));
        assert_eq!(fault("1000000000x2\n##\n"), (1, 1, too_large.clone()));
        assert_eq!(fault("99999999999999999999999999x1\n#\n"), (1, 1, too_large.clone()));
        assert_eq!(fault("4294967296x4294967296\n#\n"), (1, 1, too_large));
        assert_eq!(fault("2x2\n##\n"), (1, 1, "the first line promises 2 rows, but there are 1".to_owned()));
        assert_eq!(fault("2x1\n##\n##\n"), (3, 1, "one row too many: the first line promises 1".to_owned()));
        assert_eq!(fault("3x1\n##\n"), (2, 1, "a row of 2 lights, but the first line promises 3".to_owned()));
    }

    #[test]
    fn the_fast_reader_takes_plain_boards_only() {
        for plain in
            ["#0\n0#\n", "#0\n0#", "#0\r\n##\r\n\r\n", "##\n##\n", "00\n00\n", ".x\nx.\n\n  \n", "#0\r\n0#\n"]
        {
            let careful = read_carefully(&Source::new("test", plain)).unwrap();
            assert_eq!(read_even_rows(plain.as_bytes()), Some(careful), "{plain:?}");
        }
        for other in
            ["", "#", "\n\n", "#0\n#\n", "#\n#0\n", "#0\n01\n", "#?\n", "#0\n\n0#\n", "#0\n0#x", "#0\n0# \n"]
        {
            assert_eq!(read_even_rows(other.as_bytes()), None, "{other:?}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(cells in any_cells(140, 5)) {
            let mut text = Vec::new();
            write(&cells, &mut text).unwrap();
            prop_assert_eq!(read(&Source::new("test", text)).unwrap(), cells);
        }

        #[test]
        fn the_fast_reader_agrees_with_the_careful_one(cells in any_cells(140, 5), kind in 0..4_usize, change in any::<(u16, u8)>()) {
            let mut bytes = Vec::new();
            write_rows(&cells, [*b"0#", *b".X", *b"01", *b"-@"][kind], &mut bytes).unwrap();
            prop_assert_eq!(read_even_rows(&bytes), Some(cells));
            let place = usize::from(change.0) % bytes.len();
            bytes[place] = change.1;
            // Boards with a size line, such as `00X00`, are not for the fast reader.
            let source = Source::new("test", bytes);
            prop_assert_eq!(read(&source), read_carefully(&source));
        }

        #[test]
        fn no_text_makes_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            check_any(bytes)?;
        }

        #[test]
        fn no_likely_text_makes_the_reader_panic(text in "([0-9]{1,3}x[0-9]{1,3}\r?\n)?([#0Oo.x1 é]{0,6}\r?\n){0,6}") {
            check_any(text.into_bytes())?;
        }
    }

    fn check_any(bytes: Vec<u8>) -> Result<(), TestCaseError> {
        let source = Source::new("test", bytes);
        if let Err(Fault { at: Some(span), .. }) = read(&source) {
            prop_assert!(span.start <= span.end && span.end <= source.bytes.len());
        }
        Ok(())
    }
}
