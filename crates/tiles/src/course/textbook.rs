//! The algorithm of the course's text: breadth-first search over one-dimensional boards.
//!
//! It is here to be read, and to be right: the fast solver is tested against it and shares nothing
//! with it but the rules in `rules/board.rs`. In one sentence: *decide first whether there is a
//! solution at all; then look at all boards one move away, then at all boards two moves away; mark
//! a board as seen when it is discovered, and stop as soon as the goal is.*
//!
//! The course has square boards and one goal; the algorithm takes every board.
//!
//! # Solvability
//!
//! A move exchanges the blank with a neighbour. So it changes the parity of the whole arrangement,
//! seen as a permutation, and it changes the parity of the blank's distance from its goal cell.
//! Both must be even in the end, so they must agree at the start. With at least two rows and two
//! columns this is also sufficient. The parity of a permutation follows from its cycles, and
//! following these looks at every cell once; counting inversions takes Θ(k²).
//!
//! # Boards seen
//!
//! [`SeenBoards`] holds each board with its parent in a hash table with chaining that never grows.
//! The capacity is chosen once by the size of the boards, as the text recommends: resizing would
//! hash every board again, and a load above 1 does no harm as long as the chains stay about equally
//! long.

use crate::rules::arrangement::Tile;
use crate::rules::board::{Board, Metric};

/// The result of the search.
#[derive(Clone, Debug, PartialEq)]
pub struct TextbookResult {
    /// The tiles slid, in order; None if there is no solution.
    pub moves: Option<Vec<Tile>>,
    /// How full the hash table became.
    pub statistics: Statistics,
}

/// Solves a board. `go_on` is called with the number of boards seen for every board taken from the
/// queue, and may end the search.
///
/// # Errors
/// The error of `go_on`.
pub fn solve_while<E>(
    board: &Board,
    mut go_on: impl FnMut(usize) -> Result<(), E>,
) -> Result<TextbookResult, E> {
    let grid = TextbookGrid { rows: board.rows(), columns: board.columns() };
    let goal = board.goal().cells();
    let mut seen = SeenBoards::new(grid.columns.max(grid.rows), board.cells().len());
    if !is_solvable(grid, board.cells(), goal) {
        return Ok(TextbookResult { moves: None, statistics: seen.statistics() });
    }
    seen.add(board.cells(), None);
    if board.cells() == goal {
        return Ok(TextbookResult { moves: Some(Vec::new()), statistics: seen.statistics() });
    }
    // Boards stand in the order of their discovery, so the list itself is the queue: enqueuing and
    // dequeuing are both Θ(1).
    let mut head = 0;
    let mut next = Vec::new();
    while head < seen.len() {
        go_on(seen.len())?;
        let blank = seen.board(head).iter().position(|&tile| tile == 0).unwrap_or(0);
        for (down, right) in DIRECTIONS {
            next.clear();
            next.extend_from_slice(seen.board(head));
            let mut hole = blank;
            // A line is one move however many tiles it has; a step ends after the first.
            while let Some(cell) = grid.neighbour(hole, down, right) {
                next.swap(hole, cell);
                hole = cell;
                if !seen.contains(&next) {
                    let found = seen.add(&next, Some(head));
                    if next == goal {
                        let moves = moves_to(&seen, found);
                        return Ok(TextbookResult { moves: Some(moves), statistics: seen.statistics() });
                    }
                }
                if board.metric == Metric::Steps {
                    break;
                }
            }
        }
        head += 1;
    }
    Ok(TextbookResult { moves: None, statistics: seen.statistics() })
}

/// Returns the tiles that were slid on the way to a board. The tile of a move lies where the blank
/// was before; if a whole line moved, it is the one that lay where the blank is after.
fn moves_to(seen: &SeenBoards, goal: usize) -> Vec<Tile> {
    let mut moves = Vec::new();
    let mut at = goal;
    while let Some(before) = seen.parent(at) {
        let blank = seen.board(at).iter().position(|&tile| tile == 0).unwrap_or(0);
        moves.push(seen.board(before)[blank]);
        at = before;
    }
    moves.reverse();
    moves
}

/// Rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextbookGrid {
    /// Rows; the course's k.
    pub rows: usize,
    /// Columns; the course's k.
    pub columns: usize,
}

/// Up, down, left and right, as changes of row and column.
pub const DIRECTIONS: [(isize, isize); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

impl TextbookGrid {
    /// Returns row and column of an index.
    pub fn place(self, index: usize) -> (usize, usize) {
        (index / self.columns, index % self.columns)
    }

    /// Returns the index of row and column.
    pub fn index(self, row: usize, column: usize) -> usize {
        row * self.columns + column
    }

    /// Returns the neighbour of a cell; None outside of the board. One check of the bounds, no
    /// special cases for corners.
    pub fn neighbour(self, index: usize, down: isize, right: isize) -> Option<usize> {
        let (row, column) = self.place(index);
        let (row, column) = (row.checked_add_signed(down)?, column.checked_add_signed(right)?);
        (row < self.rows && column < self.columns).then(|| self.index(row, column))
    }
}

/// Returns whether a board can be brought to a goal.
pub fn is_solvable(grid: TextbookGrid, board: &[Tile], goal: &[Tile]) -> bool {
    if grid.rows == 1 || grid.columns == 1 {
        // In a single line no tile ever passes another.
        let order = |cells: &[Tile]| cells.iter().copied().filter(|&tile| tile != 0).collect::<Vec<_>>();
        return order(board) == order(goal);
    }
    let blank =
        |cells: &[Tile]| cells.iter().position(|&tile| tile == 0).map_or((0, 0), |cell| grid.place(cell));
    let ((row, column), (goal_row, goal_column)) = (blank(board), blank(goal));
    let distance = row.abs_diff(goal_row) + column.abs_diff(goal_column);
    (board.len() - cycles(board, goal) + distance).is_multiple_of(2)
}

/// Returns the number of cycles of the permutation that takes every tile to its cell in the goal.
fn cycles(board: &[Tile], goal: &[Tile]) -> usize {
    let mut cell_in_goal = vec![0; goal.len()];
    for (cell, &tile) in goal.iter().enumerate() {
        cell_in_goal[tile as usize] = cell;
    }
    let mut followed = vec![false; board.len()];
    let mut count = 0;
    for start in 0..board.len() {
        count += usize::from(!followed[start]);
        let mut cell = start;
        while !std::mem::replace(&mut followed[cell], true) {
            cell = cell_in_goal[board[cell] as usize];
        }
    }
    count
}

/// Returns the number of inversions, pairs of tiles in the wrong order, the blank not counted: the
/// text's way to decide the same for its own goal.
pub fn inversions(board: &[Tile]) -> usize {
    let tiles: Vec<Tile> = board.iter().copied().filter(|&tile| tile != 0).collect();
    (0..tiles.len()).map(|at| tiles[at..].iter().filter(|&&later| later < tiles[at]).count()).sum()
}

/// The text's rule: unsolvable if k is odd and the inversions are odd, or if k is even and
/// inversions + row of the blank are even.
pub fn unsolvable_by_the_text(k: usize, board: &[Tile]) -> bool {
    let row = board.iter().position(|&tile| tile == 0).unwrap_or(0) / k;
    if k.is_multiple_of(2) {
        (inversions(board) + row).is_multiple_of(2)
    } else {
        !inversions(board).is_multiple_of(2)
    }
}

/// Marks the end of a chain, and a board without a parent.
const NONE: u32 = u32::MAX;

/// How full the table is: the figures that the text asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Statistics {
    /// Boards inserted.
    pub inserted: usize,
    /// Buckets.
    pub capacity: usize,
    /// Buckets with at least one board.
    pub filled: usize,
}

impl Statistics {
    /// Returns the share of buckets that are filled, in percent.
    pub fn filled_percent(&self) -> f64 {
        100.0 * self.filled as f64 / self.capacity as f64
    }

    /// Returns the mean number of boards in a filled bucket.
    pub fn mean_filled(&self) -> f64 {
        self.inserted as f64 / self.filled.max(1) as f64
    }
}

/// The hash table. Boards stand in the order of their insertion; chains are linked by number.
pub struct SeenBoards {
    length: usize,
    boards: Vec<Tile>,
    parents: Vec<u32>,
    chain: Vec<u32>,
    buckets: Vec<u32>,
}

/// Returns the number of buckets for boards of side k: the text's own choice for 3, 4 and 5.
fn capacity(k: usize) -> usize {
    match k {
        ..=3 => 1 << 12,
        4 => 1 << 14,
        _ => 1 << 16,
    }
}

/// The polynomial of Java's `Arrays.hashCode`, modulo 2^32.
fn hash(board: &[Tile]) -> u32 {
    board.iter().fold(1, |hash: u32, &tile| hash.wrapping_mul(31).wrapping_add(tile))
}

/// What Java's `HashMap` does to a hash before it takes the lowest bits. Without it two thirds of
/// the buckets for the 8-puzzle stay empty: 31 is one less than a power of two, so the lowest bits
/// know little more than sums of the same nine numbers.
fn spread(hash: u32) -> u32 {
    hash ^ hash >> 16
}

impl SeenBoards {
    /// Returns an empty table for boards of side `k` and `cells` cells.
    pub fn new(k: usize, cells: usize) -> Self {
        let buckets = vec![NONE; capacity(k)];
        Self { length: cells, boards: Vec::new(), parents: Vec::new(), chain: Vec::new(), buckets }
    }

    /// The number of boards seen.
    pub fn len(&self) -> usize {
        self.parents.len()
    }

    /// Returns whether no board was seen.
    pub fn is_empty(&self) -> bool {
        self.parents.is_empty()
    }

    /// Returns the board of a number.
    pub fn board(&self, number: usize) -> &[Tile] {
        &self.boards[number * self.length..][..self.length]
    }

    /// Returns the parent of a board.
    pub fn parent(&self, number: usize) -> Option<usize> {
        Some(self.parents[number]).filter(|&parent| parent != NONE).map(|parent| parent as usize)
    }

    fn bucket(&self, board: &[Tile]) -> usize {
        spread(hash(board)) as usize & (self.buckets.len() - 1)
    }

    /// Returns whether a board was seen. Boards are compared as whole slices, which is what
    /// `memcmp` does.
    pub fn contains(&self, board: &[Tile]) -> bool {
        let mut at = self.buckets[self.bucket(board)];
        while at != NONE {
            if self.board(at as usize) == board {
                return true;
            }
            at = self.chain[at as usize];
        }
        false
    }

    /// Inserts a board; returns its number.
    pub fn add(&mut self, board: &[Tile], parent: Option<usize>) -> usize {
        debug_assert!(!self.contains(board));
        let (number, bucket) = (self.len(), self.bucket(board));
        self.boards.extend_from_slice(board);
        self.parents.push(parent.map_or(NONE, |parent| parent as u32));
        self.chain.push(std::mem::replace(&mut self.buckets[bucket], number as u32));
        number
    }

    /// Returns how full the table is.
    pub fn statistics(&self) -> Statistics {
        let filled = self.buckets.iter().filter(|&&first| first != NONE).count();
        Statistics { inserted: self.len(), capacity: self.buckets.len(), filled }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    use crate::testing::board;

    fn solve_textbook(board: &Board) -> TextbookResult {
        let Ok(searched) = solve_while(board, |_| Ok::<(), std::convert::Infallible>(()));
        searched
    }

    #[test]
    fn the_slide_of_4() {
        let mut at = board(3, 3, &[1, 2, 3, 0, 4, 5, 6, 7, 8]);
        at.play(at.slide_of(4).unwrap()).unwrap();
        assert_eq!(at.cells(), [1, 2, 3, 4, 0, 5, 6, 7, 8]);
    }

    #[test]
    fn the_goal_is_found_on_discovery() {
        let searched = solve_textbook(&board(3, 3, &[1, 2, 3, 4, 5, 6, 7, 0, 8]));
        assert_eq!(searched.moves, Some(vec![8]));
        assert!(searched.statistics.inserted <= 4, "the start and its neighbours at most");
        assert_eq!(solve_textbook(&board(3, 3, &[1, 2, 3, 4, 5, 6, 7, 8, 0])).moves, Some(vec![]));
    }

    #[test]
    fn boards_without_a_solution_are_not_searched() {
        let searched = solve_textbook(&board(3, 3, &[1, 2, 3, 4, 5, 6, 8, 7, 0]));
        assert_eq!((searched.moves, searched.statistics.inserted), (None, 0));
    }

    #[test]
    fn every_board_of_the_8_puzzle_fits_into_the_table() {
        let searched = solve_textbook(&board(3, 3, &[8, 6, 7, 2, 5, 4, 3, 0, 1]));
        assert_eq!(searched.moves.map(|moves| moves.len()), Some(31));
        let Statistics { inserted, capacity, filled } = searched.statistics;
        assert_eq!(capacity, 1 << 12);
        assert!(inserted > 181_000 && inserted <= 181_440, "{inserted}");
        assert!(filled > capacity * 3 / 4, "the text wants three quarters: {filled} of {capacity}");
    }

    #[test]
    fn lines_count_as_one() {
        let mut lines = board(2, 3, &[1, 2, 3, 0, 4, 5]);
        assert_eq!(solve_textbook(&lines).moves, Some(vec![4, 5]));
        lines.metric = Metric::Lines;
        assert_eq!(solve_textbook(&lines).moves, Some(vec![5]));
    }

    #[test]
    fn it_can_be_stopped() {
        let hard = board(3, 3, &[8, 6, 7, 2, 5, 4, 3, 0, 1]);
        assert_eq!(solve_while(&hard, |seen| if seen > 100 { Err("enough") } else { Ok(()) }), Err("enough"));
    }

    #[test]
    fn seven_is_row_2_column_1() {
        let grid = TextbookGrid { rows: 3, columns: 3 };
        assert_eq!(grid.place(7), (2, 1));
        assert_eq!(grid.index(2, 1), 7);
        assert!((0..9).all(|index| grid.index(grid.place(index).0, grid.place(index).1) == index));
    }

    #[test]
    fn cells_have_two_three_or_four_neighbours() {
        let grid = TextbookGrid { rows: 3, columns: 3 };
        let count = |cell| {
            DIRECTIONS.iter().filter(|(down, right)| grid.neighbour(cell, *down, *right).is_some()).count()
        };
        assert_eq!((0..9).map(count).collect::<Vec<_>>(), [2, 3, 2, 3, 4, 3, 2, 3, 2]);
        assert_eq!(grid.neighbour(4, -1, 0), Some(1));
        assert_eq!(grid.neighbour(2, 0, 1), None, "the next row does not begin beside the last column");
    }

    #[test]
    fn the_texts_three_boards() {
        let boards: [(usize, &[Tile], usize, bool); 3] = [
            (3, &[1, 2, 3, 4, 5, 6, 8, 7, 0], 1, true),
            (4, &[1, 2, 3, 4, 5, 6, 0, 8, 9, 10, 7, 11, 13, 14, 12, 15], 5, true),
            (3, &[0, 1, 3, 4, 2, 5, 7, 8, 6], 4, false),
        ];
        for (k, board, inverted, unsolvable) in boards {
            assert_eq!(inversions(board), inverted);
            assert_eq!(unsolvable_by_the_text(k, board), unsolvable);
            let goal: Vec<Tile> = (1..(k * k) as Tile).chain([0]).collect();
            assert_eq!(is_solvable(TextbookGrid { rows: k, columns: k }, board, &goal), !unsolvable);
        }
    }

    #[test]
    fn three_pairs_are_out_of_order() {
        assert_eq!(inversions(&[1, 2, 3, 0, 4, 6, 8, 5, 7]), 3);
    }

    proptest! {
        #[test]
        fn cycles_and_inversions_agree(k in 2_usize..7, seed in any::<u64>()) {
            let mut board: Vec<Tile> = (0..(k * k) as Tile).collect();
            let mut seed = fewest_core::Seed::new(seed);
            for at in (1..board.len()).rev() {
                board.swap(at, seed.below(at + 1));
            }
            let goal: Vec<Tile> = (1..(k * k) as Tile).chain([0]).collect();
            let solvable = is_solvable(TextbookGrid { rows: k, columns: k }, &board, &goal);
            prop_assert_eq!(solvable, !unsolvable_by_the_text(k, &board));
        }
    }

    #[test]
    fn the_hash_is_javas() {
        assert_eq!(hash(&[]), 1);
        assert_eq!(hash(&[1, 2, 3]), 30_817, "what Arrays.hashCode(new int[]{{1, 2, 3}}) gives");
    }

    #[test]
    fn boards_are_found_again() {
        let mut seen = SeenBoards::new(2, 4);
        assert!(seen.is_empty() && !seen.contains(&[1, 2, 3, 0]));
        let first = seen.add(&[1, 2, 3, 0], None);
        let second = seen.add(&[1, 2, 0, 3], Some(first));
        assert!(
            seen.contains(&[1, 2, 3, 0]) && seen.contains(&[1, 2, 0, 3]) && !seen.contains(&[0, 2, 1, 3])
        );
        assert_eq!((seen.parent(first), seen.parent(second)), (None, Some(first)));
        let Statistics { inserted, capacity, filled } = seen.statistics();
        assert_eq!((inserted, capacity, filled), (2, 1 << 12, 2));
    }
}
