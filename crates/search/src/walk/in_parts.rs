//! Walks that pause, go on, or have a limit.

use super::{Aim, TABLE_KEYS, Walk, Walker};
use crate::host::Host;
use crate::keys::with_stride;
use crate::packed::Packed;

/// Begins a walk, and goes on as far as the small table goes; [`Walk::is_paused`] tells whether there is more, for [`walk_on`].
pub fn begin_walk<'h>(packed: &dyn Packed, host: &'h Host<'_>, aim: Aim) -> Walk<'h> {
    with_stride!(packed.words(), stride => {
        Walker { may_pause: true, ..Walker::new(stride, packed, host, aim, TABLE_KEYS) }.walk()
    })
}

/// Goes on with a walk that paused.
pub fn walk_on<'h>(seen: Walk<'h>, packed: &dyn Packed, host: &'h Host<'_>, aim: Aim) -> Walk<'h> {
    debug_assert!(seen.is_paused(), "there is more to walk through");
    with_stride!(packed.words(), stride => {
        let mut walker = Walker { seen, ..Walker::new(stride, packed, host, aim, TABLE_KEYS) };
        walker.seen.paused = false;
        let ended = walker.beyond_slots();
        walker.seen.stopped = ended.err();
        walker.seen
    })
}

/// The same as [`walk`](crate::walk()), with ways of at most `limit` moves in mind: positions from which the family knows every goal to be too far
/// ([`Packed::keep_near`]) are not expanded. No way of at most `limit` moves comes by one of those, so a goal that is not farther away is
/// found at its true depth, with all shortest ways to it. The walk stays in memory.
///
/// This is A* in the order of depth: for the right limit it expands what A* would, but keeps to layers, so threads share the work, a
/// position takes its key and no more, and the bound need not be consistent.
pub fn walk_within<'h>(packed: &dyn Packed, host: &'h Host<'_>, aim: Aim, limit: u64) -> Walk<'h> {
    with_stride!(packed.words(), stride => {
        Walker { limit: Some(limit), ..Walker::new(stride, packed, host, aim, TABLE_KEYS) }.walk()
    })
}
