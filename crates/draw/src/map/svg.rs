//! Maps as SVG. Moves and positions of one distance are one path each, so a map of thousands of
//! positions stays small; the title of a path gives the distance.

use std::fmt::Write as _;
use std::io;

use super::figure::{DistanceLayer, Figure, LINE_OPACITY};
use super::scale::GROUND;
use crate::svg::{TAIL, escaped, head, marks, number};
use crate::vector::Point;

pub(super) fn write(figure: &Figure, out: &mut dyn io::Write) -> io::Result<()> {
    let mut svg = head(figure.size, &figure.title);
    let ground = GROUND.hex();
    let _ = writeln!(svg, "<rect width=\"100%\" height=\"100%\" fill=\"{ground}\"/>");
    let _ = writeln!(
        svg,
        "<g stroke-width=\"{}\" stroke-opacity=\"{LINE_OPACITY}\" stroke-linecap=\"butt\">",
        number(figure.line)
    );
    for layer in figure.layers.iter().filter(|layer| !layer.lines.is_empty()) {
        path(layer, "", &lines(&layer.lines), &mut svg);
    }
    svg.push_str("</g>\n");
    for layer in &figure.layers {
        let pen = format!(" stroke-width=\"{}\"", number(2.0 * layer.dot));
        path(layer, &pen, &dots(&layer.dots), &mut svg);
    }
    marks(&figure.marks, &mut svg);
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
    let (whole, rest) = (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10);
    if whole > 0 || rest == 0 {
        let _ = write!(data, "{whole}");
    }
    if rest > 0 {
        let _ = write!(data, ".{rest}");
    }
}

fn lines(lines: &[(Point, Point)]) -> String {
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
fn dots(dots: &[Point]) -> String {
    let mut data = String::new();
    for dot in dots {
        data.push('M');
        put(tenth(dot.0), true, &mut data);
        put(tenth(dot.1), false, &mut data);
        data.push_str("h0");
    }
    data
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_short() {
        assert_eq!(lines(&[((1.0, 20.04), (0.5, 23.0))]), "M1 20l-.5 3");
        assert_eq!(dots(&[(0.25, 0.0), (100.0, 7.5)]), "M.3 0h0M100 7.5h0");
    }
}
