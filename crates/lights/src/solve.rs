//! The fewest presses.
//!
//! Chasing gives one solution; all others are its sums with quiet patterns. With nullity 0 there is no other. With a small
//! nullity all `2^d` are compared. Beyond that the best one found is given with a bound, and nobody calls it the fewest.

use fewest_gf2::{BitVec, LightestAll};
use fewest_search::{Context, Stop};

use super::answer::Presses;
use super::cells::Cells;
use super::chase::{Chase, Chased};
use super::grid::Grid;
use super::minimum::{bytes_to_compare, can_compare, lightest};
use super::reason::Certificate;
use fewest_core::{Ended, LowerBound, Outcome, Reason, SearchLog, SolveOptions};

/// What solving a board gives.
pub type Solution = Outcome<Presses, Certificate>;

/// Finds the fewest presses, as far as the host allows.
pub fn solve(board: &Grid, how: &SolveOptions, cx: &Context<'_>) -> Solution {
    if board.is_dark() {
        return unique(Cells::none(board.width(), board.height()), how);
    }
    fewest(board, how, cx).unwrap_or_else(|stop| Outcome::nothing(Ended::Limit(stop)))
}

fn fewest(board: &Grid, how: &SolveOptions, cx: &Context<'_>) -> Result<Solution, Stop> {
    let chase = Chase::new(board.width(), board.height(), cx)?;
    // Presses, a pattern, what is left while chasing, the board replayed.
    let mut bytes = 4 * 8 * board.lit().words().len();
    let compare = !(how.any || how.fast) && can_compare(board.lit().area(), chase.nullity());
    if compare && chase.nullity() > 0 {
        bytes += bytes_to_compare(board.lit(), chase.nullity());
    }
    cx.poll()?;
    let _lease = cx.lease(bytes)?;
    Ok(match chase.solve(board.lit(), cx)? {
        Chased::Never(pattern) => Outcome {
            at_least: LowerBound::Never,
            why: vec![Reason::Certificate(Certificate::QuietPattern(pattern))],
            ..Outcome::nothing(Ended::Complete)
        },
        Chased::Presses(presses) if chase.nullity() == 0 => {
            Outcome { why: vec![Reason::SearchLog(SearchLog::Compared { log2: 0 })], ..unique(presses, how) }
        }
        Chased::Presses(presses) if how.any => unproven(board, presses, Ended::AsAsked),
        Chased::Presses(presses) if how.fast => unproven(board, lighten(&chase, presses, cx), Ended::AsAsked),
        Chased::Presses(presses) if compare => compare_all(board, &chase, &presses, how, cx),
        Chased::Presses(presses) => {
            let lighter = lighten(&chase, presses, cx);
            unproven(board, lighter, cx.check().map_or_else(Ended::Limit, |()| Ended::OutOfReach))
        }
    })
}

/// The outcome where nothing else can be as short.
fn unique(presses: Cells, how: &SolveOptions) -> Solution {
    let answer = Presses::Board(presses);
    Outcome {
        at_least: LowerBound::Moves(answer.length()),
        count: how.count.then_some(1),
        all: how.all.iter().filter(|&&most| most > 0).map(|_| answer.clone()).collect(),
        best: Some(answer),
        ..Outcome::nothing(Ended::Complete)
    }
}

/// The outcome with a solution of which only a bound is known.
fn unproven(board: &Grid, presses: Cells, ended: Ended) -> Solution {
    let at_least = at_least(board, &presses);
    Outcome {
        best: Some(Presses::Board(presses)),
        at_least: LowerBound::Moves(at_least),
        why: vec![Reason::SearchLog(SearchLog::Bound {
            because: format!("{} lights are on, and a press changes at most five", board.lit().count()),
        })],
        ..Outcome::nothing(ended)
    }
}

/// A bound from one solution: a press changes at most five lights, and all solutions are even or all are odd.
///
/// The latter, because quiet patterns have an even size: each of its cells is changed by itself and by its neighbours in
/// the pattern an even number of times; summed over its cells, the neighbours count twice each, so the cells are even.
fn at_least(board: &Grid, presses: &Cells) -> u64 {
    let (lit, length) = (board.lit().count() as u64, presses.count() as u64);
    let bound = lit.div_ceil(5);
    bound + (bound ^ length) % 2
}

fn compare_all(
    board: &Grid,
    chase: &Chase,
    presses: &Cells,
    how: &SolveOptions,
    cx: &Context<'_>,
) -> Solution {
    let cells = |vector: BitVec| Cells::from_words(board.width(), board.height(), vector.into_words());
    let most = usize::try_from(how.all.unwrap_or(0)).unwrap_or(usize::MAX);
    let LightestAll { vectors, weight, count, complete } = match lightest(chase, presses, most, cx) {
        Ok(lightest) => lightest,
        Err(stop) => return unproven(board, presses.clone(), Ended::Limit(stop)),
    };
    let mut all: Vec<Cells> = vectors.into_iter().map(cells).collect();
    let best = all[0].clone();
    if !complete {
        let stop = cx.check().err().unwrap_or(Stop::Interrupt);
        return unproven(board, best, Ended::Limit(stop));
    }
    all.truncate(most);
    Outcome {
        best: Some(Presses::Board(best)),
        at_least: LowerBound::Moves(weight as u64),
        why: vec![Reason::SearchLog(SearchLog::Compared { log2: chase.nullity() as u32 })],
        count: how.count.then_some(u128::from(count)),
        all: all.into_iter().map(Presses::Board).collect(),
        ..Outcome::nothing(Ended::Complete)
    }
}

/// Adds single quiet patterns as long as one of them makes the solution lighter.
fn lighten(chase: &Chase, presses: Cells, cx: &Context<'_>) -> Cells {
    let mut best = (presses.count(), presses);
    loop {
        let before = best.0;
        for pattern in chase.quiet_patterns() {
            if cx.poll().is_err() {
                return best.1;
            }
            let mut other = best.1.clone();
            other.flip_all(&pattern);
            if other.count() < best.0 {
                best = (other.count(), other);
            }
        }
        if best.0 == before {
            return best.1;
        }
    }
}

#[cfg(test)]
#[path = "solve_tests.rs"]
mod tests;
