//! A position as an image file.

use std::io;

use fewest::Scene;

use crate::raster::bitmap::{Bitmap, is_large};
use crate::raster::{self, FINE, gif};
use crate::scene::Drawing;
use crate::scene::layout::Layout;
use crate::svg;
use crate::vector::Point;

/// The file formats of images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageFormat {
    /// Scalable vector graphics.
    Svg,
    /// Portable network graphics.
    Png,
    /// GIF, still or animated.
    Gif,
}

impl ImageFormat {
    /// Returns the format of a file name suffix. None if it is unknown.
    pub fn from_suffix(suffix: &str) -> Option<Self> {
        match suffix.to_ascii_lowercase().as_str() {
            "svg" => Some(Self::Svg),
            "png" => Some(Self::Png),
            "gif" => Some(Self::Gif),
            _ => None,
        }
    }
}

/// Draws a scene as an image file. Boards of more than 10,000 cells become bitmaps with one colour
/// per cell.
///
/// # Errors
/// Errors of the writer.
pub fn picture(scene: &Scene, title: &str, kind: ImageFormat, out: &mut dyn io::Write) -> io::Result<()> {
    if is_large(scene) {
        let bitmap = Bitmap::of(scene);
        return match kind {
            ImageFormat::Svg => bitmap.svg(title, out),
            ImageFormat::Png => bitmap.png(out),
            ImageFormat::Gif => bitmap.gif(out),
        };
    }
    let drawing = Drawing::of(scene, &Layout::of(scene));
    match kind {
        ImageFormat::Svg => out.write_all(as_svg(&drawing, title).as_bytes()),
        ImageFormat::Png => raster::png(&pixels(&drawing, FINE)?, out),
        ImageFormat::Gif => gif::still(&pixels(&drawing, 1.0)?, out),
    }
}

fn as_svg(drawing: &Drawing, title: &str) -> String {
    let mut text = svg::head(drawing.size, title);
    svg::marks(&drawing.ground, &mut text);
    for sprite in &drawing.sprites {
        text.push_str(&format!("<g><title>{}</title>\n", svg::escaped(&sprite.title)));
        svg::marks(&sprite.marks, &mut text);
        text.push_str("</g>\n");
    }
    svg::marks(&drawing.above, &mut text);
    text.push_str(svg::TAIL);
    text
}

fn pixels(drawing: &Drawing, scale: f32) -> io::Result<tiny_skia::Pixmap> {
    const HERE: Point = (0.0, 0.0);
    let mut pixels = raster::sheet(drawing.size, scale)?;
    drawing.marks().for_each(|marks| raster::draw(&mut pixels, marks, HERE, scale));
    Ok(pixels)
}
