//! Walks through everything that can be reached, and says how much there is.

use fewest_search::{Aim, Host, Stop, walk};
use serde::{Deserialize, Serialize};

use super::family::Family;

/// What there is to be reached from a position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Explored {
    /// Different positions at each depth; absent if the family has no such walk for the board.
    pub layers: Vec<u64>,
    /// Solved positions at each depth.
    pub goals: Vec<u64>,
    /// Whether everything was seen.
    pub complete: bool,
    /// The limit that ended the walk.
    #[serde(skip)]
    pub stopped: Option<Stop>,
    /// Facts the family knows without walking.
    pub facts: Vec<(String, String)>,
}

impl Explored {
    /// All positions seen.
    pub fn positions(&self) -> u64 {
        self.layers.iter().sum()
    }
}

pub(crate) fn explore<F: Family>(board: &F::Board, host: &Host<'_>) -> Explored {
    let facts = F::analyse(board, host);
    let Some(packed) = F::packed(board) else {
        return Explored { facts, ..Explored::default() };
    };
    let seen = walk(packed.as_ref(), host, Aim::Everything);
    // A complete walk ends with a layer in which it found nothing more.
    let depths = seen.layer_sizes().len() - usize::from(seen.is_exhausted());
    Explored {
        layers: seen.layer_sizes()[..depths].to_vec(),
        goals: seen.goal_counts()[..depths].to_vec(),
        complete: seen.is_exhausted(),
        stopped: seen.stopped(),
        facts,
    }
}
