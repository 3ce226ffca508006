//! The linear system of a board: `A x = b`, where `A` says which press changes which light, `x`
//! which lights are pressed and `b` which are on, over GF(2) or modulo the number of colours.
//!
//! | board | method | cost |
//! |---|---|---|
//! | plain rectangle | [`row_recurrence`] with [`row_polynomials`] | `w h / 64` words |
//! | plus or king on a rectangle, cylinder or torus | [`lattice`] | the same |
//! | any graph | [`elimination`] in a [`chasing_order`] | only open presses are unknowns |
//!
//! Graphs are solved component by component. A solution and the presses that change nothing (quiet
//! patterns) describe all solutions; where there is none, the transposed system has a pattern that
//! proves it.
//!
//! Sutner 1989 is the source of the algebraic view, Goldwasser, Klostermeyer and Trapp 1997 of the
//! polynomials, Scherphuis of light chasing and quiet patterns.

mod chasing_order;
pub mod elimination;
pub mod lattice;
pub mod row_polynomials;
pub mod row_recurrence;

use fewest_gf2::{BitVec, Generator};
use fewest_search::{Context, Stop};

use crate::rules::{Graph, GraphBoard};
use elimination::{Elimination, Solutions, eliminate_modular};
use lattice::Lattice;

/// A component: the numbers of its places in the whole graph, and its solutions.
pub struct Component<'h> {
    /// Place numbers in the whole graph, ascending.
    pub numbers: Vec<u32>,
    /// One solution.
    pub one: BitVec,
    /// The quiet patterns.
    pub found: Solutions<'h>,
}

/// All solutions of a solvable board, by component.
pub struct Components<'h> {
    /// The components.
    pub components: Vec<Component<'h>>,
    /// Number of places of the whole graph.
    pub places: usize,
}

/// The result of elimination on every component.
pub enum Solvability<'h> {
    /// The board is solvable.
    Solvable(Components<'h>),
    /// The board is unsolvable: every press changes an even number of lights of this pattern, and
    /// an odd number of them is on. Place numbers.
    Unsolvable(Vec<u32>),
}

/// Finds all presses that put these lights of a graph out, by the fastest method that applies.
///
/// # Errors
/// If the context stops it.
fn all_solutions<'h>(graph: &Graph, lights: &BitVec, cx: &'h Context<'_>) -> Result<Solutions<'h>, Stop> {
    match Lattice::of(graph) {
        Some(lattice) => lattice.all_solutions(lights, cx),
        None => Elimination::new(graph).eliminate(lights, cx),
    }
}

/// Solves every component.
///
/// # Errors
/// If the context stops it.
pub fn solve_components<'h>(board: &GraphBoard, cx: &'h Context<'_>) -> Result<Solvability<'h>, Stop> {
    let (graph, lights) = (board.graph(), board.lights());
    let mut components = Vec::new();
    for numbers in graph.components() {
        cx.poll()?;
        let component = graph.subgraph(&numbers);
        let here: Vec<bool> = numbers.iter().map(|&light| lights.get(light as usize)).collect();
        let here = BitVec::from_bools(&here);
        let mut found = all_solutions(&component, &here, cx)?;
        let Some(one) = found.one.take() else {
            let pattern = odd_pattern(&component, &here, &found, cx)?;
            return Ok(Solvability::Unsolvable(pattern.ones().map(|place| numbers[place]).collect()));
        };
        components.push(Component { numbers, one, found });
    }
    Ok(Solvability::Solvable(Components { components, places: graph.len() }))
}

/// Returns a pattern of which every press changes an even number of lights and of which an odd
/// number is on. On a symmetric graph it is quiet, that is, one of those found already; elsewhere
/// it is quiet on the transposed graph.
fn odd_pattern(
    graph: &Graph,
    lights: &BitVec,
    found: &Solutions<'_>,
    cx: &Context<'_>,
) -> Result<BitVec, Stop> {
    let exchanged = graph.transposed();
    let other;
    let patterns = if exchanged == *graph {
        &found.quiet
    } else {
        other = all_solutions(&exchanged, &BitVec::zeros(graph.len()), cx)?;
        &other.quiet
    };
    let odd = patterns.iter().find(|pattern| pattern.dot(lights));
    Ok(odd.expect("an unsolvable board has an odd pattern").clone())
}

/// Returns a pattern, by number, of which every press changes an odd number of lights; None if
/// there is none. Each press then changes the parity of the lights in it, so that the sizes of all
/// solutions have the same parity. A symmetric graph whose presses change their own light always
/// has one (Sutner 1989).
///
/// # Errors
/// If the context stops it.
pub fn parity_pattern(graph: &Graph, cx: &Context<'_>) -> Result<Option<Vec<u32>>, Stop> {
    let exchanged = graph.transposed();
    let mut pattern = Vec::new();
    for numbers in exchanged.components() {
        let component = exchanged.subgraph(&numbers);
        let all = BitVec::from_bools(&vec![true; component.len()]);
        let Some(one) = all_solutions(&component, &all, cx)?.one else { return Ok(None) };
        pattern.extend(one.ones().map(|place| numbers[place]));
    }
    pattern.sort_unstable();
    Ok(Some(pattern))
}

impl Components<'_> {
    /// The nullity `d`: there are `2^d` solutions.
    pub fn nullity(&self) -> usize {
        self.components.iter().map(|component| component.found.quiet.len()).sum()
    }

    /// The largest nullity of a component, which decides the cost of comparing.
    pub fn largest_nullity(&self) -> usize {
        self.components.iter().map(|component| component.found.quiet.len()).max().unwrap_or(0)
    }

    /// Returns the number of places and the quiet patterns of each component.
    pub fn quiet_patterns(&self) -> impl Iterator<Item = (usize, &[BitVec])> {
        self.components.iter().map(|component| (component.one.len(), &component.found.quiet[..]))
    }

    /// Returns the parity of the number of presses if all solutions have the same, else None.
    pub fn parity(&self) -> Option<u64> {
        let even = |component: &Component<'_>| {
            component.found.quiet.iter().all(|pattern| pattern.count_ones() % 2 == 0)
        };
        let ones: usize = self.components.iter().map(|component| component.one.count_ones()).sum();
        self.components.iter().all(even).then_some(ones as u64 % 2)
    }

    /// Returns one solution and the quiet patterns of the whole graph.
    ///
    /// # Errors
    /// If the memory limit does not allow them.
    pub fn whole(&self, cx: &Context<'_>) -> Result<(BitVec, Vec<BitVec>), Stop> {
        let _room = cx.lease((1 + self.nullity()) * self.places.div_ceil(8))?;
        let lifted = |component: &Component<'_>, vector: &BitVec, to: &mut BitVec| {
            vector.ones().for_each(|place| to.flip(component.numbers[place] as usize));
        };
        let (mut one, mut quiet) = (BitVec::zeros(self.places), Vec::new());
        for component in &self.components {
            lifted(component, &component.one, &mut one);
            for pattern in &component.found.quiet {
                let mut whole = BitVec::zeros(self.places);
                lifted(component, pattern, &mut whole);
                quiet.push(whole);
            }
        }
        Ok((one, quiet))
    }
}

/// A component: the numbers of its places in the whole graph, and its solutions.
pub struct ModularComponent {
    /// Place numbers in the whole graph, ascending.
    pub numbers: Vec<u32>,
    /// One solution.
    pub one: Vec<u8>,
    /// Independent quiet presses.
    pub quiet: Vec<Generator>,
}

/// All solutions of a solvable board, by component.
pub struct ModularComponents {
    /// The components.
    pub components: Vec<ModularComponent>,
    /// Number of places of the whole graph.
    pub places: usize,
    /// Number of colours.
    pub modulus: u8,
}

/// The result of elimination on every component.
pub enum ModularSolvability {
    /// The board is solvable.
    Solvable(ModularComponents),
    /// The board is unsolvable: with these weights, by number, no press changes the weighted sum of
    /// the colours, and it is not 0.
    Unsolvable(Vec<u8>),
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
}
