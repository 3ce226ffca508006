//! What an answer is: the best that was found, what is proven about it, and why.

use fewest_search::Stop;
use serde::{Deserialize, Serialize};

/// The result of solving. It is the fewest exactly if the length of `best` equals `at_least`.
#[derive(Clone, Debug)]
pub struct Outcome<A, C> {
    /// The best answer found.
    pub best: Option<A>,
    /// What is proven about every answer.
    pub at_least: LowerBound,
    /// Why.
    pub why: Vec<Reason<C>>,
    /// How the work ended.
    pub ended: Ended,
    /// The number of different shortest answers, where it was asked for and is known.
    pub count: Option<u128>,
    /// Several shortest answers, where they were asked for.
    pub all: Vec<A>,
    /// What the method counted, as (name, value) rows for `--stats`.
    pub figures: Vec<(String, String)>,
}

impl<A, C> Outcome<A, C> {
    /// An outcome with nothing found and nothing proven.
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
    /// No answer has fewer moves.
    Moves(u64),
    /// There is no answer.
    Never,
}

/// How the work ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Everything asked for was done.
    Complete,
    /// Less than a proof was asked for, and given.
    AsAsked,
    /// A limit was met first.
    Limit(Stop),
    /// The gap to the lower bound is out of reach.
    OutOfReach,
}

impl Ended {
    /// The limit in one word, for documents.
    pub fn limit_word(self) -> Option<String> {
        match self {
            Self::Complete | Self::AsAsked => None,
            Self::Limit(stop) => Some(format!("{stop:?}").to_lowercase()),
            Self::OutOfReach => Some("reach".to_owned()),
        }
    }
}

/// A reason for `at_least`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reason<C> {
    /// Checked by a person or a small program without search.
    Certificate(C),
    /// A report of work done. It can be repeated, not checked.
    #[serde(rename = "account")]
    SearchLog(SearchLog),
}

/// Work that was done and can only be done again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum SearchLog {
    /// Every position within `depth` moves was looked at, and none is solved.
    Within {
        /// Moves.
        depth: u64,
        /// Different positions.
        positions: u64,
    },
    /// Every way of at most `depth` moves was followed, up to where a bound without search shows it to be too long; none leads to
    /// a solved position.
    Aimed {
        /// Moves.
        depth: u64,
        /// Different positions that were looked at.
        positions: u64,
    },
    /// Every reachable position was looked at, and none is solved.
    Everything {
        /// Different positions.
        positions: u64,
    },
    /// What can be reached and what leads to a solved position were looked at, and they have no position in common.
    Apart {
        /// Different positions.
        positions: u64,
    },
    /// A bound that needs no search.
    Bound {
        /// Why it holds, in words.
        because: String,
    },
    /// All solutions were compared; there are two to the power `log2`.
    Compared {
        /// The exponent.
        log2: u32,
    },
}

impl SearchLog {
    /// The account in words.
    pub fn say(&self, metric: &super::info::Metric) -> String {
        match self {
            Self::Within { depth: 0, .. } => "it is not solved yet".to_owned(),
            Self::Within { depth, positions } => {
                let moves = if *depth == 1 { metric.one } else { metric.id };
                format!("none of the {positions} positions within {depth} {moves} is solved")
            }
            Self::Aimed { depth, positions } => {
                let moves = if *depth == 1 { metric.one } else { metric.id };
                format!(
                    "no way of at most {depth} {moves} leads to a solved position; {positions} positions were looked at, and what is known to be too far from one was left out"
                )
            }
            Self::Everything { positions: 1 } => "nothing can move, and it is not solved".to_owned(),
            Self::Everything { positions } => {
                format!("none of the {positions} positions that can be reached is solved")
            }
            Self::Apart { positions } => format!(
                "nothing that can be reached leads to an end: {positions} positions were looked at from both sides"
            ),
            Self::Bound { because } => because.clone(),
            Self::Compared { log2: 0 } => "there is only one solution".to_owned(),
            Self::Compared { log2 } => format!("all 2^{log2} solutions were compared"),
        }
    }
}
