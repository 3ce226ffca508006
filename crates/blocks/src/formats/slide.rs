//! A game id of Slide from Simon Tatham's collection: columns x rows, a limit of moves (`m40`) or
//! none (`u`), a colon, the squares row by row, and the column and row, counted from 0, that the
//! first square of the main block must reach.
//!
//! ```text
//! 5x4u:w6md1aw2d4d1ew2fe4,1,2
//!
//!     wwwww     w wall, e empty, m the first square of the main block, a that of another one;
//!     wmmaw     a number is a run of them. d a further square of a block, and the distance
//!     wmm.w     back to its last square. f a gate, which only the main block may pass
//!     wffff
//! ```
//!
//! A third number after the place is the fewest moves; it is ignored. Slide counts a path of a
//! block as one move, as `--metric paths` does.

use std::io;

use fewest_core::game_id::GameId;
use fewest_core::{Claim, Fault, Source, Span, Sure, Written};

use crate::formats::picture::{self, piece, walls};
use crate::rules::{Board, Freedom, Goal};

/// The id of the format.
pub(crate) const ID: &str = "slide";

/// The most squares. A short text can stand for many, so this is far below the limit of other
/// formats.
const MOST_SQUARES: usize = 1 << 16;
/// The fewest columns and rows that the game has, and the longest distance back to the last square
/// of a block.
const LEAST: (usize, usize) = (5, 4);
const MOST_BACK: usize = 251;

const EXAMPLE: &str = "5x4u:w6md1aw2d4d1ew2fe4,1,2";

/// Claims an id with a limit of moves, or none.
pub(crate) fn claim(source: &Source) -> Option<Claim> {
    let id = GameId::first(source)?;
    let is_limit = id.kind.strip_prefix('m').is_some_and(|limit| limit.bytes().all(|b| b.is_ascii_digit()));
    let sure = || if read(source).is_ok() { Sure::Certain } else { Sure::Possible };
    (id.kind == "u" || is_limit).then(|| Claim { format: ID, sure: sure() })
}

/// The squares of a game that are read so far.
#[derive(Default)]
struct Squares {
    /// Their number.
    count: usize,
    /// The block that each of them belongs to.
    block_at: Vec<Option<usize>>,
    /// The squares of every block.
    blocks: Vec<Vec<usize>>,
    main: Option<usize>,
    walls: Vec<usize>,
    gates: Vec<usize>,
}

impl Squares {
    /// Reads the meaning of the next letter: a run of squares, or one more square of a block.
    fn take(&mut self, letter: char, number: Option<usize>, room: usize) -> Result<(), &'static str> {
        let at = self.count;
        if letter.eq_ignore_ascii_case(&'d') {
            let back = number.ok_or("there is no number after `d`")?;
            let block = at.checked_sub(back).and_then(|last| {
                let block = (*self.block_at.get(last)?)?;
                (self.blocks[block].last() == Some(&last)).then_some(block)
            });
            let block = block.ok_or("this is not the way back to the last square of a block")?;
            self.blocks[block].push(at);
            self.block_at.push(Some(block));
        }
        let run = if letter.eq_ignore_ascii_case(&'d') { 1 } else { number.unwrap_or(1) };
        if run == 0 || run > room {
            return Err("these are more squares than the board has, or none");
        }
        match letter.to_ascii_lowercase() {
            'w' => self.walls.extend(at..at + run),
            'a' => self.blocks.extend((at..at + run).map(|square| vec![square])),
            'm' if run > 1 || self.main.is_some() => return Err("there is more than one main block"),
            'm' => {
                self.main = Some(self.blocks.len());
                self.blocks.push(vec![at]);
            }
            'd' | 'e' => {}
            _ => return Err("this is not one of the letters a, m, d, w, e and f"),
        }
        self.count += run;
        let blocks = self.blocks.len();
        match letter.to_ascii_lowercase() {
            'd' => {}
            'a' | 'm' => self.block_at.extend((blocks - run..blocks).map(Some)),
            _ => self.block_at.resize(self.count, None),
        }
        Ok(())
    }
}

/// Reads a game.
pub(crate) fn read(source: &Source) -> Result<Board, Fault> {
    let id = GameId::only(source, EXAMPLE)?;
    let (text, start) = id.board()?;
    let fault = |what: &str, from: usize, to: usize| {
        let at = Span { source: 0, start: start + from, end: start + to.min(text.len()).max(from) };
        Fault::new(what).at(at).remedy(format!("a game is like {EXAMPLE}"))
    };
    let (columns, rows) = (id.columns, id.rows);
    let Some(all) = id.cells(MOST_SQUARES) else {
        let what = format!("a game of {columns} x {rows} has more than {MOST_SQUARES} squares");
        return Err(Fault::new(what).at(id.span()));
    };
    let end = text.find(',').unwrap_or(text.len());
    let mut squares = Squares::default();
    let mut at = 0;
    while at < end {
        let begin = at;
        let is_gate = text[at..end].starts_with(['f', 'F']);
        at += usize::from(is_gate);
        let letter = text[at..end].chars().next().unwrap_or(',');
        at += if letter == ',' { 0 } else { letter.len_utf8() };
        let digits = text[at..end].find(|c: char| !c.is_ascii_digit()).unwrap_or(end - at);
        let number = (digits > 0).then(|| text[at..at + digits].parse().unwrap_or(usize::MAX));
        at += digits;
        let first = squares.count;
        squares.take(letter, number, all - first).map_err(|what| fault(what, begin, at.max(begin + 1)))?;
        if is_gate {
            squares.gates.extend(first..squares.count);
        }
    }
    if squares.count < all {
        let what = format!("{columns} x {rows} squares are {all}, but there are {}", squares.count);
        return Err(fault(&what, 0, end));
    }
    let main = squares.main.ok_or_else(|| fault("there is no main block", 0, end))?;
    squares.blocks.swap(0, main);
    let place = |square: &usize| (square / columns, square % columns);
    let places = |squares: &[usize]| squares.iter().map(place).collect::<Vec<_>>();
    let mut pieces: Vec<_> =
        squares.blocks.iter().map(|block| piece(&places(block), Freedom::Both)).collect();
    let (first, begin) = (&pieces[0], place(&squares.blocks[0][0]));
    let target = target(&text[end..]).and_then(|(column, row)| {
        // The place is that of the first square, which need not be in the corner.
        let column = column.checked_sub(begin.1 - first.column)?;
        let fits = row.checked_add(first.height)? <= rows && column.checked_add(first.width)? <= columns;
        fits.then_some((row, column))
    });
    let Some((row, column)) = target else {
        return Err(fault("this is no place that the main block fits in", end, text.len()));
    };
    pieces.extend(walls(&places(&squares.walls)));
    let goals = vec![Goal::PieceAt { piece: 0, row, column }];
    let board = Board { goals, gates: places(&squares.gates), ..Board::new(rows, columns, pieces) };
    match board.on_a_gate() {
        None => Ok(board),
        Some(_) => Err(fault("a block other than the main one stands on a gate", 0, end)),
    }
}

/// Returns column and row after the squares. None if they are not two or three numbers.
fn target(text: &str) -> Option<(usize, usize)> {
    let numbers = text.strip_prefix(',')?.split(',').map(|number| number.parse().ok());
    match numbers.collect::<Option<Vec<usize>>>()?[..] {
        [column, row] | [column, row, _] => Some((column, row)),
        _ => None,
    }
}

/// Writes a game, if it can express the board.
pub(crate) fn write(board: &Board, out: &mut dyn io::Write) -> io::Result<Written> {
    let no = |why: &str| Ok(Written::No(why.to_owned()));
    let [Goal::PieceAt { piece: 0, row, column }] = board.goals[..] else {
        return no("a game of Slide has one goal, a place for the main block");
    };
    let (rows, columns) = (board.rows, board.columns);
    if columns < LEAST.0 || rows < LEAST.1 || rows.saturating_mul(columns) > MOST_SQUARES {
        return no("a game of Slide has 5 columns and 4 rows at least, and at most 65536 squares here");
    }
    let mut last: Vec<Option<usize>> = vec![None; board.pieces.len()];
    let mut squares: Vec<(String, usize)> = Vec::new();
    for (square, piece) in board.cover().into_iter().enumerate() {
        let is_wall = |piece: usize| board.pieces[piece].freedom == Freedom::None;
        let gate = board.gates.binary_search(&(square / columns, square % columns)).is_ok();
        let letter = match piece.map(|piece| (piece, last[piece].replace(square))) {
            None => "e".to_owned(),
            Some((piece, _)) if is_wall(piece) => "w".to_owned(),
            Some((_, Some(before))) if square - before > MOST_BACK => return no("a block is too wide"),
            Some((_, Some(before))) => format!("d{}", square - before),
            Some((0, None)) => "m".to_owned(),
            Some((_, None)) => "a".to_owned(),
        };
        let letter = if gate { format!("f{letter}") } else { letter };
        match squares.last_mut() {
            Some((same, run)) if *same == letter && !letter.contains('d') => *run += 1,
            _ => squares.push((letter, 1)),
        }
    }
    let run = |(letter, run): &(String, usize)| {
        if *run > 1 { format!("{letter}{run}") } else { letter.clone() }
    };
    let text: String = squares.iter().map(run).collect();
    let begin = board.pieces[0].shape().next().map_or(0, |(_, right)| right);
    let text = format!("{columns}x{rows}u:{text},{},{row}\n", column + begin);
    picture::write_if_same(board, &text, read, out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> Result<Board, Fault> {
        read(&Source::new("slide", text))
    }

    fn written(board: &Board) -> Option<String> {
        let mut text = Vec::new();
        match write(board, &mut text).expect("a vector takes everything") {
            Written::Yes => Some(String::from_utf8(text).expect("text")),
            Written::No(_) => None,
        }
    }

    #[test]
    fn the_figure() {
        let board = read_text(EXAMPLE).expect("a board");
        assert_eq!((board.rows, board.columns, board.pieces[0].width, board.pieces[0].height), (4, 5, 2, 2));
        assert_eq!(board.gates, [(3, 1), (3, 2), (3, 3), (3, 4)]);
        assert_eq!(board.goals, [Goal::PieceAt { piece: 0, row: 2, column: 1 }]);
        let game = format!("{EXAMPLE}\n");
        assert_eq!(written(&board), Some(game.clone()));
        let certain = |text: &str| claim(&Source::new("slide", text)).map(|claim| claim.sure);
        assert_eq!(certain(&game), Some(Sure::Certain));
        assert_eq!(certain(&game.replace("u:", "m25:").replace(",1,2", ",1,2,7")), Some(Sure::Certain));
        for other in ["4x4:1,2,3,0", "7x7cross:PHO", "2x2c:edb7,9", "5x4#12"] {
            assert_eq!(certain(other), None, "{other}");
        }
    }

    #[test]
    fn the_place_is_that_of_the_first_square() {
        // The main block is an L that lies on its back: its first square is not in its corner.
        let board = read_text("5x4u:e2me2d3d1d1e12,3,2").expect("a board");
        assert_eq!((board.pieces[0].row, board.pieces[0].column), (0, 0));
        assert_eq!(board.goals, [Goal::PieceAt { piece: 0, row: 2, column: 1 }]);
        assert_eq!(written(&board).as_deref(), Some("5x4u:e2me2d3d1d1e12,3,2\n"));
    }

    #[test]
    fn bad_games_have_a_place() {
        for (text, what, place) in [
            ("5x4u:me19", "this is no place that the main block fits in", ""),
            ("5x4u:me19,5,0", "this is no place that the main block fits in", ",5,0"),
            ("5x4u:me18,1,0", "5 x 4 squares are 20, but there are 19", "me18"),
            ("5x4u:me20,1,0", "these are more squares than the board has, or none", "e20"),
            (
                "5x4u:me99999999999999999999,1,0",
                "these are more squares than the board has, or none",
                "e99999999999999999999",
            ),
            ("5x4u:md2e18,1,0", "this is not the way back to the last square of a block", "d2"),
            ("5x4u:mde18,1,0", "there is no number after `d`", "d"),
            ("5x4u:mme18,1,0", "there is more than one main block", "m"),
            ("5x4u:e20,1,0", "there is no main block", "e20"),
            ("5x4u:mqe18,1,0", "this is not one of the letters a, m, d, w, e and f", "q"),
            ("5x4u:me18f,1,0", "this is not one of the letters a, m, d, w, e and f", "f"),
            ("5x4u:mfae18,1,0", "a block other than the main one stands on a gate", "mfae18"),
            ("5x4u#12", "this game id has a seed instead of a board", "5x4u#12"),
        ] {
            let fault = read_text(text).expect_err(text);
            assert_eq!(fault.what, what, "{text}");
            let at = fault.at.unwrap_or_else(|| panic!("{text} has no place"));
            assert_eq!(&text[at.start..at.end], place, "{text}");
            assert_eq!(
                claim(&Source::new("slide", text)).map(|claim| claim.sure),
                Some(Sure::Possible),
                "{text}"
            );
        }
        assert!(read_text("16777216x16777216u:e").is_err());
    }
}
