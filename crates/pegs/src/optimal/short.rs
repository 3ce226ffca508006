//! Positions without the holes that parity tells.
//!
//! Given its parities, some low holes of a position are told by the others. Without these a position of the English board has 29
//! holes, and four such *short names* fit into a vector. A hole that is left out depends on higher ones only, so the least of several
//! short names belongs to the least position.

/// Names of positions without the holes that the others tell.
pub(crate) struct Short {
    /// The place of every hole that is kept.
    pub(crate) place: Vec<Option<u32>>,
    /// The low holes that are kept.
    pub(crate) low_holes: usize,
    /// The numbers of low halves, by the parities that are missing and the short name.
    pub(crate) low_number: Vec<u16>,
}

impl Short {
    /// Short names for a board whose low halves have these numbers, if that many bits are enough.
    pub(crate) fn of(holes: usize, low_holes: usize, sets: &[u64], low_number: &[u16]) -> Option<Self> {
        let told = told(holes, sets);
        if told.iter().any(|&hole| hole >= low_holes) || holes - told.len() > 32 {
            return None;
        }
        let mut next = 0..;
        let place: Vec<Option<u32>> =
            (0..holes).map(|hole| if told.contains(&hole) { None } else { next.next() }).collect();
        let kept_low = low_holes - told.len();
        let mut numbers = vec![0; low_number.len()];
        for (half, &number) in low_number.iter().enumerate() {
            let name = (0..).zip(&place[..low_holes]).filter(|(hole, _)| half >> hole & 1 == 1);
            let name = name.filter_map(|(_, place)| *place).fold(0, |name, place| name | 1 << place);
            numbers[usize::from(class(sets, half as u64)) << kept_low | name] = number;
        }
        Some(Self { place, low_holes: kept_low, low_number: numbers })
    }
}

/// A hole for every set, which the parity of the set and higher holes tell.
fn told(holes: usize, sets: &[u64]) -> Vec<usize> {
    let (mut sets, mut told) = (sets.to_vec(), Vec::new());
    for hole in 0..holes {
        let Some(with) = sets.iter().position(|set| set >> hole & 1 == 1) else { continue };
        let set = sets.swap_remove(with);
        sets.iter_mut().filter(|other| **other >> hole & 1 == 1).for_each(|other| *other ^= set);
        told.push(hole);
    }
    told
}

/// The parities of a position in some sets.
pub(crate) fn class(sets: &[u64], position: u64) -> u16 {
    let parity = |at: usize| ((sets[at] & position).count_ones() & 1) as u16;
    (0..sets.len()).fold(0, |class, at| class | parity(at) << at)
}
