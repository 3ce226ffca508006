//! Every position that can be reached and can still be won, up to symmetry.
//!
//! Layers grow from the start and from the ends, the smaller one first, until they are neighbours. What both sides agree on
//! there is won; from there the layers shrink in both directions, by going back from what is known to be won. Where the
//! ends are the start with pegs and holes exchanged, one side is the picture of the other. Once layers are large, what is hopeless
//! by its weight is not made any more.

use fewest_search::Stop;

use crate::rules::jumps::Pegs;
use crate::solve::goal_boards::Target;
use crate::solve::pagoda::weights::Weights;
use crate::solve::peg_set::Word;
use crate::solve::state_set::layers::{Layer, Layers};
use crate::solve::symmetry::packed_rules::Way;
use crate::solve::winnable::backward_layers::Backs;

/// Layers from the start to the last end, each of the positions that can be reached and won; none if the game cannot be won.
pub(crate) fn won<'h, W: Word, const G: usize>(
    layers: &mut Layers<'_, 'h, W, G>,
    start: W,
    target: &Target,
) -> Result<Vec<Layer<'h, W>>, Stop> {
    let all = from_both_sides(layers, start, target);
    layers.hopeless = [None, None];
    all
}

fn from_both_sides<'h, W: Word, const G: usize>(
    layers: &mut Layers<'_, 'h, W, G>,
    start: W,
    target: &Target,
) -> Result<Vec<Layer<'h, W>>, Stop> {
    let cx = layers.cx;
    let first = Layer::of(vec![layers.frame.canon(start)], cx)?;
    match target {
        Target::Ends(ends) if ends.is_empty() => Ok(Vec::new()),
        Target::Count(pegs) => {
            let mut forth = vec![first];
            for _ in *pegs..start.ones() {
                forth.push(layers.next(&forth[forth.len() - 1].list, Way::Forth)?);
            }
            let last = forth.pop().map(|layer| layer.list).unwrap_or_default();
            let mut all = shrink(layers, forth, Layer::of(last, cx)?)?;
            if all.iter().any(|layer| layer.list.is_empty()) {
                all.clear();
            }
            Ok(all)
        }
        Target::Ends(ends) => {
            let backs = Backs::new(layers.frame, ends, cx)?;
            if backs.is_end(first.list[0]) {
                return Ok(vec![first]);
            }
            let full = layers.frame.full();
            let picture = backs.has_all_ends()
                && backs.top().len() == 1
                && layers.frame.canon(full ^ backs.top()[0]) == first.list[0];
            let start = start.unpack(layers.frame.holes);
            let hopeless = Hopeless::new(Way::Forth, ends.clone());
            if picture {
                by_picture(layers, first, backs.pegs(), hopeless)
            } else {
                by_halves(layers, first, backs, [hopeless, Hopeless::new(Way::Back, vec![start])])
            }
        }
    }
}

/// What is hopeless by its weight is learned from a layer of so many positions, and again when one is so many times larger.
const LARGE: usize = 1 << 17;
const LARGER: usize = 3;
/// Positions to learn from.
const SAMPLES: usize = 300;
/// Beyond these a linear program takes too long for so many of them.
const MOST_HOLES: usize = 64;

/// What is known of hopeless positions on one way.
struct Hopeless {
    way: Way,
    /// The ends on the way forth, the start on the way back.
    others: Vec<Pegs>,
    learned_from: usize,
}

impl Hopeless {
    fn new(way: Way, others: Vec<Pegs>) -> Self {
        Self { way, others, learned_from: 0 }
    }

    /// Learns from a large layer what is hopeless, and leaves that out; true if there is something new.
    fn learn<'h, W: Word, const G: usize>(
        &mut self,
        layers: &mut Layers<'_, 'h, W, G>,
        layer: &mut Layer<'h, W>,
    ) -> bool {
        let (frame, size) = (layers.frame, layer.list.len());
        if size < LARGE || size < LARGER * self.learned_from || frame.holes > MOST_HOLES {
            return false;
        }
        self.learned_from = size;
        let samples = layer.list.iter().step_by(size.div_ceil(SAMPLES));
        let samples: Vec<Pegs> = samples.map(|position| position.unpack(frame.holes)).collect();
        let others = (self.way, self.others.as_slice());
        let Some(learned) = Weights::learned(&frame.all_jumps(), &frame.group, others, &samples, layers.cx)
        else {
            return false;
        };
        layer.list.retain(|&position| !learned.refute(position));
        layers.hopeless[self.way as usize] = Some(learned);
        true
    }
}

/// The won positions of `forth`, given those of the layer after its last; all layers in order.
fn shrink<'h, W: Word, const G: usize>(
    layers: &mut Layers<'_, 'h, W, G>,
    forth: Vec<Layer<'h, W>>,
    last: Layer<'h, W>,
) -> Result<Vec<Layer<'h, W>>, Stop> {
    let mut all = vec![last];
    for layer in forth.into_iter().rev() {
        let won = layers.among(layer, &all[all.len() - 1].list, Way::Back)?;
        all.push(won);
    }
    all.reverse();
    Ok(all)
}

fn by_halves<'h, W: Word, const G: usize>(
    layers: &mut Layers<'_, 'h, W, G>,
    first: Layer<'h, W>,
    mut backs: Backs<'h, W>,
    [mut from_start, mut from_ends]: [Hopeless; 2],
) -> Result<Vec<Layer<'h, W>>, Stop> {
    let pegs = first.list[0].ones();
    let mut forth = vec![first];
    loop {
        let bottom = pegs + 1 - forth.len() as u32;
        let frontier = &forth[forth.len() - 1].list;
        if frontier.is_empty() || backs.has_all_ends() && backs.top().is_empty() {
            return Ok(Vec::new());
        }
        if backs.pegs() + 1 == bottom {
            break;
        }
        if !backs.has_all_ends() || backs.top().len() <= frontier.len() {
            backs.grow(layers)?;
            let top = backs.layers.len() - 1;
            from_ends.learn(layers, &mut backs.layers[top]);
        } else {
            let mut next = layers.next(frontier, Way::Forth)?;
            from_start.learn(layers, &mut next);
            forth.push(next);
        }
    }
    let Some(&like) = backs.top().first() else { return Ok(Vec::new()) };
    let top = layers.set_of(backs.top().iter().copied(), like)?;
    let last = forth.pop().map(|layer| layer.list).unwrap_or_default();
    let middle = layers.with_neighbour_in(&last, Way::Forth, &top)?;
    drop((top, last));
    if middle.list.is_empty() {
        return Ok(Vec::new());
    }
    let mut all = shrink(layers, forth, middle)?;
    while let Some(layer) = backs.layers.pop() {
        let won = layers.among(layer, &all[all.len() - 1].list, Way::Forth)?;
        all.push(won);
    }
    while all.last().is_some_and(|layer| layer.list.is_empty()) {
        all.pop();
    }
    Ok(all)
}

/// The same where the only end is the start with pegs and holes exchanged.
fn by_picture<'h, W: Word, const G: usize>(
    layers: &mut Layers<'_, 'h, W, G>,
    first: Layer<'h, W>,
    end_pegs: u32,
    mut hopeless: Hopeless,
) -> Result<Vec<Layer<'h, W>>, Stop> {
    let frame = layers.frame;
    let full = frame.full();
    let total = (first.list[0].ones() - end_pegs) as usize;
    // As many layers as are played before the jump in the middle.
    let played = total / 2;
    let mut forth = vec![first];
    for _ in 0..played {
        let mut next = layers.next(&forth[forth.len() - 1].list, Way::Forth)?;
        if hopeless.learn(layers, &mut next)
            && let Some(learned) = &layers.hopeless[Way::Forth as usize]
        {
            layers.hopeless[Way::Back as usize] = Some(learned.exchanged(&frame.all_jumps()));
        }
        forth.push(next);
    }
    let opposite = &forth[total - 1 - played].list;
    let Some(&like) = opposite.first() else { return Ok(Vec::new()) };
    let top = layers.set_of(opposite.iter().map(|&x| frame.canon(full ^ x)), full ^ like)?;
    let last = forth.pop().map(|layer| layer.list).unwrap_or_default();
    let middle = layers.with_neighbour_in(&last, Way::Forth, &top)?;
    drop((top, last));
    if middle.list.is_empty() {
        return Ok(Vec::new());
    }
    let mut all = shrink(layers, forth, middle)?;
    for jumps in played + 1..=total {
        let mut list: Vec<W> = all[total - jumps].list.iter().map(|&x| frame.canon(full ^ x)).collect();
        list.sort_unstable();
        all.push(Layer::of(list, layers.cx)?);
    }
    Ok(all)
}
