//! Boards and moves as text. `hanoi AAAB C` are four discs, of which the largest is on peg B, that
//! must get to peg C; `A-C` is the move of the upper disc of peg A.

use fewest_core::{Claim, Fault, Found, Illegal, ReadOptions, Source, Sure};

use crate::rules::{Board, MOST_DISCS, Move, PEGS};

pub const FORMAT: &str = "pegs";
const WORD: &[u8] = b"hanoi";

pub fn detect(source: &Source) -> Vec<Claim> {
    let is_ours = source.bytes.starts_with(WORD);
    is_ours.then_some(Claim { format: FORMAT, sure: Sure::Certain }).into_iter().collect()
}

pub fn letter(peg: usize) -> char {
    char::from(b'A' + peg as u8)
}

fn peg(letter: u8) -> Option<usize> {
    usize::from(letter).checked_sub(usize::from(b'A')).filter(|&peg| peg < PEGS)
}

pub fn read(source: &Source, options: &ReadOptions) -> Result<Board, Fault> {
    let line = source.lines().next().ok_or_else(|| Fault::new("there is no text"))?;
    let (word, span) = line.words().nth(1).ok_or_else(|| Fault::new("the peg of each disc is missing"))?;
    let discs: Option<Vec<usize>> = word.iter().map(|&letter| peg(letter)).collect();
    let discs = discs.filter(|discs| discs.len() <= MOST_DISCS);
    let discs =
        discs.ok_or_else(|| Fault::new("there are up to 32 discs, on the pegs A, B and C").at(span))?;
    let goal = match (&options.goal, line.words().nth(2)) {
        (Some(goal), _) => goal.as_bytes(),
        (None, Some((word, _))) => word,
        (None, None) => b"C",
    };
    let goal = <[u8; 1]>::try_from(goal).ok().and_then(|[letter]| peg(letter));
    Ok(Board { discs, goal: goal.ok_or_else(|| Fault::new("the goal is a peg: A, B or C"))? })
}

pub fn write(board: &Board) -> String {
    let discs: String = board.discs.iter().map(|&peg| letter(peg)).collect();
    format!("hanoi {discs} {}", letter(board.goal))
}

pub fn read_move(text: &str) -> Result<Move, Illegal> {
    let ends = match text.trim().as_bytes() {
        [from, b'-', to] => peg(*from).zip(peg(*to)),
        _ => None,
    };
    let (from, to) = ends.ok_or_else(|| Illegal::new("a move is two pegs, as in A-C"))?;
    Ok(Move { from, to })
}

pub fn write_move(by: &Move) -> String {
    format!("{}-{}", letter(by.from), letter(by.to))
}

/// Every word of three characters with a dash in the middle is a move.
pub fn find(text: &str) -> Found<Vec<Move>> {
    Found::words(text, |word| word.len() == 3 && word.as_bytes()[1] == b'-', read_move)
}
