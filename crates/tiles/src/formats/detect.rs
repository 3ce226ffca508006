//! Detects whether a text is a board of tiles, and in which format. Numbers are also texts of other
//! families, so only numbers that are an arrangement are certain; a text that is nearly one is
//! possible, so that the reader can point to the mistake.

use crate::formats::tokens::{Token, tokens};
use crate::formats::{course, fifteen, hex, lines, princeton, rows, slashes};
use fewest_core::{Claim, Source, Sure};

/// How much of a text is examined: enough to tell families apart.
const PREFIX: usize = 1 << 16;
/// Boards of fewer cells could be anything.
const FEW: usize = 4;

/// Returns the format that a text seems to be in.
pub(crate) fn claim(source: &Source) -> Option<Claim> {
    if course::begins(source) {
        return Some(Claim { format: course::ID, sure: Sure::Certain });
    }
    if fifteen::begins(source) {
        let sure = if reads_well(source, fifteen::ID) { Sure::Certain } else { Sure::Possible };
        return Some(Claim { format: fifteen::ID, sure });
    }
    let rows = beginning(source);
    if is_answer(source) || !(is_hex(&rows) || is_least(&rows) || mostly_tiles(&rows)) {
        return None;
    }
    let format = format(&rows, source);
    let sure = match source.bytes.len() > PREFIX {
        true => rows.iter().flatten().all(is_tile),
        false => reads_well(source, format),
    };
    Some(Claim { format, sure: if sure { Sure::Certain } else { Sure::Possible } })
}

/// The moves of a solution are numbers too.
fn is_answer(source: &Source) -> bool {
    source.bytes.strip_prefix(b"#").is_some_and(|rest| rest.trim_ascii_start().starts_with(b"moves"))
}

/// Returns the first lines that are not empty, as tokens.
fn beginning(source: &Source) -> Vec<Vec<Token<'_>>> {
    let lines = source.lines().take_while(|line| line.start < PREFIX);
    let rows = lines.map(|line| tokens(&line).take(PREFIX).collect::<Vec<_>>());
    rows.filter(|row| !row.is_empty()).collect()
}

/// Returns whether a token is a number as tiles are written: rows of noughts and ones are lights.
fn is_tile(token: &Token<'_>) -> bool {
    let is_plain = token.bytes.len() < 8 && (token.bytes == b"0" || !token.bytes.starts_with(b"0"));
    token.is_blank_mark() || is_plain && token.number().is_some_and(|number| number >= 0)
}

fn is_size(token: &Token<'_>) -> bool {
    let mut parts = token.bytes.split(|byte| matches!(byte, b'x' | b'X'));
    let mut number =
        || parts.next().is_some_and(|part| !part.is_empty() && part.iter().all(u8::is_ascii_digit));
    number() && number() && parts.next().is_none()
}

/// Returns whether the text is the smallest board: k is 1, and there is the blank.
fn is_least(rows: &[Vec<Token<'_>>]) -> bool {
    matches!(rows, [k, tiles] if matches!((&k[..], &tiles[..]), ([k], [blank]) if k.bytes == b"1" && blank.bytes == b"0"))
}

/// Returns whether nearly every token is a number of some sort, some of them side by side, and no
/// line is a piece of the sliding blocks: four numbers and a letter.
fn mostly_tiles(rows: &[Vec<Token<'_>>]) -> bool {
    let is_piece = |row: &Vec<Token<'_>>| {
        row.len() >= 5
            && matches!(row[4].bytes, [letter] if letter.is_ascii_alphabetic())
            && row[..4].iter().all(|token| token.number().is_some())
    };
    let counted = || rows.iter().filter(|row| rows::heading(row).is_none()).flatten();
    let tiles =
        counted().filter(|token| is_tile(token) || token.number().is_some_and(|number| number < 0)).count();
    let strange = counted().filter(|token| token.bytes != b"/" && !is_size(token)).count() - tiles;
    tiles >= FEW && 4 * strange < tiles && rows.iter().any(|row| row.len() > 1) && !rows.iter().any(is_piece)
}

fn is_hex_word(token: &Token<'_>) -> bool {
    let mut seen = 0_u32;
    let digits = token.bytes.iter().map(|&byte| char::from(byte).to_digit(16));
    matches!(token.bytes.len(), 4 | 9 | 16)
        && digits.into_iter().all(|digit| {
            digit.is_some_and(|digit| {
                let new = seen & 1 << digit == 0 && (digit as usize) < token.bytes.len();
                seen |= 1 << digit;
                new
            })
        })
}

fn is_hex(rows: &[Vec<Token<'_>>]) -> bool {
    !rows.is_empty() && rows.iter().all(|row| row.len() == 1 && is_hex_word(&row[0]))
}

/// Returns the format that the shape of the lines suggests.
fn format(rows: &[Vec<Token<'_>>], source: &Source) -> &'static str {
    if is_hex(rows) {
        return hex::ID;
    }
    if rows.iter().flatten().any(|token| token.bytes == b"/") {
        return slashes::ID;
    }
    if rows.iter().any(|row| rows::heading(row).is_some()) {
        return rows::ID;
    }
    if let [token] = rows[0][..]
        && rows.len() > 1
    {
        return if is_size(&token) { rows::ID } else { princeton::ID };
    }
    let is_board = |row: &Vec<Token<'_>>| {
        let count = row.len();
        count >= FEW && lines::line(row, row[0].span).is_ok()
    };
    // A row may happen to look like a board of its own, so the lines are one board first if they
    // can be.
    if rows.len() > 1 && reads_well(source, rows::ID) {
        return rows::ID;
    }
    let boards = rows.iter().filter(|row| is_board(row)).count();
    if rows.len() == 1 || 2 * boards >= rows.len() {
        let has_commas = source.lines().find(|line| tokens(line).next().is_some());
        return match has_commas.is_some_and(|line| line.bytes.contains(&b',')) {
            true => lines::WITH_COMMAS,
            false => lines::ID,
        };
    }
    rows::ID
}

/// Returns whether the text reads without a fault, and its first board has at least [`FEW`] cells.
fn reads_well(source: &Source, format: &str) -> bool {
    let how =
        fewest_core::ReadOptions { format: Some(format.to_owned()), ..fewest_core::ReadOptions::default() };
    let reading = crate::formats::read(source, &how);
    let cells = reading.instances.first().map_or(0, |instance| instance.board.cells().len());
    reading.faults.is_empty() && cells >= FEW
}
