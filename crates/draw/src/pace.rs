//! How fast a film goes.

/// Moves a second, and what follows from it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    moves_a_second: f32,
}

impl Default for Pace {
    fn default() -> Self {
        Self { moves_a_second: 2.0 }
    }
}

impl Pace {
    /// So many moves a second; nothing if that is no speed.
    pub fn new(moves_a_second: f32) -> Option<Self> {
        (0.05..=50.0).contains(&moves_a_second).then_some(Self { moves_a_second })
    }

    /// Moves a second.
    pub fn speed(self) -> f32 {
        self.moves_a_second
    }

    /// Seconds from one move to the next.
    pub(crate) fn seconds(self) -> f32 {
        1.0 / self.moves_a_second
    }

    /// Seconds of it in which something moves; then one looks.
    pub(crate) fn motion(self) -> f32 {
        0.6 * self.seconds()
    }

    /// Seconds before the first move.
    pub(crate) fn before(self) -> f32 {
        self.seconds().max(0.8)
    }

    /// Seconds after the last move.
    pub(crate) fn after(self) -> f32 {
        (2.0 * self.seconds()).max(2.0)
    }
}
