//! The checker of proofs for a browser worker: a puzzle and a proof in, a verdict out, over linear
//! memory.
//!
//! Three exports: [`alloc`] memory for both texts, write them there, [`check`], read the verdict at
//! the result, and [`free`] all three. The first character of the verdict is `+` if the proof is
//! accepted and `-` if not; then comes what was verified, or why not. One import, `host.progress`, is
//! told how far the check is, and says whether to go on.
//!
//! Linear memory has 32-bit addresses: pointer and length of the verdict are the high and the low
//! half of one 64-bit number. The names are exported on wasm32 only: elsewhere this `free` would
//! replace that of the C library.

use fewest_verify::Rejected;

/// The import of the page: `host.progress(checked, total)`, positions or entries; a total of 0 is not
/// known. It returns 0 to continue.
#[cfg(target_arch = "wasm32")]
mod page {
    #[allow(unsafe_code, reason = "the page's function is known by its name only")]
    mod host {
        #[link(wasm_import_module = "host")]
        unsafe extern "C" {
            pub safe fn progress(checked: f64, total: f64) -> u32;
        }
    }

    pub use host::progress;
}

#[cfg(not(target_arch = "wasm32"))]
mod page {
    pub fn progress(_: f64, _: f64) -> u32 {
        0
    }
}

/// Returns the verdict.
pub fn verdict(puzzle: &[u8], proof: &[u8]) -> String {
    let progress = &mut |checked: u64, total: u64| match page::progress(checked as f64, total as f64) {
        0 => Ok(()),
        _ => Err(Rejected("the check was stopped".to_owned())),
    };
    let checked = match std::str::from_utf8(puzzle) {
        Ok(text) => fewest_verify::read_puzzle(text)
            .and_then(|rules| fewest_verify::check(rules.as_ref(), proof, &[], progress)),
        Err(_) => Err(Rejected("the puzzle is not a text".to_owned())),
    };
    match checked {
        Ok(verified) => format!("+verified: {verified}"),
        Err(why) => format!("-not accepted: {}", why.0),
    }
}

/// Allocates `length` zeroed bytes.
#[allow(unsafe_code, reason = "an exported name is a promise to the linker")]
#[cfg_attr(target_arch = "wasm32", unsafe(no_mangle))]
pub extern "C" fn alloc(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// Frees the memory of [`alloc`] or [`check`].
///
/// # Safety
/// `pointer` and `length` are those of an [`alloc`] or of the result of a [`check`], and are not
/// used again.
#[allow(unsafe_code, reason = "linear memory is shared with the page by address")]
#[cfg_attr(target_arch = "wasm32", unsafe(no_mangle))]
pub unsafe extern "C" fn free(pointer: *mut u8, length: usize) {
    // SAFETY: by contract this is a boxed slice of `length` bytes that was leaked by
    // `Box::into_raw` and is still owned.
    drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(pointer, length)) });
}

/// Checks a proof. Returns the address of the verdict in the high half and its length in the low half.
///
/// # Safety
/// The pointers and lengths are those of two [`alloc`]s.
#[allow(unsafe_code, reason = "linear memory is shared with the page by address")]
#[cfg_attr(target_arch = "wasm32", unsafe(no_mangle))]
pub unsafe extern "C" fn check(
    puzzle: *const u8,
    puzzle_length: usize,
    proof: *const u8,
    proof_length: usize,
) -> u64 {
    // SAFETY: by contract these are initialised memory of these lengths, which is not written to
    // during the call.
    let (puzzle, proof) = unsafe {
        (std::slice::from_raw_parts(puzzle, puzzle_length), std::slice::from_raw_parts(proof, proof_length))
    };
    let verdict = verdict(puzzle, proof).into_bytes().into_boxed_slice();
    let length = verdict.len() as u64;
    ((Box::into_raw(verdict).cast::<u8>() as u64) << 32) | length
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_is_accepted_and_an_altered_one_is_not() {
        // One peg jumps; the number of pegs is the argument.
        let puzzle = b"fewest puzzle 1\npegs jumps\ndirections 1,0\nrow xxo\ngoal one\n";
        let proof = b"fewest proof 1\n\x02\x01\x00\x00\x01O";
        assert_eq!(verdict(puzzle, proof), "+verified: no solution with fewer than 1 jump");
        assert!(verdict(puzzle, &proof[..proof.len() - 1]).starts_with("-not accepted"));
        assert!(verdict(b"\xff", proof).starts_with("-not accepted"));
    }
}
