//! The names of places in a picture, as moves use them: numbers of columns and rows beside a board,
//! or a name at each place.

use fewest::{Form, Ground, Naming, Role, Scene, Shape};

use super::layout::Layout;
use super::wires;
use crate::palette::{Colour, INK, PAPER, WALL};
use crate::vector::{Anchor, Mark, Outline, Point, rectangle, text, text_width};

/// The least and the largest size of the numbers beside a board, and the room for each in its size.
const SMALLEST: f32 = 4.5;
const LARGEST: f32 = 8.0;
const ROOM: f32 = 2.6;

/// Returns the names that moves use and that the picture does not show otherwise.
pub(crate) fn place_names(scene: &Scene, layout: &Layout) -> Vec<Mark> {
    match (scene.naming, scene.ground) {
        // Lights on wires have their names already.
        _ if !scene.wires.is_empty() => Vec::new(),
        (Naming::Pairs, Ground::Floor) => ruler(scene, layout),
        _ => shape_names(scene, layout),
    }
}

/// Returns the names of shapes, each below its shape.
pub(crate) fn shape_names(scene: &Scene, layout: &Layout) -> Vec<Mark> {
    let named = scene.shapes.iter().filter(|shape| !shape.name.is_empty());
    named.flat_map(|shape| shape_name(scene, shape, layout)).collect()
}

fn shape_name(scene: &Scene, shape: &Shape, layout: &Layout) -> Vec<Mark> {
    let Some(&place) = shape.cells.first() else { return Vec::new() };
    let (x, y) = layout.centre(place);
    let cell = layout.cell;
    let fitting =
        |most: f32, room: f32| (most * cell).min(room * cell / text_width(&shape.name, 1.0).max(0.01));
    match scene.form {
        Form::Light if !scene.wires.is_empty() => {
            let size = fitting(0.18, 1.1);
            let at = (x, y + (wires::RADIUS + 0.2) * cell);
            // A background keeps the name readable above wires.
            let (wide, high) = (text_width(&shape.name, size) + 0.1 * cell, size + 0.12 * cell);
            let ground = rectangle((at.0 - wide / 2.0, at.1 - high / 2.0), (wide, high), 0.06 * cell);
            vec![Mark::filled(ground, PAPER), write(&shape.name, at, size, INK)]
        }
        Form::Light => {
            let colour = if shape.role == Role::Lit { INK } else { PAPER };
            vec![write(&shape.name, (x, y + 0.35 * cell), fitting(0.12, 0.75), colour)]
        }
        Form::Peg | Form::Block => {
            vec![write(&shape.name, (x, y + 0.46 * cell), fitting(0.15, 0.8), INK)]
        }
    }
}

/// Returns the numbers of columns above the board and of rows at its left; of many columns or rows,
/// only every n-th.
fn ruler(scene: &Scene, layout: &Layout) -> Vec<Mark> {
    let cell = layout.cell;
    let size = (0.2 * cell).clamp(SMALLEST, LARGEST);
    let steps = [1, 2, 5, 10, 20, 50, 100, 200, 500].into_iter();
    let step = steps.into_iter().find(|&step| step as f32 * cell >= ROOM * size).unwrap_or(1_000);
    let away = (0.15 * cell).max(0.8 * size);
    let (left, top) = layout.origin();
    let columns = (0..scene.width).step_by(step).map(|column| {
        let (x, _) = layout.centre((column, 0));
        write(&column.to_string(), (x, top - away), size, WALL)
    });
    let rows = (0..scene.height).step_by(step).map(|row| {
        let (_, y) = layout.centre((0, row));
        let words = row.to_string();
        let aside = away.max(text_width(&words, size) / 2.0 + 0.4 * size);
        write(&words, (left - aside, y), size, WALL)
    });
    columns.chain(rows).collect()
}

fn write(words: &str, at: Point, size: f32, colour: Colour) -> Mark {
    let letters: Outline = text(words, at, size, Anchor::Middle);
    Mark::drawn(letters, colour, 0.14 * size)
}

#[cfg(test)]
mod tests {
    use fewest::{Puzzle, example};

    use super::*;

    fn names(name: &str) -> usize {
        let (entry, example) = example(name).expect("it is there");
        let what = Some(format!("{}:{}", entry.info.id, example.format));
        let puzzle = Puzzle { what, ..Puzzle::text(name, example.text) };
        let scene = puzzle.open_one().expect("it can be read").position.scene();
        place_names(&scene, &Layout::of(&scene)).len()
    }

    #[test]
    fn names_that_moves_use_are_in_the_picture() {
        assert_eq!(names("five-all-on"), 5 + 5, "columns and rows");
        assert_eq!(names("triangle"), 15, "every hole");
        assert!(names("king-with-holes") > 9, "every light");
        assert_eq!(names("klotski") + names("fifteen-easy") + names("petersen"), 0, "they say who they are");
    }

    #[test]
    fn of_many_columns_only_some_are_numbered() {
        let scene = Scene { width: 200, height: 1, naming: Naming::Pairs, ..Scene::default() };
        let numbers = place_names(&scene, &Layout::of(&scene)).len();
        assert!((10..=101).contains(&numbers), "{numbers}");
    }
}
