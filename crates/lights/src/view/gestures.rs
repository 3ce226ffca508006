//! Gestures and overlays: a press is a tap, an editor switches single lights, and proofs are marks
//! over them.

use fewest_core::{Brush, Gesture, Illegal, Overlay, Place, Stroke};

use crate::proof::Certificate;
use crate::rules::board::{Board, Press};
use crate::rules::graph_board::GraphBoard;
use crate::rules::grid::Grid;
use crate::view::scene;

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
                let shapes = scene::scene(board).shapes;
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
