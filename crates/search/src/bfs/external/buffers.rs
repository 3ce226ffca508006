//! The large buffers of all threads, allocated once for all layers.
//!
//! An allocator does not return to the system everything that is freed. Buffers allocated for every
//! layer, each time a little larger, would hold twice the memory that was leased for them.

use std::sync::{Mutex, PoisonError};

use super::sorted_file::{BLOCK_WORDS, Scratch};
use crate::context::{Context, Lease, Stop};

/// Two buffers of equal capacity: sorting may swap them, so neither must ever grow.
#[derive(Default)]
pub(crate) struct BufferPair {
    pub(crate) keys: Vec<u64>,
    pub(crate) spare: Vec<u64>,
}

/// A pair per thread, as far as memory allows.
pub(crate) struct Buffers<'h> {
    pairs: Mutex<Vec<BufferPair>>,
    /// The number of threads to work with.
    pub(crate) threads: usize,
    /// The capacity of a buffer in words.
    pub(crate) words: usize,
    _lease: Lease<'h>,
}

/// With smaller buffers a thread does not pay; if it is the only one, there is too little memory.
const LEAST_WORDS: usize = 12 * BLOCK_WORDS;
/// Larger buffers would not make anything faster.
const MOST_WORDS: usize = 1 << 27;

impl<'h> Buffers<'h> {
    pub(crate) fn new(cx: &'h Context<'_>) -> Result<Self, Stop> {
        // A quarter is left to indices and to the overhead of the allocator.
        let free = cx.budget.limit().saturating_sub(cx.budget.used()) / 4 * 3;
        let bytes = |words: usize| 16 * words + 4 * Scratch::BYTES;
        let threads = cx.threads.min(free / bytes(LEAST_WORDS));
        if threads == 0 {
            return Err(Stop::Memory);
        }
        let words = ((free / threads - 4 * Scratch::BYTES) / 16).min(MOST_WORDS);
        let lease = cx.lease(threads * bytes(words))?;
        let pair = || BufferPair { keys: Vec::with_capacity(words), spare: Vec::with_capacity(words) };
        let pairs = Mutex::new((0..threads).map(|_| pair()).collect());
        Ok(Self { pairs, threads, words, _lease: lease })
    }

    /// Takes a pair; there is one per thread.
    pub(crate) fn take(&self) -> BufferPair {
        let taken = self.pairs.lock().unwrap_or_else(PoisonError::into_inner).pop();
        taken.expect("no more threads than pairs")
    }

    pub(crate) fn give_back(&self, pair: BufferPair) {
        self.pairs.lock().unwrap_or_else(PoisonError::into_inner).push(pair);
    }
}
