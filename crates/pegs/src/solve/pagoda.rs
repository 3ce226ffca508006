//! Pagoda functions (Berlekamp, Conway and Guy, *Winning Ways*, chapter 23): weights of holes that
//! no jump raises. An end that weighs more than the start is never reached.
//!
//! The best weights are a linear program, which is solved in floating point by the dense primal
//! simplex method: Dantzig's rule, then Bland's rule. The weights are then scaled to integers, and
//! only what passes the exact check is returned.
//!
//! # Pruning
//!
//! A set of pagoda functions that refutes many positions at once, with all their
//! images side by side in machine words (SWAR).
//!
//! No jump raises the weight of a pagoda. So in forward search, a position that weighs less than
//! every end is lost; in backward search, a position that weighs more than the start cannot come
//! from it. The pagodas are learned from sampled positions. The weight of a position is a sum over
//! its bytes, with eight pagodas of 8 bits per word, or four of 16 bits if they are heavy; each
//! lane is offset such that its highest bit is set while the position is not refuted. A jump adds
//! the same to a lane wherever it is made, so a refuted successor is recognised before it is
//! generated.
//!
//! | property | |
//! |---|---|
//! | sound | yes: a refuted position is never on a path from the start to an end |
//! | memory | 8 KiB per 8 holes, 32 bytes per jump |
//! | cost per node | one lookup of 32 bytes per 8 holes, one addition of 32 bytes per jump |

use fewest_search::Context;

use crate::rules::jumps::{Jump, Jumps, PegWords, SolverGoal, has_peg, image_of, pegged};
use crate::solve::parity_classes::GoalBoards;
use crate::solve::peg_set::PegSet;
use crate::solve::symmetry::Direction;

/// Largest linear program, in holes and in ends.
const MOST_HOLES: usize = 256;
const MOST_ENDS: usize = 300;
/// The largest factor by which weights are scaled to integers.
const MOST_PARTS: i64 = 240;

/// Returns the sum of the weights of all pegs.
pub(crate) fn weight(weights: &[i64], pegs: &[u64]) -> i64 {
    pegged(pegs).map(|hole| weights[hole]).sum()
}

/// Returns whether no jump raises the sum.
fn is_pagoda(jumps: &Jumps, weights: &[i64]) -> bool {
    weights.len() == jumps.holes
        && jumps.list.iter().all(|jump| {
            let [from, over, to] = jump.holes().map(|hole| weights[hole]);
            from + over >= to
        })
}

/// Returns a pagoda by which every end that parity allows weighs more than the start. None if the
/// linear program finds none.
pub(crate) fn pagoda(jumps: &Jumps, start: &[u64], goal: &SolverGoal, cx: &Context<'_>) -> Option<Vec<i64>> {
    let GoalBoards::Ends(ends) = GoalBoards::of(jumps, start, goal) else { return None };
    if jumps.holes > MOST_HOLES || ends.is_empty() || ends.len() > MOST_ENDS {
        return None;
    }
    let weights = program(jumps, start, &ends, cx)?;
    (1..=MOST_PARTS).find_map(|parts| {
        let whole: Vec<i64> = weights.iter().map(|&weight| (weight * parts as f64).round() as i64).collect();
        let refutes = ends.iter().all(|end| weight(&whole, start) < weight(&whole, end));
        (refutes && is_pagoda(jumps, &whole)).then_some(whole)
    })
}

/// Returns weights between -1 and 1 that maximise by how much the lightest end outweighs the start.
///
/// The variables are the differences of the weights from 1, and the gain, offset so that it cannot
/// be negative. All weights 1 is then a feasible start.
fn program(jumps: &Jumps, start: &[u64], ends: &[Vec<u64>], cx: &Context<'_>) -> Option<Vec<f64>> {
    let (mut rows, mut limits) = (Vec::new(), Vec::new());
    let mut limit = |row: Vec<f64>, most: f64| {
        rows.push(row);
        limits.push(most);
    };
    let unknowns = jumps.holes + 1;
    for jump in &jumps.list {
        let [from, over, to] = jump.holes();
        let mut row = vec![0.0; unknowns];
        row[from] += 1.0;
        row[over] += 1.0;
        row[to] -= 1.0;
        limit(row, 1.0);
    }
    for hole in 0..jumps.holes {
        let mut row = vec![0.0; unknowns];
        row[hole] = 1.0;
        limit(row, 2.0);
    }
    for end in ends {
        let share = |pegs: &[u64], hole: usize| f64::from(u8::from(has_peg(pegs, hole)));
        let mut row: Vec<f64> = (0..jumps.holes).map(|hole| share(end, hole) - share(start, hole)).collect();
        row.push(1.0);
        limit(row, pegged(end).count() as f64);
    }
    let mut goal = vec![0.0; unknowns];
    goal[jumps.holes] = 1.0;
    let below = maximise(&rows, &limits, &goal, || cx.poll().is_ok())?;
    Some(below[..jumps.holes].iter().map(|below| 1.0 - below).collect())
}

/// Numbers below this count as zero.
const EPSILON: f64 = 1e-9;

/// Maximises `goal · x` over `x ≥ 0` with `rows · x ≤ limits`, where no limit is negative. Returns
/// `x`. None if the program is unbounded, the step limit is reached, or `go_on` returns false.
fn maximise(
    rows: &[Vec<f64>],
    limits: &[f64],
    goal: &[f64],
    mut go_on: impl FnMut() -> bool,
) -> Option<Vec<f64>> {
    let (height, width) = (rows.len(), goal.len());
    // Columns: nonbasic variables; the last is the right-hand side. The last row is the negated
    // objective.
    let mut tableau: Vec<Vec<f64>> =
        rows.iter().zip(limits).map(|(row, &limit)| row.iter().copied().chain([limit]).collect()).collect();
    tableau.push(goal.iter().map(|&number| -number).chain([0.0]).collect());
    let mut nonbasic: Vec<usize> = (0..width).collect();
    let mut basic: Vec<usize> = (width..width + height).collect();
    for step in 0..50 * (height + width) {
        if step % 16 == 0 && !go_on() {
            return None;
        }
        // Dantzig's rule (the most negative reduced cost) first; after many steps Bland's rule (the
        // least index), which cannot cycle.
        let candidates = (0..width).filter(|&column| tableau[height][column] < -EPSILON);
        let entering = if step < 10 * (height + width) {
            candidates.min_by(|&a, &b| tableau[height][a].total_cmp(&tableau[height][b]))
        } else {
            candidates.min_by_key(|&column| nonbasic[column])
        };
        let Some(column) = entering else {
            let mut answer = vec![0.0; width];
            for (row, &unknown) in basic.iter().enumerate().filter(|(_, unknown)| **unknown < width) {
                answer[unknown] = tableau[row][width];
            }
            return Some(answer);
        };
        let limit = |row: &usize| tableau[*row][width] / tableau[*row][column];
        let leaving = (0..height)
            .filter(|&row| tableau[row][column] > EPSILON)
            .min_by(|a, b| limit(a).total_cmp(&limit(b)).then(basic[*a].cmp(&basic[*b])))?;
        pivot(&mut tableau, leaving, column);
        std::mem::swap(&mut nonbasic[column], &mut basic[leaving]);
    }
    None
}

fn pivot(tableau: &mut [Vec<f64>], leaving: usize, column: usize) {
    let by = 1.0 / tableau[leaving][column];
    let mut chosen = std::mem::take(&mut tableau[leaving]);
    chosen.iter_mut().for_each(|number| *number *= by);
    chosen[column] = by;
    for row in tableau.iter_mut().filter(|row| !row.is_empty()) {
        let times = row[column];
        if times != 0.0 {
            for (number, &with) in row.iter_mut().zip(&chosen) {
                *number -= times * with;
            }
            row[column] = -times * by;
        }
    }
    tableau[leaving] = chosen;
}

/// Words of lanes.
const WORDS: usize = 4;
/// A pagoda must refute at least 1 in this many of the samples.
const WORTH: usize = 50;
/// Samples that pagodas are computed for; the others only rate them.
const TRIED: usize = 48;
/// Bits per lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LaneWidth {
    Eight = 8,
    Sixteen = 16,
}

impl LaneWidth {
    fn count(self) -> usize {
        WORDS * 64 / self as usize
    }

    /// Returns the highest bit of each lane.
    fn open(self) -> u64 {
        match self {
            Self::Eight => 0x8080_8080_8080_8080,
            Self::Sixteen => 0x8000_8000_8000_8000,
        }
    }

    /// Returns the largest sum of absolute weights for which a lane cannot overflow.
    fn heaviest(self) -> i64 {
        (1 << (self as u32 - 2)) - 1
    }
}

/// The weights of a position in all lanes.
type LaneSums = [u64; WORDS];

/// Pagodas with their images, for one direction of search.
pub(crate) struct PagodaSet {
    direction: Direction,
    bounds: Vec<WeightBound>,
    lanes: LaneWidth,
    open: u64,
    /// The lane sums of every value of every byte.
    bytes: Vec<[LaneSums; 256]>,
    /// What each jump adds, made or undone according to the direction.
    jumps: Vec<LaneSums>,
}

/// A pagoda (negated in backward search), and the least weight that a position needs.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct WeightBound {
    weights: Vec<i64>,
    least: i64,
}

impl WeightBound {
    fn refutes(&self, pegs: &[u64]) -> bool {
        weight(&self.weights, pegs) < self.least
    }

    /// Returns what a jump adds to the weight.
    fn change(&self, jump: Jump, direction: Direction) -> i64 {
        let [from, over, to] = jump.holes().map(|hole| self.weights[hole]);
        if direction == Direction::Forward { to - from - over } else { from + over - to }
    }
}

impl PagodaSet {
    /// Learns from sampled positions which pagodas refute most of them. None if no pagoda is worth
    /// its lane. `others` are the ends in forward search and the starts in backward search; `group`
    /// must keep the ends.
    pub(crate) fn learned(
        jumps: &Jumps,
        group: &[Vec<u16>],
        (direction, others): (Direction, &[PegWords]),
        samples: &[PegWords],
        cx: &Context<'_>,
    ) -> Option<Self> {
        let mut candidates: Vec<Vec<WeightBound>> = Vec::new();
        for sample in samples.iter().step_by(samples.len().div_ceil(TRIED).max(1)) {
            if candidates.iter().flatten().any(|bound| bound.refutes(sample)) {
                continue;
            }
            let found = match (direction, others) {
                (Direction::Forward, ends) => pagoda(jumps, sample, &SolverGoal::Exactly(ends.to_vec()), cx),
                (Direction::Backward, [start, ..]) => {
                    pagoda(jumps, start, &SolverGoal::Exactly(vec![sample.clone()]), cx)
                }
                (Direction::Backward, []) => None,
            };
            if let Some(weights) = found.filter(|weights| total(weights) <= LaneWidth::Sixteen.heaviest()) {
                candidates.push(bounds(&weights, group, direction, others));
            }
        }
        let [light, any] =
            [LaneWidth::Eight, LaneWidth::Sixteen].map(|lanes| choose(&candidates, samples, lanes));
        let (lanes, (chosen, _)) =
            if light.1 <= any.1 { (LaneWidth::Eight, light) } else { (LaneWidth::Sixteen, any) };
        (!chosen.is_empty()).then(|| Self::of(jumps, direction, chosen, lanes))
    }

    fn of(jumps: &Jumps, direction: Direction, bounds: Vec<WeightBound>, lanes: LaneWidth) -> Self {
        let mut bytes = vec![[[0_u64; WORDS]; 256]; jumps.holes.div_ceil(8)];
        let mut changes = vec![[0_u64; WORDS]; jumps.list.len()];
        let last = bytes.len() - 1;
        for lane in 0..lanes.count() {
            let bound = &bounds[lane.min(bounds.len() - 1)];
            let (word, shift) = (lanes as usize * lane / 64, lanes as usize * lane % 64);
            let mut raised = 0;
            for (at, sums) in bytes.iter_mut().enumerate() {
                let holes = 8 * at..jumps.holes.min(8 * at + 8);
                // Every byte is offset so that nothing is negative; the last byte brings the sum to
                // the highest bit.
                let low: i64 = holes.clone().map(|hole| bound.weights[hole].min(0)).sum();
                raised -= low;
                let more = if at == last { (1 << (lanes as u32 - 1)) - bound.least - raised } else { 0 };
                for (value, sums) in sums.iter_mut().enumerate() {
                    let pegs = holes.clone().filter(|hole| value >> (hole % 8) & 1 == 1);
                    let sum = pegs.map(|hole| bound.weights[hole]).sum::<i64>() - low + more;
                    sums[word] = sums[word].wrapping_add((sum as u64) << shift);
                }
            }
            // Lanes may borrow from each other here; in the sum of a position the borrows cancel.
            for (change, &jump) in changes.iter_mut().zip(&jumps.list) {
                change[word] = change[word].wrapping_add((bound.change(jump, direction) as u64) << shift);
            }
        }
        Self { direction, bounds, lanes, open: lanes.open(), bytes, jumps: changes }
    }

    /// Returns the same pagodas for the other direction, with pegs and holes exchanged.
    pub(crate) fn exchanged(&self, jumps: &Jumps) -> Self {
        let exchanged = |bound: &WeightBound| {
            let all: i64 = bound.weights.iter().sum();
            let weights = bound.weights.iter().map(|weight| -weight).collect();
            WeightBound { weights, least: bound.least - all }
        };
        let direction =
            if self.direction == Direction::Forward { Direction::Backward } else { Direction::Forward };
        Self::of(jumps, direction, self.bounds.iter().map(exchanged).collect(), self.lanes)
    }

    /// Returns the weights of a position.
    #[inline]
    pub(crate) fn sums<W: PegSet>(&self, position: W) -> LaneSums {
        let mut sums = [0_u64; WORDS];
        for (at, table) in self.bytes.iter().enumerate() {
            let part = &table[position.byte(at) & 255];
            sums.iter_mut().zip(part).for_each(|(sum, part)| *sum = sum.wrapping_add(*part));
        }
        sums
    }

    /// Returns whether a pagoda refutes a position.
    #[inline]
    pub(crate) fn refutes<W: PegSet>(&self, position: W) -> bool {
        self.sums(position).iter().fold(self.open, |open, sum| open & sum) != self.open
    }

    /// Returns whether no pagoda refutes the position after a jump, given the weights before it.
    #[inline]
    pub(crate) fn is_open_after(&self, sums: &LaneSums, jump: usize) -> bool {
        let after = sums.iter().zip(&self.jumps[jump]).map(|(sum, change)| sum.wrapping_add(*change));
        after.fold(self.open, |open, sum| open & sum) == self.open
    }
}

/// Chooses pagodas greedily by the number of samples that they refute, as long as lanes are free.
/// Returns them and the number of samples left.
fn choose(
    candidates: &[Vec<WeightBound>],
    samples: &[PegWords],
    lanes: LaneWidth,
) -> (Vec<WeightBound>, usize) {
    let is_light =
        |bounds: &&Vec<WeightBound>| bounds.iter().all(|bound| total(&bound.weights) <= lanes.heaviest());
    let candidates: Vec<&Vec<WeightBound>> = candidates.iter().filter(is_light).collect();
    let mut left: Vec<&PegWords> = samples.iter().collect();
    let mut chosen: Vec<WeightBound> = Vec::new();
    loop {
        let refuted =
            |bounds: &[WeightBound], sample: &PegWords| bounds.iter().any(|bound| bound.refutes(sample));
        let gain = |bounds: &[WeightBound]| left.iter().filter(|sample| refuted(bounds, sample)).count();
        let have_room = candidates.iter().filter(|bounds| chosen.len() + bounds.len() <= lanes.count());
        let best = have_room.max_by_key(|bounds| gain(bounds));
        let Some(best) = best.filter(|best| WORTH * gain(best) >= samples.len()) else { break };
        left.retain(|sample| !refuted(best, sample));
        chosen.extend(best.iter().cloned());
    }
    (chosen, left.len())
}

fn total(weights: &[i64]) -> i64 {
    weights.iter().map(|weight| weight.abs()).sum()
}

/// Returns all images of a pagoda with their bounds. A position may come from any image of a start.
fn bounds(
    weights: &[i64],
    group: &[Vec<u16>],
    direction: Direction,
    others: &[PegWords],
) -> Vec<WeightBound> {
    let sign = if direction == Direction::Forward { 1 } else { -1 };
    let mut bounds: Vec<WeightBound> = Vec::new();
    for image in group {
        let weights: Vec<i64> = image.iter().map(|&hole| sign * weights[usize::from(hole)]).collect();
        let images = others.iter().flat_map(|other| group.iter().map(move |image| image_of(image, other)));
        let least = images.map(|other| weight(&weights, &other)).min().unwrap_or(i64::MIN / 2);
        bounds.push(WeightBound { weights, least });
    }
    bounds.sort_unstable();
    bounds.dedup();
    bounds
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::jumps::{keeping, symmetries};
    use crate::testing::{all_but, english, only};

    /// The cross of six pegs in the upper arm can reach row 3 at most; the bottom of the board is
    /// out of reach.
    #[test]
    fn few_pegs_do_not_cross_the_board() {
        let (board, cx) = (english(), Context::default());
        // The upper arm's first row and the hole below its middle: three pegs and one.
        let start = vec![0b1111];
        let found: Vec<usize> = (0..33)
            .filter(|&hole| pagoda(&board, &start, &SolverGoal::Exactly(vec![only(33, hole)]), &cx).is_some())
            .collect();
        assert!(!found.is_empty());
        for hole in found {
            let weights = pagoda(&board, &start, &SolverGoal::Exactly(vec![only(33, hole)]), &cx).unwrap();
            assert!(is_pagoda(&board, &weights));
            assert!(weight(&weights, &start) < weight(&weights, &only(33, hole)));
            let mut altered = weights.clone();
            altered[hole] += 1000;
            assert!(!is_pagoda(&board, &altered));
        }
    }

    #[test]
    fn what_can_be_solved_has_no_pagoda() {
        let goal = SolverGoal::Exactly(vec![only(33, 16)]);
        assert_eq!(pagoda(&english(), &all_but(33, 16), &goal, &Context::default()), None);
    }

    #[test]
    fn a_textbook_program() {
        // 3x + 5y with x <= 4, 2y <= 12, 3x + 2y <= 18: best at (2, 6).
        let rows = [vec![1.0, 0.0], vec![0.0, 2.0], vec![3.0, 2.0]];
        let best = maximise(&rows, &[4.0, 12.0, 18.0], &[3.0, 5.0], || true).unwrap();
        assert!((best[0] - 2.0).abs() < 1e-6 && (best[1] - 6.0).abs() < 1e-6);
        assert_eq!(maximise(&rows, &[4.0, 12.0, 18.0], &[3.0, 5.0], || false), None);
    }

    #[test]
    fn an_unbounded_program_has_no_answer() {
        assert_eq!(maximise(&[vec![-1.0]], &[1.0], &[1.0], || true), None);
    }

    /// A position of a random game, forward from the start or backward from the end.
    fn played(board: &Jumps, from: u64, direction: Direction, jumps: usize, seed: &mut u64) -> Option<u64> {
        let mut pegs = from;
        for _ in 0..jumps {
            let wanted = if direction == Direction::Forward { [1, 1, 0] } else { [0, 0, 1] };
            let legal =
                |jump: &&crate::rules::jumps::Jump| jump.holes().map(|hole| pegs >> hole & 1) == wanted;
            let legal: Vec<_> = board.list.iter().filter(legal).collect();
            *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let jump = legal.get((*seed >> 33) as usize % legal.len().max(1))?;
            pegs = jump.holes().iter().fold(pegs, |pegs, hole| pegs ^ 1 << hole);
        }
        Some(pegs)
    }

    #[test]
    fn what_is_refuted_weighs_too_little_and_what_is_won_is_not_refuted() {
        let (board, cx) = (english(), Context::default());
        let (start, end) = (all_but(33, 0), only(33, 15));
        let group = keeping(&symmetries(&board), std::slice::from_ref(&end));
        for (direction, from, others) in
            [(Direction::Forward, &start, &end), (Direction::Backward, &end, &start)]
        {
            let mut seed = 1;
            let samples: Vec<PegWords> = (0..600)
                .filter_map(|_| played(&board, from[0], direction, 14, &mut seed).map(|pegs| vec![pegs]))
                .collect();
            let learned =
                PagodaSet::learned(&board, &group, (direction, std::slice::from_ref(others)), &samples, &cx);
            let learned = learned.expect("some are hopeless");
            // What is known before a jump is true after it, and in the other direction with pegs
            // and holes exchanged.
            let (exchanged, full) = (learned.exchanged(&board), (1_u64 << 33) - 1);
            let wanted = if direction == Direction::Forward { [1, 1, 0] } else { [0, 0, 1] };
            for pegs in samples.iter().map(|sample| sample[0]) {
                assert_eq!(exchanged.refutes(full ^ pegs), learned.refutes(pegs));
                for (number, jump) in board.list.iter().enumerate() {
                    if jump.holes().map(|hole| pegs >> hole & 1) == wanted {
                        let after = jump.holes().iter().fold(pegs, |pegs, hole| pegs ^ 1 << hole);
                        assert_eq!(
                            learned.is_open_after(&learned.sums(pegs), number),
                            !learned.refutes(after)
                        );
                        let observed = exchanged.is_open_after(&exchanged.sums(full ^ pegs), number);
                        assert_eq!(observed, !learned.refutes(after));
                    }
                }
            }
            let refuted: Vec<&PegWords> =
                samples.iter().filter(|sample| learned.refutes(sample[0])).collect();
            assert!(20 * refuted.len() > samples.len(), "{}", refuted.len());
            for sample in refuted.into_iter().take(20) {
                let (from, to) =
                    if direction == Direction::Forward { (sample, others) } else { (others, sample) };
                let goal = SolverGoal::Exactly(vec![to.clone()]);
                assert!(pagoda(&board, from, &goal, &cx).is_some(), "{direction:?} {sample:?}");
            }
            // What the other side reaches is never refuted.
            let back = if direction == Direction::Forward { Direction::Backward } else { Direction::Forward };
            for _ in 0..200 {
                if let Some(pegs) = played(&board, others[0], back, 12, &mut seed) {
                    assert!(!learned.refutes(pegs));
                }
            }
        }
    }
}
