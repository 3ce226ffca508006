//! Backward layers: all positions from which an end can be reached, by number of pegs, from the
//! ends upwards.

use fewest_search::{Context, Stop};

use crate::solve::peg_set::PegSet;
use crate::solve::state_set::layers::{Layer, LayerBuilder};
use crate::solve::symmetry::{Direction, PackedRules};

/// Complete layers; the first holds the ends with the fewest pegs.
pub(crate) struct BackwardLayers<'h, W> {
    least: u32,
    /// Ends by number of pegs, from `least` on.
    ends: Vec<Vec<W>>,
    pub(crate) layers: Vec<Layer<'h, W>>,
}

impl<'h, W: PegSet> BackwardLayers<'h, W> {
    /// Makes the layer of the ends with the fewest pegs. `ends` must not be empty.
    pub(crate) fn new<const G: usize>(
        rules: &PackedRules<W, G>,
        ends: &[Vec<u64>],
        cx: &'h Context<'h>,
    ) -> Result<Self, Stop> {
        let mut all: Vec<W> = ends.iter().map(|end| rules.canonical(W::pack(end))).collect();
        all.sort_unstable();
        all.dedup();
        let least = all.iter().map(|end| end.ones()).min().unwrap_or(0);
        let most = all.iter().map(|end| end.ones()).max().unwrap_or(0);
        let with = |pegs: u32| all.iter().copied().filter(|end| end.ones() == pegs).collect::<Vec<W>>();
        let ends: Vec<Vec<W>> = (least..=most).map(with).collect();
        let layers = vec![Layer::of(ends[0].clone(), cx)?];
        Ok(Self { least, ends, layers })
    }

    /// Returns the number of pegs in the topmost layer.
    pub(crate) fn pegs(&self) -> u32 {
        self.least + self.layers.len() as u32 - 1
    }

    /// Returns the topmost layer.
    pub(crate) fn top(&self) -> &[W] {
        &self.layers[self.layers.len() - 1].list
    }

    /// Returns the layer with `pegs` pegs, if it was made.
    pub(crate) fn at(&self, pegs: u32) -> Option<&Layer<'h, W>> {
        self.layers.get(pegs.checked_sub(self.least)? as usize)
    }

    /// Returns whether every end is in a layer.
    pub(crate) fn has_all_ends(&self) -> bool {
        self.layers.len() >= self.ends.len()
    }

    /// Returns whether a canonical position is an end.
    pub(crate) fn is_end(&self, canonical: W) -> bool {
        let ends = canonical.ones().checked_sub(self.least).and_then(|at| self.ends.get(at as usize));
        ends.is_some_and(|ends| ends.binary_search(&canonical).is_ok())
    }

    /// Adds the layer with one more peg.
    pub(crate) fn grow<const G: usize>(
        &mut self,
        layers: &mut LayerBuilder<'_, 'h, W, G>,
    ) -> Result<(), Stop> {
        let mut layer = layers.next(self.top(), Direction::Backward)?;
        if let Some(ends) = self.ends.get(self.layers.len()).filter(|ends| !ends.is_empty()) {
            let mut list = std::mem::take(&mut layer.list);
            list.extend(ends);
            list.sort_unstable();
            list.dedup();
            layer = Layer::of(list, layers.cx)?;
        }
        self.layers.push(layer);
        Ok(())
    }
}

/// Returns the jumps from a position of the topmost layer (up to symmetry) to an end.
pub(crate) fn path_from<W: PegSet, const G: usize>(
    rules: &PackedRules<W, G>,
    from: W,
    backward: &BackwardLayers<'_, W>,
) -> Vec<usize> {
    let (mut position, mut made) = (from, Vec::new());
    while !backward.is_end(rules.canonical(position)) {
        let Some(layer) = backward.at(position.ones() - 1) else { break };
        let mut first = None;
        rules.legal(position, Direction::Forward, |jump| {
            if first.is_none() && layer.has(rules.canonical(position ^ rules.change(jump))) {
                first = Some(jump);
            }
        });
        let Some(jump) = first else { break };
        made.push(jump);
        position = position ^ rules.change(jump);
    }
    made
}
