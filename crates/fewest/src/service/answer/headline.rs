//! The first line of an answer.

use crate::service::position::{Report, Solution};
use crate::service::words::{count, stopped};
use fewest_core::info::Metric;
use fewest_core::report::LowerBound;

/// `31 jumps in 21 moves`.
fn length(best: &dyn Solution, metric: &Metric) -> String {
    let also = best.also().map(|also| format!(" {also}")).unwrap_or_default();
    format!("{}{also}", count(best.length(), metric))
}

impl Report {
    /// Returns the first line of an answer: the length in its metric, lengths in other metrics if
    /// known, and how good it is.
    pub fn headline(&self, metric: &Metric, others: &[String]) -> String {
        match (&self.best, self.at_least) {
            (Some(best), _) if self.is_fewest() => {
                let others =
                    if others.is_empty() { String::new() } else { format!(" ({})", others.join(", ")) };
                // With a second count the line says which of the two is minimal.
                let of_what = best.also().map(|_| format!(" {}", metric.id)).unwrap_or_default();
                format!("{}{others}, the fewest{of_what}", length(best.as_ref(), metric))
            }
            (Some(best), LowerBound::Moves(0) | LowerBound::Never) => length(best.as_ref(), metric),
            (Some(best), LowerBound::Moves(least)) => {
                let are = if least == 1 { "is" } else { "are" };
                let ratio = best.length() as f64 / least as f64;
                format!("{}; at least {least} {are} needed, ratio {ratio:.2}", length(best.as_ref(), metric))
            }
            (None, LowerBound::Never) => "no solution".to_owned(),
            (None, LowerBound::Moves(least)) => {
                let stopped = stopped(self.ended);
                match least {
                    0 => format!("{stopped}: nothing is proven yet"),
                    1 => format!("{stopped}: at least {} is needed", count(1, metric)),
                    _ => format!("{stopped}: at least {} are needed", count(least, metric)),
                }
            }
        }
    }
}
