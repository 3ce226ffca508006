//! Certificates that there is no solution, and their checker, which depends on the rules only and
//! calls no solver. The solvers ask here what the invariants exclude.
//!
//! Two invariants of all games, whatever is jumped:
//!
//! ```text
//!   a parity class (Reiss 1857): every jump has    a pagoda (Winning Ways): every jump from a
//!   two or none of its holes in the set, so the    over b to c has w(a) + w(b) >= w(c), so the
//!   number of pegs in it stays odd or stays even   weight of all pegs together never grows
//! ```
//!
//! An end is refuted by a parity set (a *colouring* in certificates and messages) in which it
//! differs from the start, or by a pagoda in which it is heavier than the start. A board is refuted
//! if every end of its goal is.

use serde::{Deserialize, Serialize};

use crate::formats::grid;
use crate::rules::jumps::{self, PegWords, flip_peg, has_peg, no_pegs, pegged};
use crate::rules::{Board, Goal};

/// Parity sets and pagodas that together refute every end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Certificate {
    /// Parity sets: holes, counted row by row from 0.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub colourings: Vec<Vec<u16>>,
    /// Pagodas: weights of all holes, row by row.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pagodas: Vec<Vec<i64>>,
}

/// The most ends that are listed.
const MOST_ENDS: usize = 20_000;

/// Returns the boards on which a game may end. None if there are too many, or if the goal depends
/// on more than pegs.
pub(crate) fn possible_ends(board: &Board) -> Option<Vec<PegWords>> {
    let holes = board.shape().holes();
    let pegs = match &board.goal {
        Goal::Exactly(end) => return Some(vec![end.clone()]),
        Goal::Stuck => return None,
        Goal::OnePeg => 1,
        // A jump takes one peg, so every game passes through the largest number that is allowed.
        Goal::AtMost(most) => (*most).min(board.count()),
    };
    let mut found = Vec::new();
    (choose(0, pegs as usize, holes, &mut no_pegs(holes), &mut found)).then_some(found)
}

/// Lists every way to put `pegs` pegs into holes from `first` on. Returns false if there are too
/// many.
fn choose(first: usize, pegs: usize, holes: usize, at: &mut PegWords, found: &mut Vec<PegWords>) -> bool {
    if pegs == 0 {
        found.push(at.clone());
        return found.len() <= MOST_ENDS;
    }
    (first..=holes.saturating_sub(pegs)).all(|hole| {
        if hole >= holes {
            return true;
        }
        flip_peg(at, hole);
        let go_on = choose(hole + 1, pegs - 1, holes, at, found);
        flip_peg(at, hole);
        go_on
    })
}

pub(crate) fn is_odd(colouring: &[u16], pegs: &[u64]) -> bool {
    colouring.iter().filter(|&&hole| has_peg(pegs, usize::from(hole))).count() % 2 == 1
}

fn weight(pagoda: &[i64], pegs: &[u64]) -> i128 {
    pegged(pegs).filter_map(|hole| pagoda.get(hole)).map(|&weight| i128::from(weight)).sum()
}

/// Checks a certificate, without search.
///
/// # Errors
/// Returns why it proves nothing.
pub fn check(board: &Board, certificate: &Certificate) -> Result<(), String> {
    let holes = board.shape().holes();
    let all = &board.shape().jumps().list;
    let name = |hole: u16| board.name(hole);
    for colouring in &certificate.colourings {
        let mut set = vec![false; holes];
        for &hole in colouring {
            match set.get_mut(usize::from(hole)) {
                Some(known) if !*known => *known = true,
                _ => return Err(format!("a colouring names hole {hole}, which is not there or named twice")),
            }
        }
        let changes = |jump: &&jumps::Jump| jump.holes().iter().filter(|&&hole| set[hole]).count() % 2 == 1;
        if let Some(jump) = all.iter().find(changes) {
            return Err(format!(
                "the jump {}-{} changes the parity of a colouring",
                name(jump.from),
                name(jump.to)
            ));
        }
    }
    for pagoda in &certificate.pagodas {
        if pagoda.len() != holes {
            return Err(format!("a pagoda has {} weights, and there are {holes} holes", pagoda.len()));
        }
        let weight = |hole: u16| i128::from(pagoda[usize::from(hole)]);
        let grows = |jump: &&jumps::Jump| weight(jump.from) + weight(jump.over) < weight(jump.to);
        if let Some(jump) = all.iter().find(grows) {
            return Err(format!("the jump {}-{} makes a pagoda heavier", name(jump.from), name(jump.to)));
        }
    }
    let ends = possible_ends(board).ok_or("this goal has too many ends to be refuted one by one")?;
    match ends.iter().find(|end| !refutes(certificate, board.pegs(), end)) {
        Some(end) => {
            let (end, what) = (crate::rules::hole_names(end, board.shape(), board.naming), under(board));
            Err(format!("nothing says that the {what} cannot be {end} in the end"))
        }
        None => Ok(()),
    }
}

pub(crate) fn refutes(certificate: &Certificate, start: &[u64], end: &[u64]) -> bool {
    certificate.colourings.iter().any(|colouring| is_odd(colouring, start) != is_odd(colouring, end))
        || certificate.pagodas.iter().any(|pagoda| weight(pagoda, start) < weight(pagoda, end))
}

/// Returns what the weights of a pagoda lie under, in the form that is shown.
pub fn under(board: &Board) -> &'static str {
    if board.backward { "empty holes" } else { "pegs" }
}

/// Explains a certificate in words and drawings.
pub fn explain(board: &Board, certificate: &Certificate) -> String {
    let mut text = String::new();
    for colouring in &certificate.colourings {
        let parity = if is_odd(colouring, &board.as_shown(board.pegs())) { "odd" } else { "even" };
        text += &format!(
            "a colouring: every jump changes two or none of the holes marked #, so the number of pegs in them stays {parity}\n"
        );
        text +=
            &grid::draw(board.shape(), |hole| if colouring.contains(&hole) { "#" } else { "o" }.to_owned());
    }
    for pagoda in &certificate.pagodas {
        let start = weight(pagoda, board.pegs());
        let end = match &board.goal {
            Goal::Exactly(end) => format!(", and would be {} in the end", weight(pagoda, end)),
            _ => String::new(),
        };
        text += &format!(
            "a pagoda: no jump makes the sum of the weights under the {} larger; it is {start} now{end}\n",
            under(board)
        );
        text += &grid::draw(board.shape(), |hole| {
            pagoda.get(usize::from(hole)).map_or_else(String::new, i64::to_string)
        });
    }
    text + &end_of_proof(board)
}

fn end_of_proof(board: &Board) -> String {
    let names = |end: &PegWords| crate::rules::hole_names(end, board.shape(), board.naming);
    match (&board.goal, board.backward) {
        (Goal::OnePeg, false) => "no hole could have the last peg".to_owned(),
        (Goal::OnePeg, true) => "no hole could be the last one without a peg".to_owned(),
        (Goal::Exactly(end), false) => format!("pegs in {} could not be the end", names(end)),
        (Goal::Exactly(end), true) => format!("pegs everywhere but in {} could not be the end", names(end)),
        (Goal::AtMost(most), false) => format!("no {most} holes could have the last pegs"),
        (Goal::AtMost(most), true) => format!("no {most} holes could be the last ones without a peg"),
        (Goal::Stuck, _) => String::new(),
    }
}
