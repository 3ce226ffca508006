//! One position as a file.

use std::io;

use fewest::Scene;

use crate::layout::Layout;
use crate::parts::{Sprite, Tints, ground, sprite, targets};
use crate::vector::{Mark, Point};
use crate::{bitmap, gif, raster, svg, words};

/// Kinds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Scalable vector graphics.
    Svg,
    /// Pixels.
    Png,
    /// Pixels that may move.
    Gif,
}

impl Kind {
    /// The kind that the suffix of a file name stands for.
    pub fn of_suffix(suffix: &str) -> Option<Self> {
        match suffix.to_ascii_lowercase().as_str() {
            "svg" => Some(Self::Svg),
            "png" => Some(Self::Png),
            "gif" => Some(Self::Gif),
            _ => None,
        }
    }
}

/// How much finer pixels are than the units of SVG.
pub(crate) const FINE: f32 = 2.0;

/// Everything that a scene is drawn from.
pub(crate) struct Drawing {
    pub(crate) size: (f32, f32),
    pub(crate) ground: Vec<Mark>,
    pub(crate) sprites: Vec<Sprite>,
    pub(crate) above: Vec<Mark>,
}

impl Drawing {
    pub(crate) fn of(scene: &Scene, layout: &Layout) -> Self {
        let tints = Tints::of(scene);
        Self {
            size: layout.size(),
            ground: ground(scene, layout),
            sprites: scene.shapes.iter().filter_map(|shape| sprite(scene, shape, &tints, layout)).collect(),
            above: targets(scene, layout),
        }
    }

    pub(crate) fn marks(&self) -> impl Iterator<Item = &[Mark]> {
        let sprites = self.sprites.iter().map(|sprite| &sprite.marks[..]);
        std::iter::once(&self.ground[..]).chain(sprites).chain(std::iter::once(&self.above[..]))
    }
}

/// Draws a scene into a file of that kind. Large boards become bitmaps, a few pixels a cell.
///
/// # Errors
/// Those of the writer.
pub fn picture(scene: &Scene, title: &str, kind: Kind, out: &mut dyn io::Write) -> io::Result<()> {
    if bitmap::is_large(scene) {
        return bitmap::write(scene, title, kind, out);
    }
    let drawing = Drawing::of(scene, &Layout::of(scene));
    match kind {
        Kind::Svg => out.write_all(as_svg(&drawing, title).as_bytes()),
        Kind::Png => raster::png(&pixels(&drawing, FINE)?, out),
        Kind::Gif => gif::still(&pixels(&drawing, 1.0)?, out),
    }
}

fn as_svg(drawing: &Drawing, title: &str) -> String {
    let mut text = svg::head(drawing.size, title);
    svg::marks(&drawing.ground, &mut text);
    for sprite in &drawing.sprites {
        text.push_str(&format!("<g><title>{}</title>\n", words::escaped(&sprite.title)));
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
