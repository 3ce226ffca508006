//! The lightest solution of a graph of `m` colours, component by component and for every residue
//! class.
//!
//! Pressing a light `m` times changes nothing, so exactly `T` presses are possible if some solution
//! has at most `T` presses and as many modulo `m`. The lightest solution is therefore found in each
//! class modulo `m`. Lightest solutions of two components add up, and so do their classes.

use std::sync::atomic::Ordering::Relaxed;

use fewest_gf2::{Generator, add_residues, lightest_residues, residues_of_weight};
use fewest_search::{Context, Stop};

use crate::rules::{Graph, GraphBoard};
use crate::solve::linear::modular::eliminate_modular;

/// The limit on numbers touched by comparing all solutions: about half a minute of work.
const NUMBERS_TO_COMPARE: u64 = 1 << 36;

/// A component: the numbers of its places in the whole graph, and its solutions.
struct ModularComponent {
    numbers: Vec<u32>,
    one: Vec<u8>,
    quiet: Vec<Generator>,
}

/// All solutions of a solvable board, by component.
pub struct ModularComponents {
    components: Vec<ModularComponent>,
    places: usize,
    modulus: u8,
}

/// The result of elimination on every component.
pub enum ModularSolvability {
    /// The board is solvable.
    Solvable(ModularComponents),
    /// The board is unsolvable: with these weights, by number, no press changes the weighted sum of
    /// the colours, and it is not 0.
    Unsolvable(Vec<u8>),
}

/// A light solution: how often each press is made.
#[derive(Clone, Debug)]
pub struct WeighedMultiset {
    /// Multiplicities by place number.
    pub times: Vec<u8>,
    /// The number of presses.
    pub length: u64,
    /// The number of solutions of this length; None if it is not known or exceeds 128 bits.
    pub count: Option<u128>,
}

/// Returns the steps that take each light of a board to off.
fn steps(board: &GraphBoard) -> Vec<u8> {
    let colours = board.graph().colours();
    board.levels().iter().map(|&level| if level == 0 { 0 } else { colours - level }).collect()
}

/// Solves every component.
///
/// # Errors
/// If the context stops it.
pub fn solve_modular_components(board: &GraphBoard, cx: &Context<'_>) -> Result<ModularSolvability, Stop> {
    let (graph, steps) = (board.graph(), steps(board));
    let mut components = Vec::new();
    for numbers in graph.components() {
        cx.poll()?;
        let component = graph.subgraph(&numbers);
        let here: Vec<u8> = numbers.iter().map(|&light| steps[light as usize]).collect();
        let found = eliminate_modular(&component, &here, cx)?;
        let Some(one) = found.one else {
            let weights = quiet_weights(&component, &here, cx)?;
            let mut all = vec![0; graph.len()];
            numbers.iter().zip(weights).for_each(|(&place, weight)| all[place as usize] = weight);
            return Ok(ModularSolvability::Unsolvable(all));
        };
        components.push(ModularComponent { numbers, one, quiet: found.quiet });
    }
    Ok(ModularSolvability::Solvable(ModularComponents {
        components,
        places: graph.len(),
        modulus: graph.colours(),
    }))
}

/// Returns weights that every press leaves unchanged and these steps do not: quiet presses of the
/// transposed graph.
fn quiet_weights(graph: &Graph, steps: &[u8], cx: &Context<'_>) -> Result<Vec<u8>, Stop> {
    let quiet = eliminate_modular(&graph.transposed(), &vec![0; graph.len()], cx)?.quiet;
    let modulus = u64::from(graph.colours());
    let moved = |generator: &Generator| !weighted(&generator.vector, steps).is_multiple_of(modulus);
    let found = quiet.into_iter().find(moved);
    Ok(found.expect("an unsolvable board has weights that say so").vector)
}

fn weighted(weights: &[u8], of: &[u8]) -> u64 {
    weights.iter().zip(of).map(|(&weight, &number)| u64::from(weight) * u64::from(number)).sum()
}

/// Returns weights by number with which every press changes the weighted sum of the colours by the
/// same amount, while the turns of the board do not bring it to 0; None if none were found.
///
/// # Errors
/// If the context stops it.
pub fn rate_weights(board: &GraphBoard, turns: u64, cx: &Context<'_>) -> Result<Option<Vec<u8>>, Stop> {
    let (graph, modulus) = (board.graph(), u64::from(board.graph().colours()));
    let exchanged = graph.transposed();
    for rate in (1..graph.colours()).filter(|&rate| graph.colours().is_multiple_of(rate)) {
        let Some(weights) = eliminate_modular(&exchanged, &vec![rate; graph.len()], cx)?.one else {
            continue;
        };
        let after = weighted(&weights, board.levels()) + turns % modulus * u64::from(rate);
        if !after.is_multiple_of(modulus) {
            return Ok(Some(weights));
        }
    }
    Ok(None)
}

impl ModularComponents {
    /// Returns the number of solutions; None if it exceeds 128 bits.
    pub fn count(&self) -> Option<u128> {
        let mut sequences = self
            .components
            .iter()
            .flat_map(|component| &component.quiet)
            .map(|quiet| u128::from(quiet.order));
        sequences.try_fold(1_u128, u128::checked_mul)
    }

    /// Returns the number of places and the quiet presses of each component.
    pub fn quiet_presses(&self) -> impl Iterator<Item = (usize, &[Generator])> {
        self.components.iter().map(|component| (component.one.len(), &component.quiet[..]))
    }

    /// Number of colours.
    pub fn modulus(&self) -> u8 {
        self.modulus
    }

    /// Whether all solutions can be compared.
    pub fn can_compare(&self) -> bool {
        self.components.iter().all(|component| can_compare(component.one.len(), &component.quiet))
    }

    /// Returns a solution made lighter by multiples of single quiet presses as long as that helps
    /// (hill climbing).
    pub fn locally_lightest(&self, cx: &Context<'_>) -> WeighedMultiset {
        let mut times = vec![0; self.places];
        for ModularComponent { numbers, one, quiet } in &self.components {
            let (mut best, mut better) = (one.clone(), true);
            while better && cx.poll().is_ok() {
                better = false;
                for Generator { vector, order } in quiet {
                    if cx.poll().is_err() {
                        break;
                    }
                    let (mut other, mut least) = (best.clone(), length(&best));
                    for _ in 1..*order {
                        add_residues(&mut other, vector, self.modulus);
                        if length(&other) < least {
                            least = length(&other);
                            (best, better) = (other.clone(), true);
                        }
                    }
                }
            }
            numbers.iter().zip(best).for_each(|(&place, often)| times[place as usize] = often);
        }
        WeighedMultiset { length: length(&times), times, count: None }
    }

    /// Finds the lightest solution for each residue of the number of presses modulo the number of
    /// colours.
    ///
    /// # Errors
    /// If the context stops it.
    pub fn lightest(&self, cx: &Context<'_>) -> Result<Vec<Option<WeighedMultiset>>, Stop> {
        let nothing = WeighedMultiset { times: vec![0; self.places], length: 0, count: Some(1) };
        let mut all: Vec<Option<WeighedMultiset>> = vec![None; usize::from(self.modulus)];
        all[0] = Some(nothing);
        for component in &self.components {
            cx.poll()?;
            let here = component.lightest(self.modulus, cx)?;
            all = together(&all, &here, self.modulus, |whole, light| {
                let mut times = whole.times.clone();
                component
                    .numbers
                    .iter()
                    .zip(&light.times)
                    .for_each(|(&place, &often)| times[place as usize] = often);
                times
            });
        }
        Ok(all)
    }

    /// Returns one solution and the quiet presses of the whole graph.
    pub fn whole(&self) -> (Vec<u8>, Vec<Generator>) {
        let (mut one, mut quiet) = (vec![0; self.places], Vec::new());
        for component in &self.components {
            let lifted = |vector: &[u8], to: &mut Vec<u8>| {
                component.numbers.iter().zip(vector).for_each(|(&place, &often)| to[place as usize] = often);
            };
            lifted(&component.one, &mut one);
            for Generator { vector, order } in &component.quiet {
                let mut whole = vec![0; self.places];
                lifted(vector, &mut whole);
                quiet.push(Generator { vector: whole, order: *order });
            }
        }
        (one, quiet)
    }

    /// Returns up to `most` solutions of that length; none if the whole cannot be compared.
    ///
    /// # Errors
    /// If the context stops it.
    pub fn of_length(&self, wanted: u64, most: usize, cx: &Context<'_>) -> Result<Vec<Vec<u8>>, Stop> {
        let (one, quiet) = self.whole();
        if !can_compare(self.places, &quiet) {
            return Ok(Vec::new());
        }
        let found = residues_of_weight(self.modulus, &one, &quiet, wanted, most, |_| cx.poll().is_ok());
        cx.check().map(|()| found)
    }
}

fn can_compare(places: usize, quiet: &[Generator]) -> bool {
    let solutions = quiet.iter().try_fold(1_u64, |all, quiet| all.checked_mul(u64::from(quiet.order)));
    solutions.and_then(|all| all.checked_mul(places as u64)).is_some_and(|all| all <= NUMBERS_TO_COMPARE)
}

fn length(times: &[u8]) -> u64 {
    times.iter().map(|&often| u64::from(often)).sum()
}

/// Length and number of the lightest sums of a class, and the two solutions that make one of them.
type Candidate<'a> = (u64, Option<u128>, &'a WeighedMultiset, &'a WeighedMultiset);

/// Returns the lightest sums of one solution of each, in every class. Lengths decide first; presses
/// are joined for the winners only.
fn together(
    all: &[Option<WeighedMultiset>],
    here: &[Option<WeighedMultiset>],
    modulus: u8,
    join: impl Fn(&WeighedMultiset, &WeighedMultiset) -> Vec<u8>,
) -> Vec<Option<WeighedMultiset>> {
    let mut best: Vec<Option<Candidate<'_>>> = vec![None; usize::from(modulus)];
    for whole in all.iter().flatten() {
        for light in here.iter().flatten() {
            let length = whole.length + light.length;
            let count = whole.count.zip(light.count).and_then(|(a, b)| a.checked_mul(b));
            let slot = &mut best[(length % u64::from(modulus)) as usize];
            match slot {
                Some(known) if known.0 < length => {}
                Some(known) if known.0 == length => {
                    known.1 = known.1.zip(count).and_then(|(a, b)| a.checked_add(b));
                }
                _ => *slot = Some((length, count, whole, light)),
            }
        }
    }
    let joined = |(length, count, whole, light)| WeighedMultiset { times: join(whole, light), length, count };
    best.into_iter().map(|slot| slot.map(joined)).collect()
}

impl ModularComponent {
    fn lightest(&self, modulus: u8, cx: &Context<'_>) -> Result<Vec<Option<WeighedMultiset>>, Stop> {
        let compared = &cx.counters.generated;
        let before = compared.load(Relaxed);
        let found = lightest_residues(modulus, &self.one, &self.quiet, |visited| {
            compared.store(before + visited, Relaxed);
            cx.poll().is_ok()
        });
        let Some(found) = found else { return Err(cx.check().err().unwrap_or(Stop::Interrupt)) };
        if !self.quiet.is_empty() {
            let visited: u64 = self.quiet.iter().map(|quiet| u64::from(quiet.order)).product();
            compared.store(before + visited, Relaxed);
        }
        let light = |light: fewest_gf2::LightResidues| WeighedMultiset {
            times: light.vector,
            length: light.weight,
            count: Some(u128::from(light.count)),
        };
        Ok(found.into_iter().map(|class| class.map(light)).collect())
    }
}
