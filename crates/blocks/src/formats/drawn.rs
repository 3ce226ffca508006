//! Boards as people draw them: every sign is a piece, a wall or a free cell.
//!
//! | what | how it is found |
//! |---|---|
//! | free cells | `.`, blank, `-`, `_`, `·`, ⬜; `0` and `o` where no other sign is free |
//! | walls | `#`, █; `x` where it is not one piece; blank beside another free sign |
//! | cars | all pieces one cell wide and at least two long: they move along their length |
//! | the piece to get out | `--goal-piece`; an exit in the drawing; X, 🟥, `R`, `Z`, `A` among cars; the 2 x 2 piece of Klotski |

use std::collections::BTreeMap;

use fewest_core::drawing::{Cell, Drawing, Fit, Interpretation, Interpretations, Layout, Side, Style};
use fewest_core::{Fault, NamedValue, OptionField, OptionSpec, ReadOptions};

use crate::formats::picture;
use crate::rules::{Board, Freedom, Goal, Metric, Piece};

const OUT: &str = "goal-piece";
const EXIT: &str = "exit";
const RAILS: &str = "rails";
const FREE: &str = "free";

/// Which piece has to get out.
pub(crate) const OUT_PIECE: OptionSpec =
    OptionSpec::choice(OUT, "PIECE", "the piece of a drawing that has to get out");
/// Where it gets out.
pub(crate) const EXIT_SIDE: OptionSpec = OptionSpec {
    values: &[
        NamedValue { id: "right", about: "to the right" },
        NamedValue { id: "left", about: "to the left" },
        NamedValue { id: "top", about: "upwards" },
        NamedValue { id: "bottom", about: "downwards" },
    ],
    ..OptionSpec::choice(EXIT, "SIDE", "where it gets out: right, left, top or bottom")
};
/// Whether pieces are cars.
pub(crate) const ON_RAILS: OptionSpec = OptionSpec {
    id: RAILS,
    field: OptionField::Choice,
    value: None,
    values: &[],
    about: "pieces move along their length only, as cars do",
};
/// Whether pieces are no cars.
pub(crate) const ALL_WAYS: OptionSpec =
    OptionSpec { id: FREE, about: "pieces move in all directions", ..ON_RAILS };

/// Signs of free cells. The first are free in every drawing; the others may be pieces.
const FREE_SIGNS: [&str; 10] = [".", "·", "×", "-", "_", "⬜", "□", "░", ":", "空"];
const PERHAPS_FREE: [&str; 6] = ["0", "o", "⬛", "+", "*", "O"];
const WALLS: [&str; 6] = ["#", "█", "■", "▓", "▒", "-1"];
/// The most pieces of a drawing that is asked about piece by piece.
const MOST_QUESTIONS: usize = 8;
/// Klotski: columns and rows of the grid, and where its large piece has to get.
const KLOTSKI: ((usize, usize), (usize, usize)) = ((4, 5), (3, 1));

type Cells = Vec<(usize, usize)>;

/// A drawing in pieces.
struct Parts {
    height: usize,
    width: usize,
    /// The cells of every piece by its sign, in order of the first cell.
    pieces: Vec<(String, Cells)>,
    walls: Cells,
    free: usize,
    /// Whether blanks are free cells and no frame stands round the drawing.
    is_open: bool,
}

/// A piece that may have to get out, the place that it has to reach, and the options that say so.
struct Out {
    piece: usize,
    goal: Goal,
    choice: Option<String>,
}

/// The boards that a drawing may be.
pub(crate) fn interpret(drawing: &Drawing, how: &ReadOptions) -> Interpretations<Board> {
    let mut found = Interpretations::default();
    if let Some(fault) = nearly_a_word(drawing) {
        return Interpretations::fault(fault);
    }
    // A start and its goal as drawings are a format of their own.
    if drawing.goal.is_some() {
        return found;
    }
    let Some(parts) = parts(drawing) else { return found };
    let is_long = |(_, cells): &(String, Cells)| cells.len() > 1;
    if parts.free == 0 || !parts.pieces.iter().any(is_long) {
        return found;
    }
    // One or two signs may be anything.
    let names = parts
        .pieces
        .iter()
        .filter(|(sign, _)| sign.chars().any(|c| c.is_alphanumeric() || !c.is_ascii()))
        .count();
    let largest = parts.pieces.iter().map(|(_, cells)| cells.len()).max().unwrap_or(0);
    let is_clear = names > 1 && 3 * largest <= parts.height * parts.width;
    let fit = if is_clear { Fit::Clear } else { Fit::Possible };
    if fit == Fit::Clear && parts.is_open && parts.height != parts.width && !is_any_klotski(&parts) {
        let fault = Fault::new("free cells are blanks here, so that columns may be missing at the right")
            .remedy("write . for a free cell");
        return Interpretations::fault(fault);
    }
    let is_car = |(_, cells): &(String, Cells)| {
        let piece = picture::piece(cells, Freedom::Both);
        piece.mask.is_none() && piece.width.min(piece.height) == 1 && cells.len() > 1
    };
    let cars = parts.pieces.iter().all(is_car) && parts.pieces.len() > 1;
    let usual_cars = parts.pieces.iter().all(|(_, cells)| cells.len() < 4);
    let asked_for = (how.choices.contains_key(RAILS), how.choices.contains_key(FREE));
    // Lines longer than cars may slide both ways, or not.
    let ways: &[(bool, Option<&str>)] = match (asked_for, cars, usual_cars) {
        ((true, _), _, _) | ((false, false), true, true) => &[(true, None)],
        ((false, false), true, false) => &[(true, Some(RAILS)), (false, Some(FREE))],
        _ => &[(false, None)],
    };
    for &(rails, way) in ways {
        let outs = match outs(drawing, &parts, rails, how) {
            Ok(outs) => outs,
            Err(fault) => return Interpretations { fault: (fit == Fit::Clear).then_some(fault), ..found },
        };
        let asked = outs.len() > 1;
        for out in outs {
            let board = board(&parts, out.piece, out.goal, rails, how);
            if let Err(fault) = board.fits_in(how.room) {
                return Interpretations::fault(fault);
            }
            if board.is_goal()
                && !asked
                && !how.choices.contains_key(OUT)
                && board.pieces[0].freedom != Freedom::Both
            {
                // A car at the edge that it has to reach is no puzzle.
                continue;
            }
            let choices: Vec<String> =
                way.map(|way| format!("--{way}")).into_iter().chain(out.choice.filter(|_| asked)).collect();
            let choice = (!choices.is_empty()).then(|| choices.join(" "));
            found.boards.push(Interpretation { board, fit, signs: None, choice });
        }
    }
    found
}

/// What is wrong with a word that is nearly a board of Rush Hour: its letters are not a square.
fn nearly_a_word(drawing: &Drawing) -> Option<Fault> {
    const NEAR: std::ops::RangeInclusive<usize> = 30..=42;
    let cells = drawing.width();
    if drawing.layout != Layout::Flat
        || drawing.style != Style::Characters
        || !NEAR.contains(&cells)
        || cells == 36
    {
        return None;
    }
    let is_cell = |cell: &Cell| matches!(cell.text.as_bytes(), [b'A'..=b'Z' | b'o' | b'.' | b'x']);
    let count = |of: &dyn Fn(&str) -> bool| drawing.cells().filter(|cell| of(&cell.text)).count();
    let free = count(&|text| text == "." || text == "o");
    let is_word =
        drawing.cells().all(is_cell) && 4 * free >= cells && count(&|text| text == "A" || text == "X") > 1;
    is_word.then(|| {
        let span = drawing.cells().next().map(|cell| cell.span);
        let fault = Fault::new(format!("a board of Rush Hour has 36 letters, this word has {cells}"))
            .remedy("it is 6 rows of 6 cells, one after another");
        match (span, drawing.cells().last()) {
            (Some(first), Some(last)) => fault.at(fewest_core::Span { end: last.span.end, ..first }),
            _ => fault,
        }
    })
}

/// Sorts the cells by what they are. None if a sign is spread over the drawing.
fn parts(drawing: &Drawing) -> Option<Parts> {
    let rows: Vec<Vec<Cell>> = match drawing.layout {
        Layout::Rectangle => drawing.rows.clone(),
        Layout::Flat => {
            let side = drawing.width().isqrt();
            if side < 3 || side * side != drawing.width() {
                return None;
            }
            drawing.in_rows(side)?
        }
        Layout::Triangle | Layout::Staggered => return None,
    };
    let mut signs: BTreeMap<&str, Cells> = BTreeMap::new();
    let mut order: Vec<&str> = Vec::new();
    for (row, cells) in rows.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            let sign = cell.text.trim_end_matches('\u{fe0f}');
            if !signs.contains_key(sign) {
                order.push(sign);
            }
            signs.entry(sign).or_default().push((row, column));
        }
    }
    let mut usual: Vec<&str> = order.iter().copied().filter(|sign| FREE_SIGNS.contains(sign)).collect();
    let mut walls: Vec<&str> = order.iter().copied().filter(|sign| WALLS.contains(sign)).collect();
    // Of white and black squares the more frequent are free, the others a car or walls.
    if let (Some(white), Some(black)) = (signs.get("⬜"), signs.get("⬛")) {
        let (free, other) = if white.len() > black.len() { ("⬜", "⬛") } else { ("⬛", "⬜") };
        usual.retain(|sign| *sign != other);
        if !usual.contains(&free) {
            usual.push(free);
        }
        if !is_straight(&signs[other]) {
            walls.push(other);
        }
    }
    // A dot and a cross are a free cell and a free cell of the goal. Two other signs do not mean
    // the same.
    if usual.iter().filter(|sign| **sign != "×").count() > 1 {
        return None;
    }
    let mut free: Vec<&str> = usual;
    if signs.contains_key("") {
        if free.iter().any(|sign| *sign != "×") { walls.push("") } else { free.push("") }
    }
    // Of numbers, 0 is no piece.
    let are_numbers = order.iter().all(|sign| sign.parse::<u32>().is_ok());
    if free.is_empty() && are_numbers && signs.contains_key("0") {
        free.push("0");
    }
    // A nought among letters, and a small o among capitals.
    let is_digit = |sign: &&&str| sign.parse::<u32>().is_ok();
    let is_capital =
        |sign: &&str| sign.chars().all(|c| c.is_ascii_uppercase()) || *sign == "o" || *sign == "x";
    if free.is_empty() && signs.contains_key("0") && order.iter().filter(is_digit).count() == 1 {
        free.push("0");
    } else if free.is_empty() && signs.contains_key("o") && order.iter().all(is_capital) {
        free.push("o");
    }
    if free.is_empty() {
        let perhaps = PERHAPS_FREE
            .iter()
            .copied()
            .find(|sign| signs.get(sign).is_some_and(|cells| !is_straight(cells)));
        // A single cell of such a sign is free; a straight line of them is a piece.
        let lone =
            PERHAPS_FREE.iter().copied().find(|sign| signs.get(sign).is_some_and(|cells| cells.len() == 1));
        free.extend(perhaps.or(lone));
    }
    if signs.get("x").is_some_and(|cells| !is_straight(cells) || cells.len() == 1)
        && signs.keys().any(|sign| *sign == "A")
    {
        walls.push("x");
    }
    let mut parts = Parts {
        height: rows.len(),
        width: rows.first()?.len(),
        pieces: Vec::new(),
        walls: Vec::new(),
        free: 0,
        is_open: free.contains(&"")
            && !drawing.framed
            && matches!(drawing.style, Style::Characters | Style::Spaced),
    };
    let mut apart: Vec<(&str, Cells)> = Vec::new();
    for sign in order {
        let cells = signs.remove(sign)?;
        if free.contains(&sign) {
            parts.free += cells.len();
        } else if walls.contains(&sign) {
            parts.walls.extend(cells);
        } else if is_connected(&cells) {
            parts.pieces.push((sign.to_owned(), cells));
        } else {
            apart.push((sign, cells));
        }
    }
    parts.walls.sort_unstable();
    match &apart[..] {
        [] => {}
        // The four soldiers of Klotski often have one sign.
        [(sign, cells)] => {
            parts.pieces.extend(cells.iter().map(|&cell| ((*sign).to_owned(), vec![cell])));
            if !is_any_klotski(&parts) {
                return None;
            }
        }
        _ => return None,
    }
    (!parts.pieces.is_empty()).then_some(parts)
}

fn is_straight(cells: &Cells) -> bool {
    let piece = picture::piece(cells, Freedom::Both);
    piece.mask.is_none() && piece.width.min(piece.height) == 1 && cells.len() > 1
}

fn is_connected(cells: &Cells) -> bool {
    let mut left: std::collections::BTreeSet<(usize, usize)> = cells.iter().copied().collect();
    let mut open: Cells = left.pop_first().into_iter().collect();
    while let Some((row, column)) = open.pop() {
        let near = [
            (row.wrapping_sub(1), column),
            (row + 1, column),
            (row, column.wrapping_sub(1)),
            (row, column + 1),
        ];
        open.extend(near.into_iter().filter(|cell| left.remove(cell)));
    }
    left.is_empty()
}

/// The side that the options or the notes name: `exit: left`, `The exit is on the right.`
fn exit_side(drawing: &Drawing, how: &ReadOptions) -> Result<Option<Side>, Fault> {
    let side = |word: &str| match word {
        "right" | "east" => Some(Side::Right),
        "left" | "west" => Some(Side::Left),
        "top" | "up" | "north" => Some(Side::Top),
        "bottom" | "down" | "south" | "below" => Some(Side::Bottom),
        _ => None,
    };
    if let Some(asked) = how.choices.get(EXIT) {
        let side = side(&asked.to_lowercase());
        return side.map(Some).ok_or_else(|| Fault::new("an exit is right, left, top or bottom"));
    }
    let mut found: Vec<Side> = Vec::new();
    for note in &drawing.notes {
        let text = note.text.to_lowercase();
        let words: Vec<&str> = text.split(|c: char| !c.is_alphabetic()).collect();
        if words.iter().any(|word| ["exit", "goal", "out", "escape", "leave"].contains(word)) {
            found.extend(words.iter().filter_map(|word| side(word)));
        }
    }
    found.dedup();
    match found[..] {
        [] => Ok(None),
        [only] => Ok(Some(only)),
        _ => Err(Fault::new("the notes name several sides").remedy("say which is the exit: --exit=right")),
    }
}

/// The piece that the options or the notes name.
fn named_piece<'d>(
    drawing: &'d Drawing,
    parts: &Parts,
    how: &'d ReadOptions,
) -> Result<Option<usize>, Fault> {
    let index = |name: &str| parts.pieces.iter().position(|(sign, _)| sign == name);
    if let Some(name) = how.choices.get(OUT) {
        return index(name).map(Some).ok_or_else(|| {
            Fault::new(format!("there is no piece {}", fewest_core::fault::shortened(name)))
                .remedy("name a piece by its sign in the drawing")
        });
    }
    if let Some(name) = drawing.note(&["out", "goal piece", "hero", "target", "red", "red car"]) {
        return Ok(index(name.trim_matches(['\'', '"', '`'])));
    }
    // `goal: Z right`.
    Ok(drawing.said_goal().and_then(|said| {
        let mut named = said
            .split_whitespace()
            .map(|word| word.trim_matches(['\'', '"', '`', '.', ',']))
            .filter_map(index);
        named.next().filter(|_| named.next().is_none())
    }))
}

/// The pieces that may have to get out, each with its goal.
fn outs(drawing: &Drawing, parts: &Parts, rails: bool, how: &ReadOptions) -> Result<Vec<Out>, Fault> {
    let piece = |index: usize| picture::piece(&parts.pieces[index].1, Freedom::Both);
    let side = exit_side(drawing, how)?;
    let goal = |index: usize, side: Side| {
        let Piece { row, column, width, height, .. } = piece(index);
        match side {
            Side::Right => Goal::LastColumn,
            Side::Left => Goal::PieceAt { piece: 0, row, column: 0 },
            Side::Top => Goal::PieceAt { piece: 0, row: 0, column },
            Side::Bottom => Goal::PieceAt {
                piece: 0,
                row: parts.height - height,
                column: column.min(parts.width - width),
            },
        }
    };
    let along = |index: usize, side: Side| {
        let Piece { width, height, .. } = piece(index);
        !rails || if matches!(side, Side::Left | Side::Right) { width > height } else { height > width }
    };
    let one = |piece: usize, goal: Goal| Ok(vec![Out { piece, goal, choice: None }]);
    if let Some(index) = named_piece(drawing, parts, how)? {
        if is_klotski(parts, index) && side.is_none() {
            return one(index, klotski_goal());
        }
        let side = match side {
            Some(side) => side,
            None if rails && along(index, Side::Right) => Side::Right,
            None if rails || how.choices.contains_key(OUT) => Side::Bottom,
            None => return Ok(exits_on_sides(parts, index, &goal)),
        };
        return one(index, goal(index, side));
    }
    if let Some(found) = marked_exit(drawing, parts, &along) {
        let (index, side) = found?;
        if is_klotski(parts, index) {
            return one(index, klotski_goal());
        }
        return one(index, goal(index, side));
    }
    if rails {
        let side = side.unwrap_or(Side::Right);
        return match car_to_get_out(parts, |index| along(index, side)) {
            Cars::One(index) => one(index, goal(index, side)),
            Cars::None => Err(Fault::new("no car lies in a row, so none can get out at the right")
                .remedy("say where a car gets out with --exit=bottom, and which with --goal-piece=NAME")),
            Cars::Any(many) if many.len() <= MOST_QUESTIONS => Ok(many
                .into_iter()
                .map(|index| Out {
                    piece: index,
                    goal: goal(index, side),
                    choice: Some(format!("--{OUT}={}", parts.pieces[index].0)),
                })
                .collect()),
            Cars::Any(_) => Err(which_piece()),
        };
    }
    let large: Vec<usize> = (0..parts.pieces.len()).filter(|&index| is_klotski(parts, index)).collect();
    let named =
        parts.pieces.iter().position(|(sign, _)| matches!(sign.as_str(), "Z" | "z" | "X" | "x" | "🟥"));
    match (&large[..], named, side) {
        (&[only], None, None) => one(only, klotski_goal()),
        (&[only], Some(named), None) if only == named => one(only, klotski_goal()),
        (_, Some(named), Some(side)) => one(named, goal(named, side)),
        (_, Some(named), None) => Ok(exits_on_sides(parts, named, &goal)),
        _ => Err(which_piece()),
    }
}

/// A piece with every side that it may have to reach.
fn exits_on_sides(parts: &Parts, index: usize, goal: &dyn Fn(usize, Side) -> Goal) -> Vec<Out> {
    let name = &parts.pieces[index].0;
    [(Side::Right, "right"), (Side::Left, "left"), (Side::Top, "top"), (Side::Bottom, "bottom")]
        .into_iter()
        .map(|(side, word)| Out {
            piece: index,
            goal: goal(index, side),
            choice: Some(format!("--{OUT}={name} --{EXIT}={word}")),
        })
        .collect()
}

/// The cars that may have to get out.
enum Cars {
    None,
    One(usize),
    Any(Vec<usize>),
}

/// The car that has to get out among those that lie along the exit: X and the red one anywhere; R,
/// Z and A, which are names of other cars too, in the row of the exit only.
fn car_to_get_out(parts: &Parts, along: impl Fn(usize) -> bool) -> Cars {
    let candidates: Vec<usize> = (0..parts.pieces.len()).filter(|&index| along(index)).collect();
    let row = |index: usize| parts.pieces[index].1[0].0;
    let is_exit_row = |index: usize| parts.height > 3 && row(index) == (parts.height - 1) / 2;
    let of = |signs: &[&str]| {
        candidates.iter().copied().find(|&index| signs.contains(&parts.pieces[index].0.as_str()))
    };
    let at_exit: Vec<usize> = candidates.iter().copied().filter(|&index| is_exit_row(index)).collect();
    for signs in
        [&["X", "x"][..], &["🟥", "🚗", "🚙", "🔴"], &["red", "Red", "RED", "hero", "target", "player"]]
    {
        if let Some(index) = of(signs) {
            return Cars::One(index);
        }
    }
    for signs in [["R", "r"], ["Z", "z"]] {
        if let Some(index) = of(&signs).filter(|&index| is_exit_row(index)) {
            return Cars::One(index);
        }
    }
    // Where cars are named in the order of reading, A is the first and nothing else.
    if let Some(index) = of(&["A", "a"]).filter(|&index| is_exit_row(index))
        && (index > 0 || at_exit.len() == 1)
    {
        return Cars::One(index);
    }
    match candidates[..] {
        [] => Cars::None,
        [only] => Cars::One(only),
        _ => Cars::Any(candidates),
    }
}

fn which_piece() -> Fault {
    Fault::new("the drawing does not say which piece has to get out, and where")
        .remedy("name it with --goal-piece=NAME, and the side with --exit=right (left, top, bottom)")
}

/// Whether a piece is the large one of a Klotski set on Klotski's grid: one of 2 x 2, five of 1 x
/// 2, four single ones. Other sets have other goals.
fn is_klotski(parts: &Parts, index: usize) -> bool {
    let size = |cells: &Cells| {
        let piece = picture::piece(cells, Freedom::Both);
        (piece.mask.is_none(), piece.width.max(piece.height), cells.len())
    };
    let count = |wanted| parts.pieces.iter().filter(|(_, cells)| size(cells) == wanted).count();
    let set = [count((true, 2, 4)), count((true, 2, 2)), count((true, 1, 1)), parts.pieces.len()];
    (parts.width, parts.height) == KLOTSKI.0 && set == [1, 5, 4, 10] && parts.pieces[index].1.len() == 4
}

fn is_any_klotski(parts: &Parts) -> bool {
    (0..parts.pieces.len()).any(|index| is_klotski(parts, index))
}

fn klotski_goal() -> Goal {
    let (row, column) = KLOTSKI.1;
    Goal::PieceAt { piece: 0, row, column }
}

/// The piece at an exit that the drawing shows: the nearest in its row or column that can get
/// there.
fn marked_exit(
    drawing: &Drawing,
    parts: &Parts,
    along: &dyn Fn(usize, Side) -> bool,
) -> Option<Result<(usize, Side), Fault>> {
    let side = drawing.exits.first()?.side;
    let lines: Vec<usize> =
        drawing.exits.iter().filter(|exit| exit.side == side).map(|exit| exit.index).collect();
    if drawing.exits.iter().any(|exit| exit.side != side) {
        return Some(Err(Fault::new("the frame is open on two sides").remedy("say which with --exit=right")));
    }
    // A piece as broad as the exit.
    let fits = |index: usize| {
        let piece = picture::piece(&parts.pieces[index].1, Freedom::Both);
        let horizontal = matches!(side, Side::Left | Side::Right);
        let (first, breadth) =
            if horizontal { (piece.row, piece.height) } else { (piece.column, piece.width) };
        along(index, side) && breadth == lines.len() && (first == lines[0] || !horizontal)
    };
    let in_line = |index: usize| {
        let piece = picture::piece(&parts.pieces[index].1, Freedom::Both);
        if matches!(side, Side::Left | Side::Right) {
            piece.row == lines[0]
        } else {
            piece.column == lines[0]
        }
    };
    let candidates: Vec<usize> = (0..parts.pieces.len()).filter(|&index| fits(index)).collect();
    let straight: Vec<usize> = candidates.iter().copied().filter(|&index| in_line(index)).collect();
    // Klotski's large piece gets out below, however broad the opening is.
    let large: Vec<usize> = match side {
        Side::Bottom => (0..parts.pieces.len()).filter(|&index| is_klotski(parts, index)).collect(),
        _ => Vec::new(),
    };
    Some(match (&large[..], &straight[..], &candidates[..]) {
        (&[only], _, _) | (_, &[only], _) | (_, _, &[only]) => Ok((only, side)),
        _ => Err(which_piece()),
    })
}

fn board(parts: &Parts, out: usize, goal: Goal, rails: bool, how: &ReadOptions) -> Board {
    let freedom = |cells: &Cells| {
        let piece = picture::piece(cells, Freedom::Both);
        match (rails, piece.width.cmp(&piece.height)) {
            (true, std::cmp::Ordering::Greater) => Freedom::Horizontal,
            (true, std::cmp::Ordering::Less) => Freedom::Vertical,
            _ => Freedom::Both,
        }
    };
    let order = std::iter::once(out).chain((0..parts.pieces.len()).filter(|&index| index != out));
    let ordered: Vec<&(String, Cells)> = order.map(|index| &parts.pieces[index]).collect();
    let mut pieces: Vec<Piece> =
        ordered.iter().map(|(_, cells)| picture::piece(cells, freedom(cells))).collect();
    let walls = picture::walls(&parts.walls);
    let names = names(ordered.iter().map(|(sign, _)| sign.as_str()), walls.len());
    pieces.extend(walls);
    Board {
        names,
        goals: vec![goal],
        metric: Metric::named(how.metric.as_deref()),
        ..Board::new(parts.height, parts.width, pieces)
    }
}

/// One character per piece: its sign, where that is a letter or digit, and another where it is not.
fn names<'s>(signs: impl Iterator<Item = &'s str>, walls: usize) -> Vec<char> {
    let own = |sign: &str| {
        let mut chars = sign.chars();
        chars.next().filter(|c| c.is_ascii_graphic() && !matches!(c, '.' | '*') && chars.next().is_none())
    };
    let mut signs: Vec<Option<char>> = signs.map(own).collect();
    // Pieces with one sign get names of their own.
    for at in 0..signs.len() {
        if signs[..at].contains(&signs[at]) {
            signs[at] = None;
        }
    }
    let mut others = (0..).map(crate::rules::course_name).filter(|name| !signs.contains(&Some(*name)));
    let mut names: Vec<char> = Vec::new();
    for sign in &signs {
        names.push(sign.unwrap_or_else(|| others.next().unwrap_or('?')));
    }
    names.extend(others.take(walls));
    names
}

/// A board in a line.
pub(crate) fn summary(board: &Board) -> String {
    let movable = board.pieces.iter().filter(|piece| piece.freedom != Freedom::None).count();
    let is_car =
        |piece: &Piece| matches!(piece.freedom, Freedom::Horizontal | Freedom::Vertical | Freedom::None);
    let cars = board.pieces.iter().all(is_car);
    let kind = match (cars, movable) {
        (true, 1) => "car",
        (true, _) => "cars",
        (false, 1) => "piece",
        (false, _) => "pieces",
    };
    let goal = match &board.goals[..] {
        [Goal::LastColumn] => match board.pieces.first() {
            Some(first) if cars => {
                format!(", {} gets out on the right of row {}", board.names[0], first.row + 1)
            }
            Some(_) => format!(", {} to the right edge", board.names[0]),
            None => String::new(),
        },
        [Goal::PieceAt { piece, row, column }] => {
            format!(", {} to row {}, column {}", board.names[*piece], row + 1, column + 1)
        }
        goals => format!(", {} goals", goals.len()),
    };
    let title = if cars { "Rush Hour" } else { "sliding blocks" };
    format!("{title}: {} x {}, {movable} {kind}{goal}", board.rows, board.columns)
}
