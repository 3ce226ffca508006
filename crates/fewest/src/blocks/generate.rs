//! New puzzles of exactly the difficulty asked for: random cars, then a position at just that distance from the goal.

use fewest_search::{Host, Stop, distances};

use super::board::{Board, Freedom, Metric, Piece};
use super::code::Code;
use crate::facade::seed::Seed;
use crate::{Fault, GenerateHow};

/// Boards tried before giving up.
const TRIES: u32 = 3_000;

/// A board with exactly the fewest moves asked for.
pub(super) fn generate(how: &GenerateHow, host: &Host<'_>) -> Result<Board, Fault> {
    let (columns, rows) = how.size.unwrap_or((6, 6));
    if columns < 3 || rows < 1 || columns * rows > 100 {
        return Err(Fault::new(format!("a {columns} x {rows} grid cannot be generated"))
            .remedy("from 3 x 1 up to 100 cells"));
    }
    let wanted = how.moves.unwrap_or(10);
    let mut seed = Seed::new(how.seed);
    let mut nearest: Option<u64> = None;
    for _ in 0..TRIES {
        let mut board = random_board(how, rows, columns, &mut seed);
        board.metric = Metric::named(how.metric.as_deref());
        let space = Code::new(&board).packed(&board);
        let table = match distances(space.as_ref(), host) {
            Ok(table) => table,
            Err(Stop::Memory) => continue, // this one is too large; others are not
            Err(_) => return Err(Fault::new("stopped before a board was found").remedy("give it more time")),
        };
        let farthest = (table.sizes().len() as u64).saturating_sub(1);
        let keys = usize::try_from(wanted).map_or(&[][..], |wanted| table.layer(wanted));
        if let Some(choice) = (keys.len() / space.words()).checked_sub(1) {
            let at = seed.below(choice + 1) * space.words();
            return Ok(Code::new(&board).position(&board, &keys[at..at + space.words()]));
        }
        nearest = nearest.max(Some(farthest));
    }
    let found =
        nearest.map_or_else(|| "none was found".to_owned(), |most| format!("the longest found needs {most}"));
    Err(Fault::new(format!(
        "no {columns} x {rows} board that needs exactly {wanted} moves was found; {found}"
    ))
    .remedy("try another seed, size or number of pieces"))
}

/// The goal piece in some row, then cars and walls where they fit.
fn random_board(how: &GenerateHow, rows: usize, columns: usize, seed: &mut Seed) -> Board {
    let row = if rows > 2 { (rows - 1) / 2 } else { seed.below(rows) };
    let goal = Piece { row, column: 0, width: 2, height: 1, freedom: Freedom::Horizontal, mask: None };
    let mut board = Board::new(rows, columns, vec![goal]);
    let cars = how.pieces.map_or_else(
        || rows * columns / 5 + seed.below(rows * columns / 6 + 1),
        |count| count.saturating_sub(1),
    );
    let walls = how.walls.unwrap_or(0);
    for number in 0..cars + walls {
        for _ in 0..50 {
            let piece =
                if number < walls { wall(rows, columns, seed) } else { car(row, rows, columns, seed) };
            let cover = board.cover();
            let Some(piece) = piece else { continue };
            if piece.cells().all(|(row, column)| cover[row * columns + column].is_none()) {
                board.pieces.push(piece);
                break;
            }
        }
    }
    Board::new(rows, columns, board.pieces)
}

fn wall(rows: usize, columns: usize, seed: &mut Seed) -> Option<Piece> {
    let (row, column) = (seed.below(rows), seed.below(columns));
    Some(Piece { row, column, width: 1, height: 1, freedom: Freedom::None, mask: None })
}

/// A car of two or three cells. One that lies in the goal piece's row would bar its way for ever.
fn car(goal_row: usize, rows: usize, columns: usize, seed: &mut Seed) -> Option<Piece> {
    let length = 2 + usize::from(seed.below(3) == 0);
    let (width, height, freedom) =
        if seed.below(2) == 0 { (length, 1, Freedom::Horizontal) } else { (1, length, Freedom::Vertical) };
    if width > columns || height > rows {
        return None;
    }
    let (row, column) = (seed.below(rows - height + 1), seed.below(columns - width + 1));
    let bars = freedom == Freedom::Horizontal && row == goal_row;
    (!bars).then_some(Piece { row, column, width, height, freedom, mask: None })
}
