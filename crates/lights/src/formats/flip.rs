//! Game ids of Flip from Simon Tatham's collection: columns x rows and the kind of game, a colon,
//! which squares each press changes, a comma, and which squares are still wrong. A square that is
//! wrong is a light that is on.
//!
//! ```text
//! 2x2c:e d b 7,9      without the blanks; the game itself leaves the `c` out
//!      | | | |  |
//!      | | | |  #0    four squares per hexadecimal digit, the highest bit first: 1001
//!      | | | |  0#
//!      | | | the press of the last square: 0111, all but the first
//!      the press of the first square: 1110, all but the last
//! ```
//!
//! The kind is `c` for crosses, the plus neighbourhood, or `r` for random shapes; if the numbers
//! contradict it, the numbers count. Squares and presses are numbered row by row, and digits run on
//! from press to press.

use std::io;

use fewest_core::game_id::GameId;
use fewest_core::{Fault, Source, Span, Sure, Written};

use crate::rules::{Board, Cells, Graph, GraphBoard, Grid, Press};

/// The name of the format.
pub const ID: &str = "flip";

/// The kinds of game; the first if the presses are crosses.
const KINDS: [&str; 2] = ["c", "r"];
/// The largest number of lights: the text grows with their square, to 4 MiB.
const MOST_LIGHTS: usize = 1 << 12;
/// The most bytes that a board takes per byte of its text: a digit stands for up to four edges.
pub const PER_BYTE: usize = 64;

/// Returns how sure it is that a text is a game of Flip; None if it is none.
pub fn claim(source: &Source) -> Option<Sure> {
    let id = GameId::first(source)?;
    let is_hex = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_flip = match (KINDS.contains(&id.kind), id.board()) {
        (named, Err(_)) => named,
        (true, _) => true,
        (false, Ok((board, _))) => {
            let components = board.split_once(',');
            id.kind.is_empty()
                && components.is_some_and(|(presses, lights)| is_hex(presses) && is_hex(lights))
        }
    };
    is_flip.then(|| if Game::of(&id).is_ok() { Sure::Certain } else { Sure::Possible })
}

/// An id whose two numbers have the right length.
struct Game<'a> {
    lights: usize,
    /// The digits of the adjacency matrix: bit `press * lights + light`.
    changes: &'a [u8],
    /// The digits of the lights that are on.
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

/// Returns a bit of a number: four per digit, the highest first.
fn bit(digits: &[u8], at: usize) -> bool {
    char::from(digits[at / 4]).to_digit(16).is_some_and(|digit| digit & (8 >> (at % 4)) != 0)
}

/// Reads a board. One with the plus neighbourhood is a plain rectangle, unless its kind is random.
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
    let crosses = Graph::plus(places(columns, id.rows));
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
    let graph = Graph::with_edges(places(columns, id.rows), |graph, press| {
        let press = graph.number(press).unwrap_or(0);
        all.clone().filter(|&light| game.changes(press, light)).map(|light| light as u32).collect()
    });
    let lit: Vec<bool> = all.map(|light| bit(game.on, light)).collect();
    Ok(Board::Graph(GraphBoard::new(graph, &lit, None)))
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
            let graph = Graph::plus(places(grid.width(), grid.height()));
            let on = grid.lit().iter().map(|(x, y)| y * grid.width() + x);
            write_game(&graph, (grid.width(), grid.height()), KINDS[0], on, out)
        }
        Board::Graph(board) => {
            let graph = board.graph();
            let begins_at_0 = graph.places().first() == Some(&Press::at(0, 0));
            let Some(size) = graph.rectangle().filter(|_| begins_at_0) else {
                return Ok(Written::No("a game of Flip is a rectangle".to_owned()));
            };
            if graph.colours() > 2 || board.turns().is_some() {
                return Ok(Written::No("a game of Flip has neither colours nor turns".to_owned()));
            }
            if graph.len() > MOST_LIGHTS {
                return too_many();
            }
            write_game(graph, size, KINDS[1], (0..graph.len()).filter(|&light| board.is_lit(light)), out)
        }
    }
}

fn write_game(
    graph: &Graph,
    (columns, rows): (usize, usize),
    kind: &str,
    on: impl Iterator<Item = usize>,
    out: &mut dyn io::Write,
) -> io::Result<Written> {
    let lights = graph.len();
    let changed = (0..lights)
        .flat_map(|press| graph.changed_by(press).iter().map(move |&light| press * lights + light as usize));
    let (changed, on) = (digits(lights * lights, changed), digits(lights, on));
    writeln!(out, "{columns}x{rows}{kind}:{changed},{on}")?;
    Ok(Written::Yes)
}

/// Returns the number of `bits` binary digits of which those in `set` are 1, in hexadecimal.
fn digits(bits: usize, set: impl Iterator<Item = usize>) -> String {
    let mut digits = vec![0; bits.div_ceil(4)];
    set.for_each(|at| digits[at / 4] |= 8 >> (at % 4));
    digits.into_iter().filter_map(|digit: u32| char::from_digit(digit, 16)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read_text(text: &str) -> Result<Board, Fault> {
        read(&Source::new("flip", text))
    }

    fn written(board: &Board) -> Option<String> {
        let mut text = Vec::new();
        match write(board, &mut text).unwrap() {
            Written::Yes => Some(String::from_utf8(text).unwrap()),
            Written::No(_) => None,
        }
    }

    fn claimed(text: &str) -> Option<Sure> {
        claim(&Source::new("flip", text))
    }

    #[test]
    fn crosses_are_a_plain_rectangle() {
        for text in ["2x2c:edb7,9", "2x2:edb7,9\n", " 2x2:EDB7,9 "] {
            let Board::Grid(grid) = read_text(text).unwrap() else { panic!("{text} is a rectangle") };
            assert_eq!(grid.lit().iter().collect::<Vec<_>>(), [(0, 0), (1, 1)]);
            assert_eq!(claimed(text), Some(Sure::Certain), "{text}");
            assert_eq!(written(&Board::Grid(grid)).unwrap(), "2x2c:edb7,9\n");
        }
        assert!(matches!(read_text("2x2r:edb7,9"), Ok(Board::Graph(_))));
    }

    #[test]
    fn digits_do_not_begin_anew_with_a_press() {
        // Three squares in a row: the presses 110, 111, 011 are one number, and two bits of its
        // last digit are not used.
        let Board::Grid(grid) = read_text("3x1c:dd8,a").unwrap() else { panic!("crosses") };
        assert_eq!(grid.lit().iter().collect::<Vec<_>>(), [(0, 0), (2, 0)]);
    }

    #[test]
    fn other_presses_are_a_graph_that_need_not_be_symmetric() {
        // 100, 110 and 101: the press of the last square changes the first too, and not the other
        // way round.
        let board = read_text("3x1r:9a8,2").unwrap();
        let Board::Graph(on_graph) = &board else { panic!("a graph") };
        let changed: Vec<&[u32]> = (0..3).map(|press| on_graph.graph().changed_by(press)).collect();
        assert_eq!(changed, [&[0][..], &[0, 1], &[0, 2]]);
        assert_eq!(on_graph.levels(), [0, 0, 1]);
        assert_eq!(written(&board).unwrap(), "3x1r:9a8,2\n");
    }

    #[test]
    fn bad_games_have_a_place_and_a_remedy() {
        for (text, what, place) in [
            ("2x2c:edb,9", "the presses of 2 x 2 take 4 digits, but there are 3", "edb"),
            ("2x2c:edb7,90", "the squares of 2 x 2 take 1 digits, but there are 2", "90"),
            ("2x2c:edbg,9", "`g` is no hexadecimal digit", "g"),
            ("2x2c:edb79", "there is no comma after the presses", "edb79"),
            ("2x2c#123", "this game id has a seed instead of a board", "2x2c#123"),
            ("2x2q:edb7,9", "`q` is no kind of Flip", "2x2q:edb7,9"),
        ] {
            let fault = read_text(text).unwrap_err();
            assert_eq!(fault.what, what, "{text}");
            let at = fault.at.unwrap_or_else(|| panic!("{text} has no place"));
            assert_eq!(&text[at.start..at.end], place, "{text}");
            assert!(fault.remedy.is_some(), "{text}");
            assert_ne!(claimed(text), Some(Sure::Certain), "{text}");
        }
        assert!(read_text("16777216x16777216:1,2").is_err());
        assert!(read_text("").is_err() && read_text("edb7,9").is_err());
    }

    #[test]
    fn other_games_are_not_claimed() {
        for other in [
            "4x4:1,2,3,0",
            "4x4#12",
            "7x7cross:OPO",
            "5x5",
            "3x3n2:1,2,3,4,5,6,7,8,9",
            "7x6u:me2,1,1",
            "2x2c",
        ] {
            assert_ne!(claimed(other), Some(Sure::Certain), "{other}");
        }
        assert_eq!((claimed("4x4:1,2,3,0"), claimed("4x4#12"), claimed("5x5")), (None, None, None));
    }

    #[test]
    fn large_boards_are_not_written() {
        assert_eq!(written(&Board::Grid(Grid::new(Cells::all(4097, 1)))), None);
        assert!(written(&Board::Grid(Grid::new(Cells::all(64, 64)))).is_some());
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back(
            (columns, rows) in (1..5_usize, 1..5_usize),
            edges in prop::collection::vec(any::<bool>(), 256),
            lit in prop::collection::vec(any::<bool>(), 16),
        ) {
            let lights = columns * rows;
            let graph = Graph::with_edges(places(columns, rows), |graph, press| {
                let press = graph.number(press).unwrap();
                (0..lights).filter(|light| edges[press * lights + light]).map(|light| light as u32).collect()
            });
            let board = Board::Graph(GraphBoard::new(graph, &lit[..lights], None));
            let text = written(&board).unwrap();
            prop_assert_eq!(claimed(&text), Some(Sure::Certain));
            prop_assert_eq!(read_text(&text).unwrap(), board);
            let mut cells = Cells::none(columns, rows);
            (0..lights).filter(|&light| lit[light]).for_each(|light| cells.flip(light % columns, light / columns));
            let board = Board::Grid(Grid::new(cells));
            prop_assert_eq!(read_text(&written(&board).unwrap()).unwrap(), board);
        }
    }
}
