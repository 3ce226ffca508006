//! Phases of a beam search: in which order tiles come home, and how much each of them counts.
//!
//! ```text
//!   0 0 0 0 0   The numbers are rings: a row and a column each. Some rings at a time must come
//!   0 1 1 1 1   home, and are fixed then; the tiles of the others count less, but they count: what
//!   0 1 2 2 2   moves on the way should move towards its place. The last square comes home as a
//!   0 1 2 2 2   whole.
//! ```

use crate::solve::suboptimal::home_board::HomeBoard;

/// The weight of a step of a tile that need not come home yet.
const UNIT: f64 = 16.0;
/// The weight of the distance of the blank from the nearest goal of a tile that must come home.
const PULL: i32 = 14;
/// The side of the last square.
const LAST: usize = 4;

/// The parameters of a beam search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BeamParameters {
    /// The positions kept of each depth.
    pub(crate) width: usize,
    /// The rings that come home together.
    pub(crate) rings: usize,
    /// The weight of a tile that must come home now; [`UNIT`] is that of the last ones.
    pub(crate) urgency: f64,
    /// The share of the additional weight that remains per ring.
    pub(crate) decay: f64,
}

/// A part of the solution, in which a set of tiles comes home.
pub(crate) struct Phase {
    /// The goal cells of these tiles.
    pub(crate) homes: Vec<usize>,
    /// By goal cell: the weight of a step of its tile; 0 for tiles that are fixed.
    pub(crate) weights: Vec<i32>,
    /// By goal cell: whether its tile must come home now.
    pub(crate) is_due: Vec<bool>,
    /// The weight of each cell between the blank and what is not at home.
    pub(crate) pull: i32,
    /// By cell: whether it is fixed.
    pub(crate) is_fixed: Vec<bool>,
}

/// Returns the phases to the goal of a board.
pub(crate) fn phases(home_board: &HomeBoard, parameters: &BeamParameters) -> Vec<Phase> {
    let (rows, columns) = (home_board.rows, home_board.columns);
    // On a long board the ends of the long side come first, until a square is left.
    let (long_rows, long_columns) = (rows.saturating_sub(columns), columns.saturating_sub(rows));
    let ring = |home: usize| {
        let (row, column) = (home / columns, home % columns);
        if row < long_rows {
            row
        } else if column < long_columns {
            column
        } else {
            long_rows + long_columns + (row - long_rows).min(column - long_columns)
        }
    };
    let all = long_rows + long_columns + rows.min(columns);
    let outer = all.saturating_sub(LAST);
    let mut begins: Vec<usize> = (0..outer).step_by(parameters.rings).collect();
    begins.push(outer);
    let ends = begins.iter().skip(1).copied().chain([all]);
    begins
        .iter()
        .zip(ends)
        .map(|(&begin, end)| {
            let homes = 0..home_board.cells.len();
            let is_due = |home: usize| home != home_board.blank_home && (begin..end).contains(&ring(home));
            let weight = |home: usize| match ring(home).checked_sub(begin) {
                _ if home == home_board.blank_home => 0,
                None => 0,
                Some(_) if is_due(home) => parameters.urgency as i32,
                Some(later) => {
                    (UNIT + (parameters.urgency - UNIT) * parameters.decay.powi(later as i32 + 1)) as i32
                }
            };
            Phase {
                homes: homes.clone().filter(|&home| is_due(home)).collect(),
                weights: homes.clone().map(weight).collect(),
                is_due: homes.clone().map(is_due).collect(),
                pull: PULL,
                is_fixed: homes.map(|home| ring(home) < begin).collect(),
            }
        })
        .collect()
}

/// Returns a single phase for all tiles.
pub(crate) fn all_at_once(home_board: &HomeBoard) -> Phase {
    let homes = 0..home_board.cells.len();
    let is_tile = |home: usize| home != home_board.blank_home;
    Phase {
        homes: homes.clone().filter(|&home| is_tile(home)).collect(),
        weights: homes.clone().map(|home| if is_tile(home) { UNIT as i32 } else { 0 }).collect(),
        is_due: homes.clone().map(is_tile).collect(),
        pull: 0,
        is_fixed: homes.map(|_| false).collect(),
    }
}
