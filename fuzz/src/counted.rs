//! An allocator that counts the bytes of each thread, so that a target can measure the memory of an
//! input.

#![allow(unsafe_code, reason = "an allocator hands out raw memory")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Counted;

#[global_allocator]
static ALLOCATOR: Counted = Counted;

thread_local! {
    static HELD: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

/// Runs `work`. Returns its result and the peak of bytes that this thread allocated beyond those
/// before.
pub(crate) fn peak_of<R>(work: impl FnOnce() -> R) -> (R, isize) {
    let before = HELD.get();
    PEAK.set(before);
    let result = work();
    (result, PEAK.get() - before)
}

fn count(bytes: isize) {
    // A thread that is ending has no count any more.
    let held = HELD.try_with(|held| {
        held.set(held.get().wrapping_add(bytes));
        held.get()
    });
    let _ = held.map(|held| PEAK.try_with(|peak| peak.set(peak.get().max(held))));
}

// SAFETY: every call goes to the system's allocator with the arguments it came with, and what comes
// back is handed on. Counting does not allocate, and nothing unwinds.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size().cast_signed());
        // SAFETY: what the caller promises is what the system's allocator asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size().cast_signed());
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(layout.size().cast_signed().wrapping_neg());
        // SAFETY: as above; the pointer came from the system's allocator.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size.cast_signed().wrapping_sub(layout.size().cast_signed()));
        // SAFETY: as above; the pointer came from the system's allocator.
        unsafe { System.realloc(pointer, layout, size) }
    }
}
