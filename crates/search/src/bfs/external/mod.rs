//! One layer after another through the store, for spaces that memory has no room for.
//!
//! It is the walk of [`crate::bfs::sorted_runs`] with runs and layers in files. Parents are read and expanded in all threads; a full buffer
//! is sorted, loses its repeats and becomes a run. Then the keys are cut into ranges that fit into memory: of each range the
//! parts of all runs are read, sorted together, and what the layers before hold is left out. Ranges depend on memory and threads,
//! the layer that they make up does not.

mod buffers;
pub(crate) mod code;
mod join;
mod layer;
mod run;
mod runs;
mod sorted_file;
#[cfg(test)]
mod tests;

use crate::context::{Context, Stop};
use crate::keys::Stride;
use crate::state_space::StateSpace;
use crate::storage::Store;

pub(crate) use buffers::{BufferPair, Buffers};
pub(crate) use layer::StoredLayer;
pub(crate) use sorted_file::{Scratch, SortedFile};

/// Everything needed to make a layer.
pub(crate) struct ExternalTask<'p, 'h, 'x, S> {
    pub(crate) stride: S,
    pub(crate) space: &'p dyn StateSpace,
    pub(crate) cx: &'h Context<'x>,
    pub(crate) store: &'p dyn Store,
    pub(crate) buffers: &'p Buffers<'h>,
    /// The depth of the layer to be made.
    pub(crate) depth: usize,
    /// Parents in a batch.
    pub(crate) batch: usize,
    /// Whether the first goal ends it.
    pub(crate) first_only: bool,
    /// Whether layers come from files that an earlier process wrote.
    pub(crate) resumed: bool,
}

/// What came of it.
pub(crate) enum NextStoredLayer<'h> {
    /// The first goal, in the order of parents.
    Goal(Vec<u64>),
    /// The whole next layer.
    Layer(FinishedLayer<'h>),
}

/// A layer and the goals in it.
pub(crate) struct FinishedLayer<'h> {
    pub(crate) layer: StoredLayer<'h>,
    pub(crate) goals: u64,
    pub(crate) least_goal: Option<Vec<u64>>,
}

impl<'h, S: Stride> ExternalTask<'_, 'h, '_, S> {
    /// Makes the layer after `current`; `known` are the layers (usually with `current`) whose keys do not count.
    pub(crate) fn next_layer(
        &self,
        current: &StoredLayer<'h>,
        known: &[&StoredLayer<'h>],
    ) -> Result<NextStoredLayer<'h>, Stop> {
        let (runs, goal) = self.make_runs(current)?;
        if let Some(key) = goal {
            return Ok(NextStoredLayer::Goal(key));
        }
        self.layer_of(runs, known).map(NextStoredLayer::Layer)
    }

    /// Makes a layer of runs, without what is known.
    pub(crate) fn layer_of(
        &self,
        runs: Vec<SortedFile<'h>>,
        known: &[&StoredLayer<'h>],
    ) -> Result<FinishedLayer<'h>, Stop> {
        let runs = self.fewer(runs)?;
        let made = self.join(&runs, known)?;
        runs.iter().for_each(|run| self.store.remove(&run.name));
        made.layer.check(self.stride, known, self.resumed, &mut Scratch::default())?;
        Ok(made)
    }
}
