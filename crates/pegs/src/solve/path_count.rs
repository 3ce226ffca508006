//! Counts of paths: machine numbers until they overflow, then numbers of any size.

use num_bigint::BigUint;

/// The numbers that paths are counted in first; [`BigUint`] is slower and never too small. Every
/// type is all of the counting once more, so the module for browsers has only the latter.
#[cfg(not(target_family = "wasm"))]
pub(crate) type FirstCount = u128;
#[cfg(target_family = "wasm")]
pub(crate) type FirstCount = BigUint;

/// A count of paths: a machine number until it overflows, then a [`BigUint`].
pub(crate) trait PathCount: Clone + Default + From<u8> + PartialEq + Into<BigUint> {
    /// Adds `other`. Returns false on overflow.
    fn try_add(&mut self, other: &Self) -> bool;

    /// Returns one.
    fn one() -> Self {
        Self::from(1)
    }

    /// Returns whether it is zero.
    fn is_zero(&self) -> bool {
        *self == Self::default()
    }
}

impl PathCount for u128 {
    #[inline]
    fn try_add(&mut self, other: &Self) -> bool {
        let sum = self.checked_add(*other);
        *self = sum.unwrap_or(0);
        sum.is_some()
    }
}

impl PathCount for BigUint {
    fn try_add(&mut self, other: &Self) -> bool {
        *self += other;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_number_says_when_it_overflows() {
        let mut number = u128::MAX;
        assert!(!number.try_add(&1));
        let mut large = BigUint::from(u128::MAX);
        assert!(large.try_add(&BigUint::one()));
        assert_eq!(large.to_string(), "340282366920938463463374607431768211456");
        assert!(!large.is_zero() && BigUint::default().is_zero());
    }
}
