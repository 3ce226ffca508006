//! The map of a puzzle: every position a point, every move a line, laid out so that near positions lie near each other.
//!
//! | file | what it holds |
//! |---|---|
//! | `net` | who is beside whom |
//! | `pivots` | first places, by the distances to a few positions |
//! | `quarters`, `forces` | springs and repulsion, which make room |
//! | `upright` | the start at the left |
//! | `scale`, `markers`, `figure` | colours; start, goals and solution; everything that is drawn |
//! | `svg`, `png`, `graphml`, `dot` | a file each |
//!
//! Only sums, products, quotients and square roots are used, so that a map is the same on every machine.

mod figure;
mod graph_files;
pub(crate) mod layout;
mod png;
mod scale;
mod svg;
#[cfg(test)]
mod tests;

use std::io;

use fewest::Map;

pub use figure::Caption;
use figure::Figure;
pub use layout::lay_out;

/// Kinds of files that a map is written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapFormat {
    /// Scalable vector graphics.
    Svg,
    /// Pixels.
    Png,
    /// A graph for programs such as Gephi, yEd, networkx and igraph.
    Graphml,
    /// A graph for Graphviz.
    Dot,
}

/// How wide a picture of pixels is, where nothing else is said.
pub const DEFAULT_PIXELS: u32 = 2_400;

/// Writes a map that was [laid out](lay_out).
///
/// # Errors
/// Those of the writer, and that the map was not laid out.
pub fn write_map(map: &Map, caption: &Caption, kind: MapFormat, out: &mut dyn io::Write) -> io::Result<()> {
    if map.places.len() != map.len() || map.is_empty() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "this map was not laid out"));
    }
    match kind {
        MapFormat::Svg => svg::write(&Figure::of(map, caption), out),
        MapFormat::Png => png::write(&Figure::of(map, caption), caption.pixels, out),
        MapFormat::Graphml => graph_files::write_graphml(map, out),
        MapFormat::Dot => graph_files::write_dot(map, caption, out),
    }
}
