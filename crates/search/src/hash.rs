//! Hashing of packed states, and reproducible random numbers: the mixing function and the generator
//! that the whole workspace shares.
//!
//! Both are fixed for ever. [`hash_key`] is the default of
//! [`StateSpace::partition_key`](crate::StateSpace::partition_key), which decides the contents of
//! stored partitions; [`SplitMix64`] decides the puzzles that belong to a seed.

/// 2^64 divided by the golden ratio, rounded to an odd number: consecutive multiples are spread
/// evenly.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// Spreads the bits of a number over the upper bits of the result (multiplicative hashing). All
/// bits of `number` take part in them.
///
/// ```
/// use fewest_search::hash::spread;
///
/// let bucket = |number: u64| spread(number) >> 52; // of 4096
/// assert_ne!(bucket(1), bucket(2));
/// assert_ne!(bucket(1 << 50), bucket(1 << 51));
/// ```
#[inline(always)]
pub fn spread(number: u64) -> u64 {
    (number ^ number >> 32).wrapping_mul(GOLDEN)
}

/// Hashes the words of a key. Every bit of the result depends on every word.
///
/// ```
/// use fewest_search::hash::hash_key;
///
/// assert_ne!(hash_key(&[1, 2]), hash_key(&[2, 1]));
/// ```
#[inline]
pub fn hash_key(key: &[u64]) -> u64 {
    key.iter().fold(0, |hash: u64, word| {
        let x = (hash.rotate_left(29) ^ word).wrapping_mul(GOLDEN);
        x ^ (x >> 32)
    })
}

/// A stream of numbers that look random and depend on the seed only (Steele, Lea and Flood 2014).
///
/// ```
/// use fewest_search::hash::SplitMix64;
///
/// let (mut one, mut other) = (SplitMix64::new(7), SplitMix64::new(7));
/// assert_eq!(one.bits(), other.bits());
/// assert!(one.below(6) < 6);
/// ```
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// Returns the stream of a seed. Every seed is as good as any other.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the number at an index of the stream of the seed 0, which is the first of all.
    pub fn at(index: u64) -> u64 {
        Self(index.wrapping_mul(GOLDEN)).bits()
    }

    /// Returns the next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Returns a number below `bound`; 0 if `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        // The high half of the product; its bias is less than bound / 2^64.
        let wide = u128::from(self.bits()) * bound as u128;
        (wide >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_the_published_one() {
        // The first numbers of the reference implementation for the seed 1234567.
        let mut random = SplitMix64::new(1_234_567);
        let published = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!(published.map(|_| random.bits()), published);
        let mut random = SplitMix64::new(0);
        (0..9).for_each(|index| assert_eq!(random.bits(), SplitMix64::at(index)));
    }

    #[test]
    fn hashes_of_stored_partitions_never_change() {
        assert_eq!(hash_key(&[]), 0);
        assert_eq!(hash_key(&[1]), 0x9E37_79B9_E17D_05AC);
        assert_eq!(hash_key(&[1, 2, 3]), 0x5F4E_C6CE_257A_B82F);
        assert_eq!(spread(1 << 40), 0x81F5_CE7F_4A7C_1500);
    }
}
