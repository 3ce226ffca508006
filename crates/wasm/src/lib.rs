//! The library in a browser worker: a request document in, a response document out, over linear memory.
//!
//! Three exports and no tool whose version must match: [`alloc`] room for the request, write its JSON there, [`call`],
//! read the JSON of the response where the result points to, and [`free`] both. A worker that is no longer wanted is
//! simply ended. One import, `cx.poll`, shows the page how far the work is and lets it end the work in time.
//!
//! The memory of a browser is 32 bit: pointer and length of the response travel as the high and the low half of one
//! 64-bit number.
//!
//! The names are exported on wasm32 only: elsewhere a `free` of ours would take the place of the C library's.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use fewest::{Context, Counters, Fault, Request, Response, Stop, handle};

/// Bytes that a search may hold: wasm32 ends at 4 GiB, and the page wants some of it too.
const BUDGET: usize = 1 << 30;

/// Shows the page how far the work is, and asks whether it may go on: the page has the clock.
fn watch(counters: &Counters) -> ControlFlow<Stop> {
    let [depth, positions, generated] = [&counters.depth, &counters.positions, &counters.generated]
        .map(|counter| counter.load(Relaxed) as f64);
    let says = page::poll(depth, positions, generated);
    IS_OVERDUE.store(says > 1, Relaxed);
    if says == 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(Stop::Time) }
}

/// Whether the page said at its last poll that even the moment after the time is over.
static IS_OVERDUE: AtomicBool = AtomicBool::new(false);

/// The one function that the page brings: `cx.poll(depth, positions, generated)`; 0 to go on, 1 if the time is up, 2 a moment later.
#[cfg(target_arch = "wasm32")]
mod page {
    #[allow(unsafe_code, reason = "the page's function is known by its name only")]
    mod host {
        #[link(wasm_import_module = "host")]
        unsafe extern "C" {
            pub safe fn poll(depth: f64, positions: f64, generated: f64) -> u32;
        }
    }

    pub use host::poll;
}

#[cfg(not(target_arch = "wasm32"))]
mod page {
    pub fn poll(_: f64, _: f64, _: f64) -> u32 {
        0
    }
}

/// Answers the JSON text of a request with the JSON text of a response; never fails, faults are responses.
pub fn answer(request: &[u8]) -> Vec<u8> {
    let response = match serde_json::from_slice::<Request>(request) {
        Ok(request) => {
            let cx = Context::new(1, BUDGET, &watch).with_overtime(&|| IS_OVERDUE.load(Relaxed));
            fewest_draw::lay_out_response(handle(&request, &cx), &cx)
        }
        Err(error) => Response::fault(&Fault::new(format!("not a request: {error}")), &[]),
    };
    serde_json::to_vec(&response)
        .unwrap_or_else(|error| format!(r#"{{"outcome":"error","fault":{{"what":"{error}"}}}}"#).into())
}

/// Room for `length` bytes, all zero.
#[allow(unsafe_code, reason = "an exported name is a promise to the linker")]
#[cfg_attr(target_arch = "wasm32", unsafe(no_mangle))]
pub extern "C" fn alloc(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// Gives back what [`alloc`] or [`call`] gave.
///
/// # Safety
/// `pointer` and `length` are those of an [`alloc`] or of the result of a [`call`], and are not used again.
#[allow(unsafe_code, reason = "linear memory is shared with the page by address")]
#[cfg_attr(target_arch = "wasm32", unsafe(no_mangle))]
pub unsafe extern "C" fn free(pointer: *mut u8, length: usize) {
    // SAFETY: by contract this is a boxed slice of `length` bytes that was leaked by `Box::into_raw` and is still owned.
    drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(pointer, length)) });
}

/// Answers the request in `length` bytes at `pointer`; gives the response's address in the high half and its length
/// in the low half. Both texts stay until they are [freed](free).
///
/// # Safety
/// `pointer` and `length` are those of an [`alloc`].
#[allow(unsafe_code, reason = "linear memory is shared with the page by address")]
#[cfg_attr(target_arch = "wasm32", unsafe(no_mangle))]
pub unsafe extern "C" fn call(pointer: *const u8, length: usize) -> u64 {
    // SAFETY: by contract this is initialised memory of `length` bytes which nobody writes to during the call.
    let request = unsafe { std::slice::from_raw_parts(pointer, length) };
    let response = answer(request).into_boxed_slice();
    let length = response.len() as u64;
    ((Box::into_raw(response).cast::<u8>() as u64) << 32) | length
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_no_request_is_answered_with_a_fault() {
        let response: Response = serde_json::from_slice(&answer(b"{")).unwrap();
        assert!(response.fault.unwrap().what.starts_with("not a request"));
    }
}
