//! Merging sorted runs, removing duplicates and known keys.

use crate::context::Context;
use crate::keys::Stride;
use crate::limits::Stop;

/// Merges sorted `runs` (each free of duplicates), removes duplicates and all keys of the sorted
/// slices `without`, and passes the rest to `sink` in order.
///
/// The number of runs is small, so the smallest head is found by linear search.
pub(crate) fn merge<'k, S: Stride>(
    stride: S,
    runs: &mut Vec<&'k [u64]>,
    without: &mut [&[u64]],
    mut sink: impl FnMut(&'k [u64]) -> Result<(), Stop>,
) -> Result<(), Stop> {
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

/// Like [`merge`], by sorting again: range by range, the keys of all runs are gathered in `buffer`,
/// at most `room` words, and sorted. With many runs this is faster, because a radix sort has no
/// branch on which run comes next.
pub(crate) fn merge_by_sorting<S: Stride>(
    stride: S,
    runs: &mut Vec<&[u64]>,
    without: &mut [&[u64]],
    (buffer, spare): (&mut Vec<u64>, &mut Vec<u64>),
    room: usize,
    mut sink: impl FnMut(&[u64]) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let words = stride.words();
    loop {
        runs.retain(|run| !run.is_empty());
        if runs.is_empty() {
            return Ok(());
        }
        // No run has more than `share` keys before the smallest key that ends a share.
        let share = (room / words / runs.len()).max(1);
        let ends = runs.iter().filter(|run| stride.count(run) > share).map(|run| stride.at(run, share));
        let end = ends.min_by(|one, other| stride.cmp(one, other));
        buffer.clear();
        for run in runs.iter_mut() {
            let few = &run[..run.len().min(share * words)];
            let here = end.map_or(few.len(), |end| stride.lower_bound(few, end) * words);
            buffer.extend_from_slice(&run[..here]);
            *run = &run[here..];
        }
        stride.sort_dedup(buffer, spare);
        for key in buffer.chunks_exact(words) {
            if !skip_to(stride, without, key) {
                sink(key)?;
            }
        }
    }
}

/// Sorts keys and drops duplicates, in pieces between which the context is polled. May need the
/// memory of the keys twice.
///
/// # Errors
/// The reason to stop.
pub(crate) fn sort_dedup<S: Stride>(
    stride: S,
    mut keys: Vec<u64>,
    cx: &Context<'_>,
) -> Result<Vec<u64>, Stop> {
    const PIECE: usize = 1 << 20;
    let piece = PIECE / stride.words() * stride.words();
    let (mut some, mut spare) = (Vec::new(), Vec::new());
    if keys.len() <= piece.max(stride.words()) {
        stride.sort_dedup(&mut keys, &mut spare);
        return Ok(keys);
    }
    let mut runs = Vec::new();
    for from in (0..keys.len()).step_by(piece) {
        let to = keys.len().min(from + piece);
        some.clear();
        some.extend_from_slice(&keys[from..to]);
        stride.sort_dedup(&mut some, &mut spare);
        keys[from..from + some.len()].copy_from_slice(&some);
        runs.push(from..from + some.len());
        cx.poll()?;
    }
    let mut runs: Vec<&[u64]> = runs.into_iter().map(|run| &keys[run]).collect();
    let (mut sorted, mut done) = (Vec::with_capacity(keys.len()), 0);
    merge_by_sorting(stride, &mut runs, &mut [], (&mut some, &mut spare), piece, |key| {
        sorted.extend_from_slice(key);
        cx.poll_after(&mut done, key.len())
    })?;
    Ok(sorted)
}

/// Advances every slice to `key`. Returns whether one of them contains it.
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

/// Returns the slice of sorted `keys` in the half-open range from `from` to `to`.
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
    use crate::hash::spread;
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
    fn sorting_again_gives_the_same() {
        let runs: Vec<Vec<u64>> =
            (1..9).map(|run| (0..4000).map(|at| at * run * 7 % 9001 + run * 300).collect()).collect();
        let runs: Vec<Vec<u64>> = runs
            .into_iter()
            .map(|mut run| {
                run.sort_unstable();
                run.dedup();
                run
            })
            .collect();
        let slices: Vec<&[u64]> = runs.iter().map(Vec::as_slice).chain([&[][..]]).collect();
        let known: Vec<u64> = (0..12_000).step_by(5).collect();
        let mut expected = Vec::new();
        merge(One, &mut slices.clone(), &mut [&known], |key| {
            expected.extend_from_slice(key);
            Ok(())
        })
        .unwrap();
        assert!(expected.len() > 5000);
        for room in [1, 40, 5000, 100_000] {
            let (mut out, mut buffer, mut spare) = (Vec::new(), Vec::new(), Vec::new());
            merge_by_sorting(
                One,
                &mut slices.clone(),
                &mut [&known],
                (&mut buffer, &mut spare),
                room,
                |key| {
                    out.extend_from_slice(key);
                    Ok(())
                },
            )
            .unwrap();
            assert_eq!(out, expected, "{room} words");
            assert!(buffer.capacity() <= 2 * room.max(16));
        }
    }

    #[test]
    fn sorting_in_pieces_gives_the_same_and_can_be_stopped() {
        let keys: Vec<u64> = (0..5_000_000).map(|n| spread(n) >> 42).collect();
        let mut expected = keys.clone();
        One.sort_dedup(&mut expected, &mut Vec::new());
        assert_eq!(sort_dedup(One, keys.clone(), &Context::default()).unwrap(), expected);
        let pairs: Vec<u64> = keys.iter().map(|key| key & 0x7ff).collect();
        let mut expected = pairs.clone();
        Two.sort_dedup(&mut expected, &mut Vec::new());
        assert_eq!(sort_dedup(Two, pairs, &Context::default()).unwrap(), expected);
        let stop = |_: &crate::Counters| std::ops::ControlFlow::Break(Stop::Time);
        assert_eq!(sort_dedup(One, keys, &Context::new(1, 0, &stop)), Err(Stop::Time));
    }

    #[test]
    fn parts_join_to_the_whole() {
        let keys = [1, 1, 1, 2, 3, 0, 3, 7];
        let cut = [2, 0];
        assert_eq!(between(Two, &keys, None, Some(&cut)), [1, 1, 1, 2]);
        assert_eq!(between(Two, &keys, Some(&cut), None), [3, 0, 3, 7]);
    }
}
