//! What documents and programs put round a board: tables of HTML and LaTeX, indices that R prints,
//! code fences, quotes, and texts that a program assigns to a name.

use super::canvas::{Canvas, Glyph, Row, text_of};
use super::{Cell, Drawing, Style, plain};
use crate::source::Span;

/// The text as one line of glyphs, line ends among them.
fn flat(canvas: &Canvas) -> Vec<Glyph> {
    let mut found = Vec::new();
    for row in &canvas.rows {
        found.extend(row.glyphs.iter().cloned());
        let end = row.glyphs.last().map_or(row.start, |glyph| glyph.bytes.1);
        found.push(Glyph { text: "\n".to_owned(), column: 0, width: 0, bytes: (end, end) });
    }
    found
}

/// Where a text of ASCII characters stands in glyphs, from a place on, in any case.
fn find(glyphs: &[Glyph], wanted: &str, from: usize) -> Option<usize> {
    let wanted: Vec<char> = wanted.chars().collect();
    (from..(glyphs.len() + 1).saturating_sub(wanted.len()))
        .find(|&at| wanted.iter().zip(&glyphs[at..]).all(|(c, glyph)| glyph.char().eq_ignore_ascii_case(c)))
}

/// The glyphs as lines.
fn lines(glyphs: &[Glyph]) -> Vec<Row> {
    glyphs
        .split(|glyph| glyph.is('\n'))
        .map(|line| {
            let mut column = 0;
            let mut placed: Vec<Glyph> = Vec::new();
            for glyph in line {
                placed.push(Glyph { column, ..glyph.clone() });
                column += glyph.width;
            }
            while placed.last().is_some_and(Glyph::is_blank) {
                placed.pop();
            }
            Row { start: line.first().map_or(0, |glyph| glyph.bytes.0), glyphs: placed, full_width: column }
        })
        .collect()
}

fn span(glyphs: &[Glyph]) -> Span {
    let (start, end) =
        glyphs.first().zip(glyphs.last()).map_or((0, 0), |(first, last)| (first.bytes.0, last.bytes.1));
    Span { source: 0, start, end }
}

/// The table of a text in HTML or LaTeX. None if it is neither.
pub fn table(canvas: &Canvas) -> Option<Vec<Drawing>> {
    let has = |wanted: char| canvas.rows.iter().flat_map(|row| &row.glyphs).any(|glyph| glyph.is(wanted));
    if has('\\') {
        let glyphs = flat(canvas);
        if find(&glyphs, "\\begin{", 0).is_some() {
            return Some(latex(&glyphs).into_iter().collect());
        }
    }
    if has('<') {
        let glyphs = flat(canvas);
        if find(&glyphs, "<td", 0).is_some() {
            return Some(html(&glyphs).into_iter().collect());
        }
    }
    None
}

/// The rows of the innermost environment.
fn latex(glyphs: &[Glyph]) -> Option<Drawing> {
    let end = find(glyphs, "\\end{", 0)?;
    let mut begin = None;
    let mut from = 0;
    while let Some(at) = find(&glyphs[..end], "\\begin{", from) {
        begin = Some(at);
        from = at + 1;
    }
    let begin = begin?;
    // A second table would be a second board.
    if find(glyphs, "\\begin{", end).is_some() {
        return None;
    }
    let mut at = begin + glyphs[begin..].iter().position(|glyph| glyph.is('}'))? + 1;
    while matches!(glyphs.get(at).map(Glyph::char), Some('{' | '[')) {
        at += glyphs[at..].iter().position(|glyph| matches!(glyph.char(), '}' | ']'))? + 1;
    }
    let content = &glyphs[at.min(end)..end];
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    let mut row: Vec<Cell> = Vec::new();
    let mut cell: Vec<Glyph> = Vec::new();
    let flush = |cell: &mut Vec<Glyph>, row: &mut Vec<Cell>| {
        row.push(Cell::new(latex_cell(&text_of(cell)), span(cell)));
        cell.clear();
    };
    let mut at = 0;
    while at < content.len() {
        let glyph = &content[at];
        if glyph.is('\\') && content.get(at + 1).is_some_and(|next| next.is('\\')) {
            flush(&mut cell, &mut row);
            rows.push(std::mem::take(&mut row));
            at += 2;
            continue;
        }
        if glyph.is('&') {
            flush(&mut cell, &mut row);
        } else {
            cell.push(glyph.clone());
        }
        at += 1;
    }
    flush(&mut cell, &mut row);
    if row.iter().any(|cell| !cell.text.is_empty()) {
        rows.push(row);
    }
    let layout = plain::layout(&rows)?;
    Some(Drawing::new(rows, layout, Style::Separated))
}

/// A cell without commands that draw lines, and with signs instead of their names.
fn latex_cell(text: &str) -> String {
    const LINES: [&str; 5] = ["\\hline", "\\toprule", "\\midrule", "\\bottomrule", "\\centering"];
    const SIGNS: [(&str, &str); 12] = [
        ("\\bullet", "●"),
        ("\\circ", "○"),
        ("\\blacksquare", "■"),
        ("\\square", "□"),
        ("\\Box", "□"),
        ("\\cdot", "·"),
        ("\\times", "x"),
        ("\\ast", "*"),
        ("\\star", "*"),
        ("\\_", "_"),
        ("\\#", "#"),
        ("~", ""),
    ];
    let mut text = text.replace('$', "");
    for line in LINES {
        text = text.replace(line, "");
    }
    for (name, sign) in SIGNS {
        text = text.replace(name, sign);
    }
    text.trim().to_owned()
}

/// The rows of a table of HTML.
fn html(glyphs: &[Glyph]) -> Option<Drawing> {
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    let mut at = 0;
    while let Some(open) = glyphs[at..].iter().position(|glyph| glyph.is('<')).map(|n| at + n) {
        let close = open + glyphs[open..].iter().position(|glyph| glyph.is('>'))?;
        let tag = text_of(&glyphs[open + 1..close]).to_lowercase();
        at = close + 1;
        let name = tag.split_whitespace().next().unwrap_or("");
        match name {
            "tr" => rows.push(Vec::new()),
            "td" | "th" => {
                let end = at + glyphs[at..].iter().position(|glyph| glyph.is('<'))?;
                let text = text_of(&glyphs[at..end]).replace("&nbsp;", "").replace('\n', " ");
                if rows.is_empty() {
                    rows.push(Vec::new());
                }
                rows.last_mut()?.push(Cell::new(text.trim(), span(&glyphs[at..end])));
            }
            // A second table would be a second board.
            "table" if rows.iter().any(|row| !row.is_empty()) => return None,
            _ => {}
        }
    }
    rows.retain(|row| !row.is_empty());
    let layout = plain::layout(&rows)?;
    Some(Drawing::new(rows, layout, Style::Separated))
}

/// The text without the indices that R prints: `[1,]` before rows, `[,1]` above columns.
pub fn without_indices(canvas: &Canvas) -> Option<Canvas> {
    let is_above = |row: &Row| row.text().starts_with("[,1]");
    let is_before = |row: &Row| {
        let text = row.text();
        text.strip_prefix('[')
            .and_then(|rest| rest.split_once(",]"))
            .is_some_and(|(digits, _)| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
    };
    let rows: Vec<&Row> = canvas.rows.iter().filter(|row| !row.is_blank()).collect();
    if !rows.first().is_some_and(|row| is_above(row)) || !rows[1..].iter().all(|row| is_before(row)) {
        return None;
    }
    let blanked = |row: &&Row| {
        let end = row.glyphs.iter().position(|glyph| glyph.is(']')).unwrap_or(0);
        let mut row = (*row).clone();
        row.glyphs[..=end].iter_mut().for_each(|glyph| " ".clone_into(&mut glyph.text));
        row
    };
    Some(Canvas { rows: rows[1..].iter().map(blanked).collect() })
}

/// The only fenced part of a text, and the lines around it.
pub fn fenced(canvas: &Canvas) -> Option<(Canvas, Vec<Row>)> {
    let is_fence = |row: &Row| {
        let text = row.text();
        text.starts_with("```") || text.starts_with("~~~")
    };
    let fences: Vec<usize> =
        canvas.rows.iter().enumerate().filter(|(_, row)| is_fence(row)).map(|(at, _)| at).collect();
    let [open, close] = fences[..] else { return None };
    let inside = canvas.rows[open + 1..close].to_vec();
    let around = canvas.rows[..open].iter().chain(&canvas.rows[close + 1..]).cloned().collect();
    inside.iter().any(|row| !row.is_blank()).then_some((Canvas { rows: inside }, around))
}

/// The only text in quotes that a program assigns to a name or gives to a call, as lines:
/// `board = """…"""`, `s = "101\n011"`, `const level = "AA…";`.
pub fn assigned(canvas: &Canvas) -> Option<Canvas> {
    let is_quote = |glyph: &Glyph| matches!(glyph.char(), '"' | '\'' | '`');
    let first = canvas.rows.iter().find(|row| !row.is_blank())?;
    if !first.glyphs.iter().any(is_quote) {
        return None;
    }
    let glyphs = flat(canvas);
    let open = glyphs.iter().position(is_quote)?;
    let close = glyphs.iter().rposition(is_quote)?;
    let quote = glyphs[open].char();
    let three =
        |at: usize| glyphs.get(at..at + 3).is_some_and(|three| three.iter().all(|glyph| glyph.is(quote)));
    let width = if three(open) && close >= open + 5 && three(close - 2) { 3 } else { 1 };
    let inside = glyphs.get(open + width..(close + 1).checked_sub(width)?)?;
    if inside.is_empty() || inside.iter().any(is_quote) || !glyphs[close].is(quote) {
        return None;
    }
    // Before it: a name and `=`, or nothing; behind it: the end of a statement or a call.
    let before = text_of(&glyphs[..open]);
    let after = text_of(&glyphs[close + 1..]);
    let is_assignment = before.ends_with(['=', ':', '(', 'r', 'f', 'b'])
        && before.contains(['=', ':', '('])
        && !before.contains('\n');
    if !(before.is_empty() || is_assignment)
        || !after.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '(' | ')' | ';' | ',' | '_' | ' '))
        || after.chars().filter(|c| c.is_alphabetic()).count() > 20
    {
        return None;
    }
    let mut text: Vec<Glyph> = Vec::new();
    let mut at = 0;
    while at < inside.len() {
        let next = inside.get(at + 1).map(Glyph::char);
        match (inside[at].is('\\'), next) {
            (true, Some('n')) => {
                text.push(Glyph { text: "\n".to_owned(), ..inside[at].clone() });
                at += 2;
            }
            (true, Some('\n')) => at += 2,
            _ => {
                text.push(inside[at].clone());
                at += 1;
            }
        }
    }
    Some(Canvas { rows: lines(&text) })
}
