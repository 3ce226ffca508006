//! Animations of solutions: animated SVG and GIF.

mod actors;
mod gif;
mod speed;
mod svg;

use std::io;

pub use actors::Frame;
pub use speed::Speed;

use crate::picture::ImageFormat;

/// Writes an animation of frames as animated SVG or GIF. For PNG, [`sheet`](crate::sheet()) draws
/// all positions side by side.
///
/// # Errors
/// Errors of the writer, and `InvalidInput` for PNG.
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
