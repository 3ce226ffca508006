//! The sliding-block course: its program `fewest course sbsolver FILE`, and its algorithm
//! ([`textbook`]).

pub mod textbook;

use std::io;

use fewest_core::{CourseRun, Ended, Family, Fault, LowerBound, ReadOptions, SolveOptions};

use crate::formats::course;
use crate::notation::{write_answer, write_grid};
use crate::rules::{Blocks, Board};

/// Writes the four parts of the output: error messages, the grid at the start, the moves or that
/// there are none, the grid at the end. Returns the exit code.
pub(crate) fn sbsolver(run: &mut CourseRun<'_>) -> io::Result<u8> {
    let [source] = &run.sources[..] else {
        writeln!(run.err, "fewest course sbsolver takes one file")?;
        return Ok(2);
    };
    let starts = source.line_starts();
    let reading = course::read(source, &ReadOptions::default());
    for fault in reading.faults.iter().chain(reading.instances.iter().flat_map(|instance| &instance.warnings))
    {
        writeln!(run.out, "{}", with_line(&starts, fault))?;
    }
    let Some(instance) = reading.instances.first() else { return Ok(65) };
    write_grid(&instance.board, run.out)?;
    writeln!(run.out)?;
    answer(&instance.board, run)
}

fn with_line(line_starts: &[usize], fault: &Fault) -> String {
    match fault.at {
        Some(span) => format!("line {}: {fault}", line_starts.partition_point(|&start| start <= span.start)),
        None => fault.to_string(),
    }
}

fn answer(board: &Board, run: &mut CourseRun<'_>) -> io::Result<u8> {
    let outcome = Blocks::solve(board, &SolveOptions::default(), run.cx);
    match (outcome.best, outcome.at_least) {
        (Some(moves), _) => {
            write_answer(board, &moves, "moves", run.out)?;
            let Ok(end) = Blocks::replay(board, &moves) else { return Ok(70) };
            if !end.is_goal() {
                return Ok(70);
            }
            if !moves.is_empty() {
                writeln!(run.out)?;
            }
            write_grid(&end, run.out)?;
            let count = moves.len();
            let word = if count == 1 { "move" } else { "moves" };
            writeln!(run.out, "\nThe puzzle is solved in {count} {word}, the fewest there can be.")?;
            Ok(0)
        }
        (None, LowerBound::Never) => {
            writeln!(run.out, "The puzzle is not solvable.")?;
            Ok(0)
        }
        (None, LowerBound::Moves(least)) => {
            writeln!(run.out, "The search was stopped; at least {least} moves are needed.")?;
            Ok(match outcome.ended {
                Ended::Limit(stop) => fewest_core::exit_code(stop),
                Ended::Complete | Ended::AsAsked | Ended::OutOfReach => 70,
            })
        }
    }
}
