//! Rush Hour boards as one word each: the cells of a square grid row by row, `o` or `.` empty, `x`
//! a wall, capital letters cars. The car that has to get out at the right is `A` (Fogleman 2018),
//! or `X`, as on the printed cards, if `A` is not in the row of the exit. Numbers beside the word
//! (moves, positions) are ignored, so that lines of the public database can be read as they are.

use std::collections::BTreeMap;
use std::io;

use fewest_core::source::Line;
use fewest_core::{Claim, Fault, Instance, ReadOptions, Reading, Source, Span, Sure, Written};

use crate::rules::{Board, Freedom, Goal, Metric, Piece};

/// The id of the format.
pub(crate) const ID: &str = "rush";

/// The side of the smallest square: on smaller ones a car that lies in a row is out already.
const LEAST_SIDE: usize = 3;
/// The side from which on a word of cells with a car `A` can only be a board.
const SURE_SIDE: usize = 4;

/// Returns the side of the square. None if the word is too short or has other characters than
/// cells.
fn side(word: &[u8]) -> Option<usize> {
    let side = word.len().isqrt();
    let cells = word.iter().all(|byte| matches!(byte, b'A'..=b'Z' | b'o' | b'.' | b'x'));
    let has_goal_car = word.contains(&b'A') || word.windows(2).any(|two| two == b"XX");
    (side >= LEAST_SIDE && side * side == word.len() && cells && has_goal_car).then_some(side)
}

fn board_word(line: &Line<'_>) -> Option<(Vec<u8>, Span)> {
    let mut found = None;
    for (word, span) in line.words() {
        if side(word).is_some() && found.is_none() {
            found = Some((word.to_vec(), span));
        } else if word.is_empty() || !word.iter().all(u8::is_ascii_digit) {
            return None;
        }
    }
    found
}

/// Returns the lines that are not comments.
fn lines(source: &Source) -> impl Iterator<Item = Line<'_>> {
    source.lines().filter(|line| line.words().next().is_some_and(|(word, _)| !word.starts_with(b"#")))
}

/// Claims lines with a board word and numbers.
pub(crate) fn claim(source: &Source) -> Option<Claim> {
    let (word, _) = board_word(&lines(source).next()?)?;
    // At least two cells belong to the car; otherwise a word of capital letters would do.
    let cells = |letter: u8| word.iter().filter(|&&byte| byte == letter).count();
    let is_usual = cells(b'A').max(cells(b'X')) >= 2 && word.iter().any(|byte| matches!(byte, b'o' | b'.'));
    let sure = match (word.len() < SURE_SIDE * SURE_SIDE, is_usual) {
        (true, true) => short_words(source)?,
        (true, false) => return None,
        (false, true) => Sure::Certain,
        (false, false) => Sure::Possible,
    };
    Some(Claim { format: ID, sure })
}

/// Decides on short words, which may be rows of other drawings: they are boards only if all, or
/// nearly all, of them read as boards.
fn short_words(source: &Source) -> Option<Sure> {
    let is_board = |line: &Line<'_>| board_word(line).is_some_and(|(word, span)| board(&word, span).is_ok());
    let (all, boards) = (lines(source).count(), lines(source).filter(is_board).count());
    match all - boards {
        0 => Some(Sure::Certain),
        bad if all == 1 || 4 * bad < all => Some(Sure::Possible),
        _ => None,
    }
}

/// Reads one board per line; a bad line is reported and the others are read.
pub(crate) fn read(source: &Source, how: &ReadOptions) -> Reading<Board> {
    let mut reading = Reading { instances: Vec::new(), faults: Vec::new() };
    for line in lines(source) {
        let read = match board_word(&line) {
            Some((word, span)) => board(&word, span),
            None => Err(Fault::new("this line has no board")
                .at(line.span())
                .remedy("a board is a word of 9, 16, 25, 36, … cells: `o` empty, `x` wall, `A` the car to get out, other cars B-Z")),
        };
        match read {
            Ok(mut board) => {
                board.metric = Metric::named(how.metric.as_deref());
                reading.instances.push(Instance {
                    board,
                    format: ID,
                    line: Some(line.number),
                    warnings: Vec::new(),
                });
            }
            Err(fault) => reading.faults.push(fault),
        }
    }
    if reading.instances.is_empty() && reading.faults.is_empty() {
        reading.faults.push(Fault::new("there is no board in this text"));
    }
    if let ([only], true) = (&mut reading.instances[..], reading.faults.is_empty()) {
        only.line = None;
    }
    reading
}

fn board(word: &[u8], span: Span) -> Result<Board, Fault> {
    let side = word.len().isqrt();
    let mut cars: BTreeMap<u8, Vec<usize>> = BTreeMap::new();
    let mut walls = Vec::new();
    for (cell, &byte) in word.iter().enumerate() {
        match byte {
            b'x' => walls.push(cell),
            b'A'..=b'Z' => cars.entry(byte).or_default().push(cell),
            _ => {}
        }
    }
    let mut pieces = Vec::new();
    let mut names = Vec::new();
    let goal_car = goal_car(&cars, side);
    let ordered =
        cars.get_key_value(&goal_car).into_iter().chain(cars.iter().filter(|car| *car.0 != goal_car));
    for (&letter, cells) in ordered {
        let here = Span { start: span.start + cells[0], end: span.start + cells[0] + 1, ..span };
        pieces.push(car(cells, side).ok_or_else(|| {
            Fault::new(format!("car {} is not a straight line of two or more cells", letter as char)).at(here)
        })?);
        names.push(letter as char);
    }
    if pieces[0].freedom != Freedom::Horizontal {
        let what = format!("car {} stands upright, so it cannot get out at the right", names[0]);
        return Err(Fault::new(what).at(span));
    }
    for cell in walls {
        let (row, column) = (cell / side, cell % side);
        pieces.push(Piece { row, column, width: 1, height: 1, freedom: Freedom::None, mask: None });
        names.push('x');
    }
    Ok(Board { names, ..Board::new(side, side, pieces) })
}

/// Returns the car that has to get out: `A` in the row of the exit, else `X` if it lies in a row,
/// else `A`.
fn goal_car(cars: &BTreeMap<u8, Vec<usize>>, side: usize) -> u8 {
    let lies_in_row = |letter: u8| {
        let piece = car(cars.get(&letter)?, side)?;
        (piece.freedom == Freedom::Horizontal).then_some(piece.row)
    };
    match (lies_in_row(b'A'), lies_in_row(b'X')) {
        (Some(row), _) if row == (side - 1) / 2 => b'A',
        (_, Some(_)) => b'X',
        _ => b'A',
    }
}

fn car(cells: &[usize], side: usize) -> Option<Piece> {
    let [first, second, ..] = cells else { return None };
    let step = second - first;
    let (row, column) = (first / side, first % side);
    let straight = cells.windows(2).all(|pair| pair[1] - pair[0] == step);
    let one_line = step == side || step == 1 && cells.iter().all(|cell| cell / side == row);
    if !straight || !one_line {
        return None;
    }
    let (width, height, freedom) =
        if step == 1 { (cells.len(), 1, Freedom::Horizontal) } else { (1, cells.len(), Freedom::Vertical) };
    Some(Piece { row, column, width, height, freedom, mask: None })
}

/// Writes a board as one word, if it has cars and walls only and is a square.
pub(crate) fn write(board: &Board, out: &mut dyn io::Write) -> io::Result<Written> {
    if let Some(why) = inexpressible(board) {
        return Ok(Written::No(format!("the rush format cannot say this: {why}")));
    }
    let mut word = vec![b'o'; board.rows * board.columns];
    let mut letter = b'A';
    for piece in &board.pieces {
        let byte = if piece.freedom == Freedom::None { b'x' } else { letter };
        letter += u8::from(piece.freedom != Freedom::None);
        for (row, column) in piece.cells() {
            word[row * board.columns + column] = byte;
        }
    }
    word.push(b'\n');
    out.write_all(&word)?;
    Ok(Written::Yes)
}

fn inexpressible(board: &Board) -> Option<&'static str> {
    let is_car = |piece: &Piece| match piece.freedom {
        Freedom::Horizontal => piece.height == 1 && piece.width > 1,
        Freedom::Vertical => piece.width == 1 && piece.height > 1,
        Freedom::None => piece.width * piece.height == 1,
        Freedom::Both => false,
    };
    let cars = board.pieces.iter().filter(|piece| piece.freedom != Freedom::None).count();
    if board.rows != board.columns || board.rows < LEAST_SIDE {
        Some("the grid is not a square of at least 3 x 3")
    } else if board.goals != [Goal::LastColumn] || !board.gates.is_empty() {
        Some("the goal is another one")
    } else if !board.pieces.iter().all(|piece| is_car(piece) && piece.mask.is_none()) {
        Some("a piece is no car")
    } else if board.pieces.first().is_none_or(|piece| piece.freedom != Freedom::Horizontal) {
        Some("the goal piece does not lie in a row")
    } else if cars > 26 {
        Some("there are more than 26 cars")
    } else {
        None
    }
}
