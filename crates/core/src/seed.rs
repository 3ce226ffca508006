//! Reproducible chance: the same seed gives the same puzzles on every machine.

/// A stream of numbers that looks random and depends on the seed only (SplitMix64).
#[derive(Clone, Debug)]
pub struct Seed(u64);

impl Seed {
    /// A stream for a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `bound`; 0 if `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        // The high half of the product; its bias is less than bound / 2^64.
        let wide = u128::from(self.bits()) * bound as u128;
        (wide >> 64) as usize
    }
}
