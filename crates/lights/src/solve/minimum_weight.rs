//! The lightest solution: minimum weight in a coset of the quiet patterns.
//!
//! A board with nullity `d` has `2^d` solutions, which are one solution plus every sum of quiet
//! patterns; all of them are weighed at once by a Walsh-Hadamard transform (crate `fewest-gf2`).
//!
//! On a *graph* the fewest presses of the whole are those of its connected components together, so
//! comparing `2^a + 2^b` solutions is enough where the whole has `2^(a + b)`.
//!
//! With *`m` colours* solutions are enumerated. Pressing a light `m` times changes nothing, so
//! exactly `T` presses are possible if some solution has at most `T` presses and as many modulo
//! `m`. The lightest solution is therefore found in each residue class modulo `m`. Lightest
//! solutions of two components add up, and so do their classes.

use std::sync::atomic::Ordering::Relaxed;

use fewest_gf2::{
    BitVec, Coset, Generator, LightestAll, add_residues, lightest_in_coset, lightest_residues,
    residues_of_weight,
};
use fewest_search::{Context, Stop};

use crate::rules::{Cells, words_in_row};
use crate::solve::linear::row_recurrence::Chase;
use crate::solve::linear::{Component, Components, ModularComponent, ModularComponents};

/// The largest nullity for which all solutions are compared, which takes hours.
const LARGEST_NULLITY: usize = 44;

/// The largest number of cells for which solutions are compared: every quiet pattern is held in
/// memory.
const MOST_CELLS: usize = 1 << 26;

/// Whether all solutions of a board of that many places can be compared.
pub fn can_compare(places: usize, nullity: usize) -> bool {
    nullity <= LARGEST_NULLITY && places <= MOST_CELLS
}

/// From this nullity on the symmetries of the board save more time than finding them takes.
const NULLITY_FOR_SYMMETRY: usize = 18;

/// Returns the bytes that comparing takes.
pub fn bytes_to_compare(cells: &Cells, nullity: usize) -> usize {
    // The patterns as found and in two systematic forms; for each position a column, its value, and
    // its images under 8 symmetries.
    let words = cells.words().len();
    8 * words * (3 * nullity + 4) + 64 * words * (24 + if nullity < NULLITY_FOR_SYMMETRY { 0 } else { 32 })
}

/// Finds the lightest solutions, at most `most` of them, given one. All are compared unless the
/// context stops it.
///
/// # Errors
/// If the context stops it before any two were compared.
pub fn lightest_on_grid(
    chase: &Chase,
    presses: &Cells,
    most: usize,
    cx: &Context<'_>,
) -> Result<LightestAll, Stop> {
    let coset = coset_of_grid(chase, presses, cx)?;
    Ok(coset.lightest(most, cx.threads, counting(cx)))
}

/// Returns the weight distribution of all solutions, given one; None if the context stopped it.
pub fn weights_on_grid(chase: &Chase, presses: &Cells, cx: &Context<'_>) -> Option<Vec<u64>> {
    coset_of_grid(chase, presses, cx).ok()?.weights(cx.threads, counting(cx))
}

/// Returns a callback that counts compared solutions and polls the context.
fn counting<'h>(cx: &'h Context<'_>) -> impl FnMut(u64) -> bool + 'h {
    let before = cx.counters.generated.load(Relaxed);
    move |compared| {
        cx.counters.generated.store(before + compared, Relaxed);
        cx.poll().is_ok()
    }
}

/// Returns the coset of all solutions, given one.
fn coset_of_grid(chase: &Chase, presses: &Cells, cx: &Context<'_>) -> Result<Coset, Stop> {
    let vector = |cells: &Cells| BitVec::from_words(cells.words().to_vec(), 64 * cells.words().len());
    let mut quiet = Vec::new();
    for pattern in chase.quiet_patterns() {
        cx.poll()?;
        quiet.push(vector(&pattern));
    }
    let symmetries =
        if quiet.len() < NULLITY_FOR_SYMMETRY { Vec::new() } else { symmetries_of_grid(presses, cx)? };
    cx.poll()?;
    Ok(Coset::new(&vector(presses), &quiet, &symmetries))
}

/// Returns the reflections of the rectangle, and the rotations of a square, as permutations of the
/// bits of [`Cells`]. Symmetries that leave the lights as they are permute the solutions.
fn symmetries_of_grid(cells: &Cells, cx: &Context<'_>) -> Result<Vec<Vec<u32>>, Stop> {
    let (width, height, stride) = (cells.width(), cells.height(), 64 * words_in_row(cells.width()));
    let count = if width == height { 8 } else { 4 };
    let symmetry = |number: usize| {
        let to = |position: usize| {
            let (x, y) = (position % stride, position / stride);
            if x >= width {
                return position as u32; // no cell
            }
            let (x, y) = if number & 4 == 0 { (x, y) } else { (y, x) };
            let x = if number & 1 == 0 { x } else { width - 1 - x };
            let y = if number & 2 == 0 { y } else { height - 1 - y };
            (stride * y + x) as u32
        };
        cx.poll().map(|()| (0..stride * height).map(to).collect())
    };
    (1..count).map(symmetry).collect()
}

/// The limit on words touched by listing solutions: about a minute of work.
const WORDS_TO_LIST: u64 = 1 << 36;

/// Whether all sums of a vector of `words` words and `nullity` quiet patterns can be listed one by
/// one.
pub fn can_list(words: usize, nullity: usize) -> bool {
    nullity <= 36 && words as u64 <= WORDS_TO_LIST >> nullity
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

impl Components<'_> {
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

/// The limit on numbers touched by comparing all solutions: about half a minute of work.
const NUMBERS_TO_COMPARE: u64 = 1 << 36;

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

impl ModularComponents {
    /// Whether all solutions can be compared.
    pub fn can_compare(&self) -> bool {
        self.components.iter().all(|component| can_enumerate(component.one.len(), &component.quiet))
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
            all = lightest_sums(&all, &here, self.modulus, |whole, light| {
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

    /// Returns up to `most` solutions of that length; none if the whole cannot be compared.
    ///
    /// # Errors
    /// If the context stops it.
    pub fn of_length(&self, wanted: u64, most: usize, cx: &Context<'_>) -> Result<Vec<Vec<u8>>, Stop> {
        let (one, quiet) = self.whole();
        if !can_enumerate(self.places, &quiet) {
            return Ok(Vec::new());
        }
        let found = residues_of_weight(self.modulus, &one, &quiet, wanted, most, |_| cx.poll().is_ok());
        cx.check().map(|()| found)
    }
}

/// Whether all solutions of a board of that many places with these quiet presses can be enumerated.
fn can_enumerate(places: usize, quiet: &[Generator]) -> bool {
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
fn lightest_sums(
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
