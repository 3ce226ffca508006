//! Moves as text: `d2-d4` is a jump, `d2-f2-f4` a sweep, `11 7 4` the course's triple of from, over and to.

use std::io;

use super::board::{Board, Metric, Move};
use super::drawing;
use super::goal::unknown_hole;
use super::holes::{self, Naming};
use super::jumps::Jump;
use super::rows;
use super::shape::Geometry;
use super::textbook::{NHOLES, Triangle};
use crate::{Illegal, Notation};

/// Ways to write an answer.
pub const NOTATIONS: &[Notation] = &[
    Notation { id: "moves", about: "moves with sweeps: d2-d4 b3-d3-f3" },
    Notation { id: "jumps", about: "single jumps: d2-d4 b3-d3 d3-f3" },
    Notation { id: "triples", about: "from, over and to, a jump a line: 11 7 4" },
    Notation { id: "boards", about: "the board before and after every move" },
    Notation { id: "reversed", about: "the same from the last to the first, as the course prints it" },
];

/// Writes one move.
pub fn write_move(board: &Board, by: &Move) -> String {
    by.0.iter().map(|&hole| board.name(hole)).collect::<Vec<_>>().join("-")
}

/// Reads one move.
///
/// # Errors
/// What is wrong with the text.
pub fn read_move(board: &Board, text: &str) -> Result<Move, Illegal> {
    let text = text.trim();
    let example = || {
        let jump = board.shape().jumps().list.first().map(|jump| Move(vec![jump.from, jump.to]));
        jump.map_or_else(|| "d2-d4".to_owned(), |jump| write_move(board, &jump))
    };
    let no = || {
        let text = crate::facade::fault::shortened(text);
        Err(Illegal::new(format!("`{text}` is not a move such as {}", example())))
    };
    path(board, text).unwrap_or_else(no)
}

/// The holes of a word such as `d2-f2-f4`, `4->16` or `11-7-4`; nothing if the word is not like a move.
pub fn path(board: &Board, word: &str) -> Option<Result<Move, Illegal>> {
    let word = word.trim_matches([',', ';', '.', '(', ')', '[', ']', '"', '\'']);
    let word = word.replace("->", "-").replace(['\u{2192}', '\u{2013}'], "-");
    let names: Vec<&str> = word.split('-').map(str::trim).collect();
    let words: Vec<holes::Word> = names.iter().map(|name| holes::word(name)).collect::<Option<_>>()?;
    if words.len() < 2 {
        return None;
    }
    let mut path = Vec::new();
    for (name, word) in names.iter().zip(words) {
        match board.shape().hole(word, board.naming) {
            Some(hole) => path.push(hole),
            None => return Some(Err(Illegal::new(unknown_hole(name, board.shape(), board.naming)))),
        }
    }
    Some(Ok(triple(board, &path).unwrap_or(Move(path))))
}

/// Three holes as from, over and to, if there is such a jump.
pub fn triple(board: &Board, holes: &[u16]) -> Option<Move> {
    let &[from, over, to] = holes else { return None };
    let jump = board.shape().jump(from, to)?;
    (jump.over == over).then(|| Move(vec![from, to]))
}

/// Moves as single jumps.
///
/// # Errors
/// The number of the first move that is none, counted from 1, and why.
pub fn split(board: &Board, moves: &[Move]) -> Result<Vec<Move>, (u64, Illegal)> {
    let mut jumps = Vec::new();
    for (number, by) in (1..).zip(moves) {
        let of = board.jumps_of(by).map_err(|why| (number, why))?;
        jumps.extend(of.iter().map(|jump| Move(vec![jump.from, jump.to])));
    }
    Ok(jumps)
}

/// Moves with every sweep as one: a peg that goes on where it landed.
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

/// `in 21 moves` after jumps, `with 31 jumps` after moves.
pub fn also(board: &Board, answer: &[Move]) -> Option<String> {
    let counted =
        |number: usize, what: &str| format!("{number} {what}{}", if number == 1 { "" } else { "s" });
    match board.metric {
        _ if answer.is_empty() => None,
        Metric::Jumps => Some(format!("in {}", counted(joined(answer).len(), "move"))),
        Metric::Moves => {
            Some(format!("with {}", counted(answer.iter().map(|by| by.0.len() - 1).sum(), "jump")))
        }
    }
}

/// Writes an answer.
///
/// # Errors
/// Those of the writer.
pub fn write_answer(
    board: &Board,
    answer: &[Move],
    notation: &str,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let words = |moves: &[Move]| moves.iter().map(|by| write_move(board, by)).collect::<Vec<_>>().join(" ");
    let illegal = |(number, why): (u64, Illegal)| io::Error::other(format!("move {number}: {why}"));
    match notation {
        "jumps" => writeln!(out, "{}", words(&split(board, answer).map_err(illegal)?)),
        "triples" => {
            let numbers = if board.naming == Naming::Letters { Naming::FromZero } else { board.naming };
            let name = |hole| board.shape().name(hole, numbers);
            for by in split(board, answer).map_err(illegal)? {
                for Jump { from, over, to } in board.jumps_of(&by).unwrap_or_default() {
                    writeln!(out, "{} {} {}", name(from), name(over), name(to))?;
                }
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
        _ => writeln!(out, "{}", words(&joined(answer))),
    }
}

/// The board as the triangle of the course, if it has that shape.
pub fn as_triangle(board: &Board) -> Option<Triangle> {
    let shape = board.shape();
    let is_triangle =
        shape.geometry() == Geometry::Triangle && shape.holes() == NHOLES && shape.size().1 == 5;
    is_triangle.then(|| std::array::from_fn(|hole| board.has(hole as u16)))
}

/// Draws a board: the course's triangle as the course does, others as rows with an empty line before all but the first.
fn draw(board: &Board, is_first: bool, out: &mut dyn io::Write) -> io::Result<()> {
    match as_triangle(board) {
        Some(triangle) => drawing::draw(&triangle, out),
        None if is_first => write!(out, "{}", rows::write(board)),
        None => write!(out, "\n{}", rows::write(board)),
    }
}
