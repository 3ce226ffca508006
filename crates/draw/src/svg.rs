//! Marks as SVG text.

use std::fmt::Write as _;

use fewest::service::visible_lines;

use crate::vector::{DASH, Mark, Outline, Point, Segment};

/// Returns the beginning of an SVG image: size, accessible title, white background.
pub(crate) fn head((width, height): (f32, f32), title: &str) -> String {
    let (wide, high) = (number(width.ceil()), number(height.ceil()));
    let title = escaped(title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide} {high}\" width=\"{wide}\" height=\"{high}\" \
         role=\"img\" stroke-linecap=\"round\" stroke-linejoin=\"round\" fill=\"none\">\n<title>{title}</title>\n\
         <rect width=\"{wide}\" height=\"{high}\" fill=\"#ffffff\"/>\n"
    )
}

pub(crate) const TAIL: &str = "</svg>\n";

/// Appends marks, one element per line.
pub(crate) fn write_marks(marks: &[Mark], svg: &mut String) {
    for mark in marks {
        let fill = mark.fill.map(|colour| format!(" fill=\"{}\"", colour.hex())).unwrap_or_default();
        let pen = mark.pen.map(|pen| {
            let dashes = if pen.dashed {
                format!(" stroke-dasharray=\"{} {}\"", number(DASH.0 * pen.width), number(DASH.1 * pen.width))
            } else {
                String::new()
            };
            format!(" stroke=\"{}\" stroke-width=\"{}\"{dashes}", pen.colour.hex(), number(pen.width))
        });
        let pen = pen.unwrap_or_default();
        let _ = match &mark.outline {
            Outline::Circle((x, y), radius) => {
                let (x, y, radius) = (number(*x), number(*y), number(*radius));
                writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{fill}{pen}/>")
            }
            Outline::Path(path) => writeln!(svg, "<path d=\"{}\"{fill}{pen}/>", data(path)),
        };
    }
}

fn data(path: &[Segment]) -> String {
    let mut text = String::new();
    let point = |(x, y): Point| format!("{} {}", number(x), number(y));
    for part in path {
        let _ = match *part {
            Segment::Move(to) => write!(text, "M{}", point(to)),
            Segment::Line(to) => write!(text, "L{}", point(to)),
            Segment::Curve(by, to) => write!(text, "Q{} {}", point(by), point(to)),
            Segment::Close => write!(text, "Z"),
        };
    }
    text
}

/// Returns a number with at most two decimals and without trailing zeros.
pub(crate) fn number(value: f32) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Returns text with the special characters of XML escaped. Control characters, which XML does not
/// allow, become visible.
pub fn escaped(text: &str) -> String {
    visible_lines(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!(
            [1.0, 0.5, 2.25, 1.0 / 3.0, -0.001, 120.0].map(number),
            ["1", "0.5", "2.25", "0.33", "0", "120"]
        );
    }

    #[test]
    fn titles_are_escaped() {
        assert!(head((1.0, 1.0), "a<b & c").contains("<title>a&lt;b &amp; c</title>"));
        assert!(head((1.0, 1.0), "a\u{1b}[31m").contains("<title>a\\x1b[31m</title>"));
    }
}
