//! Positions that are hopeless by their weight: pagodas that refute many of them at once, with all images side by side in words.
//!
//! No jump raises a pagoda. So on the way from the start, what weighs less than every end is lost; on the way back from the ends, what
//! weighs more than the start cannot have come from it. Which pagodas tell most is learned from the positions themselves. The
//! weight of a position is a sum over its bytes, four pagodas of sixteen bits in a word; each is raised such that its
//! highest bit says that there is hope.

use fewest_search::Host;

use super::super::jumps::{Goal, Jumps, Pegs};
use super::frame::Way;
use super::pagoda::{pagoda, weight};
use super::symmetry::moved;
use super::word::Word;

/// Pagodas in a word, and the highest bit of each.
const LANES: usize = 4;
const HOPE: u64 = 0x8000_8000_8000_8000;
/// The most pagodas that are kept, their images apart; each must refute one in so many samples that the others leave.
const MOST: usize = 4;
const WORTH: usize = 50;
/// The samples that a pagoda is made for; the others only judge.
const TRIED: usize = 48;
/// The sum of all weights of a pagoda, such that a lane holds any position.
const HEAVIEST: i64 = 0x3fff;

/// Some pagodas with their images.
pub(crate) struct Weights {
    /// Entry `(256 at + value) * words + word`.
    sums: Vec<u64>,
    bytes: usize,
    words: usize,
}

/// A pagoda, or one turned upside down, and what a position must weigh at least.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Scale {
    weights: Vec<i64>,
    least: i64,
}

impl Scale {
    fn refutes(&self, pegs: &[u64]) -> bool {
        weight(&self.weights, pegs) < self.least
    }
}

impl Weights {
    /// Learns from positions on one way which pagodas refute most of them; nothing if none does. `others` are the ends on the way
    /// forth and the starts on the way back; `group` must keep the ends.
    pub(crate) fn learned(
        jumps: &Jumps,
        group: &[Vec<u16>],
        (way, others): (Way, &[Pegs]),
        samples: &[Pegs],
        host: &Host<'_>,
    ) -> Option<Self> {
        let mut candidates: Vec<Vec<Scale>> = Vec::new();
        for sample in samples.iter().step_by(samples.len().div_ceil(TRIED).max(1)) {
            if candidates.iter().flatten().any(|scale| scale.refutes(sample)) {
                continue;
            }
            let found = match (way, others) {
                (Way::Forth, ends) => pagoda(jumps, sample, &Goal::Exactly(ends.to_vec()), host),
                (Way::Back, [start, ..]) => pagoda(jumps, start, &Goal::Exactly(vec![sample.clone()]), host),
                (Way::Back, []) => None,
            };
            if let Some(weights) = found.filter(|weights| total(weights) <= HEAVIEST) {
                candidates.push(scales(&weights, group, way, others));
            }
        }
        let mut left: Vec<&Pegs> = samples.iter().collect();
        let mut chosen: Vec<Scale> = Vec::new();
        for _ in 0..MOST {
            let refuted = |scales: &[Scale], sample: &Pegs| scales.iter().any(|scale| scale.refutes(sample));
            let gain = |scales: &[Scale]| left.iter().filter(|sample| refuted(scales, sample)).count();
            let best = candidates.iter().max_by_key(|scales| gain(scales));
            let Some(best) = best.filter(|best| WORTH * gain(best) >= samples.len()) else { break };
            left.retain(|sample| !refuted(best, sample));
            chosen.extend(best.iter().cloned());
        }
        (!chosen.is_empty()).then(|| Self::of(jumps.holes, &chosen))
    }

    fn of(holes: usize, scales: &[Scale]) -> Self {
        let (bytes, words) = (holes.div_ceil(8).max(1), scales.len().div_ceil(LANES));
        let mut sums = vec![0_u64; 256 * bytes * words];
        for lane in 0..words * LANES {
            let Scale { weights, least } = &scales[lane.min(scales.len() - 1)];
            let mut raised = 0;
            for at in 0..bytes {
                let holes = 8 * at..holes.min(8 * at + 8);
                // Every byte is raised so that nothing is negative; the last brings what is missing to the highest bit.
                let low: i64 = holes.clone().map(|hole| weights[hole].min(0)).sum();
                raised -= low;
                let more = if at + 1 == bytes { 0x8000 - least - raised } else { 0 };
                for value in 0..256_usize {
                    let pegs = holes.clone().filter(|hole| value >> (hole % 8) & 1 == 1);
                    let sum = pegs.map(|hole| weights[hole]).sum::<i64>() - low + more;
                    sums[(256 * at + value) * words + lane / LANES] |= (sum as u64) << (16 * (lane % LANES));
                }
            }
        }
        Self { sums, bytes, words }
    }

    /// Whether a position is hopeless by one of them.
    #[inline]
    pub(crate) fn refute<W: Word>(&self, position: W) -> bool {
        (0..self.words).any(|word| {
            let part = |at: usize| self.sums[(256 * at + position.byte(at)) * self.words + word];
            let sum = (1..self.bytes).fold(part(0), |sum, at| sum + part(at));
            sum & HOPE != HOPE
        })
    }
}

fn total(weights: &[i64]) -> i64 {
    weights.iter().map(|weight| weight.abs()).sum()
}

/// All images of a pagoda as scales. Any image of a start may be the one that a position came from.
fn scales(weights: &[i64], group: &[Vec<u16>], way: Way, others: &[Pegs]) -> Vec<Scale> {
    let sign = if way == Way::Forth { 1 } else { -1 };
    let mut scales: Vec<Scale> = Vec::new();
    for image in group {
        let weights: Vec<i64> = image.iter().map(|&hole| sign * weights[usize::from(hole)]).collect();
        let images = others.iter().flat_map(|other| group.iter().map(move |image| moved(image, other)));
        let least = images.map(|other| weight(&weights, &other)).min().unwrap_or(i64::MIN / 2);
        scales.push(Scale { weights, least });
    }
    scales.sort_unstable();
    scales.dedup();
    scales
}

#[cfg(test)]
mod tests {
    use super::super::boards::{all_but, english, only};
    use super::super::symmetry::{keeping, symmetries};
    use super::*;

    /// Positions of random games, forward from the start or backward from the end.
    fn played(board: &Jumps, from: u64, way: Way, jumps: usize, seed: &mut u64) -> Option<u64> {
        let mut pegs = from;
        for _ in 0..jumps {
            let wanted = if way == Way::Forth { [1, 1, 0] } else { [0, 0, 1] };
            let legal = |jump: &&super::super::super::jumps::Jump| {
                jump.holes().map(|hole| pegs >> hole & 1) == wanted
            };
            let legal: Vec<_> = board.list.iter().filter(legal).collect();
            *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let jump = legal.get((*seed >> 33) as usize % legal.len().max(1))?;
            pegs = jump.holes().iter().fold(pegs, |pegs, hole| pegs ^ 1 << hole);
        }
        Some(pegs)
    }

    #[test]
    fn what_is_refuted_weighs_too_little_and_what_is_won_is_not_refuted() {
        let (board, host) = (english(), Host::default());
        let (start, end) = (all_but(33, 0), only(33, 15));
        let group = keeping(&symmetries(&board), std::slice::from_ref(&end));
        for (way, from, others) in [(Way::Forth, &start, &end), (Way::Back, &end, &start)] {
            let mut seed = 1;
            let samples: Vec<Pegs> = (0..600)
                .filter_map(|_| played(&board, from[0], way, 14, &mut seed).map(|pegs| vec![pegs]))
                .collect();
            let learned =
                Weights::learned(&board, &group, (way, std::slice::from_ref(others)), &samples, &host);
            let learned = learned.expect("some are hopeless");
            let refuted: Vec<&Pegs> = samples.iter().filter(|sample| learned.refute(sample[0])).collect();
            assert!(20 * refuted.len() > samples.len(), "{}", refuted.len());
            for sample in refuted.into_iter().take(20) {
                let (from, to) = if way == Way::Forth { (sample, others) } else { (others, sample) };
                let goal = Goal::Exactly(vec![to.clone()]);
                assert!(pagoda(&board, from, &goal, &host).is_some(), "{way:?} {sample:?}");
            }
            // Whatever comes from the other side can be joined to it.
            let back = if way == Way::Forth { Way::Back } else { Way::Forth };
            for _ in 0..200 {
                if let Some(pegs) = played(&board, others[0], back, 12, &mut seed) {
                    assert!(!learned.refute(pegs));
                }
            }
        }
    }
}
