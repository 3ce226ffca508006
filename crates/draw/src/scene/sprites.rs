//! The marks of a scene: the background, a sprite per shape, the targets above them, and the names
//! of places as moves use them: numbers of columns and rows beside a board, or a name at each
//! place.

use std::collections::BTreeMap;

use fewest::service::{Form, Ground, Naming, Role, Scene, Shape};

use super::{Layout, wires};
use crate::glyphs::{Anchor, text, text_width};
use crate::palette::{
    BLUE, Colour, DARK, FAINT, FLOOR, INK, LIGHTS, PAPER, PIECES, VERMILLION, WALL, WOOD, YELLOW,
};
use crate::vector::{Mark, Outline, Point, Segment, angles, around, rectangle};

/// The marks of a shape.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sprite {
    /// The accessible name.
    pub(crate) title: String,
    pub(crate) marks: Vec<Mark>,
}

/// The colours of pieces. Pieces of one form have one colour, so that the four alike of Klotski's
/// ten pieces stand out.
pub(crate) struct PieceColours(BTreeMap<Vec<(usize, usize)>, usize>);

impl PieceColours {
    pub(crate) fn of(scene: &Scene) -> Self {
        let mut forms = BTreeMap::new();
        for shape in scene.shapes.iter().filter(|shape| shape.role == Role::Piece) {
            let number = forms.len();
            forms.entry(form(shape)).or_insert(number);
        }
        Self(forms)
    }

    fn tint(&self, shape: &Shape) -> Colour {
        PIECES[self.0.get(&form(shape)).copied().unwrap_or(0) % PIECES.len()]
    }
}

/// Returns the cells of a shape, translated to the origin and sorted.
fn form(shape: &Shape) -> Vec<(usize, usize)> {
    let column = shape.cells.iter().map(|cell| cell.0).min().unwrap_or(0);
    let row = shape.cells.iter().map(|cell| cell.1).min().unwrap_or(0);
    let mut cells: Vec<_> = shape.cells.iter().map(|cell| (cell.0 - column, cell.1 - row)).collect();
    cells.sort_unstable();
    cells
}

/// Returns the background under the shapes.
pub(crate) fn ground(scene: &Scene, layout: &Layout) -> Vec<Mark> {
    let cell = layout.cell;
    let board: Vec<(usize, usize)> = match scene.ground {
        Ground::Floor => {
            (0..scene.height).flat_map(|row| (0..scene.width).map(move |column| (column, row))).collect()
        }
        Ground::Nothing => scene.shapes.iter().flat_map(|shape| shape.cells.iter().copied()).collect(),
    };
    let disc = |place: &(usize, usize), radius: f32| Outline::Circle(layout.centre(*place), radius * cell);
    match scene.form {
        Form::Light => {
            let lamps = board.iter().map(|&place| lamp(scene, layout, place, DARK));
            let names = if scene.wires.is_empty() { Vec::new() } else { shape_names(scene, layout) };
            wire_marks(scene, layout).into_iter().chain(lamps).chain(names).collect()
        }
        Form::Peg => {
            let wood: Vec<Mark> = if layout.is_square() {
                let outline = around(&board, layout.origin(), cell, -0.12 * cell, 0.3 * cell);
                vec![Mark::filled(Outline::Path(outline), WOOD)]
            } else {
                board.iter().map(|place| Mark::filled(disc(place, 0.62), WOOD)).collect()
            };
            let dots = board.iter().map(|place| Mark::filled(disc(place, 0.13), INK));
            wood.into_iter().chain(dots).collect()
        }
        Form::Block => {
            let (left, top) = layout.origin();
            let (width, height) = layout.inside();
            let rim = 0.1 * cell;
            let tray =
                rectangle((left - rim, top - rim), (width + 2.0 * rim, height + 2.0 * rim), 0.18 * cell);
            let tray = Mark::filled(tray, FLOOR).with_line(INK, 0.05 * cell);
            let dots = board.iter().map(|place| Mark::filled(disc(place, 0.05), FAINT));
            std::iter::once(tray).chain(dots).collect()
        }
    }
}

/// Returns the sprite of a shape. None if the background shows it already.
pub(crate) fn sprite(
    scene: &Scene,
    shape: &Shape,
    colours: &PieceColours,
    layout: &Layout,
) -> Option<Sprite> {
    let &first = shape.cells.first()?;
    let marks = match (scene.form, shape.role) {
        (Form::Peg | Form::Light, Role::Mark) => return None,
        (Form::Peg, _) => ball(layout.centre(first), layout.cell),
        (Form::Light, _) => light(scene, shape, first, layout),
        (Form::Block, role) => block(shape, role, colours, layout),
    };
    Some(Sprite { title: scene.word(shape).to_owned(), marks })
}

/// Returns the targets of the goal: angles at the corners, or a dashed ring around a place. They
/// are drawn above the shapes, which would hide them, and leave the labels free.
pub(crate) fn targets(scene: &Scene, layout: &Layout) -> Vec<Mark> {
    let cell = layout.cell;
    let mark = |shape: &Shape| match (scene.form, shape.cells.first()) {
        (Form::Block, Some(_)) if layout.is_square() => {
            let path = angles(&shape.cells, layout.origin(), cell, 0.14 * cell, 0.19 * cell);
            Some(Mark::drawn(Outline::Path(path), INK, 0.07 * cell))
        }
        (_, Some(&place)) => {
            Some(Mark::drawn(Outline::Circle(layout.centre(place), 0.43 * cell), INK, 0.05 * cell).dashed())
        }
        (_, None) => None,
    };
    scene.targets.iter().filter_map(mark).collect()
}

fn ball(centre: Point, cell: f32) -> Vec<Mark> {
    let shine = (centre.0 - 0.11 * cell, centre.1 - 0.11 * cell);
    vec![
        Mark::filled(Outline::Circle(centre, 0.34 * cell), BLUE).with_line(INK, 0.05 * cell),
        Mark::filled(Outline::Circle(shine, 0.08 * cell), PAPER),
    ]
}

/// Returns a light: a square, or a disc on wires.
fn lamp(scene: &Scene, layout: &Layout, place: (usize, usize), colour: Colour) -> Mark {
    let cell = layout.cell;
    let (x, y) = layout.centre(place);
    let side = 0.9 * cell;
    let outline = if scene.wires.is_empty() {
        rectangle((x - side / 2.0, y - side / 2.0), (side, side), 0.14 * cell)
    } else {
        Outline::Circle((x, y), wires::RADIUS * cell)
    };
    Mark::filled(outline, colour).with_line(INK, 0.03 * cell)
}

/// Returns a light that is on: with a bright disc, or with the number of its state.
fn light(scene: &Scene, shape: &Shape, place: (usize, usize), layout: &Layout) -> Vec<Mark> {
    let cell = layout.cell;
    match shape.label.parse::<usize>() {
        Ok(level) => {
            let colour = LIGHTS[level.saturating_sub(1) % LIGHTS.len()];
            vec![lamp(scene, layout, place, colour), label(&shape.label, layout.centre(place), cell, INK)]
        }
        Err(_) => {
            let disc = Outline::Circle(layout.centre(place), 0.24 * cell);
            vec![lamp(scene, layout, place, YELLOW), Mark::filled(disc, PAPER).with_line(INK, 0.05 * cell)]
        }
    }
}

fn block(shape: &Shape, role: Role, colours: &PieceColours, layout: &Layout) -> Vec<Mark> {
    let cell = layout.cell;
    let outline = |inset: f32| match layout.is_square() {
        true => Outline::Path(around(&shape.cells, layout.origin(), cell, inset * cell, 0.16 * cell)),
        false => Outline::Circle(
            shape.cells.first().map_or((0.0, 0.0), |&at| layout.centre(at)),
            (0.5 - inset) * cell,
        ),
    };
    let line = 0.04 * cell;
    let named = label(&shape.label, middle(shape, layout), cell, INK);
    match role {
        Role::Goal => vec![
            Mark::filled(outline(0.04), VERMILLION).with_line(INK, line),
            Mark::drawn(outline(0.12), PAPER, line),
            named,
        ],
        Role::Wall => {
            let mut marks = vec![Mark::filled(outline(0.02), WALL).with_line(INK, line)];
            marks.extend(shape.cells.iter().map(|&place| hatching(layout.centre(place), cell)));
            marks
        }
        Role::Mark => vec![Mark::drawn(outline(0.1), FAINT, line).dashed()],
        Role::Lit => vec![Mark::filled(outline(0.04), YELLOW).with_line(INK, line), named],
        Role::Piece => vec![Mark::filled(outline(0.04), colours.tint(shape)).with_line(INK, line), named],
    }
}

/// Returns the hatching of a wall cell: three strokes.
fn hatching((x, y): Point, cell: f32) -> Mark {
    use Segment::{Line, Move};
    let at = |right: f32, down: f32| (x + right * cell, y + down * cell);
    let strokes = [
        [Move(at(-0.3, 0.3)), Line(at(0.3, -0.3))],
        [Move(at(-0.3, 0.0)), Line(at(0.0, -0.3))],
        [Move(at(0.0, 0.3)), Line(at(0.3, 0.0))],
    ];
    Mark::drawn(Outline::Path(strokes.concat()), INK, 0.04 * cell)
}

/// Returns the place of the label: the centre of a rectangle, otherwise the centre of the cell
/// nearest to it.
fn middle(shape: &Shape, layout: &Layout) -> Point {
    let centres: Vec<Point> = shape.cells.iter().map(|&cell| layout.centre(cell)).collect();
    let mean = |of: fn(&Point) -> f32| {
        let least = centres.iter().map(of).fold(f32::INFINITY, f32::min);
        let most = centres.iter().map(of).fold(f32::NEG_INFINITY, f32::max);
        (least + most) / 2.0
    };
    let (x, y) = (mean(|at| at.0), mean(|at| at.1));
    let far = |at: &Point| (at.0 - x).hypot(at.1 - y);
    let filled = form(shape);
    let (wide, high) = (
        filled.iter().map(|cell| cell.0 + 1).max().unwrap_or(0),
        filled.iter().map(|cell| cell.1 + 1).max().unwrap_or(0),
    );
    if wide * high == filled.len() {
        return (x, y);
    }
    centres.into_iter().min_by(|a, b| far(a).total_cmp(&far(b))).unwrap_or((x, y))
}

/// Returns a label that fits into a cell.
fn label(words: &str, at: Point, cell: f32, colour: Colour) -> Mark {
    let size = (0.38 * cell).min(0.66 * cell / text_width(words, 1.0).max(0.01));
    Mark::drawn(text(words, at, size, Anchor::Middle), colour, 0.15 * size)
}

/// Length and half width of the arrowheads of one-way wires, in cells.
const ARROW: (f32, f32) = (0.26, 0.1);

/// Returns the wires of a scene.
fn wire_marks(scene: &Scene, layout: &Layout) -> Vec<Mark> {
    let cell = layout.cell;
    let centre = |id: usize| {
        let shape = scene.shape(id)?;
        shape.cells.first().map(|&place| layout.centre(place))
    };
    let ends =
        scene.wires.iter().filter_map(|wire| Some((centre(wire.from)?, centre(wire.to)?, wire.one_way)));
    ends.flat_map(|(from, to, one_way)| {
        let line = Outline::Path(vec![Segment::Move(from), Segment::Line(to)]);
        let line = Mark::drawn(line, INK, 0.05 * cell);
        std::iter::once(line).chain(one_way.then(|| arrow(from, to, cell)))
    })
    .collect()
}

/// Returns the arrowhead of a one-way wire, at the rim of the light.
fn arrow(from: Point, to: Point, cell: f32) -> Mark {
    let (right, down) = (to.0 - from.0, to.1 - from.1);
    let length = right.hypot(down).max(0.01);
    let (right, down) = (right / length, down / length);
    let at = |back: f32, aside: f32| {
        (to.0 - (back * right + aside * down) * cell, to.1 - (back * down - aside * right) * cell)
    };
    let tip = wires::RADIUS + 0.02;
    let base = tip + ARROW.0;
    let path = vec![
        Segment::Move(at(tip, 0.0)),
        Segment::Line(at(base, ARROW.1)),
        Segment::Line(at(base, -ARROW.1)),
        Segment::Close,
    ];
    Mark::filled(Outline::Path(path), INK)
}

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
    use fewest::service::{PuzzleText, example};

    use super::*;

    fn names(name: &str) -> usize {
        let (entry, example) = example(name).expect("it is there");
        let what = Some(format!("{}:{}", entry.info.id, example.format));
        let puzzle = PuzzleText { what, ..PuzzleText::text(name, example.text) };
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
