//! The timing of an animation, and the progress bar below the board.

use crate::palette::{BLUE, FLOOR};
use crate::scene::layout::Layout;
use crate::vector::{Mark, rectangle};

/// The speed of an animation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Speed {
    moves_per_second: f32,
}

impl Default for Speed {
    fn default() -> Self {
        Self { moves_per_second: 2.0 }
    }
}

impl Speed {
    /// Returns the speed of `moves_per_second`. None if it is not between 0.05 and 50.
    pub fn new(moves_per_second: f32) -> Option<Self> {
        (0.05..=50.0).contains(&moves_per_second).then_some(Self { moves_per_second })
    }

    /// Returns the number of moves per second.
    pub fn moves_per_second(self) -> f32 {
        self.moves_per_second
    }

    /// Returns the seconds from one move to the next.
    pub(crate) fn seconds(self) -> f32 {
        1.0 / self.moves_per_second
    }

    /// Returns the seconds of motion per move; the rest is a pause.
    pub(crate) fn motion(self) -> f32 {
        0.6 * self.seconds()
    }

    /// Returns the seconds before the first move.
    pub(crate) fn before(self) -> f32 {
        self.seconds().max(0.8)
    }

    /// Returns the seconds after the last move.
    pub(crate) fn after(self) -> f32 {
        (2.0 * self.seconds()).max(2.0)
    }
}

const BAR_HEIGHT: f32 = 5.0;
const BAR_ROOM: f32 = 12.0;

/// Returns the size of an animation: the board with room for the progress bar.
pub(crate) fn animation_size(layout: &Layout) -> (f32, f32) {
    let (width, height) = layout.size();
    (width, height + BAR_ROOM)
}

/// Returns the background of the progress bar.
pub(crate) fn progress_groove(layout: &Layout) -> Mark {
    Mark { fill: Some(FLOOR), ..progress_bar(layout, 1.0) }
}

/// Returns the progress bar at the fraction `share` of the animation.
pub(crate) fn progress_bar(layout: &Layout, share: f32) -> Mark {
    let (left, _) = layout.origin();
    let (width, _) = layout.inside();
    let top = layout.size().1;
    Mark::filled(rectangle((left, top), (width * share.clamp(0.0, 1.0), BAR_HEIGHT), 0.0), BLUE)
}
