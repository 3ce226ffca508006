//! Notation of moves: `d2-d4` is a jump, `d2-f2-f4` a sweep, `11 7 4` the course's triple of from,
//! over and to. Texts name the holes as a peg is seen to visit them, in backward play as well.

pub(crate) mod find;

use std::io;

use fewest_core::{Illegal, Notation};

use crate::course::drawing;
use crate::course::textbook::{NHOLES, Triangle};
use crate::formats::rows;
use crate::rules::board::{Board, Metric, Move};
use crate::rules::goal::unknown_hole;
use crate::rules::holes::{self, Naming};
use crate::rules::jumps::Jump;
use crate::rules::shape::Geometry;

/// The notations of an answer.
pub const NOTATIONS: &[Notation] = &[
    Notation { id: "moves", about: "moves with sweeps: d2-d4 b3-d3-f3" },
    Notation { id: "jumps", about: "single jumps: d2-d4 b3-d3 d3-f3" },
    Notation { id: "triples", about: "from, over and to, a jump a line: 11 7 4" },
    Notation { id: "boards", about: "the board before and after every move" },
    Notation { id: "reversed", about: "the same from the last to the first, as the course prints it" },
];

/// Writes one move.
pub fn write_move(board: &Board, by: &Move) -> String {
    path_text(board, &board.move_as_shown(by))
}

fn path_text(board: &Board, shown: &Move) -> String {
    shown.0.iter().map(|&hole| board.name(hole)).collect::<Vec<_>>().join("-")
}

/// Reads one move.
///
/// # Errors
/// Returns what is wrong with the text.
pub fn read_move(board: &Board, text: &str) -> Result<Move, Illegal> {
    let text = text.trim();
    let example = || {
        let jump = board.shape().jumps().list.first().map(|jump| Move(vec![jump.from, jump.to]));
        jump.map_or_else(|| "d2-d4".to_owned(), |jump| write_move(board, &jump))
    };
    let no = || {
        let text = fewest_core::fault::shortened(text);
        Err(Illegal::new(format!("`{text}` is not a move such as {}", example())))
    };
    path(board, text).unwrap_or_else(no).map(|shown| board.move_as_shown(&shown))
}

/// Returns whether a word has the form of a hole name, of this board or another: up to three
/// letters and a number.
pub fn is_hole(word: &str) -> bool {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    word.len() - digits.len() <= 3 && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the hole of that name.
///
/// # Errors
/// Returns that there is none.
pub fn hole(board: &Board, name: &str) -> Result<u16, Illegal> {
    let found = holes::parse_hole_name(name).and_then(|word| board.shape().hole(word, board.naming));
    found.ok_or_else(|| Illegal::new(unknown_hole(name, board.shape(), board.naming)))
}

/// Reads a word such as `d2-f2-f4`, `4->16` or `11-7-4`. None if the word does not have the form of
/// a move.
pub fn path(board: &Board, word: &str) -> Option<Result<Move, Illegal>> {
    let word = word.trim_matches([',', ';', '.', ':', '(', ')', '[', ']', '{', '}', '"', '\'', '!', '?']);
    let word = with_dashes(word);
    // `1.d2-d4` begins with the number of a move.
    let word = match word.split_once(['.', ')', ':']) {
        Some((number, rest)) if number.bytes().all(|byte| byte.is_ascii_digit()) => rest,
        _ => &word,
    };
    let names: Vec<&str> = word.split('-').map(str::trim).collect();
    if names.len() < 2 || !names.iter().all(|name| is_hole(name)) {
        return None;
    }
    let path: Result<Vec<u16>, Illegal> = names.iter().map(|name| hole(board, name)).collect();
    Some(path.map(|path| triple(board, &path).unwrap_or(Move(path))))
}

/// Replaces every arrow by a dash.
pub fn with_dashes(text: &str) -> String {
    text.replace("->", "-").replace("=>", "-").replace(['\u{2192}', '\u{2013}', '\u{2014}', '\u{2212}'], "-")
}

/// Returns the jump by which a peg is seen to go from one hole to another.
fn jump(board: &Board, from: u16, to: u16) -> Option<Jump> {
    if board.backward { board.shape().jump(to, from) } else { board.shape().jump(from, to) }
}

/// Returns the jump of from, over and to, if there is one.
pub fn triple(board: &Board, holes: &[u16]) -> Option<Move> {
    let &[from, over, to] = holes else { return None };
    let jump = jump(board, from, to)?;
    (jump.over == over).then(|| Move(vec![from, to]))
}

/// Splits a sweep into single jumps.
pub fn jumps(by: &Move) -> impl Iterator<Item = Move> {
    by.0.windows(2).map(Move::from)
}

/// Joins successive jumps of the same peg into sweeps.
pub fn joined(moves: &[Move]) -> Vec<Move> {
    let mut sweeps: Vec<Move> = Vec::new();
    for by in moves {
        match sweeps.last_mut() {
            Some(last) if last.0.last() == by.0.first() => last.0.extend(&by.0[1..]),
            _ => sweeps.push(by.clone()),
        }
    }
    sweeps
}

/// Returns the length in the other metric: `in 21 moves` after jumps, `with 31 jumps` after moves.
pub fn also(board: &Board, answer: &[Move]) -> Option<String> {
    let answer: Vec<Move> = answer.iter().map(|by| board.move_as_shown(by)).collect();
    let counted =
        |number: usize, what: &str| format!("{number} {what}{}", if number == 1 { "" } else { "s" });
    match board.metric {
        _ if answer.is_empty() => None,
        Metric::Jumps => Some(format!("in {}", counted(joined(&answer).len(), "move"))),
        Metric::Moves => {
            Some(format!("with {}", counted(answer.iter().map(|by| by.0.len() - 1).sum(), "jump")))
        }
    }
}

/// Writes an answer.
///
/// # Errors
/// Returns the writer's errors.
pub fn write_answer(
    board: &Board,
    answer: &[Move],
    notation: &str,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let shown: Vec<Move> = answer.iter().map(|by| board.move_as_shown(by)).collect();
    let line = |moves: &[Move]| moves.iter().map(|by| path_text(board, by)).collect::<Vec<_>>().join(" ");
    let illegal = |(number, why): (u64, Illegal)| io::Error::other(format!("move {number}: {why}"));
    match notation {
        "jumps" => writeln!(out, "{}", line(&shown.iter().flat_map(jumps).collect::<Vec<_>>())),
        "triples" => {
            let numbers = if board.naming == Naming::Letters { Naming::FromZero } else { board.naming };
            let name = |hole| board.shape().name(hole, numbers);
            for by in shown.iter().flat_map(jumps) {
                let (from, to) = (by.0[0], by.0[1]);
                let over =
                    jump(board, from, to).ok_or_else(|| io::Error::other("there is no such jump"))?.over;
                writeln!(out, "{} {} {}", name(from), name(over), name(to))?;
            }
            Ok(())
        }
        "boards" | "reversed" => {
            let mut at = board.clone();
            let mut boards = vec![at.clone()];
            for by in answer {
                at.play(by).map_err(|why| illegal((boards.len() as u64, why)))?;
                boards.push(at.clone());
            }
            if notation == "reversed" {
                boards.reverse();
            }
            boards.iter().enumerate().try_for_each(|(number, board)| draw(board, number == 0, out))
        }
        _ => writeln!(out, "{}", line(&joined(&shown))),
    }
}

/// Returns the board as the triangle of the course. None if it has another shape.
pub fn as_triangle(board: &Board) -> Option<Triangle> {
    let shape = board.shape();
    let is_triangle =
        shape.geometry() == Geometry::Triangle && shape.holes() == NHOLES && shape.size().1 == 5;
    is_triangle.then(|| std::array::from_fn(|hole| board.shows(hole as u16)))
}

/// Draws a board: the triangle as the course draws it, others as rows with an empty line before all
/// but the first.
fn draw(board: &Board, is_first: bool, out: &mut dyn io::Write) -> io::Result<()> {
    match as_triangle(board) {
        Some(triangle) => drawing::draw(&triangle, out),
        None if is_first => write!(out, "{}", rows::write(board)),
        None => write!(out, "\n{}", rows::write(board)),
    }
}
