//! A bit array in one integer.
//!
//! It is *persistent*: an update returns a new array and leaves the old one unchanged. Boards are
//! kept in a queue and in a hash table at the same time; if one of these copies could be changed
//! through the other, the search would go wrong in ways that are hard to find.

/// 32 bits; index `i` is the bit worth 2^i.
pub type BitArray = u32;

/// Number of bits.
pub const LENGTH: u32 = BitArray::BITS;

/// Returns the bit at `index`, which must be below [`LENGTH`].
pub fn get(bits: BitArray, index: u32) -> bool {
    debug_assert!(index < LENGTH);
    bits >> index & 1 == 1
}

/// Returns the array with the bit at `index` equal to `value`.
pub fn set(bits: BitArray, index: u32, value: bool) -> BitArray {
    debug_assert!(index < LENGTH);
    if value { bits | 1 << index } else { bits & !(1 << index) }
}

/// Returns the array with the bit at `index` changed.
pub fn flip(bits: BitArray, index: u32) -> BitArray {
    debug_assert!(index < LENGTH);
    bits ^ 1 << index
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn an_update_changes_one_bit_and_no_other(bits: u32, index in 0..LENGTH, other in 0..LENGTH, value: bool) {
            prop_assert_eq!(get(set(bits, index, value), index), value);
            prop_assert_eq!(get(flip(bits, index), index), !get(bits, index));
            if other != index {
                prop_assert_eq!(get(set(bits, index, value), other), get(bits, other));
                prop_assert_eq!(get(flip(bits, index), other), get(bits, other));
            }
        }
    }
}
