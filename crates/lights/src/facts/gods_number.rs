//! God's number: the most presses that any solvable board needs. It is the *covering radius* of the
//! code of quiet patterns: the largest weight of a set of presses that no quiet pattern makes
//! lighter (Boyles 2022 for small nullity).
//!
//! Cells that lie in the same quiet patterns of a basis are one *region*: a sum of patterns changes
//! all of a region or none of it, so only how many of its cells are pressed matters. A region of
//! `s` cells with `t` pressed counts `t` or `s - t`, on average over all patterns `s/2`; cells in
//! no pattern always count, so pressing them all is worst. This gives bounds from both sides:
//!
//! - No board needs more than the average, `fixed + moving/2`. If a region is odd, some pattern
//!   leaves less than the average.
//! - Press half of every region, give or take a cell. The halves are the same for every pattern;
//!   what is given and taken is searched by hill climbing, such that its sums are never very small.
//!
//! The bounds meet on all squares of nullity up to 6 that were tried.

use std::collections::BTreeMap;

use fewest_core::Seed;
use fewest_gf2::{BitVec, Generator};

use crate::solve::linear::{Components, ModularComponents};

/// Bounds of God's number, both included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GodsNumber {
    /// Some solvable board needs this number of presses.
    pub at_least: u64,
    /// No solvable board needs more.
    pub at_most: u64,
}

impl GodsNumber {
    /// Returns the bounds for two components together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self { at_least: self.at_least + other.at_least, at_most: self.at_most + other.at_most }
    }

    /// Describes the bounds.
    pub fn say(self) -> String {
        match self {
            Self { at_least, at_most } if at_least == at_most => at_least.to_string(),
            Self { at_least: 0, at_most } => format!("at most {at_most}"),
            Self { at_least, at_most } => format!("{at_least} to {at_most}"),
        }
    }
}

/// The largest nullity for which excesses are searched.
const CLIMBED_NULLITY: usize = 10;
/// The largest number of regions for which excesses are searched.
const CLIMBED_REGIONS: usize = 80;
/// Number of climbs from random starts.
const CLIMBS: usize = 12;
/// The largest excess of pressed over other cells of a region that is tried.
const LARGEST_EXCESS: i64 = 3;

/// Returns bounds for `cells` places with these independent quiet patterns.
pub fn bounds(cells: usize, quiet: &[BitVec]) -> GodsNumber {
    let nullity = quiet.len();
    if nullity > 62 {
        // Each independent pattern saves at least one press.
        return GodsNumber { at_least: 0, at_most: (cells - nullity) as u64 };
    }
    let mut columns = vec![0_u64; cells];
    for (index, pattern) in quiet.iter().enumerate() {
        pattern.ones().filter(|&cell| cell < cells).for_each(|cell| columns[cell] |= 1 << index);
    }
    let mut regions: BTreeMap<u64, u64> = BTreeMap::new();
    columns.into_iter().for_each(|column| *regions.entry(column).or_default() += 1);
    let fixed = regions.remove(&0).unwrap_or(0);
    let moving: u64 = regions.values().sum();
    let odd = regions.values().filter(|&&size| size % 2 == 1).count() as u64;
    // Sums of excesses have the parity of the moving cells, their average is 0, and they are not
    // all 0 if a region is odd.
    let below = if odd == 0 { 0 } else { 2 - moving % 2 };
    let climbed = nullity <= CLIMBED_NULLITY && regions.len() <= CLIMBED_REGIONS;
    let short = if odd == 0 {
        0
    } else if climbed {
        least_shortage(&regions, nullity, below)
    } else {
        odd
    };
    GodsNumber { at_least: fixed + (moving - short) / 2, at_most: fixed + (moving - below) / 2 }
}

/// Searches excesses for which the least of the sums `Σ excess · (-1)^|u & column|` over all `u`
/// falls short of 0 by as little as possible. Returns the shortfall. Stops at `enough`.
fn least_shortage(regions: &BTreeMap<u64, u64>, nullity: usize, enough: u64) -> u64 {
    let mut seed = Seed::new(0);
    let mut least = u64::MAX;
    for _ in 0..CLIMBS {
        let excess = regions.values().map(|size| match size % 2 {
            0 => 0,
            _ if seed.bits() & 1 == 1 => 1,
            _ => -1,
        });
        least = least.min(Sums::new(regions, excess.collect(), nullity).hill_climb().unsigned_abs());
        if least <= enough {
            break;
        }
    }
    least
}

/// Excesses and the sums they make, one for each sum of quiet patterns.
struct Sums {
    /// Column and largest excess of each region.
    regions: Vec<(u64, i64)>,
    excess: Vec<i64>,
    of: Vec<i64>,
}

impl Sums {
    fn new(regions: &BTreeMap<u64, u64>, excess: Vec<i64>, nullity: usize) -> Self {
        let largest = |size: u64| i64::try_from(size).unwrap_or(i64::MAX).min(LARGEST_EXCESS);
        let regions = regions.iter().map(|(&column, &size)| (column, largest(size))).collect();
        let mut sums = Self { regions, of: vec![0; 1 << nullity], excess };
        for at in 0..sums.excess.len() {
            sums.add(at, sums.excess[at]);
        }
        sums
    }

    fn add(&mut self, at: usize, what: i64) {
        let column = self.regions[at].0;
        for (patterns, sum) in (0_u64..).zip(&mut self.of) {
            *sum += if (patterns & column).count_ones().is_multiple_of(2) { what } else { -what };
        }
    }

    /// The objective of the climb: the least sum, then as few sums of that value as possible.
    fn value(&self) -> (i64, i64) {
        let least = self.of.iter().copied().min().unwrap_or(0);
        (least, -(self.of.iter().filter(|&&sum| sum == least).count() as i64))
    }

    /// Presses one cell of a region more, or one less. Returns false if there is no such cell.
    fn step(&mut self, (at, more): (usize, bool)) -> bool {
        let by = if more { 2 } else { -2 };
        let fits = (self.excess[at] + by).abs() <= self.regions[at].1;
        if fits {
            self.excess[at] += by;
            self.add(at, by);
        }
        fits
    }

    /// Climbs by one or two steps at a time as long as that helps. Returns the least sum.
    fn hill_climb(mut self) -> i64 {
        let steps: Vec<(usize, bool)> =
            (0..self.regions.len()).flat_map(|at| [(at, false), (at, true)]).collect();
        let back = |(at, more): (usize, bool)| (at, !more);
        let mut best = self.value();
        'climb: loop {
            for (number, &one) in steps.iter().enumerate() {
                if !self.step(one) {
                    continue;
                }
                if self.value() > best {
                    best = self.value();
                    continue 'climb;
                }
                for &two in &steps[..number] {
                    if !self.step(two) {
                        continue;
                    }
                    if self.value() > best {
                        best = self.value();
                        continue 'climb;
                    }
                    self.step(back(two));
                }
                self.step(back(one));
            }
            return best.0;
        }
    }
}

/// Returns bounds for the graph of these components.
pub fn of_components(components: &Components<'_>) -> GodsNumber {
    components
        .quiet_patterns()
        .map(|(places, quiet)| bounds(places, quiet))
        .fold(GodsNumber::default(), GodsNumber::plus)
}

/// Returns bounds for a graph of more than two colours.
///
/// *From above*: the numbers that quiet presses give to a place are multiples of a step. Added to a
/// number below the step they make, on average, half of the distance from that to the last one; and
/// no solution is lighter than all others on average. *From below*: of all ways to press, those
/// with few presses are too few to reach every solvable board.
pub fn of_modular_components(components: &ModularComponents) -> GodsNumber {
    let of_component =
        |(places, quiet): (usize, &[Generator])| modular_bounds(places, components.modulus, quiet);
    components.quiet_presses().map(of_component).fold(GodsNumber::default(), GodsNumber::plus)
}

fn modular_bounds(places: usize, modulus: u8, quiet: &[Generator]) -> GodsNumber {
    let whole = u64::from(modulus);
    let twice = |place: usize| {
        let values = quiet.iter().map(|quiet| u64::from(quiet.vector[place]));
        let step = values.fold(whole, greatest_common_divisor);
        2 * (step - 1) + (whole - step)
    };
    let at_most = (0..places).map(twice).sum::<u64>() / 2;
    let at_least = match quiet.is_empty() {
        true => at_most,
        false => reach(places, modulus, quiet).min(at_most),
    };
    GodsNumber { at_least, at_most }
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

/// The limit on steps for counting light press sets.
const STEPS_TO_COUNT: usize = 100_000_000;

/// Returns the fewest presses for which there are as many ways to press as solvable boards. Numbers
/// are fractions of all ways to press. Nothing is subtracted, so only rounding is inexact, for
/// which there is an allowance.
fn reach(places: usize, modulus: u8, quiet: &[Generator]) -> u64 {
    let colours = usize::from(modulus);
    let steps = [places, places, colours, colours].into_iter().try_fold(1, usize::checked_mul);
    if steps.is_none_or(|steps| steps > STEPS_TO_COUNT) {
        return 0;
    }
    let solvable: f64 = quiet.iter().map(|quiet| 1.0 / f64::from(quiet.order)).product();
    let mut shares = vec![0.0_f64; places * (colours - 1) + 1];
    shares[0] = 1.0;
    for _ in 0..places {
        let mean =
            |at: usize| shares[at.saturating_sub(colours - 1)..=at].iter().sum::<f64>() / f64::from(modulus);
        shares = (0..shares.len()).map(mean).collect();
    }
    let mut within = 0.0;
    let reaches_all = |share: &f64| {
        within += share;
        within * (1.0 + 1e-6) >= solvable
    };
    shares.iter().position(reaches_all).unwrap_or(0) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Board, GraphBoard};
    use crate::solve::linear::{ModularSolvability, solve_modular_components};
    use crate::state_space::LightsSpace;
    use crate::testing::modular_boards;
    use fewest_gf2::lightest_in_coset;
    use fewest_search::{Aim, Context, bfs};
    use proptest::prelude::*;

    fn pattern(bits: &[bool]) -> BitVec {
        BitVec::from_bools(bits)
    }

    #[test]
    fn without_quiet_patterns_everything_may_have_to_be_pressed() {
        assert_eq!(bounds(9, &[]), GodsNumber { at_least: 9, at_most: 9 });
    }

    #[test]
    fn one_pattern_halves_its_cells() {
        let quiet = [pattern(&[true, true, true, false])];
        assert_eq!(bounds(4, &quiet), GodsNumber { at_least: 2, at_most: 2 });
        assert_eq!(bounds(4, &quiet).say(), "2");
        assert_eq!(GodsNumber { at_least: 3, at_most: 5 }.say(), "3 to 5");
    }

    proptest! {
        #[test]
        fn bounds_hold(rows in prop::collection::vec(prop::collection::vec(any::<bool>(), 9), 0..5)) {
            let quiet: Vec<BitVec> = rows.iter().map(|row| pattern(row)).collect();
            prop_assume!(fewest_gf2::Matrix::new(quiet.clone(), 9).rank() == quiet.len());
            let weight = |bits: u64| lightest_in_coset(&BitVec::from_words(vec![bits], 9), &quiet, 1, |_| true).weight;
            let radius = (0..1 << 9).map(weight).max().unwrap_or(0) as u64;
            let GodsNumber { at_least, at_most } = bounds(9, &quiet);
            prop_assert!(at_least <= radius && radius <= at_most, "{at_least} {radius} {at_most}");
        }

        #[test]
        fn bounds_with_more_colours_hold_the_depth_of_a_search(board in modular_boards()) {
            let dark = GraphBoard::with_levels(board.graph().clone(), vec![0; board.graph().len()], None);
            let cx = Context::default();
            let solved = solve_modular_components(&dark, &cx).expect("nothing stops it");
            let ModularSolvability::Solvable(components) = solved else { panic!("a dark board is solvable") };
            let bounds = of_modular_components(&components);
            let space = LightsSpace::new(&Board::Graph(dark)).expect("a small board");
            let seen = bfs(&space, &cx, Aim::Everything);
            let depth = seen.layer_sizes().len() as u64 - 2;
            prop_assert!(bounds.at_least <= depth && depth <= bounds.at_most, "{bounds:?} {depth}");
        }
    }
}
