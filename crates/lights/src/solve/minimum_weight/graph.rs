//! The lightest solution of a graph, component by component. The fewest presses of the whole are
//! those of its connected components together, so comparing `2^a + 2^b` solutions is enough where
//! the whole has `2^(a + b)`.

use std::sync::atomic::Ordering::Relaxed;

use fewest_gf2::{BitVec, Coset, lightest_in_coset};
use fewest_search::{Context, Stop};

use crate::rules::{Graph, GraphBoard};
use crate::solve::linear::{Solutions, solutions};
use crate::solve::minimum_weight::can_compare;

/// The limit on words touched by listing solutions: about a minute of work.
const WORDS_TO_LIST: u64 = 1 << 36;

/// Whether all sums of a vector of `words` words and `nullity` quiet patterns can be listed one by
/// one.
pub fn can_list(words: usize, nullity: usize) -> bool {
    nullity <= 36 && words as u64 <= WORDS_TO_LIST >> nullity
}

/// A component: the numbers of its places in the whole graph, and its solutions.
struct Component<'h> {
    numbers: Vec<u32>,
    one: BitVec,
    found: Solutions<'h>,
}

/// All solutions of a solvable board, by component.
pub struct Components<'h> {
    components: Vec<Component<'h>>,
    places: usize,
}

/// The result of elimination on every component.
pub enum Solvability<'h> {
    /// The board is solvable.
    Solvable(Components<'h>),
    /// The board is unsolvable: every press changes an even number of lights of this pattern, and
    /// an odd number of them is on. Place numbers.
    Unsolvable(Vec<u32>),
}

/// A light solution and how many are as light.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WeighedSolution {
    /// Its presses by number, in no order.
    pub presses: Vec<u32>,
    /// The number of solutions of this weight; None if it is not known or exceeds 128 bits.
    pub count: Option<u128>,
}

/// The lightest solutions with an even and with an odd number of presses, where they exist.
#[derive(Clone, Debug)]
pub struct LightestByParity(pub [Option<WeighedSolution>; 2]);

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
        let mut found = solutions(&component, &here, cx)?;
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
        other = solutions(&exchanged, &BitVec::zeros(graph.len()), cx)?;
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
        let Some(one) = solutions(&component, &all, cx)?.one else { return Ok(None) };
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

    /// Returns the weight distribution of all solutions: how many there are of each number of
    /// presses. None if the context stopped it, or a number does not fit.
    pub fn weights(&self, cx: &Context<'_>) -> Option<Vec<u128>> {
        let mut all = vec![1_u128];
        for component in &self.components {
            cx.poll().ok()?;
            let coset = Coset::new(&component.one, &component.found.quiet, &[]);
            let here = coset.weights(cx.threads, |_| cx.poll().is_ok())?;
            let mut sums = vec![0_u128; all.len() + here.len() - 1];
            for (a, &times) in all.iter().enumerate().filter(|(_, times)| **times > 0) {
                for (b, &ways) in here.iter().enumerate().filter(|(_, ways)| **ways > 0) {
                    sums[a + b] = times.checked_mul(ways.into())?.checked_add(sums[a + b])?;
                }
            }
            all = sums;
        }
        Some(all)
    }

    /// Returns the parity of the number of presses if all solutions have the same, else None.
    pub fn parity(&self) -> Option<u64> {
        let even = |component: &Component<'_>| {
            component.found.quiet.iter().all(|pattern| pattern.count_ones() % 2 == 0)
        };
        let ones: usize = self.components.iter().map(|component| component.one.count_ones()).sum();
        self.components.iter().all(even).then_some(ones as u64 % 2)
    }

    /// Whether all solutions can be compared.
    pub fn can_compare(&self) -> bool {
        let comparable =
            |component: &Component<'_>| can_compare(component.one.len(), component.found.quiet.len());
        self.components.iter().all(comparable)
    }

    /// Returns a solution made lighter by single quiet patterns as long as that helps (hill
    /// climbing).
    pub fn locally_lightest(&self, cx: &Context<'_>) -> WeighedSolution {
        let mut presses = Vec::new();
        for Component { numbers, one, found } in &self.components {
            let mut best = one.clone();
            let mut better = true;
            while better && cx.poll().is_ok() {
                better = false;
                for pattern in &found.quiet {
                    if cx.poll().is_err() {
                        break;
                    }
                    let mut other = best.clone();
                    other.xor_assign(pattern);
                    if other.count_ones() < best.count_ones() {
                        (best, better) = (other, true);
                    }
                }
            }
            presses.extend(best.ones().map(|press| numbers[press]));
        }
        WeighedSolution { presses, count: None }
    }

    /// Finds the lightest solutions of either parity.
    ///
    /// # Errors
    /// If the context stops it.
    pub fn lightest(&self, cx: &Context<'_>) -> Result<LightestByParity, Stop> {
        let nothing = WeighedSolution { presses: Vec::new(), count: Some(1) };
        let mut all = LightestByParity([Some(nothing), None]);
        for component in &self.components {
            cx.poll()?;
            all = all.joined(component.lightest(cx)?);
        }
        Ok(all)
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

impl Component<'_> {
    fn lightest(&self, cx: &Context<'_>) -> Result<LightestByParity, Stop> {
        let parity = self.one.count_ones() % 2;
        let mut found = [None, None];
        let odd = self.found.quiet.iter().find(|pattern| pattern.count_ones() % 2 == 1);
        // Even patterns keep the parity of a solution; one odd pattern, if there is any, leads to
        // the other half.
        let even: Vec<BitVec> =
            self.found.quiet.iter().filter(|pattern| Some(*pattern) != odd).cloned().collect();
        let even: Vec<BitVec> = even.into_iter().map(|pattern| make_even(pattern, odd)).collect();
        found[parity] = Some(self.compare(&self.one, &even, cx)?);
        if let Some(odd) = odd {
            let mut other = self.one.clone();
            other.xor_assign(odd);
            found[1 - parity] = Some(self.compare(&other, &even, cx)?);
        }
        Ok(LightestByParity(found))
    }

    fn compare(&self, one: &BitVec, quiet: &[BitVec], cx: &Context<'_>) -> Result<WeighedSolution, Stop> {
        let compared = &cx.counters.generated;
        let before = compared.load(Relaxed);
        let lightest = lightest_in_coset(one, quiet, cx.threads, |visited| {
            compared.store(before + visited, Relaxed);
            cx.poll().is_ok()
        });
        if !lightest.complete {
            return Err(cx.check().err().unwrap_or(Stop::Interrupt));
        }
        if !quiet.is_empty() {
            compared.store(before + (1 << quiet.len()), Relaxed);
        }
        let presses = lightest.vector.ones().map(|press| self.numbers[press]).collect();
        Ok(WeighedSolution { presses, count: Some(u128::from(lightest.count)) })
    }
}

fn make_even(mut pattern: BitVec, odd: Option<&BitVec>) -> BitVec {
    if let Some(odd) = odd
        && pattern.count_ones() % 2 == 1
    {
        pattern.xor_assign(odd);
    }
    pattern
}

impl WeighedSolution {
    /// Adds the presses of another component.
    fn with(mut self, other: &Self) -> Self {
        self.presses.extend_from_slice(&other.presses);
        self.count = self.count.zip(other.count).and_then(|(a, b)| a.checked_mul(b));
        self
    }

    /// Returns this solution and one of another component together.
    fn joined(&self, other: &Self) -> Self {
        let count = self.count.zip(other.count).and_then(|(a, b)| a.checked_mul(b));
        Self { presses: [&self.presses[..], &other.presses].concat(), count }
    }
}

impl LightestByParity {
    /// Returns the lightest solutions of two components together.
    fn joined(self, other: Self) -> Self {
        let [even, odd] = self.0;
        match other.0 {
            // Nearly always a component has one parity only; then nothing is copied.
            [Some(light), None] => Self([even.map(|one| one.with(&light)), odd.map(|one| one.with(&light))]),
            [None, Some(light)] => Self([odd.map(|one| one.with(&light)), even.map(|one| one.with(&light))]),
            [a, b] => {
                let pair = |one: &Option<WeighedSolution>, two: &Option<WeighedSolution>| {
                    Some(one.as_ref()?.joined(two.as_ref()?))
                };
                Self([lighter(pair(&even, &a), pair(&odd, &b)), lighter(pair(&even, &b), pair(&odd, &a))])
            }
        }
    }
}

fn lighter(one: Option<WeighedSolution>, two: Option<WeighedSolution>) -> Option<WeighedSolution> {
    match (one, two) {
        (Some(one), Some(two)) if one.presses.len() == two.presses.len() => {
            let count = one.count.zip(two.count).and_then(|(a, b)| a.checked_add(b));
            Some(WeighedSolution { count, ..one })
        }
        (Some(one), Some(two)) => Some(if two.presses.len() < one.presses.len() { two } else { one }),
        (one, two) => one.or(two),
    }
}
