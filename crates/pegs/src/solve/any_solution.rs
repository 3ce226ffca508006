//! One solution: a beam of promising positions against everything from which an end can be reached.
//!
//! Forward, each layer keeps only the positions of best taste; backward, layers are complete, and as many are made
//! as the width of the beam pays for. If nothing is found the beam is made wider. A beam that never left a position out
//! has seen everything, so the same search also proves that there is no solution.

use std::sync::atomic::Ordering::Relaxed;

use fewest_search::{Context, Stop};

use crate::rules::automorphisms::{keeping, symmetries};
use crate::rules::jumps::{Goal, Jump, Jumps};
use crate::solve::goal_boards::Target;
use crate::solve::parity_classes;
use crate::solve::peg_set::Word;
use crate::solve::state_set::hash_table::Table;
use crate::solve::state_set::layers::{BATCH, BATCHES_A_LOOK, Layer, Layers, common, path_to};
use crate::solve::symmetry::packed_rules::{Frame, Job, Way, with_frame};
use crate::solve::winnable::backward_layers::{Backs, path_from};

/// The width of the first beam, and how many times wider the next one is.
const FIRST_WIDTH: usize = 8;
const WIDER: usize = 3;
/// Backward layers grow while the last one has at most so many positions for each of the beam's width.
const BACK: usize = 2;

/// What came of looking for a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Search {
    /// The jumps, in order.
    Found(Vec<Jump>),
    /// There is none: all positions were seen, so many up to symmetry.
    Never { positions: u64 },
    /// The host had enough.
    Stopped(Stop),
}

/// Looks for one solution, and goes on until it is found or there is none.
pub(crate) fn one_solution<'h>(jumps: &Jumps, start: &[u64], goal: &Goal, cx: &'h Context<'h>) -> Search {
    let target = Target::of(jumps, start, goal);
    let group = match &target {
        Target::Ends(ends) if ends.is_empty() => return Search::Never { positions: 0 },
        Target::Ends(ends) if ends.iter().any(|end| end == start) => return Search::Found(Vec::new()),
        Target::Ends(ends) => keeping(&symmetries(jumps), ends),
        Target::Count(_) => symmetries(jumps),
    };
    match with_frame(jumps, group, Finder { jumps, start, target: &target, cx }) {
        Some(Ok(search)) => search,
        Some(Err(stop)) => Search::Stopped(stop),
        None => Search::Stopped(Stop::Memory),
    }
}

struct Finder<'a, 'h> {
    jumps: &'a Jumps,
    start: &'a [u64],
    target: &'a Target,
    cx: &'h Context<'h>,
}

impl Job for Finder<'_, '_> {
    type Out = Result<Search, Stop>;

    fn run<W: Word, const G: usize>(self, frame: &Frame<W, G>) -> Self::Out {
        let mut layers = Layers::new(frame, parity_classes::invariants(self.jumps), self.cx);
        let start = W::pack(self.start);
        let mut backs = match self.target {
            Target::Ends(ends) => Some(Backs::new(frame, ends, self.cx)?),
            Target::Count(_) => None,
        };
        let last = match (self.target, &backs) {
            (Target::Count(pegs), _) => *pegs,
            (_, Some(backs)) => backs.pegs(),
            _ => 0,
        };
        let mut beam = Beam { frame, cx: self.cx, taste: Taste::of(self.jumps), width: FIRST_WIDTH };
        loop {
            if let Some(backs) = &mut backs
                && !beam.grow(backs, &mut layers, start)?
            {
                return Ok(Search::Never { positions: self.cx.counters.positions.load(Relaxed) });
            }
            let meet = backs.as_ref().map_or(last, Backs::pegs);
            let (forward, complete) = beam.forward(start, meet)?;
            let reached = forward.last().filter(|_| start.ones() - meet == forward.len() as u32 - 1);
            let hit = reached.and_then(|layer| match &backs {
                Some(backs) => common(&layer.list, backs.top()).first().copied(),
                None => layer.list.first().copied(),
            });
            if let Some(hit) = hit {
                let mut jumps = path_to(frame, start, hit, &forward);
                let middle = jumps.iter().fold(start, |position, &jump| position ^ frame.change(jump));
                if let Some(backs) = &backs {
                    jumps.extend(path_from(frame, middle, backs));
                }
                return Ok(Search::Found(jumps.into_iter().map(|jump| frame.jumps[jump]).collect()));
            }
            if complete {
                return Ok(Search::Never { positions: self.cx.counters.positions.load(Relaxed) });
            }
            beam.width = beam.width.saturating_mul(WIDER);
        }
    }
}

struct Beam<'a, 'h, W, const G: usize> {
    frame: &'a Frame<W, G>,
    cx: &'h Context<'h>,
    taste: Taste<W>,
    width: usize,
}

impl<'h, W: Word, const G: usize> Beam<'_, 'h, W, G> {
    /// Makes backward layers while they are small for the width; false if the start cannot be among them.
    fn grow(
        &self,
        backs: &mut Backs<'h, W>,
        layers: &mut Layers<'_, 'h, W, G>,
        start: W,
    ) -> Result<bool, Stop> {
        while backs.pegs() < start.ones() && (!backs.has_all_ends() || backs.top().len() <= BACK * self.width)
        {
            if backs.top().is_empty() && backs.has_all_ends() {
                return Ok(false);
            }
            backs.grow(layers)?;
        }
        Ok(true)
    }

    /// The layers from the start down to `pegs` pegs, or to where there are none; and whether nothing was left out.
    fn forward(&self, start: W, pegs: u32) -> Result<(Vec<Layer<'h, W>>, bool), Stop> {
        let mut forward = vec![Layer::of(vec![self.frame.canon(start)], self.cx)?];
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
        let mut table = Table::for_positions(2 * list.len(), self.cx)?;
        let mut near = Vec::new();
        for (number, batch) in list.chunks(BATCH).enumerate() {
            if number % BATCHES_A_LOOK == 0 {
                self.cx.poll()?;
            }
            near.clear();
            batch.iter().for_each(|&position| self.frame.neighbours(position, Way::Forth, &mut near));
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
            table.all().map(|position| (self.taste.of_position(position), position)).collect();
        rated.select_nth_unstable(self.width);
        let mut best: Vec<W> = rated[..self.width].iter().map(|rated| rated.1).collect();
        best.sort_unstable();
        Ok((Layer::of(best, self.cx)?, false))
    }
}

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
    use super::*;
    use crate::rules::jumps::{Pegs, flip_peg, has_peg};
    use crate::testing::{all_but, english, grid, only, triangle};

    /// Plays by the plain rules.
    fn play(board: &Jumps, start: &Pegs, jumps: &[Jump]) -> Pegs {
        let mut pegs = start.clone();
        for jump in jumps {
            assert!(board.list.contains(jump));
            assert_eq!(jump.holes().map(|hole| has_peg(&pegs, hole)), [true, true, false]);
            jump.holes().iter().for_each(|&hole| flip_peg(&mut pegs, hole));
        }
        pegs
    }

    fn check(board: &Jumps, start: &Pegs, goal: &Goal) -> Option<Pegs> {
        let cx = Context::default();
        let end = match one_solution(board, start, goal, &cx) {
            Search::Found(jumps) => Some(play(board, start, &jumps)),
            Search::Never { .. } => None,
            Search::Stopped(stop) => panic!("nobody stops it: {stop:?}"),
        };
        assert_eq!(cx.budget.used(), 0);
        end
    }

    #[test]
    fn agrees_with_the_census_on_every_board_of_the_triangle() {
        let board = triangle(5);
        let ways = crate::solve::winnable::census::census(&board).unwrap();
        for (pegs, &ways) in ways.iter().enumerate() {
            let end = check(&board, &vec![pegs as u64], &Goal::OnePeg);
            assert_eq!(end.is_some(), ways > 0);
            assert!(end.is_none_or(|end| end[0].count_ones() == 1));
        }
    }

    #[test]
    fn english_problems_end_where_they_should() {
        for (vacancy, finish) in [(16, 16), (0, 0), (0, 15), (1, 1), (9, 28), (8, 11)] {
            let goal = Goal::Exactly(vec![only(33, finish)]);
            assert_eq!(check(&english(), &all_but(33, vacancy), &goal), Some(only(33, finish)));
        }
    }

    #[test]
    fn goals_of_all_kinds() {
        let start = all_but(33, 16);
        let few = check(&english(), &start, &Goal::AtMost(12)).unwrap();
        assert_eq!(few[0].count_ones(), 12);
        // Ends with different numbers of pegs: the first is out of reach, the second is not.
        let ends = vec![vec![0b111_0000], only(33, 16)];
        assert_eq!(check(&english(), &start, &Goal::Exactly(ends)), Some(only(33, 16)));
        assert_eq!(check(&english(), &vec![0], &Goal::OnePeg), None);
        assert_eq!(check(&english(), &only(33, 3), &Goal::OnePeg), Some(only(33, 3)));
        assert_eq!(check(&english(), &vec![0b10_0001], &Goal::OnePeg), None);
    }

    #[test]
    fn boards_of_more_than_one_word() {
        let large = grid(&["oooooooooooooooooooo"; 10]);
        let start = vec![0b110, 0, 0, 0];
        assert_eq!(check(&large, &start, &Goal::OnePeg).unwrap().iter().sum::<u64>().count_ones(), 1);
        let middle = grid(&["oooooooooo"; 10]);
        let mut start = vec![0, 0];
        [63, 64, 75].iter().for_each(|&hole| flip_peg(&mut start, hole));
        assert!(check(&middle, &start, &Goal::OnePeg).is_some());
    }

    #[test]
    fn a_stopped_search_says_why() {
        let cx = Context::new(1, 600, &|_| std::ops::ControlFlow::Continue(()));
        let goal = Goal::Exactly(vec![only(33, 16)]);
        let found = one_solution(&english(), &all_but(33, 16), &goal, &cx);
        assert_eq!(found, Search::Stopped(Stop::Memory));
    }

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
