//! Walks through everything that can be reached, and says how much there is.

use fewest_search::{Aim, Host, Packed, Stop, Walk, walk};
use serde::{Deserialize, Serialize};

use super::family::{Family, Written};

/// What is wanted of a walk.
#[derive(Clone, Debug, Default)]
pub struct ExploreHow {
    /// So many of the positions that are farthest from the start.
    pub farthest: usize,
    /// The format that these are written in; if it cannot say them, the family's first that can.
    pub format: String,
}

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
    /// Positions of the last layer, as texts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub farthest: Vec<String>,
}

impl Explored {
    /// All positions seen.
    pub fn positions(&self) -> u64 {
        self.layers.iter().sum()
    }
}

pub(crate) fn explore<F: Family>(board: &F::Board, how: &ExploreHow, host: &Host<'_>) -> Explored {
    let facts = F::analyse(board, host);
    let Some(packed) = F::packed(board) else {
        return Explored { facts, ..Explored::default() };
    };
    // The way to a position leads through all layers.
    let aim = if how.farthest > 0 { Aim::EveryLayer } else { Aim::Everything };
    let seen = walk(packed.as_ref(), host, aim);
    // A complete walk ends with a layer in which it found nothing more.
    let depths = seen.layer_sizes().len() - usize::from(seen.is_exhausted());
    let mut explored = Explored {
        layers: seen.layer_sizes()[..depths].to_vec(),
        goals: seen.goal_counts()[..depths].to_vec(),
        complete: seen.is_exhausted(),
        stopped: seen.stopped(),
        facts,
        farthest: Vec::new(),
    };
    if explored.complete && how.farthest > 0 {
        match farthest::<F>(board, how, packed.as_ref(), &seen, host) {
            Ok(texts) => explored.farthest = texts,
            Err(stop) => explored.stopped = Some(stop),
        }
    }
    explored
}

/// Plays to the first positions of the last layer that is not empty, in the order of their keys, and writes them.
fn farthest<F: Family>(
    board: &F::Board,
    how: &ExploreHow,
    packed: &dyn Packed,
    seen: &Walk<'_>,
    host: &Host<'_>,
) -> Result<Vec<String>, Stop> {
    let Some(last) = seen.layers().checked_sub(2) else { return Ok(Vec::new()) };
    let mut keys: Vec<Vec<u64>> = Vec::new();
    seen.visit_layer(last, |some| {
        keys.extend(some.chunks_exact(packed.words()).map(<[u64]>::to_vec));
        // Not every layer is sorted, and nobody has room for all of a large one.
        if keys.len() > how.farthest + 100_000 {
            keys.sort_unstable();
            keys.truncate(how.farthest);
        }
        host.check()
    })?;
    keys.sort_unstable();
    keys.truncate(how.farthest);
    let mut texts = Vec::new();
    for key in &keys {
        let trail = seen.trail_to(packed, host, last, key)?;
        let mut there = board.clone();
        for by in F::lift(board, packed.words(), &trail) {
            F::play(&mut there, &by).expect("a trail follows the rules");
        }
        texts.extend(text::<F>(&there, &how.format));
    }
    Ok(texts)
}

fn text<F: Family>(board: &F::Board, format: &str) -> Option<String> {
    let formats = std::iter::once(format).chain(F::INFO.formats.iter().map(|format| format.id));
    formats.into_iter().find_map(|format| {
        let mut text = Vec::new();
        let known = F::INFO.formats.iter().any(|known| known.id == format);
        let written = known && matches!(F::write(board, format, &mut text), Ok(Written::Yes));
        written.then(|| String::from_utf8_lossy(&text).into_owned())
    })
}
