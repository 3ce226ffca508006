//! The colour scale of distances: from yellow at a goal through green and blue to violet, on a dark
//! background. Brightness decreases monotonically, so distances can be distinguished in grey; the
//! range from yellow to blue is visible with every kind of colour vision.

use crate::palette::Colour;

/// The background of a map.
pub(super) const GROUND: Colour = Colour([14, 17, 27]);
/// Text, and the line of the solution.
pub(super) const LIGHT: Colour = Colour([246, 247, 250]);
/// Secondary text.
pub(super) const DIM: Colour = Colour([160, 167, 184]);
/// Positions that cannot reach a goal.
pub(super) const LOST: Colour = Colour([86, 90, 102]);

/// The colour stops from a goal to the farthest position.
const STOPS: [Colour; 7] = [
    Colour([255, 236, 92]),
    Colour([176, 221, 74]),
    Colour([78, 194, 122]),
    Colour([38, 160, 158]),
    Colour([52, 125, 178]),
    Colour([84, 92, 178]),
    Colour([104, 62, 152]),
];

/// Returns the colour of a fraction of the largest distance, from 0 at a goal to 1.
pub(super) fn colour(share: f32) -> Colour {
    let place = share.clamp(0.0, 1.0) * (STOPS.len() - 1) as f32;
    let before = (place as usize).min(STOPS.len() - 2);
    let (Colour(from), Colour(to)) = (STOPS[before], STOPS[before + 1]);
    let rest = place - before as f32;
    let mixed = |at: usize| (f32::from(from[at]) * (1.0 - rest) + f32::from(to[at]) * rest).round() as u8;
    Colour([mixed(0), mixed(1), mixed(2)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::palette::{brightness, contrast};

    #[test]
    fn brightness_falls_with_distance() {
        let bright: Vec<f64> = (0..=100_u16).map(|at| brightness(colour(f32::from(at) / 100.0))).collect();
        assert!(bright.windows(2).all(|pair| pair[0] >= pair[1]), "{bright:?}");
        let fifths = [0.0, 0.25, 0.5, 0.75, 1.0].map(colour);
        assert!(fifths.windows(2).all(|pair| contrast(pair[0], pair[1]) > 1.25), "{fifths:?}");
        assert_eq!((colour(0.0), colour(1.0)), (STOPS[0], STOPS[6]));
    }

    #[test]
    fn colours_contrast_with_the_background() {
        let all = (0..=10_u8).map(|at| colour(f32::from(at) / 10.0)).chain([LIGHT, DIM, LOST]);
        all.for_each(|colour| assert!(contrast(colour, GROUND) > 2.0, "{colour:?}"));
    }
}
