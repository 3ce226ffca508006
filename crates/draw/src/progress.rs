//! The bar under a film that says how much of it is over.

use crate::layout::Layout;
use crate::palette::{BLUE, FLOOR};
use crate::vector::{Mark, rectangle};

const HIGH: f32 = 5.0;
const ROOM: f32 = 12.0;

/// The size of a film: a board with room for the bar.
pub(crate) fn size(layout: &Layout) -> (f32, f32) {
    let (width, height) = layout.size();
    (width, height + ROOM)
}

/// The bar when nothing is over.
pub(crate) fn groove(layout: &Layout) -> Mark {
    Mark { fill: Some(FLOOR), ..bar(layout, 1.0) }
}

/// The bar when so much is over.
pub(crate) fn bar(layout: &Layout, share: f32) -> Mark {
    let (left, _) = layout.origin();
    let (width, _) = layout.inside();
    let top = layout.size().1;
    Mark::filled(rectangle((left, top), (width * share.clamp(0.0, 1.0), HIGH), 0.0), BLUE)
}
