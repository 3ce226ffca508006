//! Symmetries of a coset: permutations of the positions that map it onto itself.
//!
//! A symmetry preserves weights. If the top bits of the index are those of pivots whose positions
//! the symmetries permute among themselves, they also act on assignments of the top bits alone, and
//! of all assignments in an orbit one is enough. The smallest is taken; the smallest index of a
//! vector of minimum weight begins with such a one, because otherwise its image would be smaller.

use super::Columns;
use super::transform::LEAF_BITS;
use crate::bits::BitVec;

/// The maximum number of top bits whose assignments are listed.
const MOST_TOP_BITS: usize = 14;

/// The assignments of the top bits to visit.
#[derive(Debug)]
pub struct TopBits {
    bits: usize,
    /// The smallest assignment of each orbit and the size of the orbit, ascending.
    tasks: Vec<(u64, u64)>,
    symmetries: Vec<Vec<u32>>,
}

/// Brings the coset into a form that its symmetries respect.
pub fn prepare(vector: &BitVec, basis: &[BitVec], permutations: &[Vec<u32>]) -> (Columns, TopBits) {
    let plain = Columns::new(vector, basis, 0..vector.len(), |_| ());
    // Up to here one array is enough, and there is nothing to save or to share.
    let spare = plain.dimension().saturating_sub(LEAF_BITS as usize).min(MOST_TOP_BITS);
    let symmetries = if spare < 2 { Vec::new() } else { symmetries_of(&plain, basis, permutations) };
    if symmetries.is_empty() {
        let bits = spare.saturating_sub(4);
        return (plain, TopBits { bits, tasks: (0..1 << bits).map(|top| (top, 1)).collect(), symmetries });
    }
    let orbits = orbits(vector.len(), &symmetries);
    let ends: Vec<usize> = orbits
        .iter()
        .scan(0, |end, orbit| {
            Some({
                *end += orbit.len();
                *end
            })
        })
        .collect();
    let (mut met, mut bits) = (0, 0);
    let columns = Columns::new(vector, basis, orbits.iter().flatten().copied(), |pivots| {
        met += 1;
        if pivots <= spare && ends.binary_search(&met).is_ok() {
            bits = pivots;
        }
    });
    let tasks = smallest_images(&columns, bits, &symmetries);
    (columns, TopBits { bits, tasks, symmetries })
}

/// Returns the vector whose position `p` is position `permutation[p]` of `vector`.
fn image(vector: &BitVec, permutation: &[u32]) -> BitVec {
    let mut image = BitVec::zeros(vector.len());
    for (position, &from) in permutation.iter().enumerate() {
        image.set(position, vector.get(from as usize));
    }
    image
}

/// Returns the permutations that map the coset onto itself.
fn symmetries_of(columns: &Columns, basis: &[BitVec], permutations: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let start = columns.vector(0);
    let is_one = |permutation: &&Vec<u32>| {
        let mut seen = vec![false; start.len()];
        let places = permutation
            .iter()
            .all(|&to| seen.get_mut(to as usize).is_some_and(|seen| !std::mem::replace(seen, true)));
        places
            && permutation.len() == start.len()
            && columns.index(&image(&start, permutation)).is_some()
            && basis.iter().all(|row| {
                let mut sum = start.clone();
                sum.xor_assign(row);
                columns.index(&image(&sum, permutation)).is_some()
            })
    };
    let moves = |permutation: &&Vec<u32>| (0..).zip(permutation.iter()).any(|(from, &to)| from != to);
    permutations.iter().filter(moves).filter(is_one).cloned().collect()
}

/// Returns the orbits of the positions under the symmetries.
fn orbits(positions: usize, symmetries: &[Vec<u32>]) -> Vec<Vec<usize>> {
    let mut seen = vec![false; positions];
    let mut orbits = Vec::new();
    for first in 0..positions {
        if !std::mem::replace(&mut seen[first], true) {
            let mut orbit = vec![first];
            let mut at = 0;
            while at < orbit.len() {
                for symmetry in symmetries {
                    let to = symmetry[orbit[at]] as usize;
                    if !std::mem::replace(&mut seen[to], true) {
                        orbit.push(to);
                    }
                }
                at += 1;
            }
            orbits.push(orbit);
        }
    }
    orbits
}

/// Returns the assignments of the top `bits` bits that are the smallest of their orbits, with the
/// sizes of the orbits.
fn smallest_images(columns: &Columns, bits: usize, symmetries: &[Vec<u32>]) -> Vec<(u64, u64)> {
    let below = columns.dimension() - bits;
    let maps: Vec<Vec<(u64, bool)>> = symmetries
        .iter()
        .map(|symmetry| {
            let row = |&pivot: &usize| {
                let from = symmetry[pivot] as usize;
                let column = columns.column(from);
                debug_assert_eq!(column & ((1 << below) - 1), 0, "the top bits alone decide");
                (column >> below, columns.start(from))
            };
            columns.pivots()[..bits].iter().map(row).collect()
        })
        .collect();
    let mut seen = vec![false; 1 << bits];
    let mut tasks = Vec::new();
    for first in 0..1_u64 << bits {
        if !std::mem::replace(&mut seen[first as usize], true) {
            let mut images = vec![first];
            let mut at = 0;
            while at < images.len() {
                for map in &maps {
                    let image = map.iter().fold(0, |image, &(column, start)| {
                        image << 1
                            | (u64::from((column & images[at]).count_ones() % 2 == 1) ^ u64::from(start))
                    });
                    if !std::mem::replace(&mut seen[image as usize], true) {
                        images.push(image);
                    }
                }
                at += 1;
            }
            tasks.push((first, images.len() as u64));
        }
    }
    tasks
}

impl TopBits {
    /// The number of top bits.
    pub fn bits(&self) -> usize {
        self.bits
    }

    /// The assignments of the top bits and the sizes of their orbits.
    pub fn tasks(&self) -> &[(u64, u64)] {
        &self.tasks
    }

    /// Returns the vectors of these indices and their images, in the order of their indices, at
    /// most `most`.
    pub fn vectors(&self, columns: &Columns, indices: &[u64], most: usize) -> Vec<BitVec> {
        let mut all = indices.to_vec();
        let mut at = 0;
        // One vector is wanted far more often than all, and the smallest is among those given.
        while most > 1 && at < all.len() {
            let vector = columns.vector(all[at]);
            let images = self.symmetries.iter().map(|symmetry| image(&vector, symmetry));
            let fresh: Vec<u64> = images.filter_map(|image| columns.index(&image)).collect();
            all.extend(fresh);
            at += 1;
            if at == indices.len() {
                break;
            }
        }
        all.sort_unstable();
        all.dedup();
        all.truncate(most);
        all.into_iter().map(|index| columns.vector(index)).collect()
    }
}
