//! A puzzle as facts and operations, and its positions by the number of moves.
//!
//! A *fact* is true or false in a position: a piece of a kind stands at a place, a tile lies on a
//! cell, a peg is in a hole. An *operation* is a move: what must hold before it, and what it changes.

use std::collections::HashMap;
use std::sync::atomic::Ordering::Relaxed;

use fewest_search::Context;

use crate::Unproven;

/// A fact, or that it does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Literal {
    pub(crate) fact: u32,
    pub(crate) holds: bool,
}

impl Literal {
    pub(crate) const fn yes(fact: usize) -> Self {
        Self { fact: fact as u32, holds: true }
    }

    pub(crate) const fn no(fact: usize) -> Self {
        Self { fact: fact as u32, holds: false }
    }
}

/// What a fact becomes by an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Becomes {
    On,
    Off,
    /// What another fact, or this one, was.
    Same(u32),
    /// The opposite of what it was.
    Opposite,
}

/// A move.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Operation {
    pub(crate) needs: Vec<Literal>,
    /// The facts that it changes.
    pub(crate) changes: Vec<(u32, Becomes)>,
}

/// A clause of an operation: literals of the position before, and of the one after.
pub(crate) struct Clause {
    pub(crate) before: Option<Literal>,
    pub(crate) after: Option<Literal>,
}

/// A puzzle.
pub(crate) struct Model {
    /// What each fact says, in words.
    pub(crate) facts: Vec<String>,
    /// Facts of which exactly this number hold in every position. No fact is in two groups.
    pub(crate) groups: Vec<(Vec<u32>, usize)>,
    pub(crate) operations: Vec<Operation>,
    /// Whether each fact holds at the start.
    pub(crate) start: Vec<bool>,
    /// One literal of each must hold in a solved position.
    pub(crate) goal: Vec<Vec<Literal>>,
    /// The group of each fact; none if it must be described by both signs.
    group_of: Vec<Option<u32>>,
}

/// A position: one bit for each fact.
pub(crate) type Bits = Box<[u64]>;

pub(crate) fn holds(at: &[u64], fact: u32) -> bool {
    at[fact as usize / 64] >> (fact % 64) & 1 == 1
}

fn set(at: &mut [u64], fact: u32, value: bool) {
    let bit = 1 << (fact % 64);
    if value { at[fact as usize / 64] |= bit } else { at[fact as usize / 64] &= !bit }
}

impl Model {
    pub(crate) fn new(
        facts: Vec<String>,
        groups: Vec<(Vec<u32>, usize)>,
        operations: Vec<Operation>,
        start: Vec<bool>,
        goal: Vec<Vec<Literal>>,
    ) -> Self {
        let mut model = Self { group_of: vec![None; facts.len()], facts, groups, operations, start, goal };
        model.number_groups();
        model
    }

    fn number_groups(&mut self) {
        self.group_of.fill(None);
        for (number, (facts, _)) in (0..).zip(&self.groups) {
            facts.iter().for_each(|&fact| self.group_of[fact as usize] = Some(number));
        }
    }

    /// Leaves out the groups of which more than one fact holds: clauses do not count.
    pub(crate) fn keep_single_groups(&mut self) {
        self.groups.retain(|&(_, count)| count == 1);
        self.number_groups();
    }

    /// Returns the group of a fact.
    pub(crate) fn group_of(&self, fact: u32) -> Option<usize> {
        self.group_of[fact as usize].map(|group| group as usize)
    }

    /// Returns the start.
    pub(crate) fn first(&self) -> Bits {
        let mut at = vec![0; self.facts.len().div_ceil(64)].into_boxed_slice();
        (0..).zip(&self.start).for_each(|(fact, &holds)| set(&mut at, fact, holds));
        at
    }

    /// Returns literals that hold in this position and in no other: in a group only the true facts.
    pub(crate) fn description(&self, at: &[u64]) -> impl Iterator<Item = Literal> {
        let literal = |fact: u32| Literal { fact, holds: holds(at, fact) };
        let all = (0..self.facts.len() as u32).map(literal);
        all.filter(|literal| literal.holds || self.group_of[literal.fact as usize].is_none())
    }

    /// Returns the clauses of an operation: what it needs first, then for each fact in turn.
    pub(crate) fn clauses(&self, operation: &Operation) -> (Vec<Clause>, Vec<[u32; 2]>) {
        let mut all: Vec<Clause> =
            operation.needs.iter().map(|&need| Clause { before: Some(need), after: None }).collect();
        let mut by_fact: Vec<[u32; 2]> = Vec::new();
        let mut becomes: Vec<Becomes> = (0..self.facts.len() as u32).map(Becomes::Same).collect();
        operation.changes.iter().for_each(|&(fact, to)| becomes[fact as usize] = to);
        for (fact, to) in (0..).zip(becomes) {
            let first = all.len() as u32;
            // The clauses by which the fact becomes false, and by which it becomes true.
            let mut numbers = [first; 2];
            let mut add = |before, holds| {
                numbers[usize::from(holds)] = all.len() as u32;
                all.push(Clause { before, after: Some(Literal { fact, holds }) });
            };
            match to {
                Becomes::On => add(None, true),
                Becomes::Off => add(None, false),
                Becomes::Same(from) => {
                    add(Some(Literal { fact: from, holds: false }), true);
                    if self.group_of[fact as usize].is_none() {
                        add(Some(Literal { fact: from, holds: true }), false);
                    }
                }
                Becomes::Opposite => {
                    add(Some(Literal { fact, holds: true }), true);
                    add(Some(Literal { fact, holds: false }), false);
                }
            }
            by_fact.push(numbers);
        }
        (all, by_fact)
    }

    /// Visits each operation that is possible: its number, and the position after it.
    pub(crate) fn moves(&self, at: &[u64], visit: &mut dyn FnMut(usize, &[u64])) {
        let mut after = at.to_vec();
        for (number, operation) in self.operations.iter().enumerate() {
            if operation.needs.iter().all(|need| holds(at, need.fact) == need.holds) {
                for &(fact, to) in &operation.changes {
                    let value = match to {
                        Becomes::On => true,
                        Becomes::Off => false,
                        Becomes::Same(from) => holds(at, from),
                        Becomes::Opposite => !holds(at, fact),
                    };
                    set(&mut after, fact, value);
                }
                visit(number, &after);
                after.copy_from_slice(at);
            }
        }
    }

    /// Returns a clause of the goal that is false in a position.
    pub(crate) fn broken_goal(&self, at: &[u64]) -> Option<usize> {
        let is_broken = |clause: &Vec<Literal>| clause.iter().all(|one| holds(at, one.fact) != one.holds);
        self.goal.iter().position(is_broken)
    }
}

/// Positions by the number of moves from the start.
pub(crate) struct Layers {
    pub(crate) positions: Vec<Bits>,
    pub(crate) number_of: HashMap<Bits, u32>,
    /// Where each layer ends.
    pub(crate) ends: Vec<usize>,
    /// All moves of all positions but those of the last layer.
    pub(crate) moves: u64,
}

/// Positions between two questions whether to stop.
const BETWEEN_POLLS: usize = 1 << 8;

impl Layers {
    /// Lists the positions after fewer than `claim` moves; all positions without a claim, in one layer.
    pub(crate) fn new(model: &Model, claim: Option<u64>, cx: &Context<'_>) -> Result<Self, Unproven> {
        let per_position = 2 * model.facts.len() / 8 + 128;
        let first = model.first();
        let number_of = HashMap::from([(first.clone(), 0)]);
        let mut all = Self { positions: vec![first], number_of, ends: vec![1], moves: 0 };
        let mut begin = 0;
        while begin < all.positions.len() && claim.is_none_or(|moves| (all.ends.len() as u64) < moves) {
            let end = all.positions.len();
            for done in begin..end {
                let at = all.positions[done].clone();
                model.moves(&at, &mut |_, after| {
                    all.moves += 1;
                    if !all.number_of.contains_key(after) {
                        all.number_of.insert(after.into(), all.positions.len() as u32);
                        all.positions.push(after.into());
                    }
                });
                if done % BETWEEN_POLLS == 0 {
                    cx.counters.positions.store(all.positions.len() as u64, Relaxed);
                    // Leased and given back: only the limit is asked.
                    let bytes = all.positions.len().saturating_mul(per_position);
                    drop(cx.lease(bytes).map_err(Unproven::Limit)?);
                    cx.poll().map_err(Unproven::Limit)?;
                }
            }
            begin = end;
            all.ends.push(all.positions.len());
        }
        if claim.is_none() {
            all.ends = vec![all.positions.len()];
        }
        Ok(all)
    }

    /// Returns the positions of a layer.
    pub(crate) fn layer(&self, layer: usize) -> std::ops::Range<usize> {
        layer.checked_sub(1).map_or(0, |before| self.ends[before])..self.ends[layer]
    }
}
