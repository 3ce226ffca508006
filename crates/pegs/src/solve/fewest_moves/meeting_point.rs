//! From two sides that meet to moves: one answer, or all of them counted.

use std::collections::HashMap;

use fewest_search::{Context, Stop};

use crate::solve::fewest_moves::frontiers::Level;
use crate::solve::fewest_moves::problem::Moves;
use crate::solve::fewest_moves::sweeps::{DuplicateCache, ENDLESS, Sweeps};
use crate::solve::natural::{Natural, Sum};
use crate::solve::peg_set::Word;
use crate::solve::symmetry::packed_rules::Way;

/// Positions between two looks at the host.
const PATIENCE: usize = 1 << 6;

/// Levels from the start and levels back from the ends, with one move missing between them, and no answer that has fewer moves.
pub(crate) struct Met<'a, 'h, W, const G: usize> {
    pub(crate) sweeps: &'a Sweeps<'a, W, G>,
    pub(crate) start: W,
    /// The pegs of an end, if every position with so many is one; then no level back has positions.
    pub(crate) pegs: Option<u32>,
    pub(crate) forth: Vec<Level<'h, W>>,
    pub(crate) back: Vec<Level<'h, W>>,
}

impl<W: Word, const G: usize> Met<'_, '_, W, G> {
    /// The moves of an answer.
    pub(crate) fn limit(&self) -> u32 {
        (self.forth.len() + self.back.len()) as u32 - 1
    }

    /// An answer through `hit`, as many moves after the start as the last level forth, and one move before the last level back.
    pub(crate) fn one(&self, hit: W) -> Moves {
        let mut marks = vec![HashMap::from([(hit, ())])];
        let (mut after, mut lately) = (hit, DuplicateCache::new());
        for level in self.forth[..self.forth.len() - 1].iter().rev() {
            after = self.before(after, level, &mut lately).expect("every position has one before it");
            marks.push(HashMap::from([(after, ())]));
        }
        marks.reverse();
        Moves { moves: self.line(&marks), optima: None }
    }

    /// The first position of a level from which one move leads to `after`.
    fn before(&self, after: W, level: &Level<'_, W>, lately: &mut DuplicateCache<W>) -> Option<W> {
        let frame = self.sweeps.frame;
        let mut before: Option<W> = None;
        let seen = self.sweeps.each_once(after, Way::Back, lately, |reached| {
            let canonical = reached.canonical(frame);
            if before.is_none_or(|before| canonical < before) && level.has(canonical) {
                before = Some(canonical);
            }
        });
        if seen < ENDLESS {
            return before;
        }
        level.list.iter().copied().find(|&position| {
            let mut leads = false;
            self.sweeps.each_once(position, Way::Forth, lately, |reached| {
                leads = leads || reached.canonical(frame) == after;
            });
            leads
        })
    }

    /// An answer, and how many there are; levels must be complete.
    pub(crate) fn all(&self, cx: &Context<'_>) -> Result<Moves, Stop> {
        match self.ways::<u128>(cx)? {
            Some(marks) => Ok(self.counted(&marks)),
            None => Ok(self.counted(&self.ways::<Natural>(cx)?.unwrap_or_default())),
        }
    }

    fn counted<S: Sum>(&self, marks: &[HashMap<W, S>]) -> Moves {
        let start = self.sweeps.frame.canon(self.start);
        let optima = marks.first().and_then(|marks| marks.get(&start)).cloned().map(S::into);
        Moves { moves: self.line(marks), optima }
    }

    /// For every level forth, the positions from which an answer goes on, and in how many ways; nothing if the numbers are
    /// too small.
    fn ways<S: Sum>(&self, cx: &Context<'_>) -> Result<Option<Vec<HashMap<W, S>>>, Stop> {
        let mut known = HashMap::new();
        let mut marks: Vec<HashMap<W, S>> = Vec::new();
        for level in self.forth.iter().rev() {
            let mut here = HashMap::new();
            for (number, &position) in level.list.iter().enumerate() {
                if number % PATIENCE == 0 {
                    cx.poll()?;
                }
                let sum = self.sum(position, |reached| match marks.last() {
                    Some(after) => Some(after.get(&reached).cloned().unwrap_or_default()),
                    None => self.ways_on(reached, &self.back, &mut known),
                });
                let Some(sum) = sum else { return Ok(None) };
                if !sum.is_nothing() {
                    here.insert(position, sum);
                }
            }
            marks.push(here);
        }
        marks.reverse();
        Ok(Some(marks))
    }

    /// The ways to an end from a position, if it is in the last of these levels.
    fn ways_on<S: Sum>(&self, position: W, back: &[Level<'_, W>], known: &mut HashMap<W, S>) -> Option<S> {
        let is_there = |level: &Level<'_, W>| match self.pegs {
            Some(pegs) => position.ones() == pegs,
            None => level.has(position),
        };
        match back.split_last() {
            Some((level, [])) if is_there(level) => Some(S::one()),
            Some((level, nearer)) if is_there(level) => {
                if let Some(ways) = known.get(&position) {
                    return Some(ways.clone());
                }
                let sum = self.sum(position, |reached| self.ways_on(reached, nearer, known))?;
                known.insert(position, sum.clone());
                Some(sum)
            }
            _ => Some(S::default()),
        }
    }

    /// The sum over all sweeps; nothing if a number is too small for it.
    fn sum<S: Sum>(&self, position: W, mut ways: impl FnMut(W) -> Option<S>) -> Option<S> {
        let mut sum = Some(S::default());
        self.sweeps.each(position, Way::Forth, |reached| {
            let more = ways(reached.canonical(self.sweeps.frame));
            sum = sum.take().zip(more).and_then(|(mut sum, more)| sum.try_add(&more).then_some(sum));
        });
        sum
    }

    /// The first sweeps from the start that keep to the marked positions, and then to the levels back.
    fn line<S>(&self, marks: &[HashMap<W, S>]) -> Vec<Vec<u16>> {
        let limit = self.limit();
        self.sweeps.line(self.start, limit, |reached, left| {
            let canonical = reached.canonical(self.sweeps.frame);
            match (marks.get((limit - left) as usize), self.pegs) {
                (Some(marks), _) => marks.contains_key(&canonical),
                (None, Some(pegs)) => reached.pegs == pegs,
                (None, None) => self.back[left as usize].has(canonical),
            }
        })
    }
}
