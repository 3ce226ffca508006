//! Vectors over GF(2): packed bits, added by exclusive or.

use std::fmt;

/// Bits per word.
pub const WORD_BITS: usize = 64;

/// A vector of `len` bits. Bit `i` is bit `i % 64` of word `i / 64`; bits beyond `len` are zero, so
/// that counting and comparing can use whole words.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct BitVec {
    words: Vec<u64>,
    len: usize,
}

impl BitVec {
    /// The zero vector of `len` bits.
    pub fn zeros(len: usize) -> Self {
        Self { words: vec![0; len.div_ceil(WORD_BITS)], len }
    }

    /// Returns the vector with these words; bits beyond `len` are cleared, missing words are zero.
    pub fn from_words(mut words: Vec<u64>, len: usize) -> Self {
        words.resize(len.div_ceil(WORD_BITS), 0);
        if let (Some(last), used @ 1..) = (words.last_mut(), len % WORD_BITS) {
            *last &= (1 << used) - 1;
        }
        Self { words, len }
    }

    /// The vector of the given bits, in order.
    pub fn from_bools(bits: &[bool]) -> Self {
        let mut vector = Self::zeros(bits.len());
        for (index, &bit) in bits.iter().enumerate() {
            vector.set(index, bit);
        }
        vector
    }

    /// The number of bits, set or not.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the vector has no bits at all (not: whether all bits are zero, see
    /// [`BitVec::is_zero`]).
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The packed words.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Returns the packed words.
    pub fn into_words(self) -> Vec<u64> {
        self.words
    }

    /// Bit `index`. Panics if it is out of range.
    pub fn get(&self, index: usize) -> bool {
        self.check(index);
        self.words[index / WORD_BITS] >> (index % WORD_BITS) & 1 == 1
    }

    /// Sets bit `index` to `value`. Panics if it is out of range.
    pub fn set(&mut self, index: usize, value: bool) {
        if self.get(index) != value {
            self.flip(index);
        }
    }

    /// Flips bit `index`. Panics if it is out of range.
    pub fn flip(&mut self, index: usize) {
        self.check(index);
        self.words[index / WORD_BITS] ^= 1 << (index % WORD_BITS);
    }

    fn check(&self, index: usize) {
        assert!(index < self.len, "bit {index} of a vector of {} bits", self.len);
    }

    /// Adds `other`. Panics if the lengths differ.
    pub fn xor_assign(&mut self, other: &Self) {
        assert_eq!(self.len, other.len, "sum of vectors of different length");
        for (word, &with) in self.words.iter_mut().zip(&other.words) {
            *word ^= with;
        }
    }

    /// The number of set bits: the *weight* of the vector.
    pub fn count_ones(&self) -> usize {
        weight(&self.words)
    }

    /// Whether no bit is set.
    pub fn is_zero(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The smallest index of a set bit. None if the vector is zero.
    pub fn first_one(&self) -> Option<usize> {
        let index = self.words.iter().position(|&word| word != 0)?;
        Some(index * WORD_BITS + self.words[index].trailing_zeros() as usize)
    }

    /// The indices of the set bits, ascending.
    pub fn ones(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            std::iter::successors(Some(word), |&rest| Some(rest & rest.wrapping_sub(1)))
                .take_while(|&rest| rest != 0)
                .map(move |rest| index * WORD_BITS + rest.trailing_zeros() as usize)
        })
    }

    /// The scalar product: whether an odd number of positions is set in both vectors. Panics if the
    /// lengths differ.
    pub fn dot(&self, other: &Self) -> bool {
        assert_eq!(self.len, other.len, "product of vectors of different length");
        let common = self.words.iter().zip(&other.words).fold(0, |sum, (a, b)| sum ^ (a & b));
        common.count_ones() % 2 == 1
    }

    /// Returns the vector with every bit moved one place up; the last one is dropped.
    pub fn shifted_up(&self) -> Self {
        let mut carry = 0;
        let words = self.words.iter().map(|&word| {
            let moved = word << 1 | carry;
            carry = word >> (WORD_BITS - 1);
            moved
        });
        Self::from_words(words.collect(), self.len)
    }

    /// Returns the vector with every bit moved one place down; the first one is dropped.
    pub fn shifted_down(&self) -> Self {
        let above = self.words.iter().skip(1).copied().chain([0]);
        let words = self.words.iter().zip(above).map(|(&word, above)| word >> 1 | above << (WORD_BITS - 1));
        Self::from_words(words.collect(), self.len)
    }
}

/// The number of set bits in packed words.
pub(crate) fn weight(words: &[u64]) -> usize {
    words.iter().map(|word| word.count_ones() as usize).sum()
}

impl fmt::Debug for BitVec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bits: String = (0..self.len).map(|index| if self.get(index) { '1' } else { '0' }).collect();
        write!(f, "BitVec({bits})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_index_beyond_the_end_panics_even_inside_the_last_word() {
        let vector = BitVec::zeros(3);
        assert!(std::panic::catch_unwind(|| vector.get(3)).is_err());
    }

    proptest! {
        #[test]
        fn behaves_like_a_list_of_booleans(bits in prop::collection::vec(any::<bool>(), 0..200)) {
            let vector = BitVec::from_bools(&bits);
            let ones: Vec<usize> = (0..bits.len()).filter(|&i| bits[i]).collect();
            prop_assert_eq!(vector.count_ones(), ones.len());
            prop_assert_eq!(vector.first_one(), ones.first().copied());
            prop_assert_eq!(vector.is_zero(), ones.is_empty());
            prop_assert_eq!(vector.ones().collect::<Vec<_>>(), ones);

            let up: Vec<bool> = (0..bits.len()).map(|i| i > 0 && bits[i - 1]).collect();
            let down: Vec<bool> = (0..bits.len()).map(|i| i + 1 < bits.len() && bits[i + 1]).collect();
            prop_assert_eq!(vector.shifted_up(), BitVec::from_bools(&up));
            prop_assert_eq!(vector.shifted_down(), BitVec::from_bools(&down));
        }

        #[test]
        fn sum_and_product_go_bit_by_bit(pairs in prop::collection::vec(any::<(bool, bool)>(), 0..200)) {
            let (left, right): (Vec<bool>, Vec<bool>) = pairs.iter().copied().unzip();
            let (a, b) = (BitVec::from_bools(&left), BitVec::from_bools(&right));
            let mut sum = a.clone();
            sum.xor_assign(&b);
            let differ: Vec<bool> = pairs.iter().map(|(x, y)| x != y).collect();
            prop_assert_eq!(sum, BitVec::from_bools(&differ));
            prop_assert_eq!(a.dot(&b), pairs.iter().filter(|(x, y)| *x && *y).count() % 2 == 1);
        }
    }
}
