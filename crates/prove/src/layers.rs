//! Proofs by layers: breadth-first search on the rules of the checker, from the start and, where the
//! goals are listed, also from the goals, from the side with fewer positions first.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::atomic::Ordering::Relaxed;

use fewest_search::Context;
use fewest_search::hash::hash_key;
use fewest_verify::rules::{self, Rules};

use crate::{Unproven, write};

/// The memory that a position takes here, in bytes: in its layer and in the set of all.
const PER_POSITION: usize = 64;
/// Positions between two questions whether to stop.
const BETWEEN_POLLS: usize = 1 << 10;

/// A hasher for keys, which are spread well by one multiplication.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u128(byte.into()));
    }

    fn write_u128(&mut self, key: u128) {
        self.0 = hash_key(&[self.0 ^ key as u64 ^ (key >> 64) as u64]);
    }
}

/// The layers of one side.
struct Side<'r> {
    rules: &'r dyn Rules,
    is_back: bool,
    layers: Vec<Vec<u128>>,
    seen: HashSet<u128, BuildHasherDefault<KeyHasher>>,
}

impl<'r> Side<'r> {
    fn new(rules: &'r dyn Rules, is_back: bool, first: Vec<u128>) -> Self {
        Self { rules, is_back, seen: first.iter().copied().collect(), layers: vec![sorted(first)] }
    }

    fn last(&self) -> &[u128] {
        self.layers.last().map_or(&[], Vec::as_slice)
    }

    fn positions(&self) -> usize {
        self.seen.len()
    }

    /// Adds the next layer.
    fn expand(&mut self, cx: &Context<'_>, others: usize) -> Result<(), Unproven> {
        let mut next = Vec::new();
        let mut at = vec![0; self.rules.frame().bases.len()];
        let from = self.layers.last().cloned().unwrap_or_default();
        cx.counters.depth.store(self.layers.len() as u64, Relaxed);
        cx.counters.frontier.store(from.len() as u64, Relaxed);
        for (done, &key) in from.iter().enumerate() {
            rules::digits(self.rules, key, &mut at);
            let mut visit = |after: &[u16]| {
                let key = rules::key(self.rules, after);
                if self.seen.insert(key) {
                    next.push(key);
                }
            };
            if self.is_back {
                self.rules.moves_back(&at, &mut visit);
            } else {
                self.rules.moves(&at, &mut visit);
            }
            if done % BETWEEN_POLLS == 0 {
                let positions = self.seen.len() + others;
                cx.counters.positions.store(positions as u64, Relaxed);
                cx.counters.expanded.fetch_add(BETWEEN_POLLS as u64, Relaxed);
                // Leased and given back: only the limit is asked.
                drop(cx.lease(positions.saturating_mul(PER_POSITION)).map_err(Unproven::Limit)?);
                cx.poll().map_err(Unproven::Limit)?;
            }
        }
        self.layers.push(sorted(next));
        Ok(())
    }

    /// Appends the layers as the checker reads them.
    fn write(&self, out: &mut Vec<u8>) {
        write_layers(&self.layers, out);
    }
}

fn sorted(mut keys: Vec<u128>) -> Vec<u128> {
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// Appends layers: their number, then each: the number of its keys, the first, and the differences.
pub(crate) fn write_layers(layers: &[Vec<u128>], out: &mut Vec<u8>) {
    write::count(out, layers.len());
    for layer in layers {
        write::count(out, layer.len());
        let mut last = 0;
        for &key in layer {
            write::number(out, key - last);
            last = key;
        }
    }
}

/// Appends a proof that the puzzle has no solution with fewer moves, or with no claim none at all.
/// Returns the number of positions.
pub(crate) fn prove(
    rules: &dyn Rules,
    claim: Option<u64>,
    out: &mut Vec<u8>,
    cx: &Context<'_>,
) -> Result<u64, Unproven> {
    if !rules::has_keys(rules) {
        return Err(Unproven::TooLarge("its positions have too many digits to be listed"));
    }
    let mut ahead = Side::new(rules, false, vec![rules::key(rules, &rules.frame().start)]);
    let goals = if claim.is_some_and(|moves| moves > 1) { rules.goals() } else { None };
    let Some(goals) = goals else {
        // The positions after the last move are not listed, so a claim of n moves takes n layers.
        while claim.map_or(!ahead.last().is_empty(), |moves| (ahead.layers.len() as u64) < moves) {
            ahead.expand(cx, 0)?;
        }
        match claim {
            // Without a claim, how far a position is does not matter, and one layer is shorter.
            None => ahead.layers = vec![sorted(ahead.layers.concat())],
            Some(0) => ahead.layers.clear(),
            Some(_) => {}
        }
        ahead.write(out);
        write::count(out, 0);
        return Ok(ahead.positions() as u64);
    };
    let mut back = Side::new(rules, true, goals.iter().map(|goal| rules::key(rules, goal)).collect());
    while claim.is_some_and(|moves| ((ahead.layers.len() + back.layers.len()) as u64) < moves + 1) {
        let (side, other) = if ahead.last().len() <= back.last().len() {
            (&mut ahead, back.positions())
        } else {
            (&mut back, ahead.positions())
        };
        side.expand(cx, other)?;
    }
    ahead.write(out);
    back.write(out);
    Ok((ahead.positions() + back.positions()) as u64)
}
