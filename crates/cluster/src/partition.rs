//! The partition function: the worker to which a key belongs.
//!
//! Hash partitioning of the state space with an abstraction: the owner number of the state space, a
//! projection that most moves do not change, is hashed to one of a fixed number of buckets, and the
//! buckets are assigned to workers round-robin. The bucket of a key does not depend on the number
//! of workers.

use fewest_search::StateSpace;
use fewest_search::partition::decode_message;

use crate::exchange::message::KeyMessage;

/// The number of buckets, whatever the number of workers.
pub const BUCKETS: usize = 1 << 12;

/// The partition function for a number of workers.
#[derive(Clone, Debug)]
pub struct PartitionFunction {
    worker_of_bucket: Vec<u16>,
    owners: Vec<u64>,
}

fn bucket(owner: u64) -> usize {
    // The upper bits of a product depend on all bits of its factors; without the fold, those of
    // neighbouring owners would be alike.
    let folded = (owner ^ owner >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((folded ^ folded >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 52) as usize
}

impl PartitionFunction {
    /// Returns the partition function for `workers` workers.
    ///
    /// # Panics
    /// If there are no workers, or more than buckets.
    pub fn new(workers: usize) -> Self {
        assert!((1..=BUCKETS).contains(&workers), "from 1 to {BUCKETS} workers");
        let skew = crate::fault::skew();
        let worker_of_bucket = |bucket: usize| if skew { 0 } else { (bucket % workers) as u16 };
        Self { worker_of_bucket: (0..BUCKETS).map(worker_of_bucket).collect(), owners: Vec::new() }
    }

    /// Returns the worker to which a key belongs.
    pub fn worker_of(&self, space: &dyn StateSpace, key: &[u64]) -> usize {
        usize::from(self.worker_of_bucket[bucket(space.owner(key))])
    }

    /// Decodes a message into `keys`. Returns whether it is valid for `worker`: the keys are
    /// strictly ascending and all belong to that worker.
    pub(crate) fn decode_for(
        &mut self,
        space: &dyn StateSpace,
        worker: usize,
        message: &KeyMessage,
        keys: &mut Vec<u64>,
    ) -> bool {
        let words = space.words();
        if message.to != worker as u64 || !decode_message(words, &message.code, keys) {
            return false;
        }
        let mut pairs = keys.chunks_exact(words).zip(keys.chunks_exact(words).skip(1));
        if !pairs.all(|(one, next)| one < next) {
            return false;
        }
        space.owners(keys, &mut self.owners);
        self.owners.len() == keys.len() / words
            && self.owners.iter().all(|&owner| usize::from(self.worker_of_bucket[bucket(owner)]) == worker)
    }

    /// Appends each key to the box of the worker to which it belongs.
    pub fn distribute(&mut self, space: &dyn StateSpace, keys: &[u64], boxes: &mut [Vec<u64>]) {
        space.owners(keys, &mut self.owners);
        match space.words() {
            1 => {
                for (&key, &owner) in keys.iter().zip(&self.owners) {
                    boxes[usize::from(self.worker_of_bucket[bucket(owner)])].push(key);
                }
            }
            words => {
                for (key, &owner) in keys.chunks_exact(words).zip(&self.owners) {
                    boxes[usize::from(self.worker_of_bucket[bucket(owner)])].extend_from_slice(key);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_owner_numbers_are_spread_evenly() {
        for workers in [1, 2, 3, 8] {
            let partition = PartitionFunction::new(workers);
            let mut loads = vec![0; workers];
            (0..4000).for_each(|owner| loads[usize::from(partition.worker_of_bucket[bucket(owner)])] += 1);
            let (least, most) = (loads.iter().min(), loads.iter().max());
            assert!(most < least.map(|least| least * 5 / 4).as_ref(), "{loads:?}");
        }
    }

    /// A space whose keys are their own owner numbers.
    struct Numbers;

    impl StateSpace for Numbers {
        fn words(&self) -> usize {
            1
        }
        fn kind(&self) -> fewest_search::EdgeKind {
            fewest_search::EdgeKind::Directed
        }
        fn initial_states(&self, _: &mut Vec<u64>) {}
        fn expand(&self, _: &[u64], _: &mut Vec<u64>) {}
        fn goals(&self, _: &[u64], _: &mut Vec<usize>) {}
        fn owner(&self, key: &[u64]) -> u64 {
            key[0]
        }
        fn fingerprint(&self) -> String {
            String::new()
        }
    }

    #[test]
    fn only_ascending_keys_of_this_worker_are_accepted() {
        let mut partition = PartitionFunction::new(2);
        let of = |partition: &PartitionFunction, worker| {
            (1..200).filter(|&key| partition.worker_of(&Numbers, &[key]) == worker).collect()
        };
        let (own, others): (Vec<u64>, Vec<u64>) = (of(&partition, 0), of(&partition, 1));
        // The encoding stores differences; small ones take one byte.
        let code = |keys: &[u64]| {
            let mut before = 0;
            let differences = keys.iter().map(|&key| key.wrapping_sub(std::mem::replace(&mut before, key)));
            differences.map(|number| u8::try_from(number).expect("a small step")).collect::<Vec<u8>>()
        };
        let mut taken = |to: u64, code: Vec<u8>| {
            partition.decode_for(&Numbers, 0, &KeyMessage { from: 1, to, code }, &mut Vec::new())
        };
        assert!(taken(0, code(&own[..5])));
        assert!(taken(0, Vec::new()));
        assert!(!taken(1, code(&own[..5])), "it is for another worker");
        assert!(!taken(0, code(&others[..5])), "another worker keeps them");
        let mut mixed = [&own[..5], &others[..1]].concat();
        mixed.sort_unstable();
        assert!(!taken(0, code(&mixed)), "one of six is kept by another worker");
        assert!(!taken(0, code(&[own[0], own[0]])), "a key comes twice");
        let back =
            [&code(&own[..2])[..], &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]].concat();
        assert!(!taken(0, back), "a difference that goes back is no order");
        assert!(!taken(0, vec![0x80]), "this is no code");
    }
}
