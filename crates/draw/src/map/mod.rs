//! The map of a puzzle: every position a point, every move a line, laid out so that near positions lie near each other.
//!
//! | file | what it holds |
//! |---|---|
//! | `net` | who is beside whom |
//! | `pivots` | first places, by the distances to a few positions |
//! | `quarters`, `forces` | springs and repulsion, which make room |
//! | `upright` | the start at the left |
//! | `scale`, `signs`, `plate` | colours; start, goals and solution; everything that is drawn |
//! | `svg`, `png`, `graphml`, `dot` | a file each |
//!
//! Only sums, products, quotients and square roots are used, so that a map is the same on every machine.

mod dot;
mod forces;
mod graphml;
mod net;
mod pivots;
mod plate;
mod png;
mod quarters;
mod scale;
mod signs;
mod svg;
#[cfg(test)]
mod tests;
mod upright;

use std::io;

use fewest::{Context, Map, Stop};

use net::Net;
use plate::Plate;
pub(crate) use upright::turn;

/// A place while it is looked for.
pub(crate) type Spot = [f64; 2];

/// Kinds of files that a map is written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapKind {
    /// Scalable vector graphics.
    Svg,
    /// Pixels.
    Png,
    /// A graph for programs such as Gephi, yEd, networkx and igraph.
    Graphml,
    /// A graph for Graphviz.
    Dot,
}

/// What is written beside a map.
#[derive(Clone, Debug, Default)]
pub struct Caption {
    /// The name of the puzzle.
    pub title: String,
    /// What one move is called.
    pub one: String,
    /// What many are called.
    pub many: String,
    /// How wide a picture of pixels is.
    pub pixels: u32,
}

/// How wide a picture of pixels is, where nothing else is said.
pub const USUAL_PIXELS: u32 = 2_400;

/// The longest side of a map that was laid out.
const SIDE: f64 = 1_000.0;

/// Finds a place for every position and writes it into the map. The same map gets the same places everywhere.
///
/// # Errors
/// The host's reason to stop.
pub fn lay_out(map: &mut Map, cx: &Context<'_>) -> Result<(), Stop> {
    let mut spots = places_of(map.len(), &map.edges, cx)?;
    turn(map, &mut spots);
    map.places = places(&spots);
    Ok(())
}

/// A place for each of so many points, some of which are joined.
pub(crate) fn places_of(count: usize, pairs: &[(u32, u32)], cx: &Context<'_>) -> Result<Vec<Spot>, Stop> {
    // Distances to the pivots, places, forces and quarters; the pairs from both sides, twice.
    let _lease = cx.lease(count * 8 * (pivots::MOST + 16) + pairs.len() * 16)?;
    let net = Net::of(count, pairs, cx)?;
    let mut spots = pivots::spread(&net, cx)?;
    forces::relax(&net, &mut spots, cx)?;
    Ok(spots)
}

/// Spots as places from 0 to [`SIDE`], in hundredths.
fn places(spots: &[Spot]) -> Vec<(f32, f32)> {
    let bound = |axis: usize, pick: fn(f64, f64) -> f64| spots.iter().map(|spot| spot[axis]).reduce(pick);
    let least = [0, 1].map(|axis| bound(axis, f64::min).unwrap_or(0.0));
    let most = [0, 1].map(|axis| bound(axis, f64::max).unwrap_or(0.0));
    let longest = (most[0] - least[0]).max(most[1] - least[1]);
    let factor = if longest > 0.0 { SIDE / longest } else { 1.0 };
    let place =
        |axis: usize, spot: &Spot| ((spot[axis] - least[axis]) * factor * 100.0).round() as f32 / 100.0;
    spots.iter().map(|spot| (place(0, spot), place(1, spot))).collect()
}

/// Writes a map that was [laid out](lay_out).
///
/// # Errors
/// Those of the writer, and that the map was not laid out.
pub fn write_map(map: &Map, caption: &Caption, kind: MapKind, out: &mut dyn io::Write) -> io::Result<()> {
    if map.places.len() != map.len() || map.is_empty() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "this map was not laid out"));
    }
    match kind {
        MapKind::Svg => svg::write(&Plate::of(map, caption), out),
        MapKind::Png => png::write(&Plate::of(map, caption), caption.pixels, out),
        MapKind::Graphml => graphml::write(map, out),
        MapKind::Dot => dot::write(map, caption, out),
    }
}
