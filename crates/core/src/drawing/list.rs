//! Boards as lists of values: which of the lists of a text is the board, and which its goal.

use super::canvas::{Canvas, Row, glyphs_of};
use super::value::{Reader, Value, is_called, is_name, reshaped};
use super::{Cell, Drawing, Layout, Note, Style, pair, plain};
use crate::source::Span;

/// How many places are tried where a list may begin.
const MOST_BEGINNINGS: usize = 64;
/// Keys of objects that hold the board to be solved, where others hold boards too.
const BOARD_KEYS: [&str; 15] = [
    "board",
    "grid",
    "state",
    "start",
    "initial",
    "initial_state",
    "initialState",
    "puzzle",
    "lights",
    "tiles",
    "cells",
    "pegs",
    "level",
    "map",
    "rows",
];
/// Keys of lists of places: they are not rows of a board.
const PLACE_KEYS: [&str; 8] =
    ["on", "lit", "positions", "places", "coordinates", "coords", "moves", "solution"];

/// A list of a text.
struct Item {
    /// What stands before it on its line.
    name: String,
    /// Where it begins and ends, in characters.
    chars: (usize, usize),
    /// Whether words follow on its line.
    is_followed: bool,
    value: Value,
}

/// The drawings of the list of a text that is the board; empty if lists are there that are no
/// board; None if there are no lists.
pub fn drawings(canvas: &Canvas) -> Option<Vec<Drawing>> {
    let mut reader = Reader::new(canvas);
    let Ok(items) = items(&mut reader) else { return Some(Vec::new()) };
    if items.is_empty() {
        return None;
    }
    let (start, end) = (reader.byte(items[0].chars.0), reader.byte(items[items.len() - 1].chars.1));
    let mut found = of_items(&items)?;
    // The name of a call and what it is assigned to belong to the list, not to a note.
    let outside = |row: &&Row| {
        let span = row.span();
        !row.is_blank() && (span.end <= start || span.start >= end) && !is_punctuation(&row.text())
    };
    let notes: Vec<Note> = canvas.rows.iter().filter(outside).map(Row::note).collect();
    for drawing in &mut found {
        drawing.notes.extend(notes.iter().cloned());
    }
    Some(found)
}

fn is_punctuation(text: &str) -> bool {
    text.chars().all(|c| !c.is_alphanumeric())
}

/// All lists of a text that may hold a board.
///
/// # Errors
/// A list is not closed.
fn items(reader: &mut Reader) -> Result<Vec<Item>, ()> {
    let begins = |c: char| matches!(c, '[' | '(' | '{');
    let mut items = Vec::new();
    for _ in 0..MOST_BEGINNINGS {
        let mut open = reader.at();
        while reader.char(open).is_some_and(|c| !begins(c)) {
            open += 1;
        }
        let Some(bracket) = reader.char(open) else { break };
        // The name of a call.
        let mut from = open;
        while from > reader.at() && reader.char(from - 1).is_some_and(|c| is_name(c) || c == '!') {
            from -= 1;
        }
        if !is_called(&reader.text_between(from, open))
            || bracket != '(' && reader.char(open - 1) != Some('!')
        {
            from = open;
        }
        let line = (0..from).rev().find(|&at| reader.char(at) == Some('\n')).map_or(0, |at| at + 1);
        reader.go(from);
        let Some(value) = reader.value() else {
            // A list that is not closed may hold lists that are; none of them is the board. Nor is
            // what a call is given that is not understood.
            if bracket != '(' || from < open {
                return Err(());
            }
            reader.go(open + 1);
            continue;
        };
        let to = reader.at().max(open + 1);
        reader.go(to);
        let before = reader.text_between(line, from);
        let mut next = to;
        while reader.char(next) == Some(' ') {
            next += 1;
        }
        // Types and sizes: `[3][3] = …`, `[]int{…}`, `Vec<…>`.
        let is_size = bracket == '['
            && (reader.char(next) == Some('=') && reader.char(next + 1) != Some('=')
                || next == to && reader.char(next).is_some_and(|c| c == '[' || c.is_alphabetic())
                || reader.char(next) == Some('{'));
        // A remark in parentheses.
        let is_remark = bracket == '('
            && from == open
            && before.chars().any(char::is_alphabetic)
            && !before.contains('=')
            && !reader.text_between(from + 1, to).contains([',', '[', '(']);
        // `[]` and `()` are cells.
        let is_nothing = matches!(&value, Value::List(values) if values.is_empty()) && from == open;
        if !is_size && !is_remark && !is_nothing {
            let rest = (to..).map_while(|at| reader.char(at).filter(|c| *c != '\n'));
            let is_followed = rest.take_while(|c| !matches!(c, '#' | '/' | '%')).any(char::is_alphabetic);
            items.push(Item { name: before.to_lowercase(), chars: (from, to), is_followed, value });
        }
    }
    Ok(items)
}

/// The drawings of the items: a board; a board and its goal; or rows, one list a line.
fn of_items(items: &[Item]) -> Option<Vec<Drawing>> {
    let boards: Vec<(&Item, Vec<Drawing>)> = items
        .iter()
        .filter_map(|item| Some((item, board(&item.value)?)))
        .filter(|(_, found)| found.iter().any(Drawing::is_board))
        .collect();
    let lists = items.iter().filter(|item| is_large(&item.value)).count();
    // Lists of cells, one after another.
    let rows: Vec<&Item> = items.iter().filter(|item| is_row(&item.value)).collect();
    let is_named = |item: &&Item| pair::is_goal_name(&item.name) || pair::is_start_name(&item.name);
    if rows.len() > 1 && rows.len() == lists.max(rows.len()) && !rows.iter().any(is_named) {
        let values: Vec<Value> = rows.iter().map(|item| item.value.clone()).collect();
        let is_plain = !rows.iter().any(|item| item.is_followed);
        return Some(of_rows(&values).filter(|_| is_plain).unwrap_or_default());
    }
    match &boards[..] {
        [(item, found)] if lists <= 1 => {
            if names_places(&item.name) || pair::is_goal_name(&item.name) {
                return Some(Vec::new());
            }
            Some(found.clone())
        }
        [(first, one), (second, other)] if lists <= 2 => {
            let (start, goal) = match (pair::is_goal_name(&first.name), pair::is_goal_name(&second.name)) {
                (false, true) => (one, other),
                (true, false) => (other, one),
                _ => return Some(Vec::new()),
            };
            Some(pair::joined(start.clone(), goal))
        }
        [] if lists == 0 => None,
        // More boards than one, or lists that are none.
        _ => Some(Vec::new()),
    }
}

fn names_places(name: &str) -> bool {
    name.split(|c: char| !c.is_alphanumeric()).any(|word| PLACE_KEYS.contains(&word))
}

/// Whether a value is more than a word in brackets.
fn is_large(value: &Value) -> bool {
    match value {
        Value::List(values) => values.len() > 1 || values.iter().any(is_large),
        Value::Object(members) => !members.is_empty(),
        Value::Text(..) | Value::Word(..) => false,
    }
}

/// Whether a value is a list of cells.
fn is_row(value: &Value) -> bool {
    matches!(value, Value::List(cells) if !cells.is_empty() && cells.iter().all(is_cell)) && !is_remark(value)
}

/// Whether a list has words of a language.
fn is_remark(value: &Value) -> bool {
    let is_word = |value: &Value| {
        matches!(value, Value::Word(word, _) if word.chars().count() > 3
            && word.chars().all(char::is_alphabetic) && !plain::is_known_word(word))
    };
    matches!(value, Value::List(values) if values.iter().any(is_word))
}

/// The drawings of a value that is a board.
fn board(value: &Value) -> Option<Vec<Drawing>> {
    match value {
        Value::Object(members) => board_of_object(members),
        Value::List(values) => board_of_list(values),
        // A drawing in quotes.
        Value::Text(text, span) if text.contains(['\n', ';']) => {
            let rows: Vec<Row> = text
                .split(['\n', ';'])
                .filter(|line| !line.trim().is_empty())
                .map(|line| Row {
                    glyphs: glyphs_of(line.trim_end(), span),
                    start: span.start,
                    full_width: 0,
                })
                .collect();
            Some(plain::drawings(&rows)).filter(|found| !found.is_empty())
        }
        Value::Text(..) | Value::Word(..) => None,
    }
}

fn board_of_object(members: &[(String, Value)]) -> Option<Vec<Drawing>> {
    let named = |key: &str| BOARD_KEYS.iter().any(|known| key.eq_ignore_ascii_case(known));
    let is_places = |key: &str| PLACE_KEYS.iter().any(|known| key.eq_ignore_ascii_case(known));
    let boards: Vec<(&str, Vec<Drawing>)> = members
        .iter()
        .filter(|(key, _)| !is_places(key))
        .filter_map(|(key, value)| Some((key.as_str(), sized(board(value)?, value, members)?)))
        .collect();
    let (goals, starts): (Vec<_>, Vec<_>) =
        boards.into_iter().partition(|(key, _)| pair::is_goal_name(&key.to_lowercase()));
    let mut found = match &starts[..] {
        [(_, only)] => only.clone(),
        _ => {
            let mut named = starts.iter().filter(|(key, _)| named(key));
            let (_, found) = named.next()?;
            if named.next().is_some() {
                return None;
            }
            found.clone()
        }
    };
    match &goals[..] {
        [] => {}
        [(_, goal)] => found = pair::joined(found, goal),
        _ => return None,
    }
    for (key, value) in members {
        if let Value::Text(text, span) | Value::Word(text, span) = value
            && board(value).is_none()
        {
            let note = Note { text: format!("{key}: {text}"), span: *span };
            found.iter_mut().for_each(|drawing| drawing.notes.push(note.clone()));
        }
    }
    Some(found)
}

/// The drawings of a member in the size that the other members give. None if it has another.
fn sized(found: Vec<Drawing>, value: &Value, members: &[(String, Value)]) -> Option<Vec<Drawing>> {
    let number = |keys: &[&str]| {
        members.iter().find_map(|(key, value)| match value {
            Value::Word(word, _) if keys.iter().any(|known| key.eq_ignore_ascii_case(known)) => {
                word.parse::<i64>().ok()
            }
            _ => None,
        })
    };
    let both = number(&["size", "n", "side"]);
    let rows = number(&["height", "rows", "nrows", "h"]).or(both);
    let columns = number(&["width", "cols", "columns", "ncols", "w"]).or(both);
    let (Some(rows), Some(columns)) = (rows, columns) else { return Some(found) };
    let is_flat = found.iter().all(|drawing| drawing.layout == Layout::Flat);
    if is_flat {
        return board(&reshaped(value.clone(), rows, columns)?);
    }
    let fits = |drawing: &Drawing| {
        (i64::try_from(drawing.height()), i64::try_from(drawing.width())) == (Ok(rows), Ok(columns))
    };
    found.iter().all(fits).then_some(found)
}

fn board_of_list(values: &[Value]) -> Option<Vec<Drawing>> {
    // A list in a list is that list.
    if let [only @ (Value::List(_) | Value::Object(_))] = values
        && let Some(found) = board(only)
    {
        return Some(found);
    }
    if !values.is_empty() && values.iter().all(|value| matches!(value, Value::List(_))) {
        return of_rows(values);
    }
    // Texts of several characters are rows; texts of one character are cells.
    let is_text = |value: &Value| matches!(value, Value::Text(..));
    let is_long = |value: &Value| {
        matches!(value, Value::Text(text, _) if text.chars().count() > 1
            && (text.parse::<i64>().is_err() || text.len() > 2 && text.len() >= values.len())
            && !plain::is_known_word(text))
    };
    if values.len() > 1 && values.iter().all(is_text) && values.iter().any(is_long) {
        let row = |value: &Value| match value {
            Value::Text(text, span) => {
                Row { glyphs: glyphs_of(text, span), start: span.start, full_width: 0 }
            }
            _ => Row::default(),
        };
        let rows: Vec<Row> = values.iter().map(row).collect();
        return Some(plain::drawings(&rows));
    }
    if values.len() > 1 && values.iter().all(is_cell) && !is_remark(&Value::List(values.to_vec())) {
        let rows = vec![values.iter().map(cell).collect()];
        return Some(vec![Drawing::new(rows, Layout::Flat, Style::List)]);
    }
    None
}

/// The drawing of lists of cells.
fn of_rows(values: &[Value]) -> Option<Vec<Drawing>> {
    if !values.iter().all(is_row) {
        return None;
    }
    let row = |value: &Value| match value {
        Value::List(cells) => cells.iter().map(cell).collect(),
        _ => Vec::new(),
    };
    let rows: Vec<Vec<Cell>> = values.iter().map(row).collect();
    let layout = plain::layout(&rows)?;
    (!are_places(&rows)).then(|| vec![Drawing::new(rows, layout, Style::List)])
}

/// Whether rows are places rather than cells: pairs of numbers, each pair once, numbers again and
/// again.
fn are_places(rows: &[Vec<Cell>]) -> bool {
    let is_number = |cell: &Cell| cell.text.parse::<i64>().is_ok();
    let is_pair = |row: &Vec<Cell>| row.len() == 2 && row.iter().all(is_number);
    let distinct = |mut texts: Vec<String>| {
        let all = texts.len();
        texts.sort_unstable();
        texts.dedup();
        texts.len() == all
    };
    rows.len() > 2
        && rows.iter().all(is_pair)
        && distinct(rows.iter().map(|row| format!("{} {}", row[0].text, row[1].text)).collect())
        && !distinct(rows.iter().flatten().map(|cell| cell.text.clone()).collect())
}

fn is_cell(value: &Value) -> bool {
    matches!(value, Value::Text(..) | Value::Word(..))
}

fn cell(value: &Value) -> Cell {
    match value {
        Value::Text(text, span) | Value::Word(text, span) => Cell::new(text.trim(), *span),
        Value::List(_) | Value::Object(_) => Cell::new("", Span { source: 0, start: 0, end: 0 }),
    }
}
