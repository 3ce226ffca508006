//! Pixel images, rendered by `tiny-skia`, and GIF encoding: a palette of the most frequent colours,
//! and frames of the changed region.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io;

use ::gif::{DisposalMethod, Encoder, Frame as GifFrame};
use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, PremultipliedColorU8, Stroke,
    StrokeDash, Transform,
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
            // An inner ring has the opposite orientation of the outer ring.
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

/// The number of colours; more would only refine the shades of anti-aliased edges.
const COLOURS: usize = 127;
/// The index of the transparent colour.
const CLEAR: u8 = COLOURS as u8;

/// Writes a still image.
pub(crate) fn write_gif(pixels: &Pixmap, out: &mut dyn io::Write) -> io::Result<()> {
    let palette = GifPalette::of([pixels]);
    let (width, height) = dimensions(pixels)?;
    let mut encoder = Encoder::new(out, width, height, &palette.bytes()).map_err(io::Error::other)?;
    let full = Region { left: 0, top: 0, width: usize::from(width), height: usize::from(height) };
    encoder.write_frame(&palette.frame(None, pixels, full, 0)).map_err(io::Error::other)
}

pub(crate) fn dimensions(pixels: &Pixmap) -> io::Result<(u16, u16)> {
    let side = |length: u32| u16::try_from(length).map_err(io::Error::other);
    Ok((side(pixels.width())?, side(pixels.height())?))
}

/// A rectangle of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Region {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl Region {
    /// Returns the bounding box of the difference of two images; one pixel if they are equal,
    /// because a frame cannot be empty.
    pub(crate) fn of_change(before: Option<&Pixmap>, after: &Pixmap) -> Self {
        let (width, height) = (after.width() as usize, after.height() as usize);
        let Some(before) = before else { return Self { left: 0, top: 0, width, height } };
        let differs = |at: usize| before.pixels()[at] != after.pixels()[at];
        let rows: Vec<usize> =
            (0..height).filter(|row| (0..width).any(|column| differs(row * width + column))).collect();
        let (Some(&top), Some(&bottom)) = (rows.first(), rows.last()) else {
            return Self { left: 0, top: 0, width: 1, height: 1 };
        };
        let changed = |column: &usize| (top..=bottom).any(|row| differs(row * width + column));
        let left = (0..width).find(changed).unwrap_or(0);
        let right = (0..width).rev().find(changed).unwrap_or(width - 1);
        Self { left, top, width: right + 1 - left, height: bottom + 1 - top }
    }
}

/// The most frequent colours; other colours map to the nearest of them.
pub(crate) struct GifPalette(Vec<[u8; 3]>);

impl GifPalette {
    pub(crate) fn of<'a>(pictures: impl IntoIterator<Item = &'a Pixmap>) -> Self {
        let mut counts: HashMap<[u8; 3], usize> = HashMap::new();
        for picture in pictures {
            picture.pixels().iter().for_each(|pixel| *counts.entry(rgb(*pixel)).or_default() += 1);
        }
        let mut colours: Vec<_> = counts.into_iter().collect();
        // Ties are broken by colour, so that the file is deterministic.
        colours.sort_unstable_by_key(|&(colour, count)| (std::cmp::Reverse(count), colour));
        Self(colours.into_iter().take(COLOURS).map(|(colour, _)| colour).collect())
    }

    /// Returns the bytes of the colour table, with an entry for [`CLEAR`].
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut colours = self.0.clone();
        colours.resize(COLOURS + 1, [0; 3]);
        colours.concat()
    }

    fn nearest(&self, colour: [u8; 3]) -> u8 {
        let distance = |other: &[u8; 3]| -> u32 {
            colour.iter().zip(other).map(|(&a, &b)| u32::from(a.abs_diff(b)).pow(2)).sum()
        };
        let best = self.0.iter().enumerate().min_by_key(|(_, other)| distance(other));
        best.map_or(0, |(number, _)| number as u8)
    }

    pub(crate) fn frame(
        &self,
        before: Option<&Pixmap>,
        pixels: &Pixmap,
        region: Region,
        delay: u16,
    ) -> GifFrame<'static> {
        let mut known: HashMap<[u8; 3], u8> = HashMap::new();
        let all = pixels.pixels();
        let rows = region.top..region.top + region.height;
        let places = rows.flat_map(|row| {
            let start = row * pixels.width() as usize + region.left;
            start..start + region.width
        });
        let buffer = places.map(|at| {
            let colour = rgb(all[at]);
            if before.is_some_and(|before| before.pixels()[at] == all[at]) {
                return CLEAR;
            }
            *known.entry(colour).or_insert_with(|| self.nearest(colour))
        });
        GifFrame {
            left: region.left as u16,
            top: region.top as u16,
            width: region.width as u16,
            height: region.height as u16,
            delay,
            dispose: DisposalMethod::Keep,
            transparent: Some(CLEAR),
            buffer: Cow::Owned(buffer.collect()),
            ..GifFrame::default()
        }
    }
}

fn rgb(pixel: PremultipliedColorU8) -> [u8; 3] {
    [pixel.red(), pixel.green(), pixel.blue()]
}
