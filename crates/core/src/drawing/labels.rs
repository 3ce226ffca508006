//! Names of rows and columns that stand round a board: `1 2 3`, `a b c`, as on a chess board or in
//! what data frames print.

use super::canvas::{Glyph, Row};
use super::{Cell, Drawing, Layout};

/// Whether words are consecutive numbers or letters, up or down: `0 1 2`, `C B A`.
fn is_sequence<'w>(words: impl Iterator<Item = &'w str>) -> bool {
    let values: Option<Vec<i64>> = words.map(ordinal).collect();
    let Some(values) = values else { return false };
    let Some(&first) = values.first() else { return false };
    let last = values[values.len() - 1];
    let is_by = |step: i64| values.windows(2).all(|two| two[1] - two[0] == step);
    let begins = |at: i64| [0, 1, LETTER, CAPITAL].contains(&at);
    values.len() > 1 && (is_by(1) && begins(first) || is_by(-1) && begins(last))
}

const LETTER: i64 = 1 << 20;
const CAPITAL: i64 = 1 << 21;

fn ordinal(word: &str) -> Option<i64> {
    match word.as_bytes() {
        [letter @ b'a'..=b'z'] => Some(LETTER + i64::from(letter - b'a')),
        [letter @ b'A'..=b'Z'] => Some(CAPITAL + i64::from(letter - b'A')),
        digits if digits.len() < 5 && digits.iter().all(u8::is_ascii_digit) => word.parse().ok(),
        _ => None,
    }
}

/// A word with a number behind it: `row 1`, `x0`, `col_2`.
fn numbered(word: &str) -> Option<(String, i64)> {
    let name = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = word[name.len()..].parse().ok().filter(|number: &i64| *number < 10_000)?;
    let name = name.trim_end_matches(['_', ' ', '-', '.']).to_lowercase();
    (!name.is_empty() && name.chars().all(char::is_alphabetic)).then_some((name, number))
}

/// Whether words are names of columns or rows: a sequence, or the same word with numbers.
fn are_names<'w>(words: impl Iterator<Item = &'w str> + Clone) -> bool {
    let named: Option<Vec<(String, i64)>> = words.clone().map(numbered).collect();
    is_sequence(words)
        || named.is_some_and(|named| {
            named.len() > 1
                && named.windows(2).all(|two| two[0].0 == two[1].0 && two[1].1 - two[0].1 == 1)
                && named[0].1 < 2
        })
}

/// A drawing without its names: a first row of names above the columns, with or without a first
/// column of names beside the rows. None if it has none.
pub fn without(drawing: &Drawing) -> Option<Drawing> {
    if drawing.layout != Layout::Rectangle || drawing.height() < 3 || drawing.width() < 3 {
        return None;
    }
    let rows = &drawing.rows;
    let text = |cell: &Cell| -> String { cell.text.clone() };
    let head: Vec<String> = rows[0].iter().map(text).collect();
    let side: Vec<String> = rows.iter().map(|row| text(&row[0])).collect();
    let are = |all: &[String]| are_names(all.iter().map(String::as_str));
    let beside = |from: usize, to: usize| are(&side[from..to]);
    let last = rows.len() - 1;
    let foot: Vec<String> = rows[last].iter().map(text).collect();
    let is_both =
        (side[0].is_empty() || side[0] == "\\" || side[0] == "+") && are(&head[1..]) && beside(1, rows.len());
    if is_both {
        return Some(cut(drawing, 1, 0, 1));
    }
    if side[last].is_empty() && are(&foot[1..]) && beside(0, last) {
        return Some(cut(drawing, 0, 1, 1));
    }
    // Names of columns only: letters or words above cells that are none.
    let has_letter = |cell: &Cell| cell.text.chars().any(char::is_alphabetic);
    let is_header =
        are(&head) && rows[0].iter().all(has_letter) && !rows[1..].iter().flatten().any(has_letter);
    is_header.then(|| cut(drawing, 1, 0, 0))
}

/// A drawing without rows at both ends and columns at the left.
fn cut(drawing: &Drawing, above: usize, below: usize, left: usize) -> Drawing {
    let rows = &drawing.rows[above..drawing.rows.len() - below];
    let exits = drawing
        .exits
        .iter()
        .filter_map(|exit| {
            let by = if matches!(exit.side, super::Side::Left | super::Side::Right) { above } else { left };
            Some(super::Exit { index: exit.index.checked_sub(by)?, ..*exit })
        })
        .collect();
    Drawing { rows: rows.iter().map(|row| row[left..].to_vec()).collect(), exits, ..drawing.clone() }
}

/// Lines without names: a number or letter, perhaps with a sign behind it, before every row, and a
/// line of names above or below. None if there are none, or they may be cells.
pub fn without_in_lines(block: &[Row]) -> Option<Vec<Row>> {
    if block.len() < 2 {
        return None;
    }
    if let Some(found) = marked(block) {
        return Some(found);
    }
    let is_head = |row: &Row| {
        let words: Vec<String> =
            row.words().iter().map(|word| word.iter().map(|glyph| glyph.text.as_str()).collect()).collect();
        let glued: Vec<&str> =
            row.glyphs.iter().filter(|glyph| !glyph.is_blank()).map(|glyph| glyph.text.as_str()).collect();
        words.len() > 1 && is_sequence(words.iter().map(String::as_str))
            || words.len() == 1 && glued.len() > 2 && is_sequence(glued.into_iter())
    };
    let (above, below) = (is_head(&block[0]), is_head(&block[block.len() - 1]));
    let inside = &block[usize::from(above)..block.len() - usize::from(below)];
    if inside.len() < 2 {
        return None;
    }
    let labels = beside(inside, |_| false)?;
    let is_digit = labels.iter().all(|label| label.text.bytes().all(|byte| byte.is_ascii_digit()));
    // Names alone beside the rows may be cells, unless no cell is like them.
    let head = if above { Some(&block[0]) } else { below.then(|| &block[block.len() - 1]) };
    let column_after = labels.iter().map(|label| label.after).max()?;
    let is_apart = head.is_some_and(|head| head.indent().is_some_and(|indent| indent >= column_after));
    let like =
        |glyph: &Glyph| if is_digit { glyph.char().is_ascii_digit() } else { glyph.char().is_alphabetic() };
    let rest = |(row, label): (&Row, &Label)| {
        !row.glyphs.iter().any(|glyph| glyph.column >= label.after && like(glyph))
    };
    let is_alone = head.is_none() && inside.len() > 2 && is_digit && inside.iter().zip(&labels).all(rest);
    if !(is_apart || is_alone) {
        return None;
    }
    Some(inside.iter().zip(&labels).map(|(row, label)| blanked(row, label.after)).collect())
}

/// A name before a row, and the column behind it.
struct Label {
    text: String,
    after: usize,
}

/// The names before all rows, which are a sequence; lines of rules have none.
fn beside(rows: &[Row], is_rule: impl Fn(&Row) -> bool) -> Option<Vec<Label>> {
    let label = |row: &Row| -> Option<Label> {
        let first = row.glyphs.iter().position(|glyph| !glyph.is_blank())?;
        let digits = row.glyphs[first..].iter().take_while(|glyph| glyph.char().is_ascii_digit()).count();
        let length = digits.max(1);
        let label = &row.glyphs[first..first + length];
        let text: String = label.iter().map(|glyph| glyph.text.as_str()).collect();
        let after = label[length - 1].column + 1;
        // Names are as wide in all rows; a number may be right- or left-aligned.
        row.glyphs.get(first + length)?;
        Some(Label { text, after })
    };
    let labels: Vec<Label> = rows.iter().filter(|row| !is_rule(row)).map(label).collect::<Option<_>>()?;
    is_sequence(labels.iter().map(|label| label.text.as_str())).then_some(labels)
}

/// Rows with a number or `row 1` and a sign behind it: `1. `, `1: `, `Row1 = `, `a) `.
fn marked(block: &[Row]) -> Option<Vec<Row>> {
    let mark = |row: &Row| -> Option<(String, usize)> {
        let first = row.glyphs.iter().position(|glyph| !glyph.is_blank())?;
        let end = first
            + row.glyphs[first..]
                .iter()
                .position(|glyph| matches!(glyph.char(), '.' | ':' | ')' | '=' | '|'))?;
        let name: String = row.glyphs[first..end].iter().map(|glyph| glyph.text.as_str()).collect();
        let name = name.trim().to_owned();
        let is_name = ordinal(&name).is_some() || numbered(&name).is_some_and(|(word, _)| word.len() > 2);
        // The sign stands before a blank, but after the name of a row anything may follow.
        let is_apart = row.glyphs.get(end + 1).is_some_and(Glyph::is_blank);
        (is_name && is_apart).then(|| (name, row.glyphs[end].column + 1))
    };
    let marks: Vec<(String, usize)> = block.iter().map(mark).collect::<Option<_>>()?;
    // `1 | 2 | 3`: the cells of a table are not names.
    let bars = |row: &Row| row.glyphs.iter().filter(|glyph| glyph.is('|')).count();
    if block.iter().any(|row| bars(row) > 1) || !are_names(marks.iter().map(|(name, _)| name.as_str())) {
        return None;
    }
    Some(block.iter().zip(&marks).map(|(row, (_, after))| blanked(row, *after)).collect())
}

/// A line without what stands before a column.
fn blanked(row: &Row, before: usize) -> Row {
    let mut row = row.clone();
    row.glyphs
        .iter_mut()
        .filter(|glyph| glyph.column < before)
        .for_each(|glyph| " ".clone_into(&mut glyph.text));
    row
}

/// Lines of boxes without the names that stand outside of the frame. None if there are none.
pub fn outside_of_frame(block: &[Row]) -> Option<Vec<Row>> {
    let is_rule = |row: &Row| {
        let visible = || row.glyphs.iter().filter(|glyph| !glyph.is_blank());
        visible().count() > 2
            && visible().all(|glyph| {
                matches!(glyph.char(), '-' | '+' | '=' | '_' | '|')
                    || ('\u{2500}'..='\u{257f}').contains(&glyph.char())
            })
            && visible().any(|glyph| matches!(glyph.char(), '-' | '=' | '_' | '─' | '━' | '═'))
    };
    let left = block.iter().filter(|row| is_rule(row)).filter_map(Row::indent).min()?;
    if left == 0 {
        return None;
    }
    let has_stroke = |row: &Row| {
        row.glyphs
            .iter()
            .any(|glyph| glyph.column >= left && !glyph.char().is_alphanumeric() && !glyph.is_blank())
    };
    let inside: Vec<&Row> = block
        .iter()
        .enumerate()
        .filter(|(at, row)| is_rule(row) || has_stroke(row) || (*at != 0 && at + 1 != block.len()))
        .map(|(_, row)| row)
        .collect();
    let before = |row: &Row| -> String {
        row.glyphs
            .iter()
            .filter(|glyph| glyph.column < left)
            .map(|glyph| glyph.text.as_str())
            .collect::<String>()
            .trim()
            .to_owned()
    };
    let names: Vec<String> = inside
        .iter()
        .filter(|row| !is_rule(row))
        .map(|row| before(row))
        .filter(|name| !name.is_empty())
        .collect();
    let is_named =
        names.is_empty() && inside.len() < block.len() || is_sequence(names.iter().map(String::as_str));
    is_named.then(|| inside.into_iter().map(|row| blanked(row, left)).collect())
}
