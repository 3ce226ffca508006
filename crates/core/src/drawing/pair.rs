//! A board and its goal in one text: below headings, above and below an arrow, or side by side.

use super::Drawing;
use super::canvas::{Glyph, Row};

/// Names of goals: words of a heading, a key or a variable.
const GOALS: [&str; 12] = [
    "goal",
    "target",
    "final",
    "end",
    "finish",
    "solved",
    "wanted",
    "desired",
    "destination",
    "ziel",
    "dest",
    "goals",
];
/// Names of the board to begin with.
const STARTS: [&str; 9] =
    ["start", "initial", "init", "begin", "beginning", "from", "puzzle", "board", "current"];
/// Words that may stand beside these in a heading.
const BESIDE: [&str; 12] = [
    "state",
    "board",
    "position",
    "configuration",
    "config",
    "grid",
    "puzzle",
    "the",
    "node",
    "layout",
    "map",
    "of",
];
/// Arrows between a board and its goal.
const ARROWS: [&str; 12] = ["->", "=>", "-->", "==>", "--->", "→", "⇒", "⟶", "➡", "➜", "↓", "⬇"];

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty())
}

/// Whether a name in small letters is that of a goal.
pub fn is_goal_name(name: &str) -> bool {
    words(name).any(|word| GOALS.contains(&word))
}

/// Whether a name in small letters is that of the board to begin with.
pub fn is_start_name(name: &str) -> bool {
    words(name).any(|word| STARTS.contains(&word))
}

/// What a line is the heading of: true for a goal.
fn heading(row: &Row) -> Option<bool> {
    let text = row.text().to_lowercase();
    let text = text.trim_matches(|c: char| !c.is_alphanumeric());
    if text.is_empty() || text.chars().any(|c| c.is_ascii_digit() || matches!(c, ':' | ',')) {
        return None;
    }
    let is_heading = |own: &[&str]| {
        words(text).any(|word| own.contains(&word))
            && words(text).all(|word| own.contains(&word) || BESIDE.contains(&word))
            && text.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | '_' | '-'))
    };
    match (is_heading(&GOALS), is_heading(&STARTS)) {
        (true, _) => Some(true),
        (false, true) => Some(false),
        _ => None,
    }
}

fn is_arrow(text: &str) -> bool {
    ARROWS.contains(&text.trim_end_matches('\u{fe0f}'))
}

/// Start drawings with the goal that has their size, or any if none has.
pub fn joined(start: Vec<Drawing>, goal: &[Drawing]) -> Vec<Drawing> {
    let Some(first) = goal.first() else { return Vec::new() };
    let size = |drawing: &Drawing| (drawing.height(), drawing.width());
    start
        .into_iter()
        .map(|drawing| {
            let same = goal.iter().find(|goal| size(goal) == size(&drawing)).unwrap_or(first);
            Drawing { goal: Some(Box::new(same.clone())), ..drawing }
        })
        .collect()
}

/// The lines of a board and those of its goal. None if the text does not show two boards so.
pub fn split(rows: &[Row]) -> Option<(Vec<Row>, Vec<Row>)> {
    let visible: Vec<&Row> = rows.iter().filter(|row| !row.is_blank()).collect();
    if let [only] = visible[..] {
        return on_one_line(only);
    }
    side_by_side(rows).or_else(|| under_headings(rows)).or_else(|| around_arrow(rows))
}

fn on_one_line(row: &Row) -> Option<(Vec<Row>, Vec<Row>)> {
    let words = row.words();
    let mut arrows = words.iter().enumerate().filter(|(_, word)| is_arrow(&text(word)));
    let (at, _) = arrows.next()?;
    if arrows.next().is_some() || at == 0 || at + 1 == words.len() {
        return None;
    }
    let (from, to) = (words[at][0].column, words[at + 1][0].column);
    Some((vec![part(row, 0, from)], vec![part(row, to, usize::MAX)]))
}

fn under_headings(rows: &[Row]) -> Option<(Vec<Row>, Vec<Row>)> {
    let headings: Vec<(usize, bool)> =
        rows.iter().enumerate().filter_map(|(at, row)| Some((at, heading(row)?))).collect();
    let goals: Vec<usize> = headings.iter().filter(|(_, goal)| *goal).map(|(at, _)| *at).collect();
    let [goal] = goals[..] else { return None };
    let starts: Vec<usize> = headings.iter().filter(|(_, goal)| !*goal).map(|(at, _)| *at).collect();
    let (start, goal) = match starts[..] {
        [] => (rows[..goal].to_vec(), rows[goal + 1..].to_vec()),
        [start] if start < goal => {
            ([&rows[..start], &rows[start + 1..goal]].concat(), rows[goal + 1..].to_vec())
        }
        [start] => ([&rows[..goal], &rows[start + 1..]].concat(), rows[goal + 1..start].to_vec()),
        _ => return None,
    };
    has_two(&start, &goal).then_some((start, goal))
}

fn around_arrow(rows: &[Row]) -> Option<(Vec<Row>, Vec<Row>)> {
    let mut arrows = rows.iter().enumerate().filter(|(_, row)| is_arrow(&row.text()));
    let (at, _) = arrows.next()?;
    if arrows.next().is_some() {
        return None;
    }
    let (start, goal) = (rows[..at].to_vec(), rows[at + 1..].to_vec());
    has_two(&start, &goal).then_some((start, goal))
}

fn has_two(start: &[Row], goal: &[Row]) -> bool {
    start.iter().any(|row| !row.is_blank()) && goal.iter().any(|row| !row.is_blank())
}

/// Boards beside each other, with an arrow between, or below the headings of both.
fn side_by_side(rows: &[Row]) -> Option<(Vec<Row>, Vec<Row>)> {
    let mut cut = None;
    let mut heads = None;
    for (number, row) in rows.iter().enumerate().filter(|(_, row)| !row.is_blank()) {
        let words = row.words();
        let arrow = words.iter().position(|word| is_arrow(&text(word)));
        if let Some(at) = arrow {
            if at == 0 || at + 1 == words.len() || cut.is_some() {
                return None;
            }
            cut = Some((words[at][0].column, words[at + 1][0].column));
        } else if heads.is_none() && cut.is_none() {
            let goal = words.iter().position(|word| is_goal_name(&text(word).to_lowercase()));
            if let Some(at) = goal.filter(|at| *at > 0)
                && words[..at].iter().any(|word| is_start_name(&text(word).to_lowercase()))
            {
                heads = Some((number, words[at][0].column));
            }
        }
    }
    let after = |number: usize| heads.is_none_or(|(head, _)| number > head);
    let body: Vec<&Row> = rows.iter().enumerate().filter(|(at, _)| after(*at)).map(|(_, row)| row).collect();
    let (from, to) = match (cut, heads) {
        (Some(cut), _) => cut,
        (None, Some((_, column))) => {
            // The heading begins within the gap or over the goal.
            let is_free = |column: usize| body.iter().all(|row| row.at(column).is_none_or(Glyph::is_blank));
            let column = (column.saturating_sub(2)..=column + 1).find(|&column| is_free(column))?;
            (column, column + 1)
        }
        (None, None) => return None,
    };
    let mut start = Vec::new();
    let mut goal = Vec::new();
    for row in body {
        let is_cut = |column: usize| {
            row.at(column).is_some_and(|glyph| !glyph.is_blank()) && !is_arrow(&arrow_at(row, from))
        };
        if (from..to).any(is_cut) {
            return None;
        }
        start.push(part(row, 0, from));
        goal.push(part(row, to, usize::MAX));
    }
    has_two(&start, &goal).then_some((start, goal))
}

/// The word that begins in a column.
fn arrow_at(row: &Row, column: usize) -> String {
    row.words().iter().find(|word| word[0].column == column).map_or_else(String::new, |word| text(word))
}

fn text(glyphs: &[Glyph]) -> String {
    glyphs.iter().map(|glyph| glyph.text.as_str()).collect()
}

/// The part of a line between two columns, as a line of its own.
fn part(row: &Row, from: usize, to: usize) -> Row {
    let mut glyphs: Vec<Glyph> = row
        .slice(from, to)
        .iter()
        .map(|glyph| Glyph { column: glyph.column - from, ..glyph.clone() })
        .collect();
    while glyphs.last().is_some_and(Glyph::is_blank) {
        glyphs.pop();
    }
    let start = glyphs.first().map_or(row.start, |glyph| glyph.bytes.0);
    Row { glyphs, start, full_width: 0 }
}
