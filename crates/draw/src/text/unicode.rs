//! Unicode text: shapes with outlines, or without.
//!
//! # Outlines
//!
//! A line is drawn between two neighbouring cells exactly if they hold different shapes, and around
//! the scene. So one rule serves pieces of any form: the character of a corner follows from its
//! four arms.
//!
//! ```text
//!   ┌───┬───────┐      corner at (column, row): up, right, down, left
//!   │ 1 │ ·   · │
//!   │   └───┐   │
//!   │ 1   1 │ · │
//!   └───────┴───┘
//! ```
//!
//! # Dots
//!
//! Shapes on places are dots, and large boards have one line per row. Targets of the goal are ◎ (an
//! empty place) or × (a cell).
//!
//! ```text
//!       ●            # · #      1 2 . .
//!     ●   ○          · # ·      3 . 4 4
//!   ●   ●   ●        # · #      Z Z 5 .
//! ```

use anstyle::{AnsiColor, Style};
use fewest::service::{Form, Grid, Ground, Role, Scene, Shape};

use super::{Canvas, Size, TextGrid, label_of, style_of};
use crate::scene::{CellMap, label_width};

/// Corner characters by arms: 1 up, 2 right, 4 down, 8 left.
const CORNERS: [char; 16] = [' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];

/// Returns the scene with every shape outlined.
pub(crate) fn outlines(scene: &Scene) -> Canvas {
    let picture = OutlineRenderer { scene, ground: CellMap::of(scene), cell: label_width(scene) + 2 };
    let cell = picture.cell;
    let grid = TextGrid {
        columns: scene.width,
        rows: scene.height,
        left: 1,
        top: 1,
        wide: cell,
        across: cell + 1,
        down: 2,
    };
    let mut canvas = Canvas::blank(scene.width * (cell + 1) + 1, scene.height * 2 + 1, grid);
    for row in 0..=scene.height {
        picture.rule(row, &mut canvas);
        if row < scene.height {
            picture.cells(row, &mut canvas);
        }
    }
    canvas
}

struct OutlineRenderer<'a> {
    scene: &'a Scene,
    ground: CellMap<'a>,
    /// Terminal columns inside a cell.
    cell: usize,
}

impl OutlineRenderer<'_> {
    /// Returns whether there is a line above the cell at (column, row).
    fn line_above(&self, column: usize, row: usize) -> bool {
        column < self.scene.width && self.cell_before_row(column, row) != self.ground.at(column, row)
    }

    /// Returns whether there is a line left of the cell at (column, row).
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

    /// Draws the text line above the cells of a row.
    fn rule(&self, row: usize, canvas: &mut Canvas) {
        let mut left = 0;
        for column in 0..=self.scene.width {
            let inside =
                |column: usize| self.ground.shape(column, row).filter(|_| !self.line_above(column, row));
            // A corner is inside a shape only if all four cells around it belong to the shape.
            let around = column.checked_sub(1).and_then(inside).filter(|_| self.corner(column, row) == ' ');
            canvas.put(left, 2 * row, &self.corner(column, row).to_string(), style(around));
            if column < self.scene.width {
                let stroke = if self.line_above(column, row) { "─" } else { " " };
                canvas.put(left + 1, 2 * row, &stroke.repeat(self.cell), style(inside(column)));
            }
            left += self.cell + 1;
        }
    }

    /// Draws the text line through the cells of a row.
    fn cells(&self, row: usize, canvas: &mut Canvas) {
        let mut left = 0;
        for column in 0..=self.scene.width {
            let open = !self.line_left(column, row);
            let shape = self.ground.shape(column, row);
            let edge = if open { " " } else { "│" };
            canvas.put(left, 2 * row + 1, edge, style(shape.filter(|_| open)));
            if column < self.scene.width {
                let empty = match self.scene.ground {
                    _ if self.ground.is_target(column, row) => "×",
                    Ground::Floor => "·",
                    Ground::Nothing => " ",
                };
                let label = shape.map_or(empty, label_of);
                let room = self.cell - label.chars().count();
                let text = format!("{}{label}{}", " ".repeat(room - room / 2), " ".repeat(room / 2));
                let style = shape.map_or(Style::new().dimmed(), style_of);
                canvas.put(left + 1, 2 * row + 1, &text, style);
            }
            left += self.cell + 1;
        }
    }
}

fn style(shape: Option<&Shape>) -> Style {
    shape.map_or(Style::new(), style_of)
}

pub(crate) fn dots(scene: &Scene, size: Size) -> Canvas {
    let wide = if scene.form == Form::Peg { 1 } else { label_width(scene) };
    let (across, down) = match (scene.grid, size) {
        (Grid::Square, Size::Compact) => (wide + 1, 1),
        (Grid::Square, Size::Roomy) => (wide + 3, 2),
        // A column is half a cell on these grids.
        (_, Size::Compact) => (1, 1),
        (_, Size::Roomy) => (2, 2),
    };
    // Room for a marker around the outermost cells.
    let grid = TextGrid { columns: scene.width, rows: scene.height, left: 1, top: 0, wide, across, down };
    let width = scene.width.max(1).saturating_sub(1) * across + wide + 2;
    let height = scene.height.max(1).saturating_sub(1) * down + 1;
    let mut canvas = Canvas::blank(width, height, grid);
    let ground = CellMap::of(scene);
    for row in 0..scene.height {
        for column in 0..scene.width {
            let patch = canvas.patch((column, row));
            let (text, style) = match ground.shape(column, row) {
                Some(shape) if scene.form == Form::Peg => dot(shape, ground.is_target(column, row)),
                Some(shape) => (label_of(shape).to_owned(), style_of(shape)),
                None if ground.is_target(column, row) => ("×".to_owned(), Style::new().dimmed()),
                None if scene.ground == Ground::Floor => ("·".to_owned(), Style::new().dimmed()),
                None => continue,
            };
            let set_in = wide.saturating_sub(text.chars().count());
            canvas.put(patch.left, patch.top, &format!("{}{text}", " ".repeat(set_in)), style);
        }
    }
    canvas
}

fn dot(shape: &Shape, is_target: bool) -> (String, Style) {
    match shape.role {
        Role::Mark if is_target => ("◎".to_owned(), Style::new()),
        Role::Mark => ("○".to_owned(), Style::new()),
        _ => ("●".to_owned(), Style::new().bold().fg_color(Some(AnsiColor::Cyan.into()))),
    }
}

#[cfg(test)]
mod tests {
    use fewest::service::Role;

    use super::*;
    use crate::text::{Size, TextStyle, boxes};

    fn example() -> Scene {
        let shape = |id, label: &str, cells: &[(usize, usize)]| Shape {
            id,
            label: label.to_owned(),
            name: String::new(),
            role: if label == "Z" { Role::Goal } else { Role::Piece },
            cells: cells.to_vec(),
        };
        let shapes = vec![shape(0, "Z", &[(1, 0), (2, 0)]), shape(1, "1", &[(0, 0), (0, 1), (1, 1)])];
        Scene { width: 3, height: 2, shapes, ..Scene::default() }
    }

    fn drawn(ink: TextStyle) -> String {
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
        assert_eq!(drawn(TextStyle::Plain), wanted);
    }

    #[test]
    fn colour_changes_no_character() {
        let mut bare = String::new();
        let mut inside_code = false;
        for c in drawn(TextStyle::Coloured).chars() {
            match c {
                '\u{1b}' => inside_code = true,
                'm' if inside_code => inside_code = false,
                c if !inside_code => bare.push(c),
                _ => {}
            }
        }
        assert_eq!(bare, drawn(TextStyle::Plain));
    }

    #[test]
    fn canvas_places_map_to_cells() {
        let canvas = Canvas::of(&example(), Size::Roomy);
        for cell in [(0, 0), (2, 0), (1, 1)] {
            let patch = canvas.patch(cell);
            let all = (0..patch.width).map(|right| canvas.cell_at(patch.left + right, patch.top));
            assert!(all.clone().all(|at| at == Some(cell)), "{cell:?}: {:?}", all.collect::<Vec<_>>());
        }
        assert_eq!(canvas.cell_at(canvas.width(), 0), None);
    }

    #[test]
    fn a_scene_without_cells_is_an_empty_line() {
        let mut text = Vec::new();
        boxes(&Scene::default(), TextStyle::Plain, &mut text).expect("memory");
        assert_eq!(String::from_utf8_lossy(&text), "\n");
    }

    #[test]
    fn a_triangle_of_pegs_is_a_triangle() {
        let hole = |id: usize, cell| Shape {
            id,
            label: String::new(),
            name: String::new(),
            role: if id == 2 { Role::Mark } else { Role::Piece },
            cells: vec![cell],
        };
        let shapes = vec![hole(0, (1, 0)), hole(1, (0, 1)), hole(2, (2, 1))];
        let scene = Scene {
            width: 3,
            height: 2,
            grid: Grid::Triangular,
            ground: Ground::Nothing,
            form: Form::Peg,
            shapes,
            ..Scene::default()
        };
        let drawn = |size| {
            let mut text = Vec::new();
            dots(&scene, size).write(TextStyle::Plain, &mut text).expect("memory takes everything");
            String::from_utf8(text).expect("text")
        };
        assert_eq!(drawn(Size::Compact), "  ●\n ● ○\n");
        assert_eq!(drawn(Size::Roomy), "   ●\n\n ●   ○\n");
    }
}
