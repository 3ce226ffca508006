//! WebAssembly bindings for a browser worker: a JSON request in, a JSON response out, over linear
//! memory.
//!
//! Three exports, so that no binding generator has to match in version: [`alloc`] memory for the
//! request, write its JSON there, [`call`], read the JSON of the response at the result, and
//! [`free`] both. To cancel, the page terminates the worker. One import, `host.poll`, reports
//! progress to the page and lets it stop the search at a time limit.
//!
//! Linear memory has 32-bit addresses: pointer and length of the response are the high and the low
//! half of one 64-bit number.
//!
//! The names are exported on wasm32 only: elsewhere this `free` would replace that of the C
//! library.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use fewest::service::{Context, Counters, Fault, Request, Response, Stop, handle};

/// The memory budget of a search in bytes: wasm32 has 4 GiB, which the page shares.
const BUDGET: usize = 1 << 30;

/// Reports progress to the page and asks whether to continue: the page has the clock.
fn watch(counters: &Counters) -> ControlFlow<Stop> {
    let [depth, positions, generated] = [&counters.depth, &counters.positions, &counters.generated]
        .map(|counter| counter.load(Relaxed) as f64);
    let says = page::poll(depth, positions, generated);
    IS_OVERDUE.store(says > 1, Relaxed);
    if says == 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(Stop::Time) }
}

/// Whether the overtime was over at the last poll of the page.
static IS_OVERDUE: AtomicBool = AtomicBool::new(false);

/// The import of the page: `host.poll(depth, positions, generated)`. It returns 0 to continue, 1 if
/// the time is up, 2 if the overtime is over too.
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

/// Returns the JSON of the response to the JSON of a request. Errors are responses too.
pub fn answer(request: &[u8]) -> Vec<u8> {
    // By way of a text, as everything else is read: the other reader would be all of this once more.
    let text = String::from_utf8_lossy(request);
    let response = match serde_json::from_str::<Request>(&text) {
        Ok(request) => {
            let cx = Context::new(1, BUDGET, &watch).with_overtime(&|| IS_OVERDUE.load(Relaxed));
            fewest_draw::lay_out_response(handle(&request, &cx), &cx)
        }
        Err(error) => Response::fault(&Fault::new(format!("not a request: {error}")), &[]),
    };
    serde_json::to_vec(&response)
        .unwrap_or_else(|error| format!(r#"{{"outcome":"error","fault":{{"what":"{error}"}}}}"#).into())
}

/// Allocates `length` zeroed bytes.
#[allow(unsafe_code, reason = "an exported name is a promise to the linker")]
#[cfg_attr(target_arch = "wasm32", unsafe(no_mangle))]
pub extern "C" fn alloc(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// Frees the memory of [`alloc`] or [`call`].
///
/// # Safety
/// `pointer` and `length` are those of an [`alloc`] or of the result of a [`call`], and are not
/// used again.
#[allow(unsafe_code, reason = "linear memory is shared with the page by address")]
#[cfg_attr(target_arch = "wasm32", unsafe(no_mangle))]
pub unsafe extern "C" fn free(pointer: *mut u8, length: usize) {
    // SAFETY: by contract this is a boxed slice of `length` bytes that was leaked by
    // `Box::into_raw` and is still owned.
    drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(pointer, length)) });
}

/// Answers the request in the `length` bytes at `pointer`. Returns the address of the response in
/// the high half and its length in the low half. Both stay allocated until they are [freed](free).
///
/// # Safety
/// `pointer` and `length` are those of an [`alloc`].
#[allow(unsafe_code, reason = "linear memory is shared with the page by address")]
#[cfg_attr(target_arch = "wasm32", unsafe(no_mangle))]
pub unsafe extern "C" fn call(pointer: *const u8, length: usize) -> u64 {
    // SAFETY: by contract this is initialised memory of `length` bytes, which is not written to
    // during the call.
    let request = unsafe { std::slice::from_raw_parts(pointer, length) };
    let response = answer(request).into_boxed_slice();
    let length = response.len() as u64;
    ((Box::into_raw(response).cast::<u8>() as u64) << 32) | length
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn malformed_requests_are_answered_with_a_fault() {
        let response: Response = serde_json::from_slice(&answer(b"{")).unwrap();
        assert!(response.fault.unwrap().what.starts_with("not a request"));
    }
}
