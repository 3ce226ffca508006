//! Merging sorted runs, dropping repeats and keys that are already known.

use crate::keys::Stride;

/// Merges sorted `runs` (each without repeats), leaves out repeats and everything in the sorted slices `without`, and hands
/// the rest to `sink` in order.
///
/// The number of runs is small, so the least head is found by looking at all of them.
pub(crate) fn merge<'k, S: Stride>(
    stride: S,
    runs: &mut Vec<&'k [u64]>,
    without: &mut [&[u64]],
    mut sink: impl FnMut(&'k [u64]) -> Result<(), crate::Stop>,
) -> Result<(), crate::Stop> {
    let words = stride.words();
    runs.retain(|run| !run.is_empty());
    while let Some((&first, others)) = runs.split_first() {
        if others.is_empty() {
            for key in first.chunks_exact(words) {
                if !skip_to(stride, without, key) {
                    sink(key)?;
                }
            }
            return Ok(());
        }
        let mut least = &first[..words];
        for run in others {
            if stride.cmp(&run[..words], least).is_lt() {
                least = &run[..words];
            }
        }
        let mut emptied = false;
        for run in runs.iter_mut() {
            if stride.cmp(&run[..words], least).is_eq() {
                *run = &run[words..];
                emptied |= run.is_empty();
            }
        }
        if emptied {
            runs.retain(|run| !run.is_empty());
        }
        if !skip_to(stride, without, least) {
            sink(least)?;
        }
    }
    Ok(())
}

/// Moves every slice forward to `key`; says whether one of them holds it.
#[inline(always)]
fn skip_to<S: Stride>(stride: S, slices: &mut [&[u64]], key: &[u64]) -> bool {
    let words = stride.words();
    let mut known = false;
    for slice in slices.iter_mut() {
        while !slice.is_empty() && stride.cmp(&slice[..words], key).is_lt() {
            *slice = &slice[words..];
        }
        known |= !slice.is_empty() && stride.cmp(&slice[..words], key).is_eq();
    }
    known
}

/// The part of sorted `keys` that is not less than `from` (if given) and less than `to` (if given).
pub(crate) fn between<'k, S: Stride>(
    stride: S,
    keys: &'k [u64],
    from: Option<&[u64]>,
    to: Option<&[u64]>,
) -> &'k [u64] {
    let start = from.map_or(0, |key| stride.lower_bound(keys, key));
    let end = to.map_or(stride.count(keys), |key| stride.lower_bound(keys, key));
    &keys[start * stride.words()..end * stride.words()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::{One, Two};

    #[test]
    fn repeats_and_known_keys_are_left_out() {
        let mut out = Vec::new();
        let mut runs: Vec<&[u64]> = vec![&[1, 3, 5, 9], &[], &[2, 3, 9, 11], &[3]];
        merge(One, &mut runs, &mut [&[5, 6], &[0, 11]], |key| {
            out.extend_from_slice(key);
            Ok(())
        })
        .unwrap();
        assert_eq!(out, [1, 2, 3, 9]);
    }

    #[test]
    fn parts_join_to_the_whole() {
        let keys = [1, 1, 1, 2, 3, 0, 3, 7];
        let cut = [2, 0];
        assert_eq!(between(Two, &keys, None, Some(&cut)), [1, 1, 1, 2]);
        assert_eq!(between(Two, &keys, Some(&cut), None), [3, 0, 3, 7]);
    }
}
