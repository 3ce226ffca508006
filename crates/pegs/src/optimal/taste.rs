//! Which positions a narrow search keeps: those whose pegs stand close together.

use super::super::jumps::Jumps;
use super::word::Word;

/// What a pair of neighbours with one peg weighs against a peg's distance from the others. Between 4 and 8 all English
/// and French problems are solved by beams of less than a hundred positions; 0 and infinity are several times worse.
const BORDER: u32 = 6;

/// What makes a position look bad, as a number.
pub(crate) struct Taste<W> {
    /// Next to each hole.
    near: Vec<W>,
    /// How many holes are next to each hole.
    degree: Vec<u32>,
    /// How far out each hole is.
    far: Vec<u32>,
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
        let degree = near.iter().map(|near| near.ones()).collect();
        Self { near, degree, far }
    }

    /// The smaller, the better.
    pub(crate) fn of_position(&self, position: W) -> u32 {
        let mut sum = 0;
        for at in 0..self.near.len().div_ceil(64) {
            let mut pegs = position.word(at);
            while pegs != 0 {
                let hole = 64 * at + pegs.trailing_zeros() as usize;
                pegs &= pegs - 1;
                let beside = (self.near[hole] & position).ones();
                sum += BORDER * (self.degree[hole] - beside) + self.far[hole];
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

#[cfg(test)]
mod tests {
    use super::super::boards::english;
    use super::*;

    #[test]
    fn pegs_together_in_the_middle_are_best() {
        let taste = Taste::<u64>::of(&english());
        let middle = [15, 16, 17].iter().fold(0, |pegs, hole| pegs | 1 << hole);
        let apart = [9, 16, 23].iter().fold(0, |pegs, hole| pegs | 1 << hole);
        let outside = [0, 1, 2].iter().fold(0, |pegs, hole| pegs | 1 << hole);
        let corners = [0, 13, 32].iter().fold(0, |pegs, hole| pegs | 1 << hole);
        assert_eq!(taste.of_position(middle), taste.of_position(apart));
        assert!(taste.of_position(middle) < taste.of_position(outside));
        assert!(taste.of_position(outside) < taste.of_position(corners));
    }
}
