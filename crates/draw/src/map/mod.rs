//! State-space maps: every position is a point, every move a line, and neighbouring positions lie
//! near each other.
//!
//! | module | contents |
//! |---|---|
//! | `layout` | graph layout: pivot MDS, forces, Barnes–Hut quadtree, orientation |
//! | `figure`, `scale` | the drawn figure with markers and legend; its colour scale |
//! | `svg`, `png`, `graph_files` | the file formats |

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

/// The file formats of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapFormat {
    /// Scalable vector graphics.
    Svg,
    /// Portable network graphics.
    Png,
    /// GraphML, for programs such as Gephi, yEd, networkx and igraph.
    Graphml,
    /// DOT, for Graphviz.
    Dot,
}

/// The default width of a PNG in pixels.
pub const DEFAULT_PIXELS: u32 = 2_400;

/// Writes a map that has a [layout](lay_out).
///
/// # Errors
/// Errors of the writer, and `InvalidInput` if the map has no layout.
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
