//! External breadth-first search with delayed duplicate detection (Korf 2008), for spaces that do
//! not fit in memory.
//!
//! It is the search of [`crate::bfs::sorted_runs`] with runs and layers in files. Parents are read
//! and expanded in all threads; a full buffer is sorted, loses its duplicates and becomes a run.
//! Then the keys are divided into ranges that fit into memory: for each range the parts of all runs
//! are read and sorted together, and the keys of previous layers are removed. The ranges depend on
//! memory and threads; the layer that they make up does not.

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

/// Everything needed to generate a layer.
pub(crate) struct ExternalTask<'p, 'h, 'x, S> {
    pub(crate) stride: S,
    pub(crate) space: &'p dyn StateSpace,
    pub(crate) cx: &'h Context<'x>,
    pub(crate) store: &'p dyn Store,
    pub(crate) buffers: &'p Buffers<'h>,
    /// The depth of that layer.
    pub(crate) depth: usize,
    /// Parents per batch.
    pub(crate) batch: usize,
    /// Whether the first goal ends the search.
    pub(crate) first_only: bool,
    /// Whether layers were read from files of an earlier process.
    pub(crate) resumed: bool,
}

/// The next layer, or a goal.
pub(crate) enum NextStoredLayer<'h> {
    /// The first goal, in the order of parents.
    Goal(Vec<u64>),
    /// The complete layer.
    Layer(FinishedLayer<'h>),
}

/// A complete layer and its goals.
pub(crate) struct FinishedLayer<'h> {
    pub(crate) layer: StoredLayer<'h>,
    pub(crate) goals: u64,
    pub(crate) least_goal: Option<Vec<u64>>,
}

impl<'h, S: Stride> ExternalTask<'_, 'h, '_, S> {
    /// Generates the layer after `current`. `known` are the layers (usually including `current`)
    /// whose keys are duplicates.
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

    /// Merges runs into a layer, without the keys of the layers `known`.
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
