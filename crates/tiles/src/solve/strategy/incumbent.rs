//! Answers for a long search: from [wide searches](fewest_search::beam), each wider than the one before, as the long one takes longer. The same answer may
//! be plain to see from one end of the way and hidden from the other, so there are some from both.

use std::sync::atomic::Ordering::Relaxed;

use fewest_search::beam::Beam;
use fewest_search::ida::IdaResult;
use fewest_search::{Context, Stop};

use crate::rules::board::Direction;
use crate::solve::heuristic::max_of_pdbs::HeuristicState;
use crate::solve::strategy::both_directions::EquippedEndpoint;

/// Positions kept of each depth by the first wide search, and the factor from one to the next.
const NARROW: usize = if cfg!(test) { 2 } else { 1 << 9 };
const WIDER: usize = 4;
/// The most that are kept: where memory has room, since these take six gigabytes.
const WIDEST: usize = 1 << 21;
/// Nodes of the long search for each of them. Wide searches take about as long as the rounds before them, and the next one would take several times that.
const NODES: u64 = if cfg!(test) { 1 << 5 } else { 1 << 10 };
/// The first answer may have so many times the moves that are proven.
const LONG: u32 = 4;

/// The best answer so far.
pub(crate) struct Incumbents {
    /// As moves from the start of the board to its goal.
    pub(crate) best: Option<Vec<Direction>>,
    /// How wide the last search from each end was; nothing if there is no room for a wider one.
    widths: [Option<usize>; 2],
}

impl Incumbents {
    pub(crate) fn new() -> Self {
        Self { best: None, widths: [Some(NARROW / WIDER); 2] }
    }

    /// Whether there is one of so many moves.
    pub(crate) fn has(&self, moves: u32) -> bool {
        self.best.as_ref().is_some_and(|best| best.len() == moves as usize)
    }

    /// Looks for better ones, as far as that is worth it for a search that came so far. The ends must always come in the same order.
    ///
    /// # Errors
    /// Why the host stopped it.
    pub(crate) fn improve(
        &mut self,
        ends: &[&EquippedEndpoint<'_>],
        done: &IdaResult<Direction>,
        cx: &Context<'_>,
    ) -> Result<(), Stop> {
        let nodes: u64 = done.rounds.iter().map(|round| round.nodes).sum();
        let widest = WIDEST.min((nodes / NODES) as usize);
        for (at, EquippedEndpoint { end, space, bound, .. }) in ends.iter().enumerate() {
            while let Some(width) =
                self.widths[at].map(|width| WIDER * width).filter(|&width| width <= widest)
            {
                if self.has(done.at_least) {
                    return Ok(());
                }
                self.widths[at] = Some(width);
                let most = self.best.as_ref().map_or(LONG * done.at_least, |best| best.len() as u32 - 1);
                match (Beam { space, bound, looks: HeuristicState::looks, cx }).way(width, most) {
                    Err(Stop::Memory) => self.widths[at] = None,
                    Err(stop) => return Err(stop),
                    Ok(None) => {}
                    Ok(Some(way)) => {
                        cx.counters.best.store(way.len() as u64, Relaxed);
                        self.best = Some(end.forward(way));
                    }
                }
            }
        }
        Ok(())
    }
}
