//! Frontiers of the bidirectional search: the positions 0, 1, 2 … moves away from where a side
//! began, level by level.

use fewest_search::{Context, Lease, Stop};

use crate::solve::peg_set::PegSet;
use crate::solve::state_set::hash_table::PositionTable;
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
