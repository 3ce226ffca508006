//! The global allocator: that of the system with a count of bytes per thread and an exit code when
//! memory runs out.
//!
//! Sizes are checked before memory is allocated; two mechanisms catch the rest. The bytes that a
//! thread holds are counted, and work that exceeds its budget is stopped at its next poll. If the
//! system has no more memory, the program ends with code 22 and a message, not with a signal.

#![allow(unsafe_code, reason = "an allocator hands out raw memory")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator, counted.
pub struct Counted;

#[global_allocator]
static ALLOCATOR: Counted = Counted;

thread_local! {
    /// Bytes that this thread has taken and not given back. Below 0 where it gives back what
    /// another one took.
    static HELD: Cell<isize> = const { Cell::new(0) };
}

/// The bytes that this thread has taken and not given back.
pub fn held() -> isize {
    HELD.with(Cell::get)
}

fn count(bytes: isize) {
    // A thread that is ending has no count any more.
    let _ = HELD.try_with(|held| held.set(held.get().wrapping_add(bytes)));
}

fn checked(pointer: *mut u8, bytes: usize, before: usize) -> *mut u8 {
    if pointer.is_null() {
        end(bytes);
    }
    count(bytes.cast_signed().wrapping_sub(before.cast_signed()));
    pointer
}

// SAFETY: every call goes to the system's allocator with the arguments it came with, and what comes
// back is handed on. Counting does not allocate: the count is a plain number of the thread that
// needs no set-up and no clean-up. Nothing unwinds.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: what the caller promises is what the system's allocator asks for.
        checked(unsafe { System.alloc(layout) }, layout.size(), 0)
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        checked(unsafe { System.alloc_zeroed(layout) }, layout.size(), 0)
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(layout.size().cast_signed().wrapping_neg());
        // SAFETY: as above; the pointer came from the system's allocator.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above; the pointer came from the system's allocator.
        checked(unsafe { System.realloc(pointer, layout, size) }, size, layout.size())
    }
}

/// Ends the program because there is no memory, without asking for any.
#[cfg(unix)]
fn end(bytes: usize) -> ! {
    const CODE: i32 = crate::exit::Code::Memory.number() as i32;
    let mut digits = [0_u8; 20];
    let (mut first, mut rest) = (digits.len(), bytes);
    loop {
        first -= 1;
        digits[first] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    let parts: [&[u8]; 3] = [
        b"error: the system has no memory left: ",
        &digits[first..],
        b" bytes more were needed\nhelp: allow less with `--memory`, or raise the limit (`ulimit -v`, `ulimit -d`)\n",
    ];
    for part in parts {
        // SAFETY: the part is valid for its length. Nothing can be done if standard error is
        // closed.
        unsafe { libc::write(libc::STDERR_FILENO, part.as_ptr().cast(), part.len()) };
    }
    // SAFETY: it takes a number and does not come back.
    unsafe { libc::_exit(CODE) }
}

/// Ends the program because there is no memory, as Rust does.
#[cfg(not(unix))]
fn end(bytes: usize) -> ! {
    let layout = Layout::from_size_align(bytes, 1).unwrap_or(Layout::new::<u8>());
    std::alloc::handle_alloc_error(layout)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_thread_holds_is_counted() {
        let before = held();
        let mut bytes: Vec<u8> = Vec::with_capacity(1 << 20);
        assert!(held() - before >= 1 << 20);
        bytes.reserve_exact(3 << 20);
        assert!(held() - before >= 3 << 20);
        drop(bytes);
        assert!(held() - before < 1 << 20);
    }
}
