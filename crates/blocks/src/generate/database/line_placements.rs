//! Reachable placements of a line: the arrangements that its cars can reach while the crossing cars
//! stand still.
//!
//! The cells that crossing cars cover cut a line into segments, and no car leaves its segment. So
//! the arrangements of a line fall into *components* of mutually reachable arrangements. A
//! component is named by its first arrangement, in which all cars are as far back as they can go.

use super::arrangements::{Arrangements, MOST};

/// There is no such arrangement, because a car stands on a barred cell.
const NONE: u8 = !0;

/// Tables indexed by [`at`]: the barred cells of a line and its arrangement.
#[derive(Debug)]
pub(super) struct LinePlacements {
    /// The first arrangement of the component.
    first: Vec<u8>,
    /// The number of arrangements of the component before this one.
    pub(super) rank: Vec<u8>,
    /// The size of the component; and its members, one bit each.
    pub(super) count: Vec<u8>,
    pub(super) members: Vec<u32>,
    /// The arrangements one slide of one car away.
    pub(super) slides: Vec<u32>,
    /// The components, by their first arrangements, into which this one splits if a crossing car
    /// covers a cell, by that cell.
    pub(super) parts: Vec<[u32; 8]>,
}

/// Returns the index of a line in the tables.
#[inline(always)]
pub(super) fn at(barred: u64, arrangement: usize) -> usize {
    (barred as usize % 64) * MOST + arrangement
}

impl LinePlacements {
    pub(super) fn new(arrangements: &Arrangements) -> Self {
        let cases = at(63, MOST - 1) + 1;
        let mut placements = Self {
            first: vec![NONE; cases],
            rank: vec![0; cases],
            count: vec![0; cases],
            members: vec![0; cases],
            slides: vec![0; cases],
            parts: vec![[0; 8]; cases],
        };
        let list = &arrangements.list;
        let free =
            |barred: u64| (0..list.len()).filter(move |&line| u64::from(list[line].taken) & barred == 0);
        let all = 1_u64 << arrangements.size;
        for barred in 0..all {
            for line in free(barred) {
                placements.first[at(barred, line)] = pushed_back(arrangements, barred, line);
            }
            for line in free(barred) {
                let first = placements.first[at(barred, line)];
                let members = free(barred).filter(|&other| placements.first[at(barred, other)] == first);
                let bits: u32 = members.map(|other| 1 << other).sum();
                placements.members[at(barred, line)] = bits;
                placements.count[at(barred, line)] = bits.count_ones() as u8;
                placements.rank[at(barred, line)] = (bits & ((1 << line) - 1)).count_ones() as u8;
                // In one component cars pass neither each other nor a barred cell: if one car
                // differs, that is one slide.
                let differ = |other: usize| {
                    let pairs = list[line].cars.iter().zip(&list[other].cars);
                    pairs.filter(|(car, other)| car != other).count()
                };
                let slides = ones(bits).filter(|&other| differ(other) == 1);
                placements.slides[at(barred, line)] = slides.map(|other| 1 << other).sum();
            }
        }
        for barred in 0..all {
            for line in free(barred) {
                let members = placements.members[at(barred, line)];
                for cell in (0..arrangements.size).filter(|cell| barred >> cell & 1 == 0) {
                    let then = barred | 1 << cell;
                    let parts = ones(members).filter_map(|other| placements.first(at(then, other)));
                    let parts = parts.fold(0, |parts: u32, part| parts | 1 << part);
                    placements.parts[at(barred, line)][cell] = parts;
                }
            }
        }
        placements
    }

    /// Returns the first arrangement of the component. None if a car stands on a barred cell.
    #[inline(always)]
    pub(super) fn first(&self, at: usize) -> Option<u8> {
        Some(self.first[at]).filter(|&first| first != NONE)
    }
}

/// Returns the arrangement in which all cars are as far back as barred cells allow.
fn pushed_back(arrangements: &Arrangements, barred: u64, line: usize) -> u8 {
    let mut cars = arrangements.list[line].cars.clone();
    let mut free_from = 0;
    for (place, length) in &mut cars {
        while *place > free_from && barred >> (*place - 1) & 1 == 0 {
            *place -= 1;
        }
        free_from = *place + *length;
    }
    arrangements.number(&cars)
}

/// Returns the indices of the bits that are set.
#[inline(always)]
pub(super) fn ones(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = (bits != 0).then_some(bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        next
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_berth_is_what_steps_past_no_barred_cell_lead_to() {
        for size in 3..=6 {
            let arrangements = Arrangements::new(size);
            let (list, placements) = (&arrangements.list, LinePlacements::new(&arrangements));
            for barred in 0..1_u64 << size {
                for line in 0..list.len() {
                    let case = at(barred, line);
                    assert_eq!(placements.first(case).is_none(), u64::from(list[line].taken) & barred != 0);
                    let Some(first) = placements.first(case) else { continue };
                    let (mut reached, mut open) = (BTreeSet::from([line]), vec![line]);
                    while let Some(here) = open.pop() {
                        let steps = list[here].steps.iter().filter(|step| barred >> step.enters & 1 == 0);
                        open.extend(steps.map(|step| usize::from(step.to)).filter(|&to| reached.insert(to)));
                    }
                    assert_eq!(reached.iter().min(), Some(&usize::from(first)));
                    assert_eq!(
                        reached.iter().position(|&other| other == line),
                        Some(placements.rank[case].into())
                    );
                    assert_eq!(reached.len(), usize::from(placements.count[case]));
                    assert_eq!(
                        reached.into_iter().collect::<Vec<_>>(),
                        ones(placements.members[case]).collect::<Vec<_>>()
                    );
                }
            }
        }
    }

    #[test]
    fn a_barred_cell_parts_what_was_one_berth() {
        let arrangements = Arrangements::new(6);
        let placements = LinePlacements::new(&arrangements);
        let number = |place| usize::from(arrangements.number(&[(place, 2)]));
        // A car of two cells in an empty line, and then one cell of the line barred.
        let parts = |cell: usize| ones(placements.parts[at(0, number(3))][cell]).collect::<Vec<_>>();
        assert_eq!(parts(0), [number(1)]);
        assert_eq!(parts(2), [number(0), number(3)]);
        assert_eq!(parts(4), [number(0)]);
        assert_eq!(ones(placements.slides[at(1 << 2, number(3))]).collect::<Vec<_>>(), [number(4)]);
    }
}
