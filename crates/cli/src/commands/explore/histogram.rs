//! The layers of a search as a histogram in SVG: one bar per depth.

use std::fmt::Write;
use std::path::Path;

use fewest::Explored;
use fewest_draw::escaped;

use crate::exit::Failure;

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 420.0;
/// Margins: the numbers at the left, the title, the depths below.
const LEFT: f64 = 90.0;
const TOP: f64 = 44.0;
const RIGHT: f64 = 20.0;
const BELOW: f64 = 48.0;

/// Layers with solved positions differ by a dashed outline as well as by colour.
const SOLVED: &str = "fill=\"#c55a11\" stroke=\"black\" stroke-dasharray=\"3\"";

/// Writes the histogram to a file.
pub fn write(path: &Path, name: &str, seen: &Explored) -> Result<(), Failure> {
    Ok(crate::output::write(path, picture(name, seen).as_bytes())?)
}

fn picture(name: &str, seen: &Explored) -> String {
    let (width, height) = (WIDTH - LEFT - RIGHT, HEIGHT - TOP - BELOW);
    let widest = seen.layers.iter().copied().max().unwrap_or(0).max(1);
    let step = width / seen.layers.len().max(1) as f64;
    let bottom = TOP + height;
    let y = |count: u64| bottom - height * count as f64 / widest as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    let extent = if seen.complete { "" } else { " so far" };
    let title = format!(
        "{name}: {} positions{extent}, depth {}, widest {}",
        grouped(seen.positions()),
        seen.layers.len().saturating_sub(1),
        grouped(widest)
    );
    let _ = writeln!(svg, "<text x=\"{LEFT}\" y=\"24\" font-size=\"15\">{}</text>", escaped(&title));
    for quarter in 0..=4 {
        let count = widest / 4 * quarter + widest % 4 * quarter / 4;
        let at = y(count);
        let _ = writeln!(svg, "<path d=\"M{LEFT} {at:.1}H{}\" stroke=\"#ddd\"/>", WIDTH - RIGHT);
        let (x, at) = (LEFT - 8.0, at + 4.0);
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{at:.1}\" text-anchor=\"end\">{}</text>", grouped(count));
    }
    let every = (seen.layers.len() / 20 + 1).next_multiple_of(if seen.layers.len() > 20 { 5 } else { 1 });
    for (depth, &count) in seen.layers.iter().enumerate() {
        let (x, top) = (LEFT + step * depth as f64, y(count));
        let (bar, tall) = (step * 0.85, bottom - top);
        let goals = seen.goals.get(depth).copied().unwrap_or(0);
        let ink = if goals > 0 { SOLVED } else { "fill=\"#2f6db5\"" };
        let _ = writeln!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{top:.1}\" width=\"{bar:.1}\" height=\"{tall:.1}\" {ink}><title>depth {depth}: \
             {count} positions, {goals} solved</title></rect>"
        );
        if depth % every == 0 {
            let (x, at) = (x + bar / 2.0, bottom + 18.0);
            let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{at}\" text-anchor=\"middle\">{depth}</text>");
        }
    }
    if seen.goals.iter().any(|&goals| goals > 0) {
        let (x, at) = (LEFT + width - 150.0, HEIGHT - 20.0);
        let _ = writeln!(svg, "<rect x=\"{x}\" y=\"{at}\" width=\"12\" height=\"12\" {SOLVED}/>");
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\">with solved positions</text>", x + 18.0, at + 10.0);
    }
    let (x, at) = (LEFT + width / 2.0, HEIGHT - 10.0);
    let _ = writeln!(svg, "<path d=\"M{LEFT} {bottom}H{}\" stroke=\"black\"/>", WIDTH - RIGHT);
    let _ = writeln!(svg, "<text x=\"{x}\" y=\"{at}\" text-anchor=\"middle\">moves from the start</text>");
    svg.push_str("</svg>\n");
    svg
}

/// Returns a number with commas between groups of three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let commas = |at: usize| at > 0 && (digits.len() - at).is_multiple_of(3);
    let text =
        digits.char_indices().map(|(at, digit)| if commas(at) { format!(",{digit}") } else { digit.into() });
    text.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_layer_has_a_bar_as_high_as_it_is_wide() {
        let seen =
            Explored { layers: vec![1, 4, 2], goals: vec![0, 1, 0], complete: true, ..Explored::default() };
        let svg = picture("a<b", &seen);
        assert!(svg.contains("a&lt;b: 7 positions, depth 2, widest 4"), "{svg}");
        let heights: Vec<&str> = svg
            .lines()
            .filter(|line| line.contains("<title>"))
            .filter_map(|line| line.split("height=\"").nth(1))
            .collect();
        let heights: Vec<f64> =
            heights.iter().filter_map(|rest| rest.split('"').next()?.parse().ok()).collect();
        assert_eq!(heights, [82.0, 328.0, 164.0]);
        assert_eq!(
            svg.matches("stroke-dasharray").count(),
            2,
            "one layer has goals, and it is said what that means"
        );
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        assert!(picture("", &Explored::default()).ends_with("</svg>\n"));
    }
}
