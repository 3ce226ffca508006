//! Maps as PNG, rendered by `tiny-skia`.

use std::io;

use tiny_skia::{FillRule, LineCap, Paint, PathBuilder, Pixmap, Stroke, Transform};

use super::figure::{DistanceLayer, Figure, LINE_OPACITY};
use super::scale::GROUND;
use crate::palette::Colour;
use crate::raster;
use crate::vector::{Mark, rectangle};

pub(super) fn write(figure: &Figure, pixels: u32, out: &mut dyn io::Write) -> io::Result<()> {
    let scale = pixels as f32 / figure.size.0;
    let mut picture = raster::sheet(figure.size, scale)?;
    // The last row of pixels may extend beyond the figure.
    let whole = (figure.size.0 + 2.0, figure.size.1 + 2.0);
    raster::draw(&mut picture, &[Mark::filled(rectangle((0.0, 0.0), whole, 0.0), GROUND)], (0.0, 0.0), scale);
    for layer in &figure.layers {
        lines(&mut picture, layer, figure.line, scale);
    }
    for layer in &figure.layers {
        dots(&mut picture, layer, scale);
    }
    raster::draw(&mut picture, &figure.marks, (0.0, 0.0), scale);
    encode(&picture, out)
}

/// Encodes the image as RGB without alpha, since a map is opaque and large.
fn encode(picture: &Pixmap, out: &mut dyn io::Write) -> io::Result<()> {
    let mut encoder = png::Encoder::new(out, picture.width(), picture.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    encoder.set_filter(png::Filter::NoFilter);
    let colours: Vec<u8> =
        picture.pixels().iter().flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect();
    encoder.write_header()?.write_image_data(&colours)?;
    Ok(())
}

fn paint(Colour([red, green, blue]): Colour, share: f32) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(red, green, blue, (255.0 * share).round() as u8);
    paint
}

/// Draws all moves of a layer as one path, so that crossings are not brighter, as in SVG.
fn lines(picture: &mut Pixmap, layer: &DistanceLayer, width: f32, scale: f32) {
    let mut path = PathBuilder::new();
    for (from, to) in &layer.lines {
        path.move_to(from.0, from.1);
        path.line_to(to.0, to.1);
    }
    let Some(path) = path.finish() else { return };
    let stroke = Stroke { width, line_cap: LineCap::Butt, ..Stroke::default() };
    let place = Transform::from_scale(scale, scale);
    picture.stroke_path(&path, &paint(layer.colour, LINE_OPACITY), &stroke, place, None);
}

fn dots(picture: &mut Pixmap, layer: &DistanceLayer, scale: f32) {
    let mut path = PathBuilder::new();
    layer.dots.iter().for_each(|dot| path.push_circle(dot.0, dot.1, layer.dot));
    let Some(path) = path.finish() else { return };
    let place = Transform::from_scale(scale, scale);
    picture.fill_path(&path, &paint(layer.colour, 1.0), FillRule::Winding, place, None);
}
