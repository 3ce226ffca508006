//! A distance table: all positions reachable from a board, by their distance to the nearest goal.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;

use fewest_search::{Aim, Context, Counters, EdgeKind, StateSpace, Stop, bfs};

use crate::encoding::Encoding;
use crate::rules::Board;

/// All reachable positions by distance. Two breadth-first searches build it: one from the start
/// finds the goals, one from all goals finds the distances.
pub(crate) struct DistanceTable {
    encoding: Encoding,
    words: usize,
    /// The positions at each distance; empty if no goal is reachable.
    layers: Vec<Vec<u64>>,
    /// All reachable positions.
    all: Vec<u64>,
}

impl DistanceTable {
    /// Builds the table. None if there are more than `most` positions.
    ///
    /// # Errors
    /// The reason to stop.
    pub(crate) fn new(board: &Board, most: u64, cx: &Context<'_>) -> Result<Option<Self>, Stop> {
        let encoding = Encoding::new(board);
        let space = encoding.state_space(board);
        let Some(all) = all_layers(space.as_ref(), most, cx)? else { return Ok(None) };
        let (all, words) = (all.concat(), space.words());
        let mut hits = Vec::new();
        space.goals(&all, &mut hits);
        let goals = hits.iter().flat_map(|&hit| &all[hit * words..(hit + 1) * words]).copied().collect();
        let Some(layers) = all_layers(&BackwardSpace { space: space.as_ref(), goals }, most, cx)? else {
            return Ok(None);
        };
        Ok(Some(Self { encoding, words, layers, all }))
    }

    /// Returns the largest distance. None if no goal is reachable.
    pub(crate) fn hardest(&self) -> Option<u64> {
        (self.layers.len() as u64).checked_sub(1)
    }

    /// Returns the number of positions at a distance.
    pub(crate) fn count(&self, distance: u64) -> usize {
        self.layer(distance).len() / self.words
    }

    fn layer(&self, distance: u64) -> &[u64] {
        usize::try_from(distance).ok().and_then(|distance| self.layers.get(distance)).map_or(&[], |keys| keys)
    }

    /// Returns the number of positions with exactly one legal move.
    pub(crate) fn dead_ends(&self, board: &Board) -> usize {
        let space = self.encoding.state_space(board);
        let mut out = Vec::new();
        let is_left_once = |key: &&[u64]| {
            out.clear();
            space.expand(key, &mut out);
            out.len() == self.words
        };
        self.all.chunks_exact(self.words).filter(is_left_once).count()
    }

    /// Returns position number `at` of those at a distance.
    pub(crate) fn position(&self, board: &Board, distance: u64, at: usize) -> Board {
        self.encoding.position(board, &self.layer(distance)[at * self.words..(at + 1) * self.words])
    }
}

/// Runs `work` in a context of its own that stops after `most` expanded positions.
pub(crate) fn with_node_limit<R>(most: u64, cx: &Context<'_>, work: impl FnOnce(&Context<'_>) -> R) -> R {
    let poll = |counters: &Counters| match cx.poll() {
        Err(stop) => ControlFlow::Break(stop),
        Ok(()) if counters.expanded.load(Relaxed) > most => ControlFlow::Break(Stop::Memory),
        Ok(()) => ControlFlow::Continue(()),
    };
    work(&Context::new(1, cx.budget.left(), &poll))
}

/// Returns all layers of a state space. None if they have more than `most` positions.
fn all_layers(space: &dyn StateSpace, most: u64, cx: &Context<'_>) -> Result<Option<Vec<Vec<u64>>>, Stop> {
    with_node_limit(most, cx, |aside| {
        let result = bfs(space, aside, Aim::EveryLayer);
        match result.stopped() {
            Some(Stop::Memory) => Ok(None),
            Some(stop) => Err(stop),
            None => {
                let layers = (0..result.layers()).map(|depth| result.layer(depth).to_vec());
                Ok(Some(layers.filter(|layer| !layer.is_empty()).collect()))
            }
        }
    })
}

/// A state space whose initial states are all the goals.
struct BackwardSpace<'p> {
    space: &'p dyn StateSpace,
    goals: Vec<u64>,
}

impl StateSpace for BackwardSpace<'_> {
    fn words(&self) -> usize {
        self.space.words()
    }

    fn kind(&self) -> EdgeKind {
        self.space.kind()
    }

    fn numbers(&self) -> Option<fewest_search::Numbers> {
        self.space.numbers()
    }

    fn initial_states(&self, out: &mut Vec<u64>) {
        out.extend_from_slice(&self.goals);
    }

    fn expand(&self, parents: &[u64], out: &mut Vec<u64>) {
        self.space.back(parents, out);
    }

    fn goals(&self, _: &[u64], _: &mut Vec<usize>) {}

    fn fingerprint(&self) -> String {
        format!("from all goals of {}", self.space.fingerprint())
    }
}
