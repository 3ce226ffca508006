//! Boards as people draw them: numbers or letters, and one cell that is the blank.

use fewest_core::drawing::{Cell, Drawing, Fit, Interpretation, Interpretations, Layout};
use fewest_core::fault::shortened;
use fewest_core::{Fault, OptionSpec, ReadOptions};

use crate::formats::board_builder;
use crate::rules::arrangement::{Arrangement, Goal, Misplaced, Tile};
use crate::rules::board::Board;

/// The option that says which sign is the blank.
const BLANK: &str = "blank";

/// Options for drawings.
pub(crate) const BLANK_SIGN: OptionSpec =
    OptionSpec::choice(BLANK, "SIGN", "the sign of a drawing that is the blank");

/// Signs of the blank.
const BLANKS: [&str; 42] = [
    "-1", "▢", "🔲", "🔳", "☐", "[]", "()", "{}", "space", "hole", "gap", "e", "nothing", "", "0", "_", "__",
    ".", "..", "-", "--", "·", "x", "X", "b", "B", "*", "**", "#", "##", "?", "⬜", "⬛", "□", "■", "◻", "○",
    "█", "blank", "empty", "xx", "nil",
];
/// Boards of fewer cells could be anything.
const FEW: usize = 4;

/// What a cell says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Blank,
    Number(Tile),
    Letter(u8),
    Other,
}

fn sign(text: &str, blank: Option<&str>) -> Sign {
    let plain = text.trim_end_matches(['\u{fe0f}', '\u{20e3}']).trim_end_matches('\u{fe0f}');
    if blank.map_or_else(
        || BLANKS.contains(&plain.to_lowercase().as_str()) || BLANKS.contains(&plain),
        |blank| blank == text,
    ) {
        return Sign::Blank;
    }
    if plain == "🔟" {
        return Sign::Number(10);
    }
    if let Some(number) = circled(plain) {
        return Sign::Number(number);
    }
    if let Ok(number) = plain.parse::<Tile>() {
        return Sign::Number(number);
    }
    match plain.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => Sign::Letter(letter.to_ascii_uppercase() - b'A'),
        _ => Sign::Other,
    }
}

/// The number in a circle.
fn circled(text: &str) -> Option<Tile> {
    let mut chars = text.chars();
    let first = chars.next().filter(|_| chars.next().is_none())?;
    match u32::from(first) {
        0x24ea => Some(0),
        one @ 0x2460..=0x2473 => Some(one - 0x245f),
        one @ 0x2776..=0x277f => Some(one - 0x2775),
        _ => None,
    }
}

/// The boards that a drawing may be.
pub(crate) fn interpret(drawing: &Drawing, how: &ReadOptions) -> Interpretations<Board> {
    let now = match arrangement(drawing, how) {
        Ok(Some(now)) => now,
        Ok(None) => return Interpretations::default(),
        Err(fault) => return Interpretations { boards: Vec::new(), fault },
    };
    let own = match goal(drawing, &now.tiles, how) {
        Ok(own) => own,
        Err(fault) => return Interpretations::fault(fault),
    };
    let few = now.tiles.cells().len() < FEW;
    let found = board_builder(how).and_then(|mut builder| builder.board(now.tiles, own));
    match found {
        Ok(board) => {
            let fit = if few { Fit::Possible } else { now.fit };
            let interpretation = Interpretation { board, fit, signs: now.signs, choice: None };
            Interpretations { boards: vec![interpretation], fault: None }
        }
        Err(fault) => Interpretations::fault(fault),
    }
}

/// An arrangement that a drawing shows.
struct Shown {
    tiles: Arrangement,
    fit: Fit,
    signs: Option<String>,
}

/// The arrangement of a drawing. None if it is none.
fn arrangement(drawing: &Drawing, how: &ReadOptions) -> Result<Option<Shown>, Option<Fault>> {
    let blank = how.choices.get(BLANK).map(String::as_str);
    let rows = match drawing.layout {
        Layout::Rectangle => drawing.rows.clone(),
        Layout::Flat => {
            let side = drawing.width().isqrt();
            match drawing.in_rows(side.max(1)) {
                Some(rows) if side * side == drawing.width() => rows,
                _ => return Ok(None),
            }
        }
        Layout::Triangle | Layout::Staggered => return Ok(None),
    };
    let (height, width) = (rows.len(), rows.first().map_or(0, Vec::len));
    let cells: Vec<&Cell> = rows.iter().flatten().collect();
    if cells.len() < 2 {
        return Ok(None);
    }
    if let Some(tiles) = digits_and_letters(&cells) {
        let shown = Arrangement::new(height, width, tiles).ok();
        return Ok(shown.map(|tiles| Shown { tiles, fit: Fit::Clear, signs: None }));
    }
    let mut signs: Vec<Sign> = cells.iter().map(|cell| sign(&cell.text, blank)).collect();
    let count = |signs: &[Sign], of: fn(&Sign) -> bool| signs.iter().filter(|sign| of(sign)).count();
    let is_letter = |sign: &Sign| matches!(sign, Sign::Letter(_));
    // `x` and `b` are tiles 24 and 2 where other letters are tiles, and another cell is the blank.
    if count(&signs, is_letter) > 0 && count(&signs, |sign| *sign == Sign::Blank) > 1 && blank.is_none() {
        for (sign, cell) in signs.iter_mut().zip(&cells) {
            if let [letter] = cell.text.as_bytes()
                && letter.is_ascii_alphabetic()
            {
                *sign = Sign::Letter(letter.to_ascii_uppercase() - b'A');
            }
        }
    }
    // Letters are tiles where all are letters but one.
    let are_letters = count(&signs, is_letter) + 1 == cells.len();
    let tile = |sign: &Sign| match *sign {
        Sign::Blank => Some(0),
        Sign::Number(number) => Some(number),
        Sign::Letter(letter) if are_letters => Some(Tile::from(letter) + 1),
        Sign::Letter(_) | Sign::Other => None,
    };
    let Some(mut tiles) = signs.iter().map(tile).collect::<Option<Vec<Tile>>>() else { return Ok(None) };
    // Where the blank is a number, the tiles above it are one less.
    let named = blank.and_then(|blank| blank.parse::<Tile>().ok()).filter(|blank| *blank > 0);
    if let Some(named) = named {
        for (tile, sign) in tiles.iter_mut().zip(&signs) {
            if let Sign::Number(number) = sign
                && *number < named
                && signs.contains(&Sign::Number(0))
            {
                *tile = number + 1;
            }
        }
    }
    // All numbers from 1: the largest is the blank, as in programs that count so.
    let largest = tiles.len() as Tile;
    let mut said = None;
    if blank.is_none() && !tiles.contains(&0) && are_all(&tiles) {
        tiles.iter_mut().filter(|tile| **tile == largest).for_each(|tile| *tile = 0);
        said = Some(format!("{largest} is the blank"));
    }
    match Arrangement::new(height, width, tiles.clone()) {
        Ok(tiles) => Ok(Some(Shown { tiles, fit: Fit::Clear, signs: said })),
        Err(misplaced) => Err(near(&tiles, &cells, (height, width), misplaced)),
    }
}

/// Whether the numbers are 1 to n, each once.
fn are_all(tiles: &[Tile]) -> bool {
    let mut seen = vec![false; tiles.len()];
    tiles.iter().all(|&tile| {
        let place = (tile as usize).checked_sub(1).and_then(|at| seen.get_mut(at));
        place.is_some_and(|seen| !std::mem::replace(seen, true))
    })
}

/// Tiles of more than nine as one character each: 1 to 9, then A, B, C. None if they are no such
/// set, with one blank.
fn digits_and_letters(cells: &[&Cell]) -> Option<Vec<Tile>> {
    const LEAST: usize = 11;
    let is_one = |cell: &&Cell| cell.text.chars().count() < 2;
    let is_letter =
        |cell: &&Cell| cell.text.bytes().all(|byte| byte.is_ascii_alphabetic()) && !cell.text.is_empty();
    let is_digit =
        |cell: &&Cell| cell.text.bytes().all(|byte| byte.is_ascii_digit()) && !cell.text.is_empty();
    if !(LEAST..=36).contains(&cells.len())
        || !cells.iter().all(is_one)
        || !cells.iter().any(is_letter)
        || !cells.iter().any(is_digit)
    {
        return None;
    }
    let values: Vec<Option<Tile>> =
        cells.iter().map(|cell| cell.text.chars().next().and_then(|c| c.to_digit(36))).collect();
    let has_nought = values.contains(&Some(0));
    let tiles: Vec<Tile> = values
        .iter()
        .zip(cells)
        .map(|(value, cell)| match value {
            Some(value) => Some(*value),
            None => (!has_nought && BLANKS.contains(&cell.text.as_str())).then_some(0),
        })
        .collect::<Option<_>>()?;
    // One of the letters that also mean a blank may be it.
    let mut seen = vec![false; tiles.len()];
    tiles
        .iter()
        .all(|&tile| seen.get_mut(tile as usize).is_some_and(|seen| !std::mem::replace(seen, true)))
        .then_some(tiles)
}

/// The goal that a drawing shows or names; None if it has none.
fn goal(drawing: &Drawing, now: &Arrangement, how: &ReadOptions) -> Result<Option<Arrangement>, Fault> {
    if how.goal.is_some() {
        return Ok(None);
    }
    if let Some(shown) = &drawing.goal {
        let flat = Drawing { goal: None, ..(**shown).clone() };
        // A goal in one line has the rows of the board.
        let flat = match (flat.layout, flat.in_rows(now.columns())) {
            (Layout::Flat, Some(rows)) => Drawing { rows, layout: Layout::Rectangle, ..flat },
            _ => flat,
        };
        return match arrangement(&flat, how) {
            Ok(Some(goal)) => Ok(Some(goal.tiles)),
            Ok(None) | Err(None) => Err(Fault::new("the goal of this board is no arrangement of tiles")
                .remedy("name it with --goal=NAME")),
            Err(Some(fault)) => Err(Fault { what: format!("in the goal: {}", fault.what), ..fault }),
        };
    }
    let Some(said) = drawing.said_goal() else { return Ok(None) };
    let named = Goal::named(&said.to_lowercase().replace(' ', "-"))
        .and_then(|goal| goal.arrangement(now.rows(), now.columns()));
    if named.is_some() {
        return Ok(named);
    }
    const IN_ORDER: [&str; 6] = ["order", "sort", "sorted", "solve", "ascending", "numerical"];
    let is_usual =
        said.to_lowercase().split(|c: char| !c.is_alphabetic()).any(|word| IN_ORDER.contains(&word));
    let tiles = numbers(said);
    if tiles.len() == now.cells().len()
        && let Ok(goal) = Arrangement::new(now.rows(), now.columns(), tiles)
    {
        return Ok(Some(goal));
    }
    if is_usual {
        return Ok(None);
    }
    let names: Vec<_> = Goal::ALL.iter().map(|goal| goal.name()).collect();
    Err(Fault::new(format!("the goal `{}` is not understood", shortened(said)))
        .remedy(format!("say it with --goal: {}, or an arrangement", names.join(", "))))
}

/// The numbers of a text, or its digits if it is one word.
fn numbers(text: &str) -> Vec<Tile> {
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()).collect();
    match words[..] {
        [only] => only.chars().filter_map(|c| if c == '_' { Some(0) } else { c.to_digit(36) }).collect(),
        _ => words.iter().filter_map(|word| if *word == "_" { Some(0) } else { word.parse().ok() }).collect(),
    }
}

/// What is wrong with numbers that are nearly an arrangement: most of them are tiles of the board,
/// each once.
fn near(
    tiles: &[Tile],
    cells: &[&Cell],
    (rows, columns): (usize, usize),
    misplaced: Misplaced,
) -> Option<Fault> {
    let mut seen = vec![false; tiles.len()];
    let good = tiles.iter().filter(|&&tile| {
        let tile = tile as usize;
        tile < seen.len() && !std::mem::replace(&mut seen[tile], true)
    });
    if tiles.len() < FEW || 4 * good.count() < 3 * tiles.len() {
        return None;
    }
    let last = tiles.len() - 1;
    let place = |cell: usize| format!("row {}, column {}", cell / columns + 1, cell % columns + 1);
    let fault = match misplaced {
        Misplaced::Twice { first, again } if tiles[again] == 0 => {
            Fault::new(format!("there are two blanks, at {} and at {}", place(first), place(again)))
                .at(cells[again].span)
        }
        Misplaced::Twice { first, again } => {
            let missing = seen.iter().position(|seen| !seen);
            let what =
                format!("tile {} is there twice, at {} and at {}", tiles[again], place(first), place(again));
            let fault = Fault::new(what).at(cells[again].span);
            match missing {
                Some(0) => fault.remedy("there is no blank: write 0 or _"),
                Some(tile) => fault.remedy(format!("tile {tile} is missing")),
                None => fault,
            }
        }
        Misplaced::Stranger(cell) => Fault::new(format!(
            "there is no tile {} on a {rows} x {columns} board",
            shortened(&cells[cell].text)
        ))
        .at(cells[cell].span)
        .remedy(format!("its tiles are 1 to {last}, and 0 is the blank")),
        Misplaced::Size | Misplaced::Count => return None,
    };
    Some(fault)
}

/// A board in a line.
pub(crate) fn summary(board: &Board) -> String {
    let blank = board.now().cells().iter().position(|tile| *tile == 0).unwrap_or(0);
    let goal = match Goal::of(board.goal()) {
        Some(Goal::BlankLast) => String::new(),
        Some(goal) => format!(", goal {}", goal.name()),
        None => ", goal of its own".to_owned(),
    };
    let (row, column) = (blank / board.columns() + 1, blank % board.columns() + 1);
    format!(
        "sliding tiles: {} x {}, blank at row {row}, column {column}{goal}",
        board.rows(),
        board.columns()
    )
}
