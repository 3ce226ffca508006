//! Which lines of a text are the board: titles, captions, comments and legends round it are notes,
//! and what a document puts before every line, such as quotes and list marks, is left out.

use super::Note;
use super::canvas::{Canvas, Glyph, Row};
use super::plain::{distinct, is_state, trimmed};

/// The lines of the board, and the others. No line if the text may hold more than one board.
pub fn board_lines(canvas: &Canvas) -> (Vec<Row>, Vec<Note>) {
    let (mut boards, notes) = boards(canvas);
    match boards.len() {
        1 => (boards.remove(0), notes),
        _ => (Vec::new(), notes),
    }
}

/// The blocks of lines that may be boards, and the other lines.
pub fn boards(canvas: &Canvas) -> (Vec<Vec<Row>>, Vec<Note>) {
    let mut notes = Vec::new();
    let mut blocks: Vec<(usize, Vec<Row>)> = Vec::new();
    let mut gap = 2;
    for row in unwrapped(canvas) {
        if row.is_blank() || is_mark_alone(&row) {
            gap += 1;
            continue;
        }
        match blocks.last_mut() {
            Some((_, block)) if gap == 0 => block.push(row),
            _ => blocks.push((gap, vec![row])),
        }
        gap = 0;
    }
    // Rows may be written with an empty line between every two.
    let mut joined: Vec<Vec<Row>> = Vec::new();
    let is_one_row = |block: &[Row]| block.len() == 1 && !(is_prose(&block[0]) || has_key(&block[0]));
    let double_spaced = blocks.iter().filter(|(_, block)| is_one_row(block)).count() >= 3;
    let mut is_joinable = false;
    for (gap, block) in blocks {
        let joins = double_spaced && is_one_row(&block);
        match joined.last_mut() {
            Some(before) if joins && is_joinable && gap == 1 => before.extend(block),
            _ => joined.push(block),
        }
        is_joinable = joins;
    }
    let mut boards: Vec<Vec<Row>> = Vec::new();
    for block in joined {
        let (board, around) = without_notes(block);
        notes.extend(around);
        let board = stripped(board);
        if !board.is_empty() {
            boards.push(board);
        }
    }
    notes.sort_by_key(|note| note.span.start);
    (boards, notes)
}

/// The lines without code fences; one line with line ends written as `\n` as several.
fn unwrapped(canvas: &Canvas) -> Vec<Row> {
    let is_fence = |row: &&Row| {
        let text = row.text();
        !(text.starts_with("```") || text.starts_with("~~~"))
    };
    let mut rows: Vec<Row> = canvas.rows.iter().filter(is_fence).cloned().collect();
    if let [only] = &visible(&rows)[..] {
        rows = split_at_escapes(only);
    }
    rows
}

/// Lines without marks that stand before or around all of them: quotation marks, `>` of mails, `-`
/// of lists, `0b`.
fn stripped(rows: Vec<Row>) -> Vec<Row> {
    let quote = |glyph: &Glyph| matches!(glyph.char(), '"' | '\'' | '`' | '“' | '”' | '„');
    let last_quote = |row: &Row| {
        let end = row.glyphs.iter().rposition(|glyph| !matches!(glyph.char(), ',' | ';' | '+' | ' '))?;
        quote(&row.glyphs[end]).then_some(end)
    };
    let is_quoted = |row: &Row| {
        let first = row.glyphs.iter().position(|glyph| !glyph.is_blank());
        // Quoted cells are for later.
        first.zip(last_quote(row)).is_some_and(|(first, last)| {
            last > first && quote(&row.glyphs[first]) && !row.glyphs[first + 1..last].iter().any(quote)
        })
    };
    let strip = |row: &Row, first: usize, last: usize| Row {
        glyphs: row.glyphs[first.min(last)..last].to_vec(),
        start: row.start,
        full_width: 0,
    };
    if !rows.is_empty() && rows.iter().all(is_quoted) {
        return rows
            .iter()
            .map(|row| {
                let first = row.glyphs.iter().position(quote).unwrap_or(0) + 1;
                strip(row, first, last_quote(row).unwrap_or(first).max(first))
            })
            .collect();
    }
    for mark in ['>', '-'] {
        let begins = |row: &Row| {
            let glyphs = trimmed(&row.glyphs);
            glyphs.len() > 2 && glyphs[0].is(mark) && glyphs[1].is(' ') && !glyphs[2].is(mark)
        };
        // A dash may be a cell, too: then it stands elsewhere, too.
        let elsewhere = |row: &Row| row.glyphs.iter().filter(|glyph| glyph.is(mark)).count() > 1;
        if rows.len() > 1 && rows.iter().all(begins) && !rows.iter().any(elsewhere) {
            let after = |row: &Row| row.glyphs.iter().position(|glyph| glyph.is(mark)).unwrap_or(0) + 2;
            return stripped(rows.iter().map(|row| strip(row, after(row), row.glyphs.len())).collect());
        }
    }
    // The sides of a triangle.
    let is_between_sides = |row: &Row| {
        let glyphs = trimmed(&row.glyphs);
        glyphs.len() > 1 && glyphs[0].is('/') && glyphs[glyphs.len() - 1].is('\\')
    };
    if rows.len() > 3 && rows.iter().all(is_between_sides) {
        let mut inside = rows;
        for glyph in inside.iter_mut().flat_map(|row| &mut row.glyphs) {
            if glyph.is('/') || glyph.is('\\') {
                " ".clone_into(&mut glyph.text);
            }
        }
        for row in &mut inside {
            while row.glyphs.last().is_some_and(Glyph::is_blank) {
                row.glyphs.pop();
            }
        }
        // The bottom of the triangle.
        let is_bottom =
            |row: &Row| row.glyphs.iter().all(|glyph| glyph.is_blank() || matches!(glyph.char(), '_' | '-'));
        inside.retain(|row| !is_bottom(row));
        return inside;
    }
    let is_binary = |row: &Row| {
        let glyphs = trimmed(&row.glyphs);
        glyphs.len() > 3
            && glyphs[0].is('0')
            && glyphs[1].is('b')
            && glyphs[2..].iter().all(|glyph| matches!(glyph.char(), '0' | '1' | ','))
    };
    if rows.len() > 1 && rows.iter().all(is_binary) {
        let end = |row: &Row| row.glyphs.iter().rposition(|glyph| !glyph.is(',')).map_or(0, |last| last + 1);
        let first = |row: &Row| row.glyphs.iter().position(|glyph| glyph.is('b')).unwrap_or(0) + 1;
        return rows.iter().map(|row| strip(row, first(row), end(row))).collect();
    }
    rows
}

fn visible(rows: &[Row]) -> Vec<Row> {
    rows.iter().filter(|row| !row.is_blank()).cloned().collect()
}

/// Whether a line is nothing but a mark before an empty line of a mail.
fn is_mark_alone(row: &Row) -> bool {
    row.text() == ">"
}

/// One line with `\n` for line ends as several.
fn split_at_escapes(row: &Row) -> Vec<Row> {
    let quote = |glyph: &Glyph| matches!(glyph.char(), '"' | '\'');
    let mut glyphs = trimmed(&row.glyphs);
    if glyphs.windows(2).any(|two| two[0].is('\\') && two[1].is('n')) {
        while let [first, middle @ .., last] = glyphs
            && quote(first)
            && quote(last)
        {
            glyphs = middle;
        }
    }
    let mut rows = vec![Row { glyphs: Vec::new(), start: row.start, full_width: 0 }];
    let mut at = 0;
    while at < glyphs.len() {
        if glyphs[at].is('\\') && glyphs.get(at + 1).is_some_and(|glyph| glyph.is('n')) {
            let start = glyphs[at].bytes.1;
            rows.push(Row { glyphs: Vec::new(), start, full_width: 0 });
            at += 2;
            continue;
        }
        if let Some(last) = rows.last_mut() {
            let column = last.width();
            last.glyphs.push(Glyph { column, ..glyphs[at].clone() });
        }
        at += 1;
    }
    if rows.len() == 1 { vec![row.clone()] } else { rows }
}

/// Separates titles and captions at both ends of a block of lines.
fn without_notes(block: Vec<Row>) -> (Vec<Row>, Vec<Note>) {
    // What most lines have in common.
    let mut lengths: Vec<usize> = block.iter().map(|row| row.glyphs.len()).collect();
    lengths.sort_unstable();
    let usual = lengths[lengths.len() / 2];
    let mut words: Vec<usize> = block.iter().map(|row| row.words().len()).collect();
    words.sort_unstable();
    let dimensions = (block.len().saturating_sub(1), [usual, words[words.len() / 2]]);
    // Words of a language among rows of single signs.
    let is_of_signs = |row: &Row| row.words().iter().all(|word| word.len() == 1);
    let are_signs = block.iter().filter(|row| is_of_signs(row)).count() + 1 >= block.len() && block.len() > 2;
    let is_note = |row: &Row| {
        let words = row.words();
        is_comment(row)
            || has_key(row)
            || is_legend(row)
            || (block.len() == 1 && has_stop_words(row))
            || (are_signs && is_prose(row) && words.len() > 1)
            || (is_prose(row) && (row.glyphs.len() != usual || is_sentence(row, &block) || words.len() > 2))
            || ((row.glyphs.len() != usual || row.words().len() != dimensions.1[1])
                && block.len() > 2
                && is_number_or_size(row, dimensions))
    };
    let first = block.iter().position(|row| !is_note(row)).unwrap_or(block.len());
    let last = block.iter().rposition(|row| !is_note(row)).map_or(first, |last| last + 1);
    let (mut first, mut last) = (first, last.max(first));
    let is_ruled = |at: usize| block.get(at).is_some_and(is_underline);
    // The line below a title, and the lines of a table that has no others.
    if first > 0 && is_ruled(first) && !(last > first + 1 && is_ruled(last - 1)) {
        first += 1;
    } else if last > first + 2
        && is_ruled(first)
        && is_ruled(last - 1)
        && block[first]
            .glyphs
            .iter()
            .chain(&block[last - 1].glyphs)
            .all(|glyph| glyph.is('=') || glyph.is_blank())
    {
        (first, last) = (first + 1, last - 1);
    }
    let last = last.max(first);
    let notes = block[..first].iter().chain(&block[last..]).map(Row::note).collect();
    (block[first..last].to_vec(), notes)
}

/// Whether a line is nothing but dashes or the like, as below a title.
fn is_underline(row: &Row) -> bool {
    let mut visible = row.glyphs.iter().filter(|glyph| !glyph.is_blank()).map(Glyph::char);
    let first = visible.next();
    first.is_some_and(|first| matches!(first, '=' | '-' | '~'))
        && row.glyphs.len() > 2
        && visible.all(|c| Some(c) == first)
}

/// Whether a line says what a sign means: `# = on, . = off`, `X is on`.
fn is_legend(row: &Row) -> bool {
    const STATES: [&str; 20] = [
        "on", "off", "lit", "unlit", "dark", "bright", "light", "peg", "pegs", "hole", "holes", "empty",
        "vacant", "blank", "free", "wall", "walls", "exit", "black", "white",
    ];
    let text = row.text().to_lowercase();
    let words: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || matches!(c, '=' | ':' | ',' | ';' | '(' | ')' | '.'))
        .filter(|word| !word.is_empty())
        .collect();
    let says = text.contains(['=', ':']) || words.iter().any(|word| ["is", "means", "are"].contains(word));
    says && words.len() > 1 && words.iter().any(|word| STATES.contains(word))
}

/// Whether a line has words that only sentences have.
fn has_stop_words(row: &Row) -> bool {
    const STOP_WORDS: [&str; 16] = [
        "the", "is", "are", "of", "in", "to", "for", "with", "and", "this", "card", "level", "puzzle",
        "game", "has", "from",
    ];
    let text = row.text().to_lowercase();
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words.len() > 1 && words.iter().any(|word| STOP_WORDS.contains(word))
}

/// Whether a line that stands alone is text for people: a long line without blanks is a board.
fn is_sentence(row: &Row, block: &[Row]) -> bool {
    block.len() == 1 && (row.words().len() > 1 || row.glyphs.len() < SHORTEST_BOARD)
}

/// The fewest cells of a board that is written as one word.
const SHORTEST_BOARD: usize = 9;

/// Whether a line begins as a comment of a programming language does and has a word.
fn is_comment(row: &Row) -> bool {
    let text = row.text();
    let rest = ["//", "%", ";", "# ", "-- ", "/*"].iter().find_map(|mark| text.strip_prefix(mark));
    rest.is_some_and(|rest| {
        rest.split(|c: char| !c.is_alphabetic()).any(|word| word.len() > 1 && distinct(word) > 1)
    })
}

/// Whether a line is `key: value` or `key = value`.
fn has_key(row: &Row) -> bool {
    let text = row.text();
    let Some((key, _)) = text.split_once([':', '=']) else { return false };
    let key = key.trim();
    key.chars().count() > 2
        && key.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | '_' | '-'))
        && distinct(key) > 1
}

/// Whether a line has a word of a language: at least four letters, three of them different, in one
/// case but for the first, with a vowel. Rows of letters seldom look so; where they do, they have
/// the length of the other rows.
fn is_prose(row: &Row) -> bool {
    let text = row.text();
    text.split(|c: char| !c.is_alphabetic()).any(|word| {
        let rest: Vec<char> = word.chars().skip(1).collect();
        rest.len() > 2
            && distinct(word) > 2
            && (rest.iter().all(|c| c.is_lowercase()) || word.chars().all(char::is_uppercase))
            && (word.chars().any(|c| "aeiouyAEIOUYäöüéèàáíóú".contains(c)) || !word.is_ascii())
            && !is_state(word)
    })
}

/// Whether a line is a number such as `#3` or `12.`, or the size of the board that follows.
fn is_number_or_size(row: &Row, (height, widths): (usize, [usize; 2])) -> bool {
    let text = row.text();
    let numbers: Vec<usize> =
        text.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect();
    let only = |allowed: &str| text.chars().all(|c| c.is_ascii_digit() || allowed.contains(c));
    match numbers[..] {
        [_] if text.starts_with('#') || text.ends_with('.') || text.ends_with(')') => only("#.()"),
        [size] => only("") && size == height,
        [a, b] => {
            only(" x*,×X")
                && widths.iter().any(|&width| (a, b) == (height, width) || (b, a) == (height, width))
        }
        _ => false,
    }
}
