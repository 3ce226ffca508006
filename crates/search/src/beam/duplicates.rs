//! A cache of recently visited states, by hash, for duplicate detection in beam search.

/// Hashes remembered per state of the beam: those of about 16 depths.
const HASHES_PER_STATE: usize = 16;
/// Hashes per set; the most recent ones stay.
const WAYS: usize = 4;

/// A set-associative cache of hashes of visited states. Returning states would trap a search in a
/// local minimum for ever; occasional forgetting is harmless.
#[derive(Clone, Debug)]
pub struct VisitedCache {
    hashes: Vec<[u64; WAYS]>,
}

impl VisitedCache {
    /// The maximum number of bytes per state of the beam.
    pub const BYTES: usize = 2 * HASHES_PER_STATE * size_of::<u64>();

    /// Returns a cache for a beam of `width` states.
    pub fn new(width: usize) -> Self {
        Self { hashes: vec![[0; WAYS]; (HASHES_PER_STATE * width / WAYS).next_power_of_two()] }
    }

    /// Empties the cache.
    pub fn forget(&mut self) {
        self.hashes.fill([0; WAYS]);
    }

    /// Whether a hash is in the cache.
    #[inline]
    pub fn has(&self, hash: u64) -> bool {
        self.hashes[self.place(hash.max(1))].contains(&hash.max(1))
    }

    fn place(&self, hash: u64) -> usize {
        (hash >> 32) as usize & (self.hashes.len() - 1)
    }

    /// Inserts a hash. Returns whether it was absent.
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
    fn hashes_are_new_once_until_they_are_forgotten() {
        let mut seen = VisitedCache::new(8);
        let some: Vec<u64> = (1..9_u64).map(|number| number.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
        assert!(some.iter().all(|&hash| seen.insert(hash)));
        assert!(some.iter().all(|&hash| seen.has(hash) && !seen.insert(hash)));
        seen.forget();
        assert!(!some.iter().any(|&hash| seen.has(hash)));
        assert!(some.iter().all(|&hash| seen.insert(hash)));
    }
}
