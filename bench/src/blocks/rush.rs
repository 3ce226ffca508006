//! Rush Hour boards as the peers see them, cars on lines of a 6 x 6 parking lot; and the peers.
//!
//! `pathfinding` runs its breadth-first search on a packed board, three bits per car, as its users
//! would write it. clingo is an answer-set solver on a plain encoding with a fixed number of steps;
//! it is asked for a plan of the fewest moves, which exists, and of one move fewer, which does not.

use std::fmt::Write as _;
use std::path::Path;

use crate::blocks::ours;
use crate::{clingo, results, timing};
use pathfinding::prelude::bfs;

/// Cells on a side.
pub const SIDE: usize = 6;

/// A car: it stays on its line, so its place there is all that changes.
#[derive(Clone, Copy, Debug)]
pub struct Car {
    /// Along a row, or along a column.
    pub horizontal: bool,
    /// The row or the column.
    pub line: usize,
    /// Cells.
    pub length: usize,
    /// The first cell on its line.
    pub place: usize,
}

/// A parking lot. The first car is the one that wants to leave on the right.
#[derive(Clone, Debug)]
pub struct Lot {
    /// The cars.
    pub cars: Vec<Car>,
    /// Walls, one bit each.
    pub walls: u64,
}

impl Car {
    /// The cells of the car at a place, one bit each.
    pub fn cells(&self, place: usize) -> u64 {
        (place..place + self.length).fold(0, |set, along| set | 1 << self.cell(along))
    }

    /// The number of a cell on the car's line.
    pub fn cell(&self, along: usize) -> usize {
        if self.horizontal { self.line * SIDE + along } else { along * SIDE + self.line }
    }
}

impl Lot {
    /// Reads 36 letters: `o` empty, `x` wall, `A` the car that wants to leave.
    pub fn read(board: &str) -> Self {
        let cells = board.as_bytes();
        assert_eq!(cells.len(), SIDE * SIDE, "{board}");
        let mut lot = Self { cars: Vec::new(), walls: 0 };
        for name in b'A'..=b'Z' {
            let places: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell] == name).collect();
            let [first, second, ..] = places[..] else { continue };
            let horizontal = second == first + 1;
            let (row, column) = (first / SIDE, first % SIDE);
            let (line, place) = if horizontal { (row, column) } else { (column, row) };
            lot.cars.push(Car { horizontal, line, length: places.len(), place });
        }
        lot.walls = (0..cells.len()).filter(|&cell| cells[cell] == b'x').fold(0, |set, cell| set | 1 << cell);
        lot
    }

    /// The board as 36 letters.
    pub fn line(&self) -> String {
        let mut cells = [b'o'; SIDE * SIDE];
        for (name, car) in (b'A'..).zip(&self.cars) {
            (car.place..car.place + car.length).for_each(|along| cells[car.cell(along)] = name);
        }
        (0..cells.len()).filter(|cell| self.walls >> cell & 1 == 1).for_each(|cell| cells[cell] = b'x');
        cells.iter().map(|&byte| char::from(byte)).collect()
    }

    /// All cells that are taken.
    pub fn taken(&self) -> u64 {
        self.cars.iter().fold(self.walls, |set, car| set | car.cells(car.place))
    }
}

/// Returns random boards from a seed; a large part of them has no solution.
pub fn fresh(seed: u64, count: usize) -> Vec<Lot> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut below = |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % n as u64) as usize
    };
    let mut boards = Vec::with_capacity(count);
    while boards.len() < count {
        let red = Car { horizontal: true, line: 2, length: 2, place: below(SIDE - 2) };
        let walls = if below(8) == 0 { 1 << below(SIDE * SIDE) & !red.cells(red.place) } else { 0 };
        let mut lot = Lot { cars: vec![red], walls };
        for _ in 0..below(20) + 8 {
            let length = if below(3) == 0 { 3 } else { 2 };
            let car =
                Car { horizontal: below(2) == 0, line: below(SIDE), length, place: below(SIDE - length + 1) };
            if car.cells(car.place) & lot.taken() == 0 {
                lot.cars.push(car);
            }
        }
        boards.push(lot);
    }
    boards
}

const BITS: usize = 3;

/// The fewest slides until the first car touches the right edge; `None` if it never does.
pub fn fewest_by_pathfinding(lot: &Lot) -> Option<u64> {
    let start = lot.cars.iter().enumerate().fold(0, |key, (at, car)| key | (car.place as u64) << (BITS * at));
    let path = bfs(&start, |&key| successors(lot, key), |&key| place(key, 0) + lot.cars[0].length == SIDE)?;
    Some(path.len() as u64 - 1)
}

fn place(key: u64, car: usize) -> usize {
    (key >> (BITS * car) & 7) as usize
}

fn successors(lot: &Lot, key: u64) -> Vec<u64> {
    let taken = lot.cars.iter().enumerate().fold(lot.walls, |set, (at, car)| set | car.cells(place(key, at)));
    let mut next = Vec::with_capacity(16);
    for (at, car) in lot.cars.iter().enumerate() {
        let here = place(key, at);
        let moved = |to: usize| key & !(7 << (BITS * at)) | (to as u64) << (BITS * at);
        let free = |along: usize| taken >> car.cell(along) & 1 == 0;
        next.extend((0..here).rev().take_while(|&to| free(to)).map(moved));
        next.extend((here + 1..=SIDE - car.length).take_while(|&to| free(to + car.length - 1)).map(moved));
    }
    next
}

const ENCODING: &str = include_str!("rush.lp");

/// Prints the table; `false` if clingo does not agree.
pub fn compare_with_clingo(boards: &[String]) -> bool {
    let python = match clingo::environment() {
        Ok(python) => python,
        Err(why) => {
            println!("\nclingo: NOT RUN ({why})");
            return true;
        }
    };
    println!(
        "\n{:36} {:>6} {:>9} {:>10} {:>10} {:>9}",
        "board", "slides", "ours", "clingo k", "k - 1", "ratio"
    );
    let mut good = true;
    let mut all: Vec<[f64; 3]> = Vec::new();
    for board in boards {
        let position = ours::open(board);
        ours::solve(position.as_ref());
        let (solved, seconds) = timing::time(|| ours::solve(position.as_ref()));
        let Some(fewest) = solved.fewest else { continue };
        let facts = facts(&Lot::read(board));
        let with = ask_clingo(&python, &facts, fewest);
        let without =
            fewest.checked_sub(1).map_or(Some((false, 0.0)), |less| ask_clingo(&python, &facts, less));
        let (Some((yes, first)), Some((no, second))) = (with, without) else {
            println!("{board:36} clingo gave no answer");
            good = false;
            continue;
        };
        good &= yes && !no;
        let remark = if yes && !no { "" } else { "  DISAGREES" };
        let ratio = (first + second) / seconds;
        println!("{board:36} {fewest:6} {seconds:9.6} {first:10.3} {second:10.3} {ratio:8.0}x{remark}");
        all.push([seconds, first + second, ratio]);
    }
    if good && !all.is_empty() {
        let range = |column: usize| {
            let values = || all.iter().map(|row| row[column]);
            [values().fold(f64::INFINITY, f64::min), values().fold(0.0, f64::max)]
        };
        let [ours, theirs] = [range(0), range(1)].map(|range| range.map(results::seconds).join(" to "));
        let ratio = range(2).map(|ratio| format!("{ratio:.0}x")).join(" to ");
        results::record("cards-clingo", &ours, Some((theirs, ratio)));
    }
    good
}

fn facts(lot: &Lot) -> String {
    let mut text = String::new();
    for (number, car) in lot.cars.iter().enumerate() {
        let axis = if car.horizontal { "row" } else { "column" };
        let _ =
            writeln!(text, "car({number},{axis},{},{}). at({number},{},0).", car.line, car.length, car.place);
    }
    for cell in (0..36).filter(|cell| lot.walls >> cell & 1 == 1) {
        let _ = writeln!(text, "wall({},{}).", cell % 6, cell / 6);
    }
    text
}

/// Returns whether there is a plan of at most `steps` moves, and the CPU seconds of grounding and
/// solving.
fn ask_clingo(python: &Path, facts: &str, steps: u64) -> Option<(bool, f64)> {
    let (answer, seconds) = clingo::ask(python, &format!("{facts}{ENCODING}"), steps)?;
    Some((answer?, seconds))
}
