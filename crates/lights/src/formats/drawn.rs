//! Boards as people draw them: two signs, one of which is on.
//!
//! Which sign is on is known for pairs that are used so everywhere. For others it is asked: two
//! different signs never mean the same.

use fewest_core::drawing::{Cell, Drawing, Fit, Interpretation, Interpretations, Layout, Style};
use fewest_core::{Fault, OptionSpec, ReadOptions};

use crate::rules::{Board, Cells, Grid};

/// The option that says which sign is on.
pub const ON: &str = "on";

/// Options for drawings.
pub const ON_SIGN: OptionSpec = OptionSpec::choice(ON, "SIGN", "the sign of a drawing that is a light on");

/// Signs that are on beside a sign that is off.
const BRIGHT: [&str; 44] = [
    "★", "◆", "▣", "#", "1", "*", "X", "x", "@", "●", "⬤", "◉", "█", "■", "▓", "◼", "on", "true", "t", "yes",
    "y", "+", "T", "Y", "✔", "✓", "☑", "☒", "✅", "💡", "🟨", "🟡", "⭐", "🌕", "🔆", "☀", "🔥", "✨", "🌟",
    "🟧", "🌞", "💛", "🕯", "🔦",
];
/// Signs of lamps: they are on whatever the other sign is.
const LAMPS: [&str; 14] = ["💡", "🟨", "🟡", "⭐", "🌕", "🔆", "☀", "🔥", "✨", "🌟", "🟧", "🌞", "💛", "🔦"];
/// Signs that are off beside a sign that is on.
const DARK: [&str; 36] = [
    "☆", "◇", "▢", "--", "..", "", "0", ".", "-", "_", "·", "○", "◯", "░", "□", "◻", "off", "false", "f",
    "no", "n", "F", "N", "⬛", "⚫", "🌑", "🌚", "🖤", "◾", "▪", "✘", "✗", "☐", "❌", "✖", "⬜",
];
/// Coloured squares: beside a white or a black square they are on.
const COLOURED: [&str; 7] = ["🟩", "🟥", "🟦", "🟪", "🟧", "🟨", "🟫"];
/// Signs of nothing: what stands among them is on.
const GROUND: [&str; 5] = ["", ".", "·", "_", "-"];
/// Signs that are dark beside lamps only: alone they may be either.
const PALE: [&str; 4] = ["⬜", "⬛", "⚫", "◾"];

/// A sign without case and variation selectors.
fn plain(sign: &str) -> String {
    let sign = sign.trim_end_matches('\u{fe0f}');
    if sign.chars().count() > 1 { sign.to_lowercase() } else { sign.to_owned() }
}

fn is_bright(sign: &str) -> bool {
    BRIGHT.contains(&plain(sign).as_str())
}

fn is_dark(sign: &str) -> bool {
    DARK.contains(&plain(sign).as_str())
}

fn is_in(list: &[&str], sign: &str) -> bool {
    list.contains(&plain(sign).as_str())
}

/// How sure it is that `on` is on where `off` is the other sign; None if it is not known.
fn known(on: &str, off: &str) -> Option<Fit> {
    if is_in(&LAMPS, on) && !is_in(&LAMPS, off) {
        return Some(Fit::Clear);
    }
    if is_in(&COLOURED, on) && is_in(&["⬜", "⬛"], off) {
        return Some(Fit::Likely);
    }
    if is_in(&PALE, off) {
        return None;
    }
    match (is_bright(on), is_dark(off)) {
        (true, true) => Some(Fit::Clear),
        // An O among dots; letters may also be pieces.
        (false, true) if is_in(&GROUND, off) && is_sign(on) && !is_dark(on) => {
            let is_letter = on.chars().all(|c| c.is_ascii_alphabetic() && !matches!(c, 'O' | 'o'));
            Some(if is_letter { Fit::Possible } else { Fit::Likely })
        }
        _ => None,
    }
}

/// What a legend says is on: `# = on`, `. is off`. None if there is none.
fn legend<'s>(drawing: &Drawing, signs: &[&'s str]) -> Option<&'s str> {
    let is_on = |word: &str| ["on", "lit", "light", "bright"].contains(&word);
    let is_off = |word: &str| ["off", "unlit", "dark"].contains(&word);
    for note in &drawing.notes {
        let text = note.text.replace(['=', ':', ',', ';', '(', ')'], " ");
        let words: Vec<&str> =
            text.split_whitespace().filter(|word| !["is", "means", "are"].contains(word)).collect();
        for two in words.windows(2) {
            let (sign, state) = (two[0].trim_matches(['\'', '"', '`']), two[1].to_lowercase());
            let Some(at) = signs.iter().position(|known| *known == sign) else { continue };
            match (is_on(&state), is_off(&state), signs.len()) {
                (true, _, _) => return Some(signs[at]),
                (_, true, 2) => return Some(signs[1 - at]),
                _ => {}
            }
        }
    }
    None
}

/// What is wrong with a goal that is not the usual one.
fn other_goal(drawing: &Drawing, on: &str) -> Option<Fault> {
    let is_other = match (&drawing.goal, drawing.said_goal()) {
        (Some(goal), _) => goal.cells().any(|cell| cell.text == on),
        (None, Some(said)) => {
            let words: Vec<String> =
                said.to_lowercase().split(|c: char| !c.is_alphanumeric()).map(str::to_owned).collect();
            let has = |word: &str| words.iter().any(|known| known == word);
            (has("on") || has("lit")) && !(has("off") || has("out"))
        }
        (None, None) => false,
    };
    is_other.then(|| {
        Fault::new("the goal of this board is not that all lights are off")
            .remedy("only that goal is solved: press until all lights are off")
    })
}

/// The boards that a drawing may be.
pub fn interpret(drawing: &Drawing, options: &ReadOptions) -> Interpretations<Board> {
    if options.goal.is_some() {
        return Interpretations::default();
    }
    let Some(rows) = rows(drawing) else { return Interpretations::default() };
    let signs: Vec<&str> = drawing.text_counts().into_iter().map(|(sign, _)| sign).collect();
    let make = |on: &str, fit: Fit, asked: bool| Interpretation {
        board: board(&rows, on),
        fit,
        signs: Some(format!("{} is on", shown(on))),
        choice: asked.then(|| format!("--{ON}={}", shown(on))),
    };
    let found = |boards: Vec<Interpretation<Board>>, on: &str| match other_goal(drawing, on) {
        Some(fault) => Interpretations::fault(fault),
        None => Interpretations { boards, fault: None },
    };
    if let Some(on) = options.choices.get(ON) {
        let on = if on == BLANK { "" } else { on.as_str() };
        // A board with one sign may lack the sign that is on.
        let known = signs.len() == 1 || signs.len() == 2 && signs.contains(&on);
        return if known { found(vec![make(on, Fit::Clear, false)], on) } else { Interpretations::default() };
    }
    // A list without rows may be anything, and what looks like a board of pegs may be one.
    let is_doubtful = drawing.layout == Layout::Flat || looks_like_pegs(&rows);
    let most = if is_doubtful { Fit::Possible } else { Fit::Clear };
    if let Some(on) = legend(drawing, &signs) {
        return found(vec![make(on, most, false)], on);
    }
    match signs[..] {
        [only] if is_bright(only) => found(vec![make(only, most.min(Fit::Likely), false)], only),
        [only] if is_dark(only) && !only.is_empty() && !is_in(&PALE, only) => {
            found(vec![make("on", most.min(Fit::Likely), false)], "on")
        }
        // An O is a lamp that is on, or the off of boards with `#`.
        [only @ ("O" | "o")] => {
            found(vec![make(only, Fit::Possible, true), make("#", Fit::Possible, true)], only)
        }
        [one, other] => match (known(one, other), known(other, one)) {
            (Some(fit), None) => {
                edges(drawing, other).unwrap_or_else(|| found(vec![make(one, fit.min(most), false)], one))
            }
            (None, Some(fit)) => {
                edges(drawing, one).unwrap_or_else(|| found(vec![make(other, fit.min(most), false)], other))
            }
            _ if is_sign(one) && is_sign(other) => {
                let fit = if is_lopsided(drawing) { Fit::Likely } else { Fit::Possible };
                found(vec![make(one, fit.min(most), true), make(other, fit.min(most), true)], one)
            }
            _ => Interpretations::default(),
        },
        _ => Interpretations::default(),
    }
}

/// Whether one of two signs is rare: then pegs and a vacancy are as likely.
fn is_lopsided(drawing: &Drawing) -> bool {
    matches!(drawing.text_counts()[..], [(_, a), (_, b)] if a.max(b) >= 6 * a.min(b))
}

/// Whether more than half of the cells have one sign, the four corners another, and left and right
/// are the same but for a cell or two: a cross or an octagon.
fn looks_like_pegs(rows: &[Vec<Cell>]) -> bool {
    let (height, width) = (rows.len(), rows[0].len());
    if height < 5 || width < 5 {
        return false;
    }
    let off = &rows[0][0].text;
    let corners = [(0, width - 1), (height - 1, 0), (height - 1, width - 1)];
    let on = |y: usize, x: usize| rows[y][x].text != *off;
    let count = (0..height).map(|y| (0..width).filter(|&x| on(y, x)).count()).sum::<usize>();
    let unlike =
        (0..height).map(|y| (0..width).filter(|&x| on(y, x) != on(y, width - 1 - x)).count()).sum::<usize>();
    corners.iter().all(|&(y, x)| !on(y, x)) && 2 * count > height * width && unlike <= 4
}

/// Where blanks are off and no frame stands round them, columns at the edges may be missing: what
/// is left is taken for a board only if it is a square.
fn edges(drawing: &Drawing, off: &str) -> Option<Interpretations<Board>> {
    let is_open = !drawing.framed && matches!(drawing.style, Style::Characters | Style::Spaced);
    (off.is_empty() && is_open && drawing.width() != drawing.height()).then(|| {
        Interpretations::fault(
            Fault::new("lights that are off are blanks here, so that columns may be missing at the edges")
                .remedy("write . for a light that is off"),
        )
    })
}

/// Whether a sign may stand for a light at all: one character, and no number but 0 and 1.
fn is_sign(sign: &str) -> bool {
    let mut chars = sign.chars();
    let digit = chars.next().is_some_and(|first| first.is_ascii_digit() && !matches!(first, '0' | '1'));
    !digit && (sign.is_empty() || plain(sign).chars().count() == 1 || is_bright(sign) || is_dark(sign))
}

/// The name of the blank sign.
const BLANK: &str = "blank";

fn shown(sign: &str) -> &str {
    if sign.is_empty() { BLANK } else { sign }
}

/// The cells in rows; a list without rows is a square.
fn rows(drawing: &Drawing) -> Option<Vec<Vec<Cell>>> {
    match drawing.layout {
        Layout::Rectangle => Some(drawing.rows.clone()),
        Layout::Flat => {
            let cells = drawing.width();
            let side = cells.isqrt();
            if side > 2 && side * side == cells { drawing.in_rows(side) } else { None }
        }
        Layout::Triangle | Layout::Staggered => None,
    }
}

fn board(rows: &[Vec<Cell>], on: &str) -> Board {
    let mut lit = Cells::none(rows.first().map_or(0, Vec::len), rows.len());
    for (y, row) in rows.iter().enumerate() {
        for (x, cell) in row.iter().enumerate() {
            if cell.text == on {
                lit.flip(x, y);
            }
        }
    }
    Board::Grid(Grid::new(lit))
}

/// A board in a line.
pub fn summary(board: &Board) -> String {
    match board {
        Board::Grid(grid) => {
            format!("Lights Out: {} x {}, {} on", grid.width(), grid.height(), grid.lit().count())
        }
        Board::Graph(board) => {
            let colours = match board.graph().colours() {
                2 => String::new(),
                more => format!(", {more} colours"),
            };
            let turns = board.turns().map_or_else(String::new, |turns| match turns {
                1 => ", exactly 1 turn".to_owned(),
                turns => format!(", exactly {turns} turns"),
            });
            format!("Lights Out: {} lights, {} on{colours}{turns}", board.graph().len(), board.count())
        }
    }
}
