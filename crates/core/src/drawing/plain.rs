//! Boards drawn as lines: how their cells are told apart.

use super::canvas::{Canvas, Glyph, Row, span_of, text_of};
use super::{Cell, Drawing, Exit, Layout, Side, Style};

/// Cells in brackets, `[x][ ][x]`, one row per line.
pub fn bracketed(canvas: &Canvas) -> Option<Drawing> {
    let mut rows = Vec::new();
    for row in canvas.rows.iter().filter(|row| !row.is_blank()) {
        let mut cells = Vec::new();
        let mut rest = &row.glyphs[..];
        while let Some(first) = rest.iter().position(|glyph| !glyph.is_blank()) {
            rest = &rest[first..];
            let close = match rest[0].char() {
                '[' => ']',
                '(' => ')',
                _ => return None,
            };
            let end = rest.iter().position(|glyph| glyph.is(close))?;
            let inside = &rest[1..end];
            if inside.iter().any(|glyph| matches!(glyph.char(), '[' | '(' | ',')) {
                return None;
            }
            cells.push(Cell::new(text_of(inside), span_of(inside, rest[0].bytes.0)));
            rest = &rest[end + 1..];
        }
        rows.push(cells);
    }
    let layout = layout(&rows)?;
    let several =
        rows.iter().all(|row| row.len() > 1) && rows.iter().flatten().any(|cell| cell.text.is_empty());
    let short = rows.iter().flatten().all(|cell| !cell.text.contains(' '));
    (several && short && layout == Layout::Rectangle).then(|| Drawing::new(rows, layout, Style::Boxes))
}

/// The layout of rows: a rectangle or a triangle. None if they are neither.
pub fn layout(rows: &[Vec<Cell>]) -> Option<Layout> {
    let first = rows.first()?.len();
    if rows.iter().all(|row| row.len() == first) {
        return Some(Layout::Rectangle);
    }
    rows.iter().enumerate().all(|(number, row)| row.len() == number + 1).then_some(Layout::Triangle)
}

/// The drawings of lines without a box, the most natural first.
pub fn drawings(block: &[Row]) -> Vec<Drawing> {
    if let [only] = block {
        return one_line(only);
    }
    let (block, exits) = without_arrows(block);
    let block = without_indent(&block).unwrap_or(block);
    if let Some(inside) = between_sides(&block) {
        let mut found = drawings_inside(&inside, true);
        for drawing in &mut found {
            drawing.framed = true;
            drawing.exits.extend(&exits);
        }
        return found;
    }
    let mut found = Vec::new();
    if let Some((inside, openings)) = without_border(&block) {
        found = drawings_inside(&inside, true);
        for drawing in &mut found {
            drawing.framed = true;
            drawing.exits.extend(&openings);
        }
    }
    found.extend(drawings_inside(&block, false));
    found.iter_mut().for_each(|drawing| drawing.exits.extend(&exits));
    found
}

/// Lines without the tabs that set all of them in, if they have no others.
fn without_indent(block: &[Row]) -> Option<Vec<Row>> {
    let tabs = |row: &Row| row.glyphs.iter().take_while(|glyph| glyph.is('\t')).count();
    let indent = block.iter().map(tabs).min().filter(|indent| *indent > 0)?;
    let bare = |row: &Row| !row.glyphs[indent..].iter().any(|glyph| glyph.is('\t'));
    if !block.iter().all(bare) {
        return None;
    }
    let stripped = |row: &Row| {
        let from = row.glyphs.get(indent).map_or(0, |glyph| glyph.column);
        let glyphs = row.glyphs[indent..]
            .iter()
            .map(|glyph| Glyph { column: glyph.column - from, ..glyph.clone() })
            .collect();
        Row { glyphs, start: row.start, full_width: row.full_width.saturating_sub(from) }
    };
    Some(block.iter().map(stripped).collect())
}

/// The lines between strokes at both ends of each, `|# # |`, with nothing above and below.
fn between_sides(block: &[Row]) -> Option<Vec<Row>> {
    let is_side = |glyph: &Glyph| matches!(glyph.char(), '|' | '│' | '┃' | '║');
    let between = |row: &Row| {
        let first = row.glyphs.iter().position(|glyph| !glyph.is_blank())?;
        let last = row.glyphs.len() - 1;
        let inside = row.glyphs.get(first + 1..last)?;
        let is_framed = is_side(&row.glyphs[first]) && is_side(&row.glyphs[last]);
        if !is_framed || inside.len() < 2 || inside.iter().any(is_side) {
            return None;
        }
        let left = inside[0].column;
        let glyphs: Vec<Glyph> =
            inside.iter().map(|glyph| Glyph { column: glyph.column - left, ..glyph.clone() }).collect();
        let full_width = row.glyphs[last].column - left;
        Some(Row { glyphs, start: row.start, full_width })
    };
    let rows = block.iter().map(between).collect::<Option<Vec<Row>>>()?;
    let width = rows.first()?.full_width;
    (rows.len() > 1 && rows.iter().all(|row| row.full_width == width)).then_some(rows)
}

/// A board on one line: rows between slashes, a list of words, or one word.
fn one_line(row: &Row) -> Vec<Drawing> {
    for separator in ['/', '|', ';', ','] {
        let pieces: Vec<&[Glyph]> = row.glyphs.split(|glyph| glyph.is(separator)).collect();
        let length = |piece: &&[Glyph]| text_of(piece).chars().count();
        // A triangle.
        if separator == '/'
            && pieces.len() > 3
            && pieces.iter().enumerate().all(|(number, piece)| length(piece) == number + 1)
        {
            let rows = pieces
                .iter()
                .map(|piece| piece.iter().filter(|glyph| !glyph.is_blank()).map(glyph_cell).collect());
            return vec![Drawing::new(rows.collect(), Layout::Triangle, Style::Characters)];
        }
        // Rows have more than one cell each.
        if pieces.len() > 1
            && pieces.iter().all(|piece| length(piece) > 1 && length(piece) == length(&pieces[0]))
        {
            let cells =
                |piece: &&[Glyph]| text_of(piece).split_whitespace().all(|word| word.parse::<u32>().is_ok());
            // Numbers of three digits, as many as digits or with a nought before, are rows.
            let long = length(&pieces[0]) > 2
                && (pieces.len() == length(&pieces[0])
                    || pieces.iter().any(|piece| text_of(piece).starts_with('0')));
            let is_numbers = separator == ',' && !long && pieces.iter().all(cells);
            if !is_numbers {
                let rows: Vec<Row> = pieces.iter().map(|piece| moved(piece, row.start)).collect();
                return drawings(&rows);
            }
        }
    }
    for separator in [',', ';', '\t', '|'] {
        if row.glyphs.iter().any(|glyph| glyph.is(separator)) {
            let pieces = row.glyphs.split(|glyph| glyph.is(separator));
            let cells: Vec<Cell> =
                pieces.map(|piece| Cell::new(text_of(piece), span_of(piece, row.start))).collect();
            return vec![Drawing::new(vec![cells], Layout::Flat, Style::Separated)];
        }
    }
    let words = row.words();
    // Words of the same length are rows, unless they are numbers.
    let length = words.first().map_or(0, |word| word.len());
    let is_number = |word: &&[Glyph]| text_of(word).parse::<u32>().is_ok() && !word[0].is('0');
    if words.len() > 1
        && length > 2
        && words.iter().all(|word| word.len() == length)
        && (words.len() == length || !words.iter().all(is_number))
        && !words.iter().any(|word| is_known_word(&text_of(word)))
    {
        let rows: Vec<Row> = words.iter().map(|word| moved(word, row.start)).collect();
        return drawings(&rows);
    }
    let (cells, style): (Vec<Cell>, Style) = match words[..] {
        [only] => (only.iter().map(glyph_cell).collect(), Style::Characters),
        _ => (
            words.iter().map(|word| Cell::new(text_of(word), span_of(word, row.start))).collect(),
            Style::Words,
        ),
    };
    vec![Drawing::new(vec![cells], Layout::Flat, style)]
}

/// Glyphs as a row of their own.
fn moved(glyphs: &[Glyph], start: usize) -> Row {
    let mut column = 0;
    let end = glyphs.iter().rposition(|glyph| !glyph.is_blank()).map_or(0, |last| last + 1);
    let glyphs = trimmed(&glyphs[..end])
        .iter()
        .map(|glyph| {
            let at = column;
            column += glyph.width;
            Glyph { column: at, ..glyph.clone() }
        })
        .collect();
    Row { glyphs, start, full_width: 0 }
}

fn glyph_cell(glyph: &Glyph) -> Cell {
    let text = if glyph.is_blank() { "" } else { &glyph.text };
    Cell::new(text, span_of(std::slice::from_ref(glyph), glyph.bytes.0))
}

/// Takes arrows and the word `exit` at the ends of rows away, and says where they are.
fn without_arrows(block: &[Row]) -> (Vec<Row>, Vec<Exit>) {
    const RIGHT: [&str; 9] = ["==>", "-->", "=>", "->", "→", "⇒", "➡", "►", ">"];
    const LEFT: [&str; 8] = ["<==", "<--", "<=", "<-", "←", "⇐", "⬅", "◄"];
    let mut exits = Vec::new();
    let mut rows = block.to_vec();
    let length = |row: &Row| row.glyphs.iter().filter(|glyph| !glyph.is_blank()).count();
    let marked = |row: &Row, marks: &[&str], at_end: bool| {
        let text = row.text();
        let text = text.trim_end_matches('\u{fe0f}');
        let word = if at_end { text.rsplit(' ').next() } else { text.split(' ').next() };
        if word.is_some_and(|word| word.eq_ignore_ascii_case("exit")) {
            return Some(4);
        }
        let mark =
            marks.iter().find(|mark| if at_end { text.ends_with(*mark) } else { text.starts_with(*mark) })?;
        Some(mark.chars().count())
    };
    // A line with an arrow alone, above or below the board.
    for (side, marks) in
        [(Side::Bottom, ["v", "V", "↓", "⇓", "▼", "⬇"]), (Side::Top, ["^", "^", "↑", "⇑", "▲", "⬆"])]
    {
        let at = if side == Side::Top { 0 } else { rows.len() - 1 };
        let [only] = rows[at].words()[..] else { continue };
        let is_mark = |word: &[Glyph]| {
            let text = text_of(word);
            marks.contains(&text.trim_end_matches('\u{fe0f}'))
        };
        if rows.len() < 4 || !is_mark(only) {
            continue;
        }
        let column = only[0].column;
        rows.remove(at);
        // The column of cells: by place if nothing is between them, else by number.
        let near = &rows[if side == Side::Top { 0 } else { rows.len() - 1 }];
        let left = near.indent().unwrap_or(0);
        let index = match near.words()[..] {
            [_] => column.checked_sub(left),
            _ => near.words().iter().position(|word| word[0].column == column),
        };
        if let Some(index) = index {
            exits.push(Exit { side, index });
        }
    }
    for (side, marks, at_end) in [(Side::Right, &RIGHT[..], true), (Side::Left, &LEFT[..], false)] {
        let found: Vec<(usize, usize)> = rows
            .iter()
            .enumerate()
            .filter_map(|(index, row)| Some((index, marked(row, marks, at_end)?)))
            .collect();
        // A sign that stands in many rows is a cell.
        let [(index, count)] = found[..] else { continue };
        if length(&rows[index]) <= count || rows.len() < 2 {
            continue;
        }
        if at_end {
            // An arrow and a word: `-> exit`.
            let mut next = Some(count);
            while let Some(count) = next.filter(|count| length(&rows[index]) > *count) {
                let row = &mut rows[index];
                for _ in 0..count {
                    row.glyphs.pop();
                }
                while row.glyphs.last().is_some_and(Glyph::is_blank) {
                    row.glyphs.pop();
                }
                next = marked(&rows[index], marks, at_end);
            }
        } else {
            let row = &mut rows[index];
            let first = row.glyphs.iter().position(|glyph| !glyph.is_blank()).unwrap_or(0);
            for glyph in &mut row.glyphs[first..first + count] {
                " ".clone_into(&mut glyph.text);
            }
        }
        exits.push(Exit { side, index });
    }
    (rows, exits)
}

/// The lines inside a border of one sign all round, and its openings. None if there is no border,
/// or its sign stands inside, too.
fn without_border(block: &[Row]) -> Option<(Vec<Row>, Vec<Exit>)> {
    let [top, inside @ .., bottom] = block else { return None };
    let sign = top.glyphs.iter().find(|glyph| !glyph.is_blank())?.char();
    if sign.is_alphanumeric() || inside.is_empty() {
        return None;
    }
    let (left, right) = (top.indent()?, top.width().max(bottom.width()).checked_sub(1)?);
    if right < left + 2 {
        return None;
    }
    let mut exits = Vec::new();
    for (side, row) in [(Side::Top, top), (Side::Bottom, bottom)] {
        if row.glyphs.iter().any(|glyph| !glyph.is(sign) && !glyph.is_blank()) || row.indent() != Some(left) {
            return None;
        }
        for column in left + 1..right {
            if !row.at(column).is_some_and(|glyph| glyph.is(sign)) {
                exits.push(Exit { side, index: column - left - 1 });
            }
        }
    }
    let mut rows = Vec::new();
    for (index, row) in inside.iter().enumerate() {
        for (side, column) in [(Side::Left, left), (Side::Right, right)] {
            match row.at(column) {
                Some(glyph) if glyph.is(sign) => {}
                None => exits.push(Exit { side, index }),
                Some(glyph) if glyph.is_blank() || (sign == '#' && glyph.is('.')) => {
                    exits.push(Exit { side, index });
                }
                Some(_) => return None,
            }
        }
        if row.width() > right + 1 || row.indent().is_some_and(|indent| indent < left) {
            return None;
        }
        let glyphs = row.slice(left + 1, right);
        if glyphs.iter().any(|glyph| glyph.is(sign)) {
            return None;
        }
        let glyphs =
            glyphs.iter().map(|glyph| Glyph { column: glyph.column - left - 1, ..glyph.clone() }).collect();
        rows.push(Row { glyphs, start: row.start, full_width: 0 });
    }
    // Openings of more than a quarter of the border are no openings.
    let size = 2 * (right - left - 1 + rows.len());
    (4 * exits.len() <= size).then_some((rows, exits))
}

/// The drawings of lines that have neither arrows nor a frame. In a frame, blanks at both ends of a
/// row are cells.
pub fn drawings_inside(block: &[Row], framed: bool) -> Vec<Drawing> {
    if let Some(found) = separated(block) {
        return vec![found];
    }
    let tokens: Vec<Vec<&[Glyph]>> = block.iter().map(Row::words).collect();
    if tokens.iter().all(Vec::is_empty) {
        return Vec::new();
    }
    let has_gaps = tokens.iter().any(|words| words.len() > 1);
    if !has_gaps {
        return characters(block, framed).into_iter().collect();
    }
    let mut found = Vec::new();
    if tokens.iter().flatten().all(|word| word.len() == 1) {
        let spaced = spaced(block, &tokens);
        let is_regular = spaced.is_some();
        found.extend(spaced);
        // Signs of different widths: rows of as many signs are rows of cells.
        if !is_regular
            && tokens.len() > 1
            && tokens.iter().all(|row| row.len() == tokens[0].len() && row.len() > 1)
        {
            found.extend(words(&tokens));
            return found;
        }
        // In a frame the blanks between may be cells; without one a regular gap is a gap.
        if !is_regular || framed {
            found.extend(characters(block, framed));
        }
    } else {
        let words = words(&tokens);
        let is_clear = words.as_ref().is_some_and(|drawing| {
            drawing.cells().all(|cell| {
                cell.text.is_empty()
                    || cell.text.parse::<i64>().is_ok()
                    || is_known_word(&cell.text)
                    || cell.text.chars().count() == 1
            })
        });
        // Words of several letters that are neither numbers nor states are cells only in full rows.
        found.extend(words.filter(|_| is_clear || tokens.iter().all(|row| row.len() == tokens[0].len())));
        if !is_clear {
            found.extend(characters(block, framed));
        }
    }
    found
}

/// Words of more than a letter that are cells in many programs.
pub fn is_known_word(text: &str) -> bool {
    is_state(text) || ["on", "off", "peg"].iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// Cells between separators: each line has the same number of one of them.
fn separated(block: &[Row]) -> Option<Drawing> {
    for separator in ['\t', ',', ';', '|', '&'] {
        let count = |row: &Row| row.glyphs.iter().filter(|glyph| glyph.is(separator)).count();
        let counts: Vec<usize> = block.iter().map(count).collect();
        let most = counts.iter().copied().max().unwrap_or(0);
        // A triangle.
        if counts.len() > 3 && counts.iter().enumerate().all(|(number, &count)| count == number) {
            let cells = |row: &Row| {
                let pieces = row.glyphs.split(|glyph| glyph.is(separator));
                pieces.map(|piece| Cell::new(unquoted(&text_of(piece)), span_of(piece, row.start))).collect()
            };
            let rows: Vec<Vec<Cell>> = block.iter().map(cells).collect();
            return Some(Drawing::new(rows, Layout::Triangle, Style::Separated));
        }
        // Blanks at the end of a line are cut off, and tabs are blanks.
        let fits = |&found: &usize| found == most || found + 1 == most || (separator == '\t' && found > 0);
        // Empty cells may be missing at the end of a row that begins with as many.
        let leading = |row: &Row| row.glyphs.iter().take_while(|glyph| glyph.is(separator)).count();
        let is_trimmed = most > 1
            && separator != '\t'
            && counts.iter().any(|&found| found < most)
            && block.iter().zip(&counts).all(|(row, &found)| found == most || found + leading(row) == most);
        if most == 0
            || !(is_trimmed || counts.iter().all(fits))
            || (separator != '\t'
                && !is_trimmed
                && counts.iter().filter(|&&n| n == most).count() * 2 < counts.len())
        {
            continue;
        }
        let mut rows: Vec<Vec<Cell>> = block
            .iter()
            .map(|row| {
                let pieces = row.glyphs.split(|glyph| glyph.is(separator));
                pieces.map(|piece| Cell::new(unquoted(&text_of(piece)), span_of(piece, row.start))).collect()
            })
            .collect();
        // `|1|2|3|` and `1,2,3,`: the first or last cell is empty in all rows.
        let is_empty = |cell: Option<&Cell>| cell.is_none_or(|cell| cell.text.is_empty());
        if separator == '|' && rows.iter().all(|row| is_empty(row.first())) {
            rows.iter_mut().for_each(|row| drop(row.remove(0)));
        }
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        let ends = |row: &Vec<Cell>| row.len() < width || is_empty(row.last());
        if separator != '\t' && !is_trimmed && rows.iter().all(ends) {
            rows.iter_mut().for_each(|row| row.truncate(width - 1));
        } else if separator != '\t' && !is_trimmed && rows.iter().any(|row| row.len() < width) {
            return None;
        }
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        for (row, line) in rows.iter_mut().zip(block) {
            let end = line.span().end;
            row.resize_with(width, || Cell::new("", super::Span { source: 0, start: end, end }));
        }
        return (width > 1).then(|| Drawing::new(rows, Layout::Rectangle, Style::Separated));
    }
    None
}

/// A cell without quotation marks around it and without the line end of LaTeX.
fn unquoted(text: &str) -> &str {
    let text = text.trim_end_matches("\\\\").trim();
    ['"', '\'']
        .iter()
        .find_map(|&quote| text.strip_prefix(quote)?.strip_suffix(quote))
        .map_or(text, str::trim)
}

/// One cell per character; blanks are blank cells.
fn characters(block: &[Row], framed: bool) -> Option<Drawing> {
    let left = if framed { 0 } else { block.iter().filter_map(Row::indent).min()? };
    // Where all characters are wide, two columns are a cell.
    let wide = |glyph: &Glyph| glyph.is_blank() || glyph.width == 2;
    let even = |glyph: &Glyph| glyph.is_blank() || glyph.column.saturating_sub(left).is_multiple_of(2);
    let all = |of: &dyn Fn(&Glyph) -> bool| block.iter().flat_map(|row| &row.glyphs).all(of);
    let is_wide = all(&wide);
    let width = if is_wide && all(&even) { 2 } else { 1 };
    // A narrow blank among wide characters: then every glyph is a cell, and no row is padded.
    let is_uneven = is_wide && width == 1;
    // Two columns may be a cell.
    let is_doubled = !framed && is_doubled(block, left);
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    for row in block {
        let mut cells: Vec<Cell> = Vec::new();
        for glyph in row.glyphs.iter().filter(|glyph| glyph.column >= left) {
            // Wide characters among narrow ones count as one.
            let at = if width == 2 { (glyph.column - left) / 2 } else { cells.len() };
            while cells.len() < at {
                cells.push(Cell::new("", span_of(&[], glyph.bytes.0)));
            }
            if !(glyph.is_blank() && width == 2) {
                cells.push(glyph_cell(glyph));
            }
        }
        if is_doubled {
            cells = cells.into_iter().step_by(2).collect();
        }
        rows.push(cells);
    }
    if !framed
        && block.iter().all(|row| row.indent() == Some(left))
        && layout(&rows) == Some(Layout::Triangle)
        && rows.len() > 2
    {
        return Some(Drawing::new(rows, Layout::Triangle, Style::Characters));
    }
    // Editors cut blanks at the end of a line off. Without blanks anywhere, rows of different
    // lengths are a mistake.
    let has_blanks = rows.iter().flatten().any(|cell| cell.text.is_empty()) || framed;
    let widest = rows.iter().map(Vec::len).max()?;
    let width = if is_doubled { 2 } else { width };
    let is_short =
        |(row, line): (&Vec<Cell>, &Row)| row.len() < widest && line.full_width < left + widest * width;
    if (!has_blanks || is_uneven) && rows.iter().zip(block).any(is_short) {
        return None;
    }
    pad(&mut rows, widest, block);
    Some(Drawing::new(rows, Layout::Rectangle, Style::Characters))
}

/// Whether lines of blocks are twice as long as there are lines, and every second glyph repeats the
/// one before: a square board with two columns a cell.
fn is_doubled(block: &[Row], left: usize) -> bool {
    let is_block = |glyph: &Glyph| matches!(glyph.char(), '█' | '▓' | '▒' | '░') || glyph.is_blank();
    let width = block.iter().map(Row::width).max().unwrap_or(0);
    width == left + 2 * block.len()
        && block.iter().all(|row| {
            let visible = &row.glyphs[left.min(row.glyphs.len())..];
            let (pairs, rest) = visible.as_chunks::<2>();
            row.glyphs.iter().all(is_block)
                && rest.is_empty()
                && pairs.iter().all(|[one, other]| one.text == other.text)
        })
}

fn pad(rows: &mut [Vec<Cell>], width: usize, block: &[Row]) {
    for (row, line) in rows.iter_mut().zip(block) {
        let end = line.span().end;
        row.resize_with(width, || Cell::new("", super::Span { source: 0, start: end, end }));
    }
}

/// Single characters at regular distances.
fn spaced(block: &[Row], tokens: &[Vec<&[Glyph]>]) -> Option<Drawing> {
    let cells =
        |words: &Vec<&[Glyph]>| -> Vec<Cell> { words.iter().map(|word| glyph_cell(&word[0])).collect() };
    let columns: Vec<Vec<usize>> =
        tokens.iter().map(|words| words.iter().map(|word| word[0].column).collect()).collect();
    let left = columns.iter().flatten().copied().min()?;
    let gcd = |a: usize, b: usize| {
        let (mut a, mut b) = (a, b);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let within = columns.iter().flat_map(|row| row.iter().map(move |at| at - row[0])).fold(0, gcd);
    let starts: Vec<usize> = columns.iter().filter_map(|row| row.first().copied()).collect();
    let is_triangle =
        tokens.iter().enumerate().all(|(number, words)| words.len() == number + 1) && tokens.len() > 2;
    let steps: Vec<isize> = starts.windows(2).map(|two| two[1] as isize - two[0] as isize).collect();
    if is_triangle && steps.iter().all(|step| *step == steps[0]) && steps[0] <= 0 && within > 1 {
        return Some(Drawing::new(tokens.iter().map(cells).collect(), Layout::Triangle, Style::Spaced));
    }
    let pitch = columns.iter().flatten().map(|at| at - left).fold(0, gcd);
    if pitch > 1 {
        let mut rows: Vec<Vec<Cell>> = Vec::new();
        for words in tokens {
            let mut row: Vec<Cell> = Vec::new();
            for word in words {
                let at = (word[0].column - left) / pitch;
                row.resize_with(at, || Cell::new("", span_of(&[], word[0].bytes.0)));
                row.push(glyph_cell(&word[0]));
            }
            rows.push(row);
        }
        let width = rows.iter().map(Vec::len).max()?;
        pad(&mut rows, width, block);
        return Some(Drawing::new(rows, Layout::Rectangle, Style::Spaced));
    }
    // Rows shifted by half a cell.
    let half = starts.iter().map(|at| at - left).fold(0, gcd);
    let gapless = columns.iter().all(|row| row.windows(2).all(|two| two[1] - two[0] == within));
    (within > 1 && 2 * half == within && gapless)
        .then(|| Drawing::new(tokens.iter().map(cells).collect(), Layout::Staggered, Style::Spaced))
}

/// Words with blanks between. A row with fewer words has blank cells where it has no word.
fn words(tokens: &[Vec<&[Glyph]>]) -> Option<Drawing> {
    let width = tokens.iter().map(Vec::len).max()?;
    let cell = |word: &[Glyph]| Cell::new(text_of(word), span_of(word, 0));
    if tokens.iter().all(|words| words.len() == width) {
        let rows = tokens.iter().map(|words| words.iter().map(|word| cell(word)).collect()).collect();
        return Some(Drawing::new(rows, Layout::Rectangle, Style::Words));
    }
    if tokens.iter().enumerate().all(|(number, words)| words.len() == number + 1) && tokens.len() > 2 {
        let rows = tokens.iter().map(|words| words.iter().map(|word| cell(word)).collect()).collect();
        return Some(Drawing::new(rows, Layout::Triangle, Style::Words));
    }
    // Columns that all words of full rows share.
    let ends = |word: &[Glyph]| (word[0].column, word[word.len() - 1].column + word[word.len() - 1].width);
    let mut columns: Vec<(usize, usize)> = Vec::new();
    for words in tokens.iter().filter(|words| words.len() == width) {
        if columns.is_empty() {
            columns = words.iter().map(|word| ends(word)).collect();
        }
        for (column, word) in columns.iter_mut().zip(words) {
            let (start, end) = ends(word);
            *column = (column.0.min(start), column.1.max(end));
        }
    }
    if columns.windows(2).any(|two| two[0].1 > two[1].0) {
        return None;
    }
    let mut rows = Vec::new();
    for words in tokens {
        let mut row: Vec<Option<Cell>> = vec![None; width];
        for word in words {
            let (start, end) = ends(word);
            let mut over = (0..width).filter(|&at| columns[at].0 < end && start < columns[at].1);
            let (at, None) = (over.next()?, over.next()) else { return None };
            if row[at].replace(cell(word)).is_some() {
                return None;
            }
        }
        let at = words.first().map_or(0, |word| word[0].bytes.0);
        rows.push(
            row.into_iter().map(|cell| cell.unwrap_or_else(|| Cell::new("", span_of(&[], at)))).collect(),
        );
    }
    Some(Drawing::new(rows, Layout::Rectangle, Style::Words))
}

/// The number of different letters of a word.
pub fn distinct(word: &str) -> usize {
    let mut letters: Vec<char> = word.to_lowercase().chars().filter(|c| c.is_alphabetic()).collect();
    letters.sort_unstable();
    letters.dedup();
    letters.len()
}

/// Words that are cells.
pub fn is_state(word: &str) -> bool {
    ["true", "false", "none", "null", "empty", "hole"].iter().any(|state| word.eq_ignore_ascii_case(state))
}

/// Glyphs without blanks at the beginning.
pub fn trimmed(glyphs: &[Glyph]) -> &[Glyph] {
    let first = glyphs.iter().position(|glyph| !glyph.is_blank()).unwrap_or(glyphs.len());
    &glyphs[first..]
}
