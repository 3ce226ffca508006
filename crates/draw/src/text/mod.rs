//! Terminal text: Unicode (`unicode`), line wrapping, and ASCII in the format of the sliding-block
//! course with a border of `*` and `.` for an empty cell.

use std::fmt::Write as _;
use std::io;

use anstyle::{AnsiColor, Style};
use fewest::service::{Form, Position, Role, Scene, Shape, caption};

use crate::scene::{CellMap, label_width};

mod unicode;

impl Canvas {
    /// Returns the canvas of a scene.
    pub fn of(scene: &Scene, size: Size) -> Self {
        match (scene.form, size) {
            (Form::Block | Form::Light, Size::Roomy) => unicode::outlines(scene),
            _ => unicode::dots(scene, size),
        }
    }
}

/// Draws a scene in Unicode: an outline around each shape, or dots.
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

/// Draws a position so that the text is read as the same board: in ASCII, or as [`boxes`]. Where
/// the picture does not show all of the board, a caption follows that does.
///
/// # Errors
/// Errors of the writer.
pub fn readable(position: &dyn Position, ascii: bool, out: &mut dyn io::Write) -> io::Result<()> {
    let mut picture = Vec::new();
    let scene = position.scene();
    if ascii {
        plain(&scene, &mut picture)?;
    } else {
        boxes(&scene, TextStyle::Plain, &mut picture)?;
    }
    out.write_all(&picture)?;
    match std::str::from_utf8(&picture).ok().and_then(|picture| caption(picture, position)) {
        Some(caption) => writeln!(out, "{caption}"),
        None => Ok(()),
    }
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

/// Draws a scene in ASCII. Labels of one character are adjacent; longer ones are separated by a
/// space.
///
/// # Errors
/// Errors of the writer.
pub fn plain(scene: &Scene, out: &mut dyn io::Write) -> io::Result<()> {
    let ground = CellMap::of(scene);
    let cell = label_width(scene);
    let gap = usize::from(cell > 1);
    let inside = scene.width * (cell + gap) + gap;
    let border = "*".repeat(inside + 2);
    writeln!(out, "{border}")?;
    for row in 0..scene.height {
        let mut line = String::with_capacity(inside + 2);
        line.push('*');
        for column in 0..scene.width {
            let label = ground.shape(column, row).map_or(".", label_of);
            line.extend(std::iter::repeat_n(' ', gap + cell - label.chars().count()));
            line.push_str(label);
        }
        line.extend(std::iter::repeat_n(' ', gap));
        line.push('*');
        writeln!(out, "{line}")?;
    }
    writeln!(out, "{border}")
}

/// The style of terminal text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextStyle {
    /// Characters only.
    Plain,
    /// Terminal colours by role.
    Coloured,
}

/// The size of a canvas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Outlines around shapes, gaps between dots.
    Roomy,
    /// One line of text per row.
    Compact,
}

/// A character with its style.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph {
    /// The character; one column wide.
    pub letter: char,
    /// Its style, for coloured output.
    pub style: Style,
}

/// A rectangle of a canvas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patch {
    /// First column.
    pub left: usize,
    /// First line.
    pub top: usize,
    /// Columns.
    pub width: usize,
    /// Lines.
    pub height: usize,
}

/// A scene as characters.
#[derive(Clone, Debug)]
pub struct Canvas {
    width: usize,
    glyphs: Vec<Glyph>,
    grid: TextGrid,
}

/// The grid of the cells of a scene on a canvas: origin, size of a cell, distance of cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextGrid {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    pub(crate) left: usize,
    pub(crate) top: usize,
    pub(crate) wide: usize,
    pub(crate) across: usize,
    pub(crate) down: usize,
}

const BLANK: Glyph = Glyph { letter: ' ', style: Style::new() };

impl Canvas {
    pub(crate) fn blank(width: usize, height: usize, grid: TextGrid) -> Self {
        Self { width, glyphs: vec![BLANK; width * height], grid }
    }

    pub(crate) fn put(&mut self, left: usize, top: usize, text: &str, style: Style) {
        for (column, letter) in (left..self.width).zip(text.chars()) {
            if let Some(glyph) = self.glyphs.get_mut(top * self.width + column) {
                *glyph = Glyph { letter, style };
            }
        }
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Lines.
    pub fn height(&self) -> usize {
        self.glyphs.len().checked_div(self.width).unwrap_or(0)
    }

    /// Returns the lines from top to bottom.
    pub fn lines(&self) -> impl Iterator<Item = &[Glyph]> {
        self.glyphs.chunks(self.width.max(1))
    }

    /// Returns the rectangle of a cell of the scene.
    pub fn patch(&self, (column, row): (usize, usize)) -> Patch {
        let TextGrid { left, top, wide, across, down, .. } = self.grid;
        Patch { left: left + column * across, top: top + row * down, width: wide, height: 1 }
    }

    /// Returns the cell of the scene nearest to a place. None if the place is outside the canvas.
    pub fn cell_at(&self, column: usize, line: usize) -> Option<(usize, usize)> {
        let TextGrid { columns, rows, left, top, wide, across, down } = self.grid;
        let inside = column < self.width && line < self.height() && columns > 0 && rows > 0;
        // A line between two cells belongs to the one before it.
        let place = |at: usize, start: usize, step: usize, slack: usize| {
            (at + slack).saturating_sub(start) / step.max(1)
        };
        let cell = (place(column, left, across, (across - wide) / 2), place(line, top, down, 0));
        inside.then(|| (cell.0.min(columns - 1), cell.1.min(rows - 1)))
    }

    /// Writes the lines as text.
    ///
    /// # Errors
    /// Errors of the writer.
    pub fn write(&self, ink: TextStyle, out: &mut dyn io::Write) -> io::Result<()> {
        for line in self.lines() {
            let mut text = String::new();
            let mut rest = line;
            while let Some(first) = rest.first() {
                let same = rest.iter().take_while(|glyph| glyph.style == first.style).count();
                let run: String = rest[..same].iter().map(|glyph| glyph.letter).collect();
                let style = first.style;
                let _ = match ink {
                    TextStyle::Coloured if style != Style::new() => write!(text, "{style}{run}{style:#}"),
                    _ => write!(text, "{run}"),
                };
                rest = &rest[same..];
            }
            writeln!(out, "{}", text.trim_end_matches(' '))?;
        }
        Ok(())
    }
}

/// Returns the style of a shape: four colours in turn for pieces, red for the goal piece, yellow
/// for a light that is on.
pub(crate) fn style_of(shape: &Shape) -> Style {
    let on = |colour: AnsiColor| {
        Style::new().bg_color(Some(colour.into())).fg_color(Some(AnsiColor::Black.into()))
    };
    match shape.role {
        Role::Goal => on(AnsiColor::BrightRed).bold(),
        Role::Wall => Style::new().bg_color(Some(AnsiColor::BrightBlack.into())),
        Role::Lit => on(AnsiColor::BrightYellow),
        Role::Mark => Style::new().dimmed(),
        Role::Piece => {
            let calm = [AnsiColor::Cyan, AnsiColor::Green, AnsiColor::Blue, AnsiColor::Magenta];
            on(calm[shape.id % calm.len()])
        }
    }
}

/// Returns the label of a shape, or a character for its role if it has none.
pub(crate) fn label_of(shape: &Shape) -> &str {
    match (shape.label.trim(), shape.role) {
        ("", Role::Piece | Role::Goal) => "o",
        ("", Role::Wall | Role::Lit) => "#",
        ("", Role::Mark) => "+",
        (label, _) => label,
    }
}

#[cfg(test)]
mod tests {
    use fewest::service::{Role, Shape};

    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        let words = "one two three four five six seven";
        let lines = wrapped(words, |line| line.len() <= 9);
        assert_eq!(lines, ["one two", "three", "four five", "six seven"]);
        assert_eq!(lines.join(" "), words);
        let pairs = ["(0, 1)", "(2, 3)"].map(unbroken).join(", ");
        assert_eq!(wrapped(&pairs, |line| line.len() <= 9).len(), 2, "pairs stay together");
        assert_eq!(wrapped("immeasurable it is", |line| line.len() <= 5), ["immeasurable", "it is"]);
    }

    fn shape(id: usize, label: &str, role: Role, cells: &[(usize, usize)]) -> Shape {
        Shape { id, label: label.to_owned(), name: String::new(), role, cells: cells.to_vec() }
    }

    fn drawn(scene: &Scene) -> String {
        let mut text = Vec::new();
        plain(scene, &mut text).expect("memory takes everything");
        String::from_utf8(text).expect("text")
    }

    #[test]
    fn matches_the_format_of_the_course() {
        let shapes = vec![
            shape(0, "Z", Role::Goal, &[(0, 1), (1, 1)]),
            shape(1, "1", Role::Piece, &[(2, 0), (2, 1)]),
            shape(2, "", Role::Wall, &[(0, 0)]),
        ];
        let scene = Scene { width: 4, height: 2, shapes, ..Scene::default() };
        assert_eq!(drawn(&scene), "******\n*#.1.*\n*ZZ1.*\n******\n");
    }

    #[test]
    fn long_labels_are_separated() {
        let shapes = vec![shape(0, "8", Role::Piece, &[(0, 0)]), shape(1, "15", Role::Piece, &[(1, 0)])];
        assert_eq!(
            drawn(&Scene { width: 3, height: 1, shapes, ..Scene::default() }),
            "************\n*  8 15  . *\n************\n"
        );
    }
}
