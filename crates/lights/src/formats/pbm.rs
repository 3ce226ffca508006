//! Boards as portable bitmaps (PBM): black is on.
//!
//! ```text
//! P1               P4
//! # a comment      3 2
//! 3 2              (two bytes: one row each, the highest bit is the leftmost)
//! 1 0 1
//! 011
//! ```
//!
//! A light takes one bit in P4, so that a file is an eighth of the size of its text. Bits are read
//! straight into [`Cells`].

use std::io::{self, Write as _};

use fewest_core::{Fault, Source, Span};

use crate::rules::{Cells, last_word_mask, words_in_row};

/// The name of the binary format, P4. Both are read under either name.
pub const ID: &str = "pbm";
/// The name of the format with digits, P1.
pub const PLAIN_ID: &str = "pbm-plain";

/// Returns the format that the bytes begin as; None if they are no portable bitmap.
pub fn magic(bytes: &[u8]) -> Option<&'static str> {
    match *bytes {
        [b'P', b'1', next, ..] if next.is_ascii_whitespace() || next == b'#' => Some(PLAIN_ID),
        [b'P', b'4', next, ..] if next.is_ascii_whitespace() || next == b'#' => Some(ID),
        _ => None,
    }
}

/// Returns the bytes of the board that the header promises, or 0 if there is no header.
pub fn bytes_of_board(source: &Source) -> usize {
    let (bytes, mut at) = (&source.bytes, 2);
    if magic(bytes).is_none() {
        return 0;
    }
    let mut side = || number(bytes, &mut at).unwrap_or(0);
    let (width, height) = (side(), side());
    // No reader takes more rows than the text has bytes.
    words_in_row(width).saturating_mul(8).saturating_mul(height.min(bytes.len()))
}

/// Reads a board. Returns it and which of the two formats it was in.
///
/// # Errors
/// The first mistake, with its position.
pub fn read(source: &Source) -> Result<(Cells, &'static str), Fault> {
    let bytes = &source.bytes;
    let Some(format) = magic(bytes) else {
        return Err(Fault::new("this is no portable bitmap: it begins with neither P1 nor P4")
            .at(span(0, bytes.len().min(2)))
            .remedy("other pictures are turned into one by `magick picture.png picture.pbm`"));
    };
    let mut at = 2;
    let (width, height) = (number(bytes, &mut at)?, number(bytes, &mut at)?);
    if width == 0 || height == 0 {
        return Err(Fault::new("a board without lights").at(span(2, at)).remedy("each side is at least 1"));
    }
    let cells = match format {
        ID => packed(bytes, at, width, height)?,
        _ => digits(bytes, at, width, height)?,
    };
    Ok((cells, format))
}

fn span(start: usize, end: usize) -> Span {
    Span { source: 0, start, end }
}

/// Skips white space and comments.
fn skip(bytes: &[u8], at: &mut usize) {
    while let Some(&byte) = bytes.get(*at) {
        if byte == b'#' {
            *at += bytes[*at..].iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len() - *at);
        } else if byte.is_ascii_whitespace() {
            *at += 1;
        } else {
            break;
        }
    }
}

/// Reads the length of a side.
fn number(bytes: &[u8], at: &mut usize) -> Result<usize, Fault> {
    skip(bytes, at);
    let start = *at;
    *at += bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let digits = std::str::from_utf8(&bytes[start..*at]).unwrap_or_default();
    digits.parse().map_err(|_| {
        let what = if digits.is_empty() { "a number is missing here" } else { "this number is too large" };
        Fault::new(what).at(span(start, *at)).remedy("after P1 or P4 come the numbers of columns and of rows")
    })
}

/// Returns the error that there are fewer or more lights than the numbers promise.
fn wrong_size(width: usize, height: usize, start: usize, end: usize, what: &str) -> Fault {
    Fault::new(format!("{what} for {width} columns and {height} rows"))
        .at(span(start, end))
        .remedy("the numbers of columns and rows come first; one picture a file")
}

/// Reads P4: eight lights per byte, after exactly one byte of white space.
fn packed(bytes: &[u8], at: usize, width: usize, height: usize) -> Result<Cells, Fault> {
    if !bytes.get(at).is_some_and(u8::is_ascii_whitespace) {
        return Err(Fault::new("the picture must follow after one byte of white space")
            .at(span(at, at))
            .remedy("add a line end"));
    }
    let (picture, stride) = (&bytes[at + 1..], width.div_ceil(8));
    let size = stride.checked_mul(height).filter(|&size| size <= picture.len()).ok_or_else(|| {
        let what = format!("{} bytes of picture are too few", picture.len());
        wrong_size(width, height, at + 1, bytes.len(), &what)
    })?;
    if picture[size..].iter().any(|byte| !byte.is_ascii_whitespace()) {
        let what = format!("{} bytes of picture are too many", picture.len());
        return Err(wrong_size(width, height, at + 1 + size, bytes.len(), &what));
    }
    let mut words = Vec::with_capacity(words_in_row(width) * height);
    for row in picture[..size].chunks_exact(stride) {
        // The first light is the highest bit of the first byte; in the set it is the lowest bit of
        // the first word.
        let (eights, rest) = row.as_chunks::<8>();
        words.extend(eights.iter().map(|&eight| u64::from_be_bytes(eight).reverse_bits()));
        if !rest.is_empty() {
            let mut padded = [0; 8];
            padded[..rest.len()].copy_from_slice(rest);
            words.push(u64::from_be_bytes(padded).reverse_bits());
        }
        // Bits beyond the last column have no meaning.
        if let Some(last) = words.last_mut() {
            *last &= last_word_mask(width);
        }
    }
    Ok(Cells::from_words(width, height, words))
}

/// Reads P1: one digit per light, with or without white space between them.
fn digits(bytes: &[u8], mut at: usize, width: usize, height: usize) -> Result<Cells, Fault> {
    let start = at;
    let too_few =
        |found: usize| wrong_size(width, height, start, bytes.len(), &format!("{found} digits are too few"));
    // Memory is taken for the bytes that are there, never for a size that is only promised.
    if width.checked_mul(height).is_none_or(|area| area > bytes.len() - start) {
        return Err(too_few(bytes[start..].iter().filter(|&&byte| byte == b'0' || byte == b'1').count()));
    }
    let mut cells = Cells::none(width, height);
    for index in 0..width * height {
        skip(bytes, &mut at);
        match bytes.get(at) {
            Some(b'0') => {}
            Some(b'1') => cells.flip(index % width, index / width),
            Some(_) => {
                return Err(Fault::new("neither 0 nor 1").at(span(at, at + 1)).remedy("1 is on, 0 is off"));
            }
            None => return Err(too_few(index)),
        }
        at += 1;
    }
    skip(bytes, &mut at);
    match bytes.len() - at {
        0 => Ok(cells),
        _ => Err(wrong_size(width, height, at, bytes.len(), "more digits than there are lights")),
    }
}

/// Writes P4.
///
/// # Errors
/// Those of the writer.
pub fn write(cells: &Cells, out: &mut dyn io::Write) -> io::Result<()> {
    let mut out = io::BufWriter::with_capacity(1 << 16, out);
    write!(out, "P4\n{} {}\n", cells.width(), cells.height())?;
    let stride = cells.width().div_ceil(8);
    let mut bytes = Vec::with_capacity(stride + 8);
    for y in 0..cells.height() {
        bytes.clear();
        cells.row(y).iter().for_each(|word| bytes.extend_from_slice(&word.reverse_bits().to_be_bytes()));
        out.write_all(&bytes[..stride])?;
    }
    out.flush()
}

/// Writes P1. Lines are short, as the format demands.
///
/// # Errors
/// Those of the writer.
pub fn write_plain(cells: &Cells, out: &mut dyn io::Write) -> io::Result<()> {
    let mut out = io::BufWriter::new(out);
    write!(out, "P1\n{} {}\n", cells.width(), cells.height())?;
    for y in 0..cells.height() {
        let row: Vec<u8> = (0..cells.width()).map(|x| b'0' + u8::from(cells.contains(x, y))).collect();
        for line in row.chunks(70) {
            out.write_all(line)?;
            out.write_all(b"\n")?;
        }
    }
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::any_cells;
    use proptest::prelude::*;

    fn read_bytes(bytes: &[u8]) -> Result<Cells, Fault> {
        read(&Source::new("test", bytes)).map(|(cells, _)| cells)
    }

    fn fault(bytes: &[u8]) -> (usize, String) {
        let fault = read_bytes(bytes).expect_err("a fault");
        assert!(fault.remedy.is_some(), "{fault:?} says how to mend it");
        (fault.at.expect("a place").start, fault.what)
    }

    #[test]
    fn both_formats_mean_the_same_board() {
        let expected = [(0, 0), (2, 0), (1, 1), (2, 1)];
        for text in [
            b"P1\n3 2\n1 0 1\n011\n".as_slice(),
            b"P1 3 2 101011",
            b"P1#c\n# d\n3# e\n2\n10# f\n1 0 1 1 # g",
            b"P4\n3 2\n\xa0\x60",
            b"P4 3\t2\n\xbf\x7f\n", // bits beyond the width do not count
            b"P4 # c\n3 2\r\xa0\x60",
        ] {
            let cells = read_bytes(text).unwrap_or_else(|fault| panic!("{}: {fault:?}", text.escape_ascii()));
            assert_eq!(cells.iter().collect::<Vec<_>>(), expected, "{}", text.escape_ascii());
        }
    }

    #[test]
    fn faults_have_a_place() {
        for (bytes, start, what) in [
            (
                b"P4\n16 2\n\x01\x02\x03".as_slice(),
                8,
                "3 bytes of picture are too few for 16 columns and 2 rows",
            ),
            (b"P4\n8 1\n\x01\x02", 8, "2 bytes of picture are too many for 8 columns and 1 rows"),
            (
                b"P4\n9999999999 9999999999\n\x01",
                25,
                "1 bytes of picture are too few for 9999999999 columns and 9999999999 rows",
            ),
            (b"P4\n99999999999999999999 1\n\x01", 3, "this number is too large"),
            (b"P4\n8\n\x01", 5, "a number is missing here"),
            (b"P4\n8 1", 6, "the picture must follow after one byte of white space"),
            (b"P4\n0 1\n", 2, "a board without lights"),
            (b"P1\n2 2\n1 0 1\n", 6, "3 digits are too few for 2 columns and 2 rows"),
            (b"P1\n2 1\n1 2\n", 9, "neither 0 nor 1"),
            (b"P1\n2 1\n1 0 1\n", 11, "more digits than there are lights for 2 columns and 1 rows"),
            (
                b"P1\n99999999999 99999999999\n1",
                26,
                "1 digits are too few for 99999999999 columns and 99999999999 rows",
            ),
            (b"P5\n1 1\n1", 0, "this is no portable bitmap: it begins with neither P1 nor P4"),
        ] {
            assert_eq!(fault(bytes), (start, what.to_owned()), "{}", bytes.escape_ascii());
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(cells in any_cells(200, 5)) {
            let (mut packed, mut plain) = (Vec::new(), Vec::new());
            write(&cells, &mut packed).unwrap();
            write_plain(&cells, &mut plain).unwrap();
            prop_assert_eq!(read(&Source::new("test", packed)), Ok((cells.clone(), ID)));
            prop_assert_eq!(read(&Source::new("test", plain)), Ok((cells, PLAIN_ID)));
        }

        #[test]
        fn no_bytes_make_the_reader_panic(
            start in "P[14][ \n#]{0,3}[0-9]{0,3}[ \n#]{0,2}[0-9]{0,3}[ \n#01]{0,9}",
            rest in prop::collection::vec(any::<u8>(), 0..40),
        ) {
            let bytes = [start.as_bytes(), &rest].concat();
            let length = bytes.len();
            if let Err(Fault { at: Some(span), .. }) = read(&Source::new("test", bytes)) {
                prop_assert!(span.start <= span.end && span.end <= length);
            }
        }
    }

    #[test]
    fn a_board_is_measured_before_it_is_read() {
        let bytes = |text: &str| bytes_of_board(&Source::new("test", text));
        assert_eq!(bytes("P1\n1 3\n101"), 24);
        assert_eq!([bytes(""), bytes("#"), bytes("P1"), bytes("P4\n7"), bytes("P4 x y")], [0; 5]);
    }
}
