//! From layers to jumps: layers hold smallest images only, the jumps are for the board as it stands.

use super::backs::Backs;
use super::frame::{Frame, Way};
use super::layers::Layer;
use super::word::Word;

/// Jumps from `start` to a position with the smallest image `hit`, which is in the last of `layers`; the first has the start.
pub(crate) fn before<W: Word, const G: usize>(
    frame: &Frame<W, G>,
    start: W,
    hit: W,
    layers: &[Layer<'_, W>],
) -> Vec<usize> {
    let mut position = hit;
    let mut undone = Vec::new();
    for layer in layers[..layers.len() - 1].iter().rev() {
        let mut first = None;
        frame.legal(position, Way::Back, |jump| {
            if first.is_none() && layer.has(frame.canon(position ^ frame.change(jump))) {
                first = Some(jump);
            }
        });
        let Some(jump) = first else { break };
        undone.push(jump);
        position = position ^ frame.change(jump);
    }
    undone.reverse();
    // The way back ends at an image of the start; the same symmetry brings all jumps home.
    let home = frame.group.iter().find(|image| {
        let moved = super::symmetry::moved(image, &position.unpack(frame.holes));
        W::pack(&moved) == start
    });
    let Some(image) = home else { return undone };
    let at = |hole: u16| image[usize::from(hole)];
    let jump = |number: usize| {
        let jump = frame.jumps[number];
        let moved = [at(jump.from), at(jump.over), at(jump.to)];
        frame.jumps.iter().position(|other| [other.from, other.over, other.to] == moved).unwrap_or(number)
    };
    undone.into_iter().map(jump).collect()
}

/// Jumps from a position in the topmost of `backs` (up to symmetry) to an end.
pub(crate) fn after<W: Word, const G: usize>(
    frame: &Frame<W, G>,
    from: W,
    backs: &Backs<'_, W>,
) -> Vec<usize> {
    let (mut position, mut made) = (from, Vec::new());
    while !backs.is_end(frame.canon(position)) {
        let Some(layer) = backs.at(position.ones() - 1) else { break };
        let mut first = None;
        frame.legal(position, Way::Forth, |jump| {
            if first.is_none() && layer.has(frame.canon(position ^ frame.change(jump))) {
                first = Some(jump);
            }
        });
        let Some(jump) = first else { break };
        made.push(jump);
        position = position ^ frame.change(jump);
    }
    made
}
