//! A position as an image file. Boards that are too large for outlines become bitmaps: one square
//! of one colour per cell.

use std::borrow::Cow;
use std::io;

use ::gif::{Encoder as GifEncoder, Frame as GifFrame};
use fewest::service::{Form, Role, Scene};

use crate::palette::{BLUE, Colour, DARK, FLOOR, LIGHTS, PAPER, PIECES, VERMILLION, WALL, YELLOW};
use crate::raster::{self, FINE};
use crate::scene::{CellMap, Drawing, Layout};
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
        ImageFormat::Gif => raster::write_gif(&pixels(&drawing, 1.0)?, out),
    }
}

fn as_svg(drawing: &Drawing, title: &str) -> String {
    let mut text = svg::head(drawing.size, title);
    svg::write_marks(&drawing.ground, &mut text);
    for sprite in &drawing.sprites {
        text.push_str(&format!("<g><title>{}</title>\n", svg::escaped(&sprite.title)));
        svg::write_marks(&sprite.marks, &mut text);
        text.push_str("</g>\n");
    }
    svg::write_marks(&drawing.above, &mut text);
    text.push_str(svg::TAIL);
    text
}

fn pixels(drawing: &Drawing, scale: f32) -> io::Result<tiny_skia::Pixmap> {
    const HERE: Point = (0.0, 0.0);
    let mut pixels = raster::sheet(drawing.size, scale)?;
    drawing.all_marks().for_each(|marks| raster::draw(&mut pixels, marks, HERE, scale));
    Ok(pixels)
}

/// Boards with more cells than this are drawn as bitmaps.
const MOST_CELLS: usize = 10_000;
/// The side in pixels up to which bitmaps are enlarged.
const SIDE: usize = 1_000;

pub(crate) fn is_large(scene: &Scene) -> bool {
    scene.is_bitmap() || scene.width.saturating_mul(scene.height) > MOST_CELLS
}

/// The cells as indices into the list of colours.
pub(crate) struct Bitmap {
    cells: Vec<u8>,
    columns: usize,
    rows: usize,
    colours: Vec<Colour>,
    /// Pixels per cell, horizontally and vertically.
    scale: usize,
}

impl Bitmap {
    pub(crate) fn of(scene: &Scene) -> Self {
        let ground = CellMap::of(scene);
        let mut colours = Vec::new();
        let mut cells = Vec::with_capacity(scene.width * scene.height);
        for row in 0..scene.height {
            for column in 0..scene.width {
                let colour = match ground.shape(column, row) {
                    None => empty(scene),
                    Some(shape) => match shape.role {
                        Role::Lit => match shape.label.parse::<usize>() {
                            Ok(level) => LIGHTS[level.saturating_sub(1) % LIGHTS.len()],
                            Err(_) => YELLOW,
                        },
                        Role::Goal => VERMILLION,
                        Role::Wall => WALL,
                        Role::Mark if scene.form == Form::Light => DARK,
                        Role::Mark => FLOOR,
                        Role::Piece if scene.form == Form::Peg => BLUE,
                        Role::Piece => PIECES[shape.id % PIECES.len()],
                    },
                };
                let known = colours.iter().position(|other| *other == colour);
                let number = known.unwrap_or_else(|| {
                    colours.push(colour);
                    colours.len() - 1
                });
                cells.push(number as u8);
            }
        }
        let scale = (SIDE / scene.width.max(scene.height).max(1)).max(1);
        Self { cells, columns: scene.width, rows: scene.height, colours, scale }
    }

    fn width(&self) -> usize {
        self.columns * self.scale
    }

    fn height(&self) -> usize {
        self.rows * self.scale
    }

    fn palette(&self) -> Vec<u8> {
        self.colours.iter().flat_map(|colour| colour.0).collect()
    }

    /// Returns the colour indices of a line of pixels.
    fn line(&self, y: usize) -> impl Iterator<Item = u8> + '_ {
        let start = y / self.scale * self.columns;
        let row = &self.cells[start..start + self.columns];
        row.iter().flat_map(|&cell| std::iter::repeat_n(cell, self.scale))
    }

    pub(crate) fn png(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let side = |length: usize| u32::try_from(length).map_err(io::Error::other);
        let mut encoder = png::Encoder::new(out, side(self.width())?, side(self.height())?);
        // A bitmap has two colours: one bit per pixel.
        let bits = if self.colours.len() <= 2 { 1 } else { 8 };
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(if bits == 1 { png::BitDepth::One } else { png::BitDepth::Eight });
        encoder.set_palette(self.palette());
        let mut data = Vec::with_capacity(self.height() * (self.width() * bits / 8 + 1));
        for y in 0..self.height() {
            if bits == 8 {
                data.extend(self.line(y));
                continue;
            }
            let line: Vec<u8> = self.line(y).collect();
            let packed = line
                .chunks(8)
                .map(|eight| eight.iter().enumerate().fold(0, |byte, (at, cell)| byte | cell << (7 - at)));
            data.extend(packed);
        }
        encoder.write_header()?.write_image_data(&data)?;
        Ok(())
    }

    pub(crate) fn gif(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let side = |length: usize| u16::try_from(length).map_err(io::Error::other);
        let (width, height) = (side(self.width())?, side(self.height())?);
        let mut encoder = GifEncoder::new(out, width, height, &self.palette()).map_err(io::Error::other)?;
        let buffer: Vec<u8> = (0..self.height()).flat_map(|y| self.line(y)).collect();
        let frame = GifFrame { width, height, buffer: Cow::Owned(buffer), ..GifFrame::default() };
        encoder.write_frame(&frame).map_err(io::Error::other)
    }

    /// Writes an SVG image that embeds the PNG image.
    pub(crate) fn svg(&self, title: &str, out: &mut dyn io::Write) -> io::Result<()> {
        let mut png = Vec::new();
        self.png(&mut png)?;
        let (width, height) = (self.width(), self.height());
        out.write_all(svg::head((width as f32, height as f32), title).as_bytes())?;
        let data = base64(&png);
        writeln!(
            out,
            "<image width=\"{width}\" height=\"{height}\" href=\"data:image/png;base64,{data}\"/>"
        )?;
        out.write_all(svg::TAIL.as_bytes())
    }
}

fn empty(scene: &Scene) -> Colour {
    match (scene.form, scene.ground) {
        (_, fewest::service::Ground::Nothing) => PAPER,
        (Form::Light, fewest::service::Ground::Floor) => DARK,
        (Form::Block | Form::Peg, fewest::service::Ground::Floor) => FLOOR,
    }
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let bits =
            three.iter().enumerate().fold(0, |bits, (at, &byte)| bits | u32::from(byte) << (16 - 8 * at));
        for at in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * at) & 63) as usize];
            text.push(if at <= three.len() { char::from(letter) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use fewest::service::Shape;

    use super::*;

    #[test]
    fn base64_matches_rfc_4648() {
        // The test vectors of RFC 4648.
        assert_eq!(
            ["", "f", "fo", "foo", "foobar"].map(|text| base64(text.as_bytes())),
            ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYmFy"]
        );
    }

    fn board(side: usize) -> Scene {
        let lit = |at: usize| Shape {
            id: at,
            label: "#".to_owned(),
            name: String::new(),
            role: Role::Lit,
            cells: vec![(at, at)],
        };
        Scene {
            width: side,
            height: side,
            form: Form::Light,
            shapes: (0..side).map(lit).collect(),
            ..Scene::default()
        }
    }

    #[test]
    fn a_large_board_of_lights_has_one_bit_per_pixel() {
        let scene = board(1_000);
        assert!(is_large(&scene) && !is_large(&board(100)));
        let mut file = Vec::new();
        Bitmap::of(&scene).png(&mut file).expect("memory");
        let mut reader = png::Decoder::new(io::Cursor::new(file)).read_info().expect("a PNG");
        assert_eq!(reader.info().size(), (1_000, 1_000));
        assert_eq!(reader.info().bit_depth, png::BitDepth::One);
        let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
        reader.next_frame(&mut pixels).expect("pixels");
        let on: u32 = pixels.iter().map(|byte| byte.count_ones()).sum();
        assert!(on == 1_000 || on == 999_000, "the diagonal is lit: {on}");
    }
}
