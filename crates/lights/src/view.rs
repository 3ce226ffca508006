//! The board on a screen: its scene, gestures and overlays.
//!
//! A scene has one shape per light that is on, and on a graph also one per light that is off,
//! because there the ground between them is no cell. A graph that was not drawn in rows has wires,
//! because adjacent cells need not be neighbours. A press is a tap, an editor switches single
//! lights, and the patterns of proofs are marks over the lights.

use std::collections::BTreeSet;

use fewest_core::{
    Aim, Brush, Form, Gesture, Ground, Illegal, Naming, Overlay, Place, Role, Scene, Shape, Stroke, Wire,
};

use crate::proof::Certificate;
use crate::rules::{Board, Graph, GraphBoard, Grid, Press};

/// Returns the position as shapes.
pub fn scene(board: &Board) -> Scene {
    let scene = match board {
        Board::Grid(grid) => of_grid(grid),
        Board::Graph(board) => of_graph(board),
    };
    Scene { aims: vec![aim(board)], ..scene }
}

/// Returns the goal in words.
fn aim(board: &Board) -> Aim {
    let turns = match board {
        Board::Grid(_) => None,
        Board::Graph(board) => board.turns(),
    };
    match turns {
        None => Aim::new("all-off", "Turn all lights off."),
        Some(turns) => Aim {
            number: Some(turns),
            ..Aim::new("all-off-in", format!("Turn all lights off in exactly {turns} more turns."))
        },
    }
}

fn of_grid(board: &Grid) -> Scene {
    if board.width().saturating_mul(board.height()) > Scene::MOST_CELLS {
        return as_bitmap(board);
    }
    let shape = |(x, y)| Shape {
        id: board.width() * y + x,
        label: "#".to_owned(),
        name: String::new(),
        role: Role::Lit,
        cells: vec![(x, y)],
    };
    let shapes = board.lit().iter().map(shape).collect();
    Scene {
        width: board.width(),
        height: board.height(),
        form: Form::Light,
        naming: Naming::Pairs,
        shapes,
        ..Scene::default()
    }
}

/// One character per light: millions of shapes would take gigabytes.
fn as_bitmap(board: &Grid) -> Scene {
    let lit = board.lit();
    let row = |y| (0..board.width()).map(|x| if lit.contains(x, y) { '#' } else { '.' }).collect();
    Scene {
        width: board.width(),
        height: board.height(),
        form: Form::Light,
        naming: Naming::Pairs,
        bitmap: (0..board.height()).map(row).collect(),
        ..Scene::default()
    }
}

fn of_graph(board: &GraphBoard) -> Scene {
    let places = board.graph().places();
    let columns = Axis::new(places.iter().map(|place| place.x));
    let rows = Axis::new(places.iter().map(|place| place.y));
    let wires = wires(board);
    // A long row of lights that are no neighbours is broken into several.
    let several = (wires.is_some() && rows.length() == 1 && places.len() > ROW)
        .then(|| ROW.max(places.len().isqrt() + 1));
    let (width, height) =
        several.map_or((columns.length(), rows.length()), |width| (width, places.len().div_ceil(width)));
    let shape = |(id, &Press { x, y })| {
        let (label, role) = match board.levels()[id] {
            0 => ("o".to_owned(), Role::Mark),
            _ if board.graph().colours() == 2 => ("#".to_owned(), Role::Lit),
            level => (level.to_string(), Role::Lit),
        };
        let cell = several.map_or_else(|| (columns.at(x), rows.at(y)), |width| (id % width, id / width));
        // Names of millions of lights would not be read.
        let name = if places.len() > Scene::MOST_CELLS { String::new() } else { format!("({x}, {y})") };
        Shape { id, label, name, role, cells: vec![cell] }
    };
    Scene {
        width,
        height,
        ground: Ground::Nothing,
        form: Form::Light,
        naming: Naming::Pairs,
        shapes: places.iter().enumerate().map(shape).collect(),
        wires: wires.unwrap_or_default(),
        ..Scene::default()
    }
}

/// The longest row of lights of a graph; it fits on a terminal.
const ROW: usize = 18;
/// Graphs with more places or wires than this are drawn without wires: the picture would be
/// illegible, and pictures are made for every position during play.
const MOST_PLACES: usize = 400;
const MOST_WIRES: usize = 1_500;

/// Returns which press changes which light, unless rows or the plus neighbourhood show it already;
/// empty if there are too many. That a press changes its own light is not drawn.
fn wires(board: &GraphBoard) -> Option<Vec<Wire>> {
    let graph = board.graph();
    let is_plain = || *graph == Graph::plus(graph.places().to_vec()).with_colours(graph.colours());
    if board.drawing().is_some() || is_plain() {
        return None;
    }
    if graph.len() > MOST_PLACES {
        return Some(Vec::new());
    }
    let changes = |press: usize, light: usize| graph.changed_by(press).binary_search(&(light as u32)).is_ok();
    let of_press = |press: usize| {
        let lights = graph.changed_by(press).iter().map(move |&light| (press, light as usize));
        lights.filter(|&(from, to)| from < to || from > to && !changes(to, from))
    };
    let wire = |(from, to)| Wire { from, to, one_way: !changes(to, from) };
    let wires: Vec<Wire> = (0..graph.len()).flat_map(of_press).map(wire).collect();
    Some(if wires.len() > MOST_WIRES { Vec::new() } else { wires })
}

/// Coordinates of a picture: neighbours stay neighbours, and a gap of any width becomes one empty
/// line.
struct Axis(Vec<(i64, usize)>);

impl Axis {
    fn new(values: impl Iterator<Item = i64>) -> Self {
        let mut places: Vec<(i64, usize)> = Vec::new();
        for value in values.collect::<BTreeSet<i64>>() {
            let at =
                places.last().map_or(0, |&(before, at)| at + if value.abs_diff(before) == 1 { 1 } else { 2 });
            places.push((value, at));
        }
        Self(places)
    }

    fn at(&self, value: i64) -> usize {
        self.0.binary_search_by_key(&value, |place| place.0).map_or(0, |index| self.0[index].1)
    }

    fn length(&self) -> usize {
        self.0.last().map_or(1, |&(_, at)| at + 1)
    }
}

/// The brushes of the editor.
pub const BRUSHES: &[Brush] = &[Brush { id: "light", about: "switch one light, whatever a press would do" }];

/// Where the places of a board are on its scene.
enum SceneMap<'b> {
    /// A rectangle: at their coordinates.
    Grid,
    /// A graph: by number.
    Graph(&'b GraphBoard, Vec<Place>),
}

impl<'b> SceneMap<'b> {
    fn of(board: &'b Board) -> Self {
        match board {
            Board::Grid(_) => Self::Grid,
            Board::Graph(graph) => {
                let shapes = scene(board).shapes;
                Self::Graph(graph, shapes.iter().filter_map(|shape| shape.cells.first().copied()).collect())
            }
        }
    }

    fn place(&self, by: Press) -> Option<Place> {
        match self {
            Self::Grid => Some((usize::try_from(by.x).ok()?, usize::try_from(by.y).ok()?)),
            Self::Graph(on, places) => places.get(on.graph().number(by)?).copied(),
        }
    }
}

/// Returns a tap for each press.
pub fn gestures(board: &Board, moves: &[Press]) -> Vec<Gesture> {
    let places = SceneMap::of(board);
    moves.iter().map(|&by| places.place(by).map_or_else(Gesture::default, Gesture::tap)).collect()
}

/// Switches the light under the brush to its next colour.
pub fn paint(board: &mut Board, by: &Stroke) -> Result<(), Illegal> {
    let nothing = || Illegal::new("there is no light");
    match board {
        Board::Grid(grid) => {
            let (x, y) = by.to;
            if !grid.lit().has(x, y) {
                return Err(nothing());
            }
            let mut lit = grid.lit().clone();
            lit.flip(x, y);
            *grid = Grid::new(lit);
        }
        Board::Graph(_) => {
            let SceneMap::Graph(_, places) = SceneMap::of(board) else { return Err(nothing()) };
            let light = places.iter().position(|&place| place == by.to).ok_or_else(nothing)?;
            if let Board::Graph(graph) = board {
                graph.switch(light);
            }
        }
    }
    Ok(())
}

/// Returns the pattern of a certificate as marks over the lights.
pub fn overlays(board: &Board, certificate: &Certificate) -> Vec<Overlay> {
    let places = SceneMap::of(board);
    let known = |list: &[Press]| list.iter().filter_map(|&by| places.place(by)).collect::<Vec<_>>();
    vec![match certificate {
        Certificate::QuietPattern(pattern) => Overlay::plain(QUIET, pattern.iter()),
        Certificate::QuietPlaces(list) => Overlay::plain(QUIET, known(list)),
        Certificate::ParityPlaces(list) => Overlay::plain(
            "a pattern: every press changes an odd number of the marked lights, so every turn changes their parity",
            known(list),
        ),
        Certificate::WeightedPlaces(list) => Overlay::words(
            "weights: every press changes the weighted sum of the colours by the same amount",
            list.iter().filter_map(|&(by, weight)| Some((places.place(by)?, weight.to_string()))),
        ),
    }]
}

const QUIET: &str = "a quiet pattern: every press changes an even number of the marked lights, and an odd number of them is on";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::edges;
    use crate::rules::Cells;
    use fewest_core::Source;

    #[test]
    fn a_large_board_is_a_bitmap() {
        let mut lit = Cells::none(500, 100);
        lit.flip(499, 99);
        let scene = scene(&Board::Grid(Grid::new(lit)));
        assert!(scene.shapes.is_empty() && scene.bitmap.len() == 100);
        assert_eq!(scene.bitmap[99], format!("{}#", ".".repeat(499)));
    }

    #[test]
    fn distant_islands_come_near() {
        let cells = [(-1_000_000, 5), (0, 5), (1, 5)].map(|(x, y)| Press { x, y }).to_vec();
        let scene = scene(&Board::Graph(GraphBoard::new(Graph::plus(cells), &[true, false, false], None)));
        assert_eq!((scene.width, scene.height), (4, 1));
        let at: Vec<_> = scene.shapes.iter().map(|shape| (shape.cells[0], shape.role)).collect();
        assert_eq!(at, [((0, 0), Role::Lit), ((2, 0), Role::Mark), ((3, 0), Role::Mark)]);
    }

    #[test]
    fn a_graph_has_wires_if_cells_do_not_show_its_edges() {
        let of = |text: &str| {
            let scene = scene(&Board::Graph(edges::read(&Source::new("graph", text)).expect("a graph")));
            let names: Vec<_> = scene.shapes.iter().map(|shape| shape.name.clone()).collect();
            (scene.wires.iter().map(|wire| (wire.from, wire.to, wire.one_way)).collect::<Vec<_>>(), names)
        };
        let (wires, names) = of("edges\n0 2\n2 > 1\non 0\n");
        assert_eq!(wires, [(0, 2, false), (2, 1, true)]);
        assert_eq!(names, ["(0, 0)", "(1, 0)", "(2, 0)"], "as moves name them");
        assert_eq!(of("edges\n0 1\n1 2\n").0, [], "a row of neighbours is seen to be one");
        let star: String = (1..1000).map(|leaf| format!("0 {leaf}\n")).collect();
        let large = scene(&Board::Graph(
            edges::read(&Source::new("star", format!("edges\n{star}"))).expect("a graph"),
        ));
        assert_eq!(
            (large.wires.len(), large.width, large.height),
            (0, 32, 32),
            "too many for wires, too long for a row"
        );
        assert_eq!(
            of("edges\nno-self\n0 1\n1 2\n").0.len(),
            2,
            "presses that leave their own light are unusual"
        );
    }
}
