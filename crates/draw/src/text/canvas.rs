//! A canvas of characters for terminals, with the places of the cells of a scene on it.

use std::fmt::Write as _;
use std::io;

use anstyle::{AnsiColor, Style};
use fewest::{Role, Shape};

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
    /// Outlines around shapes, gaps between pegs.
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
