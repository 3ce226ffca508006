//! Endgame table by retrograde analysis: the fewest moves to an end from every winnable position.
//! Layers are added from the ends upwards; the value of a position is the best over its sweeps, all
//! of which lead to layers below.

use std::collections::HashMap;

use fewest_search::{Context, Stop};

use crate::solve::fewest_moves::sweeps::Sweeps;
use crate::solve::natural::PathCount;
use crate::solve::peg_set::PegSet;
use crate::solve::state_set::hash_table::DistanceTable;
use crate::solve::state_set::layers::{BATCH, BATCHES_PER_POLL};
use crate::solve::symmetry::Direction;

/// Complete layers with the fewest moves of every position.
pub(crate) struct EndgameTable<'h, W> {
    /// The layer with the fewest pegs first.
    layers: Vec<DistanceTable<'h, W>>,
    /// Pegs of the first layer.
    least: u32,
}

impl<'h, W: PegSet> EndgameTable<'h, W> {
    /// Makes a table with one layer, of ends only.
    pub(crate) fn of(ends: &[W], cx: &'h Context<'_>) -> Result<Self, Stop> {
        let least = ends.first().map_or(0, |end| end.ones());
        Ok(Self { layers: vec![DistanceTable::new(ends, cx)?], least })
    }

    /// Adds the layer with one more peg.
    pub(crate) fn add<const G: usize>(
        &mut self,
        sweeps: &Sweeps<'_, W, G>,
        list: &[W],
        is_end: impl Fn(W) -> bool,
        cx: &'h Context<'_>,
    ) -> Result<(), Stop> {
        let mut next = DistanceTable::new(list, cx)?;
        let mut best = Vec::new();
        for (number, batch) in list.chunks(BATCH).enumerate() {
            if number % BATCHES_PER_POLL == 0 {
                cx.poll()?;
            }
            sweeps.best_moves(batch, &self.layers, &mut best);
            for (&position, &moves) in batch.iter().zip(&best) {
                next.set(position, if is_end(position) { 0 } else { moves });
            }
        }
        self.layers.push(next);
        Ok(())
    }

    /// Returns the fewest moves from a position with `pegs` pegs. None if it is in no layer.
    #[inline]
    pub(crate) fn moves(&self, canonical: W, pegs: u32) -> Option<u16> {
        self.layers.get(pegs.checked_sub(self.least)? as usize)?.get(canonical)
    }

    /// Returns the number of shortest paths to an end. None if `S` overflows or the position is in
    /// no layer.
    pub(crate) fn ways<S: PathCount, const G: usize>(
        &self,
        sweeps: &Sweeps<'_, W, G>,
        canonical: W,
        known: &mut HashMap<W, S>,
    ) -> Option<S> {
        if let Some(ways) = known.get(&canonical) {
            return Some(ways.clone());
        }
        let moves = self.moves(canonical, canonical.ones())?;
        if moves == 0 {
            return Some(S::one());
        }
        let mut next = Vec::new();
        sweeps.each(canonical, Direction::Forward, |reached| {
            if self.moves(reached.canonical(sweeps.rules), reached.pegs) == Some(moves - 1) {
                next.push(reached.canonical(sweeps.rules));
            }
        });
        let mut sum = S::default();
        for position in next {
            if !sum.try_add(&self.ways(sweeps, position, known)?) {
                return None;
            }
        }
        known.insert(canonical, sum.clone());
        Some(sum)
    }
}
