//! The colour palette of Okabe and Ito, which is distinguishable with every kind of colour vision.
//! No information is carried by colour alone.

/// A colour: red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Colour(pub [u8; 3]);

impl Colour {
    /// Returns the colour in the notation of SVG.
    pub(crate) fn hex(self) -> String {
        let [red, green, blue] = self.0;
        format!("#{red:02x}{green:02x}{blue:02x}")
    }
}

pub(crate) const PAPER: Colour = Colour([255, 255, 255]);
/// Outlines and labels.
pub(crate) const INK: Colour = Colour([34, 34, 34]);
/// Dots on empty cells, numbers beside boards.
pub(crate) const FAINT: Colour = Colour([150, 145, 135]);
pub(crate) const FLOOR: Colour = Colour([238, 235, 228]);
/// The wood of a board with places.
pub(crate) const WOOD: Colour = Colour([226, 207, 171]);
pub(crate) const WALL: Colour = Colour([110, 110, 110]);
/// A light that is off.
pub(crate) const DARK: Colour = Colour([52, 58, 70]);

const ORANGE: Colour = Colour([230, 159, 0]);
const SKY_BLUE: Colour = Colour([86, 180, 233]);
const GREEN: Colour = Colour([0, 158, 115]);
pub(crate) const YELLOW: Colour = Colour([240, 228, 66]);
pub(crate) const BLUE: Colour = Colour([0, 114, 178]);
pub(crate) const VERMILLION: Colour = Colour([213, 94, 0]);
const PURPLE: Colour = Colour([204, 121, 167]);

/// The colours of pieces. [`VERMILLION`] is reserved for the goal piece.
pub(crate) const PIECES: [Colour; 5] = [SKY_BLUE, ORANGE, PURPLE, GREEN, YELLOW];

/// The colours of shapes with several states, from the first step on.
pub(crate) const LIGHTS: [Colour; 5] = [YELLOW, ORANGE, SKY_BLUE, PURPLE, GREEN];

/// Returns the contrast ratio of two colours as WCAG defines it.
#[cfg(test)]
pub(crate) fn contrast(one: Colour, other: Colour) -> f64 {
    let (a, b) = (brightness(one) + 0.05, brightness(other) + 0.05);
    a.max(b) / a.min(b)
}

/// Returns the relative luminance of a colour.
#[cfg(test)]
pub(crate) fn brightness(Colour(parts): Colour) -> f64 {
    let linear = parts.map(|part| {
        let share = f64::from(part) / 255.0;
        if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_can_be_read_in_grey() {
        for colour in PIECES.into_iter().chain(LIGHTS).chain([VERMILLION]) {
            assert!(contrast(INK, colour) >= 3.5, "{colour:?}: {}", contrast(INK, colour));
        }
    }

    #[test]
    fn lights_and_pegs_differ_in_grey() {
        assert!(LIGHTS.into_iter().all(|on| contrast(on, DARK) >= 3.0));
        assert!(contrast(BLUE, WOOD) >= 3.0 && contrast(INK, WOOD) >= 7.0);
    }
}
