//! Ranking of positions, and bitmaps by rank: one bit for each position with the same number of
//! pegs and the same parity class.
//!
//! The holes are split into a low and a high half. Given the high half, the low half must have the
//! missing pegs and the parities that complete the class; low halves with the same pegs and
//! parities (the same *kind*) are numbered. The rank of a position is the first rank of its high
//! half plus the number of its low half: two short tables, a perfect hash without gaps.
//!
//! *Reduced keys* leave out one low hole per parity set, which the class and the higher holes
//! determine. A position of the English board then has 29 holes, and its key fits into 32 bits. A
//! hole that is left out depends on higher holes only, so the least of several reduced keys belongs
//! to the least position.

use fewest_search::{Context, Lease, Stop};

/// Largest board, in holes: the table of high halves has one entry per high half.
const MOST_HOLES: usize = 42;
/// The most holes in the low half, so that the numbers within a kind fit into 16 bits.
const MOST_LOW: usize = 18;
/// The most parity sets in use.
const MOST_PARITIES: usize = 8;

/// Tables that rank the halves of a position.
pub(crate) struct RankTables {
    low_holes: usize,
    /// The parity sets in use, and their number.
    sets: Vec<u64>,
    parities: usize,
    /// Pegs and parities of each high half as one number, its *kind*; and the number of each low
    /// half within its kind.
    high_kind: Vec<u16>,
    low_rank: Vec<u16>,
    /// Low halves by kind, ascending within a kind; and where each kind begins.
    low_by_kind: Vec<u32>,
    kind_begin: Vec<u32>,
    reduced: Option<ReducedKeys>,
}

impl RankTables {
    /// Makes the tables for a board with the given parity invariants. None if the board is too
    /// large.
    pub(crate) fn of(holes: usize, invariants: &[Vec<u64>]) -> Option<Self> {
        if holes > MOST_HOLES {
            return None;
        }
        let low_holes = holes.div_ceil(2).min(MOST_LOW);
        let high_holes = holes - low_holes;
        let sets: Vec<u64> = invariants.iter().take(MOST_PARITIES).map(|set| set[0]).collect();
        let parities = sets.len();
        // Kinds are linear in the parities and additive in the pegs, so each half is built from the
        // half without its lowest peg.
        let kinds = |holes: usize, first: usize| {
            let mut kinds = vec![0_u16; 1 << holes];
            for half in 1..kinds.len() {
                let hole = first + half.trailing_zeros() as usize;
                let class = (0..parities).fold(0, |class, at| class | ((sets[at] >> hole & 1) as u16) << at);
                kinds[half] = (kinds[half & (half - 1)] ^ class) + (1 << parities);
            }
            kinds
        };
        let low_kind = kinds(low_holes, 0);
        let high_kind = kinds(high_holes, low_holes);
        let mut kind_begin = vec![0_u32; ((low_holes + 1) << parities) + 1];
        for &kind in &low_kind {
            kind_begin[usize::from(kind) + 1] += 1;
        }
        for kind in 1..kind_begin.len() {
            kind_begin[kind] += kind_begin[kind - 1];
        }
        let mut next = kind_begin.clone();
        let mut low_by_kind = vec![0; 1 << low_holes];
        let mut low_rank = vec![0; 1 << low_holes];
        for (half, &kind) in low_kind.iter().enumerate() {
            let place = &mut next[usize::from(kind)];
            low_by_kind[*place as usize] = half as u32;
            low_rank[half] = (*place - kind_begin[usize::from(kind)]) as u16;
            *place += 1;
        }
        let reduced = ReducedKeys::of(holes, low_holes, &sets, &low_rank);
        Some(Self { low_holes, sets, parities, high_kind, low_rank, low_by_kind, kind_begin, reduced })
    }

    /// Returns the size of the tables in bytes.
    pub(crate) fn bytes(&self) -> usize {
        2 * self.high_kind.len() + 8 * self.low_rank.len()
    }

    /// Returns the kind of low half that completes a high half. None if there is none.
    #[inline]
    fn missing(&self, high: usize, pegs: u32, class: u16) -> Option<usize> {
        let kind = self.high_kind[high];
        let mask = (1 << self.parities) - 1;
        let pegs = pegs.checked_sub(u32::from(kind >> self.parities))? as usize;
        (pegs <= self.low_holes).then(|| pegs << self.parities | usize::from(kind & mask ^ class))
    }

    fn low_halves(&self, kind: usize) -> &[u32] {
        &self.low_by_kind[self.kind_begin[kind] as usize..self.kind_begin[kind + 1] as usize]
    }

    /// Returns the parity class of a position.
    pub(crate) fn class(&self, position: u64) -> u16 {
        class(&self.sets, position)
    }

    /// Returns the function from a hole to its reduced key. None if there are no reduced keys.
    pub(crate) fn reduced_key(&self) -> Option<impl Fn(usize) -> u32 + '_> {
        let reduced = self.reduced.as_ref()?;
        Some(|hole: usize| reduced.place[hole].map_or(0, |place| 1 << place))
    }

    #[inline]
    fn halves(&self, position: u64) -> (usize, usize) {
        ((position & ((1 << self.low_holes) - 1)) as usize, (position >> self.low_holes) as usize)
    }
}

/// Bitmap over all positions with the same number of pegs and the same parity class.
pub(crate) struct RankBitmap<'h> {
    /// For every high half, its first rank in the high word; in the low word, the missing parities,
    /// which index reduced keys.
    first: Vec<u64>,
    bits: Vec<u64>,
    pegs: u32,
    class: u16,
    _lease: Lease<'h>,
}

impl<'h> RankBitmap<'h> {
    /// Returns the size in words of a bitmap for `pegs` pegs and the class of `like`. None if ranks
    /// exceed 32 bits.
    pub(crate) fn words(ranks: &RankTables, like: u64, pegs: u32) -> Option<usize> {
        let class = ranks.class(like);
        let mut count = 0_u64;
        for high in 0..ranks.high_kind.len() {
            count += ranks.missing(high, pegs, class).map_or(0, |kind| ranks.low_halves(kind).len() as u64);
        }
        (count < 1 << 32).then(|| count.div_ceil(64) as usize)
    }

    /// Makes the empty set of positions with `pegs` pegs and the class of `like`.
    pub(crate) fn empty(ranks: &RankTables, like: u64, pegs: u32, cx: &'h Context<'_>) -> Result<Self, Stop> {
        let words = Self::words(ranks, like, pegs).ok_or(Stop::Memory)?;
        let lease = cx.lease(8 * words + 8 * ranks.high_kind.len())?;
        let class = ranks.class(like);
        let mut count = 0_u64;
        let (mask, low_holes) =
            ((1 << ranks.parities) - 1, ranks.reduced.as_ref().map_or(0, |reduced| reduced.low_holes));
        let first = (0..ranks.high_kind.len()).map(|high| {
            let missing = u64::from(ranks.high_kind[high] & mask ^ class) << low_holes;
            let begin = count << 32 | missing;
            count += ranks.missing(high, pegs, class).map_or(0, |kind| ranks.low_halves(kind).len() as u64);
            begin
        });
        Ok(Self { first: first.collect(), bits: vec![0; words], pegs, class, _lease: lease })
    }

    #[inline]
    fn rank(&self, ranks: &RankTables, position: u64) -> usize {
        let (low, high) = ranks.halves(position);
        (self.first[high] >> 32) as usize + usize::from(ranks.low_rank[low])
    }

    /// Returns the rank of a position from its reduced key.
    #[inline]
    fn rank_of_reduced(&self, reduced: &ReducedKeys, name: u32) -> usize {
        let first = self.first[(name >> reduced.low_holes) as usize];
        let low = name & ((1 << reduced.low_holes) - 1);
        (first >> 32) as usize + usize::from(reduced.low_rank[(first as u32 | low) as usize])
    }

    /// Inserts positions by reduced key.
    pub(crate) fn insert_reduced(&mut self, ranks: &RankTables, names: &[u32]) {
        let Some(reduced) = &ranks.reduced else { return };
        for &name in names {
            let number = self.rank_of_reduced(reduced, name);
            self.bits[number / 64] |= 1 << (number % 64);
        }
    }

    /// Returns whether one of some positions is in the set, by reduced key.
    pub(crate) fn contains_reduced(&self, ranks: &RankTables, names: &[u32]) -> bool {
        let Some(reduced) = &ranks.reduced else { return false };
        names.iter().fold(false, |any, &name| {
            let number = self.rank_of_reduced(reduced, name);
            any | (self.bits[number / 64] >> (number % 64) & 1 == 1)
        })
    }

    /// Inserts a position.
    #[inline]
    pub(crate) fn insert(&mut self, ranks: &RankTables, position: u64) {
        debug_assert!(position.count_ones() == self.pegs && ranks.class(position) == self.class);
        let number = self.rank(ranks, position);
        self.bits[number / 64] |= 1 << (number % 64);
    }

    /// Returns whether a position is in the set.
    #[inline]
    pub(crate) fn contains(&self, ranks: &RankTables, position: u64) -> bool {
        debug_assert!(position.count_ones() == self.pegs && ranks.class(position) == self.class);
        let number = self.rank(ranks, position);
        self.bits[number / 64] >> (number % 64) & 1 == 1
    }

    /// Returns the number of positions in the set.
    pub(crate) fn len(&self) -> usize {
        self.bits.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Calls `each` with all positions, ascending.
    pub(crate) fn each(&self, ranks: &RankTables, mut each: impl FnMut(u64)) {
        let mut high = 0;
        for (at, &word) in self.bits.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                let number = 64 * at + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                while self.first.get(high + 1).is_some_and(|&first| (first >> 32) as usize <= number) {
                    high += 1;
                }
                // A high half without a low half begins at the same rank as the next; the last of
                // these has the position.
                let kind = ranks.missing(high, self.pegs, self.class).unwrap_or(0);
                let low = ranks.low_halves(kind)[number - (self.first[high] >> 32) as usize];
                each((high as u64) << ranks.low_holes | u64::from(low));
            }
        }
    }
}

/// Keys of positions without the holes that the parity class determines.
pub(crate) struct ReducedKeys {
    /// The bit of every hole that is kept.
    pub(crate) place: Vec<Option<u32>>,
    /// The number of low holes that are kept.
    pub(crate) low_holes: usize,
    /// The number of each low half within its kind, by missing parities and reduced key.
    pub(crate) low_rank: Vec<u16>,
}

impl ReducedKeys {
    /// Makes the reduced keys of a board. None if a determined hole is in the high half or a key
    /// exceeds 32 bits.
    pub(crate) fn of(holes: usize, low_holes: usize, sets: &[u64], low_rank: &[u16]) -> Option<Self> {
        let determined = determined_holes(holes, sets);
        if determined.iter().any(|&hole| hole >= low_holes) || holes - determined.len() > 32 {
            return None;
        }
        let mut next = 0..;
        let place: Vec<Option<u32>> =
            (0..holes).map(|hole| if determined.contains(&hole) { None } else { next.next() }).collect();
        let kept_low = low_holes - determined.len();
        let mut numbers = vec![0; low_rank.len()];
        for (half, &number) in low_rank.iter().enumerate() {
            let name = (0..).zip(&place[..low_holes]).filter(|(hole, _)| half >> hole & 1 == 1);
            let name = name.filter_map(|(_, place)| *place).fold(0, |name, place| name | 1 << place);
            numbers[usize::from(class(sets, half as u64)) << kept_low | name] = number;
        }
        Some(Self { place, low_holes: kept_low, low_rank: numbers })
    }
}

/// Returns one hole per parity set that the parity and higher holes determine (Gaussian
/// elimination).
fn determined_holes(holes: usize, sets: &[u64]) -> Vec<usize> {
    let (mut sets, mut determined) = (sets.to_vec(), Vec::new());
    for hole in 0..holes {
        let Some(with) = sets.iter().position(|set| set >> hole & 1 == 1) else { continue };
        let set = sets.swap_remove(with);
        sets.iter_mut().filter(|other| **other >> hole & 1 == 1).for_each(|other| *other ^= set);
        determined.push(hole);
    }
    determined
}

/// Returns the parities of a position in the given sets.
pub(crate) fn class(sets: &[u64], position: u64) -> u16 {
    let parity = |at: usize| ((sets[at] & position).count_ones() & 1) as u16;
    (0..sets.len()).fold(0, |class, at| class | parity(at) << at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::parity_classes::invariants;
    use crate::testing::{english, triangle};

    #[test]
    fn every_position_has_its_own_bit_and_none_is_left_over() {
        let board = triangle(5);
        let ranks = RankTables::of(15, &invariants(&board)).unwrap();
        let cx = Context::default();
        for pegs in 1..15 {
            for like in [0b1, 0b10, 0b100, 0b11] {
                let class = ranks.class(like);
                let all: Vec<u64> = (0..1 << 15)
                    .filter(|board: &u64| board.count_ones() == pegs && ranks.class(*board) == class)
                    .collect();
                let mut bits = RankBitmap::empty(&ranks, like, pegs, &cx).unwrap();
                assert_eq!(bits.bits.len(), all.len().div_ceil(64));
                for &position in all.iter().step_by(2) {
                    bits.insert(&ranks, position);
                }
                let mut listed = Vec::new();
                bits.each(&ranks, |position| listed.push(position));
                assert!(listed.iter().eq(all.iter().step_by(2)));
                assert_eq!(bits.len(), listed.len());
                assert!(all.iter().enumerate().all(|(at, &x)| bits.contains(&ranks, x) == (at % 2 == 0)));
            }
        }
    }

    #[test]
    fn short_names_lead_to_the_same_bits_and_keep_the_order() {
        let (board, cx) = (english(), Context::default());
        let ranks = RankTables::of(33, &invariants(&board)).unwrap();
        let name_of = ranks.reduced_key().expect("29 holes are left");
        let name = |position: u64| {
            (0..33).filter(|hole| position >> hole & 1 == 1).fold(0, |name, hole| name | name_of(hole))
        };
        // Positions of one class: jumps made and undone at random.
        let (mut position, mut seed, mut all) = (0x1_fffe_ffff_u64, 1_u64, Vec::new());
        for _ in 0..20_000 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let holes = board.list[(seed >> 33) as usize % board.list.len()].holes();
            let before = [[1, 1, 0], [0, 0, 1]][(seed >> 20) as usize % 2];
            if holes.map(|hole| position >> hole & 1) == before {
                position = holes.iter().fold(position, |position, hole| position ^ 1 << hole);
                all.push(position);
            }
        }
        let mut both: Vec<(u64, u32)> = all.iter().map(|&position| (position, name(position))).collect();
        both.sort_unstable();
        both.dedup();
        assert!(both.len() > 1000 && both.is_sorted_by(|one, other| one.1 < other.1));
        let some: Vec<(u64, u32)> =
            both.into_iter().filter(|(position, _)| position.count_ones() == 16).collect();
        assert!(some.len() > 10, "{}", some.len());
        let mut bits = RankBitmap::empty(&ranks, some[0].0, 16, &cx).unwrap();
        for &(position, name) in &some {
            assert!(!bits.contains(&ranks, position) && !bits.contains_reduced(&ranks, &[name]));
            bits.insert_reduced(&ranks, &[name]);
            assert!(bits.contains(&ranks, position) && bits.contains_reduced(&ranks, &[name]));
        }
        assert_eq!(bits.len(), some.len());
    }

    #[test]
    fn a_level_of_the_english_board_takes_nine_megabytes() {
        let ranks = RankTables::of(33, &invariants(&english())).unwrap();
        // The sixteen classes of the boards with sixteen pegs are nearly of the same size.
        let words = RankBitmap::words(&ranks, 1 << 16, 16).unwrap();
        assert!((1_139_000..1_140_000).contains(&words));
    }
}
