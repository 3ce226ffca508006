//! Which positions a narrow search keeps: those whose pegs stand close together.

use super::super::jumps::Jumps;
use super::word::Word;

/// What makes a position look bad, as a number.
pub(crate) struct Taste<W> {
    /// Next to each hole.
    near: Vec<W>,
    /// How far out each hole is.
    far: Vec<u32>,
    /// What a pair of neighbours with one peg is worth.
    pub(crate) border: u32,
    /// What being far out is worth.
    pub(crate) spread: u32,
}

impl<W: Word> Taste<W> {
    pub(crate) fn of(jumps: &Jumps) -> Self {
        let mut near = vec![W::default(); jumps.holes];
        for jump in &jumps.list {
            let [from, over, to] = jump.holes();
            for (one, other) in [(from, over), (over, from), (over, to), (to, over)] {
                near[one] = near[one] | W::bit(other);
            }
        }
        let far = (0..jumps.holes).map(|hole| distances(&near, hole)).collect();
        Self { near, far, border: 1, spread: 0 }
    }

    /// The smaller, the better.
    pub(crate) fn of_position(&self, position: W) -> u32 {
        let mut sum = 0;
        for (hole, near) in self.near.iter().enumerate() {
            if position.has(hole) {
                let (all, pegs) = (near.ones(), (*near & position).ones());
                sum += self.border * (all - pegs) + self.spread * self.far[hole];
            }
        }
        sum
    }
}

/// The mean of the squares of the distances from a hole to the others, in eighths.
fn distances<W: Word>(near: &[W], from: usize) -> u32 {
    let (mut reached, mut frontier) = (W::bit(from), W::bit(from));
    let (mut sum, mut steps) = (0_u64, 0_u64);
    while frontier != W::default() {
        sum += steps * steps * u64::from(frontier.ones());
        steps += 1;
        let mut next = W::default();
        for (hole, &around) in near.iter().enumerate() {
            if frontier.has(hole) {
                next = next | around;
            }
        }
        frontier = next ^ (next & reached);
        reached = reached | next;
    }
    (8 * sum / u64::from(reached.ones())) as u32
}
