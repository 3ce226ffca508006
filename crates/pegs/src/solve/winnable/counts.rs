//! Counts of solutions and of winnable positions.
//!
//! Path counts are propagated from layer to layer through the winnable set, in `u128` first and in
//! [`BigUint`] if that overflows.

use fewest_search::{Context, Lease, Stop};
use num_bigint::BigUint;

use crate::rules::jumps::{Jump, Jumps, PegWords, SolverGoal, keeping, symmetries};
use crate::solve::parity_classes::{self, GoalBoards};
use crate::solve::path_count::{FirstCount, PathCount};
use crate::solve::peg_set::PegSet;
use crate::solve::state_set::{BATCH, BATCHES_PER_POLL, Layer, LayerBuilder, PositionTable};
use crate::solve::symmetry::{Direction, MonomorphicTask, PackedRules, dispatch};
use crate::solve::winnable::winnable_layers;

/// Sizes of the winnable set and numbers of solutions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct WinnableCounts {
    /// Order of the symmetry group that positions were reduced by.
    pub(crate) symmetries: usize,
    /// Winnable positions after 0, 1, 2 … jumps, up to symmetry. Empty if there is no solution.
    pub(crate) levels: Vec<u64>,
    /// The same without symmetry reduction; None unless every symmetry keeps the start.
    pub(crate) raw: Option<Vec<u64>>,
    /// Number of jump sequences from the start to an end.
    pub(crate) solutions: BigUint,
    /// The same per end that can be reached, sorted by end.
    pub(crate) finishes: Vec<(PegWords, BigUint)>,
    /// The first of these sequences, up to the number asked for.
    pub(crate) listed: Vec<Vec<Jump>>,
}

/// Returns the number of winnable positions after 0, 1, 2 … jumps, up to the symmetries that keep
/// the goal.
pub(crate) fn winnable_level_sizes<'h>(
    jumps: &Jumps,
    start: &[u64],
    goal: &SolverGoal,
    cx: &'h Context<'h>,
) -> Result<Vec<u64>, Stop> {
    let target = GoalBoards::of(jumps, start, goal);
    let group = match &target {
        GoalBoards::Ends(ends) => keeping(&symmetries(jumps), ends),
        GoalBoards::AllWith(_) => symmetries(jumps),
    };
    dispatch(jumps, group, WinnableTask { jumps, start, target: &target, cx }).unwrap_or(Err(Stop::Memory))
}

struct WinnableTask<'a, 'h> {
    jumps: &'a Jumps,
    start: &'a [u64],
    target: &'a GoalBoards,
    cx: &'h Context<'h>,
}

impl MonomorphicTask for WinnableTask<'_, '_> {
    type Out = Result<Vec<u64>, Stop>;

    fn run<W: PegSet, const G: usize>(self, rules: &PackedRules<W, G>) -> Self::Out {
        let mut layers = LayerBuilder::new(rules, parity_classes::invariants(self.jumps), self.cx);
        let all = winnable_layers(&mut layers, W::pack(self.start), self.target)?;
        Ok(all.iter().map(|layer| layer.list.len() as u64).collect())
    }
}

/// Counts the winnable positions and the solutions, and lists the first `list` solutions.
pub(crate) fn count_winnable<'h>(
    jumps: &Jumps,
    start: &[u64],
    goal: &SolverGoal,
    list: usize,
    cx: &'h Context<'h>,
) -> Result<WinnableCounts, Stop> {
    let target = GoalBoards::of(jumps, start, goal);
    let all = symmetries(jumps);
    let still = keeping(&all, &[start.to_vec()]);
    let group = match &target {
        GoalBoards::Ends(ends) if ends.len() == 1 => keeping(&all, ends),
        // Several ends can be told apart only if no symmetry moves the start.
        GoalBoards::Ends(ends) => keeping(&still, ends),
        GoalBoards::AllWith(_) => still.clone(),
    };
    let keeps_start = group.iter().all(|image| still.contains(image));
    let task = CountTask { jumps, start, target: &target, keeps_start, list, cx };
    dispatch(jumps, group, task).unwrap_or(Err(Stop::Memory))
}

struct CountTask<'a, 'h> {
    jumps: &'a Jumps,
    start: &'a [u64],
    target: &'a GoalBoards,
    keeps_start: bool,
    list: usize,
    cx: &'h Context<'h>,
}

impl MonomorphicTask for CountTask<'_, '_> {
    type Out = Result<WinnableCounts, Stop>;

    fn run<W: PegSet, const G: usize>(self, rules: &PackedRules<W, G>) -> Self::Out {
        let mut layers = LayerBuilder::new(rules, parity_classes::invariants(self.jumps), self.cx);
        let all = winnable_layers(&mut layers, W::pack(self.start), self.target)?;
        let mut out = WinnableCounts {
            symmetries: rules.group.len(),
            levels: all.iter().map(|layer| layer.list.len() as u64).collect(),
            ..WinnableCounts::default()
        };
        if self.keeps_start {
            let raw = |layer: &Layer<'_, W>| layer.list.iter().map(|&position| rules.orbit(position)).sum();
            out.raw = Some(all.iter().map(raw).collect());
        }
        let ends = self.end_positions(rules, &all);
        let mut ways = self.ways::<W, FirstCount, G>(rules, &all, &ends)?.map(naturals);
        if ways.is_none() {
            ways = self.ways::<W, BigUint, G>(rules, &all, &ends)?;
        }
        for (end, ways) in ways.unwrap_or_default() {
            out.solutions += &ways;
            let mut orbit: Vec<W> = rules.images(end)[..rules.group.len()].to_vec();
            orbit.sort_unstable();
            orbit.dedup();
            let mut each = ways;
            each /= orbit.len() as u64;
            out.finishes.extend(orbit.iter().map(|end| (end.unpack(rules.holes), each.clone())));
        }
        out.finishes.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        if !all.is_empty() {
            out.listed = SolutionLister::of(rules, &all, &ends).first(self.list, W::pack(self.start));
        }
        Ok(out)
    }
}

fn naturals<W>(ways: Vec<(W, FirstCount)>) -> Vec<(W, BigUint)> {
    ways.into_iter().map(|(end, ways)| (end, ways.into())).collect()
}

impl CountTask<'_, '_> {
    /// Returns the ends that are reached, as canonical positions, sorted.
    fn end_positions<W: PegSet, const G: usize>(
        &self,
        rules: &PackedRules<W, G>,
        all: &[Layer<'_, W>],
    ) -> Vec<W> {
        let mut ends: Vec<W> = match self.target {
            GoalBoards::Ends(ends) => ends.iter().map(|end| rules.canonical(W::pack(end))).collect(),
            GoalBoards::AllWith(_) => all.last().map(|layer| layer.list.clone()).unwrap_or_default(),
        };
        ends.sort_unstable();
        ends.dedup();
        ends
    }

    /// Returns the number of paths from the start to each end. None if `S` overflows.
    fn ways<W: PegSet, S: PathCount, const G: usize>(
        &self,
        rules: &PackedRules<W, G>,
        all: &[Layer<'_, W>],
        ends: &[W],
    ) -> Result<Option<Vec<(W, S)>>, Stop> {
        let mut out = Vec::new();
        let (mut here, mut _held) = (vec![S::one()], None);
        for (at, layer) in all.iter().enumerate() {
            let is_end = |position: &W| ends.binary_search(position).is_ok();
            for (position, ways) in layer.list.iter().zip(&mut here).filter(|(position, _)| is_end(position))
            {
                // The game ends here, so these paths are not extended.
                out.push((*position, std::mem::take(ways)));
            }
            let next: &[W] = all.get(at + 1).map_or(&[], |layer| &layer.list);
            match propagate_counts(rules, &layer.list, &here, next, self.cx)? {
                Some((there, lease)) => (here, _held) = (there, Some(lease)),
                None => return Ok(None),
            }
        }
        Ok(Some(out))
    }
}

/// Returns the number of paths to each position of the layer `next`, given those to each position
/// of `list`. None if `S` overflows.
pub(crate) fn propagate_counts<'h, W: PegSet, S: PathCount, const G: usize>(
    rules: &PackedRules<W, G>,
    list: &[W],
    ways: &[S],
    next: &[W],
    cx: &'h Context<'_>,
) -> Result<Option<(Vec<S>, Lease<'h>)>, Stop> {
    let table = PositionTable::of(next, cx)?;
    let mut lease = cx.lease((table.places() + next.len()) * size_of::<S>())?;
    let mut there = vec![S::default(); table.places()];
    let mut fits = true;
    let (mut near, mut places) = (Vec::new(), Vec::new());
    for (number, (batch, ways)) in list.chunks(BATCH).zip(ways.chunks(BATCH)).enumerate() {
        if number % BATCHES_PER_POLL == 0 {
            cx.poll()?;
        }
        near.clear();
        places.clear();
        for (at, &position) in batch.iter().enumerate() {
            rules.neighbours(position, Direction::Forward, &mut near);
            places.resize(near.len(), (at, usize::MAX));
        }
        for (&next, place) in near.iter().zip(&mut places) {
            place.1 = table.find(next).unwrap_or(usize::MAX);
        }
        for &(at, place) in &places {
            if let Some(sum) = there.get_mut(place) {
                fits &= sum.try_add(&ways[at]);
            }
        }
    }
    let ways = |&position: &W| table.find(position).map(|place| std::mem::take(&mut there[place]));
    let out: Vec<S> = next.iter().filter_map(ways).collect();
    drop(there);
    lease.resize(next.len() * size_of::<S>())?;
    Ok(fits.then_some((out, lease)))
}

/// Lists solutions: depth-first search over the jumps that stay within the winnable set.
pub(crate) struct SolutionLister<'a, 'h, W, const G: usize> {
    rules: &'a PackedRules<W, G>,
    all: &'a [Layer<'h, W>],
    ends: &'a [W],
    most: usize,
    found: Vec<Vec<Jump>>,
}

impl<'a, 'h, W: PegSet, const G: usize> SolutionLister<'a, 'h, W, G> {
    /// `all`: the winnable layers; `ends`: the ends, sorted.
    pub(crate) fn of(rules: &'a PackedRules<W, G>, all: &'a [Layer<'h, W>], ends: &'a [W]) -> Self {
        Self { rules, all, ends, most: 0, found: Vec::new() }
    }

    /// Returns the first `most` solutions from the start, in the order of their jumps.
    pub(crate) fn first(mut self, most: usize, start: W) -> Vec<Vec<Jump>> {
        self.most = most;
        self.follow(start, &mut Vec::new());
        self.found
    }

    fn follow(&mut self, position: W, jumps: &mut Vec<Jump>) {
        if self.found.len() >= self.most {
            return;
        }
        if self.ends.binary_search(&self.rules.canonical(position)).is_ok() {
            self.found.push(jumps.clone());
            return;
        }
        let Some(next) = self.all.get(jumps.len() + 1) else { return };
        let mut legal = Vec::new();
        self.rules.legal(position, Direction::Forward, |jump| legal.push(jump));
        for jump in legal {
            let after = position ^ self.rules.change(jump);
            if next.has(self.rules.canonical(after)) {
                jumps.push(self.rules.jumps[jump]);
                self.follow(after, jumps);
                jumps.pop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{all_but, english, only, triangle};

    fn observed(holes: usize, number: &WinnableCounts) -> Vec<(usize, String)> {
        let hole = |pegs: &PegWords| (0..holes).find(|&hole| *pegs == only(holes, hole)).expect("one peg");
        number.finishes.iter().map(|(end, ways)| (hole(end), ways.to_string())).collect()
    }

    #[test]
    fn the_table_of_the_triangle() {
        let expected = [
            (0, 769_u64, vec![(0, 6816), (6, 3408), (9, 3408), (12, 16128)]),
            (1, 550, vec![(1, 720), (5, 8064), (10, 3408), (13, 2688)]),
            (3, 1548, vec![(2, 8064), (3, 51452), (8, 1550), (11, 8064), (14, 16128)]),
            (4, 190, vec![(12, 1550)]),
        ];
        for (vacancy, positions, finishes) in expected {
            let cx = Context::default();
            let counted =
                count_winnable(&triangle(5), &all_but(15, vacancy), &SolverGoal::OnePeg, usize::MAX, &cx)
                    .unwrap();
            let strings: Vec<(usize, String)> =
                finishes.iter().map(|(hole, ways): &(usize, u32)| (*hole, ways.to_string())).collect();
            assert_eq!(observed(15, &counted), strings);
            let total: u32 = finishes.iter().map(|finish| finish.1).sum();
            assert_eq!(counted.solutions.to_string(), total.to_string());
            let listed: std::collections::HashSet<&Vec<Jump>> = counted.listed.iter().collect();
            assert_eq!((listed.len(), counted.listed.len()), (total as usize, total as usize));
            assert!(listed.iter().all(|jumps| jumps.len() == 13));
            assert_eq!(counted.raw.unwrap().iter().sum::<u64>(), positions);
        }
    }

    #[test]
    fn counts_agree_with_plain_enumeration() {
        fn plain(board: &Jumps, pegs: u64, most: u32) -> u64 {
            if pegs.count_ones() <= most {
                return 1;
            }
            let legal =
                |jump: &&crate::rules::jumps::Jump| jump.holes().map(|hole| pegs >> hole & 1) == [1, 1, 0];
            let after = |jump: &crate::rules::jumps::Jump| {
                jump.holes().iter().fold(pegs, |pegs, hole| pegs ^ 1 << hole)
            };
            board.list.iter().filter(legal).map(|jump| plain(board, after(jump), most)).sum()
        }
        let board = triangle(4);
        for vacancy in 0..10 {
            for most in 1..6 {
                let start = all_but(10, vacancy);
                let cx = Context::default();
                let counted = count_winnable(&board, &start, &SolverGoal::AtMost(most), 0, &cx).unwrap();
                assert_eq!(counted.solutions.to_string(), plain(&board, start[0], most).to_string());
            }
        }
    }

    /// OEIS A112738, and the number of solutions known from Durango Bill.
    #[test]
    fn the_english_board_has_its_known_numbers() {
        let cx = Context::default();
        let goal = SolverGoal::Exactly(vec![only(33, 16)]);
        let counted = count_winnable(&english(), &all_but(33, 16), &goal, 5, &cx).unwrap();
        let half =
            [1, 1, 2, 8, 38, 164, 635, 2089, 6174, 16020, 35749, 68326, 112_788, 162_319, 204_992, 230_230];
        let levels: Vec<u64> = half.iter().chain(half.iter().rev()).copied().collect();
        assert_eq!(counted.levels, levels);
        assert_eq!(counted.listed.len(), 5);
        assert_eq!(winnable_level_sizes(&english(), &all_but(33, 16), &goal, &cx).unwrap(), levels);
        assert_eq!(counted.solutions.to_string(), "40861647040079968");
        assert_eq!(counted.raw.unwrap().iter().sum::<u64>(), 13_428_122);
        assert_eq!(cx.budget.used(), 0);
    }

    /// Symmetries that move the start may change the parity class, so a bitmap of one class cannot
    /// hold such layers.
    #[test]
    fn any_board_with_few_pegs_is_counted_from_a_corner() {
        let (board, cx) = (english(), Context::default());
        let levels = winnable_level_sizes(&board, &all_but(33, 0), &SolverGoal::AtMost(23), &cx).unwrap();
        let rules = PackedRules::<u64, 8>::new(&board, symmetries(&board));
        let mut layer = std::collections::HashSet::from([rules.canonical(all_but(33, 0)[0])]);
        for _ in 23..32 {
            let mut near = Vec::new();
            layer.iter().for_each(|&position| rules.neighbours(position, Direction::Forward, &mut near));
            layer = near.into_iter().collect();
        }
        assert_eq!(levels.last(), Some(&(layer.len() as u64)));
    }
}
