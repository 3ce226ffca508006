//! Answers for a long search: from [wide searches](fewest_search::wide), each wider than the one before, as the long one takes longer.

use std::sync::atomic::Ordering::Relaxed;

use fewest_search::deepening::Deepened;
use fewest_search::wide::Wide;
use fewest_search::{Host, Stop};

use super::compound::{Compound, Memo};
use super::grid::Direction;
use super::slides::Slides;

/// Positions kept of each depth by the first wide search, and the factor from one to the next.
const NARROW: usize = if cfg!(test) { 2 } else { 1 << 9 };
const WIDER: usize = 4;
/// The most that are kept: where that is not enough, the answer is one that looks bad for long, and still more would not find it either.
const WIDEST: usize = 1 << 17;
/// Nodes of the long search for each of them. Wide searches take about as long as the rounds before them, and the next one would take several times that.
const NODES: u64 = if cfg!(test) { 1 << 5 } else { 1 << 10 };
/// The first answer may have so many times the moves that are proven.
const LONG: u32 = 4;

/// The best answer so far.
pub(super) struct Answers {
    /// As moves from the start of the board to its goal.
    pub(super) best: Option<Vec<Direction>>,
    /// How wide the last search was; nothing if there is no room for a wider one.
    width: Option<usize>,
}

impl Answers {
    pub(super) fn new() -> Self {
        Self { best: None, width: Some(NARROW / WIDER) }
    }

    /// Whether there is one of so many moves.
    pub(super) fn has(&self, moves: u32) -> bool {
        self.best.as_ref().is_some_and(|best| best.len() == moves as usize)
    }

    /// Looks for better ones, as far as that is worth it for a search that came so far. `forward` makes moves of the space moves of the board.
    ///
    /// # Errors
    /// Why the host stopped it.
    pub(super) fn seek(
        &mut self,
        space: &Slides<u128>,
        bound: &Compound<'_>,
        done: &Deepened<Direction>,
        forward: &dyn Fn(Vec<Direction>) -> Vec<Direction>,
        host: &Host<'_>,
    ) -> Result<(), Stop> {
        let nodes: u64 = done.rounds.iter().map(|round| round.nodes).sum();
        while let Some(width) = self.width.map(|width| WIDER * width) {
            if self.has(done.at_least) || width > WIDEST || width as u64 > nodes / NODES {
                break;
            }
            self.width = Some(width);
            let most = self.best.as_ref().map_or(LONG * done.at_least, |best| best.len() as u32 - 1);
            match (Wide { space, bound, looks: Memo::looks, host }).way(width, most) {
                Err(Stop::Memory) => self.width = None,
                Err(stop) => return Err(stop),
                Ok(None) => {}
                Ok(Some(way)) => {
                    host.counters.best.store(way.len() as u64, Relaxed);
                    self.best = Some(forward(way));
                }
            }
        }
        Ok(())
    }
}
