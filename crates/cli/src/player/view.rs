//! The layout of the screen: a title, the board, a message, the keys.

use std::borrow::Cow;

use anstyle::{AnsiColor, Color as Ansi, Effects};
use fewest::service::{Gesture, Scene};
use fewest_draw::{Canvas, Patch, Size, wrapped};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use super::game::{Cell, cells_after};

/// The marks on the board.
#[derive(Default)]
pub struct Marks {
    /// The cell of the cursor.
    pub cursor: Option<Cell>,
    /// The cells that the held piece would cover.
    pub chosen: Vec<Cell>,
    /// The cells of a hint.
    pub hinted: Vec<Cell>,
}

impl Marks {
    /// Marks the cells after a gesture.
    pub fn choose(&mut self, scene: &Scene, gesture: &Gesture) {
        self.chosen = cells_after(scene, gesture);
    }
}

/// Everything on the screen.
pub struct View<'a> {
    /// The first line: left and right.
    pub title: (String, String),
    pub scene: &'a Scene,
    pub marks: Marks,
    pub message: String,
    pub keys: &'static str,
    pub is_coloured: bool,
}

/// Lines above and below the board.
const ABOVE: u16 = 2;
const BELOW: u16 = 4;

/// The columns that keys and messages need.
const LEAST_WIDE: u16 = 40;

/// The place of the board on the screen, to map mouse positions to cells.
#[derive(Clone)]
pub struct Placed {
    canvas: Canvas,
    /// The part of the screen for the board.
    area: Rect,
    /// The first visible column and line of the canvas.
    from: (usize, usize),
    /// The cell of the scene that the canvas begins with.
    corner: Cell,
}

impl Placed {
    /// The columns and lines that the board needs, if a part of it is not seen.
    fn lacks(&self) -> Option<(usize, usize)> {
        let (width, height) = (self.canvas.width(), self.canvas.height());
        let is_whole = width <= usize::from(self.area.width) && height <= usize::from(self.area.height);
        (!is_whole || self.corner != (0, 0)).then_some((width, height))
    }

    /// Returns the cell at a place on the screen. `None` outside the board.
    pub fn cell(&self, column: u16, line: u16) -> Option<Cell> {
        let inside = self.area.contains(ratatui::layout::Position { x: column, y: line });
        let place = |at: u16, start: u16, from: usize| usize::from(at - start) + from;
        inside
            .then(|| (place(column, self.area.x, self.from.0), place(line, self.area.y, self.from.1)))
            .and_then(|(column, line)| self.canvas.cell_at(column, line))
            .map(|(column, row)| (column + self.corner.0, row + self.corner.1))
    }
}

impl View<'_> {
    pub fn draw(&self, buffer: &mut Buffer) -> Placed {
        let area = buffer.area;
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let dim = Style::new().add_modifier(Modifier::DIM);
        self.line(buffer, 0, 0, &self.title.0, bold);
        let right = area.width.saturating_sub(columns(&self.title.1));
        self.line(buffer, right, 0, &self.title.1, Style::new());
        let placed = self.board(buffer, area);
        let below = area.height.saturating_sub(BELOW - 1);
        let lines = wrapped(&self.message, |line| line.chars().count() <= usize::from(area.width));
        for (line, text) in (below..).zip(lines.iter().take(2)) {
            self.line(buffer, 0, line, text, bold);
        }
        let last = area.height.saturating_sub(1);
        match placed.lacks() {
            None => self.line(buffer, 0, last, self.keys, dim),
            Some((wide, high)) => {
                let (wide, high) = (wide.max(usize::from(LEAST_WIDE)), high + usize::from(ABOVE + BELOW));
                let said = format!("too small for the whole board: {wide} x {high} needed \u{b7} q quit");
                self.line(buffer, 0, last, &said, bold);
            }
        }
        placed
    }

    fn line(&self, buffer: &mut Buffer, left: u16, top: u16, text: &str, style: Style) {
        if top < buffer.area.height && left < buffer.area.width {
            buffer.set_stringn(left, top, text, usize::from(buffer.area.width - left), style);
        }
    }

    /// Draws the board in the middle, in the larger size if it fits. If the compact one does not
    /// fit either, the part around the cursor is drawn.
    fn board(&self, buffer: &mut Buffer, screen: Rect) -> Placed {
        let (wide, high) =
            (usize::from(screen.width), usize::from(screen.height.saturating_sub(ABOVE + BELOW)));
        let from = |place: usize, all: usize, room: usize| {
            place.saturating_sub(room / 2).min(all.saturating_sub(room))
        };
        let cursor = self.marks.cursor.unwrap_or((0, 0));
        // Only the visible part of a bitmap is drawn.
        let (scene, corner) = if self.scene.is_bitmap() {
            let corner = (from(cursor.0, self.scene.width, wide), from(cursor.1, self.scene.height, high));
            (Cow::Owned(self.scene.detail(corner, (wide, high))), corner)
        } else {
            (Cow::Borrowed(self.scene), (0, 0))
        };
        let roomy = Canvas::of(&scene, Size::Roomy);
        let fits = !self.scene.is_bitmap() && roomy.width() <= wide && roomy.height() <= high;
        let canvas = if fits { roomy } else { Canvas::of(&scene, Size::Compact) };
        let patch = canvas.patch((cursor.0 - corner.0, cursor.1 - corner.1));
        let from = (from(patch.left, canvas.width(), wide), from(patch.top, canvas.height(), high));
        let (width, height) = (canvas.width().min(wide) as u16, canvas.height().min(high) as u16);
        let area = Rect::new(
            (screen.width - width) / 2,
            ABOVE + (high as u16).saturating_sub(height) / 2,
            width,
            height,
        );
        for (line, glyphs) in canvas.lines().skip(from.1).take(usize::from(height)).enumerate() {
            for (column, glyph) in glyphs.iter().skip(from.0).take(usize::from(width)).enumerate() {
                if let Some(cell) = buffer.cell_mut((area.x + column as u16, area.y + line as u16)) {
                    cell.set_char(glyph.letter).set_style(self.style(glyph.style));
                }
            }
        }
        let placed = Placed { canvas, area, from, corner };
        for (cells, brackets, modifier) in [
            (&self.marks.hinted, ('>', '<'), Modifier::UNDERLINED | Modifier::BOLD),
            (&self.marks.chosen, ('{', '}'), Modifier::REVERSED),
        ] {
            cells.iter().for_each(|&cell| self.mark(buffer, &placed, cell, brackets, modifier));
        }
        if let Some(cursor) = self.marks.cursor {
            self.mark(buffer, &placed, cursor, ('[', ']'), Modifier::BOLD | Modifier::REVERSED);
        }
        placed
    }

    /// Draws brackets around a cell, so that it is visible without colours.
    fn mark(
        &self,
        buffer: &mut Buffer,
        placed: &Placed,
        cell: Cell,
        brackets: (char, char),
        modifier: Modifier,
    ) {
        let corner = placed.corner;
        let Some(cell) = cell.0.checked_sub(corner.0).zip(cell.1.checked_sub(corner.1)) else { return };
        let Patch { left, top, width, .. } = placed.canvas.patch(cell);
        // Wide cells have the brackets inside, narrow ones between them and their neighbours.
        let (first, last) =
            if width >= 3 { (left, left + width - 1) } else { (left.saturating_sub(1), left + width) };
        for column in first..=last {
            let (Some(right), Some(down)) =
                (column.checked_sub(placed.from.0), top.checked_sub(placed.from.1))
            else {
                continue;
            };
            if right >= usize::from(placed.area.width) || down >= usize::from(placed.area.height) {
                continue;
            }
            let at = (placed.area.x + right as u16, placed.area.y + down as u16);
            if let Some(glyph) = buffer.cell_mut(at) {
                glyph.modifier.insert(modifier);
                if column == first {
                    glyph.set_char(brackets.0);
                } else if column == last {
                    glyph.set_char(brackets.1);
                }
            }
        }
    }

    fn style(&self, style: anstyle::Style) -> Style {
        let mut made = Style::new();
        if style.get_effects().contains(Effects::BOLD) {
            made = made.add_modifier(Modifier::BOLD);
        }
        if style.get_effects().contains(Effects::DIMMED) {
            made = made.add_modifier(Modifier::DIM);
        }
        if self.is_coloured {
            made.fg = style.get_fg_color().map(colour);
            made.bg = style.get_bg_color().map(colour);
        }
        made
    }
}

fn colour(colour: Ansi) -> Color {
    let number = match colour {
        Ansi::Ansi(colour) => match colour {
            AnsiColor::Black => 0,
            AnsiColor::Red => 1,
            AnsiColor::Green => 2,
            AnsiColor::Yellow => 3,
            AnsiColor::Blue => 4,
            AnsiColor::Magenta => 5,
            AnsiColor::Cyan => 6,
            AnsiColor::White => 7,
            AnsiColor::BrightBlack => 8,
            AnsiColor::BrightRed => 9,
            AnsiColor::BrightGreen => 10,
            AnsiColor::BrightYellow => 11,
            AnsiColor::BrightBlue => 12,
            AnsiColor::BrightMagenta => 13,
            AnsiColor::BrightCyan => 14,
            AnsiColor::BrightWhite => 15,
        },
        Ansi::Ansi256(colour) => colour.0,
        Ansi::Rgb(colour) => return Color::Rgb(colour.0, colour.1, colour.2),
    };
    Color::Indexed(number)
}

fn columns(text: &str) -> u16 {
    u16::try_from(text.chars().count()).unwrap_or(u16::MAX)
}
