//! Numbers for blocks: a set of cells with tiles of a pattern on them, and a connected region of the others with the blank.

use super::grid::Grid;
use super::pattern::Land;
use super::sets::{MOST_CELLS, Sets};

/// The numbers of the blocks of a pattern of some size; the same for all patterns of that size.
pub(super) struct Regions {
    of_set: Vec<Of>,
    /// For sets that leave three regions or more: the number of the region of each cell, one word for each binary digit.
    many: Vec<[u32; DIGITS]>,
    blocks: usize,
}

/// The blocks of a set, in one word, since they are looked up all the time: the number of the first, and which cells belong to the second, if there
/// are no more; else where in `many` they stand.
///
/// ```text
///   63                   32   31    30      0
///   | second, or place   | is many |  first  |
/// ```
type Of = u64;

const IS_MANY: u64 = 1 << 31;
const CELLS_AT: u32 = 32;
const DIGITS: usize = 3;
const _: () = assert!(MOST_CELLS == 32, "a bit for each cell");

impl Regions {
    /// Nothing if some set leaves more regions than three digits can tell.
    pub(super) fn new(grid: Grid, sets: &Sets) -> Option<Self> {
        let land = Land::new(grid);
        let mut all = Self { of_set: Vec::with_capacity(sets.count()), many: Vec::new(), blocks: 0 };
        let mut regions = Vec::new();
        for set in sets.by_number() {
            regions.clear();
            land.regions(!set, &mut regions);
            let first = all.blocks as u64;
            all.of_set.push(match &regions[..] {
                [] | [_] => first,
                [_, second] => u64::from(*second) << CELLS_AT | first,
                many if many.len() <= 1 << DIGITS => {
                    let mut digits = [0; DIGITS];
                    for (number, region) in many.iter().enumerate() {
                        let ones =
                            digits.iter_mut().enumerate().filter(|(digit, _)| number >> digit & 1 == 1);
                        ones.for_each(|(_, cells)| *cells |= region);
                    }
                    all.many.push(digits);
                    (all.many.len() as u64 - 1) << CELLS_AT | IS_MANY | first
                }
                _ => return None,
            });
            all.blocks += regions.len();
        }
        (all.blocks < IS_MANY as usize).then_some(all)
    }

    /// The number of the block with the blank on a cell.
    #[inline(always)]
    pub(super) fn block(&self, set: usize, blank: usize) -> usize {
        let of = self.of_set[set];
        let first = (of & (IS_MANY - 1)) as usize;
        if of & IS_MANY == 0 {
            first + (of >> CELLS_AT >> blank & 1) as usize
        } else {
            first + self.of_many(of, blank)
        }
    }

    #[cold]
    fn of_many(&self, of: Of, blank: usize) -> usize {
        let digits = self.many[(of >> CELLS_AT) as usize].iter().enumerate();
        digits.map(|(digit, cells)| ((cells >> blank & 1) as usize) << digit).sum()
    }

    /// How many there are.
    pub(super) fn blocks(&self) -> usize {
        self.blocks
    }
}
