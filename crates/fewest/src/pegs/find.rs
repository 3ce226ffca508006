//! Finds an answer inside any text: moves as words, drawn boards, forward or in reverse, or triples as lines. An empty row of a drawn
//! triangle looks like a triple, so boards come first.

use super::board::{Board, Metric, Move};
use super::drawing;
use super::holes;
use super::jumps::{Pegs, flip_peg, no_pegs};
use super::notation::{as_triangle, joined, path, split, triple};
use super::rows;
use crate::facade::verdict::claims_no_solution;
use crate::{Found, Illegal};

/// The answer in a text.
pub fn find_answer(board: &Board, text: &str) -> Found<Vec<Move>> {
    let said = [words, boards, triples].into_iter().find_map(|read| read(board, text));
    let moves = match said {
        Some(Ok(moves)) => moves,
        Some(Err((number, why))) => return Found::Bad(number, why),
        None if claims_no_solution(text) => return Found::NoSolution,
        None => return Found::Nothing,
    };
    // However the answer was written, its moves are counted as the board counts them.
    match split(board, &moves) {
        Ok(jumps) if board.metric == Metric::Jumps => Found::Answer(jumps),
        Ok(jumps) => Found::Answer(joined(&jumps)),
        Err((number, why)) => Found::Bad(number, why),
    }
}

type Said = Result<Vec<Move>, (u64, Illegal)>;

/// Moves that are words: `d2-d4`, `4->16`.
fn words(board: &Board, text: &str) -> Option<Said> {
    let moves = text.split_whitespace().filter_map(|word| path(board, word));
    let mut found = Vec::new();
    for by in moves {
        match by {
            Ok(by) => found.push(by),
            Err(why) => return Some(Err((found.len() as u64 + 1, why))),
        }
    }
    (!found.is_empty()).then_some(Ok(found))
}

/// Lines of three holes: from, over, to.
fn triples(board: &Board, text: &str) -> Option<Said> {
    let mut found = Vec::new();
    for line in text.lines() {
        let between = |c: char| c.is_whitespace() || "{}()[],;".contains(c);
        let words = line.split(between).filter(|word| !word.is_empty() && !word.ends_with(['.', ':']));
        let words: Option<Vec<u16>> = words
            .map(|word| holes::word(word).and_then(|word| board.shape().hole(word, board.naming)))
            .collect();
        let Some(holes) = words.filter(|holes| holes.len() == 3) else { continue };
        match triple(board, &holes) {
            Some(by) => found.push(by),
            None => {
                let [from, over, to] = [0, 1, 2].map(|at| board.name(holes[at]));
                let why = Illegal::new(format!("there is no jump from {from} over {over} to {to}"));
                return Some(Err((found.len() as u64 + 1, why)));
            }
        }
    }
    (!found.is_empty()).then_some(Ok(found))
}

/// Drawn boards. What leads to the board of the puzzle is read in reverse, what comes from it forward; boards that were drawn
/// while it was set up are left aside.
fn boards(board: &Board, text: &str) -> Option<Said> {
    let triangles = if as_triangle(board).is_some() { drawing::find(text) } else { Vec::new() };
    let drawn: Vec<Pegs> = match &triangles[..] {
        [] => rows::find(board, text),
        some => some.iter().map(|triangle| pegs_of(triangle)).collect(),
    };
    let last = drawn.iter().rposition(|pegs| pegs == board.pegs())?;
    let first = drawn.iter().position(|pegs| pegs == board.pegs())?;
    let reversed: Vec<&Pegs> = drawn[..last].iter().rev().collect();
    let forward: Vec<&Pegs> = drawn[first + 1..].iter().collect();
    let (backward, onward) = (chain(board, &reversed), chain(board, &forward));
    if backward.len().max(onward.len()) > 0 {
        return Some(Ok(if backward.len() >= onward.len() { backward } else { onward }));
    }
    let is_alone = reversed.is_empty() && forward.is_empty();
    (!is_alone).then(|| {
        Err((1, Illegal::new("no jump leads from the board of the puzzle to the one drawn next to it")))
    })
}

fn pegs_of(triangle: &[bool]) -> Pegs {
    let mut pegs = no_pegs(triangle.len());
    (0..triangle.len()).filter(|&hole| triangle[hole]).for_each(|hole| flip_peg(&mut pegs, hole));
    pegs
}

/// The moves from board to board, as far as there are such.
fn chain(board: &Board, positions: &[&Pegs]) -> Vec<Move> {
    let mut at = board.clone();
    at.metric = Metric::Moves;
    let mut moves = Vec::new();
    for &next in positions {
        let by = at.moves().into_iter().find(|by| {
            let mut after = at.clone();
            after.play(by).is_ok() && after.pegs() == next
        });
        let Some(by) = by else { break };
        at = at.with_pegs(next.clone());
        moves.push(by);
    }
    moves
}
