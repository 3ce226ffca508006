//! The rules of Lights Out.
//!
//! ```text
//! fewest puzzle 1
//! lights presses            a press gives each light that it changes its next colour
//! colours 2                 the goal is that all lights have colour 0
//! turns 4                   and, with this line, that there were exactly 4 presses
//! row 01101                 a rectangle of colours: a press changes its own light and those
//! row 11011                 above, below, left and right
//! ```
//!
//! Instead of the rows, any board: a line `levels` with the colour of each light, then for each
//! press in turn a line `press 2,0: 1 2 3`: its place, for people, and the lights that it changes,
//! counted from 0.
//!
//! The digits of a position are the colours of the lights and the turns left.

use alloc::boxed::Box;
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use crate::algebra::System;
use crate::bytes::Reader;
use crate::rules::{Digits, Frame, Own, Rules, Visit};
use crate::text::{Lines, number, numbers};
use crate::{Rejected, reject};

/// Own proof: each press is a turn.
pub const TURNS: u8 = b'T';
/// Own proof: all solutions of the linear equations.
pub const ALGEBRA: u8 = b'A';
/// Own proof that there is no solution: weights of the lights.
pub const WEIGHTS: u8 = b'W';

/// A puzzle.
struct Lights {
    frame: Frame,
    colours: u8,
    turns: Option<u64>,
    /// The lights that each press changes.
    changes: Vec<Vec<u32>>,
    lights: usize,
}

/// Reads a puzzle.
///
/// # Errors
/// The first line that is wrong.
pub fn read(metric: &'static str, lines: Lines<'_>) -> Result<Box<dyn Rules>, Rejected> {
    let (mut colours, mut turns, mut levels) = (2, None, Vec::<u16>::new());
    let (mut changes, mut width) = (Vec::new(), None);
    for line in lines {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "colours" => colours = number::<u8>(rest)?,
            "turns" => turns = Some(number::<u64>(rest)?),
            "levels" => levels.extend(numbers::<u16>(rest)?),
            "press" => match rest.split_once(':') {
                Some((_, "")) => changes.push(Vec::new()),
                Some((_, lights)) => changes.push(numbers::<u32>(lights.trim_start())?),
                None => return reject("a press has a place, then a colon"),
            },
            "row" if width.is_none_or(|width| width == rest.len()) => {
                width = Some(rest.len());
                levels.extend(rest.bytes().map(|digit| u16::from(digit.wrapping_sub(b'0'))));
            }
            _ => return reject(format!("`{line}` is no line of lights, or a row of another length")),
        }
    }
    let lights = levels.len();
    if let Some(width) = width {
        if !changes.is_empty() || lights % width.max(1) != 0 {
            return reject("a board has rows, or levels and presses");
        }
        let plus = |at: usize| {
            let ways = crate::grid::ways(lights / width, width, at).into_iter().filter(|way| way.0 > 0);
            ways.map(|(_, step)| at.wrapping_add_signed(step) as u32).chain([at as u32]).collect()
        };
        changes = (0..lights).map(plus).collect();
    }
    for press in &mut changes {
        press.sort_unstable();
        let length = press.len();
        press.dedup();
        if press.len() != length || press.last().is_some_and(|&light| light as usize >= lights) {
            return reject("a press changes a light twice, or a light that does not exist");
        }
    }
    if colours < 2 || levels.iter().any(|&level| level >= colours.into()) {
        return reject("a light has another colour than the board");
    }
    let mut bases = vec![u16::from(colours); lights];
    let left = turns.map_or(Ok(0), u16::try_from).ok().filter(|&left| left < u16::MAX);
    let Some(left) = left else { return reject("there are too many turns") };
    bases.push(left + 1);
    levels.push(left);
    Ok(Box::new(Lights { frame: Frame { metric, bases, start: levels }, colours, turns, changes, lights }))
}

impl Lights {
    /// Adds a number to the colour of each light that a press changes.
    fn press(&self, at: &mut [u16], press: usize, by: u8) {
        for &light in &self.changes[press] {
            let level = &mut at[light as usize];
            *level = (*level + u16::from(by)) % u16::from(self.colours);
        }
    }

    /// Checks that weighted sums of the colours never become 0. Each press adds the same *rate* to
    /// the sum, modulo the number of colours.
    fn check_weights(&self, input: &mut Reader<'_>) -> Result<(), Rejected> {
        let colours = u64::from(self.colours);
        let weight = |_| input.below(self.colours.into()).map(|weight| weight as u64);
        let weights = (0..self.lights).map(weight).collect::<Result<Vec<_>, _>>()?;
        let rate_of =
            |press: &Vec<u32>| press.iter().map(|&light| weights[light as usize]).sum::<u64>() % colours;
        let rate = self.changes.first().map_or(0, rate_of);
        if self.changes.iter().any(|press| rate_of(press) != rate) {
            return reject("two presses change the weighted sum differently");
        }
        let sum = weights
            .iter()
            .zip(&self.frame.start)
            .map(|(&weight, &level)| weight * u64::from(level))
            .sum::<u64>();
        match self.turns {
            _ if rate == 0 && sum % colours != 0 => Ok(()),
            Some(turns) if !(sum + rate * (turns % colours)).is_multiple_of(colours) => Ok(()),
            _ => reject("the weighted sum can become 0"),
        }
    }
}

impl Rules for Lights {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn is_goal(&self, at: &[u16]) -> bool {
        at.iter().all(|&digit| digit == 0)
    }

    fn moves(&self, at: &[u16], visit: &mut Visit<'_>) {
        for press in 0..self.changes.len() {
            let mut after = at.to_vec();
            match self.turns {
                Some(_) if at[self.lights] == 0 => return,
                Some(_) => after[self.lights] -= 1,
                None => {}
            }
            self.press(&mut after, press, 1);
            visit(&after);
        }
    }

    fn goals(&self) -> Option<Vec<Digits>> {
        Some(vec![vec![0; self.frame.bases.len()]])
    }

    fn moves_back(&self, at: &[u16], visit: &mut Visit<'_>) {
        for press in 0..self.changes.len() {
            let mut before = at.to_vec();
            match self.turns {
                Some(_) if at[self.lights] + 1 == self.frame.bases[self.lights] => return,
                Some(_) => before[self.lights] += 1,
                None => {}
            }
            self.press(&mut before, press, self.colours - 1);
            visit(&before);
        }
    }

    /// Reads the number of presses, then the presses.
    fn replay(&self, input: &mut Reader<'_>) -> Result<u64, Rejected> {
        let mut at = self.frame.start.clone();
        let length = input.count()?;
        for _ in 0..length {
            self.press(&mut at, input.below(self.changes.len())?, 1);
        }
        let is_dark = self.is_goal(&at[..self.lights]);
        let in_time = self.turns.is_none_or(|turns| turns == length as u64);
        if is_dark && in_time { Ok(length as u64) } else { reject("the presses do not solve the puzzle") }
    }

    fn check_own(&self, proof: &mut Own<'_, '_>) -> Result<(), Rejected> {
        let claim = proof.claim;
        match (proof.input.byte()?, claim, self.turns) {
            (TURNS, Some(moves), Some(turns)) if moves == turns => return Ok(()),
            (WEIGHTS, None, _) => return self.check_weights(proof.input),
            // With turns there are solutions of this length only.
            (ALGEBRA, _, None) | (ALGEBRA, None, Some(_)) => {}
            _ => return reject("this argument does not prove this claim"),
        }
        let mut presses = vec![Vec::new(); self.lights];
        for (press, lights) in (0..).zip(&self.changes) {
            lights.iter().for_each(|&light| presses[light as usize].push(press));
        }
        let system = System { colours: self.colours, levels: &self.frame.start[..self.lights], presses };
        let mut contradicts = false;
        system.solutions(self.changes.len(), proof.input, proof.progress, &mut |weight| {
            contradicts |= match (claim, self.turns) {
                (Some(moves), _) => weight < moves,
                // Pressing a place as often as there are colours changes nothing but the turns.
                (None, Some(turns)) => weight <= turns && (turns - weight) % u64::from(self.colours) == 0,
                (None, None) => true,
            };
        })?;
        if contradicts { reject("there is a shorter solution") } else { Ok(()) }
    }
}
