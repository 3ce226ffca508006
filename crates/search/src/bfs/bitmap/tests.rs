//! The n-dimensional cube: corner v at distance popcount(v), sides by parity; a block is a corner
//! of the upper dimensions.

use std::ops::ControlFlow;

use super::*;

/// Dimensions inside a block, of which the words take all but six.
const LOW: usize = 7;

struct Cube {
    high: usize,
}

impl Cube {
    /// The upper corners of a side. Both parities of the lower dimensions are in every block, so a
    /// side has all of them.
    fn blocks(&self) -> usize {
        1 << self.high
    }
}

/// The bits of the lower corners with an odd or even number of ones.
fn parity_mask(word: usize, odd: bool) -> u64 {
    (0..64)
        .filter(|bit| ((word * 64 + bit).count_ones() % 2 == 1) == odd)
        .fold(0, |mask, bit| mask | 1 << bit)
}

impl BitmapSpace for Cube {
    fn words(&self) -> usize {
        1 << (LOW - 6)
    }

    fn cuts(&self, _: usize) -> Vec<usize> {
        (0..=self.blocks()).step_by(4).collect()
    }

    fn root(&self) -> (usize, usize, usize) {
        (0, 0, 0)
    }

    fn pull(&self, side: usize, block: usize, other: &Bitmap<'_>, out: &mut [u64]) -> bool {
        let mut any = false;
        for dimension in 0..self.high {
            if let Some(bits) = other.block(block ^ 1 << dimension) {
                any = true;
                out.iter_mut().zip(bits).for_each(|(out, bits)| *out |= bits);
            }
        }
        if let Some(bits) = other.block(block) {
            any = true;
            for corner in (0..1 << LOW).filter(|corner| bits[corner / 64] >> (corner % 64) & 1 == 1) {
                for dimension in 0..LOW {
                    let next = corner ^ 1 << dimension;
                    out[next / 64] |= 1 << (next % 64);
                }
            }
        }
        let odd = (block.count_ones() % 2 == 1) != (side == 1);
        assert!(out.iter().enumerate().all(|(word, out)| out & !parity_mask(word, odd) == 0));
        any
    }
}

/// Records the depth of every corner.
struct Depths(Vec<(u32, usize, usize)>);

impl LayerSink for Depths {
    fn keep(&mut self, depth: u32, block: usize, new: &[u64]) -> u64 {
        let corners = (0..64 * new.len()).filter(|bit| new[bit / 64] >> (bit % 64) & 1 == 1);
        let before = self.0.len();
        self.0.extend(corners.map(|corner| (depth, block, corner)));
        (self.0.len() - before) as u64
    }
}

#[test]
fn layers_of_a_cube_are_binomials() {
    let cube = Cube { high: 5 };
    for threads in 1..4 {
        let cx = Context::new(threads, 1 << 20, &|_| ControlFlow::Continue(()));
        let parts = cube.cuts(0).len() - 1;
        let mut sinks = [vec![(); parts], vec![(); parts]];
        let sizes = layers(&cube, &cx, &mut sinks).expect("memory");
        assert_eq!(sizes, [1, 12, 66, 220, 495, 792, 924, 792, 495, 220, 66, 12, 1]);
        assert_eq!(cx.budget.used(), 0);
        assert_eq!(cx.budget.peak(), bitmap_bytes(&cube));
    }
}

#[test]
fn every_position_is_kept_once_with_its_depth() {
    let cube = Cube { high: 3 };
    let mut sinks = [0, 1].map(|_| (1..cube.cuts(0).len()).map(|_| Depths(Vec::new())).collect());
    layers(&cube, &Context::default(), &mut sinks).expect("memory");
    let mut all: Vec<_> = sinks.into_iter().flatten().flat_map(|sink| sink.0).collect();
    all.sort_unstable_by_key(|&(_, block, corner)| (block, corner));
    assert_eq!(all.len(), 1 << 10);
    for (at, (depth, block, corner)) in all.into_iter().enumerate() {
        assert_eq!((block << LOW | corner, depth), (at, at.count_ones()));
    }
}

#[test]
fn limits_end_it() {
    let cube = Cube { high: 3 };
    let poor = Context::new(1, 10, &|_| ControlFlow::Continue(()));
    assert_eq!(layers(&cube, &poor, &mut [vec![(); 2], vec![(); 2]]), Err(Stop::Memory));
    let hasty = Context::new(2, 1 << 20, &|_| ControlFlow::Break(Stop::Time));
    assert_eq!(layers(&cube, &hasty, &mut [vec![(); 2], vec![(); 2]]), Err(Stop::Time));
}
