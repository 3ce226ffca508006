//! The winnable set, layer by layer: every position, up to symmetry, that can be reached from the
//! start and from which an end can be reached.
//!
//! Bidirectional breadth-first search. Layers grow from the start and from the ends, the smaller
//! one first, until they are neighbours. The positions that both sides agree on are winnable; from
//! there the layers shrink in both directions, each to the neighbours of a layer that is known to
//! be winnable. Where the only end is the complement of the start (pegs and holes exchanged), one
//! side is the mirror image of the other and is not searched. Once layers are large, positions that
//! a pagoda function refutes are not generated.

pub(crate) mod counts;

use fewest_search::{Context, Stop};

use crate::rules::jumps::PegWords;
use crate::solve::pagoda::PagodaSet;
use crate::solve::parity_classes::GoalBoards;
use crate::solve::peg_set::PegSet;
use crate::solve::state_set::{Layer, LayerBuilder};
use crate::solve::symmetry::{Direction, PackedRules};

/// Returns the layers from the start to the last end, each with its winnable positions; no layers
/// if the game cannot be won.
pub(crate) fn winnable_layers<'h, W: PegSet, const G: usize>(
    layers: &mut LayerBuilder<'_, 'h, W, G>,
    start: W,
    target: &GoalBoards,
) -> Result<Vec<Layer<'h, W>>, Stop> {
    let all = choose_sides(layers, start, target);
    layers.pruning = [None, None];
    all
}

fn choose_sides<'h, W: PegSet, const G: usize>(
    layers: &mut LayerBuilder<'_, 'h, W, G>,
    start: W,
    target: &GoalBoards,
) -> Result<Vec<Layer<'h, W>>, Stop> {
    let cx = layers.cx;
    let first = Layer::of(vec![layers.rules.canonical(start)], cx)?;
    match target {
        GoalBoards::Ends(ends) if ends.is_empty() => Ok(Vec::new()),
        GoalBoards::AllWith(pegs) => {
            let mut forward = vec![first];
            for _ in *pegs..start.ones() {
                forward.push(layers.next(&forward[forward.len() - 1].list, Direction::Forward)?);
            }
            let last = forward.pop().map(|layer| layer.list).unwrap_or_default();
            let mut all = shrink(layers, forward, Layer::of(last, cx)?)?;
            if all.iter().any(|layer| layer.list.is_empty()) {
                all.clear();
            }
            Ok(all)
        }
        GoalBoards::Ends(ends) => {
            let backward = BackwardLayers::new(layers.rules, ends, cx)?;
            if backward.is_end(first.list[0]) {
                return Ok(vec![first]);
            }
            let full = layers.rules.full();
            let is_complement = backward.has_all_ends()
                && backward.top().len() == 1
                && layers.rules.canonical(full ^ backward.top()[0]) == first.list[0];
            let start = start.unpack(layers.rules.holes);
            let pruning = PagodaPruning::new(Direction::Forward, ends.clone());
            if is_complement {
                by_complement(layers, first, backward.pegs(), pruning)
            } else {
                from_both_ends(
                    layers,
                    first,
                    backward,
                    [pruning, PagodaPruning::new(Direction::Backward, vec![start])],
                )
            }
        }
    }
}

/// Pagodas are learned from a layer with at least [`LEARN_FROM`] positions, and again from one that
/// is [`LEARN_AGAIN`] times larger.
const LEARN_FROM: usize = 1 << 17;
const LEARN_AGAIN: usize = 3;
/// Positions that are sampled for learning.
const SAMPLES: usize = 300;
/// Largest board, in holes: beyond it, one linear program per sample takes too long.
const MOST_HOLES: usize = 64;

/// Pagoda pruning in one direction of search.
struct PagodaPruning {
    direction: Direction,
    /// The ends if the search is forward, the start if it is backward.
    others: Vec<PegWords>,
    learned_from: usize,
}

impl PagodaPruning {
    fn new(direction: Direction, others: Vec<PegWords>) -> Self {
        Self { direction, others, learned_from: 0 }
    }

    /// Learns pagodas from a large layer and drops what they refute. Returns true if the pagodas
    /// are new.
    fn learn<'h, W: PegSet, const G: usize>(
        &mut self,
        layers: &mut LayerBuilder<'_, 'h, W, G>,
        layer: &mut Layer<'h, W>,
    ) -> bool {
        let (rules, size) = (layers.rules, layer.list.len());
        if size < LEARN_FROM || size < LEARN_AGAIN * self.learned_from || rules.holes > MOST_HOLES {
            return false;
        }
        self.learned_from = size;
        let samples = layer.list.iter().step_by(size.div_ceil(SAMPLES));
        let samples: Vec<PegWords> = samples.map(|position| position.unpack(rules.holes)).collect();
        let others = (self.direction, self.others.as_slice());
        let Some(learned) = PagodaSet::learned(&rules.all_jumps(), &rules.group, others, &samples, layers.cx)
        else {
            return false;
        };
        layer.list.retain(|&position| !learned.refutes(position));
        layers.pruning[self.direction as usize] = Some(learned);
        true
    }
}

/// Returns all layers in order: `forward` reduced to its winnable positions, then `last`, the
/// winnable positions of the layer after it.
fn shrink<'h, W: PegSet, const G: usize>(
    layers: &mut LayerBuilder<'_, 'h, W, G>,
    forward: Vec<Layer<'h, W>>,
    last: Layer<'h, W>,
) -> Result<Vec<Layer<'h, W>>, Stop> {
    let mut all = vec![last];
    for layer in forward.into_iter().rev() {
        let won = layers.among(layer, &all[all.len() - 1].list, Direction::Backward)?;
        all.push(won);
    }
    all.reverse();
    Ok(all)
}

fn from_both_ends<'h, W: PegSet, const G: usize>(
    layers: &mut LayerBuilder<'_, 'h, W, G>,
    first: Layer<'h, W>,
    mut backward: BackwardLayers<'h, W>,
    [mut from_start, mut from_ends]: [PagodaPruning; 2],
) -> Result<Vec<Layer<'h, W>>, Stop> {
    let pegs = first.list[0].ones();
    let mut forward = vec![first];
    loop {
        let bottom = pegs + 1 - forward.len() as u32;
        let frontier = &forward[forward.len() - 1].list;
        if frontier.is_empty() || backward.has_all_ends() && backward.top().is_empty() {
            return Ok(Vec::new());
        }
        if backward.pegs() + 1 == bottom {
            break;
        }
        if !backward.has_all_ends() || backward.top().len() <= frontier.len() {
            backward.grow(layers)?;
            let top = backward.layers.len() - 1;
            from_ends.learn(layers, &mut backward.layers[top]);
        } else {
            let mut next = layers.next(frontier, Direction::Forward)?;
            from_start.learn(layers, &mut next);
            forward.push(next);
        }
    }
    let Some(&like) = backward.top().first() else { return Ok(Vec::new()) };
    let top = layers.set_of(backward.top().iter().copied(), like)?;
    let last = forward.pop().map(|layer| layer.list).unwrap_or_default();
    let middle = layers.with_neighbour_in(&last, Direction::Forward, &top)?;
    drop((top, last));
    if middle.list.is_empty() {
        return Ok(Vec::new());
    }
    let mut all = shrink(layers, forward, middle)?;
    while let Some(layer) = backward.layers.pop() {
        let won = layers.among(layer, &all[all.len() - 1].list, Direction::Forward)?;
        all.push(won);
    }
    while all.last().is_some_and(|layer| layer.list.is_empty()) {
        all.pop();
    }
    Ok(all)
}

/// Returns the winnable set where the only end is the complement of the start.
fn by_complement<'h, W: PegSet, const G: usize>(
    layers: &mut LayerBuilder<'_, 'h, W, G>,
    first: Layer<'h, W>,
    end_pegs: u32,
    mut pruning: PagodaPruning,
) -> Result<Vec<Layer<'h, W>>, Stop> {
    let rules = layers.rules;
    let full = rules.full();
    let total = (first.list[0].ones() - end_pegs) as usize;
    // Layers before the jump in the middle.
    let played = total / 2;
    let mut forward = vec![first];
    for _ in 0..played {
        let mut next = layers.next(&forward[forward.len() - 1].list, Direction::Forward)?;
        if pruning.learn(layers, &mut next)
            && let Some(learned) = &layers.pruning[Direction::Forward as usize]
        {
            layers.pruning[Direction::Backward as usize] = Some(learned.exchanged(&rules.all_jumps()));
        }
        forward.push(next);
    }
    let opposite = &forward[total - 1 - played].list;
    let Some(&like) = opposite.first() else { return Ok(Vec::new()) };
    let top = layers.set_of(opposite.iter().map(|&x| rules.canonical(full ^ x)), full ^ like)?;
    let last = forward.pop().map(|layer| layer.list).unwrap_or_default();
    let middle = layers.with_neighbour_in(&last, Direction::Forward, &top)?;
    drop((top, last));
    if middle.list.is_empty() {
        return Ok(Vec::new());
    }
    let mut all = shrink(layers, forward, middle)?;
    for jumps in played + 1..=total {
        let mut list: Vec<W> = all[total - jumps].list.iter().map(|&x| rules.canonical(full ^ x)).collect();
        list.sort_unstable();
        all.push(Layer::of(list, layers.cx)?);
    }
    Ok(all)
}

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
