//! What a move costs in slides and in steps.

/// A move from key to key: which piece, between which places, and what it counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveCost {
    /// The piece, or what stands for all that it may be exchanged with.
    pub(crate) piece: u32,
    /// Where it was and where it is, as the code numbers places: equal directions have equal differences.
    pub(crate) from: u32,
    pub(crate) to: u32,
    pub(crate) slides: u32,
    pub(crate) steps: u32,
}

impl MoveCost {
    /// What it counts, to be compared: slides first, then steps.
    pub(crate) fn weight(&self) -> u64 {
        u64::from(self.slides) << 32 | u64::from(self.steps)
    }

    /// Whether a step goes on where this one ended: the same piece in the same direction.
    pub(crate) fn continues_in(&self, next: &Self) -> bool {
        let difference = |cost: &Self| cost.to.wrapping_sub(cost.from);
        (self.piece, self.to, difference(self)) == (next.piece, next.from, difference(next))
    }
}
