//! New boards: uniformly random, or exactly as far from the goal as was asked for.
//!
//! One move changes the distance from the goal by at most one. So a walk from the goal that is checked again after as many moves
//! as are missing never misses the distance asked for, however long it wanders.

use std::sync::Arc;

use fewest_search::{Host, distances};

use super::arrangement::{Arrangement, MOST_CELLS, Tile};
use super::board::{Board, Metric, Slide};
use super::goal::Goal;
use super::parity;
use super::solve::{is_small, solve};
use super::space::{self, Space};
use crate::facade::seed::Seed;
use crate::{AtLeast, Ended, Fault, GenerateHow, How};

/// Distances looked up before giving up.
const TRIES: u32 = 3_000;

/// A new board.
pub(super) fn generate(how: &GenerateHow, host: &Host<'_>) -> Result<Board, Fault> {
    if how.pieces.is_some() || how.walls.is_some() {
        return Err(Fault::new("a board of tiles has neither pieces nor walls to choose"));
    }
    let (columns, rows) = how.size.unwrap_or((4, 4));
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
        None => Ok(random(&solved, &mut seed)),
        Some(moves) if is_small(&solved) => from_all(&solved, moves, &mut seed, host),
        Some(moves) => by_walking(&solved, moves, &mut seed, host),
    }
}

/// Every board that has a solution is as likely as every other.
pub(super) fn random(solved: &Board, seed: &mut Seed) -> Board {
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
        // Exchanging two tiles pairs the boards without a solution with those that have one.
        let mut tiles = (0..rows * columns).filter(|&cell| now.cells()[cell] != 0);
        if let (Some(one), Some(other)) = (tiles.next(), tiles.next()) {
            drop(tiles);
            now.swap(one, other);
        }
    }
    solved.with(now).expect("the same size")
}

fn no_such(solved: &Board, moves: u64, farthest: u64) -> Fault {
    let (rows, columns) = (solved.rows(), solved.columns());
    Fault::new(format!("no {columns} x {rows} board that needs exactly {moves} moves was found"))
        .remedy(format!("the farthest found needs {farthest}"))
}

/// Small boards: one of all that are so far away, each as likely as the others.
fn from_all(solved: &Board, moves: u64, seed: &mut Seed, host: &Host<'_>) -> Result<Board, Fault> {
    let stopped = |_| Fault::new("stopped before a board was found").remedy("give it more time or memory");
    let space = Space::of(solved).ok_or_else(|| Fault::new("the board is too large"))?;
    let table = distances(&space, host).map_err(stopped)?;
    let keys = usize::try_from(moves).map_or(&[][..], |moves| table.layer(moves));
    if keys.is_empty() {
        return Err(no_such(solved, moves, table.sizes().len() as u64 - 1));
    }
    let key = keys[seed.below(keys.len())];
    let now = space::arrangement(key, solved.rows(), solved.columns());
    now.and_then(|now| solved.with(now)).ok_or_else(|| Fault::new("a key that is no board"))
}

/// Large boards: walks on from the goal until it is as far away as was asked for.
fn by_walking(solved: &Board, moves: u64, seed: &mut Seed, host: &Host<'_>) -> Result<Board, Fault> {
    let mut board = solved.clone();
    let mut last: Option<Slide> = None;
    let mut missing = moves;
    let mut farthest = 0;
    for _ in 0..TRIES {
        for _ in 0..missing {
            let mut ways = board.moves();
            ways.retain(|by| !takes_back(last, *by, solved.metric));
            let Some(&by) = ways.get(seed.below(ways.len())) else { break };
            board.play(by).map_err(|why| Fault::new(why.0))?;
            last = Some(by);
        }
        let outcome = solve(&board, &How::default(), host);
        let (AtLeast::Moves(distance), Ended::Complete) = (outcome.at_least, outcome.ended) else {
            return Err(Fault::new("stopped before a board was found").remedy("give it more time or memory"));
        };
        if distance == moves {
            return Ok(board);
        }
        farthest = farthest.max(distance);
        missing = moves.saturating_sub(distance).max(1);
    }
    Err(no_such(solved, moves, farthest))
}

/// Whether a move undoes the one before, or could have been one with it.
fn takes_back(last: Option<Slide>, by: Slide, metric: Metric) -> bool {
    last.is_some_and(|last| match metric {
        Metric::Steps => by.to == last.to.opposite(),
        Metric::Lines => by.to.is_vertical() == last.to.is_vertical(),
    })
}
