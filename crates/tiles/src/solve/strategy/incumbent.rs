//! Incumbents: upper bounds from [beam searches](fewest_search::beam), each wider than the one
//! before.
//!
//! Their width grows with the nodes of the exact search, so that they take a fixed share of the
//! time. A solution may be easy to find from one end of the path and hard from the other, so beam
//! searches start from both.

use std::sync::atomic::Ordering::Relaxed;

use fewest_search::beam::Beam;
use fewest_search::ida::IdaResult;
use fewest_search::{Context, Stop};

use crate::rules::board::Direction;
use crate::solve::heuristic::max_of_pdbs::MaxOfPdbsState;
use crate::solve::strategy::both_directions::EquippedEndpoint;

/// The width of the first beam search, and the factor from one to the next.
const FIRST_WIDTH: usize = if cfg!(test) { 2 } else { 1 << 9 };
const WIDTH_FACTOR: usize = 4;
/// The greatest width, where memory has room: it takes 6 GB.
const MOST_WIDTH: usize = 1 << 21;
/// Nodes of the exact search per unit of width. A beam search takes about as long as the iterations
/// before it; the next one would take several times that.
const NODES_PER_WIDTH: u64 = if cfg!(test) { 1 << 5 } else { 1 << 10 };
/// The length limit of the first beam search, as a multiple of the lower bound.
const FIRST_LIMIT: u32 = 4;

/// The best solution so far.
pub(crate) struct Incumbents {
    /// As moves from the start of the board to its goal.
    pub(crate) best: Option<Vec<Direction>>,
    /// The width of the last beam search from each end; None if there is no memory for a wider one.
    widths: [Option<usize>; 2],
}

impl Incumbents {
    pub(crate) fn new() -> Self {
        Self { best: None, widths: [Some(FIRST_WIDTH / WIDTH_FACTOR); 2] }
    }

    /// Returns whether the incumbent has exactly this number of moves.
    pub(crate) fn has_length(&self, moves: u32) -> bool {
        self.best.as_ref().is_some_and(|best| best.len() == moves as usize)
    }

    /// Runs beam searches as far as the nodes of the exact search justify it. The ends must come in
    /// the same order in every call.
    ///
    /// # Errors
    /// Why the context stopped it.
    pub(crate) fn improve(
        &mut self,
        ends: &[&EquippedEndpoint<'_>],
        done: &IdaResult<Direction>,
        cx: &Context<'_>,
    ) -> Result<(), Stop> {
        let nodes: u64 = done.iterations.iter().map(|round| round.nodes).sum();
        let widest = MOST_WIDTH.min((nodes / NODES_PER_WIDTH) as usize);
        for (at, EquippedEndpoint { end, space, bound, .. }) in ends.iter().enumerate() {
            while let Some(width) =
                self.widths[at].map(|width| WIDTH_FACTOR * width).filter(|&width| width <= widest)
            {
                if self.has_length(done.at_least) {
                    return Ok(());
                }
                self.widths[at] = Some(width);
                let most =
                    self.best.as_ref().map_or(FIRST_LIMIT * done.at_least, |best| best.len() as u32 - 1);
                match (Beam { space, heuristic: bound, evaluate: MaxOfPdbsState::evaluation, cx })
                    .search(width, most)
                {
                    Err(Stop::Memory) => self.widths[at] = None,
                    Err(stop) => return Err(stop),
                    Ok(None) => {}
                    Ok(Some(path)) => {
                        cx.counters.best.store(path.len() as u64, Relaxed);
                        self.best = Some(end.path_from_start(path));
                    }
                }
            }
        }
        Ok(())
    }
}
