//! Positions that a wide search saw lately, by names: numbers that stand for them.

/// Names that are remembered for each position kept of a depth: those of about so many depths.
const REMEMBERED: usize = 16;
/// Names that share a place; the last ones stay.
const SHARING: usize = 4;

/// The names seen. Positions that come back would keep a search in a hollow for ever; a few that are forgotten do no harm.
#[derive(Clone, Debug)]
pub struct Seen {
    names: Vec<[u64; SHARING]>,
}

impl Seen {
    /// Bytes for each position kept of a depth, at most.
    pub const BYTES: usize = 2 * REMEMBERED * size_of::<u64>();

    /// Room for those of some depths, of each of which so many positions are kept.
    pub fn new(width: usize) -> Self {
        Self { names: vec![[0; SHARING]; (REMEMBERED * width / SHARING).next_power_of_two()] }
    }

    /// Nothing was seen.
    pub fn forget(&mut self) {
        self.names.fill([0; SHARING]);
    }

    /// Whether a name is remembered.
    #[inline]
    pub fn has(&self, name: u64) -> bool {
        self.names[self.place(name.max(1))].contains(&name.max(1))
    }

    fn place(&self, name: u64) -> usize {
        (name >> 32) as usize & (self.names.len() - 1)
    }

    /// Notes a name, and says whether it is new, as far as that is remembered.
    #[inline]
    pub fn insert(&mut self, name: u64) -> bool {
        let name = name.max(1);
        let at = self.place(name);
        let place = &mut self.names[at];
        if place.contains(&name) {
            return false;
        }
        place.rotate_right(1);
        place[0] = name;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::Seen;

    #[test]
    fn names_are_new_once_until_they_are_forgotten() {
        let mut seen = Seen::new(8);
        let some: Vec<u64> = (1..9_u64).map(|number| number.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
        assert!(some.iter().all(|&name| seen.insert(name)));
        assert!(some.iter().all(|&name| seen.has(name) && !seen.insert(name)));
        seen.forget();
        assert!(!some.iter().any(|&name| seen.has(name)));
        assert!(some.iter().all(|&name| seen.insert(name)));
    }
}
