//! Results in words: the one wording of the program and the terminal player.

use fewest_core::info::Metric;
use fewest_core::report::{Ended, LowerBound};
use fewest_search::Stop;

/// Returns a number of moves in a metric: `1 slide`, `5 slides`.
pub fn count(number: u64, metric: &Metric) -> String {
    format!("{number} {}", if number == 1 { metric.one } else { metric.id })
}

/// Returns what ended the work, as text after "stopped by".
pub fn limit(stop: Stop) -> &'static str {
    match stop {
        Stop::Time => "the time limit",
        Stop::Memory => "the memory limit",
        Stop::Disk => "the disk limit",
        Stop::Interrupt => "an interrupt",
        Stop::Storage => "the work folder",
    }
}

/// `stopped by the time limit`, or that it is not solved.
pub(crate) fn stopped(ended: Ended) -> String {
    match ended {
        Ended::Limit(stop) => format!("stopped by {}", limit(stop)),
        Ended::Complete | Ended::AsAsked | Ended::OutOfReach => "not solved".to_owned(),
    }
}

/// The label of the next move of a way to the goal.
pub const NEXT: &str = "next";

/// The label of the next move if no way to the goal is known.
pub const LOOKS_BEST: &str = "looks best";

/// Returns the number of moves left in words: `found` is the length of the best way and whether it
/// is proven to be the fewest.
pub fn left(found: Option<(u64, bool)>, at_least: LowerBound, ended: Ended, metric: &Metric) -> String {
    match (found, at_least) {
        (Some((0, _)), _) => format!("{} left: it is solved", count(0, metric)),
        (Some((left, true)), _) | (Some((left, false)), LowerBound::Never) => {
            format!("{} left", count(left, metric))
        }
        (Some((left, false)), LowerBound::Moves(least)) => {
            format!("at least {least}, best known {} left", count(left, metric))
        }
        (None, LowerBound::Never) => "no solution from here".to_owned(),
        (None, LowerBound::Moves(least)) => {
            format!("{}: at least {} left", stopped(ended), count(least, metric))
        }
    }
}
