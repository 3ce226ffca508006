//! Who keeps a key.
//!
//! The family's owner number, a projection that most moves leave alone, is hashed into one of a fixed number of buckets, and buckets
//! are dealt out to workers. Which bucket a key is in never depends on the number of workers.

use fewest_search::Packed;

/// Buckets, however many workers there are.
const BUCKETS: usize = 1 << 12;

/// Deals keys out to workers.
#[derive(Clone, Debug)]
pub struct Owners {
    keeper: Vec<u16>,
    owners: Vec<u64>,
}

fn bucket(owner: u64) -> usize {
    // The upper bits of a product depend on all bits of its factors; without the fold, those of neighbours would be alike.
    let folded = (owner ^ owner >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((folded ^ folded >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 52) as usize
}

impl Owners {
    /// For so many workers.
    ///
    /// # Panics
    /// If there are none, or more than buckets.
    pub fn new(workers: usize) -> Self {
        assert!((1..=BUCKETS).contains(&workers), "from 1 to {BUCKETS} workers");
        let skew = crate::fault::skew();
        let keeper = |bucket: usize| if skew { 0 } else { (bucket % workers) as u16 };
        Self { keeper: (0..BUCKETS).map(keeper).collect(), owners: Vec::new() }
    }

    /// The worker that keeps a key.
    pub fn of(&self, packed: &dyn Packed, key: &[u64]) -> usize {
        usize::from(self.keeper[bucket(packed.owner(key))])
    }

    /// Appends every key to the box of the worker that keeps it.
    pub fn deal(&mut self, packed: &dyn Packed, keys: &[u64], boxes: &mut [Vec<u64>]) {
        packed.owners(keys, &mut self.owners);
        match packed.words() {
            1 => {
                for (&key, &owner) in keys.iter().zip(&self.owners) {
                    boxes[usize::from(self.keeper[bucket(owner)])].push(key);
                }
            }
            words => {
                for (key, &owner) in keys.chunks_exact(words).zip(&self.owners) {
                    boxes[usize::from(self.keeper[bucket(owner)])].extend_from_slice(key);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers_are_spread_over_all_workers() {
        for workers in [1, 2, 3, 8] {
            let owners = Owners::new(workers);
            let mut loads = vec![0; workers];
            (0..4000).for_each(|owner| loads[usize::from(owners.keeper[bucket(owner)])] += 1);
            let (least, most) = (loads.iter().min(), loads.iter().max());
            assert!(most < least.map(|least| least * 5 / 4).as_ref(), "{loads:?}");
        }
    }
}
