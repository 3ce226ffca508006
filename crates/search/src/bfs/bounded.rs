//! Walks that pause, go on, or have a limit.

use super::{Aim, BfsResult, BfsRun, TABLE_KEYS};
use crate::context::Context;
use crate::keys::with_stride;
use crate::state_space::StateSpace;

/// Begins a walk, and goes on as far as the small table goes; [`BfsResult::is_paused`] tells whether there is more, for [`continue_bfs`].
pub fn begin_bfs<'h>(packed: &dyn StateSpace, cx: &'h Context<'_>, aim: Aim) -> BfsResult<'h> {
    with_stride!(packed.words(), stride => {
        BfsRun { may_pause: true, ..BfsRun::new(stride, packed, cx, aim, TABLE_KEYS) }.bfs()
    })
}

/// Goes on with a walk that paused.
pub fn continue_bfs<'h>(
    seen: BfsResult<'h>,
    packed: &dyn StateSpace,
    cx: &'h Context<'_>,
    aim: Aim,
) -> BfsResult<'h> {
    debug_assert!(seen.is_paused(), "there is more to walk through");
    with_stride!(packed.words(), stride => {
        let mut walker = BfsRun { seen, ..BfsRun::new(stride, packed, cx, aim, TABLE_KEYS) };
        walker.seen.paused = false;
        let ended = walker.beyond_slots();
        walker.seen.stopped = ended.err();
        walker.seen
    })
}

/// The same as [`bfs`](crate::bfs()), with ways of at most `limit` moves in mind: positions from which the family knows every goal to be too far
/// ([`StateSpace::prune`]) are not expanded. No way of at most `limit` moves comes by one of those, so a goal that is not farther away is
/// found at its true depth, with all shortest ways to it. The walk stays in memory.
///
/// This is A* in the order of depth: for the right limit it expands what A* would, but keeps to layers, so threads share the work, a
/// position takes its key and no more, and the bound need not be consistent.
pub fn bounded_bfs<'h>(packed: &dyn StateSpace, cx: &'h Context<'_>, aim: Aim, limit: u64) -> BfsResult<'h> {
    with_stride!(packed.words(), stride => {
        BfsRun { limit: Some(limit), ..BfsRun::new(stride, packed, cx, aim, TABLE_KEYS) }.bfs()
    })
}
