//! Animations.

mod actors;
mod gif;
mod speed;
mod svg;

use std::io;

pub use actors::Frame;
pub use speed::Speed;

use crate::picture::ImageFormat;

/// Draws a film, frame after frame: animated SVG or GIF. A PNG cannot move; see [`sheet`] for all positions beside each other.
///
/// # Errors
/// Those of the writer, and that a PNG is no film.
pub fn animation(
    frames: &[Frame],
    title: &str,
    speed: Speed,
    kind: ImageFormat,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    match kind {
        ImageFormat::Svg => out.write_all(svg::write(frames, title, speed).as_bytes()),
        ImageFormat::Gif => gif::write(frames, speed, out),
        ImageFormat::Png => {
            Err(io::Error::new(io::ErrorKind::InvalidInput, "a film is drawn as .svg or .gif"))
        }
    }
}
