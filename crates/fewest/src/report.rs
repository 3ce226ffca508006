//! What solving tells: a report, its status, and solutions.

use std::fmt;

use crate::service::{self, Ended, LowerBound, Position, Stop};
use crate::{BigUint, Certificate, Error, Puzzle};

/// What is known of a puzzle after solving it.
///
/// `M` is the type of the moves in its solutions: texts, or the moves of a family if a typed board
/// was solved ([`Solver::solve_board`](crate::Solver::solve_board)).
#[derive(Debug)]
pub struct Report<M = String> {
    status: StatusKind<M>,
    certificate: Certificate,
    count: Option<BigUint>,
    all: Vec<Solution<M>>,
    figures: Vec<(String, String)>,
}

#[derive(Debug)]
enum StatusKind<M> {
    Optimal(Solution<M>),
    Suboptimal(Solution<M>, u64, Limit),
    Unsolvable,
    Unknown(u64, Limit),
}

/// How far the fewest moves are known.
#[derive(Debug)]
pub enum Status<'r, M = String> {
    /// No solution has fewer moves, and that is proven.
    Optimal(&'r Solution<M>),
    /// A solution was found, and a limit ended the work before it was proven to be the shortest.
    Suboptimal {
        /// The best solution that was found.
        best: &'r Solution<M>,
        /// No solution has fewer moves than this.
        lower_bound: u64,
        /// What ended the work.
        why: Limit,
    },
    /// There is no solution, and this is why.
    Unsolvable(&'r Certificate),
    /// A limit ended the work before a solution was found.
    Unknown {
        /// No solution has fewer moves than this.
        lower_bound: u64,
        /// What ended the work.
        why: Limit,
    },
}

/// What ended the work before the fewest moves were proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// [`Solver::time`](crate::Solver::time).
    Time,
    /// [`Solver::memory`](crate::Solver::memory).
    Memory,
    /// [`Solver::cancel`](crate::Solver::cancel), or a store that failed.
    Interrupt,
    /// Less than a proof was asked for: [`Solver::any`](crate::Solver::any) or
    /// [`Solver::fast`](crate::Solver::fast).
    AsAsked,
    /// The gap between the solution and the lower bound is out of reach of every method.
    OutOfReach,
}

impl Limit {
    pub(crate) fn help(self) -> Option<&'static str> {
        match self {
            Self::Time => Some("allow more time"),
            Self::Memory => Some("allow more memory"),
            Self::AsAsked => Some("ask for the fewest moves"),
            Self::Interrupt | Self::OutOfReach => None,
        }
    }
}

impl From<Stop> for Limit {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Time => Self::Time,
            Stop::Memory | Stop::Disk => Self::Memory,
            Stop::Interrupt | Stop::Storage => Self::Interrupt,
        }
    }
}

impl From<Ended> for Limit {
    fn from(ended: Ended) -> Self {
        match ended {
            Ended::Limit(stop) => stop.into(),
            Ended::OutOfReach => Self::OutOfReach,
            Ended::Complete | Ended::AsAsked => Self::AsAsked,
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Time => "the time limit was reached",
            Self::Memory => "the memory limit was reached",
            Self::Interrupt => "the work was interrupted",
            Self::AsAsked => "no proof was asked for",
            Self::OutOfReach => "the gap to the lower bound is out of reach",
        })
    }
}

impl<M> Report<M> {
    /// Converts the report of a position; `moves` reads the moves of its solutions.
    pub(crate) fn new(
        position: &dyn Position,
        report: service::Report,
        moves: fn(&dyn service::Solution) -> Vec<M>,
    ) -> Self {
        let is_optimal = report.is_fewest();
        let solution = |inner: Box<dyn service::Solution>| Solution {
            metric: position.metric(),
            notation: position.info().notations.first().map_or("", |notation| notation.id),
            inner,
            moves,
        };
        let status = match (report.best.map(solution), report.at_least) {
            (None, LowerBound::Never) => StatusKind::Unsolvable,
            (Some(best), _) if is_optimal => StatusKind::Optimal(best),
            (Some(best), LowerBound::Moves(least)) => {
                StatusKind::Suboptimal(best, least, report.ended.into())
            }
            (None, LowerBound::Moves(least)) => StatusKind::Unknown(least, report.ended.into()),
            // A solution that was replayed outweighs a proof that there is none.
            (Some(best), LowerBound::Never) => StatusKind::Suboptimal(best, 0, report.ended.into()),
        };
        Self {
            status,
            certificate: Certificate::new(report.reasons),
            count: report.count.map(BigUint::from),
            all: report.all.into_iter().map(solution).collect(),
            figures: report.figures,
        }
    }

    /// Returns how far the fewest moves are known.
    ///
    /// ```
    /// use std::time::Duration;
    /// use fewest::{Puzzle, Solver, Status};
    ///
    /// let puzzle: Puzzle = "##\n##\n".parse()?;
    /// let report = Solver::new().time(Duration::from_secs(10)).solve(&puzzle)?;
    /// match report.status() {
    ///     Status::Optimal(solution) => assert_eq!(solution.len(), 4),
    ///     Status::Suboptimal { best, lower_bound, why } => {
    ///         println!("between {lower_bound} and {}: {why}", best.len());
    ///     }
    ///     Status::Unsolvable(certificate) => println!("{certificate}"),
    ///     Status::Unknown { lower_bound, why } => println!("at least {lower_bound}: {why}"),
    /// }
    /// # Ok::<(), fewest::Error>(())
    /// ```
    pub fn status(&self) -> Status<'_, M> {
        match &self.status {
            StatusKind::Optimal(solution) => Status::Optimal(solution),
            StatusKind::Suboptimal(best, lower_bound, why) => {
                Status::Suboptimal { best, lower_bound: *lower_bound, why: *why }
            }
            StatusKind::Unsolvable => Status::Unsolvable(&self.certificate),
            StatusKind::Unknown(lower_bound, why) => Status::Unknown { lower_bound: *lower_bound, why: *why },
        }
    }

    /// Returns the best solution, optimal or not. `None` if there is none, or none was found.
    pub fn best(&self) -> Option<&Solution<M>> {
        match &self.status {
            StatusKind::Optimal(best) | StatusKind::Suboptimal(best, ..) => Some(best),
            StatusKind::Unsolvable | StatusKind::Unknown(..) => None,
        }
    }

    /// Returns the proven lower bound: no solution has fewer moves. `None` if there is no solution.
    pub fn lower_bound(&self) -> Option<u64> {
        match &self.status {
            StatusKind::Optimal(solution) => Some(solution.len()),
            StatusKind::Suboptimal(_, least, _) | StatusKind::Unknown(least, _) => Some(*least),
            StatusKind::Unsolvable => None,
        }
    }

    /// Returns why no solution has fewer moves, or why there is none.
    pub fn certificate(&self) -> &Certificate {
        &self.certificate
    }

    /// Returns the number of optimal solutions. `None` unless
    /// [`Solver::count`](crate::Solver::count) was asked for and the work was not stopped.
    pub fn count(&self) -> Option<&BigUint> {
        self.count.as_ref()
    }

    /// Returns the optimal solutions that [`Solver::list`](crate::Solver::list) asked for.
    pub fn all(&self) -> &[Solution<M>] {
        &self.all
    }

    /// Returns statistics of the method, as rows of a name and a value.
    pub fn figures(&self) -> &[(String, String)] {
        &self.figures
    }
}

impl Report {
    /// Returns the solution with the fewest moves.
    ///
    /// # Errors
    /// [`Error::Unsolvable`] if there is none, [`Error::Unproven`] if a limit was met before a
    /// proof; the best solution found is then in the error.
    pub fn into_solution(self) -> Result<Solution, Error> {
        let unproven = |best, lower_bound, why| Err(Error::Unproven { best, lower_bound, why });
        match self.status {
            StatusKind::Optimal(solution) => Ok(solution),
            StatusKind::Suboptimal(best, lower_bound, why) => {
                unproven(Some(Box::new(best)), lower_bound, why)
            }
            StatusKind::Unsolvable => Err(Error::Unsolvable(self.certificate)),
            StatusKind::Unknown(lower_bound, why) => unproven(None, lower_bound, why),
        }
    }
}

/// A solution, which was replayed on the board to a goal before it was handed out.
///
/// It prints as its moves, separated by commas.
///
/// ```
/// use fewest::Puzzle;
///
/// let puzzle: Puzzle = "1 2 3\n4 5 6\n0 7 8\n".parse()?;
/// let solution = puzzle.solve()?.into_solution()?;
/// assert_eq!(solution.len(), 2);
/// assert!(solution.end().is_solved());
/// println!("{} {}: {solution}", solution.len(), solution.metric());
/// # Ok::<(), fewest::Error>(())
/// ```
#[derive(Debug)]
pub struct Solution<M = String> {
    metric: &'static service::Metric,
    notation: &'static str,
    inner: Box<dyn service::Solution>,
    moves: fn(&dyn service::Solution) -> Vec<M>,
}

impl<M> Solution<M> {
    /// Returns the number of moves.
    #[expect(clippy::len_without_is_empty, reason = "`len() == 0` asks whether a puzzle is solved")]
    pub fn len(&self) -> u64 {
        self.inner.length()
    }

    /// Returns the name of what counts as one move: `slides`, or `slide` if there is one.
    pub fn metric(&self) -> &'static str {
        if self.len() == 1 { self.metric.one } else { self.metric.id }
    }

    /// Returns the moves in order. Plays the solution again: linear in its length.
    pub fn moves(&self) -> Vec<M> {
        (self.moves)(self.inner.as_ref())
    }

    /// Returns the position after the last move.
    pub fn end(&self) -> Puzzle {
        Puzzle::from_position(self.inner.end())
    }

    /// Returns the solution in the first notation of its family, which `fewest check` and
    /// [`Puzzle::check`] read.
    pub fn to_text(&self) -> String {
        let mut text = Vec::new();
        // Writing to memory does not fail.
        let _ = self.inner.write(self.notation, &mut text);
        String::from_utf8_lossy(&text).into_owned()
    }
}

impl<M> fmt::Display for Solution<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.inner.moves(usize::MAX).join(", "))
    }
}
