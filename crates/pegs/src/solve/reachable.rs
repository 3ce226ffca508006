//! Exhaustive counts: the positions that can be reached, layer by layer; dead ends; the number of
//! games; the shortest game (fool's solitaire); and the census of all boards of a small shape.

use fewest_search::{Context, Stop};
use num_bigint::BigUint;

use crate::rules::jumps::{Jump, Jumps, keeping, symmetries};
use crate::solve::parity_classes;
use crate::solve::path_count::{FirstCount, PathCount};
use crate::solve::peg_set::PegSet;
use crate::solve::state_set::{Layer, LayerBuilder, path_to};
use crate::solve::symmetry::{Direction, MonomorphicTask, PackedRules, dispatch};
use crate::solve::winnable::counts::propagate_counts;

/// Positions that can be reached after 0, 1, 2 … jumps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ReachableCounts {
    /// Order of the group of symmetries that keep the start.
    pub(crate) symmetries: usize,
    /// Positions up to these symmetries.
    pub(crate) levels: Vec<u64>,
    /// All positions, symmetric ones apart.
    pub(crate) raw: Vec<u64>,
    /// Positions without a legal jump, up to symmetry.
    pub(crate) stuck: Vec<u64>,
}

/// Counts all positions that can be reached.
pub(crate) fn count_reachable<'h>(
    jumps: &Jumps,
    start: &[u64],
    cx: &'h Context<'h>,
) -> Result<ReachableCounts, Stop> {
    dispatch_from(jumps, start, ReachableTask { jumps, start, cx })
}

/// Returns the number of different games from the start until no jump is left.
pub(crate) fn count_games<'h>(jumps: &Jumps, start: &[u64], cx: &'h Context<'h>) -> Result<BigUint, Stop> {
    match dispatch_from(
        jumps,
        start,
        GamesTask::<FirstCount> { jumps, start, cx, sum: FirstCount::default() },
    )? {
        Some(sum) => Ok(sum.into()),
        None => {
            let task = GamesTask::<BigUint> { jumps, start, cx, sum: BigUint::default() };
            Ok(dispatch_from(jumps, start, task)?.unwrap_or_default())
        }
    }
}

/// Returns a shortest sequence of jumps after which no jump is left (fool's solitaire).
pub(crate) fn shortest_game<'h>(
    jumps: &Jumps,
    start: &[u64],
    cx: &'h Context<'h>,
) -> Result<Vec<Jump>, Stop> {
    dispatch_from(jumps, start, ShortestGameTask { jumps, start, cx })
}

fn dispatch_from<T, J: MonomorphicTask<Out = Result<T, Stop>>>(
    jumps: &Jumps,
    start: &[u64],
    task: J,
) -> Result<T, Stop> {
    let group = keeping(&symmetries(jumps), &[start.to_vec()]);
    dispatch(jumps, group, task).unwrap_or(Err(Stop::Memory))
}

struct ReachableTask<'a, 'h> {
    jumps: &'a Jumps,
    start: &'a [u64],
    cx: &'h Context<'h>,
}

impl MonomorphicTask for ReachableTask<'_, '_> {
    type Out = Result<ReachableCounts, Stop>;

    fn run<W: PegSet, const G: usize>(self, rules: &PackedRules<W, G>) -> Self::Out {
        let mut layers = LayerBuilder::new(rules, parity_classes::invariants(self.jumps), self.cx);
        let mut layer = Layer::of(vec![rules.canonical(W::pack(self.start))], self.cx)?;
        let mut out = ReachableCounts { symmetries: rules.group.len(), ..ReachableCounts::default() };
        while !layer.list.is_empty() {
            out.levels.push(layer.list.len() as u64);
            out.raw.push(layer.list.iter().map(|&position| rules.orbit(position)).sum());
            out.stuck.push(layer.list.iter().filter(|&&position| rules.is_stuck(position)).count() as u64);
            layer = layers.next(&layer.list, Direction::Forward)?;
        }
        Ok(out)
    }
}

struct GamesTask<'a, 'h, S> {
    jumps: &'a Jumps,
    start: &'a [u64],
    cx: &'h Context<'h>,
    sum: S,
}

impl<S: PathCount> MonomorphicTask for GamesTask<'_, '_, S> {
    type Out = Result<Option<S>, Stop>;

    fn run<W: PegSet, const G: usize>(mut self, rules: &PackedRules<W, G>) -> Self::Out {
        let mut layers = LayerBuilder::new(rules, parity_classes::invariants(self.jumps), self.cx);
        let mut layer = Layer::of(vec![rules.canonical(W::pack(self.start))], self.cx)?;
        let (mut ways, mut _held) = (vec![S::one()], None);
        while !layer.list.is_empty() {
            for (&position, ways) in layer.list.iter().zip(&ways) {
                if rules.is_stuck(position) && !self.sum.try_add(ways) {
                    return Ok(None);
                }
            }
            let next = layers.next(&layer.list, Direction::Forward)?;
            match propagate_counts(rules, &layer.list, &ways, &next.list, self.cx)? {
                Some((there, lease)) => (ways, _held) = (there, Some(lease)),
                None => return Ok(None),
            }
            layer = next;
        }
        Ok(Some(self.sum))
    }
}

struct ShortestGameTask<'a, 'h> {
    jumps: &'a Jumps,
    start: &'a [u64],
    cx: &'h Context<'h>,
}

impl MonomorphicTask for ShortestGameTask<'_, '_> {
    type Out = Result<Vec<Jump>, Stop>;

    fn run<W: PegSet, const G: usize>(self, rules: &PackedRules<W, G>) -> Self::Out {
        let mut layers = LayerBuilder::new(rules, parity_classes::invariants(self.jumps), self.cx);
        let start = W::pack(self.start);
        let mut forward = vec![Layer::of(vec![rules.canonical(start)], self.cx)?];
        loop {
            let list = &forward[forward.len() - 1].list;
            if let Some(&stuck) = list.iter().find(|&&position| rules.is_stuck(position)) {
                let jumps = path_to(rules, start, stuck, &forward);
                return Ok(jumps.into_iter().map(|jump| rules.jumps[jump]).collect());
            }
            let next = layers.next(list, Direction::Forward)?;
            forward.push(next);
        }
    }
}

/// Largest shape, in holes: the table has 2^holes entries.
const MOST_HOLES: usize = 24;

/// Returns, for every board as a number with one bit per hole, the number of jump sequences that
/// leave one peg. None if the shape has too many holes or a count overflows.
pub(crate) fn census(jumps: &Jumps) -> Option<Vec<u64>> {
    if jumps.holes > MOST_HOLES {
        return None;
    }
    let masks: Vec<(usize, usize)> = jumps
        .list
        .iter()
        .map(|jump| {
            let [from, over, to] = jump.holes().map(|hole| 1_usize << hole);
            (from | over | to, from | over)
        })
        .collect();
    let mut ways = vec![0_u64; 1 << jumps.holes];
    for pegs in 1..=jumps.holes as u32 {
        for board in with_pegs(jumps.holes, pegs) {
            let mut sum = u64::from(pegs == 1);
            if pegs > 1 {
                for &(three, two) in &masks {
                    if board & three == two {
                        sum = sum.checked_add(ways[board ^ three])?;
                    }
                }
            }
            ways[board] = sum;
        }
    }
    Some(ways)
}

/// Returns all boards with `pegs` pegs, ascending (Gosper's hack).
fn with_pegs(holes: usize, pegs: u32) -> impl Iterator<Item = usize> {
    let first = (1_usize << pegs) - 1;
    std::iter::successors(Some(first), |&board| {
        let low = board & board.wrapping_neg();
        let next = board + low;
        Some(next | ((board ^ next) / low) >> 2)
    })
    .take_while(move |&board| board < 1 << holes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{all_but, english, triangle};

    #[test]
    fn the_triangle_has_its_known_numbers_of_games_and_positions() {
        for (vacancy, games_known, positions) in
            [(0, "568630", 3016), (1, "294543", 2377), (3, "1149568", 4237), (4, "137846", 1651)]
        {
            let cx = Context::default();
            let start = all_but(15, vacancy);
            assert_eq!(count_games(&triangle(5), &start, &cx).unwrap().to_string(), games_known);
            let reached = count_reachable(&triangle(5), &start, &cx).unwrap();
            assert_eq!(reached.raw.iter().sum::<u64>(), positions);
            assert_eq!(reached.levels.len(), reached.raw.len());
        }
    }

    #[test]
    fn a_fool_needs_six_jumps_on_the_english_board() {
        let (board, cx) = (english(), Context::default());
        let game = shortest_game(&board, &all_but(33, 16), &cx).unwrap();
        assert_eq!(game.len(), 6);
        let mut pegs = all_but(33, 16)[0];
        for jump in &game {
            assert_eq!(jump.holes().map(|hole| pegs >> hole & 1), [1, 1, 0]);
            pegs ^= jump.holes().iter().fold(0, |mask, hole| mask | 1 << hole);
        }
        assert!(board.list.iter().all(|jump| jump.holes().map(|hole| pegs >> hole & 1) != [1, 1, 0]));
    }

    #[test]
    fn a_board_without_jumps_is_one_game() {
        let cx = Context::default();
        assert_eq!(count_games(&triangle(5), &[1], &cx).unwrap().to_string(), "1");
        assert_eq!(shortest_game(&triangle(5), &[0], &cx).unwrap(), vec![]);
    }

    #[test]
    fn the_triangle_has_the_known_numbers() {
        let ways = census(&triangle(5)).unwrap();
        let all = (1 << 15) - 1;
        let solutions = [29_760, 14_880, 14_880, 85_258, 1_550, 85_258, 14_880, 1_550];
        for (vacancy, solutions) in solutions.into_iter().enumerate() {
            assert_eq!(ways[all ^ 1 << vacancy], solutions);
        }
        assert_eq!(ways.iter().filter(|&&ways| ways > 0).count(), 13_935);
        let by_pegs = [15, 27, 84, 282, 783, 1650, 2562, 2964, 2586, 1749, 855, 294, 69, 15];
        for (pegs, solvable) in (1..).zip(by_pegs) {
            assert_eq!(with_pegs(15, pegs).filter(|&board| ways[board] > 0).count(), solvable);
        }
    }

    #[test]
    fn large_boards_are_left_alone() {
        assert_eq!(census(&english()), None);
    }
}
