//! Terminal text: ASCII, Unicode outlines, Unicode dots, and line wrapping.

mod boxes;
mod canvas;
mod dots;
mod plain;

use std::io;

use fewest::{Form, Scene};

pub use canvas::{Canvas, Glyph, Patch, Size, TextStyle};
pub use plain::plain;

impl Canvas {
    /// Returns the canvas of a scene.
    pub fn of(scene: &Scene, size: Size) -> Self {
        match (scene.form, size) {
            (Form::Block | Form::Light, Size::Roomy) => boxes::canvas(scene),
            _ => dots::canvas(scene, size),
        }
    }
}

/// Draws a scene in Unicode: blocks and lights with an outline around each shape, pegs as dots.
/// Bitmaps are too large for outlines and drawn as [`plain`] text.
///
/// # Errors
/// Errors of the writer.
pub fn boxes(scene: &Scene, ink: TextStyle, out: &mut dyn io::Write) -> io::Result<()> {
    if scene.is_bitmap() {
        return plain(scene, out);
    }
    Canvas::of(scene, Size::Roomy).write(ink, out)
}

/// The no-break space.
const NO_BREAK: char = '\u{a0}';

/// Returns the words with no-break spaces between them.
pub fn unbroken(words: &str) -> String {
    words.replace(' ', &NO_BREAK.to_string())
}

/// Breaks text into lines that fit, between words. A word that does not fit gets a line of its own.
pub fn wrapped(words: &str, fits: impl Fn(&str) -> bool) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let is_gap = |letter: char| letter.is_whitespace() && letter != NO_BREAK;
    for word in words.split(is_gap).filter(|word| !word.is_empty()) {
        let longer = lines.last().map(|line| format!("{line} {word}")).filter(|line| fits(line));
        match (lines.last_mut(), longer) {
            (Some(line), Some(longer)) => *line = longer,
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        let words = "one two three four five six seven";
        let lines = wrapped(words, |line| line.len() <= 9);
        assert_eq!(lines, ["one two", "three", "four five", "six seven"]);
        assert_eq!(lines.join(" "), words);
        let pairs = ["(0, 1)", "(2, 3)"].map(unbroken).join(", ");
        assert_eq!(wrapped(&pairs, |line| line.len() <= 9).len(), 2, "pairs stay whole");
        assert_eq!(wrapped("immeasurable it is", |line| line.len() <= 5), ["immeasurable", "it is"]);
    }
}
