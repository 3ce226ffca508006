//! The checker for lists of positions in layers.
//!
//! Layer 0 contains the start, and each move from a position of layer i leads to a position of
//! layer i + 1 or below. So after i moves a game is in one of the layers 0 to i. If no position of
//! the layers 0 to n - 1 is solved, a solution has n moves at least. If the moves from the last
//! layer lead into the layers too, there is no solution at all.
//!
//! A proof from both ends also has layers of positions before the goals: layer 0 contains all
//! goals, and each move *to* a position of layer j comes from layer j + 1 or below. If a layers from
//! the start and b layers from the goals have no position in common, a solution has a + b - 1 moves
//! at least: with fewer, its position after min(a - 1, its length) moves would be in both.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use crate::bytes::Reader;
use crate::rules::{self, Rules};
use crate::{Progress, Rejected, reject};

/// Looks at a listed position: its key and its digits.
type OnPosition<'o> = dyn FnMut(u128, &[u16]) -> Result<(), Rejected> + 'o;

/// Positions in layers.
struct Layers {
    /// The keys, layer by layer, ascending within a layer.
    keys: Vec<u128>,
    /// Where each layer ends in `keys`.
    ends: Vec<usize>,
    /// A hash table with open addressing: places in `keys`, plus one; 0 is empty.
    slots: Vec<u32>,
}

impl Layers {
    /// Reads the number of layers, then each: the number of its positions, the first key, and from
    /// each key to the next the difference.
    fn read(input: &mut Reader<'_>) -> Result<Self, Rejected> {
        let (mut keys, mut ends) = (Vec::<u128>::new(), Vec::new());
        for _ in 0..input.count()? {
            let mut last = None;
            for _ in 0..input.count()? {
                let step = input.large()?;
                let key = match last {
                    Some(_) if step == 0 => return reject("a position is listed twice"),
                    Some(last) if step.checked_add(last).is_none() => return reject("a key is too large"),
                    Some(last) => last + step,
                    None => step,
                };
                keys.push(key);
                last = Some(key);
            }
            ends.push(keys.len());
        }
        if keys.len() >= 1 << 31 {
            return reject("there are too many positions");
        }
        let mut layers = Self { slots: vec![0; (2 * keys.len()).next_power_of_two()], ends, keys };
        for place in 0..layers.keys.len() {
            let slot = layers.slot(layers.keys[place]);
            if layers.slots[slot] != 0 {
                return reject("a position is listed twice");
            }
            layers.slots[slot] = place as u32 + 1;
        }
        Ok(layers)
    }

    /// Returns the slot of a key, or the empty slot where it would be.
    fn slot(&self, key: u128) -> usize {
        let mixed = (key as u64 ^ (key >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut slot = (mixed ^ mixed >> 29) as usize & (self.slots.len() - 1);
        while self.slots[slot] != 0 && self.keys[self.slots[slot] as usize - 1] != key {
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        slot
    }

    /// Returns whether a key is in one of the first layers.
    fn contains(&self, key: u128, layers: usize) -> bool {
        let place = self.slots[self.slot(key)] as usize;
        layers > 0 && place != 0 && place <= self.ends[layers - 1]
    }

    /// Checks that each step from a position of layer i leads to layer i + 1 or below. The steps
    /// from the last layer are left out unless the layers are `closed`.
    fn check_steps(
        &self,
        rules: &dyn Rules,
        is_back: bool,
        closed: bool,
        on_position: &mut OnPosition<'_>,
    ) -> Result<(), Rejected> {
        let mut at = vec![0; rules.frame().bases.len()];
        let mut begin = 0;
        for (layer, &end) in self.ends.iter().enumerate() {
            let is_last = layer + 1 == self.ends.len();
            let reach = if is_last { self.ends.len() } else { layer + 2 };
            for &key in &self.keys[begin..end] {
                if !rules::digits(rules, key, &mut at) {
                    return reject(format!("layer {layer} has a key that is too large"));
                }
                on_position(key, &at)?;
                let mut leaves = false;
                let mut visit = |next: &[u16]| leaves |= !self.contains(rules::key(rules, next), reach);
                match (is_last && !closed, is_back) {
                    (true, _) => {}
                    (_, true) => rules.moves_back(&at, &mut visit),
                    (_, false) => rules.moves(&at, &mut visit),
                }
                if leaves {
                    return reject(format!(
                        "a move from layer {layer} leads to a position that is not listed"
                    ));
                }
            }
            begin = end;
        }
        Ok(())
    }
}

/// Checks a proof by layers.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn check(
    rules: &dyn Rules,
    claim: Option<u64>,
    input: &mut Reader<'_>,
    progress: &mut Progress<'_>,
) -> Result<(), Rejected> {
    if !rules::has_keys(rules) {
        return reject("the positions of this puzzle are too large to be listed");
    }
    let (ahead, back) = (Layers::read(input)?, Layers::read(input)?);
    if claim != Some(0) && !ahead.contains(rules::key(rules, &rules.frame().start), 1) {
        return reject("the start is not in layer 0");
    }
    // Without layers before the goals, every position of the others is asked whether it is a goal.
    let goals = if back.ends.is_empty() { None } else { rules.goals() };
    let proven = ahead.ends.len() + back.ends.len().saturating_sub(1);
    if claim.is_some_and(|moves| moves != proven as u64) || claim.is_none() && !back.ends.is_empty() {
        return reject(format!("the layers are for {proven} moves"));
    }
    if goals.is_none() != back.ends.is_empty() {
        return reject("the goals of this puzzle are not listed");
    }
    if goals.iter().flatten().any(|goal| !back.contains(rules::key(rules, goal), 1)) {
        return reject("a goal is not in layer 0 of the goals");
    }
    let (mut seen, total) = (0, (ahead.keys.len() + back.keys.len()) as u64);
    let mut count = || {
        seen += 1;
        if seen % 65_536 == 0 {
            progress(seen, total)?;
        }
        Ok(())
    };
    ahead.check_steps(rules, false, claim.is_none(), &mut |key, at| {
        count()?;
        if back.contains(key, back.ends.len()) {
            return reject("a position is in the layers of both ends");
        }
        if back.ends.is_empty() && rules.is_goal(at) { reject("a listed position is solved") } else { Ok(()) }
    })?;
    back.check_steps(rules, true, false, &mut |_, _| count())
}
