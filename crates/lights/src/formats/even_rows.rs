//! Fast conversion between bits and the bytes of a large board, eight lights at a time.
//!
//! It handles plain boards only: two different characters and rows of equal length. The
//! line-by-line reader in [`text`](super::text) handles everything else, mistakes included, so this
//! one never has to report an error.

use std::io;

use crate::rules::{Cells, words_in_row};

/// The meaning of a byte of a row: 0 off, 1 on, [`NO_CELL`] neither.
pub static MEANING: [u8; 256] = meanings();
/// The meaning of a byte that stands for no light.
pub const NO_CELL: u8 = 2;

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

/// The lowest bit of every byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// The number of bytes searched for the two characters.
const PREFIX: usize = 1 << 12;

/// Returns the characters for off and on: the first found near the beginning, or else the usual
/// ones.
fn pair(bytes: &[u8]) -> [u8; 2] {
    let prefix = &bytes[..bytes.len().min(PREFIX)];
    let first = |on, usual| prefix.iter().copied().find(|&byte| value(byte) == Some(on)).unwrap_or(usual);
    [first(false, b'0'), first(true, b'#')]
}

/// Reads a board of equal rows, without a size line, of two characters; None for any other text.
pub fn read(bytes: &[u8]) -> Option<Cells> {
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
    let pair = CharacterPair::of(pair(bytes));
    let mut words = vec![0; stride_words * height];
    for (row, line) in words.chunks_exact_mut(stride_words).zip(bytes[..end].chunks(stride)) {
        let (lights, ending) = line.split_at(width);
        if !ending.is_empty() && ending != line_end {
            return None;
        }
        for (word, lights) in row.iter_mut().zip(lights.chunks(64)) {
            *word = pair.word(lights)?;
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
    fn word(&self, lights: &[u8]) -> Option<u64> {
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

/// Approximate number of bytes per call of the writer.
const BUFFER_BYTES: usize = 1 << 16;

/// Writes a set of cells with these characters for out and in, a line per row.
///
/// # Errors
/// Those of the writer.
pub fn write(cells: &Cells, [out_of, in_it]: [u8; 2], out: &mut dyn io::Write) -> io::Result<()> {
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
    use super::super::text;
    use super::*;
    use crate::testing::any_cells;
    use fewest_core::Source;
    use proptest::prelude::*;

    #[test]
    fn only_plain_boards_are_taken() {
        for plain in
            ["#0\n0#\n", "#0\n0#", "#0\r\n##\r\n\r\n", "##\n##\n", "00\n00\n", ".x\nx.\n\n  \n", "#0\r\n0#\n"]
        {
            let careful = text::read_carefully(&Source::new("test", plain)).unwrap();
            assert_eq!(read(plain.as_bytes()), Some(careful), "{plain:?}");
        }
        for other in
            ["", "#", "\n\n", "#0\n#\n", "#\n#0\n", "#0\n01\n", "#?\n", "#0\n\n0#\n", "#0\n0#x", "#0\n0# \n"]
        {
            assert_eq!(read(other.as_bytes()), None, "{other:?}");
        }
    }

    proptest! {
        #[test]
        fn agrees_with_the_careful_reader(cells in any_cells(140, 5), kind in 0..4_usize, change in any::<(u16, u8)>()) {
            let mut bytes = Vec::new();
            write(&cells, [*b"0#", *b".X", *b"01", *b"-@"][kind], &mut bytes).unwrap();
            prop_assert_eq!(read(&bytes), Some(cells));
            let place = usize::from(change.0) % bytes.len();
            bytes[place] = change.1;
            // Boards with a size line, such as `00X00`, are not for the fast reader.
            let source = Source::new("test", bytes);
            prop_assert_eq!(text::read(&source), text::read_carefully(&source));
        }
    }
}
