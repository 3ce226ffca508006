//! `fewest course npuzzle IN OUT`: the course's program. It reads `#k`, k, `#initial state` and the
//! numbers, and writes `#moves` and the tiles slid, or `no solution`.
//!
//! With `--textbook` it solves by the [`textbook`] algorithm and reports the figures that
//! the course's text asks for.

pub mod textbook;

use std::io;

use fewest_core::info::sort;
use fewest_core::{
    Course, CourseOption, CourseRun, Ended, Family, LowerBound, OptionValue, ReadOptions, Reason, SearchLog,
    SolveOptions, SolveReport, Stop,
};
use fewest_search::Context;

use crate::course::textbook::TextbookResult;
use crate::notation::{ParsedMove, names, play};
use crate::proof::{self, Report};
use crate::rules::Tiles;
use crate::rules::board::{Board, Slide};
use crate::{formats, solve};

/// The course program of this family.
pub(crate) const COURSE: Course = Course {
    id: "npuzzle",
    about: "the sliding-tile program of Drexel's CS 260: #moves and the tiles slid, or no solution",
    usage: "IN OUT",
    options: &[
        CourseOption {
            flags: &["--textbook"],
            value: OptionValue::Attached,
            about: "search as the course's text says, not as fast as we can",
        },
        CourseOption {
            flags: &["--stats"],
            value: OptionValue::Attached,
            about: "with --textbook: how full the hash table became, on standard error",
        },
    ],
    writes_last: true,
    run,
};

/// Exit code for input that cannot be read.
const BAD_INPUT: u8 = 65;
/// Exit code for moves that solve the puzzle, but are not proven to be the fewest.
const NOT_PROVEN: u8 = 3;

fn run(with: &mut CourseRun<'_>) -> io::Result<u8> {
    let [source] = &with.sources[..] else {
        writeln!(with.err, "usage: fewest course npuzzle IN OUT")?;
        return Ok(2);
    };
    let how = ReadOptions { format: Some("course".to_owned()), ..ReadOptions::default() };
    let mut reading = formats::read(source, &how);
    if let Some(fault) = reading.faults.first() {
        writeln!(with.err, "{}", fault.one_line(source))?;
        return Ok(BAD_INPUT);
    }
    let Some(instance) = reading.instances.pop() else { return Ok(BAD_INPUT) };
    let board = instance.board;
    let options = sort(COURSE.options, &with.arguments).options;
    let asked = |name: &str| options.iter().any(|(option, _)| *option == name);
    let outcome = match asked("--textbook") {
        true => solve_by_textbook(&board, with.cx),
        false => solve::solve_board(&board, &SolveOptions::default(), with.cx),
    };
    if asked("--stats") {
        outcome.figures.iter().try_for_each(|(name, value)| writeln!(with.err, "{name}: {value}"))?;
    }
    match (outcome.best, outcome.at_least) {
        (Some(moves), _) => {
            let replayed = Tiles::replay(&board, &moves);
            if !replayed.is_ok_and(|end| end.is_goal()) {
                return Ok(70);
            }
            writeln!(with.out, "#moves")?;
            names(&board, &moves)?.iter().try_for_each(|tile| write!(with.out, "{tile} "))?;
            writeln!(with.out)?;
            let length = moves.len() as u64;
            match outcome.at_least {
                LowerBound::Moves(least) if least < length => {
                    let name = &source.name;
                    writeln!(
                        with.err,
                        "{name}: {length} moves, not proven to be the fewest; at least {least} are needed"
                    )?;
                    Ok(NOT_PROVEN)
                }
                _ => Ok(0),
            }
        }
        (None, LowerBound::Never) => {
            debug_assert!(proof::find(&board).is_some());
            writeln!(with.out, "#moves\nno solution")?;
            Ok(0)
        }
        (None, LowerBound::Moves(least)) => {
            writeln!(with.err, "{}: stopped; at least {least} moves are needed", source.name)?;
            Ok(match outcome.ended {
                Ended::Limit(stop) => fewest_core::exit_code(stop),
                Ended::OutOfReach => fewest_core::exit_code(Stop::Time),
                Ended::Complete | Ended::AsAsked => 70,
            })
        }
    }
}

/// The most boards that the algorithm may see where it only checks another result.
const AS_JUDGE: usize = 200_000;

/// Cells of boards that are generated between two polls of the context.
const CELLS_PER_POLL: u64 = 1 << 18;

/// Solves a board as the text says, within the limits of the context.
pub(crate) fn solve_by_textbook(board: &Board, cx: &Context<'_>) -> Report {
    let bytes_of_one = 4 * (board.cells().len() + 3) * 2;
    let mut lease = match cx.lease(0) {
        Ok(lease) => lease,
        Err(stop) => return SolveReport::nothing(Ended::Limit(stop)),
    };
    // A board takes a step per cell, so large boards are polled more often.
    let boards_per_poll = (CELLS_PER_POLL / board.cells().len() as u64).clamp(1, 1024);
    let mut expanded = 0_u64;
    let go_on = |seen: usize| {
        expanded += 1;
        if expanded.is_multiple_of(boards_per_poll) {
            cx.poll()?;
            lease.resize(bytes_of_one * seen)?;
        }
        Ok(())
    };
    match textbook::solve_while(board, go_on) {
        Err(stop) => SolveReport::nothing(Ended::Limit(stop)),
        Ok(searched) => outcome(board, &searched),
    }
}

fn outcome(board: &Board, searched: &TextbookResult) -> Report {
    let statistics = searched.statistics;
    let mut outcome = SolveReport::nothing(Ended::Complete);
    outcome.figures = vec![
        ("elements inserted".to_owned(), statistics.inserted.to_string()),
        (
            "buckets filled".to_owned(),
            format!("{:.2} % of {}", statistics.filled_percent(), statistics.capacity),
        ),
        ("mean size of filled buckets".to_owned(), format!("{:.2}", statistics.mean_filled())),
    ];
    match &searched.moves {
        None => {
            outcome.at_least = LowerBound::Never;
            outcome.why.extend(proof::find(board).map(Reason::Certificate));
        }
        Some(tiles) => {
            outcome.at_least = LowerBound::Moves(tiles.len() as u64);
            let because =
                format!("breadth-first search found it among the first {} boards", statistics.inserted);
            outcome.why.push(Reason::SearchLog(SearchLog::Bound { because }));
            outcome.best = slides(board, tiles);
        }
    }
    outcome
}

fn slides(board: &Board, tiles: &[u32]) -> Option<Vec<Slide>> {
    let said: Vec<(ParsedMove, usize)> = tiles.iter().map(|&tile| (ParsedMove::Tile(tile), 1)).collect();
    let played = play(board, &said);
    played.why.is_none().then_some(played.moves)
}

/// Returns the fewest moves for tests of other methods; None if the search would see too many
/// boards.
pub(crate) fn fewest_moves_as_judge(board: &Board) -> Option<Option<u64>> {
    let searched =
        textbook::solve_while(board, |seen| if seen > AS_JUDGE { Err(()) } else { Ok(()) }).ok()?;
    Some(searched.moves.map(|moves| moves.len() as u64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fewest_core::Source;
    use fewest_core::info::run_in_memory;

    fn course(text: &str, words: &[&str]) -> (u8, String, String) {
        run_in_memory(run, vec![Source::new("in.txt", text)], words, "")
    }

    #[test]
    fn moves_or_no_solution() {
        for words in [&["in.txt"][..], &["in.txt", "--textbook"]] {
            let easy = course("#k\n3\n#initial state\n1 0 3 4 2 6 7 5 8 \n", words);
            assert_eq!(easy, (0, "#moves\n2 5 8 \n".to_owned(), String::new()));
            let never = course("#k\n3\n#initial state\n1 0 3 4 2 6 7 8 5 \n", words);
            assert_eq!(never, (0, "#moves\nno solution\n".to_owned(), String::new()));
            let solved = course("#k\n1\n#initial state\n0 \n", words);
            assert_eq!(solved, (0, "#moves\n\n".to_owned(), String::new()));
        }
    }

    #[test]
    fn moves_that_may_not_be_the_fewest_are_told() {
        let cells = crate::testing::shuffled_solvable(7, 7, 2);
        let cells: Vec<String> = cells.cells().iter().map(ToString::to_string).collect();
        let (code, out, err) = course(&format!("#k\n7\n#initial state\n{}\n", cells.join(" ")), &["in.txt"]);
        assert_eq!(code, NOT_PROVEN);
        let moves = out.split_whitespace().count() - 1;
        let told = format!("in.txt: {moves} moves, not proven to be the fewest; at least ");
        assert!(out.starts_with("#moves\n") && err.starts_with(&told), "{err}");
    }

    #[test]
    fn the_textbook_tells_how_full_its_table_is() {
        let (_, _, err) =
            course("#k\n3\n#initial state\n1 2 8 4 5 0 7 6 3 \n", &["in.txt", "--textbook", "--stats"]);
        for name in ["elements inserted: ", "buckets filled: ", "mean size of filled buckets: "] {
            assert!(err.contains(name), "{err}");
        }
    }

    #[test]
    fn bad_input_has_a_place_and_a_code() {
        for (text, place) in [
            ("#k\n0\n#initial state\n\n", "in.txt:2:1: k is 0"),
            (
                "#k\n3\n#initial state\n1 0 3 4 2 6 7 5\n",
                "in.txt:4:15: a 3 x 3 board has 9 cells, but there are 8",
            ),
            ("#k\n3\n#initial state\n1 0 3 4 2 6 7 5 5\n", "in.txt:4:17: tile 5 is here again"),
            ("#k\n3\n#initial state\n1 0 3 -4 2 6 7 5 8\n", "in.txt:4:7: -4 is negative"),
            ("#k\nthree\n#initial state\n1 0 3\n", "in.txt:2:1: `three` is not k"),
            ("", "in.txt: the text is empty"),
        ] {
            let (code, out, err) = course(text, &["in.txt"]);
            assert_eq!((code, out.as_str()), (65, ""));
            assert!(err.starts_with(place), "{err}");
        }
    }
}
