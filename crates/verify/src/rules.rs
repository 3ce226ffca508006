//! What the checkers need to know of a puzzle.
//!
//! A position is a list of digits: cells of pieces, tiles on cells, pegs in holes, colours of
//! lights. Its *key* is the number with these digits, the first being the highest. Equal positions
//! have equal keys, and different positions have different keys.

use alloc::vec::Vec;

use crate::bytes::Reader;
use crate::tables::Tables;
use crate::{Progress, Rejected, reject};

/// A position: one digit for each base of its puzzle.
pub type Digits = Vec<u16>;

/// Takes the positions after all moves, one after the other.
pub type Visit<'v> = dyn FnMut(&[u16]) + 'v;

/// What every puzzle has.
pub struct Frame {
    /// What counts as one move, in the plural.
    pub metric: &'static str,
    /// The number of values of each digit.
    pub bases: Vec<u16>,
    /// The position at the start.
    pub start: Digits,
}

/// A proof by an argument that only one family has: that every solution has at least `claim` moves,
/// or, without a claim, that there is none.
pub struct Own<'p, 'b> {
    /// The number of moves.
    pub claim: Option<u64>,
    /// The rest of the proof.
    pub input: &'p mut Reader<'b>,
    /// Tables that were checked before.
    pub tables: &'p [Tables],
    /// Where to say how far the check is.
    pub progress: &'p mut Progress<'p>,
}

/// The rules of one puzzle.
pub trait Rules {
    /// What every puzzle has.
    fn frame(&self) -> &Frame;

    /// Whether a position is solved.
    fn is_goal(&self, at: &[u16]) -> bool;

    /// Visits the position after each move.
    fn moves(&self, at: &[u16], visit: &mut Visit<'_>);

    /// All solved positions. `None` if they are not listed; there are no proofs from both ends then.
    fn goals(&self) -> Option<Vec<Digits>> {
        None
    }

    /// Visits each position from which a move leads here. Only where `goals` lists the goals.
    fn moves_back(&self, _at: &[u16], _visit: &mut Visit<'_>) {}

    /// Reads a solution, plays it, and returns the number of its moves: here the number of
    /// positions after the start, then their digits.
    fn replay(&self, input: &mut Reader<'_>) -> Result<u64, Rejected> {
        let mut at = self.frame().start.clone();
        let length = input.count()?;
        for _ in 0..length {
            let digit = |&base: &u16| input.below(base.into()).map(|digit| digit as u16);
            let next = self.frame().bases.iter().map(digit).collect::<Result<Digits, _>>()?;
            let mut is_move = false;
            self.moves(&at, &mut |after| is_move |= *after == *next);
            if !is_move {
                return reject("the solution has a step that is not a move");
            }
            at = next;
        }
        if self.is_goal(&at) { Ok(length as u64) } else { reject("the solution does not end at the goal") }
    }

    /// Checks a proof by an argument that only this family has.
    fn check_own(&self, proof: &mut Own<'_, '_>) -> Result<(), Rejected>;
}

/// Returns whether the keys of a puzzle are below 2^127.
pub fn has_keys(rules: &dyn Rules) -> bool {
    let bits = |product: u128, &base: &u16| product.checked_mul(base.into());
    rules.frame().bases.iter().try_fold(1, bits).is_some_and(|keys| keys <= 1 << 127)
}

/// Returns the key of a position.
pub fn key(rules: &dyn Rules, digits: &[u16]) -> u128 {
    rules
        .frame()
        .bases
        .iter()
        .zip(digits)
        .fold(0, |key, (&base, &digit)| key * u128::from(base) + u128::from(digit))
}

/// Writes the digits of a key. Returns whether it is a key.
pub fn digits(rules: &dyn Rules, mut key: u128, digits: &mut [u16]) -> bool {
    for (&base, digit) in rules.frame().bases.iter().zip(digits).rev() {
        *digit = (key % u128::from(base)) as u16;
        key /= u128::from(base);
    }
    key == 0
}
