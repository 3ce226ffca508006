//! Pixel images, rendered by `tiny-skia`.

pub(crate) mod bitmap;
pub(crate) mod gif;

use std::io;

use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, StrokeDash, Transform,
};

use crate::palette::{Colour, PAPER};
use crate::vector::{DASH, Mark, Outline, Point, Segment};

/// Pixels per unit of SVG in PNG images.
pub(crate) const FINE: f32 = 2.0;

/// The largest side in pixels that common programs open.
const LARGEST_SIDE: f32 = 30_000.0;

/// Returns a white image.
pub(crate) fn sheet((width, height): (f32, f32), scale: f32) -> io::Result<Pixmap> {
    let side = |length: f32| (length * scale).ceil().max(1.0);
    let too_large = || {
        io::Error::new(
            io::ErrorKind::InvalidInput,
            "the picture would be larger than programs open; draw it as .svg",
        )
    };
    if side(width) > LARGEST_SIDE || side(height) > LARGEST_SIDE {
        return Err(too_large());
    }
    let mut pixels = Pixmap::new(side(width) as u32, side(height) as u32).ok_or_else(too_large)?;
    pixels.fill(colour(PAPER));
    Ok(pixels)
}

/// Draws marks, moved by `shift`.
pub(crate) fn draw(pixels: &mut Pixmap, marks: &[Mark], shift: Point, scale: f32) {
    let place = Transform::from_row(scale, 0.0, 0.0, scale, shift.0 * scale, shift.1 * scale);
    for mark in marks {
        let Some(path) = path(&mark.outline) else { continue };
        let paint = |with: Colour| {
            let mut paint = Paint { anti_alias: true, ..Paint::default() };
            paint.set_color(colour(with));
            paint
        };
        if let Some(fill) = mark.fill {
            // The ring of a hole has the opposite orientation of the outer ring.
            pixels.fill_path(&path, &paint(fill), FillRule::Winding, place, None);
        }
        if let Some(pen) = mark.pen {
            let dashes = || StrokeDash::new(vec![DASH.0 * pen.width, DASH.1 * pen.width], 0.0);
            let stroke = Stroke {
                width: pen.width,
                line_cap: LineCap::Round,
                line_join: LineJoin::Round,
                dash: if pen.dashed { dashes() } else { None },
                ..Stroke::default()
            };
            pixels.stroke_path(&path, &paint(pen.colour), &stroke, place, None);
        }
    }
}

/// Writes the image as PNG.
pub(crate) fn png(pixels: &Pixmap, out: &mut dyn io::Write) -> io::Result<()> {
    out.write_all(&pixels.encode_png().map_err(io::Error::other)?)
}

fn colour(Colour([red, green, blue]): Colour) -> Color {
    Color::from_rgba8(red, green, blue, 255)
}

fn path(outline: &Outline) -> Option<Path> {
    match outline {
        Outline::Circle((x, y), radius) => PathBuilder::from_circle(*x, *y, *radius),
        Outline::Path(parts) => {
            let mut path = PathBuilder::new();
            for part in parts {
                match *part {
                    Segment::Move(to) => path.move_to(to.0, to.1),
                    Segment::Line(to) => path.line_to(to.0, to.1),
                    Segment::Curve(by, to) => path.quad_to(by.0, by.1, to.0, to.1),
                    Segment::Close => path.close(),
                }
            }
            path.finish()
        }
    }
}
