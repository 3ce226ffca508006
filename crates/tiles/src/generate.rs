//! New boards: uniformly random, or at a given distance from the goal.
//!
//! One move changes the distance from the goal by at most 1. So a random walk from the goal that is
//! measured again after as many moves as are missing never misses the distance.

use std::sync::Arc;

use fewest_search::{Context, distances};

use crate::rules::arrangement::{Arrangement, Goal, MOST_CELLS, Tile};
use crate::rules::board::{Board, Metric, Slide};
use crate::rules::parity;
use crate::solve::state_space::{self, PackedSpace};
use crate::solve::{is_small, solve_board};
use fewest_core::{Ended, Fault, GenerateOptions, Generated, LowerBound, Room, Seed, SolveOptions};

/// The bytes of a cell: its tile on a few boards, its text, and its shape in a picture.
const PER_CELL: usize = 200;

/// The most distances that are computed.
const TRIES: u32 = 3_000;

/// Returns a new board.
pub(crate) fn generate(how: &GenerateOptions, cx: &Context<'_>) -> Result<Generated<Board>, Fault> {
    if how.pieces.is_some() || how.walls.is_some() {
        return Err(Fault::new("a board of tiles has neither pieces nor walls to choose"));
    }
    let (columns, rows) = how.size.unwrap_or((4, 4));
    let cells = columns.saturating_mul(rows).min(MOST_CELLS);
    Room::left_of(cx).check(cells, PER_CELL, || format!("a board of {columns} x {rows} with its picture"))?;
    let goal = Goal::BlankLast.arrangement(rows, columns).ok_or_else(|| {
        Fault::new(format!("there is no board of {columns} x {rows}"))
            .remedy(format!("from 1 x 1 up to {MOST_CELLS} cells"))
    })?;
    let metric = match how.metric.as_deref() {
        Some("lines") => Metric::Lines,
        _ => Metric::Steps,
    };
    let mut seed = Seed::new(how.seed);
    let solved = Board::new(goal.clone(), Arc::new(goal), metric)
        .ok_or_else(|| Fault::new("a goal without a blank"))?;
    match how.moves {
        None => Ok(Generated::exact(random(&solved, &mut seed))),
        Some(moves) if is_small(&solved) => from_all(&solved, moves, &mut seed, cx),
        Some(moves) => by_random_walk(&solved, moves, &mut seed, cx),
    }
}

/// Returns a random solvable board, all equally likely.
pub(crate) fn random(solved: &Board, seed: &mut Seed) -> Board {
    let (rows, columns) = (solved.rows(), solved.columns());
    let mut cells: Vec<Tile> = solved.cells().to_vec();
    if rows.min(columns) == 1 {
        // Tiles in a line keep their order; only the blank has a choice.
        cells.retain(|&tile| tile != 0);
        cells.insert(seed.below(cells.len() + 1), 0);
    } else {
        for at in (1..cells.len()).rev() {
            cells.swap(at, seed.below(at + 1));
        }
    }
    let arrangement = |cells: Vec<Tile>| Arrangement::new(rows, columns, cells).expect("the same tiles");
    let mut now = arrangement(cells);
    if !parity::is_reachable(&now, solved.goal()) {
        // Exchanging two tiles is a bijection between unsolvable and solvable boards.
        let mut tiles = (0..rows * columns).filter(|&cell| now.cells()[cell] != 0);
        if let (Some(one), Some(other)) = (tiles.next(), tiles.next()) {
            drop(tiles);
            now.swap(one, other);
        }
    }
    solved.with(now).expect("the same size")
}

/// Reports a board at a distance, as the one asked for or as the nearest.
fn needing(board: Board, distance: u64, moves: u64, cx: &Context<'_>) -> Generated<Board> {
    match distance == moves {
        true => Generated::exact(board),
        false => Generated::nearest(board, &format!("needs {distance} moves, not {moves}"), cx),
    }
}

fn stopped() -> Fault {
    Fault::new("stopped before a board was found").remedy("give it more time or memory")
}

/// Small boards: returns one of all at the distance, each equally likely; one of the farthest if
/// there is none.
fn from_all(
    solved: &Board,
    moves: u64,
    seed: &mut Seed,
    cx: &Context<'_>,
) -> Result<Generated<Board>, Fault> {
    let space = PackedSpace::of(solved).ok_or_else(|| Fault::new("the board is too large"))?;
    let table = distances(&space, cx).map_err(|_| stopped())?;
    let distance = moves.min(table.sizes().len() as u64 - 1);
    let keys = table.layer(distance as usize);
    let key = keys.get(seed.below(keys.len())).ok_or_else(|| Fault::new("a layer without a key"))?;
    let now = state_space::arrangement(*key, solved.rows(), solved.columns());
    let board = now.and_then(|now| solved.with(now)).ok_or_else(|| Fault::new("a key that is no board"))?;
    Ok(needing(board, distance, moves, cx))
}

/// Steps of a walk between two polls of the context.
const STEPS_PER_POLL: u64 = 1 << 10;

/// Returns an upper bound on the moves of every board: a square of side n needs less than 5 n³
/// (Parberry 1995).
fn more_than_enough(board: &Board) -> u64 {
    5 * (board.cells().len() * (board.rows() + board.columns())) as u64
}

/// Large boards: a random walk from the goal until the distance is reached.
fn by_random_walk(
    solved: &Board,
    moves: u64,
    seed: &mut Seed,
    cx: &Context<'_>,
) -> Result<Generated<Board>, Fault> {
    let mut board = solved.clone();
    let mut last: Option<Slide> = None;
    let mut nearest: Option<(u64, Board)> = None;
    let mut missing = moves;
    for _ in 0..TRIES {
        // A longer walk leads no farther away.
        for step in 0..missing.min(more_than_enough(solved)) {
            if step % STEPS_PER_POLL == 0 && cx.poll().is_err() {
                break;
            }
            let mut ways = board.moves();
            ways.retain(|by| !takes_back(last, *by, solved.metric));
            let Some(&by) = ways.get(seed.below(ways.len())) else { break };
            board.play(by).map_err(|why| Fault::new(why.0))?;
            last = Some(by);
        }
        // Many searches end before they poll.
        if nearest.is_some() && cx.poll().is_err() {
            break;
        }
        let outcome = solve_board(&board, &SolveOptions::default(), cx);
        let (LowerBound::Moves(distance), Ended::Complete) = (outcome.at_least, outcome.ended) else { break };
        if nearest.as_ref().is_none_or(|(near, _)| distance.abs_diff(moves) < near.abs_diff(moves)) {
            nearest = Some((distance, board.clone()));
        }
        if distance == moves {
            break;
        }
        missing = moves.saturating_sub(distance).max(1);
    }
    let (distance, board) = nearest.ok_or_else(stopped)?;
    Ok(needing(board, distance, moves, cx))
}

/// Returns whether a move undoes the one before, or could be one move with it.
fn takes_back(last: Option<Slide>, by: Slide, metric: Metric) -> bool {
    last.is_some_and(|last| match metric {
        Metric::Steps => by.to == last.to.opposite(),
        Metric::Lines => by.to.is_vertical() == last.to.is_vertical(),
    })
}
