//! State-space maps: every position is a point, every move a line, and neighbouring positions lie
//! near each other.
//!
//! | module | contents |
//! |---|---|
//! | `figure` | the drawn figure with markers and legend, and its colour scale |
//! | this one | the file formats |
//!
//! In SVG, moves and positions of one distance are one path each, so a map of thousands of
//! positions stays small; the title of a path gives the distance. PNG is rendered by `tiny-skia`.
//! Graph files are GraphML for Gephi, yEd, networkx and igraph, and DOT for Graphviz: `neato -n2
//! -Tsvg map.dot` draws the map with its places; `dot` and `sfdp` use layouts of their own.

mod figure;
#[cfg(test)]
mod tests;

use std::fmt::Write as _;
use std::io;

use fewest::service::{Map, visible};
use tiny_skia::{FillRule, LineCap, Paint, PathBuilder, Pixmap, Stroke, Transform};

pub use figure::Caption;

use figure::{DistanceLayer, Figure, GROUND, LINE_OPACITY, LOST, colour};

use crate::palette::Colour;
use crate::raster;
use crate::svg::{TAIL, escaped, head, number, write_marks};
use crate::vector::{Mark, Point, rectangle};

/// The file formats of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapFormat {
    /// Scalable vector graphics.
    Svg,
    /// Portable network graphics.
    Png,
    /// GraphML, for programs such as Gephi, yEd, networkx and igraph.
    Graphml,
    /// DOT, for Graphviz.
    Dot,
}

/// The default width of a PNG in pixels.
pub const DEFAULT_PIXELS: u32 = 2_400;

/// Writes a map that has a [layout](crate::lay_out).
///
/// # Errors
/// Errors of the writer, and `InvalidInput` if the map has no layout.
pub fn write_map(map: &Map, caption: &Caption, kind: MapFormat, out: &mut dyn io::Write) -> io::Result<()> {
    if map.places.len() != map.len() || map.is_empty() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "this map was not laid out"));
    }
    match kind {
        MapFormat::Svg => write_svg(&Figure::of(map, caption), out),
        MapFormat::Png => write_png(&Figure::of(map, caption), caption.pixels, out),
        MapFormat::Graphml => write_graphml(map, out),
        MapFormat::Dot => write_dot(map, caption, out),
    }
}

fn write_svg(figure: &Figure, out: &mut dyn io::Write) -> io::Result<()> {
    let mut svg = head(figure.size, &figure.title);
    let ground = GROUND.hex();
    let _ = writeln!(svg, "<rect width=\"100%\" height=\"100%\" fill=\"{ground}\"/>");
    let _ = writeln!(
        svg,
        "<g stroke-width=\"{}\" stroke-opacity=\"{LINE_OPACITY}\" stroke-linecap=\"butt\">",
        number(figure.line)
    );
    for layer in figure.layers.iter().filter(|layer| !layer.lines.is_empty()) {
        path(layer, "", &path_of_lines(&layer.lines), &mut svg);
    }
    svg.push_str("</g>\n");
    for layer in &figure.layers {
        let pen = format!(" stroke-width=\"{}\"", number(2.0 * layer.dot));
        path(layer, &pen, &path_of_dots(&layer.dots), &mut svg);
    }
    write_marks(&figure.marks, &mut svg);
    svg.push_str(TAIL);
    out.write_all(svg.as_bytes())
}

fn path(layer: &DistanceLayer, pen: &str, data: &str, svg: &mut String) {
    let (about, colour) = (escaped(&layer.about), layer.colour.hex());
    let _ = writeln!(svg, "<path stroke=\"{colour}\"{pen} d=\"{data}\"><title>{about}</title></path>");
}

/// Returns a coordinate in tenths, the precision of paths.
fn tenth(value: f32) -> i32 {
    (value * 10.0).round() as i32
}

/// Appends a number; a negative one needs no separator before it.
fn put(tenths: i32, is_first: bool, data: &mut String) {
    if !is_first && tenths >= 0 {
        data.push(' ');
    }
    if tenths < 0 {
        data.push('-');
    }
    let (units, rest) = (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10);
    if units > 0 || rest == 0 {
        let _ = write!(data, "{units}");
    }
    if rest > 0 {
        let _ = write!(data, ".{rest}");
    }
}

fn path_of_lines(lines: &[(Point, Point)]) -> String {
    let mut data = String::new();
    for (from, to) in lines {
        let (right, down) = (tenth(from.0), tenth(from.1));
        data.push('M');
        put(right, true, &mut data);
        put(down, false, &mut data);
        data.push('l');
        put(tenth(to.0) - right, true, &mut data);
        put(tenth(to.1) - down, false, &mut data);
    }
    data
}

/// Returns the path of dots: lines of length 0 with round caps.
fn path_of_dots(dots: &[Point]) -> String {
    let mut data = String::new();
    for dot in dots {
        data.push('M');
        put(tenth(dot.0), true, &mut data);
        put(tenth(dot.1), false, &mut data);
        data.push_str("h0");
    }
    data
}

fn write_png(figure: &Figure, pixels: u32, out: &mut dyn io::Write) -> io::Result<()> {
    let scale = pixels as f32 / figure.size.0;
    let mut picture = raster::sheet(figure.size, scale)?;
    // The last row of pixels may extend beyond the figure.
    let full = (figure.size.0 + 2.0, figure.size.1 + 2.0);
    raster::draw(&mut picture, &[Mark::filled(rectangle((0.0, 0.0), full, 0.0), GROUND)], (0.0, 0.0), scale);
    for layer in &figure.layers {
        draw_lines(&mut picture, layer, figure.line, scale);
    }
    for layer in &figure.layers {
        draw_dots(&mut picture, layer, scale);
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
fn draw_lines(picture: &mut Pixmap, layer: &DistanceLayer, width: f32, scale: f32) {
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

fn draw_dots(picture: &mut Pixmap, layer: &DistanceLayer, scale: f32) {
    let mut path = PathBuilder::new();
    layer.dots.iter().for_each(|dot| path.push_circle(dot.0, dot.1, layer.dot));
    let Some(path) = path.finish() else { return };
    let place = Transform::from_scale(scale, scale);
    picture.fill_path(&path, &paint(layer.colour, 1.0), FillRule::Winding, place, None);
}

const HEAD: &str = "\
<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">
<key id=\"from_start\" for=\"node\" attr.name=\"from_start\" attr.type=\"int\"/>
<key id=\"to_goal\" for=\"node\" attr.name=\"to_goal\" attr.type=\"int\"/>
<key id=\"kind\" for=\"node\" attr.name=\"kind\" attr.type=\"string\"/>
<key id=\"x\" for=\"node\" attr.name=\"x\" attr.type=\"float\"/>
<key id=\"y\" for=\"node\" attr.name=\"y\" attr.type=\"float\"/>
<key id=\"on_path\" for=\"edge\" attr.name=\"on_path\" attr.type=\"boolean\"><default>false</default></key>
";

fn write_graphml(map: &Map, out: &mut dyn io::Write) -> io::Result<()> {
    let mut out = io::BufWriter::new(out);
    let out: &mut dyn io::Write = &mut out;
    let way = if map.directed { "directed" } else { "undirected" };
    writeln!(out, "{HEAD}<graph id=\"map\" edgedefault=\"{way}\">")?;
    for (position, (place, far)) in map.places.iter().zip(&map.from_start).enumerate() {
        write!(out, "<node id=\"n{position}\"><data key=\"from_start\">{far}</data>")?;
        if let Some(left) = map.to_goal[position] {
            write!(out, "<data key=\"to_goal\">{left}</data>")?;
        }
        if let Some(kind) = kind(map, position) {
            write!(out, "<data key=\"kind\">{kind}</data>")?;
        }
        writeln!(out, "<data key=\"x\">{}</data><data key=\"y\">{}</data></node>", place.0, place.1)?;
    }
    for &(from, to) in &map.edges {
        let path = if on_path(map, from, to) { "<data key=\"on_path\">true</data>" } else { "" };
        writeln!(out, "<edge source=\"n{from}\" target=\"n{to}\">{path}</edge>")?;
    }
    writeln!(out, "</graph>\n</graphml>")?;
    out.flush()
}

fn write_dot(map: &Map, caption: &Caption, out: &mut dyn io::Write) -> io::Result<()> {
    let mut out = io::BufWriter::new(out);
    let out: &mut dyn io::Write = &mut out;
    let (graph, arrow) = if map.directed { ("digraph", "->") } else { ("graph", "--") };
    let name = visible(&caption.title).replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(out, "{graph} \"{name}\" {{\nnode [shape=point, width=0.08, style=filled];")?;
    let farthest = map.to_goal.iter().copied().flatten().max().unwrap_or(0).max(1);
    for (position, (place, left)) in map.places.iter().zip(&map.to_goal).enumerate() {
        let shade = left.map_or(LOST, |left| colour(left as f32 / farthest as f32)).hex();
        let shape = match kind(map, position) {
            None => "",
            Some("start") => ", shape=triangle, width=0.3",
            Some(_) => ", shape=diamond, width=0.2",
        };
        let far = map.from_start[position];
        let left = left.map_or_else(|| "none".to_owned(), |left| left.to_string());
        // The y axis of Graphviz points up.
        let (right, up) = (place.0, -place.1);
        writeln!(
            out,
            "n{position} [label=\"\", pos=\"{right},{up}\", fillcolor=\"{shade}\", color=\"{shade}\", from_start={far}, \
             to_goal={left}{shape}];"
        )?;
    }
    for &(from, to) in &map.edges {
        let bold = if on_path(map, from, to) { " [penwidth=4]" } else { "" };
        writeln!(out, "n{from} {arrow} n{to}{bold};")?;
    }
    writeln!(out, "}}")?;
    out.flush()
}

/// Returns the kind of a position. None if it is neither start nor goal.
fn kind(map: &Map, position: usize) -> Option<&'static str> {
    match (position, map.is_goal(position)) {
        (0, false) => Some("start"),
        (0, true) => Some("start and goal"),
        (_, true) => Some("goal"),
        (_, false) => None,
    }
}

/// Returns whether a move belongs to the solution.
fn on_path(map: &Map, from: u32, to: u32) -> bool {
    let follows = |from: u32, to: u32| {
        let at = map.path.iter().position(|&position| position == from);
        at.is_some_and(|at| map.path.get(at + 1) == Some(&to))
    };
    follows(from, to) || !map.directed && follows(to, from)
}
