//! Boards and moves as text. `hanoi AAAB C` are four discs, of which the largest is on peg B, that
//! must get to peg C; `A-C` is the move of the upper disc of peg A.

use fewest_core::{Claim, Fault, Found, Illegal, Instance, ReadOptions, Reading, Source, Sure};

use crate::rules::{Board, MOST_DISCS, Move, PEGS};

pub const FORMAT: &str = "pegs";
const WORD: &[u8] = b"hanoi";

pub fn claim(source: &Source) -> Vec<Claim> {
    let is_ours = source.bytes.trim_ascii_start().starts_with(WORD);
    is_ours.then_some(Claim { format: FORMAT, sure: Sure::Certain }).into_iter().collect()
}

pub fn letter(peg: usize) -> char {
    char::from(b'A' + peg as u8)
}

fn peg(letter: u8) -> Option<usize> {
    usize::from(letter).checked_sub(usize::from(b'A')).filter(|&peg| peg < PEGS)
}

pub fn read(source: &Source, options: &ReadOptions) -> Reading<Board> {
    match board(source, options) {
        Err(fault) => Reading::failed(fault),
        Ok(board) => {
            let instance = Instance { board, format: FORMAT, line: None, warnings: Vec::new() };
            Reading { instances: vec![instance], faults: Vec::new() }
        }
    }
}

fn board(source: &Source, options: &ReadOptions) -> Result<Board, Fault> {
    let lines: Vec<_> = source.lines().collect();
    let mut words = lines.iter().flat_map(fewest_core::Line::words);
    let missing = || Fault::new("`hanoi` and the peg of each disc are expected").remedy("hanoi AAAA");
    words.next().filter(|(word, _)| *word == WORD).ok_or_else(missing)?;
    let (word, span) = words.next().ok_or_else(missing)?;
    let discs: Option<Vec<usize>> = word.iter().map(|&letter| peg(letter)).collect();
    let discs = discs.ok_or_else(|| Fault::new("pegs are A, B and C").at(span))?;
    if discs.len() > MOST_DISCS {
        return Err(Fault::new(format!("there are at most {MOST_DISCS} discs")).at(span));
    }
    let goal = match (&options.goal, words.next()) {
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
    let (mut moves, mut lines) = (Vec::new(), Vec::new());
    for (number, line) in (1..).zip(text.lines()) {
        for word in line.split_whitespace().filter(|word| word.len() == 3 && word.as_bytes()[1] == b'-') {
            lines.push(number);
            match read_move(word) {
                Ok(by) => moves.push(by),
                Err(why) => return Found::Bad { before: moves, lines, why },
            }
        }
    }
    if moves.is_empty() { Found::Nothing } else { Found::Answer(moves, lines) }
}
