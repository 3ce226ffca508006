//! The rules of peg solitaire.
//!
//! ```text
//! fewest puzzle 1
//! pegs moves                a move is any number of jumps by one peg; or one of the `jumps`
//! directions 1,0 -1,0 0,1   a peg may jump in these directions: columns, rows
//! row .xx                   x is a peg, o an empty hole, . no hole
//! row xox
//! row xxx
//! goal exactly              or: one (peg, anywhere), most 3 (pegs), stuck (no jump is left)
//! end .oo                   for `exactly`: the end, in rows
//! end oxo
//! end ooo
//! ```
//!
//! The digits of a position are the holes, row by row: 1 is a peg.

use alloc::boxed::Box;
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use crate::bytes::Reader;
use crate::rules::{Digits, Frame, Own, Rules, Visit};
use crate::text::{Lines, number, pair};
use crate::{Rejected, reject};

/// A jump: the holes that a peg leaves, jumps over, and lands on.
type Jump = [usize; 3];

/// The goal.
enum Goal {
    One,
    Most(usize),
    Stuck,
    Exactly(Digits),
}

/// A puzzle.
struct Pegs {
    frame: Frame,
    /// The jumps that begin in each hole, and those that end there.
    jumps: Vec<Vec<Jump>>,
    back: Vec<Vec<Jump>>,
    goal: Goal,
}

/// Reads a puzzle.
///
/// # Errors
/// The first line that is wrong.
pub fn read(metric: &'static str, lines: Lines<'_>) -> Result<Box<dyn Rules>, Rejected> {
    let (mut rows, mut end, mut goal, mut directions) = (Vec::new(), Vec::new(), None, Vec::new());
    for line in lines {
        match line.split_once(' ') {
            Some(("row", row)) => rows.push(row),
            Some(("end", row)) => end.push(row),
            Some(("goal", what)) => goal = Some(what),
            Some(("directions", all)) => {
                directions = all.split(' ').map(|word| pair::<i32>(word, ',')).collect::<Result<_, _>>()?;
            }
            _ => return reject(format!("`{line}` is no line of pegs")),
        }
    }
    let holes = |rows: &[&str]| {
        let cells =
            (0_i64..).zip(rows).flat_map(|(row, text)| (0_i64..).zip(text.bytes()).map(move |at| (row, at)));
        let holes = cells.filter(|&(_, (_, sign))| sign != b'.');
        holes.map(|(row, (column, sign))| ((column, row), u16::from(sign == b'x'))).collect::<Vec<_>>()
    };
    let (start, end) = (holes(&rows), holes(&end));
    if rows.iter().any(|row| row.bytes().any(|sign| !b"xo.".contains(&sign))) {
        return reject("a row has other signs than x, o and .");
    }
    let hole = |place: (i64, i64)| start.iter().position(|&(other, _)| other == place);
    let digits = |holes: &[((i64, i64), u16)]| holes.iter().map(|&(_, peg)| peg).collect::<Digits>();
    let is_end = end.iter().map(|hole| hole.0).eq(start.iter().map(|hole| hole.0));
    let goal = match goal {
        Some("one") => Goal::One,
        Some("stuck") => Goal::Stuck,
        Some("exactly") if is_end => Goal::Exactly(digits(&end)),
        Some(text) if text.starts_with("most ") => Goal::Most(number(&text["most ".len()..])?),
        _ => return reject("the goal is missing or unknown, or its rows have other holes"),
    };
    let mut jumps = vec![Vec::new(); start.len()];
    let mut back = jumps.clone();
    for (from, &((column, row), _)) in start.iter().enumerate() {
        for (right, down) in &directions {
            let (right, down) = (i64::from(*right), i64::from(*down));
            let beyond = |steps: i64| hole((column + steps * right, row + steps * down));
            if let (Some(over), Some(to)) = (beyond(1), beyond(2)) {
                jumps[from].push([from, over, to]);
                back[to].push([from, over, to]);
            }
        }
    }
    let frame = Frame { metric, bases: vec![2; start.len()], start: digits(&start) };
    Ok(Box::new(Pegs { frame, jumps, back, goal }))
}

/// Returns the number of pegs.
fn pegs(at: &[u16]) -> usize {
    at.iter().filter(|&&peg| peg == 1).count()
}

impl Pegs {
    /// Visits the positions after the moves of the peg in a hole; backward, those before them.
    fn sweep(&self, at: &mut [u16], hole: usize, is_back: bool, visit: &mut Visit<'_>) {
        let pegs = if is_back { [0, 0, 1] } else { [1, 1, 0] };
        for &jump in if is_back { &self.back[hole] } else { &self.jumps[hole] } {
            if jump.map(|hole| at[hole]) == pegs {
                jump.iter().for_each(|&hole| at[hole] ^= 1);
                visit(at);
                if self.frame.metric == "moves" {
                    self.sweep(at, if is_back { jump[0] } else { jump[2] }, is_back, visit);
                }
                jump.iter().for_each(|&hole| at[hole] ^= 1);
            }
        }
    }

    /// Checks that no end can be reached. A *colouring* is a set of holes of which every jump
    /// changes two or none, so that the number of pegs in it stays even or odd. A *pagoda* gives
    /// every hole a weight such that no jump makes the sum of the weights under the pegs larger.
    fn check_ends(&self, input: &mut Reader<'_>) -> Result<(), Rejected> {
        let Some(ends) = self.goals() else { return reject("the ends of this goal are not listed") };
        let mut possible = vec![true; ends.len()];
        for _ in 0..input.count()? {
            let mut within = vec![0; self.frame.start.len()];
            for _ in 0..input.count()? {
                within[input.below(self.frame.start.len())?] = 1;
            }
            let holes =
                |at: &[u16]| at.iter().zip(&within).map(|(&peg, &one)| u32::from(peg * one)).sum::<u32>();
            if self
                .jumps
                .iter()
                .flatten()
                .any(|jump| jump.map(|hole| within[hole]).iter().sum::<u16>() % 2 != 0)
            {
                return reject("a jump changes one or three holes of a colouring");
            }
            let parity = |at: &[u16]| holes(at) % 2;
            ends.iter()
                .zip(&mut possible)
                .for_each(|(end, may)| *may &= parity(end) == parity(&self.frame.start));
        }
        for _ in 0..input.count()? {
            // An even number n is the weight n / 2, an odd one -(n + 1) / 2.
            let weight = |n: u64| i128::from(n >> 1) ^ -i128::from(n & 1);
            let weights =
                self.frame.start.iter().map(|_| input.number().map(weight)).collect::<Result<Vec<_>, _>>()?;
            let grows = |jump: &Jump| weights[jump[0]] + weights[jump[1]] < weights[jump[2]];
            if self.jumps.iter().flatten().any(grows) {
                return reject("a jump makes a pagoda heavier");
            }
            let sum =
                |at: &[u16]| at.iter().zip(&weights).map(|(&peg, &w)| i128::from(peg) * w).sum::<i128>();
            ends.iter().zip(&mut possible).for_each(|(end, may)| *may &= sum(end) <= sum(&self.frame.start));
        }
        if possible.contains(&true) { reject("an end is not excluded") } else { Ok(()) }
    }
}

impl Rules for Pegs {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn is_goal(&self, at: &[u16]) -> bool {
        match &self.goal {
            Goal::One => pegs(at) == 1,
            Goal::Most(most) => pegs(at) <= *most,
            Goal::Exactly(end) => at == end,
            Goal::Stuck => !self.jumps.iter().flatten().any(|jump| jump.map(|hole| at[hole]) == [1, 1, 0]),
        }
    }

    fn moves(&self, at: &[u16], visit: &mut Visit<'_>) {
        let mut after = at.to_vec();
        (0..at.len()).for_each(|hole| self.sweep(&mut after, hole, false, visit));
    }

    fn goals(&self) -> Option<Vec<Digits>> {
        let only = |hole: usize| (0..self.frame.start.len()).map(|other| u16::from(other == hole)).collect();
        match &self.goal {
            Goal::One => Some((0..self.frame.start.len()).map(only).collect()),
            Goal::Exactly(end) => Some(vec![end.clone()]),
            Goal::Most(_) | Goal::Stuck => None,
        }
    }

    fn moves_back(&self, at: &[u16], visit: &mut Visit<'_>) {
        let mut before = at.to_vec();
        (0..at.len()).for_each(|hole| self.sweep(&mut before, hole, true, visit));
    }

    /// Checks the number of pegs, which each jump lowers by one; or, without solution, colourings
    /// and pagodas.
    fn check_own(&self, proof: &mut Own<'_, '_>) -> Result<(), Rejected> {
        let most = match &self.goal {
            Goal::One => 1,
            Goal::Most(most) => *most,
            Goal::Exactly(end) => pegs(end),
            Goal::Stuck => usize::MAX,
        };
        match proof.claim {
            None => self.check_ends(proof.input),
            Some(moves)
                if self.frame.metric == "jumps"
                    && moves <= pegs(&self.frame.start).saturating_sub(most) as u64 =>
            {
                Ok(())
            }
            Some(_) => reject("the number of pegs does not prove this claim"),
        }
    }
}
