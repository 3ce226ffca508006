//! The fewest presses on a plain rectangle.
//!
//! Light chasing gives one solution; all others are its sums with quiet patterns. With nullity 0
//! there is no other. With a small nullity `d` all `2^d` are compared. Beyond that the best one
//! found is returned with a lower bound and is not called the fewest.

use fewest_core::{Ended, LowerBound, Reason, SearchLog, SolveOptions, SolveReport};
use fewest_gf2::{BitVec, LightestAll};
use fewest_search::{Context, Stop};

use crate::proof::{Certificate, Report};
use crate::rules::{Cells, Grid, Presses};
use crate::solve::linear::row_recurrence::{Chase, ChaseResult};
use crate::solve::minimum_weight::{bytes_to_compare, can_compare, lightest_on_grid};

/// Finds the fewest presses, as far as the context allows.
pub fn solve_grid(board: &Grid, options: &SolveOptions, cx: &Context<'_>) -> Report {
    if board.is_dark() {
        return unique(Cells::none(board.width(), board.height()), options);
    }
    solve_lit_grid(board, options, cx).unwrap_or_else(|stop| SolveReport::nothing(Ended::Limit(stop)))
}

/// Solves a board with lights on.
fn solve_lit_grid(board: &Grid, options: &SolveOptions, cx: &Context<'_>) -> Result<Report, Stop> {
    let chase = Chase::new(board.width(), board.height(), cx)?;
    // The presses, a pattern, what is left while chasing, and the board replayed.
    let mut bytes = 4 * 8 * board.lit().words().len();
    let compare = !(options.any || options.fast) && can_compare(board.lit().area(), chase.nullity());
    if compare && chase.nullity() > 0 {
        bytes += bytes_to_compare(board.lit(), chase.nullity());
    }
    cx.poll()?;
    let _lease = cx.lease(bytes)?;
    Ok(match chase.solve_board(board.lit(), cx)? {
        ChaseResult::Unsolvable(pattern) => SolveReport {
            at_least: LowerBound::Never,
            why: vec![Reason::Certificate(Certificate::QuietPattern(pattern))],
            ..SolveReport::nothing(Ended::Complete)
        },
        ChaseResult::Presses(presses) if chase.nullity() == 0 => SolveReport {
            why: vec![Reason::SearchLog(SearchLog::Compared { log2: 0 })],
            ..unique(presses, options)
        },
        ChaseResult::Presses(presses) if options.any => unproven(board, presses, Ended::AsAsked),
        ChaseResult::Presses(presses) if options.fast => {
            unproven(board, hill_climb(&chase, presses, cx), Ended::AsAsked)
        }
        ChaseResult::Presses(presses) if compare => compare_all(board, &chase, &presses, options, cx),
        ChaseResult::Presses(presses) => {
            let lighter = hill_climb(&chase, presses, cx);
            unproven(board, lighter, cx.check().map_or_else(Ended::Limit, |()| Ended::OutOfReach))
        }
    })
}

/// The outcome where no other solution can be as short.
fn unique(presses: Cells, options: &SolveOptions) -> Report {
    let answer = Presses::Board(presses);
    SolveReport {
        at_least: LowerBound::Moves(answer.length()),
        count: options.count.then_some(1),
        all: options.all.iter().filter(|&&most| most > 0).map(|_| answer.clone()).collect(),
        best: Some(answer),
        ..SolveReport::nothing(Ended::Complete)
    }
}

/// The outcome with a solution for which only a lower bound is known.
fn unproven(board: &Grid, presses: Cells, ended: Ended) -> Report {
    let at_least = lower_bound(board, &presses);
    let parity = if at_least.is_multiple_of(2) { "even" } else { "odd" };
    SolveReport {
        best: Some(Presses::Board(presses)),
        at_least: LowerBound::Moves(at_least),
        why: vec![Reason::SearchLog(SearchLog::Bound {
            because: format!(
                "{} lights are on, a press changes at most five, and all solutions have an {parity} number \
                 of presses",
                board.lit().count()
            ),
        })],
        ..SolveReport::nothing(ended)
    }
}

/// Returns a lower bound, given one solution: a press changes at most five lights, and the sizes of
/// all solutions have the same parity.
///
/// The parity holds because quiet patterns have an even size: each cell of a pattern is changed by
/// itself and by its neighbours in the pattern an even number of times; summed over its cells, each
/// pair of neighbours counts twice, so the number of cells is even.
fn lower_bound(board: &Grid, presses: &Cells) -> u64 {
    let (lit, length) = (board.lit().count() as u64, presses.count() as u64);
    let bound = lit.div_ceil(5);
    bound + (bound ^ length) % 2
}

fn compare_all(
    board: &Grid,
    chase: &Chase,
    presses: &Cells,
    options: &SolveOptions,
    cx: &Context<'_>,
) -> Report {
    let cells = |vector: BitVec| Cells::from_words(board.width(), board.height(), vector.into_words());
    let most = usize::try_from(options.all.unwrap_or(0)).unwrap_or(usize::MAX);
    let LightestAll { vectors, weight, count, complete } = match lightest_on_grid(chase, presses, most, cx) {
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
    SolveReport {
        best: Some(Presses::Board(best)),
        at_least: LowerBound::Moves(weight as u64),
        why: vec![Reason::SearchLog(SearchLog::Compared { log2: chase.nullity() as u32 })],
        count: options.count.then_some(u128::from(count)),
        all: all.into_iter().map(Presses::Board).collect(),
        ..SolveReport::nothing(Ended::Complete)
    }
}

/// Adds single quiet patterns as long as one of them makes the solution lighter (hill climbing).
fn hill_climb(chase: &Chase, presses: Cells, cx: &Context<'_>) -> Cells {
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
mod tests {
    use super::*;
    use crate::course::textbook::{self, SmallBoard};
    use crate::testing::any_cells;
    use proptest::prelude::*;
    use std::ops::ControlFlow;

    fn fewest(board: &Grid) -> Option<u64> {
        let outcome = solve_grid(board, &SolveOptions::default(), &Context::default());
        assert_eq!(outcome.ended, Ended::Complete);
        match outcome.at_least {
            LowerBound::Never => {
                assert!(outcome.best.is_none());
                None
            }
            LowerBound::Moves(length) => {
                assert_eq!(outcome.best.expect("a solution").length(), length);
                Some(length)
            }
        }
    }

    /// The fewest presses of every solvable board, by breadth-first search from the dark board:
    /// presses undo themselves.
    fn by_search(width: usize, height: usize) -> Vec<Option<u64>> {
        let dark = SmallBoard::new(width as u32, height as u32, 0);
        let mut depth = vec![None; 1 << (width * height)];
        depth[0] = Some(0);
        let mut queue = std::collections::VecDeque::from([dark]);
        while let Some(board) = queue.pop_front() {
            let next = depth[board.lights as usize].map(|depth| depth + 1);
            for by in board.moves() {
                let neighbour = board.toggle(by);
                if depth[neighbour.lights as usize].is_none() {
                    depth[neighbour.lights as usize] = next;
                    queue.push_back(neighbour);
                }
            }
        }
        depth
    }

    fn board(width: usize, height: usize, lights: usize) -> Grid {
        let mut cells = Cells::none(width, height);
        for index in (0..width * height).filter(|index| lights >> index & 1 == 1) {
            cells.flip(index % width, index / width);
        }
        Grid::new(cells)
    }

    #[test]
    fn right_on_every_board_of_up_to_twelve_lights() {
        for (width, height) in (1..=12_usize).flat_map(|w| (1..=12 / w).map(move |h| (w, h))) {
            for (lights, expected) in by_search(width, height).into_iter().enumerate() {
                assert_eq!(fewest(&board(width, height, lights)), expected, "{width}x{height} {lights}");
            }
        }
    }

    #[test]
    fn right_on_every_four_by_four() {
        for (lights, expected) in by_search(4, 4).into_iter().enumerate() {
            assert_eq!(fewest(&board(4, 4, lights)), expected, "{lights}");
        }
    }

    #[test]
    fn all_on_needs_the_known_number_of_presses() {
        let known = [1, 4, 5, 4, 15, 28, 33, 40, 25, 44, 55, 72, 105, 56, 117, 104, 147, 188, 141, 224];
        for (index, presses) in known.into_iter().enumerate() {
            let all_on = Grid::new(Cells::all(index + 1, index + 1));
            assert_eq!(fewest(&all_on), Some(presses), "side {}", index + 1);
        }
    }

    #[test]
    fn counts_and_lists_the_shortest() {
        let all_on = Grid::new(Cells::all(19, 19));
        let options = SolveOptions { count: true, all: Some(100), ..SolveOptions::default() };
        let outcome = solve_grid(&all_on, &options, &Context::default());
        assert_eq!((outcome.count, outcome.all.len()), (Some(28), 28));
        let two = solve_grid(
            &all_on,
            &SolveOptions { all: Some(2), ..SolveOptions::default() },
            &Context::default(),
        );
        assert_eq!((two.count, two.all.len()), (None, 2));
    }

    #[test]
    fn a_nullity_beyond_reach_gives_a_bound_and_no_claim() {
        let all_on = Grid::new(Cells::all(123, 123)); // nullity 80
        let outcome = solve_grid(&all_on, &SolveOptions::default(), &Context::default());
        let LowerBound::Moves(bound) = outcome.at_least else { panic!("all-on boards are solvable") };
        assert!(bound >= 123_u64.pow(2).div_ceil(5));
        assert!(bound < outcome.best.unwrap().length());
        assert_eq!(outcome.ended, Ended::OutOfReach);
    }

    #[test]
    fn any_and_fast_answer_as_asked() {
        let all_on = Grid::new(Cells::all(9, 9));
        for options in [
            SolveOptions { any: true, ..SolveOptions::default() },
            SolveOptions { fast: true, ..SolveOptions::default() },
        ] {
            let outcome = solve_grid(&all_on, &options, &Context::default());
            assert_eq!(outcome.ended, Ended::AsAsked);
            assert!(outcome.at_least == LowerBound::Moves(17) && outcome.best.unwrap().length() >= 25);
        }
    }

    #[test]
    fn limits_are_kept() {
        let all_on = Grid::new(Cells::all(30, 30)); // nullity 20
        let stopped = Context::new(1, 1 << 30, &|_| ControlFlow::Break(Stop::Time));
        assert_eq!(solve_grid(&all_on, &SolveOptions::default(), &stopped).ended, Ended::Limit(Stop::Time));
        let poor = Context::new(1, 1000, &|_| ControlFlow::Continue(()));
        assert_eq!(solve_grid(&all_on, &SolveOptions::default(), &poor).ended, Ended::Limit(Stop::Memory));

        let calls = std::sync::atomic::AtomicU32::new(0);
        let soon = |_: &_| match calls.fetch_add(1, std::sync::atomic::Ordering::Relaxed) {
            0..8 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(Stop::Interrupt),
        };
        let cx = Context::new(1, 1 << 30, &soon);
        let outcome = solve_grid(&all_on, &SolveOptions::default(), &cx);
        assert_eq!(outcome.ended, Ended::Limit(Stop::Interrupt));
        assert!(outcome.best.is_some() && outcome.at_least == LowerBound::Moves(180));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn polynomials_and_the_textbook_agree(lit in any_cells(5, 4)) {
            let lights = lit.iter().fold(0, |lights, (x, y)| lights | 1 << (lit.width() * y + x));
            let small = SmallBoard::new(lit.width() as u32, lit.height() as u32, lights);
            prop_assert_eq!(fewest(&Grid::new(lit)), textbook::shortest_moves(small).map(|moves| moves.len() as u64));
        }

        #[test]
        fn bounds_hold(lit in any_cells(12, 12)) {
            let board = Grid::new(lit);
            let any = solve_grid(&board, &SolveOptions { any: true, ..SolveOptions::default() }, &Context::default());
            if let (Some(fewest), LowerBound::Moves(bound)) = (fewest(&board), any.at_least) {
                prop_assert!(bound <= fewest);
            }
        }
    }
}
