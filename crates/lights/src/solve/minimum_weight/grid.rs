//! The lightest solution of a plain rectangle, given one solution and the quiet patterns.

use std::sync::atomic::Ordering::Relaxed;

use fewest_gf2::{BitVec, Coset, LightestAll};
use fewest_search::{Context, Stop};

use crate::rules::{Cells, words_in_row};
use crate::solve::linear::row_recurrence::Chase;

/// From this nullity on the symmetries of the board save more time than finding them takes.
const NULLITY_FOR_SYMMETRY: usize = 18;

/// Returns the bytes that comparing takes.
pub fn bytes_to_compare(cells: &Cells, nullity: usize) -> usize {
    // The patterns as found and in two systematic forms; for each position a column, its value, and
    // its images under 8 symmetries.
    let words = cells.words().len();
    8 * words * (3 * nullity + 4) + 64 * words * (24 + if nullity < NULLITY_FOR_SYMMETRY { 0 } else { 32 })
}

/// Finds the lightest solutions, at most `most` of them, given one. All are compared unless the
/// context stops it.
///
/// # Errors
/// If the context stops it before any two were compared.
pub fn lightest(chase: &Chase, presses: &Cells, most: usize, cx: &Context<'_>) -> Result<LightestAll, Stop> {
    let coset = coset(chase, presses, cx)?;
    Ok(coset.lightest(most, cx.threads, counting(cx)))
}

/// Returns the weight distribution of all solutions, given one; None if the context stopped it.
pub fn weights(chase: &Chase, presses: &Cells, cx: &Context<'_>) -> Option<Vec<u64>> {
    coset(chase, presses, cx).ok()?.weights(cx.threads, counting(cx))
}

/// Returns a callback that counts compared solutions and polls the context.
fn counting<'h>(cx: &'h Context<'_>) -> impl FnMut(u64) -> bool + 'h {
    let before = cx.counters.generated.load(Relaxed);
    move |compared| {
        cx.counters.generated.store(before + compared, Relaxed);
        cx.poll().is_ok()
    }
}

/// Returns the coset of all solutions, given one.
fn coset(chase: &Chase, presses: &Cells, cx: &Context<'_>) -> Result<Coset, Stop> {
    let vector = |cells: &Cells| BitVec::from_words(cells.words().to_vec(), 64 * cells.words().len());
    let mut quiet = Vec::new();
    for pattern in chase.quiet_patterns() {
        cx.poll()?;
        quiet.push(vector(&pattern));
    }
    let symmetries = if quiet.len() < NULLITY_FOR_SYMMETRY { Vec::new() } else { symmetries(presses, cx)? };
    cx.poll()?;
    Ok(Coset::new(&vector(presses), &quiet, &symmetries))
}

/// Returns the reflections of the rectangle, and the rotations of a square, as permutations of the
/// bits of [`Cells`]. Symmetries that leave the lights as they are permute the solutions.
fn symmetries(cells: &Cells, cx: &Context<'_>) -> Result<Vec<Vec<u32>>, Stop> {
    let (width, height, stride) = (cells.width(), cells.height(), 64 * words_in_row(cells.width()));
    let count = if width == height { 8 } else { 4 };
    let symmetry = |number: usize| {
        let to = |position: usize| {
            let (x, y) = (position % stride, position / stride);
            if x >= width {
                return position as u32; // no cell
            }
            let (x, y) = if number & 4 == 0 { (x, y) } else { (y, x) };
            let x = if number & 1 == 0 { x } else { width - 1 - x };
            let y = if number & 2 == 0 { y } else { height - 1 - y };
            (stride * y + x) as u32
        };
        cx.poll().map(|()| (0..stride * height).map(to).collect())
    };
    (1..count).map(symmetry).collect()
}
