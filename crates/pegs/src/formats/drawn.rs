//! Boards as people draw them: pegs, empty holes, and places without a hole.
//!
//! The sign in the corners of a board that is not a rectangle is no hole; of the other two, one is
//! a peg and one is empty. Where only one other sign is left, the same sign inside the board,
//! enclosed by pegs, is the vacancy. A board without an empty hole is never meant.

use fewest_core::drawing::{Cell, Drawing, Fit, Interpretation, Interpretations, Layout};
use fewest_core::fault::shortened;
use fewest_core::{Fault, OptionSpec, ReadOptions, Source};

use crate::formats::{grid, read};
use crate::rules::Board;

const PEG: &str = "peg";
const HOLE: &str = "hole";

/// Which sign is a peg.
pub(crate) const PEG_SIGN: OptionSpec =
    OptionSpec::choice(PEG, "SIGN", "the sign of a drawing that is a peg");
/// Which sign is an empty hole.
pub(crate) const HOLE_SIGN: OptionSpec =
    OptionSpec::choice(HOLE, "SIGN", "the sign of a drawing that is an empty hole");

/// Signs of pegs, the surest first: of two signs the one that stands here earlier is the peg.
const PEGS: [&str; 26] = [
    "peg", "true", "yes", "●", "⬤", "🔵", "🔴", "🟤", "🟢", "🟡", "🟠", "🟣", "⚫", "1", "x", "X", "*", "@",
    "#", "P", "p", "+", "i", "I", "o", "O",
];
/// Signs of empty holes, the surest first.
const HOLES: [&str; 25] = [
    "hole", "empty", "false", "no", "e", "E", "vacant", "○", "◯", "⚪", "0", "_", "·", ".", "o", "O", "-",
    "h", "H", "⬜", "⬛", "□", ":", "~", "",
];
/// Signs of places without a hole, the surest first.
const NONE: [&str; 20] = [
    "",
    "-1",
    "2",
    "3",
    "#",
    " ",
    "⬜",
    "⬛",
    "🟫",
    "⬛\u{fe0f}",
    ".",
    "-",
    "_",
    "·",
    "~",
    "9",
    "n",
    "none",
    "0",
    "X",
];

/// What a cell is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Peg,
    Hole,
    None,
}

fn rank(list: &[&str], sign: &str) -> Option<usize> {
    let plain = sign.trim_end_matches('\u{fe0f}');
    list.iter().position(|known| *known == plain || (plain.len() > 2 && known.eq_ignore_ascii_case(plain)))
}

/// Peg and hole of two signs, and how sure that is.
fn peg_and_hole<'s>(one: &'s str, other: &'s str, counts: (usize, usize)) -> Option<(&'s str, &'s str, Fit)> {
    let fits = |peg: &str, hole: &str| rank(&PEGS, peg).zip(rank(&HOLES, hole));
    // A large and a small circle may be either.
    if matches!((one, other), ("O", "o") | ("o", "O")) {
        return None;
    }
    match (fits(one, other), fits(other, one)) {
        (Some(_), None) => Some((one, other, Fit::Clear)),
        (None, Some(_)) => Some((other, one, Fit::Clear)),
        // Either way would do: x and o, O and o. The surer peg is the peg.
        (Some((first, _)), Some((second, _))) if first != second => {
            Some(if first < second { (one, other, Fit::Clear) } else { (other, one, Fit::Clear) })
        }
        // Strange signs: nearly all holes of a board have a peg at the beginning.
        _ => match counts {
            (many, few) if many >= 6 * few && few > 0 => Some((one, other, Fit::Possible)),
            (few, many) if many >= 6 * few && few > 0 => Some((other, one, Fit::Possible)),
            _ => None,
        },
    }
}

/// The boards that a drawing may be.
pub(crate) fn interpret(drawing: &Drawing, options: &ReadOptions) -> Interpretations<Board> {
    let mut found = Interpretations::default();
    let drawing = &trimmed(drawing);
    let (rows, geometry, most): (Vec<Vec<Cell>>, &str, Fit) = match drawing.layout {
        Layout::Rectangle => match staircase(&drawing.rows) {
            Some(rows) => (rows, "triangle", Fit::Clear),
            None => (drawing.rows.clone(), "square", Fit::Clear),
        },
        Layout::Triangle => (drawing.rows.clone(), "triangle", Fit::Clear),
        Layout::Staggered => match hexagon(&drawing.rows) {
            Some(rows) => (rows, "hexagon", Fit::Clear),
            None => return found,
        },
        Layout::Flat => match triangle(drawing) {
            // A list that could also be a square is not plainly a triangle.
            Some(rows) if drawing.width().isqrt().pow(2) == drawing.width() => {
                (rows, "triangle", Fit::Possible)
            }
            Some(rows) => (rows, "triangle", Fit::Clear),
            None => return found,
        },
    };
    if let Some(fault) = nearly(&rows, geometry, drawing, options) {
        return Interpretations::fault(fault);
    }
    if let Some(asked) = large_and_small(&rows, geometry, options) {
        for peg in asked {
            let mut options = options.clone();
            options.choices.insert(PEG.to_owned(), peg.to_owned());
            let read = interpret(drawing, &options);
            found.boards.extend(read.boards.into_iter().map(|one| Interpretation {
                signs: Some(format!("{peg} is a peg")),
                choice: Some(format!("--{PEG}={peg}")),
                ..one
            }));
        }
        return found;
    }
    let Some((places, fit)) = places(&rows, geometry, options) else { return found };
    if !makes_sense(&places, geometry) {
        return found;
    }
    let goal = match goal(drawing, &places, options) {
        Ok(goal) => goal,
        Err(fault) => return Interpretations::fault(fault),
    };
    let symbol = |place: &Place, is_marked: bool| match (place, is_marked) {
        (Place::Peg, false) => 'x',
        (Place::Peg, true) => 'X',
        (Place::Hole, false) => 'o',
        (Place::Hole, true) => 'O',
        (Place::None, _) => '.',
    };
    let mut text = format!("grid: {geometry}\n");
    if let Wanted::Said(said) = &goal {
        text += &format!("goal: {said}\n");
    }
    if drawing.layout == Layout::Flat {
        text += "holes: 0\n";
    }
    for (y, row) in places.iter().enumerate() {
        let is_marked = |x: usize| matches!(&goal, Wanted::Shown(marked) if marked[y][x] == Place::Peg);
        text.extend(row.iter().enumerate().map(|(x, place)| symbol(place, is_marked(x))));
        text.push('\n');
    }
    let how = ReadOptions { format: Some(grid::ID.to_owned()), ..options.clone() };
    let reading = read(&Source::new("drawing", text), &how);
    if let Some(instance) = reading.instances.into_iter().next() {
        let fit = fit.min(most);
        found.boards.push(Interpretation { board: instance.board, fit, signs: None, choice: None });
    } else {
        found.fault = reading.faults.into_iter().next().map(|fault| Fault { at: None, ..fault });
    }
    found
}

/// Rows of 1, 2, 3 … cells at the left or at the right of a square: a triangle.
fn staircase(rows: &[Vec<Cell>]) -> Option<Vec<Vec<Cell>>> {
    const LEAST: usize = 4;
    let size = rows.len();
    if size < LEAST || rows.iter().any(|row| row.len() != size) {
        return None;
    }
    let stairs = |is_left: bool| -> Option<Vec<Vec<Cell>>> {
        let outside = if is_left { &rows[0][size - 1] } else { &rows[0][0] };
        rank(&NONE, &outside.text).filter(|_| !matches!(outside.text.as_str(), "0" | "X"))?;
        let inside = |number: usize| if is_left { 0..number + 1 } else { size - 1 - number..size };
        let is_stair = |(number, row): (usize, &Vec<Cell>)| {
            let inside = inside(number);
            row.iter().enumerate().all(|(at, cell)| inside.contains(&at) != (cell.text == outside.text))
        };
        let cells = |(number, row): (usize, &Vec<Cell>)| row[inside(number)].to_vec();
        rows.iter().enumerate().all(is_stair).then(|| rows.iter().enumerate().map(cells).collect())
    };
    stairs(true).or_else(|| stairs(false))
}

/// The signs `O` and `o`, if they are those of a board: either may be the peg.
fn large_and_small(rows: &[Vec<Cell>], geometry: &str, options: &ReadOptions) -> Option<[&'static str; 2]> {
    if options.choices.contains_key(PEG) || options.choices.contains_key(HOLE) {
        return None;
    }
    let mut signs: Vec<(&str, usize)> = Vec::new();
    for cell in rows.iter().flatten() {
        match signs.iter_mut().find(|(sign, _)| *sign == cell.text) {
            Some((_, count)) => *count += 1,
            None => signs.push((&cell.text, 1)),
        }
        if signs.len() > 3 {
            return None;
        }
    }
    let outside = outside_sign(rows, geometry, &signs);
    let inside = |wanted: &str| signs.iter().any(|(sign, _)| *sign == wanted) && outside != Some(wanted);
    let others = signs.iter().filter(|(sign, _)| Some(*sign) != outside).count();
    (others == 2 && inside("O") && inside("o")).then_some(["O", "o"])
}

/// A drawing without rows and columns at the edges that have no hole: a wall all round.
fn trimmed(drawing: &Drawing) -> Drawing {
    let rows = &drawing.rows;
    let sign = rows.first().and_then(|row| row.first()).map_or("", |cell| cell.text.as_str());
    let is_out = |cell: Option<&Cell>| cell.is_none_or(|cell| cell.text == sign);
    let width = drawing.width();
    let row_is_out = |y: usize| rows[y].iter().all(|cell| is_out(Some(cell)));
    let column_is_out = |x: usize| rows.iter().all(|row| is_out(row.get(x)));
    let top = (0..rows.len()).find(|&y| !row_is_out(y));
    let left = (0..width).find(|&x| !column_is_out(x));
    let (Some(top), Some(left), Layout::Rectangle) = (top, left, drawing.layout) else {
        return drawing.clone();
    };
    if rank(&NONE, sign).is_none() || matches!(sign, "0" | "X") || (top, left) == (0, 0) {
        return drawing.clone();
    }
    let bottom = (0..rows.len()).rfind(|&y| !row_is_out(y)).unwrap_or(top);
    let right = (0..width).rfind(|&x| !column_is_out(x)).unwrap_or(left);
    let cut = |rows: &[Vec<Cell>]| -> Vec<Vec<Cell>> {
        let row = |row: &Vec<Cell>| row.iter().skip(left).take(right + 1 - left).cloned().collect();
        rows.iter().skip(top).take(bottom + 1 - top).map(row).collect()
    };
    let goal =
        drawing.goal.as_ref().map(|goal| Box::new(Drawing { rows: cut(&goal.rows), ..(**goal).clone() }));
    Drawing { rows: cut(rows), goal, ..drawing.clone() }
}

/// What is wrong with rows that are nearly a board of pegs: there is no empty hole, or it cannot be
/// told from what is outside, or the rows are shifted.
fn nearly(rows: &[Vec<Cell>], geometry: &str, drawing: &Drawing, options: &ReadOptions) -> Option<Fault> {
    const FEWEST_HOLES: usize = 16;
    if geometry != "square" || options.choices.contains_key(PEG) {
        return None;
    }
    let mut signs: Vec<&str> = Vec::new();
    for cell in rows.iter().flatten() {
        if !signs.contains(&cell.text.as_str()) {
            signs.push(&cell.text);
        }
        if signs.len() > 3 {
            return None;
        }
    }
    let counted: Vec<(&str, usize)> = signs.iter().map(|sign| (*sign, 0)).collect();
    let outside = outside_sign(rows, geometry, &counted)?;
    let holes = rows.iter().flatten().filter(|cell| cell.text != outside).count();
    let is_set = rows
        .iter()
        .flatten()
        .filter(|cell| cell.text != outside)
        .all(|cell| rank(&PEGS, &cell.text).is_some() || rank(&HOLES, &cell.text).is_some());
    if holes < FEWEST_HOLES || !is_set {
        return None;
    }
    let unlike = mirrored(rows, outside);
    let is_open = outside.is_empty() && !drawing.framed && signs.len() > 1;
    if is_open && unlike.0 > 0 && 2 * unlike.0 < holes {
        let fault = Fault::new("the left half of this board is not like the right half: rows may be shifted");
        return Some(fault.remedy("write . for places without a hole"));
    }
    let [one] = signs.iter().filter(|sign| **sign != outside).copied().collect::<Vec<_>>()[..] else {
        return None;
    };
    rank(&PEGS, one)?;
    let corners = rows.len() > 4 && rows[0].len() > 4;
    let what = match unlike {
        (0, 0) if corners && enclosed(rows, Some(outside)).iter().flatten().all(|inside| !inside) => {
            "this board of pegs has no empty hole"
        }
        (1..=2, 0..=2) | (0..=2, 1..=2) if corners && 2 * holes > rows.len() * rows[0].len() => {
            "an empty hole at the edge of this board of pegs cannot be told from what is outside"
        }
        _ => return None,
    };
    Some(Fault::new(what).remedy(
        "draw empty holes with a sign of their own, such as o; or say `--as lights` if these are lights",
    ))
}

/// The number of cells that differ in a mirror: left from right, top from bottom.
fn mirrored(rows: &[Vec<Cell>], outside: &str) -> (usize, usize) {
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let hole = |y: usize, x: usize| rows[y].get(x).is_some_and(|cell| cell.text != outside);
    let enclosed = enclosed(rows, Some(outside));
    let hole = |y: usize, x: usize| hole(y, x) || enclosed[y].get(x) == Some(&true);
    let count = |unlike: &dyn Fn(usize, usize) -> bool| {
        (0..rows.len()).map(|y| (0..width).filter(|&x| unlike(y, x)).count()).sum::<usize>() / 2
    };
    (
        count(&|y, x| hole(y, x) != hole(y, width - 1 - x)),
        count(&|y, x| hole(y, x) != hole(rows.len() - 1 - y, x)),
    )
}

/// What a drawing says about its goal.
enum Wanted {
    /// Nothing: one peg is to be left.
    Usual,
    /// The goal in the words of a heading.
    Said(String),
    /// The goal as a board.
    Shown(Vec<Vec<Place>>),
}

/// The goal that a drawing shows or names.
fn goal(drawing: &Drawing, now: &[Vec<Place>], options: &ReadOptions) -> Result<Wanted, Fault> {
    if options.goal.is_some() {
        return Ok(Wanted::Usual);
    }
    let unknown = |what: String| {
        Fault::new(what).remedy("say it with --goal: holes such as d4, any, complement, stuck or pegs<=2")
    };
    if let Some(shown) = &drawing.goal {
        let rows = shown.rows.clone();
        let is_same = |rows: &[Vec<Cell>]| {
            rows.len() == now.len() && rows.iter().zip(now).all(|(row, now)| row.len() == now.len())
        };
        let places = is_same(&rows).then(|| places_of_goal(&rows, &drawing.rows, now)).flatten();
        let pegs =
            |places: &[Vec<Place>]| places.iter().flatten().filter(|place| **place == Place::Peg).count();
        return match places.filter(|places| pegs(places) < pegs(now)) {
            Some(places) => Ok(Wanted::Shown(places)),
            None => {
                Err(unknown("the goal of this board has other signs, another shape, or more pegs".to_owned()))
            }
        };
    }
    let Some(said) = drawing.said_goal() else { return Ok(Wanted::Usual) };
    let lower = said.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(word));
    // Holes and the names of goals are read by the headings.
    let is_hole = |word: &&str| {
        word.len() < 4
            && word.starts_with(|c: char| c.is_ascii_lowercase())
            && word[1..].parse::<u16>().is_ok()
            || word.parse::<u16>().is_ok()
    };
    if words.iter().all(is_hole)
        || ["any", "complement", "stuck"].contains(&lower.trim())
        || lower.starts_with("pegs<=")
    {
        return Ok(Wanted::Said(said.to_owned()));
    }
    let one = has(&["one", "single", "1", "last"]) && has(&["peg", "marble", "pin", "piece"]);
    match (one, has(&["centre", "center", "middle"])) {
        (true, true) => {
            let (y, x) = (now.len() / 2, now[now.len() / 2].len() / 2);
            let is_middle = now.len() % 2 == 1
                && now[y].len() % 2 == 1
                && now[y][x] != Place::None
                && drawing.layout == Layout::Rectangle;
            let marked = |(row, places): (usize, &Vec<Place>)| {
                (0..places.len())
                    .map(|column| if (row, column) == (y, x) { Place::Peg } else { Place::Hole })
                    .collect()
            };
            match is_middle {
                true => Ok(Wanted::Shown(now.iter().enumerate().map(marked).collect())),
                false => Err(unknown(format!("the goal `{}` names no hole", shortened(said)))),
            }
        }
        (true, false) if !has(&["in", "at", "where", "start", "hole", "corner"]) => Ok(Wanted::Usual),
        _ => Err(unknown(format!("the goal `{}` is not understood", shortened(said)))),
    }
}

/// The places of a goal in the signs of the board: the signs of pegs and holes are the same.
fn places_of_goal(goal: &[Vec<Cell>], board: &[Vec<Cell>], now: &[Vec<Place>]) -> Option<Vec<Vec<Place>>> {
    let meaning = |sign: &str| {
        board
            .iter()
            .flatten()
            .zip(now.iter().flatten())
            .find(|(cell, _)| cell.text == sign)
            .map(|(_, place)| *place)
    };
    let row = |(row, now): (&Vec<Cell>, &Vec<Place>)| -> Option<Vec<Place>> {
        row.iter()
            .zip(now)
            .map(|(cell, now)| match (meaning(&cell.text)?, now) {
                (Place::None, Place::None) => Some(Place::None),
                (Place::None, _) | (_, Place::None) => None,
                (place, _) => Some(place),
            })
            .collect()
    };
    goal.iter().zip(now).map(row).collect()
}

/// A list of 1 + 2 + … + n cells as rows.
fn triangle(drawing: &Drawing) -> Option<Vec<Vec<Cell>>> {
    let cells: Vec<&Cell> = drawing.cells().collect();
    let mut rows = Vec::new();
    let mut rest = &cells[..];
    while !rest.is_empty() {
        let (row, after) = rest.split_at_checked(rows.len() + 1)?;
        rows.push(row.iter().map(|&cell| cell.clone()).collect());
        rest = after;
    }
    (rows.len() > 3).then_some(rows)
}

/// Rows that grow and shrink by one as a hexagon in skewed coordinates: rows above the longest
/// begin further to the right, rows below it end further to the left.
fn hexagon(rows: &[Vec<Cell>]) -> Option<Vec<Vec<Cell>>> {
    let width = rows.iter().map(Vec::len).max()?;
    let longest = rows.iter().position(|row| row.len() == width)?;
    let regular = rows.iter().enumerate().all(|(number, row)| row.len() + number.abs_diff(longest) == width);
    if !regular || rows.len() < 3 {
        return None;
    }
    let blank = |like: &Cell| Cell { text: String::new(), ..like.clone() };
    Some(
        rows.iter()
            .enumerate()
            .map(|(number, row)| {
                let missing = width - row.len();
                let pad = vec![blank(&row[0]); missing];
                if number < longest { [row.clone(), pad].concat() } else { [pad, row.clone()].concat() }
            })
            .collect(),
    )
}

/// What each cell is. None if the signs are not those of pegs.
fn places(rows: &[Vec<Cell>], geometry: &str, options: &ReadOptions) -> Option<(Vec<Vec<Place>>, Fit)> {
    let signs = {
        let mut signs: Vec<(&str, usize)> = Vec::new();
        for cell in rows.iter().flatten() {
            match signs.iter_mut().find(|(sign, _)| *sign == cell.text) {
                Some((_, count)) => *count += 1,
                None => signs.push((&cell.text, 1)),
            }
            if signs.len() > 3 {
                return None;
            }
        }
        signs
    };
    let outside = outside_sign(rows, geometry, &signs);
    let inside: Vec<(&str, usize)> =
        signs.iter().copied().filter(|(sign, _)| Some(*sign) != outside).collect();
    let asked = |key: &str| options.choices.get(key).map(String::as_str);
    let chosen = asked(PEG).map(|peg| {
        let other = |sign: &&(&str, usize)| sign.0 != peg && Some(sign.0) != outside;
        let hole =
            asked(HOLE).or_else(|| signs.iter().find(other).map(|(sign, _)| *sign)).or(outside).unwrap_or("");
        (peg.to_owned(), hole.to_owned(), Fit::Clear)
    });
    let (peg, hole, fit) = match (chosen, &inside[..]) {
        (Some(chosen), _) => chosen,
        (None, &[(one, a), (other, b)]) => {
            let (peg, hole, fit) = peg_and_hole(one, other, (a, b))?;
            let full = outside.is_none() && geometry == "square";
            (peg.to_owned(), hole.to_owned(), if full { fit_of_rectangle(fit, (a, b)) } else { fit })
        }
        // Pegs only: the vacancy is drawn as what is outside. At the edge it cannot be told from a
        // place without a hole; the shape tells.
        (None, &[(peg, _)])
            if outside.is_some()
                && is_symmetric(rows, peg, outside)
                && (rank(&PEGS, peg).is_some() || inside.len() == 1) =>
        {
            let fit = if rank(&PEGS, peg).is_some() { Fit::Clear } else { Fit::Possible };
            (peg.to_owned(), "\0".to_owned(), fit)
        }
        _ => return None,
    };
    let enclosed = enclosed(rows, outside);
    let any_hole_sign = hole != "\0";
    let place = |(y, row): (usize, &Vec<Cell>)| -> Option<Vec<Place>> {
        row.iter()
            .enumerate()
            .map(|(x, cell)| {
                let text = cell.text.as_str();
                Some(if text == peg {
                    Place::Peg
                } else if text == hole {
                    Place::Hole
                } else if Some(text) == outside {
                    if !any_hole_sign && enclosed[y][x] { Place::Hole } else { Place::None }
                } else {
                    return None;
                })
            })
            .collect()
    };
    let places = rows.iter().enumerate().map(place).collect::<Option<Vec<_>>>()?;
    Some((places, fit))
}

/// A rectangle of two signs may as well be lights: pegs have few vacancies.
fn fit_of_rectangle(fit: Fit, (a, b): (usize, usize)) -> Fit {
    let (few, many) = (a.min(b), a.max(b));
    if many >= 6 * few { fit.min(Fit::Likely) } else { Fit::Possible }
}

/// The sign of places without a hole: it stands in a corner and may mean that; in skewed drawings
/// it is what was filled in.
fn outside_sign<'r>(rows: &'r [Vec<Cell>], geometry: &str, signs: &[(&'r str, usize)]) -> Option<&'r str> {
    if geometry == "triangle" {
        return None;
    }
    let first = rows.first()?;
    let last = rows.last()?;
    let corners: Vec<&str> =
        [first.first()?, first.last()?, last.first()?, last.last()?].map(|cell| cell.text.as_str()).to_vec();
    if geometry == "hexagon" {
        return Some("");
    }
    let candidate = corners
        .iter()
        .copied()
        .filter(|sign| rank(&NONE, sign).is_some())
        .min_by_key(|sign| rank(&NONE, sign))?;
    // A nought or a cross may be a hole or a peg: it is outside only where it fills the corners of a
    // board with two other signs.
    if matches!(candidate, "0" | "X") {
        let fills = |y: usize, x: usize| {
            [(0, 0), (0, 1), (1, 0), (1, 1)].iter().all(|(down, right)| {
                let y = if y == 0 { *down } else { rows.len() - 1 - down };
                let width = rows[y].len();
                let x = if x == 0 { Some(*right) } else { width.checked_sub(1 + right) };
                x.and_then(|x| rows[y].get(x)).is_some_and(|cell| cell.text == candidate)
            })
        };
        let is_outside = signs.len() == 3
            && rows.len() > 4
            && first.len() > 4
            && [(0, 0), (0, 1), (1, 0), (1, 1)].iter().all(|&(y, x)| fills(y, x));
        return is_outside.then_some(candidate);
    }
    // With two signs, a sign in a corner that also is usual for holes is outside only if all
    // corners have it.
    let all = corners.iter().all(|corner| *corner == candidate);
    let strong = matches!(candidate, "" | "-1" | "2" | "3" | "#" | "⬜" | "⬛" | "🟫");
    (all || (signs.len() == 3 && strong) || candidate.is_empty()).then_some(candidate)
}

/// Whether a board is the same in a mirror, upright or lying: holes are pegs and what they enclose.
fn is_symmetric(rows: &[Vec<Cell>], peg: &str, outside: Option<&str>) -> bool {
    let enclosed = enclosed(rows, outside);
    let holes: Vec<Vec<bool>> = rows
        .iter()
        .zip(&enclosed)
        .map(|(row, inside)| {
            row.iter().zip(inside).map(|(cell, inside)| cell.text == peg || *inside).collect()
        })
        .collect();
    // Blanks at the ends of rows may have been cut off.
    let used = |x: usize| holes.iter().any(|row| row.get(x) == Some(&true));
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let (Some(left), Some(right)) = ((0..width).find(|&x| used(x)), (0..width).rfind(|&x| used(x))) else {
        return false;
    };
    let upright = holes.iter().all(|row| {
        let hole = |x: usize| row.get(x) == Some(&true);
        (left..=right).all(|x| hole(x) == hole(left + right - x))
    });
    upright && holes.iter().eq(holes.iter().rev())
}

/// Cells of the outside sign that cells of other signs enclose: they do not touch the edge,
/// directly or through cells of that sign.
fn enclosed(rows: &[Vec<Cell>], outside: Option<&str>) -> Vec<Vec<bool>> {
    let is_outside =
        |y: usize, x: usize| rows[y].get(x).is_some_and(|cell| Some(cell.text.as_str()) == outside);
    let mut enclosed: Vec<Vec<bool>> =
        rows.iter().enumerate().map(|(y, row)| (0..row.len()).map(|x| is_outside(y, x)).collect()).collect();
    let mut open: Vec<(usize, usize)> = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        let is_edge = |x: usize| y == 0 || x == 0 || y + 1 == rows.len() || x + 1 == row.len();
        for (x, inside) in enclosed[y].iter_mut().enumerate().filter(|(x, inside)| is_edge(*x) && **inside) {
            *inside = false;
            open.push((y, x));
        }
    }
    while let Some((y, x)) = open.pop() {
        let near = [(y.wrapping_sub(1), x), (y + 1, x), (y, x.wrapping_sub(1)), (y, x + 1)];
        for (y, x) in near {
            if enclosed.get(y).and_then(|row| row.get(x)) == Some(&true) {
                enclosed[y][x] = false;
                open.push((y, x));
            }
        }
    }
    enclosed
}

/// Whether a person would play this: there are pegs, an empty hole, and a peg beside another.
fn makes_sense(places: &[Vec<Place>], geometry: &str) -> bool {
    let count = |wanted| places.iter().flatten().filter(|place| **place == wanted).count();
    let (pegs, holes) = (count(Place::Peg), count(Place::Hole));
    let line =
        places.iter().any(|row| row.windows(3).any(|three| three.iter().all(|place| *place != Place::None)));
    pegs > 1 && holes > 0 && pegs + holes > 5 && (line || geometry != "square")
}

/// A board in a line.
pub(crate) fn summary(board: &Board) -> String {
    const MOST_NAMES: usize = 3;
    let holes = board.shape().holes();
    let empty: Vec<u16> = (0..holes as u16).filter(|&hole| !board.shows(hole)).collect();
    let pegs = holes - empty.len();
    let places = match &empty[..] {
        few @ [_, ..] if few.len() <= MOST_NAMES => {
            let names: Vec<String> = few.iter().map(|&hole| board.name(hole)).collect();
            format!(", empty {}", names.join(" "))
        }
        _ => String::new(),
    };
    let plural = if pegs == 1 { "peg" } else { "pegs" };
    format!("peg solitaire: {holes} holes, {pegs} {plural}{places}")
}
