//! A picture of characters: what terminals show, and where on it the cells of a scene are.

use std::fmt::Write as _;
use std::io;

use anstyle::{AnsiColor, Style};
use fewest::{Role, Shape};

/// Whether to colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextStyle {
    /// Characters only.
    Plain,
    /// Terminal colours by role.
    Coloured,
}

/// How much room a picture takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Outlines round shapes, room between pegs.
    Roomy,
    /// A line of text for every row.
    Compact,
}

/// A character with its style.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph {
    /// The character; one column wide.
    pub letter: char,
    /// Its style, if colours are wanted.
    pub style: Style,
}

/// A part of a canvas.
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

/// A scene in characters.
#[derive(Clone, Debug)]
pub struct Canvas {
    width: usize,
    glyphs: Vec<Glyph>,
    grid: TextGrid,
}

/// Where the cells of a scene begin, how large they are, and how far apart.
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

    /// The lines from above.
    pub fn lines(&self) -> impl Iterator<Item = &[Glyph]> {
        self.glyphs.chunks(self.width.max(1))
    }

    /// Where a cell of the scene is.
    pub fn patch(&self, (column, row): (usize, usize)) -> Patch {
        let TextGrid { left, top, wide, across, down, .. } = self.grid;
        Patch { left: left + column * across, top: top + row * down, width: wide, height: 1 }
    }

    /// The cell of the scene that is next to a place, if the place is in the picture.
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
    /// Those of the writer.
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

/// Pieces take turns with four calm colours; what the puzzle is about is red, a light is yellow.
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
