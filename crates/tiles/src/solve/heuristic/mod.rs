//! Admissible heuristics: lower bounds on the number of moves to the goal.
//!
//! | file | heuristic | memory |
//! |---|---|---|
//! | `manhattan` | Manhattan distance, boards of any size, steps and lines | none |
//! | `linear_conflict` | Manhattan distance with linear conflicts | none |
//! | `additive_pdb` | the sum of the pattern databases of one partition | up to 288 MB |
//! | `max_of_pdbs` | the maximum over several partitions of 1-bit PDBs | up to 317 MB |
//! | `walking_distance` | walking distance, where a line is one move | 24,964 states per axis |
//!
//! All but `manhattan` implement
//! [`IncrementalHeuristic`](fewest_search::heuristic::IncrementalHeuristic): the value is updated
//! move by move. Those with tables prefetch entries, which are mostly not in any processor cache.

pub(crate) mod additive_pdb;
pub(crate) mod linear_conflict;
pub(crate) mod manhattan;
pub(crate) mod max_of_pdbs;
pub(crate) mod walking_distance;

/// Prefetches the cache line with that byte. A load would do the same, but a processor keeps only a
/// limited number of instructions in flight behind a load that waits.
#[inline(always)]
#[allow(
    unsafe_code,
    reason = "the only way to ask for memory without waiting; measured: a quarter of the time of the 24-puzzle"
)]
pub(crate) fn fetch(table: &[u8], at: usize) {
    // Miri has no prefetch instruction.
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a hint reads nothing and never faults, wherever it points to; the address is made
        // without leaving any object.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(table.as_ptr().wrapping_add(at).cast()) }
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = (table, at);
}
