//! The inadmissible heuristic for greedy best-first search, which hints use on boards that are too
//! large to solve.
//!
//! For every goal it adds the steps of the nearest goal piece past walls only (times 8), the number
//! of pieces in the way, and the distance from empty cells to the cells that the first blocked step
//! needs.
//!
//! | property | |
//! |---|---|
//! | admissible | no: it may be too high and too low |
//! | consistent | no |
//! | memory | two numbers per cell and goal |
//! | cost per node | one pass over the cells, and up to 64 steps per goal |
//!
//! Thousands of positions are evaluated for one hint, so distances are tabled and buffers are
//! reused.

use std::collections::VecDeque;

use crate::encoding::Encoding;
use crate::rules::{Board, Direction, Freedom, Goal, Piece};

/// Steps of a goal piece that are checked for pieces in the way.
const LOOKAHEAD: usize = 64;
/// Weight of a step. The empty cells that made it possible lie behind the piece afterwards and have
/// to come round it again.
const STEP: u64 = 8;
/// Distance of a place from which the goal cannot be reached.
const FAR: u32 = u32::MAX;
/// Marks a cell without a piece.
const EMPTY: usize = usize::MAX;

/// The heuristic of a board, with its tables and buffers.
pub(crate) struct InadmissibleHeuristic {
    encoding: Encoding,
    goal_distances: Vec<GoalDistances>,
    /// The cells of every piece, relative to its corner.
    cells: Vec<Vec<usize>>,
    /// The position under evaluation, and the piece on each cell.
    board: Board,
    cover: Vec<usize>,
    empty: Vec<usize>,
    in_the_way: Vec<usize>,
}

/// Distances to one goal, with only walls in the way.
struct GoalDistances {
    /// The pieces that could fulfil the goal.
    pieces: Vec<usize>,
    /// Steps from every place of a corner, row by row, and the place after the first of them.
    steps: Vec<u32>,
    next: Vec<usize>,
}

impl InadmissibleHeuristic {
    pub(crate) fn new(board: &Board) -> Self {
        let offset = |(row, column): (usize, usize)| row * board.columns + column;
        Self {
            encoding: Encoding::new(board),
            goal_distances: board.goals.iter().filter_map(|goal| GoalDistances::new(board, goal)).collect(),
            cells: board.pieces.iter().map(|piece| piece.shape().map(offset).collect()).collect(),
            board: board.clone(),
            cover: vec![EMPTY; board.rows * board.columns],
            empty: Vec::new(),
            in_the_way: Vec::new(),
        }
    }

    /// Returns the heuristic value of a key.
    pub(crate) fn estimate(&mut self, key: &[u64]) -> u64 {
        self.encoding.put(&mut self.board, key);
        self.cover.fill(EMPTY);
        for piece in 0..self.cells.len() {
            let corner = self.corner(piece);
            for &cell in &self.cells[piece] {
                self.cover[corner + cell] = piece;
            }
        }
        (0..self.goal_distances.len()).map(|goal| self.estimate_goal(goal)).sum()
    }

    fn corner(&self, piece: usize) -> usize {
        let Piece { row, column, .. } = self.board.pieces[piece];
        row * self.board.columns + column
    }

    /// Returns the value for one goal: steps of the nearest piece, pieces in its way, and the
    /// distance of the empty cells that its first blocked step needs.
    fn estimate_goal(&mut self, goal: usize) -> u64 {
        let GoalDistances { pieces, steps, .. } = &self.goal_distances[goal];
        let nearest = pieces.iter().copied().min_by_key(|&piece| steps[self.corner(piece)]);
        let Some(piece) = nearest else { return 0 };
        let mut at = self.corner(piece);
        let all = steps[at];
        if all == FAR {
            return u64::from(FAR);
        }
        self.in_the_way.clear();
        let mut room = None;
        for _ in 0..all.min(LOOKAHEAD as u32) {
            at = self.goal_distances[goal].next[at];
            let before = self.in_the_way.len();
            for &cell in &self.cells[piece] {
                let other = self.cover[at + cell];
                if other != EMPTY && other != piece && !self.in_the_way.contains(&other) {
                    self.in_the_way.push(other);
                }
            }
            if room.is_none() && self.in_the_way.len() > before {
                room = Some(self.distance_of_empty_cells(piece, at));
            }
        }
        STEP * u64::from(all) + self.in_the_way.len() as u64 + room.unwrap_or(0)
    }

    /// Returns the sum of the distances from the cells that a piece needs at a place to empty
    /// cells, each of which is used once.
    fn distance_of_empty_cells(&mut self, piece: usize, at: usize) -> u64 {
        let columns = self.board.columns;
        self.empty.clear();
        self.empty.extend((0..self.cover.len()).filter(|&cell| self.cover[cell] == EMPTY));
        let distance = |one: usize, other: usize| {
            (one / columns).abs_diff(other / columns) + (one % columns).abs_diff(other % columns)
        };
        let mut sum = 0;
        for cell in self.cells[piece].iter().map(|cell| at + cell) {
            if self.cover[cell] == EMPTY || self.cover[cell] == piece {
                continue;
            }
            let nearest = (0..self.empty.len()).min_by_key(|&number| distance(self.empty[number], cell));
            let Some(nearest) = nearest else { break };
            sum += distance(self.empty.swap_remove(nearest), cell) as u64;
        }
        sum
    }
}

impl GoalDistances {
    /// Computes distances by breadth-first search from the places where the goal holds.
    fn new(board: &Board, goal: &Goal) -> Option<Self> {
        let pieces = board.candidates(goal);
        let it = board.pieces.get(*pieces.first()?)?;
        let (rows, columns) =
            ((board.rows + 1).checked_sub(it.height)?, (board.columns + 1).checked_sub(it.width)?);
        let fixed = board.pieces.iter().filter(|piece| piece.freedom == Freedom::None);
        let mut walls = vec![false; board.rows * board.columns];
        fixed.flat_map(Piece::cells).for_each(|(row, column)| walls[row * board.columns + column] = true);
        let is_free = |row: usize, column: usize| {
            it.shape().all(|(down, right)| !walls[(row + down) * board.columns + column + right])
        };
        let is_goal_place = |row: usize, column: usize| match *goal {
            Goal::LastColumn => column + it.width == board.columns,
            Goal::PieceAt { row: there, column: across, .. }
            | Goal::ShapeAt { row: there, column: across, .. } => (row, column) == (there, across),
        };
        let place = |row: usize, column: usize| row * board.columns + column;
        let mut distances = Self { steps: vec![FAR; walls.len()], next: vec![0; walls.len()], pieces };
        let mut open = VecDeque::new();
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            if is_goal_place(row, column) {
                distances.steps[place(row, column)] = 0;
                open.push_back((row, column));
            }
        }
        while let Some((row, column)) = open.pop_front() {
            let from = place(row, column);
            for to in Direction::ALL.into_iter().filter(|&to| it.freedom.allows(to)) {
                let (down, right) = to.step();
                let row = row.checked_add_signed(down).filter(|&row| row < rows);
                let column = column.checked_add_signed(right).filter(|&column| column < columns);
                let Some((row, column)) = row.zip(column) else { continue };
                if distances.steps[place(row, column)] == FAR && is_free(row, column) {
                    distances.steps[place(row, column)] = distances.steps[from] + 1;
                    distances.next[place(row, column)] = from;
                    open.push_back((row, column));
                }
            }
        }
        Some(distances)
    }
}
