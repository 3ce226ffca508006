//! Frames and boxes in ASCII and Unicode, also with merged cells.
//!
//! Vertical strokes give the columns and horizontal lines the rows. Where cells are merged, a
//! stroke that is missing in one row stands in another; a line between rows may be missing
//! altogether, which the regular distance of the others shows.

use super::canvas::{Glyph, Row, span_of, text_of};
use super::{Cell, Drawing, Exit, Layout, Side, Style, plain};

/// Whether a glyph is a vertical stroke.
fn is_vertical(glyph: &Glyph) -> bool {
    matches!(glyph.char(), '|' | '│' | '┃' | '║' | '╎' | '┆' | '┊' | '╏' | '¦' | '▏' | '▕')
}

/// Whether a glyph is a horizontal stroke.
fn is_horizontal(glyph: &Glyph) -> bool {
    matches!(glyph.char(), '-' | '─' | '━' | '═' | '=' | '╌' | '┄' | '┈' | '╍' | '_' | '‾' | '–' | '—' | '~')
}

/// Whether a glyph is a corner or a crossing.
fn is_corner(glyph: &Glyph) -> bool {
    let char = glyph.char();
    char == '+' || ('\u{250c}'..='\u{254b}').contains(&char) || ('\u{2552}'..='\u{2570}').contains(&char)
}

fn is_unicode_stroke(glyph: &Glyph) -> bool {
    ('\u{2500}'..='\u{257f}').contains(&glyph.char())
}

/// Whether a line consists of strokes, with at least one horizontal run.
fn is_rule(row: &Row) -> bool {
    let visible = || row.glyphs.iter().filter(|glyph| !glyph.is_blank());
    let strokes = visible()
        .all(|glyph| is_horizontal(glyph) || is_corner(glyph) || is_vertical(glyph) || glyph.is(':'));
    let is_stroke = |glyph: &Glyph| is_horizontal(glyph) || is_corner(glyph) || glyph.is(':');
    let run = row.glyphs.windows(2).any(|two| is_stroke(&two[0]) && is_stroke(&two[1]));
    // A row of dashes is a rule only with corners or a stroke of Unicode, or if it is all dashes.
    strokes
        && run
        && (visible().any(|glyph| is_corner(glyph) || is_unicode_stroke(glyph) || is_vertical(glyph))
            || visible().count() > 2)
}

/// The drawings of lines with a frame or boxes; None if there are none.
pub fn drawings(block: &[Row]) -> Option<Vec<Drawing>> {
    let moved = with_signs_in_cells(block);
    let block = moved.as_deref().unwrap_or(block);
    let rules: Vec<bool> = block.iter().map(is_rule).collect();
    let has_corner = |row: &Row| row.glyphs.iter().any(|glyph| is_corner(glyph) || is_unicode_stroke(glyph));
    let ruled = block
        .iter()
        .zip(&rules)
        .any(|(row, rule)| *rule && (has_corner(row) || row.glyphs.iter().any(is_vertical)));
    // A line of dashes above and below, and strokes at the sides.
    let content: Vec<&Row> =
        block.iter().zip(&rules).filter(|(_, rule)| !**rule).map(|(row, _)| row).collect();
    let with_strokes = content.iter().filter(|row| row.glyphs.iter().any(is_vertical)).count();
    let dashed =
        rules.first() == Some(&true) && rules.last() == Some(&true) && 2 * with_strokes > content.len();
    if !(ruled || dashed) || content.is_empty() || 2 * with_strokes < content.len() {
        return None;
    }
    if let Some(found) = open_lines(block, &rules) {
        return Some(vec![found]);
    }
    // A table of Markdown has a header, which may be empty.
    if let [header, rule, body @ ..] = block
        && rules[1]
        && rules.iter().filter(|rule| **rule).count() == 1
        && body.len() > 1
        && header.glyphs.iter().all(|glyph| glyph.is_blank() || is_vertical(glyph))
        && rule.glyphs.iter().any(is_vertical)
    {
        return full_boxes(&body.iter().collect::<Vec<_>>()).map(|found| vec![found]);
    }
    if let Some(found) = full_boxes(&content) {
        return Some(vec![found]);
    }
    let mut columns: Vec<usize> = content
        .iter()
        .flat_map(|row| row.glyphs.iter().filter(|glyph| is_vertical(glyph)).map(|glyph| glyph.column))
        .collect();
    // Corners stand where strokes would.
    columns.extend(
        block.iter().zip(&rules).filter(|(_, rule)| **rule).flat_map(|(row, _)| {
            row.glyphs.iter().filter(|glyph| is_corner(glyph)).map(|glyph| glyph.column)
        }),
    );
    columns.sort_unstable();
    columns.dedup();
    let (&left, &right) = columns.first().zip(columns.last())?;
    if right < left + 2 {
        return None;
    }
    // A frame alone: two strokes in every line, at its ends, wherever wide signs have moved them.
    let only_ends = content.iter().all(|row| {
        row.glyphs.iter().filter(|glyph| is_vertical(glyph)).count() == 2 && between_strokes(row).is_some()
    });
    let lines = rules.iter().filter(|rule| **rule).count();
    let two_corners = block
        .iter()
        .zip(&rules)
        .filter(|(_, rule)| **rule)
        .all(|(row, _)| row.glyphs.iter().filter(|glyph| is_corner(glyph)).count() <= 2);
    if lines <= 2 && (columns.len() == 2 || (only_ends && two_corners)) {
        return Some(framed(block, &rules, left, right));
    }
    grid(block, &rules, columns).map(|found| vec![found])
}

/// Boxes with merged cells whose signs stand in the middle, where a stroke or a rule would be if the
/// cells were not merged: the lines with these signs moved into the cell to the left or above. None
/// if there are none.
fn with_signs_in_cells(block: &[Row]) -> Option<Vec<Row>> {
    let is_stroke = |glyph: &Glyph| {
        glyph.is_blank() || is_vertical(glyph) || is_corner(glyph) || is_unicode_stroke(glyph)
    };
    let last = block.len().checked_sub(1)?;
    // Rules stand on every second line, and one of them crosses strokes.
    let is_whole = |at: usize| is_rule(&block[at]) && block[at].glyphs.iter().all(is_stroke);
    let has_cross =
        |at: usize| block[at].glyphs.iter().any(|glyph| matches!(glyph.char(), '├' | '┼' | '┤' | '┬' | '┴'));
    if last < 4
        || !last.is_multiple_of(2)
        || !is_whole(0)
        || !is_whole(last)
        || (1..last).step_by(2).any(|at| is_rule(&block[at]))
        || !(1..last).any(|at| at % 2 == 0 && has_cross(at))
    {
        return None;
    }
    let mut rows = block.to_vec();
    let mut is_moved = false;
    for at in (2..last).step_by(2) {
        for glyph in 0..rows[at].glyphs.len() {
            let sign = rows[at].glyphs[glyph].clone();
            if is_stroke(&sign) {
                continue;
            }
            let above = &mut rows[at - 1].glyphs;
            let place =
                above.iter_mut().find(|other| other.column == sign.column).filter(|other| other.is_blank());
            let place = place?;
            place.text.clone_from(&sign.text);
            place.bytes = sign.bytes;
            " ".clone_into(&mut rows[at].glyphs[glyph].text);
            is_moved = true;
        }
    }
    // Columns of strokes and corners.
    let mut columns: Vec<usize> = rows
        .iter()
        .flat_map(|row| &row.glyphs)
        .filter(|glyph| is_vertical(glyph) || (is_corner(glyph) && !is_horizontal(glyph)))
        .map(|glyph| glyph.column)
        .collect();
    columns.sort_unstable();
    columns.dedup();
    for row in rows.iter_mut().skip(1).step_by(2) {
        for at in 1..row.glyphs.len() {
            let sign = row.glyphs[at].clone();
            if !is_stroke(&sign)
                && columns.binary_search(&sign.column).is_ok()
                && row.glyphs[at - 1].is_blank()
            {
                let before = &mut row.glyphs[at - 1];
                before.text.clone_from(&sign.text);
                before.bytes = sign.bytes;
                " ".clone_into(&mut row.glyphs[at].text);
                is_moved = true;
            }
        }
    }
    is_moved.then_some(rows)
}

/// Lines between the cells only, as in tic-tac-toe, with no line round them.
fn open_lines(block: &[Row], rules: &[bool]) -> Option<Drawing> {
    let is_open = |row: &Row| {
        let mut visible = row.glyphs.iter().filter(|glyph| !glyph.is_blank());
        !visible.next().is_some_and(is_vertical) || !visible.next_back().is_some_and(is_vertical)
    };
    let strokes = |row: &Row| row.glyphs.iter().filter(|glyph| is_vertical(glyph)).count();
    let regular = rules.iter().enumerate().all(|(at, rule)| *rule == (at % 2 == 1)) && rules.len() % 2 == 1;
    let markdown = rules.iter().enumerate().all(|(at, rule)| *rule == (at == 1)) && rules.len() > 2;
    if !(regular || markdown) {
        return None;
    }
    let content: Vec<&Row> =
        block.iter().zip(rules).filter(|(_, rule)| !**rule).map(|(row, _)| row).collect();
    let count = strokes(content.first()?);
    if count == 0
        || content.iter().any(|row| strokes(row) != count)
        || !content.iter().all(|row| is_open(row))
    {
        return None;
    }
    // A line that begins and ends with a stroke in every rule is a frame.
    if block.iter().zip(rules).any(|(row, rule)| *rule && !is_open(row)) {
        return None;
    }
    let rows: Vec<Vec<Cell>> = content
        .iter()
        .map(|row| {
            let pieces = row.glyphs.split(is_vertical);
            pieces
                .map(|piece| Cell::new(undecorated(&text_of(piece)), span_of(piece, row.span().start)))
                .collect()
        })
        .collect();
    if rows.iter().flatten().any(|cell| cell.text.contains(' ')) {
        return None;
    }
    Some(Drawing { framed: true, ..Drawing::new(rows, Layout::Rectangle, Style::Boxes) })
}

/// Boxes without merged cells: every line of content has as many strokes as the others, wherever
/// they stand. Lines without content are the upper and lower parts of tall boxes.
fn full_boxes(content: &[&Row]) -> Option<Drawing> {
    let strokes = |row: &Row| row.glyphs.iter().filter(|glyph| is_vertical(glyph)).count();
    let count = strokes(content.first()?);
    let ends = |row: &Row| {
        let mut visible = row.glyphs.iter().filter(|glyph| !glyph.is_blank());
        visible.next().is_some_and(is_vertical) && row.glyphs.last().is_some_and(is_vertical)
    };
    if count < 3 || !content.iter().all(|row| strokes(row) == count && ends(row)) {
        return None;
    }
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    for row in content {
        let pieces: Vec<&[Glyph]> = row.glyphs.split(is_vertical).collect();
        let cells: Vec<Cell> = pieces[1..pieces.len() - 1]
            .iter()
            .map(|piece| Cell::new(undecorated(&text_of(piece)), span_of(piece, row.span().start)))
            .collect();
        // Two words in a box are merged cells.
        if cells.iter().any(|cell| cell.text.contains(' ')) {
            return None;
        }
        rows.push(cells);
    }
    // Empty lines stand in tall boxes: the same number round each row.
    let blank = |row: &Vec<Cell>| row.iter().all(|cell| cell.text.is_empty());
    let full = rows.iter().filter(|row| !blank(row)).count();
    if full < rows.len() {
        let height = rows.len() / full.max(1);
        let regular = full > 0
            && rows.len() == height * full
            && rows.chunks(height).all(|band| band.iter().filter(|row| !blank(row)).count() == 1);
        if height != 3 || !regular {
            return None;
        }
        rows.retain(|row| !blank(row));
    }
    let layout = Layout::Rectangle;
    Some(Drawing { framed: true, ..Drawing::new(rows, layout, Style::Boxes) })
}

/// What stands between the strokes at both ends of a line, wherever they are: signs may be wider
/// than the frame expects. None if a stroke is missing.
fn between_strokes(row: &Row) -> Option<Row> {
    let first = row.glyphs.iter().position(|glyph| !glyph.is_blank())?;
    let last = row.glyphs.len() - 1;
    if first >= last || !is_vertical(&row.glyphs[first]) || !is_vertical(&row.glyphs[last]) {
        return None;
    }
    let left = row.glyphs[first].column + row.glyphs[first].width;
    let glyphs: Vec<Glyph> = row.glyphs[first + 1..last]
        .iter()
        .map(|glyph| Glyph { column: glyph.column - left, ..glyph.clone() })
        .collect();
    Some(Row { glyphs, start: row.start, full_width: row.glyphs[last].column - left })
}

/// A frame round lines that have no boxes inside.
fn framed(block: &[Row], rules: &[bool], left: usize, right: usize) -> Vec<Drawing> {
    let mut exits = Vec::new();
    let mut inside = Vec::new();
    for (row, _) in block.iter().zip(rules).filter(|(_, rule)| !**rule) {
        let index = inside.len();
        if let Some(between) = between_strokes(row) {
            inside.push(between);
            continue;
        }
        for (side, column) in [(Side::Left, left), (Side::Right, right)] {
            if !row.at(column).is_some_and(is_vertical) {
                exits.push(Exit { side, index });
            }
        }
        let glyphs = row.slice(left + 1, right);
        let glyphs =
            glyphs.iter().map(|glyph| Glyph { column: glyph.column - left - 1, ..glyph.clone() }).collect();
        inside.push(Row { glyphs, start: row.start, full_width: 0 });
    }
    for (side, rule) in [(Side::Top, 0), (Side::Bottom, block.len() - 1)] {
        if rules[rule] {
            let open = |column: &usize| block[rule].at(*column).is_none_or(Glyph::is_blank);
            exits
                .extend((left + 1..right).filter(open).map(|column| Exit { side, index: column - left - 1 }));
        }
    }
    // The frame may leave a blank on both sides of all rows.
    let padded =
        inside.iter().all(|row| row.at(0).is_none_or(Glyph::is_blank) && row.width() < right - left - 1)
            && inside.iter().any(|row| row.words().len() > 1 || row.width() > 1);
    let width = right - left - 1;
    let mut found = Vec::new();
    if padded
        && inside.iter().any(|row| row.indent() == Some(1))
        && inside.iter().all(|row| row.indent().is_none_or(|at| at > 0))
    {
        found.extend(plain::drawings_inside(&inside, false));
    } else {
        found.extend(plain::drawings_inside(&inside, true));
        for drawing in &mut found {
            // The frame says how wide the rows are.
            if drawing.style == Style::Characters
                && drawing.layout == Layout::Rectangle
                && drawing.width() < width
                && drawing.cells().all(|cell| cell.text.is_ascii())
            {
                for (row, line) in drawing.rows.iter_mut().zip(&inside) {
                    let end = line.span().end;
                    row.resize_with(width, || Cell::new("", super::Span { source: 0, start: end, end }));
                }
            }
        }
    }
    for drawing in &mut found {
        drawing.framed = true;
        drawing.exits.clone_from(&exits);
    }
    found
}

/// Boxes: a cell between every two columns and every two lines.
fn grid(block: &[Row], rules: &[bool], mut columns: Vec<usize>) -> Option<Drawing> {
    // Lines of a merged cell that are blank stand where a rule would, if the rules have a regular
    // distance of two.
    let top = rules.iter().position(|rule| *rule).filter(|first| *first == 0);
    let blank = |row: &Row| row.glyphs.iter().all(|glyph| glyph.is_blank() || is_vertical(glyph));
    let regular = top.is_some()
        && block
            .iter()
            .zip(rules)
            .enumerate()
            .all(|(at, (row, rule))| if at % 2 == 0 { *rule || blank(row) } else { !rule });
    // A rule in which cells are merged may hold signs of tall cells; they are not expected.
    let is_between: Vec<bool> =
        rules.iter().enumerate().map(|(at, rule)| if regular { at % 2 == 0 } else { *rule }).collect();
    // Columns at a regular distance, where all cells of a column pair are merged.
    let distance = columns.windows(2).map(|two| two[1] - two[0]).min()?;
    if columns.windows(2).any(|two| two[1] - two[0] != distance) {
        let first = columns[0];
        if columns.iter().all(|at| (at - first).is_multiple_of(distance)) {
            let last = columns[columns.len() - 1];
            columns = (first..=last).step_by(distance).collect();
        }
    }
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    let mut exits = Vec::new();
    let mut lines: Vec<&Row> = Vec::new();
    let has_inner_rules = is_between.iter().filter(|between| **between).count() > 2;
    let flush =
        |lines: &mut Vec<&Row>, rows: &mut Vec<Vec<Cell>>, exits: &mut Vec<Exit>, below: Option<&Row>| {
            let Some(&text) = lines.iter().find(|row| !blank(row)).or(lines.first()) else { return Some(()) };
            if lines.iter().filter(|row| !blank(row)).count() > 1 {
                return None;
            }
            let index = rows.len();
            let mut row = Vec::new();
            for pair in columns.windows(2) {
                let inside: Vec<Glyph> = text.slice(pair[0] + 1, pair[1]).to_vec();
                let mut cell = Cell::new(undecorated(&text_of(&inside)), span_of(&inside, text.span().start));
                cell.open_right = pair[1] != *columns.last()? && !text.at(pair[1]).is_some_and(is_vertical);
                let middle = usize::midpoint(pair[0], pair[1]);
                cell.open_below = below.is_some_and(|rule| rule.at(middle).is_none_or(Glyph::is_blank));
                row.push(cell);
            }
            for (side, column) in [(Side::Left, columns[0]), (Side::Right, *columns.last()?)] {
                if !text.at(column).is_some_and(is_vertical) {
                    exits.push(Exit { side, index });
                }
            }
            rows.push(row);
            lines.clear();
            Some(())
        };
    for (row, between) in block.iter().zip(&is_between) {
        if *between {
            flush(&mut lines, &mut rows, &mut exits, Some(row))?;
        } else {
            if !has_inner_rules {
                flush(&mut lines, &mut rows, &mut exits, None)?;
            }
            lines.push(row);
        }
    }
    flush(&mut lines, &mut rows, &mut exits, None)?;
    // Words in a column must not be cut by a boundary.
    let cut = block.iter().zip(&is_between).any(|(row, between)| {
        !*between
            && columns.iter().any(|&at| {
                row.at(at).is_some_and(|glyph| !glyph.is_blank() && !is_vertical(glyph) && !is_corner(glyph))
            })
    });
    let bottom_open = |row: &mut Vec<Cell>| row.iter_mut().for_each(|cell| cell.open_below = false);
    rows.last_mut().map(bottom_open)?;
    (!cut).then(|| Drawing { framed: true, exits, ..Drawing::new(rows, Layout::Rectangle, Style::Boxes) })
}

/// A cell without the marks of a player's cursor and hints: `[Z]`, `>9<`, `(4)`.
fn undecorated(text: &str) -> &str {
    for (open, close) in [('[', ']'), ('>', '<'), ('(', ')')] {
        if let Some(inside) = text.strip_prefix(open).and_then(|rest| rest.strip_suffix(close)) {
            return inside.trim();
        }
    }
    text
}
