//! Positions that a wide search saw lately, by names: numbers that stand for them.

/// Names that are remembered for each position kept of a depth: those of about so many depths.
const HASHES_PER_STATE: usize = 16;
/// Names that share a place; the last ones stay.
const WAYS: usize = 4;

/// The names seen. Positions that come back would keep a search in a hollow for ever; a few that are forgotten do no harm.
#[derive(Clone, Debug)]
pub struct VisitedCache {
    hashes: Vec<[u64; WAYS]>,
}

impl VisitedCache {
    /// Bytes for each position kept of a depth, at most.
    pub const BYTES: usize = 2 * HASHES_PER_STATE * size_of::<u64>();

    /// Room for those of some depths, of each of which so many positions are kept.
    pub fn new(width: usize) -> Self {
        Self { hashes: vec![[0; WAYS]; (HASHES_PER_STATE * width / WAYS).next_power_of_two()] }
    }

    /// Nothing was seen.
    pub fn forget(&mut self) {
        self.hashes.fill([0; WAYS]);
    }

    /// Whether a name is remembered.
    #[inline]
    pub fn has(&self, hash: u64) -> bool {
        self.hashes[self.place(hash.max(1))].contains(&hash.max(1))
    }

    fn place(&self, hash: u64) -> usize {
        (hash >> 32) as usize & (self.hashes.len() - 1)
    }

    /// Notes a name, and says whether it is new, as far as that is remembered.
    #[inline]
    pub fn insert(&mut self, hash: u64) -> bool {
        let hash = hash.max(1);
        let at = self.place(hash);
        let place = &mut self.hashes[at];
        if place.contains(&hash) {
            return false;
        }
        place.rotate_right(1);
        place[0] = hash;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::VisitedCache;

    #[test]
    fn names_are_new_once_until_they_are_forgotten() {
        let mut seen = VisitedCache::new(8);
        let some: Vec<u64> = (1..9_u64).map(|number| number.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
        assert!(some.iter().all(|&hash| seen.insert(hash)));
        assert!(some.iter().all(|&hash| seen.has(hash) && !seen.insert(hash)));
        seen.forget();
        assert!(!some.iter().any(|&hash| seen.has(hash)));
        assert!(some.iter().all(|&hash| seen.insert(hash)));
    }
}
