//! `fewest course lightsout FILE`: the program of CMU 15-122, which is the
//! textbook solver and nothing else.

use std::io;

use fewest_core::{Course, CourseRun, Ended, LowerBound, Reason, SearchLog, SolveReport};
use fewest_search::{Context, Stop};

use crate::course::textbook::{self, SmallBoard};
use crate::proof::Report;
use crate::rules::{Grid, Press, Presses};

/// The course program.
pub const COURSE: Course = Course {
    id: "lightsout",
    about: "Lights Out as in CMU 15-122: breadth-first search on a board of at most 32 lights",
    usage: "FILE",
    options: &[],
    writes_last: false,
    run,
};

/// Exit code for input that cannot be read.
const BAD_INPUT: u8 = 65;

fn run(with: &mut CourseRun<'_>) -> io::Result<u8> {
    let mut code = 0;
    for source in &with.sources {
        match SmallBoard::read(source) {
            Ok(board) => {
                if let Err(stop) = solve_and_print(board, with.cx, with.out)? {
                    writeln!(with.err, "{}: stopped before an answer was found", source.name)?;
                    return Ok(fewest_core::exit_code(stop));
                }
            }
            Err(fault) => {
                writeln!(with.err, "{}", fault.one_line(source))?;
                code = BAD_INPUT;
            }
        }
    }
    Ok(code)
}

/// Bytes that a board takes in the table and the queue, which grow by doubling; boards of more than 16
/// lights are not kept.
const BYTES_PER_BOARD: usize = 48;

/// Prints the board, then one move per line.
fn solve_and_print(
    board: SmallBoard,
    cx: &Context<'_>,
    out: &mut dyn io::Write,
) -> io::Result<Result<(), Stop>> {
    board.print(out)?;
    let mut lease = match cx.lease(0) {
        Ok(lease) => lease,
        Err(stop) => return Ok(Err(stop)),
    };
    let go_on = |seen: usize| cx.poll().and_then(|()| lease.resize(BYTES_PER_BOARD * seen));
    match textbook::shortest_moves_while(board, go_on) {
        Err(stop) => return Ok(Err(stop)),
        Ok(None) => writeln!(out, "no solution")?,
        Ok(Some(moves)) => moves.iter().try_for_each(|by| writeln!(out, "({}, {})", by.x, by.y))?,
    }
    Ok(Ok(()))
}

/// A grid of at most 32 lights as the course's board.
pub(crate) fn small(grid: &Grid) -> SmallBoard {
    let (width, height) = (grid.width(), grid.height());
    let lights = grid.lit().iter().fold(0, |lights, (x, y)| lights | 1 << (width * y + x));
    SmallBoard::new(width as u32, height as u32, lights)
}

/// Solves a grid of at most 32 lights by the course's search within the limits of the context.
pub(crate) fn solve(grid: &Grid, cx: &Context<'_>) -> Report {
    let mut lease = match cx.lease(0) {
        Ok(lease) => lease,
        Err(stop) => return SolveReport::nothing(Ended::Limit(stop)),
    };
    let go_on = |seen: usize| cx.poll().and_then(|()| lease.resize(BYTES_PER_BOARD * seen));
    let moves = match textbook::shortest_moves_while(small(grid), go_on) {
        Ok(moves) => moves,
        Err(stop) => return SolveReport::nothing(Ended::Limit(stop)),
    };
    let mut report = SolveReport::nothing(Ended::Complete);
    match moves {
        Some(moves) => {
            let because =
                format!("breadth-first search found no solution of fewer than {} presses", moves.len());
            report.at_least = LowerBound::Moves(moves.len() as u64);
            report.why.push(Reason::SearchLog(SearchLog::Bound { because }));
            let presses = moves.iter().map(|by| Press { x: by.x.into(), y: by.y.into() });
            report.best = Some(Presses::List(presses.collect()));
        }
        None => {
            report.at_least = LowerBound::Never;
            let because = "breadth-first search over all boards that presses lead to found no dark one";
            report.why.push(Reason::SearchLog(SearchLog::Bound { because: because.to_owned() }));
        }
    }
    report
}

#[cfg(test)]
mod tests {
    use super::*;
    use fewest_core::Source;
    use fewest_core::info::run_in_memory;

    fn course(text: &str) -> (u8, String, String) {
        run_in_memory(run, vec![Source::new("board.txt", text)], &["board.txt"], "")
    }

    #[test]
    fn limits_end_it() {
        let stop = |_: &fewest_search::Counters| std::ops::ControlFlow::Break(Stop::Time);
        let (mut out, mut err) = (Vec::new(), Vec::new());
        for (cx, code) in [
            (Context::new(1, 1 << 30, &stop), 23),
            (Context::new(1, 1 << 10, &|_| std::ops::ControlFlow::Continue(())), 22),
        ] {
            let mut with = CourseRun {
                sources: vec![Source::new("board.txt", include_str!("../../puzzles/four-unsolvable.txt"))],
                arguments: vec!["board.txt".to_owned()],
                input: &mut std::io::empty(),
                elapsed: &|| (0.0, 0.0),
                out: &mut out,
                err: &mut err,
                cx: &cx,
            };
            assert_eq!(run(&mut with).expect("no broken pipe"), code);
        }
        assert!(String::from_utf8_lossy(&err).contains("stopped"));
    }

    #[test]
    fn prints_board_and_moves() {
        let (code, out, err) = course("#0#\n0##\n#00\n");
        assert_eq!((code, err.as_str()), (0, ""));
        let moves: Vec<&str> = out.strip_prefix("#0#\n0##\n#00\n").expect("the board").lines().collect();
        assert_eq!(moves.len(), 4);
        assert!(moves.iter().all(|line| line.starts_with('(') && line.ends_with(')')));
    }

    #[test]
    fn says_that_there_is_no_solution() {
        assert_eq!(course("#0\n"), (0, "#0\nno solution\n".to_owned(), String::new()));
        assert_eq!(course("000\n"), (0, "000\n".to_owned(), String::new()));
    }

    #[test]
    fn bad_input_has_a_place_and_a_code() {
        let (code, out, err) = course("#0\n#?\n");
        assert_eq!((code, out.as_str()), (65, ""));
        assert!(err.starts_with("board.txt:2:2: `?` is neither on nor off"), "{err}");
        let (code, _, err) = course(&"000000\n".repeat(6));
        assert_eq!(code, 65);
        assert!(err.contains("6 x 6") && err.contains("fewest solve board.txt"), "{err}");
    }
}
