//! The number of sequences of exactly T picks that put all lights out.
//!
//! For one solution of a board of `m` colours, with multiplicity `a_i` of cell `i`, a sequence
//! picks the cell `a_i`, `a_i + m`, `a_i + 2m`, ... times. Cells are added one after the other: of
//! `t` turns that the cells so far have, the last one takes `k` in any of `C(t, k)` ways. Only how
//! many cells have multiplicity 0, 1, 2, ... matters, so solutions alike in that are counted once.

use std::collections::BTreeMap;

use fewest_search::{Context, Stop};

use super::SolutionIter;

/// Returns the number of sequences for two colours, given the weight distribution of the solutions;
/// None if it exceeds 128 bits.
///
/// The recurrence is over sequences of `t` picks that leave `k` given cells odd and the others of
/// `n` even: the last pick is one of the `k`, or one of the others, and then `k + 1` were odd
/// before it.
///
/// # Errors
/// If the context stops it.
pub fn count_sequences(
    solutions: &[u128],
    places: usize,
    turns: u64,
    cx: &Context<'_>,
) -> Result<Option<u128>, Stop> {
    if places < 2 {
        // There is one sequence of every length, for the solution with as many presses modulo 2.
        let fits = |odd: u64| odd <= turns && odd % 2 == turns % 2;
        return Ok(Some(
            (0..).zip(solutions).filter(|(odd, _)| fits(*odd)).map(|(_, &solutions)| solutions).sum(),
        ));
    }
    let mut ways = vec![Some(0_u128); places + 2];
    ways[0] = Some(1);
    for _ in 0..turns {
        cx.poll()?;
        let one_more = |odd: usize| {
            let fewer = odd.checked_sub(1).map_or(Some(0), |fewer| ways[fewer]?.checked_mul(odd as u128))?;
            let more = match places - odd {
                0 => 0,
                others => ways[odd + 1]?.checked_mul(others as u128)?,
            };
            fewer.checked_add(more)
        };
        let mut next: Vec<Option<u128>> = (0..=places).map(one_more).collect();
        next.push(Some(0));
        ways = next;
        // The numbers never shrink, so once none fits, none will.
        if ways.iter().all(|ways| ways.is_none_or(|ways| ways == 0)) {
            return Ok(None);
        }
    }
    let mut all = Some(0_u128);
    for (odd, &solutions) in solutions.iter().enumerate().filter(|(_, solutions)| **solutions > 0) {
        all = all.and_then(|all| all.checked_add(ways[odd]?.checked_mul(solutions)?));
    }
    Ok(all)
}

/// The largest number of turns that is counted: beyond it the number exceeds 128 bits for two cells
/// already.
const MOST_TURNS: usize = 1024;

/// Returns the number of sequences for more than two colours; None if it exceeds 128 bits.
///
/// # Errors
/// If the context stops it.
pub fn count_modular_sequences(
    mut solutions: SolutionIter,
    colours: u8,
    turns: u64,
    cx: &Context<'_>,
) -> Result<Option<u128>, Stop> {
    let Some(turns) = usize::try_from(turns).ok().filter(|&turns| turns <= MOST_TURNS) else {
        return Ok(None);
    };
    let mut alike: BTreeMap<Vec<u8>, u128> = BTreeMap::new();
    while let Some(mut solution) = solutions.next() {
        solution.sort_unstable_by(|a, b| b.cmp(a));
        *alike.entry(solution).or_default() += 1;
        cx.poll()?;
    }
    let choices = choices(turns);
    let mut all = Some(0_u128);
    for (solution, times) in &alike {
        cx.poll()?;
        let here = for_one(solution, usize::from(colours), turns, &choices);
        all = all.and_then(|all| all.checked_add(here?.checked_mul(*times)?));
    }
    Ok(all)
}

/// Returns the binomial coefficients `C(t, k)`; None where one exceeds 128 bits.
fn choices(turns: usize) -> Vec<Vec<Option<u128>>> {
    let mut rows: Vec<Vec<Option<u128>>> = vec![vec![Some(1)]];
    for t in 1..=turns {
        let above = &rows[t - 1];
        let between = above.windows(2).map(|pair| pair[0]?.checked_add(pair[1]?));
        rows.push([Some(1)].into_iter().chain(between).chain([Some(1)]).collect());
    }
    rows
}

/// Returns the number of sequences for one solution. Turns that later cells need are not given to
/// earlier ones, so that no intermediate number exceeds the result.
fn for_one(solution: &[u8], colours: usize, turns: usize, choices: &[Vec<Option<u128>>]) -> Option<u128> {
    let mut needed: usize = solution.iter().map(|&often| usize::from(often)).sum();
    if needed > turns {
        return Some(0);
    }
    let mut ways = vec![0_u128; turns + 1];
    ways[0] = 1;
    for &often in solution {
        needed -= usize::from(often);
        let mut next = vec![0_u128; turns + 1];
        for (t, sum) in next.iter_mut().enumerate().take(turns - needed + 1) {
            for k in (usize::from(often)..=t).step_by(colours).filter(|&k| ways[t - k] > 0) {
                *sum = sum.checked_add(choices[t][k]?.checked_mul(ways[t - k])?)?;
            }
        }
        ways = next;
    }
    Some(ways[turns])
}
