//! Pictures of puzzles, drawn from a [`Scene`]: shapes on a grid. No rule of any game is known here.
//!
//! ```
//! use fewest::{Role, Scene, Shape};
//! use fewest_draw::Kind;
//!
//! let car = Shape { id: 0, label: "Z".to_owned(), name: String::new(), role: Role::Goal, cells: vec![(0, 0), (1, 0)] };
//! let scene = Scene { width: 3, height: 1, shapes: vec![car], ..Scene::default() };
//! let mut text = Vec::new();
//! fewest_draw::plain(&scene, &mut text)?;
//! assert_eq!(String::from_utf8_lossy(&text), "*****\n*ZZ.*\n*****\n");
//!
//! let mut file = Vec::new();
//! fewest_draw::picture(&scene, "a car", Kind::Svg, &mut file)?;
//! assert!(file.starts_with(b"<svg"));
//! # Ok::<(), std::io::Error>(())
//! ```

mod bitmap;
mod boxes;
mod canvas;
mod film;
mod gif;
mod ground;
mod laid_out;
mod layout;
mod map;
mod names;
mod pace;
mod palette;
mod parts;
mod picture;
mod plain;
mod progress;
mod raster;
mod sheet;
mod spots;
mod svg;
mod svg_film;
mod vector;
mod wires;
mod words;

use std::io;

pub use boxes::boxes;
pub use canvas::{Canvas, Glyph, Ink, Patch, Size};
pub use film::Frame;
pub use laid_out::laid_out;
pub use map::{Caption, MapKind, USUAL_PIXELS, lay_out, write_map};
pub use pace::Pace;
pub use picture::{Kind, picture};
pub use plain::plain;
pub use sheet::{Item, Sheet, sheet};
pub use words::{escaped, unbroken, wrapped};

#[cfg(doc)]
use fewest::Scene;

/// Draws a film, frame after frame: animated SVG or GIF. A PNG cannot move; see [`sheet`] for all positions beside each other.
///
/// # Errors
/// Those of the writer, and that a PNG is no film.
pub fn film(
    frames: &[Frame],
    title: &str,
    pace: Pace,
    kind: Kind,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    match kind {
        Kind::Svg => out.write_all(svg_film::film(frames, title, pace).as_bytes()),
        Kind::Gif => gif::film(frames, pace, out),
        Kind::Png => Err(io::Error::new(io::ErrorKind::InvalidInput, "a film is drawn as .svg or .gif")),
    }
}
