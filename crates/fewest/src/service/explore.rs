//! Walks through everything that can be reached, and says how much there is.

use std::ops::ControlFlow;

use fewest_search::bitmap::LayerCounts;
use fewest_search::{Aim, BfsResult, BitmapCounter, Context, StateSpace, Stop, Tier, bfs, distances};
use serde::{Deserialize, Serialize};

use fewest_core::family::{Family, Written};

/// What is wanted of a walk.
#[derive(Clone, Debug, Default)]
pub struct ExploreOptions {
    /// The number of positions farthest from the start to return.
    pub farthest: usize,
    /// The format that these are written in; if it cannot say them, the family's first that can.
    pub format: String,
    /// Count by the fewest moves to a goal, not by the fewest moves from the start. Takes memory
    /// for every position.
    pub to_goal: bool,
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

/// Takes the keys of complete layers, some at a time: their depth, the words of a key, and the
/// keys.
pub type LayerSink<'s> = dyn FnMut(usize, usize, &[u64]) -> Result<(), Stop> + 's;

/// Counts layers in another way: takes the puzzle, packed, and how many of the farthest keys are
/// wanted.
pub type Elsewhere<'e> = dyn FnMut(Box<dyn StateSpace>, usize) -> LayerCounts + 'e;

/// Explores with a search done elsewhere, such as on a cluster. None if the family has no state
/// space for the board.
pub(crate) fn explore_by<F: Family>(
    board: &F::Board,
    how: &ExploreOptions,
    by: &mut Elsewhere<'_>,
) -> Option<Explored> {
    if !cfg!(feature = "explore") {
        return None;
    }
    let packed = F::state_space(board)?;
    let words = packed.words();
    Some(counted::<F>(board, how, words, by(packed, how.farthest)))
}

pub(crate) fn explore<F: Family>(
    board: &F::Board,
    how: &ExploreOptions,
    cx: &Context<'_>,
    sink: Option<&mut LayerSink<'_>>,
) -> Explored {
    if !cfg!(feature = "explore") {
        return Explored::default();
    }
    let facts = facts::<F>(board, cx);
    // A table has at least the first layer, unless packing the board alone takes long.
    if F::is_large(board)
        && let Err(stop) = cx.poll()
    {
        return Explored { facts, stopped: Some(stop), ..Explored::default() };
    }
    let Some(packed) = F::state_space(board) else {
        return Explored { facts, ..Explored::default() };
    };
    let packed = packed.as_ref();
    if how.to_goal {
        let mut explored = to_goal::<F>(board, how, packed, cx);
        explored.facts.extend(facts);
        return explored;
    }
    // Bitmaps keep no layers.
    let counter = if sink.is_none() { bitmap_counter::<F>(board, cx) } else { None };
    let mut explored = match counter {
        Some(counter) => counted::<F>(board, how, 1, counter.count(packed, cx, how.farthest)),
        None => walked::<F>(board, how, packed, cx, sink),
    };
    explored.facts = facts;
    explored
}

/// Everything that can be reached, by the fewest moves to a goal.
fn to_goal<F: Family>(
    board: &F::Board,
    how: &ExploreOptions,
    packed: &dyn StateSpace,
    cx: &Context<'_>,
) -> Explored {
    let table = match distances(packed, cx) {
        Ok(table) => table,
        Err(stop) => return Explored { stopped: Some(stop), ..Explored::default() },
    };
    let layers: Vec<u64> = table.sizes().into_iter().map(|size| size as u64).collect();
    let mut start = Vec::new();
    packed.initial_states(&mut start);
    let from_here = start
        .get(..packed.words())
        .and_then(|key| table.get(key))
        .map_or_else(|| "no way".to_owned(), |left| left.to_string());
    let hardest = table.layer(layers.len().saturating_sub(1)).chunks_exact(packed.words());
    let texts = hardest
        .take(how.farthest)
        .filter_map(|key| F::position(board, key))
        .filter_map(|there| text::<F>(&there, &how.format));
    Explored {
        farthest: texts.collect(),
        goals: layers.first().copied().into_iter().collect(),
        layers,
        complete: true,
        stopped: None,
        facts: vec![
            ("moves to a goal from here".to_owned(), from_here),
            ("positions without a way to a goal".to_owned(), table.dead_ends().to_string()),
        ],
    }
}

/// What the family knows without this walk. It may walk itself, and what it keeps and counts is no
/// part of ours.
pub(crate) fn facts<F: Family>(board: &F::Board, cx: &Context<'_>) -> Vec<(String, String)> {
    if !cfg!(feature = "explore") {
        return Vec::new();
    }
    cx.child(cx.threads, |_| ControlFlow::Continue(()), |aside| F::analyse(board, aside))
}

/// Returns the bitmap search of the board. `None` if the board is to be counted without bitmaps.
fn bitmap_counter<F: Family>(board: &F::Board, cx: &Context<'_>) -> Option<Box<dyn BitmapCounter>> {
    let counter = F::bitmap_counter(board)?;
    match cx.tier {
        Some(Tier::Dense) => Some(counter),
        Some(Tier::Sparse | Tier::Disk) => None,
        // Bitmaps are not kept in a store.
        None if cx.store.is_some() => None,
        None => (counter.bytes() <= cx.budget.limit() as u64).then_some(counter),
    }
}

fn counted<F: Family>(
    board: &F::Board,
    how: &ExploreOptions,
    words: usize,
    counted: LayerCounts,
) -> Explored {
    let positions = counted.farthest.chunks_exact(words).filter_map(|key| F::position(board, key));
    Explored {
        farthest: positions.filter_map(|there| text::<F>(&there, &how.format)).collect(),
        layers: counted.layers,
        goals: counted.goals,
        complete: counted.stopped.is_none(),
        stopped: counted.stopped,
        facts: Vec::new(),
    }
}

fn walked<F: Family>(
    board: &F::Board,
    how: &ExploreOptions,
    packed: &dyn StateSpace,
    cx: &Context<'_>,
    sink: Option<&mut LayerSink<'_>>,
) -> Explored {
    let mut start = Vec::new();
    packed.initial_states(&mut start);
    let knows_positions = F::position(board, &start).is_some();
    // Where a position must be played to, the way leads through all layers.
    let is_played = how.farthest > 0 && !knows_positions;
    let aim = if is_played || sink.is_some() { Aim::EveryLayer } else { Aim::Everything };
    let seen = bfs(packed, cx, aim);
    // A complete walk ends with a layer in which it found nothing more.
    let depths = seen.layer_sizes().len() - usize::from(seen.is_exhausted());
    let mut explored = Explored {
        layers: seen.layer_sizes()[..depths].to_vec(),
        goals: seen.goal_counts()[..depths].to_vec(),
        complete: seen.is_exhausted(),
        stopped: seen.stopped(),
        ..Explored::default()
    };
    if let (true, Some(sink)) = (explored.complete, sink) {
        let mut depths = 0..explored.layers.len();
        let words = packed.words();
        let sunk = depths.try_for_each(|depth| seen.visit_layer(depth, |keys| sink(depth, words, keys)));
        explored.stopped = sunk.err();
    }
    if explored.complete && how.farthest > 0 {
        match farthest::<F>(board, how, packed, &seen, cx) {
            Ok(texts) => explored.farthest = texts,
            Err(stop) => explored.stopped = Some(stop),
        }
    }
    explored
}

/// The first positions of the last layer that is not empty, in the order of their keys, as texts.
fn farthest<F: Family>(
    board: &F::Board,
    how: &ExploreOptions,
    packed: &dyn StateSpace,
    seen: &BfsResult<'_>,
    cx: &Context<'_>,
) -> Result<Vec<String>, Stop> {
    let Some(last) = seen.layers().checked_sub(2) else { return Ok(Vec::new()) };
    let mut keys: Vec<Vec<u64>> = Vec::new();
    seen.visit_layer(last, |some| {
        keys.extend(some.chunks_exact(packed.words()).map(<[u64]>::to_vec));
        // Not every layer is sorted, and a large one does not fit into memory as a whole.
        if keys.len() > how.farthest + 100_000 {
            keys.sort_unstable();
            keys.truncate(how.farthest);
        }
        cx.check()
    })?;
    keys.sort_unstable();
    keys.truncate(how.farthest);
    let mut texts = Vec::new();
    for key in &keys {
        let there = match F::position(board, key) {
            Some(there) => there,
            None => played_to::<F>(board, &seen.path_to(packed, cx, last, key)?, packed.words()),
        };
        texts.extend(text::<F>(&there, &how.format));
    }
    Ok(texts)
}

fn played_to<F: Family>(board: &F::Board, trail: &[u64], words: usize) -> F::Board {
    let mut there = board.clone();
    for by in F::label_path(board, words, trail) {
        F::play(&mut there, &by).expect("a trail follows the rules");
    }
    there
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
