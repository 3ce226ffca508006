//! Why a text is no board, for texts that look like one: a row that is too short, a bracket that is
//! not closed, two boards.

use super::canvas::{Canvas, Row};
use super::{MOST_BYTES, lines, markup};
use crate::fault::Fault;
use crate::source::{Source, Span};

/// What is wrong with a text that no family can read. None if nothing is to be said about it.
pub fn explain(source: &Source) -> Option<Fault> {
    if source.bytes.len() > MOST_BYTES {
        return None;
    }
    let canvas = Canvas::new(source)?;
    if let Some(fault) = brackets(source) {
        return Some(fault);
    }
    let canvas = markup::fenced(&canvas).map_or(canvas, |(inside, _)| inside);
    let (boards, _) = lines::boards(&canvas);
    match &boards[..] {
        [] => None,
        [only] => ragged(only),
        [_, second, ..] => {
            if boards.iter().any(|board| board.len() < 2) {
                return None;
            }
            let what = format!("there are {} boards in this text", boards.len());
            let remedy = "a text holds one board; a second is its goal below a line `goal`";
            Some(Fault::new(what).at(second[0].span()).remedy(remedy))
        }
    }
}

/// A bracket that is not closed, or closes nothing, in a text that begins as a list or object.
pub fn brackets(source: &Source) -> Option<Fault> {
    let text = std::str::from_utf8(&source.bytes).ok()?;
    let begin = text.find(|c: char| !c.is_whitespace() && c != '\u{feff}')?;
    let is_list = |text: &str| text.starts_with(['[', '{']);
    let after_name = text[begin..]
        .split_once('=')
        .is_some_and(|(name, rest)| !name.contains('\n') && is_list(rest.trim_start()) && name.len() < 64);
    if !(is_list(&text[begin..]) || after_name) || !text.contains([',', ':']) {
        return None;
    }
    let mut open: Vec<(char, usize)> = Vec::new();
    let mut quote: Option<(char, usize)> = None;
    let mut is_escaped = false;
    let at = |start: usize, c: char| Span { source: 0, start, end: start + c.len_utf8() };
    for (place, c) in text.char_indices() {
        if let Some((kind, _)) = quote {
            match c {
                _ if is_escaped => is_escaped = false,
                '\\' => is_escaped = true,
                _ if c == kind => quote = None,
                _ => {}
            }
            continue;
        }
        match c {
            '"' => quote = Some((c, place)),
            '[' | '{' | '(' => open.push((c, place)),
            ']' | '}' | ')' => match open.pop() {
                Some((bracket, _)) if matches!((bracket, c), ('[', ']') | ('{', '}') | ('(', ')')) => {}
                Some((bracket, start)) => {
                    let what = format!("`{c}` closes the `{bracket}` of another place");
                    let (line, column) = source.line_and_column(start);
                    let remedy = format!("the `{bracket}` stands at line {line}, column {column}");
                    return Some(Fault::new(what).at(at(place, c)).remedy(remedy));
                }
                None => return Some(Fault::new(format!("`{c}` closes nothing")).at(at(place, c))),
            },
            _ => {}
        }
    }
    if let Some((kind, place)) = quote {
        return Some(Fault::new("this text in quotes has no end").at(at(place, kind)));
    }
    let (bracket, place) = open.pop()?;
    Some(
        Fault::new(format!("this `{bracket}` is not closed"))
            .at(at(place, bracket))
            .remedy("the list or object ends before it is complete"),
    )
}

/// The first row with another number of cells than most.
fn ragged(board: &[Row]) -> Option<Fault> {
    if board.len() < 3 {
        return None;
    }
    let words: Vec<usize> = board.iter().map(|row| row.words().len()).collect();
    let is_spaced = words.iter().filter(|count| **count > 1).count() * 2 > board.len();
    let separator = [',', ';', '|', '\t']
        .into_iter()
        .find(|&separator| board.iter().all(|row| row.glyphs.iter().any(|glyph| glyph.is(separator))));
    let count = |row: &Row| match (separator, is_spaced) {
        (Some(separator), _) => row.glyphs.iter().filter(|glyph| glyph.is(separator)).count() + 1,
        (None, true) => row.words().len(),
        (None, false) => row.glyphs.iter().filter(|glyph| !glyph.is_blank()).count(),
    };
    let counts: Vec<usize> = board.iter().map(count).collect();
    let mut sorted = counts.clone();
    sorted.sort_unstable();
    // Of more than half of the rows, or of none that is asked for.
    let usual = sorted[sorted.len() / 2];
    let odd = counts.iter().position(|count| *count != usual)?;
    if 2 * counts.iter().filter(|count| **count == usual).count() <= counts.len() || usual < 2 {
        return None;
    }
    let cells = if counts[odd] == 1 { "cell" } else { "cells" };
    let what = format!("row {} has {} {cells}, the others have {usual}", odd + 1, counts[odd]);
    Some(Fault::new(what).at(board[odd].span()).remedy("make all rows equally long"))
}
