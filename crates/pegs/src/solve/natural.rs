//! Natural numbers of any size, with the operations that counting needs.

use std::fmt;

/// The largest power of ten in a word.
const CHUNK: u64 = 10_000_000_000_000_000_000;

/// A natural number: words, the lowest first, the last not zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Natural(Vec<u64>);

impl Natural {
    /// Adds `other`.
    pub(crate) fn add(&mut self, other: &Self) {
        let mut carry = 0;
        let longer = self.0.len().max(other.0.len());
        self.0.resize(longer, 0);
        for (at, word) in self.0.iter_mut().enumerate() {
            let sum = u128::from(*word) + u128::from(other.0.get(at).copied().unwrap_or(0)) + carry;
            *word = sum as u64;
            carry = sum >> 64;
        }
        if carry > 0 {
            self.0.push(carry as u64);
        }
    }

    /// Divides by a small number and returns the remainder.
    pub(crate) fn divide(&mut self, by: u64) -> u64 {
        let mut rest = 0;
        for word in self.0.iter_mut().rev() {
            let number = u128::from(rest) << 64 | u128::from(*word);
            *word = (number / u128::from(by)) as u64;
            rest = (number % u128::from(by)) as u64;
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        rest
    }
}

impl From<u128> for Natural {
    fn from(number: u128) -> Self {
        let mut words = vec![number as u64, (number >> 64) as u64];
        while words.last() == Some(&0) {
            words.pop();
        }
        Self(words)
    }
}

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut rest, mut chunks) = (self.clone(), Vec::new());
        while !rest.0.is_empty() {
            chunks.push(rest.divide(CHUNK));
        }
        let digits = chunks.iter().rev().skip(1).map(|chunk| format!("{chunk:019}"));
        let first = chunks.last().unwrap_or(&0).to_string();
        f.pad_integral(true, "", &std::iter::once(first).chain(digits).collect::<String>())
    }
}

/// The numbers that paths are counted in first; [`Natural`] is slower and never too small. Every
/// type is all of the counting once more, so the module for browsers has only the latter.
#[cfg(not(target_family = "wasm"))]
pub(crate) type FirstCount = u128;
#[cfg(target_family = "wasm")]
pub(crate) type FirstCount = Natural;

/// A count of paths: a machine number until it overflows, then a [`Natural`].
pub(crate) trait PathCount: Clone + Default + Into<Natural> {
    /// Returns one.
    fn one() -> Self;

    /// Returns whether it is zero.
    fn is_zero(&self) -> bool;

    /// Adds `other`. Returns false on overflow.
    fn try_add(&mut self, other: &Self) -> bool;
}

impl PathCount for u128 {
    fn one() -> Self {
        1
    }

    fn is_zero(&self) -> bool {
        *self == 0
    }

    #[inline]
    fn try_add(&mut self, other: &Self) -> bool {
        let sum = self.checked_add(*other);
        *self = sum.unwrap_or(0);
        sum.is_some()
    }
}

impl PathCount for Natural {
    fn one() -> Self {
        Self(vec![1])
    }

    fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    fn try_add(&mut self, other: &Self) -> bool {
        self.add(other);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_two_print_as_they_should() {
        let mut number = Natural::one();
        for power in 0..127 {
            assert_eq!(number.to_string(), (1_u128 << power).to_string());
            assert_eq!(number, Natural::from(1_u128 << power));
            number.add(&number.clone());
        }
        number.add(&number.clone());
        assert_eq!(number.to_string(), "340282366920938463463374607431768211456");
        assert_eq!(number.divide(1000), 456);
        assert_eq!(number.to_string(), "340282366920938463463374607431768211");
        assert_eq!(Natural::default().to_string(), "0");
    }

    #[test]
    fn a_machine_number_says_when_it_overflows() {
        let mut number = u128::MAX;
        assert!(!number.try_add(&1));
    }
}
