//! How far a position seems to be from its goal: for every goal the steps that its piece has to go if only walls are in the way, the
//! pieces that are in the way besides, and how far the empty cells are from where the next step needs them. It may be too much and
//! too little; hints follow it where nothing better is known.

use std::collections::VecDeque;

use super::board::{Board, Direction, Freedom, Goal, Piece};
use super::cut_off::candidates;

/// Steps of a piece that are looked at for what is in their way.
const FORESIGHT: usize = 64;
/// What a step counts: empty cells that made it possible are behind the piece then, and have to come round it again.
const STEP: u64 = 8;
/// That a piece never comes home.
const FAR: u32 = u32::MAX;

/// The ways home of all goals of a board.
pub(super) struct Guess {
    homes: Vec<Home>,
    columns: usize,
}

/// The way home for one goal.
struct Home {
    /// The pieces that could fulfil it.
    pieces: Vec<usize>,
    /// Steps from every place of a corner, row by row.
    steps: Vec<u32>,
    freedom: Freedom,
}

impl Guess {
    pub(super) fn of(board: &Board) -> Self {
        let homes = board.goals.iter().filter_map(|goal| Home::of(board, goal)).collect();
        Self { homes, columns: board.columns }
    }

    /// How far the goals seem to be.
    pub(super) fn far(&self, board: &Board) -> u64 {
        let cover = board.cover();
        self.homes.iter().map(|home| home.far(board, &cover, self.columns)).sum()
    }
}

impl Home {
    /// Walks back from where the goal holds.
    fn of(board: &Board, goal: &Goal) -> Option<Self> {
        let pieces = candidates(board, goal);
        let it = board.pieces.get(*pieces.first()?)?;
        let (rows, columns) =
            ((board.rows + 1).checked_sub(it.height)?, (board.columns + 1).checked_sub(it.width)?);
        let mut walls = vec![false; board.rows * board.columns];
        for (row, column) in
            board.pieces.iter().filter(|piece| piece.freedom == Freedom::None).flat_map(Piece::cells)
        {
            walls[row * board.columns + column] = true;
        }
        let is_free = |row: usize, column: usize| {
            it.shape().all(|(down, right)| !walls[(row + down) * board.columns + column + right])
        };
        let is_home = |row: usize, column: usize| match *goal {
            Goal::LastColumn => column + it.width == board.columns,
            Goal::PieceAt { row: there, column: across, .. }
            | Goal::ShapeAt { row: there, column: across, .. } => (row, column) == (there, across),
        };
        let mut steps = vec![FAR; board.rows * board.columns];
        let mut open = VecDeque::new();
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            if is_home(row, column) {
                steps[row * board.columns + column] = 0;
                open.push_back((row, column));
            }
        }
        while let Some((row, column)) = open.pop_front() {
            let next = steps[row * board.columns + column] + 1;
            for to in Direction::ALL.into_iter().filter(|&to| it.freedom.allows(to)) {
                let Some((row, column)) = beside((row, column), to, (rows, columns)) else { continue };
                let known = &mut steps[row * board.columns + column];
                if *known == FAR && is_free(row, column) {
                    *known = next;
                    open.push_back((row, column));
                }
            }
        }
        Some(Self { steps, freedom: it.freedom, pieces })
    }

    /// The steps of the piece that is nearest, and how many others are on its way.
    fn far(&self, board: &Board, cover: &[Option<usize>], columns: usize) -> u64 {
        let steps = |row: usize, column: usize| self.steps[row * columns + column];
        let place = |piece: usize| (board.pieces[piece].row, board.pieces[piece].column);
        let nearest = self.pieces.iter().copied().min_by_key(|&piece| steps(place(piece).0, place(piece).1));
        let Some(piece) = nearest else { return 0 };
        let mut at = place(piece);
        let all = steps(at.0, at.1);
        if all == FAR {
            return u64::from(FAR);
        }
        let (mut in_the_way, mut room) = (Vec::new(), None);
        for _ in 0..FORESIGHT {
            let next = Direction::ALL
                .into_iter()
                .filter(|&to| self.freedom.allows(to))
                .filter_map(|to| beside(at, to, (board.rows, columns)))
                .find(|&(row, column)| steps(row, column) < steps(at.0, at.1));
            let Some(next) = next else { break };
            at = next;
            let cells = board.pieces[piece].shape().map(|(row, column)| (at.0 + row, at.1 + column));
            let taken = |&(row, column): &(usize, usize)| {
                cover[row * columns + column].is_some_and(|other| other != piece)
            };
            let taken: Vec<(usize, usize)> = cells.filter(taken).collect();
            if room.is_none() && !taken.is_empty() {
                room = Some(room_to_make(cover, columns, &taken));
            }
            in_the_way.extend(taken.iter().filter_map(|&(row, column)| cover[row * columns + column]));
        }
        in_the_way.sort_unstable();
        in_the_way.dedup();
        STEP * u64::from(all) + in_the_way.len() as u64 + room.unwrap_or(0)
    }
}

/// How far empty cells are from cells that must become empty, each from its own.
fn room_to_make(cover: &[Option<usize>], columns: usize, taken: &[(usize, usize)]) -> u64 {
    let empty = |cell: &usize| cover[*cell].is_none();
    let mut empty: Vec<(usize, usize)> =
        (0..cover.len()).filter(empty).map(|cell| (cell / columns, cell % columns)).collect();
    let mut sum = 0;
    for cell in taken {
        let far = |other: &(usize, usize)| cell.0.abs_diff(other.0) + cell.1.abs_diff(other.1);
        let Some(nearest) = (0..empty.len()).min_by_key(|&number| far(&empty[number])) else { break };
        sum += far(&empty.swap_remove(nearest)) as u64;
    }
    sum
}

/// The place beside a place, if it is one of so many rows and columns.
fn beside(
    (row, column): (usize, usize),
    to: Direction,
    (rows, columns): (usize, usize),
) -> Option<(usize, usize)> {
    let (down, right) = to.step();
    let row = row.checked_add_signed(down).filter(|&row| row < rows)?;
    let column = column.checked_add_signed(right).filter(|&column| column < columns)?;
    Some((row, column))
}
