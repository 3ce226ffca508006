//! A game of Flip from Simon Tatham's collection: columns x rows and the kind of game, a colon, which squares each press
//! changes, a comma, and which squares are still wrong. A square that is wrong is a light that is on.
//!
//! ```text
//! 2x2c:e d b 7,9      without the blanks; the game itself leaves the `c` out
//!      | | | |  |
//!      | | | |  #0    four squares a hexadecimal digit, the highest bit first: 1001
//!      | | | |  0#
//!      | | | the press of the last square: 0111, all but the first
//!      the press of the first square: 1110, all but the last
//! ```
//!
//! The kind is `c` for crosses, the usual rule, or `r` for random shapes; where the numbers say otherwise, they count. Squares
//! and presses are numbered row by row, and digits do not begin anew with a press.

use std::io;

use super::super::board::{Board, Press};
use super::super::cells::Cells;
use super::super::grid::Grid;
use super::super::net::Net;
use super::super::net_board::NetBoard;
use fewest_core::game_id::GameId;
use fewest_core::{Fault, Source, Span, Sure, Written};

/// The name of the format.
pub const ID: &str = "flip";

/// The kinds of game; the first if the presses are crosses.
const KINDS: [&str; 2] = ["c", "r"];
/// The most lights: the text grows with their square, to 4 MiB.
const MOST_LIGHTS: usize = 1 << 12;
/// The most bytes that a board takes per byte of its text: a digit stands for up to four wires.
pub const PER_BYTE: usize = 64;

/// How sure it is that a text is a game of Flip; `None` if it is none.
pub fn claim(source: &Source) -> Option<Sure> {
    let id = GameId::first(source)?;
    let is_hex = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_flip = match (KINDS.contains(&id.kind), id.board()) {
        (named, Err(_)) => named,
        (true, _) => true,
        (false, Ok((board, _))) => {
            let parts = board.split_once(',');
            id.kind.is_empty() && parts.is_some_and(|(presses, lights)| is_hex(presses) && is_hex(lights))
        }
    };
    is_flip.then(|| if Game::of(&id).is_ok() { Sure::Certain } else { Sure::Possible })
}

/// An id whose two numbers have the right length.
struct Game<'a> {
    lights: usize,
    /// The digits that say which light a press changes: bit `press * lights + light`.
    changes: &'a [u8],
    /// The digits that say which lights are on.
    on: &'a [u8],
}

impl<'a> Game<'a> {
    fn of(id: &GameId<'a>) -> Result<Self, Fault> {
        let (board, start) = id.board()?;
        let lights = id.cells(MOST_LIGHTS).ok_or_else(|| {
            let what = format!("a game of {} x {} has more than {MOST_LIGHTS} squares", id.columns, id.rows);
            Fault::new(what).at(id.span())
        })?;
        let fault = |what: String, from: usize, to: usize| {
            Fault::new(what).at(Span { source: 0, start: start + from, end: start + to }).remedy(
                "a game is like 2x2c:edb7,9: the presses, a comma, the squares, in hexadecimal digits",
            )
        };
        let Some((changes, on)) = board.split_once(',') else {
            return Err(fault("there is no comma after the presses".to_owned(), 0, board.len()));
        };
        for (part, bits, begin, what) in
            [(changes, lights * lights, 0, "presses"), (on, lights, changes.len() + 1, "squares")]
        {
            let stranger = part.char_indices().find(|(_, digit)| !digit.is_ascii_hexdigit());
            if let Some((at, digit)) = stranger {
                let at = begin + at;
                let what = format!("`{}` is no hexadecimal digit", digit.escape_debug());
                return Err(fault(what, at, at + digit.len_utf8()));
            }
            let (is, wanted) = (part.len(), bits.div_ceil(4));
            if is != wanted {
                let (columns, rows) = (id.columns, id.rows);
                let what =
                    format!("the {what} of {columns} x {rows} take {wanted} digits, but there are {is}");
                return Err(fault(what, begin, begin + is));
            }
        }
        Ok(Self { lights, changes: changes.as_bytes(), on: on.as_bytes() })
    }

    fn changes(&self, press: usize, light: usize) -> bool {
        bit(self.changes, press * self.lights + light)
    }
}

/// A bit of a number: four a digit, the highest first.
fn bit(digits: &[u8], at: usize) -> bool {
    char::from(digits[at / 4]).to_digit(16).is_some_and(|digit| digit & (8 >> (at % 4)) != 0)
}

/// Reads a board. One that has the usual rule is a plain rectangle, unless it is said to be random.
///
/// # Errors
/// What is wrong with the id.
pub fn read(source: &Source) -> Result<Board, Fault> {
    let id = GameId::only(source, "2x2c:edb7,9")?;
    if !id.kind.is_empty() && !KINDS.contains(&id.kind) {
        let what = format!("`{}` is no kind of Flip", id.kind.escape_debug());
        return Err(Fault::new(what).at(id.span()).remedy("c is for crosses, r for random shapes"));
    }
    let game = Game::of(&id)?;
    let (columns, all) = (id.columns, 0..game.lights);
    let crosses = Net::plus(places(columns, id.rows));
    let is_cross = |press: usize| {
        let cross = crosses.changed_by(press);
        all.clone().filter(|&light| game.changes(press, light)).eq(cross.iter().map(|&light| light as usize))
    };
    if id.kind != KINDS[1] && all.clone().all(is_cross) {
        let mut lit = Cells::none(columns, id.rows);
        let on = all.filter(|&light| bit(game.on, light));
        on.for_each(|light| lit.flip(light % columns, light / columns));
        return Ok(Board::Grid(Grid::new(lit)));
    }
    let net = Net::wired(places(columns, id.rows), |net, press| {
        let press = net.number(press).unwrap_or(0);
        all.clone().filter(|&light| game.changes(press, light)).map(|light| light as u32).collect()
    });
    let lit: Vec<bool> = all.map(|light| bit(game.on, light)).collect();
    Ok(Board::Net(NetBoard::new(net, &lit, None)))
}

fn places(columns: usize, rows: usize) -> Vec<Press> {
    (0..rows).flat_map(|y| (0..columns).map(move |x| Press::at(x, y))).collect()
}

/// Writes a board.
///
/// # Errors
/// Those of the writer.
pub fn write(board: &Board, out: &mut dyn io::Write) -> io::Result<Written> {
    let too_many = || Ok(Written::No(format!("a game of Flip has at most {MOST_LIGHTS} squares here")));
    match board {
        Board::Grid(grid) if grid.lit().area() > MOST_LIGHTS => too_many(),
        Board::Grid(grid) => {
            let net = Net::plus(places(grid.width(), grid.height()));
            let on = grid.lit().iter().map(|(x, y)| y * grid.width() + x);
            write_game(&net, (grid.width(), grid.height()), KINDS[0], on, out)
        }
        Board::Net(board) => {
            let net = board.net();
            let begins_at_0 = net.places().first() == Some(&Press::at(0, 0));
            let Some(size) = net.rectangle().filter(|_| begins_at_0) else {
                return Ok(Written::No("a game of Flip is a rectangle".to_owned()));
            };
            if net.colours() > 2 || board.turns().is_some() {
                return Ok(Written::No("a game of Flip has neither colours nor turns".to_owned()));
            }
            if net.len() > MOST_LIGHTS {
                return too_many();
            }
            write_game(net, size, KINDS[1], (0..net.len()).filter(|&light| board.is_lit(light)), out)
        }
    }
}

fn write_game(
    net: &Net,
    (columns, rows): (usize, usize),
    kind: &str,
    on: impl Iterator<Item = usize>,
    out: &mut dyn io::Write,
) -> io::Result<Written> {
    let lights = net.len();
    let changed = (0..lights)
        .flat_map(|press| net.changed_by(press).iter().map(move |&light| press * lights + light as usize));
    let (changed, on) = (digits(lights * lights, changed), digits(lights, on));
    writeln!(out, "{columns}x{rows}{kind}:{changed},{on}")?;
    Ok(Written::Yes)
}

/// The number of `bits` digits in binary of which some are set.
fn digits(bits: usize, set: impl Iterator<Item = usize>) -> String {
    let mut digits = vec![0; bits.div_ceil(4)];
    set.for_each(|at| digits[at / 4] |= 8 >> (at % 4));
    digits.into_iter().filter_map(|digit: u32| char::from_digit(digit, 16)).collect()
}

#[cfg(test)]
#[path = "flip_tests.rs"]
mod tests;
