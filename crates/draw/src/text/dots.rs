//! Unicode without outlines: pegs and holes as dots, and large boards with one line per row.
//!
//! ```text
//!       ●            # · #      1 2 . .
//!     ●   ○          · # ·      3 . 4 4
//!   ●   ●   ●        # · #      Z Z 5 .
//! ```
//!
//! Targets of the goal are ◎ (hole) or × (cell).

use anstyle::{AnsiColor, Style};
use fewest::{Form, Grid, Ground, Role, Scene, Shape};

use super::canvas::{Canvas, Size, TextGrid, style_of};
use super::plain::label_of;
use crate::scene::cells::{CellMap, label_width};

pub(crate) fn canvas(scene: &Scene, size: Size) -> Canvas {
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
                Some(shape) if scene.form == Form::Peg => peg(shape, ground.is_target(column, row)),
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

fn peg(shape: &Shape, is_target: bool) -> (String, Style) {
    match shape.role {
        Role::Mark if is_target => ("◎".to_owned(), Style::new()),
        Role::Mark => ("○".to_owned(), Style::new()),
        _ => ("●".to_owned(), Style::new().bold().fg_color(Some(AnsiColor::Cyan.into()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::TextStyle;

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
            canvas(&scene, size).write(TextStyle::Plain, &mut text).expect("memory takes everything");
            String::from_utf8(text).expect("text")
        };
        assert_eq!(drawn(Size::Compact), "  ●\n ● ○\n");
        assert_eq!(drawn(Size::Roomy), "   ●\n\n ●   ○\n");
    }
}
