//! What is known of one side of a search by moves: everything so many moves from its beginning, level by level.

use fewest_search::{Context, Lease, Stop};

use crate::solve::peg_set::PegSet;
use crate::solve::state_set::hash_table::PositionTable;
use crate::solve::symmetry::packed_rules::Direction;

/// Positions in order, each the smallest of its images.
pub(crate) struct MoveLevel<'h, W> {
    pub(crate) list: Vec<W>,
    lease: Lease<'h>,
}

impl<'h, W: PegSet> MoveLevel<'h, W> {
    pub(crate) fn of(list: Vec<W>, cx: &'h Context<'_>) -> Result<Self, Stop> {
        let lease = cx.lease(list.len() * size_of::<W>())?;
        Ok(Self { list, lease })
    }

    /// Leases room for so many more.
    pub(crate) fn reserve(&mut self, more: usize) -> Result<(), Stop> {
        self.lease.resize((self.list.len() + more) * size_of::<W>())
    }

    /// Keeps only so many, those that `rate` rates least.
    pub(crate) fn narrow<R: Ord>(&mut self, width: usize, rate: impl Fn(W) -> R) {
        self.list.select_nth_unstable_by_key(width, |&position| rate(position));
        self.list.truncate(width);
        self.list.sort_unstable();
    }

    /// Whether a position is there; the level must be sorted.
    pub(crate) fn has(&self, position: W) -> bool {
        self.list.binary_search(&position).is_ok()
    }
}

/// One side.
pub(crate) struct Frontier<'h, W> {
    pub(crate) direction: Direction,
    /// The positions of all levels.
    pub(crate) seen: PositionTable<'h, W>,
    pub(crate) levels: Vec<MoveLevel<'h, W>>,
    /// What came of the level before the last: from so many positions, so many were reached.
    pub(crate) reached: (u64, u64),
    /// Whether levels have all their positions.
    pub(crate) is_complete: bool,
}

impl<'h, W: PegSet> Frontier<'h, W> {
    /// A side that begins with these, sorted.
    pub(crate) fn of(direction: Direction, list: Vec<W>, cx: &'h Context<'_>) -> Result<Self, Stop> {
        let seen = PositionTable::of(&list, cx)?;
        let levels = vec![MoveLevel::of(list, cx)?];
        Ok(Self { direction, seen, levels, reached: (1, 1), is_complete: true })
    }

    /// How many moves its last level is away.
    pub(crate) fn moves(&self) -> u32 {
        self.levels.len() as u32 - 1
    }

    /// The last level.
    pub(crate) fn frontier(&self) -> &[W] {
        self.levels.last().map_or(&[], |level| &level.list)
    }

    /// Keeps only so many positions of the last level, those that `rate` rates least. What is left out stays seen.
    pub(crate) fn narrow<R: Ord>(&mut self, width: usize, rate: impl Fn(W) -> R) {
        if let Some(level) = self.levels.last_mut() {
            level.narrow(width, rate);
            self.is_complete = false;
        }
    }

    /// About how much would be reached from the last level.
    pub(crate) fn work(&self) -> u64 {
        (self.frontier().len() as u64).saturating_mul(self.reached.1) / self.reached.0.max(1)
    }
}
