//! Everything that can be reached from a board, by the fewest moves to a goal.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;

use fewest_search::{Aim, Context, Counters, EdgeKind, StateSpace, Stop, bfs};

use crate::encoding::Code;
use crate::rules::Board;

/// The positions that can be reached, by their distance.
pub(crate) struct Depths {
    code: Code,
    words: usize,
    /// The positions at each distance; empty if there is no goal.
    layers: Vec<Vec<u64>>,
    /// All positions.
    all: Vec<u64>,
}

impl Depths {
    /// Looks at everything; nothing if that is more than `most` positions.
    ///
    /// # Errors
    /// The host's reason to stop.
    pub(crate) fn new(board: &Board, most: u64, cx: &Context<'_>) -> Result<Option<Self>, Stop> {
        let code = Code::new(board);
        let packed = code.state_space(board);
        let Some(all) = layers(packed.as_ref(), most, cx)? else { return Ok(None) };
        let (all, words) = (all.concat(), packed.words());
        let mut hits = Vec::new();
        packed.goals(&all, &mut hits);
        let goals = hits.iter().flat_map(|&hit| &all[hit * words..(hit + 1) * words]).copied().collect();
        let Some(layers) = layers(&FromGoals { packed: packed.as_ref(), goals }, most, cx)? else {
            return Ok(None);
        };
        Ok(Some(Self { code, words, layers, all }))
    }

    /// The distance of the hardest positions; nothing if there is no goal.
    pub(crate) fn hardest(&self) -> Option<u64> {
        (self.layers.len() as u64).checked_sub(1)
    }

    /// The number of positions at a distance.
    pub(crate) fn count(&self, distance: u64) -> usize {
        self.layer(distance).len() / self.words
    }

    fn layer(&self, distance: u64) -> &[u64] {
        usize::try_from(distance).ok().and_then(|distance| self.layers.get(distance)).map_or(&[], |keys| keys)
    }

    /// The number of positions that only one move leaves.
    pub(crate) fn dead_ends(&self, board: &Board) -> usize {
        let packed = self.code.state_space(board);
        let mut out = Vec::new();
        let is_left_once = |key: &&[u64]| {
            out.clear();
            packed.expand(key, &mut out);
            out.len() == self.words
        };
        self.all.chunks_exact(self.words).filter(is_left_once).count()
    }

    /// One of the positions at a distance.
    pub(crate) fn position(&self, board: &Board, distance: u64, at: usize) -> Board {
        self.code.position(board, &self.layer(distance)[at * self.words..(at + 1) * self.words])
    }
}

/// A host beside another that stops after so many positions.
pub(crate) fn limited<R>(most: u64, cx: &Context<'_>, work: impl FnOnce(&Context<'_>) -> R) -> R {
    let poll = |counters: &Counters| match cx.poll() {
        Err(stop) => ControlFlow::Break(stop),
        Ok(()) if counters.expanded.load(Relaxed) > most => ControlFlow::Break(Stop::Memory),
        Ok(()) => ControlFlow::Continue(()),
    };
    work(&Context::new(1, cx.budget.left(), &poll))
}

/// All layers of a space, if they have no more than so many positions.
fn layers(packed: &dyn StateSpace, most: u64, cx: &Context<'_>) -> Result<Option<Vec<Vec<u64>>>, Stop> {
    limited(most, cx, |aside| {
        let seen = bfs(packed, aside, Aim::EveryLayer);
        match seen.stopped() {
            Some(Stop::Memory) => Ok(None),
            Some(stop) => Err(stop),
            None => {
                let layers = (0..seen.layers()).map(|depth| seen.layer(depth).to_vec());
                Ok(Some(layers.filter(|layer| !layer.is_empty()).collect()))
            }
        }
    })
}

/// A space whose walk begins at all its goals.
struct FromGoals<'p> {
    packed: &'p dyn StateSpace,
    goals: Vec<u64>,
}

impl StateSpace for FromGoals<'_> {
    fn words(&self) -> usize {
        self.packed.words()
    }

    fn kind(&self) -> EdgeKind {
        self.packed.kind()
    }

    fn numbers(&self) -> Option<fewest_search::Numbers> {
        self.packed.numbers()
    }

    fn initial_states(&self, out: &mut Vec<u64>) {
        out.extend_from_slice(&self.goals);
    }

    fn expand(&self, parents: &[u64], out: &mut Vec<u64>) {
        self.packed.back(parents, out);
    }

    fn goals(&self, _: &[u64], _: &mut Vec<usize>) {}

    fn fingerprint(&self) -> String {
        format!("from all goals of {}", self.packed.fingerprint())
    }
}
