//! The result of solving: the best solution found, the lower bound that is proven, and why.

use fewest_search::Stop;
use serde::{Deserialize, Serialize};

use super::info::Metric;

/// The result of [`Family::solve`](super::Family::solve), with the types of the family. The best
/// solution is optimal exactly if its length equals `at_least`.
#[derive(Clone, Debug)]
pub struct SolveReport<A, C> {
    /// The best solution found.
    pub best: Option<A>,
    /// The lower bound on the length of every solution.
    pub at_least: LowerBound,
    /// The reasons for the lower bound.
    pub why: Vec<Reason<C>>,
    /// How the work ended.
    pub ended: Ended,
    /// The number of different optimal solutions, if it was asked for and is known.
    pub count: Option<u128>,
    /// Several optimal solutions, if they were asked for.
    pub all: Vec<A>,
    /// Statistics of the method, as (name, value) rows for `--stats`.
    pub figures: Vec<(String, String)>,
}

impl<A, C> SolveReport<A, C> {
    /// Returns a report that there is no solution, with a certificate of it.
    pub fn never(certificate: C) -> Self {
        Self {
            at_least: LowerBound::Never,
            why: vec![Reason::Certificate(certificate)],
            ..Self::nothing(Ended::Complete)
        }
    }

    /// Returns a report without a solution and with the lower bound 0.
    pub fn nothing(ended: Ended) -> Self {
        Self {
            best: None,
            at_least: LowerBound::Moves(0),
            why: Vec::new(),
            ended,
            count: None,
            all: Vec::new(),
            figures: Vec::new(),
        }
    }
}

/// A proven lower bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LowerBound {
    /// No solution has fewer moves.
    Moves(u64),
    /// There is no solution.
    Never,
}

/// How the work ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Everything that was asked for is done.
    Complete,
    /// Less than a proof was asked for, and is done.
    AsAsked,
    /// A limit was reached first.
    Limit(Stop),
    /// The gap to the lower bound is out of reach.
    OutOfReach,
}

impl Ended {
    /// Returns the limit as one word for documents. `None` if no limit ended the work.
    pub fn limit_word(self) -> Option<String> {
        match self {
            Self::Complete | Self::AsAsked => None,
            Self::Limit(stop) => Some(format!("{stop:?}").to_lowercase()),
            Self::OutOfReach => Some("reach".to_owned()),
        }
    }
}

/// A reason for a lower bound.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reason<C> {
    /// A proof that is checked without search.
    Certificate(C),
    /// A log of a search, which can be repeated but not checked.
    #[serde(rename = "account")]
    SearchLog(SearchLog),
}

/// What a search has covered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum SearchLog {
    /// Breadth-first search of every position within `depth` moves; none is solved.
    Within {
        /// Moves.
        depth: u64,
        /// Different positions.
        positions: u64,
    },
    /// Breadth-first heuristic search of all paths of at most `depth` moves, without the positions
    /// that an admissible heuristic prunes; none leads to a solved position.
    Aimed {
        /// Moves.
        depth: u64,
        /// Different positions that were searched.
        positions: u64,
    },
    /// Search of every reachable position; none is solved.
    Everything {
        /// Different positions.
        positions: u64,
    },
    /// The reachable positions and those that lead to a solved position were searched; they have no
    /// position in common.
    Apart {
        /// Different positions.
        positions: u64,
    },
    /// A lower bound with its argument in words: a formula, or the iterations of IDA*.
    Bound {
        /// Why it holds, in words.
        because: String,
    },
    /// Comparison of all solutions; there are two to the power `log2`.
    Compared {
        /// The exponent.
        log2: u32,
    },
}

impl SearchLog {
    /// Returns the log in words.
    pub fn say(&self, metric: &Metric) -> String {
        let moves = |depth: u64| if depth == 1 { metric.one } else { metric.id };
        let were = |positions: u64| if positions == 1 { "position was" } else { "positions were" };
        match self {
            Self::Within { depth: 0, .. } => "it is not solved yet".to_owned(),
            Self::Within { depth, positions } => {
                format!("none of the {positions} positions within {depth} {} is solved", moves(*depth))
            }
            Self::Aimed { depth, positions } => format!(
                "no solution has at most {depth} {}: {positions} {} searched, the others are too far from a goal",
                moves(*depth),
                were(*positions)
            ),
            Self::Everything { positions: 1 } => "nothing can move, and it is not solved".to_owned(),
            Self::Everything { positions } => {
                format!("none of the {positions} reachable positions is solved")
            }
            Self::Apart { positions } => format!(
                "forward and backward search have no position in common: {positions} {} searched",
                were(*positions)
            ),
            Self::Bound { because } => because.clone(),
            Self::Compared { log2: 0 } => "there is only one solution".to_owned(),
            Self::Compared { log2 } => format!("all 2^{log2} solutions were compared"),
        }
    }
}
