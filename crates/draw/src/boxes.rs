//! Unicode: every shape outlined by box-drawing characters.
//!
//! A line is drawn between two neighbouring cells exactly if different things lie on them, and around the whole
//! scene. So one rule serves pieces of any form: a corner character is chosen by which of its four arms are lines.
//!
//! ```text
//!   ┌───┬───────┐      corner at (column, row): up, right, down, left
//!   │ 1 │ ·   · │
//!   │   └───┐   │
//!   │ 1   1 │ · │
//!   └───────┴───┘
//! ```

use std::io;

use anstyle::{AnsiColor, Style};
use fewest::{Role, Scene, Shape};

use crate::ground::{Ground, label_width};
use crate::plain::label_of;

/// Whether to colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Characters only.
    None,
    /// Terminal colours by role.
    Colour,
}

/// Corner characters by arms: 1 up, 2 right, 4 down, 8 left.
const CORNERS: [char; 16] = [' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];

/// Draws a scene with an outline around every shape.
///
/// # Errors
/// Those of the writer.
pub fn boxes(scene: &Scene, ink: Ink, out: &mut dyn io::Write) -> io::Result<()> {
    let picture = Picture { scene, ground: Ground::of(scene), cell: label_width(scene) + 2, ink };
    for row in 0..=scene.height {
        writeln!(out, "{}", picture.rule(row))?;
        if row < scene.height {
            writeln!(out, "{}", picture.cells(row))?;
        }
    }
    Ok(())
}

struct Picture<'a> {
    scene: &'a Scene,
    ground: Ground<'a>,
    /// Terminal columns inside a cell.
    cell: usize,
    ink: Ink,
}

impl Picture<'_> {
    /// Whether a line runs above the cell at (column, row).
    fn line_above(&self, column: usize, row: usize) -> bool {
        column < self.scene.width && self.cell_before_row(column, row) != self.ground.at(column, row)
    }

    /// Whether a line runs left of the cell at (column, row).
    fn line_left(&self, column: usize, row: usize) -> bool {
        let before = column.checked_sub(1).and_then(|column| self.ground.at(column, row));
        row < self.scene.height && before != self.ground.at(column, row)
    }

    fn cell_before_row(&self, column: usize, row: usize) -> Option<u32> {
        row.checked_sub(1).and_then(|row| self.ground.at(column, row))
    }

    fn corner(&self, column: usize, row: usize) -> char {
        let up = row > 0 && self.line_left(column, row - 1);
        let right = self.line_above(column, row);
        let down = self.line_left(column, row);
        let left = column > 0 && self.line_above(column - 1, row);
        CORNERS[usize::from(up) | usize::from(right) << 1 | usize::from(down) << 2 | usize::from(left) << 3]
    }

    /// The text line above the cells of a row.
    fn rule(&self, row: usize) -> String {
        let mut line = String::new();
        for column in 0..=self.scene.width {
            let inside =
                |column: usize| self.ground.shape(column, row).filter(|_| self.joined_above(column, row));
            // A corner lies inside a shape only if all four cells around it belong to it.
            let around = column.checked_sub(1).and_then(inside).filter(|_| self.corner(column, row) == ' ');
            line.push_str(&self.inked(around, &self.corner(column, row).to_string()));
            if column < self.scene.width {
                let stroke = if self.line_above(column, row) { "─" } else { " " };
                line.push_str(&self.inked(inside(column), &stroke.repeat(self.cell)));
            }
        }
        line
    }

    fn joined_above(&self, column: usize, row: usize) -> bool {
        !self.line_above(column, row)
    }

    /// The text line through the cells of a row.
    fn cells(&self, row: usize) -> String {
        let mut line = String::new();
        for column in 0..=self.scene.width {
            let open = !self.line_left(column, row);
            let shape = self.ground.shape(column, row);
            line.push_str(&self.inked(shape.filter(|_| open), if open { " " } else { "│" }));
            if column < self.scene.width {
                let label = shape.map_or("·", label_of);
                let room = self.cell - label.chars().count();
                let text = format!("{}{label}{}", " ".repeat(room - room / 2), " ".repeat(room / 2));
                match shape {
                    Some(_) => line.push_str(&self.inked(shape, &text)),
                    None => line.push_str(&self.painted(Style::new().dimmed(), &text)),
                }
            }
        }
        line
    }

    fn inked(&self, shape: Option<&Shape>, text: &str) -> String {
        shape.map_or_else(|| text.to_owned(), |shape| self.painted(style_of(shape), text))
    }

    fn painted(&self, style: Style, text: &str) -> String {
        match self.ink {
            Ink::None => text.to_owned(),
            Ink::Colour => format!("{style}{text}{style:#}"),
        }
    }
}

/// Pieces take turns with four calm colours; what the puzzle is about is red, a light is yellow.
fn style_of(shape: &Shape) -> Style {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Scene {
        let shape = |id, label: &str, cells: &[(usize, usize)]| Shape {
            id,
            label: label.to_owned(),
            role: if label == "Z" { Role::Goal } else { Role::Piece },
            cells: cells.to_vec(),
        };
        let shapes = vec![shape(0, "Z", &[(1, 0), (2, 0)]), shape(1, "1", &[(0, 0), (0, 1), (1, 1)])];
        Scene { width: 3, height: 2, shapes, ..Scene::default() }
    }

    fn drawn(ink: Ink) -> String {
        let mut text = Vec::new();
        boxes(&example(), ink, &mut text).expect("memory takes everything");
        String::from_utf8(text).expect("text")
    }

    #[test]
    fn every_shape_has_its_outline() {
        let wanted = "\
┌───┬───────┐
│ 1 │ Z   Z │
│   └───┬───┤
│ 1   1 │ · │
└───────┴───┘
";
        assert_eq!(drawn(Ink::None), wanted);
    }

    #[test]
    fn colour_changes_no_character() {
        let mut bare = String::new();
        let mut inside_code = false;
        for c in drawn(Ink::Colour).chars() {
            match c {
                '\u{1b}' => inside_code = true,
                'm' if inside_code => inside_code = false,
                c if !inside_code => bare.push(c),
                _ => {}
            }
        }
        assert_eq!(bare, drawn(Ink::None));
    }

    #[test]
    fn a_scene_without_cells_is_a_dot() {
        let mut text = Vec::new();
        boxes(&Scene::default(), Ink::None, &mut text).expect("memory");
        assert_eq!(String::from_utf8_lossy(&text), " \n");
    }
}
