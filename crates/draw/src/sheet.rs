//! Printable pages of puzzles with an answer key.

use std::io;

use fewest::service::{Context, Scene};

use crate::glyphs::{Anchor, text, text_width};
use crate::palette::{FAINT, INK};
use crate::picture::ImageFormat;
use crate::raster::{self, FINE};
use crate::scene::{Drawing, Layout, sprites, wires};
use crate::svg;
use crate::text::wrapped;
use crate::vector::{Mark, Outline, Point, Segment};

/// A page of puzzles.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// The title; may be empty.
    pub title: String,
    /// The puzzles.
    pub items: Vec<SheetItem>,
}

/// A puzzle of a page.
#[derive(Clone, Debug)]
pub struct SheetItem {
    /// The position.
    pub scene: Scene,
    /// The caption below it.
    pub caption: String,
    /// The entry of the answer key; may be empty.
    pub answer: String,
}

/// The width of A4 at 96 dpi.
const WIDTH: f32 = 794.0;
const EDGE: f32 = 48.0;
const GUTTER: f32 = 28.0;
/// Text sizes: the heights of capitals, which are less than the nominal font sizes.
const TITLE: f32 = 16.0;
const CAPTION: f32 = 9.0;
const SMALL: f32 = 7.5;
const LINE: f32 = 2.2;

/// Draws a page as SVG or PNG.
///
/// # Errors
/// Errors of the writer, and `InvalidInput` for GIF.
pub fn sheet(page: &Sheet, kind: ImageFormat, out: &mut dyn io::Write) -> io::Result<()> {
    let (marks, size) = compose(&with_places(page));
    match kind {
        ImageFormat::Svg => {
            let mut drawn = svg::head(size, &page.title);
            svg::write_marks(&marks, &mut drawn);
            drawn.push_str(svg::TAIL);
            out.write_all(drawn.as_bytes())
        }
        ImageFormat::Png => {
            let mut pixels = raster::sheet(size, FINE)?;
            raster::draw(&mut pixels, &marks, (0.0, 0.0), FINE);
            raster::png(&pixels, out)
        }
        ImageFormat::Gif => {
            Err(io::Error::new(io::ErrorKind::InvalidInput, "a page is drawn as .svg or .png"))
        }
    }
}

/// Returns the page with the places of all shapes on wires. Positions of one graph share a layout.
fn with_places(page: &Sheet) -> Sheet {
    let mut page = page.clone();
    let mut last = Scene::default();
    for scene in page.items.iter_mut().map(|item| &mut item.scene).filter(|scene| !scene.wires.is_empty()) {
        if last.wires != scene.wires {
            // The default context never stops.
            let spots = wires::place_shapes(scene, &Context::default()).unwrap_or_default();
            last = Scene { wires: scene.wires.clone(), spots, ..Scene::default() };
        }
        scene.spots.clone_from(&last.spots);
    }
    page
}

fn compose(page: &Sheet) -> (Vec<Mark>, (f32, f32)) {
    let mut marks = Vec::new();
    let mut top = EDGE;
    if !page.title.is_empty() {
        marks.push(write(&page.title, (EDGE, top + TITLE / 2.0), TITLE));
        top += TITLE * LINE;
    }
    let columns = match page.items.len() {
        0..=1 => 1,
        2..=4 => 2,
        5..=12 => 3,
        _ => 4,
    };
    let room = (WIDTH - 2.0 * EDGE - (columns - 1) as f32 * GUTTER) / columns as f32;
    for items in page.items.chunks(columns) {
        // The boxes of a row have the height of its highest board.
        let high = |item: &SheetItem| Layout::within(&item.scene, (0.0, 0.0), (room, room)).size().1;
        let height = items.iter().map(high).fold(0.0, f32::max);
        for (column, item) in items.iter().enumerate() {
            let left = EDGE + column as f32 * (room + GUTTER);
            let layout = Layout::within(&item.scene, (left, top), (room, height));
            let drawing = Drawing::of(&item.scene, &layout);
            drawing.all_marks().for_each(|part| marks.extend_from_slice(part));
            // Answers and captions name places.
            marks.extend(sprites::place_names(&item.scene, &layout));
            let size = CAPTION.min(CAPTION * room / text_width(&item.caption, CAPTION).max(1.0));
            let at = (left + room / 2.0, top + height + CAPTION);
            marks.push(Mark::drawn(text(&item.caption, at, size, Anchor::Middle), INK, 0.14 * size));
        }
        top += height + CAPTION * 2.0 + GUTTER;
    }
    top = draw_answers(page, top, &mut marks);
    (marks, (WIDTH, top + EDGE - GUTTER))
}

/// Appends the answer key below a line. Returns the new vertical position.
fn draw_answers(page: &Sheet, mut top: f32, marks: &mut Vec<Mark>) -> f32 {
    let answered = || (1..).zip(&page.items).filter(|(_, item)| !item.answer.is_empty());
    if answered().next().is_none() {
        return top;
    }
    let line = vec![Segment::Move((EDGE, top)), Segment::Line((WIDTH - EDGE, top))];
    marks.push(Mark::drawn(Outline::Path(line), FAINT, 1.0).dashed());
    top += SMALL * LINE;
    marks.push(write("Answers", (EDGE, top), CAPTION));
    top += CAPTION * LINE;
    for (number, item) in answered() {
        for words in wrapped(&format!("{number}. {}", item.answer), |line| {
            text_width(line, SMALL) <= WIDTH - 2.0 * EDGE
        }) {
            marks.push(write(&words, (EDGE, top), SMALL));
            top += SMALL * LINE;
        }
        top += SMALL * 0.6;
    }
    top + GUTTER
}

fn write(words: &str, at: Point, size: f32) -> Mark {
    Mark::drawn(text(words, at, size, Anchor::Start), INK, 0.14 * size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_grows_with_its_answers() {
        let item = |answer: &str| SheetItem {
            scene: Scene { width: 2, height: 2, ..Scene::default() },
            caption: "x".to_owned(),
            answer: answer.to_owned(),
        };
        let height = |answer: &str| compose(&Sheet { title: String::new(), items: vec![item(answer)] }).1.1;
        assert!(height("up down") > height("") && height(&"up ".repeat(500)) > height("up down"));
    }
}
