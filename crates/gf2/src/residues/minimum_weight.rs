//! Minimum weight among all solutions modulo `m`. The choices of multiples are enumerated like the
//! digits of an odometer. A digit that wraps around leaves the sum unchanged, because `order` times
//! its generator is zero; a step is therefore one addition, rarely two.

use super::{Generator, add_residues};

/// The vectors of minimum weight in a residue class of weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LightResidues {
    /// A vector of minimum weight, the same one every time.
    pub vector: Vec<u8>,
    /// Its weight.
    pub weight: u64,
    /// The number of vectors of that weight.
    pub count: u64,
}

/// Steps between two calls of `go_on`.
const STRIDE: u64 = 1 << 12;

/// Calls `visit` with every sum of `vector` and multiples of the generators until it returns
/// `false`. Returns whether it never did.
fn each_sum(
    modulus: u8,
    vector: &[u8],
    generators: &[Generator],
    mut visit: impl FnMut(&[u8]) -> bool,
) -> bool {
    let mut current = vector.to_vec();
    let mut digits = vec![0; generators.len()];
    loop {
        if !visit(&current) {
            return false;
        }
        let mut digit = 0;
        loop {
            let Some(Generator { vector, order }) = generators.get(digit) else { return true };
            add_residues(&mut current, vector, modulus);
            digits[digit] += 1;
            if digits[digit] < *order {
                break;
            }
            digits[digit] = 0;
            digit += 1;
        }
    }
}

fn weight(vector: &[u8]) -> u64 {
    vector.iter().map(|&number| u64::from(number)).sum()
}

/// Finds a vector of minimum weight among all sums of `vector` and multiples of the generators, for
/// each residue of the weight modulo `modulus`. None if `go_on`, which is called every few thousand
/// steps with the number of sums visited, returns `false`.
///
/// ```
/// use fewest_gf2::{Generator, lightest_residues};
/// let generators = [Generator { vector: vec![1, 1, 2], order: 3 }];
/// let light = lightest_residues(3, &[2, 2, 0], &generators, |_| true).unwrap();
/// // The sums are 2 2 0, 0 0 2 and 1 1 1.
/// assert_eq!(light[2].as_ref().map(|light| (light.weight, light.count)), Some((2, 1)));
/// assert_eq!(light[0].as_ref().map(|light| light.weight), Some(3));
/// ```
pub fn lightest_residues(
    modulus: u8,
    vector: &[u8],
    generators: &[Generator],
    mut go_on: impl FnMut(u64) -> bool,
) -> Option<Vec<Option<LightResidues>>> {
    let mut lightest: Vec<Option<LightResidues>> = vec![None; usize::from(modulus)];
    let mut visited = 0;
    let complete = each_sum(modulus, vector, generators, |sum| {
        let weight = weight(sum);
        let class = &mut lightest[(weight % u64::from(modulus)) as usize];
        match class {
            Some(light) if light.weight < weight => {}
            Some(light) if light.weight == weight => light.count += 1,
            _ => *class = Some(LightResidues { vector: sum.to_vec(), weight, count: 1 }),
        }
        visited += 1;
        visited % STRIDE != 0 || go_on(visited)
    });
    complete.then_some(lightest)
}

/// Returns the sums of weight `wanted`, at most `most` of them; `go_on` may end it early.
pub fn residues_of_weight(
    modulus: u8,
    vector: &[u8],
    generators: &[Generator],
    wanted: u64,
    most: usize,
    mut go_on: impl FnMut(u64) -> bool,
) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    let mut visited = 0;
    if most > 0 {
        each_sum(modulus, vector, generators, |sum| {
            if weight(sum) == wanted {
                found.push(sum.to_vec());
            }
            visited += 1;
            found.len() < most && (visited % STRIDE != 0 || go_on(visited))
        });
    }
    found
}
