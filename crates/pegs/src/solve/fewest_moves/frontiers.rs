//! The two frontiers of the bidirectional search, and the solutions through their meeting point.
//!
//! A frontier holds the positions 0, 1, 2 … moves away from where its side began, level by level.
//! Where one move is missing between the two, levels are turned into moves: one solution, or the
//! number of all.

use num_bigint::BigUint;
use std::collections::HashMap;

use fewest_search::{Context, Lease, Stop};

use crate::solve::fewest_moves::sweeps::{DuplicateCache, FewestMoves, SWEEP_LIMIT, Sweeps};
use crate::solve::path_count::{FirstCount, PathCount};
use crate::solve::peg_set::PegSet;
use crate::solve::state_set::PositionTable;
use crate::solve::symmetry::Direction;

/// Canonical positions, sorted once the level is complete.
pub(crate) struct MoveLevel<'h, W> {
    pub(crate) list: Vec<W>,
    lease: Lease<'h>,
}

impl<'h, W: PegSet> MoveLevel<'h, W> {
    pub(crate) fn of(list: Vec<W>, cx: &'h Context<'_>) -> Result<Self, Stop> {
        let lease = cx.lease(list.len() * size_of::<W>())?;
        Ok(Self { list, lease })
    }

    /// Leases memory for `more` positions.
    pub(crate) fn reserve(&mut self, more: usize) -> Result<(), Stop> {
        self.lease.resize((self.list.len() + more) * size_of::<W>())
    }

    /// Keeps the `width` positions with the least value of `rate`.
    pub(crate) fn narrow<R: Ord>(&mut self, width: usize, rate: impl Fn(W) -> R) {
        self.list.select_nth_unstable_by_key(width, |&position| rate(position));
        self.list.truncate(width);
        self.list.sort_unstable();
    }

    /// Returns whether a position is in the level, which must be sorted.
    pub(crate) fn has(&self, position: W) -> bool {
        self.list.binary_search(&position).is_ok()
    }
}

/// One side of the search.
pub(crate) struct Frontier<'h, W> {
    pub(crate) direction: Direction,
    /// The positions of all levels.
    pub(crate) seen: PositionTable<'h, W>,
    pub(crate) levels: Vec<MoveLevel<'h, W>>,
    /// Branching of the last expansion: positions expanded and positions generated.
    pub(crate) reached: (u64, u64),
    /// Whether no level was narrowed.
    pub(crate) is_complete: bool,
}

impl<'h, W: PegSet> Frontier<'h, W> {
    /// Makes a frontier that begins with `list`, which must be sorted.
    pub(crate) fn of(direction: Direction, list: Vec<W>, cx: &'h Context<'_>) -> Result<Self, Stop> {
        let seen = PositionTable::of(&list, cx)?;
        let levels = vec![MoveLevel::of(list, cx)?];
        Ok(Self { direction, seen, levels, reached: (1, 1), is_complete: true })
    }

    /// Returns the distance of the last level in moves.
    pub(crate) fn moves(&self) -> u32 {
        self.levels.len() as u32 - 1
    }

    /// Returns the last level.
    pub(crate) fn frontier(&self) -> &[W] {
        self.levels.last().map_or(&[], |level| &level.list)
    }

    /// Keeps the `width` positions of the last level with the least value of `rate`. The others
    /// stay in `seen`.
    pub(crate) fn narrow<R: Ord>(&mut self, width: usize, rate: impl Fn(W) -> R) {
        if let Some(level) = self.levels.last_mut() {
            level.narrow(width, rate);
            self.is_complete = false;
        }
    }

    /// Estimates the number of positions that expanding the last level generates.
    pub(crate) fn work(&self) -> u64 {
        (self.frontier().len() as u64).saturating_mul(self.reached.1) / self.reached.0.max(1)
    }
}

/// Positions between two polls of the context.
const POSITIONS_PER_POLL: usize = 1 << 6;

/// Forward levels from the start and backward levels from the ends, with one move missing between
/// them, and no solution with fewer moves.
pub(crate) struct MeetingPoint<'a, 'h, W, const G: usize> {
    pub(crate) sweeps: &'a Sweeps<'a, W, G>,
    pub(crate) start: W,
    /// The number of pegs of an end, if every position with that number is one; then the backward
    /// levels are empty.
    pub(crate) pegs: Option<u32>,
    pub(crate) forward: Vec<MoveLevel<'h, W>>,
    pub(crate) backward: Vec<MoveLevel<'h, W>>,
}

impl<W: PegSet, const G: usize> MeetingPoint<'_, '_, W, G> {
    /// Returns the number of moves of a solution.
    pub(crate) fn threshold(&self) -> u32 {
        (self.forward.len() + self.backward.len()) as u32 - 1
    }

    /// Returns a solution through `hit`, a position of the last forward level, one move before the
    /// last backward level.
    pub(crate) fn one_answer(&self, hit: W) -> FewestMoves {
        let mut waypoints = vec![HashMap::from([(hit, ())])];
        let (mut after, mut duplicates) = (hit, DuplicateCache::new());
        for level in self.forward[..self.forward.len() - 1].iter().rev() {
            after = self.before(after, level, &mut duplicates).expect("every position has one before it");
            waypoints.push(HashMap::from([(after, ())]));
        }
        waypoints.reverse();
        FewestMoves { moves: self.first_path(&waypoints), optima: None }
    }

    /// Returns the first position of a level from which one move leads to `after`.
    fn before(&self, after: W, level: &MoveLevel<'_, W>, duplicates: &mut DuplicateCache<W>) -> Option<W> {
        let rules = self.sweeps.rules;
        let mut before: Option<W> = None;
        let seen = self.sweeps.each_once(after, Direction::Backward, duplicates, |reached| {
            let canonical = reached.canonical(rules);
            if before.is_none_or(|before| canonical < before) && level.has(canonical) {
                before = Some(canonical);
            }
        });
        if seen < SWEEP_LIMIT {
            return before;
        }
        level.list.iter().copied().find(|&position| {
            let mut leads = false;
            self.sweeps.each_once(position, Direction::Forward, duplicates, |reached| {
                leads = leads || reached.canonical(rules) == after;
            });
            leads
        })
    }

    /// Returns a solution and the number of all. Levels must be complete.
    pub(crate) fn all_answers(&self, cx: &Context<'_>) -> Result<FewestMoves, Stop> {
        match self.ways::<FirstCount>(cx)? {
            Some(waypoints) => Ok(self.counted(&waypoints)),
            None => Ok(self.counted(&self.ways::<BigUint>(cx)?.unwrap_or_default())),
        }
    }

    fn counted<S: PathCount>(&self, waypoints: &[HashMap<W, S>]) -> FewestMoves {
        let start = self.sweeps.rules.canonical(self.start);
        let optima = waypoints.first().and_then(|waypoints| waypoints.get(&start)).cloned().map(S::into);
        FewestMoves { moves: self.first_path(waypoints), optima }
    }

    /// Returns, for every forward level, the positions on a solution with the number of their
    /// continuations. None if `S` overflows.
    fn ways<S: PathCount>(&self, cx: &Context<'_>) -> Result<Option<Vec<HashMap<W, S>>>, Stop> {
        let mut known = HashMap::new();
        let mut waypoints: Vec<HashMap<W, S>> = Vec::new();
        for level in self.forward.iter().rev() {
            let mut here = HashMap::new();
            for (number, &position) in level.list.iter().enumerate() {
                if number % POSITIONS_PER_POLL == 0 {
                    cx.poll()?;
                }
                let sum = self.sum(position, |reached| match waypoints.last() {
                    Some(after) => Some(after.get(&reached).cloned().unwrap_or_default()),
                    None => self.ways_on(reached, &self.backward, &mut known),
                });
                let Some(sum) = sum else { return Ok(None) };
                if !sum.is_zero() {
                    here.insert(position, sum);
                }
            }
            waypoints.push(here);
        }
        waypoints.reverse();
        Ok(Some(waypoints))
    }

    /// Returns the number of paths from a position to an end; 0 if it is not in the last of the
    /// levels. None if `S` overflows.
    fn ways_on<S: PathCount>(
        &self,
        position: W,
        backward: &[MoveLevel<'_, W>],
        known: &mut HashMap<W, S>,
    ) -> Option<S> {
        let is_there = |level: &MoveLevel<'_, W>| match self.pegs {
            Some(pegs) => position.ones() == pegs,
            None => level.has(position),
        };
        match backward.split_last() {
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

    /// Returns the sum of `ways` over all sweeps. None if `S` overflows.
    fn sum<S: PathCount>(&self, position: W, mut ways: impl FnMut(W) -> Option<S>) -> Option<S> {
        let mut sum = Some(S::default());
        self.sweeps.each(position, Direction::Forward, |reached| {
            let more = ways(reached.canonical(self.sweeps.rules));
            sum = sum.take().zip(more).and_then(|(mut sum, more)| sum.try_add(&more).then_some(sum));
        });
        sum
    }

    /// Returns the first path from the start through the waypoints and then through the backward
    /// levels.
    fn first_path<S>(&self, waypoints: &[HashMap<W, S>]) -> Vec<Vec<u16>> {
        let threshold = self.threshold();
        self.sweeps.first_path(self.start, threshold, |reached, left| {
            let canonical = reached.canonical(self.sweeps.rules);
            match (waypoints.get((threshold - left) as usize), self.pegs) {
                (Some(waypoints), _) => waypoints.contains_key(&canonical),
                (None, Some(pegs)) => reached.pegs == pegs,
                (None, None) => self.backward[left as usize].has(canonical),
            }
        })
    }
}
