//! A coset in systematic form, read column by column.

use crate::bits::BitVec;

/// A basis in which every vector has a *pivot*, a position where it alone is set, and the vector of
/// the coset that is clear at all pivots. The bits of a sum at the pivots are then the set of basis
/// vectors in it: its index, with the first pivot as the highest bit.
#[derive(Debug)]
pub struct Columns {
    start: BitVec,
    basis: Vec<BitVec>,
    pivots: Vec<usize>,
    /// Set positions of `start` that no basis vector touches.
    fixed: usize,
    /// Positions that some basis vector touches.
    moving: usize,
    /// Distinct columns with the number of clear minus set positions of `start`, where that is not
    /// 0, ascending.
    list: Vec<(u64, i32)>,
}

impl Columns {
    /// Brings the coset into systematic form; pivots are taken as early as possible in `order`.
    /// Calls `met` after each position with the number of pivots so far.
    pub fn new(
        vector: &BitVec,
        basis: &[BitVec],
        order: impl Iterator<Item = usize>,
        mut met: impl FnMut(usize),
    ) -> Self {
        assert!(basis.iter().all(|other| other.len() == vector.len()), "a basis of equally long vectors");
        let (mut start, mut basis, mut pivots) = (vector.clone(), basis.to_vec(), Vec::new());
        for position in order {
            let free = pivots.len()..basis.len();
            if free.is_empty() {
                break;
            }
            if let Some(found) = free.clone().find(|&index| basis[index].get(position)) {
                basis.swap(free.start, found);
                let pivot_row = basis[free.start].clone();
                for (index, row) in basis.iter_mut().enumerate() {
                    if index != free.start && row.get(position) {
                        row.xor_assign(&pivot_row);
                    }
                }
                if start.get(position) {
                    start.xor_assign(&pivot_row);
                }
                pivots.push(position);
            }
            met(pivots.len());
        }
        // A vector without a pivot depends on the others and has become zero.
        basis.truncate(pivots.len());
        assert!(pivots.len() <= 62, "2^{} sums cannot be weighed", pivots.len());
        let mut columns = Self { start, basis, pivots, fixed: 0, moving: 0, list: Vec::new() };
        columns.read_down();
        columns
    }

    /// Computes the fields that depend on the columns.
    fn read_down(&mut self) {
        let mut columns = vec![0_u64; self.start.len()];
        for (index, row) in self.basis.iter().enumerate() {
            let bit = 1 << (self.basis.len() - 1 - index);
            row.ones().for_each(|position| columns[position] |= bit);
        }
        let mut list = Vec::new();
        for (position, column) in columns.into_iter().enumerate() {
            let set = self.start.get(position);
            if column == 0 {
                self.fixed += usize::from(set);
            } else {
                list.push((column, if set { -1 } else { 1 }));
            }
        }
        self.moving = list.len();
        list.sort_unstable();
        list.dedup_by(|later, first| {
            let equal = later.0 == first.0;
            first.1 += if equal { later.1 } else { 0 };
            equal
        });
        list.retain(|&(_, value)| value != 0);
        self.list = list;
    }

    /// The number of independent basis vectors.
    pub fn dimension(&self) -> usize {
        self.basis.len()
    }

    /// The length of the vectors.
    pub fn len(&self) -> usize {
        self.start.len()
    }

    /// The position of each bit of an index, the highest first.
    pub fn pivots(&self) -> &[usize] {
        &self.pivots
    }

    /// The column of a position: the bits of an index that change it.
    pub fn column(&self, position: usize) -> u64 {
        self.basis.iter().fold(0, |column, row| column << 1 | u64::from(row.get(position)))
    }

    /// Whether the position is set in the vector of index 0.
    pub fn start(&self, position: usize) -> bool {
        self.start.get(position)
    }

    /// Distinct columns with the number of clear minus set positions, where that is not 0.
    pub fn list(&self) -> &[(u64, i32)] {
        &self.list
    }

    /// The number of positions that are not equal in all vectors; no balance is larger.
    pub fn moving(&self) -> usize {
        self.moving
    }

    /// The number of positions that are set in all vectors.
    pub fn fixed(&self) -> usize {
        self.fixed
    }

    /// The weight of vectors that have `balance` more of the moving positions clear than set.
    pub fn weight(&self, balance: i32) -> usize {
        let twice = self.moving as i64 - i64::from(balance);
        self.fixed + usize::try_from(twice / 2).expect("no balance above the number of positions")
    }

    /// The number of clear minus set moving positions in vectors of a weight.
    pub fn balance(&self, weight: usize) -> i32 {
        self.moving as i32 - 2 * (weight - self.fixed) as i32
    }

    /// The vector of an index.
    pub fn vector(&self, index: u64) -> BitVec {
        let mut sum = self.start.clone();
        for (place, row) in self.basis.iter().rev().enumerate() {
            if index >> place & 1 == 1 {
                sum.xor_assign(row);
            }
        }
        sum
    }

    /// The index of a vector. None if it is not in the coset.
    pub fn index(&self, vector: &BitVec) -> Option<u64> {
        let bits = self.pivots.iter().fold(0, |index, &pivot| index << 1 | u64::from(vector.get(pivot)));
        (self.vector(bits) == *vector).then_some(bits)
    }

    /// Returns the index and weight of a light vector, by hill climbing: from index 0, basis
    /// vectors are added as long as one helps. With it, much of the coset is known to be heavier
    /// without weighing it.
    pub fn light_index(&self) -> (u64, usize) {
        let (mut vector, mut index) = (self.start.clone(), 0);
        let mut weight = vector.count_ones();
        loop {
            let before = weight;
            for (place, row) in self.basis.iter().rev().enumerate() {
                vector.xor_assign(row);
                if vector.count_ones() < weight {
                    weight = vector.count_ones();
                    index ^= 1 << place;
                } else {
                    vector.xor_assign(row);
                }
            }
            if weight == before {
                return (index, weight);
            }
        }
    }
}
