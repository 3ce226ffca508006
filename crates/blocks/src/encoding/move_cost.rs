//! The secondary cost of a move: slides and steps.

/// A move between two keys: the piece, its places, and its cost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveCost {
    /// The piece, or the first of its class.
    pub(crate) piece: u32,
    /// Its old and new place, numbered such that equal directions have equal differences.
    pub(crate) from: u32,
    pub(crate) to: u32,
    pub(crate) slides: u32,
    pub(crate) steps: u32,
}

impl MoveCost {
    /// Returns the cost as a number to compare: slides first, then steps.
    pub(crate) fn weight(&self) -> u64 {
        u64::from(self.slides) << 32 | u64::from(self.steps)
    }

    /// Returns whether a step continues this one: the same piece in the same direction.
    pub(crate) fn continues_in(&self, next: &Self) -> bool {
        let difference = |cost: &Self| cost.to.wrapping_sub(cost.from);
        (self.piece, self.to, difference(self)) == (next.piece, next.from, difference(next))
    }
}
