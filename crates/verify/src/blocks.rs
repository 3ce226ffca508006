//! The rules of sliding blocks.
//!
//! ```text
//! fewest puzzle 1
//! blocks slides               a move is a slide: one piece, one direction, any distance;
//! grid 5 4                    or a step: one cell; or a path: one piece, any way
//! wall 0,3                    cells that no piece enters: row,column from 0
//! gate 4,1 4,2                cells that only pieces enter whose line has a `+`
//! pieces both+ ##/## 0,1      pieces that are alike: their directions (both, horizontal,
//! pieces both #/# 0,0 0,3     vertical, none), rows of cells, and the corner of each
//! goal 0 at 3,1               one piece of these lines, counted from 0, has its corner at one of
//!                             these cells; all goal lines hold together
//! ```
//!
//! Exchanging pieces that are alike makes no difference, so the digits of a position list their
//! places in order. The places of a line of pieces are those that one of them can reach on the grid
//! without the others, row by row.

use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use crate::rules::{Frame, Own, Rules, Visit};
use crate::text::{Lines, numbers, pair};
use crate::{Rejected, reject};

/// Row and column.
type Cell = (i64, i64);

/// Up, down, left, right, as changes of row and column.
const DIRECTIONS: [Cell; 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

/// Pieces that are alike, as they are written.
struct Alike {
    directions: Vec<usize>,
    passes: bool,
    shape: Vec<Cell>,
    corners: Vec<Cell>,
}

/// A place that a kind of pieces can reach.
struct Place {
    cells: Vec<usize>,
    /// The next place in each direction, where the grid allows it.
    next: [Option<u16>; 4],
    /// The goal lines that hold with a piece here.
    fulfils: Vec<bool>,
}

/// A puzzle.
struct Blocks {
    frame: Frame,
    cells: usize,
    goals: usize,
    /// For each piece its kind, ascending.
    kind_of: Vec<usize>,
    /// The places of each kind.
    kinds: Vec<Vec<Place>>,
}

/// Reads a puzzle.
///
/// # Errors
/// The first line that is wrong.
pub fn read(metric: &'static str, lines: Lines<'_>) -> Result<Box<dyn Rules>, Rejected> {
    let (mut rows, mut columns, mut goals) = (0, 0, Vec::new());
    let (mut all, mut walls, mut gates) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    let cell = |word: &str| pair::<i32>(word, ',').map(|(row, column)| (row.into(), column.into()));
    let cells = |words: &str| words.split(' ').map(cell).collect::<Result<Vec<Cell>, _>>();
    for line in lines {
        match line.split_once(' ').unwrap_or((line, "")) {
            ("grid", rest) => (rows, columns) = pair::<i64>(rest, ' ')?,
            ("wall", rest) => walls.extend(cells(rest)?),
            ("gate", rest) => gates.extend(cells(rest)?),
            ("pieces", rest) => match rest.splitn(3, ' ').collect::<Vec<_>>()[..] {
                [directions, shape, corners] => all.push(read_pieces(directions, shape, cells(corners)?)?),
                _ => return reject("pieces have directions, a shape and corners"),
            },
            ("goal", rest) => match rest.split_once("at ") {
                Some(("", places)) => goals.push((Vec::new(), cells(places)?)),
                Some((who, places)) => goals.push((numbers::<usize>(who.trim_end())?, cells(places)?)),
                None => return reject("a goal has pieces `at` cells"),
            },
            _ => return reject(format!("`{line}` is no line of blocks")),
        }
    }
    if !(1..=255).contains(&rows) || !(1..=255).contains(&columns) {
        return reject("a grid has 1 to 255 rows and columns");
    }
    let frame = Frame { metric, bases: Vec::new(), start: Vec::new() };
    let cells = (rows * columns) as usize;
    let mut puzzle = Blocks { frame, cells, goals: goals.len(), kind_of: Vec::new(), kinds: Vec::new() };
    for (kind, pieces) in all.iter().enumerate() {
        let is_free = |cell: &Cell| {
            (0..rows).contains(&cell.0)
                && (0..columns).contains(&cell.1)
                && !walls.contains(cell)
                && (pieces.passes || !gates.contains(cell))
        };
        let corners = pieces.reach(&is_free)?;
        let number = |corner: Cell| corners.binary_search(&corner).ok().map(|place| place as u16);
        let place = |&(row, column): &Cell| Place {
            cells: pieces.shape.iter().map(|at| ((row + at.0) * columns + column + at.1) as usize).collect(),
            next: core::array::from_fn(|way| {
                let (down, right) = DIRECTIONS[way];
                pieces.directions.contains(&way).then(|| number((row + down, column + right)))?
            }),
            fulfils: goals
                .iter()
                .map(|(who, at)| who.contains(&kind) && at.contains(&(row, column)))
                .collect(),
        };
        puzzle.kinds.push(corners.iter().map(place).collect());
        let mut places: Vec<u16> = pieces.corners.iter().filter_map(|&corner| number(corner)).collect();
        places.sort_unstable();
        puzzle.frame.bases.extend(places.iter().map(|_| corners.len() as u16));
        puzzle.kind_of.extend(places.iter().map(|_| kind));
        puzzle.frame.start.extend(places);
    }
    if puzzle.cover(&puzzle.frame.start).is_none() {
        reject("two pieces overlap")
    } else {
        Ok(Box::new(puzzle))
    }
}

/// Reads pieces that are alike.
fn read_pieces(directions: &str, shape: &str, corners: Vec<Cell>) -> Result<Alike, Rejected> {
    let passes = directions.ends_with('+');
    let directions = match directions.trim_end_matches('+') {
        "both" => vec![0, 1, 2, 3],
        "vertical" => vec![0, 1],
        "horizontal" => vec![2, 3],
        "none" => Vec::new(),
        other => return reject(format!("`{other}` names no directions")),
    };
    let rows = (0..).zip(shape.split('/'));
    let cells =
        rows.flat_map(|(row, text)| (0..).zip(text.bytes()).map(move |(column, c)| ((row, column), c)));
    let shape: Vec<Cell> = cells.filter(|&(_, c)| c == b'#').map(|(cell, _)| cell).collect();
    if shape.is_empty() {
        reject("a piece has no cells")
    } else {
        Ok(Alike { directions, passes, shape, corners })
    }
}

impl Alike {
    /// Returns the corners that the pieces reach step by step without the others, in order.
    fn reach(&self, is_free: &dyn Fn(&Cell) -> bool) -> Result<Vec<Cell>, Rejected> {
        let fits = |(row, column): Cell| self.shape.iter().all(|at| is_free(&(row + at.0, column + at.1)));
        if !self.corners.iter().all(|&corner| fits(corner)) {
            return reject("a piece stands outside the grid, on a wall, or on a gate");
        }
        let mut found: BTreeSet<Cell> = self.corners.iter().copied().collect();
        let mut open = self.corners.clone();
        while let Some((row, column)) = open.pop() {
            let next =
                self.directions.iter().map(|&way| (row + DIRECTIONS[way].0, column + DIRECTIONS[way].1));
            open.extend(next.filter(|&next| fits(next) && found.insert(next)));
        }
        Ok(found.into_iter().collect())
    }
}

impl Blocks {
    /// Returns the cells that are covered. `None` if pieces overlap.
    fn cover(&self, at: &[u16]) -> Option<Vec<bool>> {
        let mut cover = vec![false; self.cells];
        for (&kind, &place) in self.kind_of.iter().zip(at) {
            for &cell in &self.kinds[kind][usize::from(place)].cells {
                if core::mem::replace(&mut cover[cell], true) {
                    return None;
                }
            }
        }
        Some(cover)
    }

    /// Returns the places that a piece can be moved to, where the cells of the others are covered.
    fn reach(&self, places: &[Place], here: u16, cover: &[bool]) -> Vec<u16> {
        let step = |from: u16, way: usize| {
            let next = places[usize::from(from)].next[way]?;
            places[usize::from(next)].cells.iter().all(|&cell| !cover[cell]).then_some(next)
        };
        let line = |way| core::iter::successors(step(here, way), move |&from| step(from, way));
        match self.frame.metric {
            "steps" => (0..4).filter_map(|way| step(here, way)).collect(),
            "slides" => (0..4).flat_map(line).collect(),
            _ => {
                let (mut found, mut first) = (vec![here], 0);
                while let Some(&from) = found.get(first) {
                    let next = (0..4).filter_map(|way| step(from, way));
                    let new: Vec<u16> = next.filter(|next| !found.contains(next)).collect();
                    found.extend(new);
                    first += 1;
                }
                found.split_off(1)
            }
        }
    }
}

impl Rules for Blocks {
    fn frame(&self) -> &Frame {
        &self.frame
    }

    fn is_goal(&self, at: &[u16]) -> bool {
        let places = self.kind_of.iter().zip(at).map(|(&kind, &place)| &self.kinds[kind][usize::from(place)]);
        (0..self.goals).all(|goal| places.clone().any(|place| place.fulfils[goal]))
    }

    fn moves(&self, at: &[u16], visit: &mut Visit<'_>) {
        // A list in which pieces overlap is no position, and has no moves.
        let Some(mut cover) = self.cover(at) else { return };
        let mut after = at.to_vec();
        for (piece, &kind) in self.kind_of.iter().enumerate() {
            let places = &self.kinds[kind];
            places[usize::from(at[piece])].cells.iter().for_each(|&cell| cover[cell] = false);
            let first = self.kind_of.partition_point(|&other| other < kind);
            let alike = first..self.kind_of.partition_point(|&other| other <= kind);
            for place in self.reach(places, at[piece], &cover) {
                after[piece] = place;
                after[alike.clone()].sort_unstable();
                visit(&after);
                after[alike.clone()].copy_from_slice(&at[alike.clone()]);
            }
            places[usize::from(at[piece])].cells.iter().for_each(|&cell| cover[cell] = true);
        }
    }

    /// Checks that a goal needs a piece where it never comes, whatever the others do. No data.
    fn check_own(&self, proof: &mut Own<'_, '_>) -> Result<(), Rejected> {
        let can = |goal: usize| self.kinds.iter().flatten().any(|place| place.fulfils[goal]);
        if proof.claim.is_none() && !(0..self.goals).all(can) {
            return Ok(());
        }
        reject("each goal can be fulfilled if other pieces are taken away")
    }
}
