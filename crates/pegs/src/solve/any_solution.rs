//! Any solution: forward beam search that meets complete backward layers.
//!
//! Every solution has the same number of jumps, so any solution is optimal in jumps. Forward, each
//! layer keeps the `width` positions with the least value of the evaluation function
//! ([`Evaluation`], inadmissible). Backward, layers are complete; they grow while they are small
//! for the width of the beam. If the two do not meet, the beam gets [`WIDTH_FACTOR`] times wider. A
//! beam that never dropped a position was a complete breadth-first search, so the same search also
//! proves that there is no solution.

use std::sync::atomic::Ordering::Relaxed;

use fewest_search::{Context, Stop};

use crate::rules::jumps::{Jump, Jumps, SolverGoal, keeping, symmetries};
use crate::solve::parity_classes::{self, GoalBoards};
use crate::solve::peg_set::PegSet;
use crate::solve::state_set::{BATCH, BATCHES_PER_POLL, Layer, LayerBuilder, PositionTable, common, path_to};
use crate::solve::symmetry::{Direction, MonomorphicTask, PackedRules, dispatch};
use crate::solve::winnable::{BackwardLayers, path_from};

/// Width of the first beam, and the factor by which each further beam is wider.
const FIRST_WIDTH: usize = 8;
const WIDTH_FACTOR: usize = 3;
/// Backward layers grow while the topmost has at most this many positions per unit of beam width.
const BACKWARD_SHARE: usize = 2;

/// Result of the search for any solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum AnySolution {
    /// The jumps of a solution, in order.
    Found(Vec<Jump>),
    /// No solution exists. `positions`: positions generated, up to symmetry.
    Never { positions: u64 },
    /// The search was stopped by its context.
    Stopped(Stop),
}

/// Searches until a solution is found, all positions were seen, or the context stops it.
pub(crate) fn find_any_solution<'h>(
    jumps: &Jumps,
    start: &[u64],
    goal: &SolverGoal,
    cx: &'h Context<'h>,
) -> AnySolution {
    let target = GoalBoards::of(jumps, start, goal);
    let group = match &target {
        GoalBoards::Ends(ends) if ends.is_empty() => return AnySolution::Never { positions: 0 },
        GoalBoards::Ends(ends) if ends.iter().any(|end| end == start) => {
            return AnySolution::Found(Vec::new());
        }
        GoalBoards::Ends(ends) => keeping(&symmetries(jumps), ends),
        GoalBoards::AllWith(_) => symmetries(jumps),
    };
    match dispatch(jumps, group, AnySolutionTask { jumps, start, target: &target, cx }) {
        Some(Ok(search)) => search,
        Some(Err(stop)) => AnySolution::Stopped(stop),
        None => AnySolution::Stopped(Stop::Memory),
    }
}

struct AnySolutionTask<'a, 'h> {
    jumps: &'a Jumps,
    start: &'a [u64],
    target: &'a GoalBoards,
    cx: &'h Context<'h>,
}

impl MonomorphicTask for AnySolutionTask<'_, '_> {
    type Out = Result<AnySolution, Stop>;

    fn run<W: PegSet, const G: usize>(self, rules: &PackedRules<W, G>) -> Self::Out {
        let mut layers = LayerBuilder::new(rules, parity_classes::invariants(self.jumps), self.cx);
        let start = W::pack(self.start);
        let mut backward = match self.target {
            GoalBoards::Ends(ends) => Some(BackwardLayers::new(rules, ends, self.cx)?),
            GoalBoards::AllWith(_) => None,
        };
        let last = match (self.target, &backward) {
            (GoalBoards::AllWith(pegs), _) => *pegs,
            (_, Some(backward)) => backward.pegs(),
            _ => 0,
        };
        let mut beam =
            Beam { rules, cx: self.cx, evaluation: Evaluation::of(self.jumps), width: FIRST_WIDTH };
        loop {
            if let Some(backward) = &mut backward
                && !beam.grow(backward, &mut layers, start)?
            {
                return Ok(AnySolution::Never { positions: self.cx.counters.positions.load(Relaxed) });
            }
            let meet = backward.as_ref().map_or(last, BackwardLayers::pegs);
            let (forward, complete) = beam.forward(start, meet)?;
            let reached = forward.last().filter(|_| start.ones() - meet == forward.len() as u32 - 1);
            let hit = reached.and_then(|layer| match &backward {
                Some(backward) => common(&layer.list, backward.top()).first().copied(),
                None => layer.list.first().copied(),
            });
            if let Some(hit) = hit {
                let mut jumps = path_to(rules, start, hit, &forward);
                let middle = jumps.iter().fold(start, |position, &jump| position ^ rules.change(jump));
                if let Some(backward) = &backward {
                    jumps.extend(path_from(rules, middle, backward));
                }
                return Ok(AnySolution::Found(jumps.into_iter().map(|jump| rules.jumps[jump]).collect()));
            }
            if complete {
                return Ok(AnySolution::Never { positions: self.cx.counters.positions.load(Relaxed) });
            }
            beam.width = beam.width.saturating_mul(WIDTH_FACTOR);
        }
    }
}

struct Beam<'a, 'h, W, const G: usize> {
    rules: &'a PackedRules<W, G>,
    cx: &'h Context<'h>,
    evaluation: Evaluation<W>,
    width: usize,
}

impl<'h, W: PegSet, const G: usize> Beam<'_, 'h, W, G> {
    /// Adds backward layers while they are small for the width. Returns false if no position of
    /// them can be reached from the start.
    fn grow(
        &self,
        backward: &mut BackwardLayers<'h, W>,
        layers: &mut LayerBuilder<'_, 'h, W, G>,
        start: W,
    ) -> Result<bool, Stop> {
        while backward.pegs() < start.ones()
            && (!backward.has_all_ends() || backward.top().len() <= BACKWARD_SHARE * self.width)
        {
            if backward.top().is_empty() && backward.has_all_ends() {
                return Ok(false);
            }
            backward.grow(layers)?;
        }
        Ok(true)
    }

    /// Returns the layers from the start down to `pegs` pegs (fewer if a layer is empty), and
    /// whether no position was dropped.
    fn forward(&self, start: W, pegs: u32) -> Result<(Vec<Layer<'h, W>>, bool), Stop> {
        let mut forward = vec![Layer::of(vec![self.rules.canonical(start)], self.cx)?];
        let mut complete = true;
        for _ in pegs..start.ones() {
            let list = &forward[forward.len() - 1].list;
            let (next, all) = self.next(list)?;
            complete &= all;
            if next.list.is_empty() {
                break;
            }
            forward.push(next);
        }
        Ok((forward, complete))
    }

    fn next(&self, list: &[W]) -> Result<(Layer<'h, W>, bool), Stop> {
        let mut table = PositionTable::for_positions(2 * list.len(), self.cx)?;
        let mut near = Vec::new();
        for (number, batch) in list.chunks(BATCH).enumerate() {
            if number % BATCHES_PER_POLL == 0 {
                self.cx.poll()?;
            }
            near.clear();
            batch.iter().for_each(|&position| self.rules.neighbours(position, Direction::Forward, &mut near));
            for &position in &near {
                table.insert(position)?;
            }
        }
        self.cx.counters.expanded.fetch_add(list.len() as u64, Relaxed);
        self.cx.counters.positions.fetch_add(table.len() as u64, Relaxed);
        if table.len() <= self.width {
            let list = table.sorted(self.cx)?.0;
            return Ok((Layer::of(list, self.cx)?, true));
        }
        let _lease = self.cx.lease(table.len() * size_of::<(u32, W)>())?;
        let mut rated: Vec<(u32, W)> =
            table.all().map(|position| (self.evaluation.evaluate(position), position)).collect();
        rated.select_nth_unstable(self.width);
        let mut best: Vec<W> = rated[..self.width].iter().map(|rated| rated.1).collect();
        best.sort_unstable();
        Ok((Layer::of(best, self.cx)?, false))
    }
}

/// Weight of a pair of neighbours with one peg against the distance of a peg from the others. With
/// 4 to 8 all English and French problems are solved by beams of less than 100 positions; 0 and
/// infinity are several times worse.
const BORDER_WEIGHT: u32 = 6;

/// Evaluation function of the beam: small where pegs stand close together.
///
/// | property | |
/// |---|---|
/// | admissible | no |
/// | memory | one peg set and two numbers per hole |
/// | cost per position | one intersection and population count per peg |
pub(crate) struct Evaluation<W> {
    /// Neighbours of each hole.
    near: Vec<W>,
    /// Number of neighbours of each hole.
    degree: Vec<u32>,
    /// Mean squared distance of each hole from the others.
    far: Vec<u32>,
}

impl<W: PegSet> Evaluation<W> {
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

    /// Returns the value of a position; smaller is better.
    pub(crate) fn evaluate(&self, position: W) -> u32 {
        let mut sum = 0;
        for at in 0..self.near.len().div_ceil(64) {
            let mut pegs = position.word(at);
            while pegs != 0 {
                let hole = 64 * at + pegs.trailing_zeros() as usize;
                pegs &= pegs - 1;
                let beside = (self.near[hole] & position).ones();
                sum += BORDER_WEIGHT * (self.degree[hole] - beside) + self.far[hole];
            }
        }
        sum
    }
}

/// Returns the mean of the squared distances from a hole to the others, in eighths.
fn distances<W: PegSet>(near: &[W], from: usize) -> u32 {
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
    use super::*;
    use crate::rules::jumps::{PegWords, flip_peg, has_peg};
    use crate::testing::{all_but, english, grid, only, triangle};

    /// Plays jumps by the readable rules.
    fn play(board: &Jumps, start: &PegWords, jumps: &[Jump]) -> PegWords {
        let mut pegs = start.clone();
        for jump in jumps {
            assert!(board.list.contains(jump));
            assert_eq!(jump.holes().map(|hole| has_peg(&pegs, hole)), [true, true, false]);
            jump.holes().iter().for_each(|&hole| flip_peg(&mut pegs, hole));
        }
        pegs
    }

    fn check(board: &Jumps, start: &PegWords, goal: &SolverGoal) -> Option<PegWords> {
        let cx = Context::default();
        let end = match find_any_solution(board, start, goal, &cx) {
            AnySolution::Found(jumps) => Some(play(board, start, &jumps)),
            AnySolution::Never { .. } => None,
            AnySolution::Stopped(stop) => panic!("nothing stops it: {stop:?}"),
        };
        assert_eq!(cx.budget.used(), 0);
        end
    }

    #[test]
    fn agrees_with_the_census_on_every_board_of_the_triangle() {
        let board = triangle(5);
        let ways = crate::solve::reachable::census(&board).unwrap();
        for (pegs, &ways) in ways.iter().enumerate() {
            let end = check(&board, &vec![pegs as u64], &SolverGoal::OnePeg);
            assert_eq!(end.is_some(), ways > 0);
            assert!(end.is_none_or(|end| end[0].count_ones() == 1));
        }
    }

    #[test]
    fn english_problems_end_where_they_should() {
        for (vacancy, finish) in [(16, 16), (0, 0), (0, 15), (1, 1), (9, 28), (8, 11)] {
            let goal = SolverGoal::Exactly(vec![only(33, finish)]);
            assert_eq!(check(&english(), &all_but(33, vacancy), &goal), Some(only(33, finish)));
        }
    }

    #[test]
    fn goals_of_all_kinds() {
        let start = all_but(33, 16);
        let few = check(&english(), &start, &SolverGoal::AtMost(12)).unwrap();
        assert_eq!(few[0].count_ones(), 12);
        // Ends with different numbers of pegs: the first is out of reach, the second is not.
        let ends = vec![vec![0b111_0000], only(33, 16)];
        assert_eq!(check(&english(), &start, &SolverGoal::Exactly(ends)), Some(only(33, 16)));
        assert_eq!(check(&english(), &vec![0], &SolverGoal::OnePeg), None);
        assert_eq!(check(&english(), &only(33, 3), &SolverGoal::OnePeg), Some(only(33, 3)));
        assert_eq!(check(&english(), &vec![0b10_0001], &SolverGoal::OnePeg), None);
    }

    #[test]
    fn boards_of_more_than_one_word() {
        let large = grid(&["oooooooooooooooooooo"; 10]);
        let start = vec![0b110, 0, 0, 0];
        assert_eq!(check(&large, &start, &SolverGoal::OnePeg).unwrap().iter().sum::<u64>().count_ones(), 1);
        let middle = grid(&["oooooooooo"; 10]);
        let mut start = vec![0, 0];
        [63, 64, 75].iter().for_each(|&hole| flip_peg(&mut start, hole));
        assert!(check(&middle, &start, &SolverGoal::OnePeg).is_some());
    }

    #[test]
    fn a_stopped_search_says_why() {
        let cx = Context::new(1, 600, &|_| std::ops::ControlFlow::Continue(()));
        let goal = SolverGoal::Exactly(vec![only(33, 16)]);
        let found = find_any_solution(&english(), &all_but(33, 16), &goal, &cx);
        assert_eq!(found, AnySolution::Stopped(Stop::Memory));
    }

    #[test]
    fn pegs_together_in_the_middle_are_best() {
        let evaluation = Evaluation::<u64>::of(&english());
        let middle = [15, 16, 17].iter().fold(0, |pegs, hole| pegs | 1 << hole);
        let apart = [9, 16, 23].iter().fold(0, |pegs, hole| pegs | 1 << hole);
        let outside = [0, 1, 2].iter().fold(0, |pegs, hole| pegs | 1 << hole);
        let corners = [0, 13, 32].iter().fold(0, |pegs, hole| pegs | 1 << hole);
        assert_eq!(evaluation.evaluate(middle), evaluation.evaluate(apart));
        assert!(evaluation.evaluate(middle) < evaluation.evaluate(outside));
        assert!(evaluation.evaluate(outside) < evaluation.evaluate(corners));
    }
}
