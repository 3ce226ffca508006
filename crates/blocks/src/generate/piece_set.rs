//! Sets of pieces, random boards of them, random changes of a board, and the requirements on a new
//! board.

use fewest_core::{Fault, GenerateOptions, Seed};

use crate::rules::{Board, Freedom, Goal, Metric, Piece};

/// The kind of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PieceKind {
    /// Cars of two or three cells on rails; the first leaves at the right.
    Rush,
    /// Small rectangles that move in all directions; a square of four cells goes down to the middle
    /// of the last row.
    Klotski,
}

/// A kind of pieces and the size of the grid.
pub(super) struct PieceSet {
    kind: PieceKind,
    rows: usize,
    columns: usize,
}

/// Attempts to find a place for a piece.
const TRIES: usize = 40;

impl PieceSet {
    pub(super) fn new(rule: Option<&str>, size: Option<(usize, usize)>) -> Result<Self, Fault> {
        let is_klotski_sized = matches!(size, Some((4, 5) | (5, 4)));
        let kind = match rule {
            Some("rush") => PieceKind::Rush,
            Some("klotski") => PieceKind::Klotski,
            None if is_klotski_sized => PieceKind::Klotski,
            None => PieceKind::Rush,
            Some(other) => {
                return Err(
                    Fault::new(format!("blocks has no rule `{other}`")).remedy("say `rush` or `klotski`")
                );
            }
        };
        let usual = if kind == PieceKind::Klotski { (4, 5) } else { (6, 6) };
        let (columns, rows) = size.unwrap_or(usual);
        let least = if kind == PieceKind::Klotski { (2, 3) } else { (3, 1) };
        if columns < least.0 || rows < least.1 || columns.saturating_mul(rows) > 100 {
            let remedy = format!("from {} x {} up to 100 cells", least.0, least.1);
            return Err(Fault::new(format!("a {columns} x {rows} grid cannot be generated")).remedy(remedy));
        }
        Ok(Self { kind, rows, columns })
    }

    /// Returns the number of cells of the grid.
    pub(super) fn cells(&self) -> usize {
        self.rows * self.columns
    }

    /// Returns the limit on the positions of a board: larger state spaces are rarely harder, but
    /// always slower.
    pub(super) fn most_positions(&self) -> u64 {
        if self.kind == PieceKind::Klotski { 70_000 } else { 20_000 }
    }

    /// Returns a random board.
    pub(super) fn fresh(&self, requirements: &Requirements, seed: &mut Seed) -> Board {
        let middle = |length: usize, size: usize| (length - size) / 2;
        let mut board = match self.kind {
            PieceKind::Rush => {
                let row = if self.rows > 2 { middle(self.rows, 1) } else { seed.below(self.rows) };
                Board::new(self.rows, self.columns, vec![piece(row, 0, 2, 1, Freedom::Horizontal)])
            }
            PieceKind::Klotski => {
                let column = middle(self.columns, 2);
                let mut board =
                    Board::new(self.rows, self.columns, vec![piece(0, column, 2, 2, Freedom::Both)]);
                board.goals = vec![Goal::PieceAt { piece: 0, row: self.rows - 2, column }];
                board
            }
        };
        board.metric = requirements.metric;
        let cells = self.rows * self.columns;
        let usual = || match self.kind {
            PieceKind::Rush => cells / 5 + seed.below(cells / 7 + 1),
            PieceKind::Klotski => cells / 3 + seed.below(cells / 6 + 1),
        };
        let others = requirements.pieces.map_or_else(usual, |pieces| pieces - 1);
        for _ in 0..requirements.walls {
            self.add(&mut board, true, seed);
        }
        for _ in 0..others {
            self.add(&mut board, false, seed);
        }
        board
    }

    /// Returns the board with one or two pieces removed, added or exchanged. The number of walls
    /// stays, and so does the number of pieces if it was required.
    pub(super) fn changed(&self, board: &Board, requirements: &Requirements, seed: &mut Seed) -> Board {
        let mut board = board.clone();
        let (kind, twice) = (seed.below(4), 1 + usize::from(seed.below(3) == 0));
        let (drops, adds) = match (requirements.pieces, kind) {
            (None, 0) => (0, twice),
            (None, 1) => (twice, 0),
            (None, _) => (twice, 1 + usize::from(seed.below(3) == 0)),
            (Some(_), _) => (twice, twice),
        };
        let mut walls_gone = 0;
        for _ in 0..drops.min(board.pieces.len() - 1) {
            let gone = board.pieces.remove(1 + seed.below(board.pieces.len() - 1));
            walls_gone += usize::from(gone.freedom == Freedom::None);
        }
        let pieces_gone = drops - walls_gone.min(drops);
        let adds = if requirements.pieces.is_some() { pieces_gone } else { adds.saturating_sub(walls_gone) };
        for _ in 0..walls_gone {
            self.add(&mut board, true, seed);
        }
        for _ in 0..adds {
            self.add(&mut board, false, seed);
        }
        named(board)
    }

    /// Adds a piece at a random place, if one is found.
    fn add(&self, board: &mut Board, is_wall: bool, seed: &mut Seed) {
        let cover = board.cover();
        for _ in 0..TRIES {
            let (width, height, freedom) = if is_wall { (1, 1, Freedom::None) } else { self.shape(seed) };
            if width > self.columns || height > self.rows {
                continue;
            }
            let (row, column) = (seed.below(self.rows - height + 1), seed.below(self.columns - width + 1));
            // In the row of the car that has to get out, another car would block it for ever.
            let bars = self.kind == PieceKind::Rush && height == 1 && width > 1 && row == board.pieces[0].row;
            let new = piece(row, column, width, height, freedom);
            if !bars && new.cells().all(|(row, column)| cover[row * self.columns + column].is_none()) {
                board.pieces.push(new);
                break;
            }
        }
        *board = named(board.clone());
    }

    /// Returns width, height and freedom of a random piece.
    fn shape(&self, seed: &mut Seed) -> (usize, usize, Freedom) {
        match self.kind {
            PieceKind::Rush => {
                let length = 2 + usize::from(seed.below(3) == 0);
                match seed.below(2) {
                    0 => (length, 1, Freedom::Horizontal),
                    _ => (1, length, Freedom::Vertical),
                }
            }
            PieceKind::Klotski => {
                let (width, height) = [(1, 2), (2, 1), (1, 1), (1, 2), (2, 1)][seed.below(5)];
                (width, height, Freedom::Both)
            }
        }
    }
}

fn piece(row: usize, column: usize, width: usize, height: usize, freedom: Freedom) -> Piece {
    Piece { row, column, width, height, freedom, mask: None }
}

/// Returns the board with the names that its pieces have by their number.
pub(super) fn named(board: Board) -> Board {
    let names = Board::new(board.rows, board.columns, board.pieces.clone()).names;
    Board { names, ..board }
}

/// The requirements, checked.
pub(super) struct Requirements {
    pub(super) metric: Metric,
    /// The fewest moves.
    pub(super) moves: u64,
    /// Number of movable pieces and of walls.
    pub(super) pieces: Option<usize>,
    pub(super) walls: usize,
    /// Whether there must be exactly one shortest solution.
    pub(super) unique: bool,
}

impl Requirements {
    /// Checks the options; `cells` is the number of cells of the grid.
    ///
    /// # Errors
    /// If the pieces do not fit on the grid.
    pub(super) fn new(how: &GenerateOptions, cells: usize) -> Result<Self, Fault> {
        let asked = how.pieces.unwrap_or(1).saturating_add(how.walls.unwrap_or(0));
        if how.pieces == Some(0) || asked > cells {
            return Err(Fault::new(format!("{asked} pieces and walls do not fit on {cells} cells"))
                .remedy("ask for at least one piece, and for fewer"));
        }
        Ok(Self {
            metric: Metric::named(how.metric.as_deref()),
            moves: how.moves.unwrap_or(10),
            pieces: how.pieces,
            walls: how.walls.unwrap_or(0),
            unique: how.unique,
        })
    }

    /// Returns the distance of a board to the requirements; moves count most.
    pub(super) fn distance(&self, board: &Board, difficulty: Difficulty) -> (u64, usize, bool) {
        let (movable, walls) = counts(board);
        let pieces = self.pieces.map_or(0, |pieces| pieces.abs_diff(movable));
        let is_ambiguous = self.unique && difficulty.answers != Some(1);
        (difficulty.moves.abs_diff(self.moves), pieces + walls.abs_diff(self.walls), is_ambiguous)
    }

    /// Returns what a board lacks, in words. None if it meets the requirements.
    pub(super) fn lacks(&self, board: &Board, difficulty: Difficulty) -> Option<String> {
        let (movable, walls) = counts(board);
        let count = |number: u64, one: &str| format!("{number} {one}{}", if number == 1 { "" } else { "s" });
        let mut lacks = Vec::new();
        if difficulty.moves != self.moves {
            lacks.push(format!("needs {}, not {}", count(difficulty.moves, "move"), self.moves));
        } else if self.unique && difficulty.answers != Some(1) {
            let answers =
                difficulty.answers.map_or_else(|| "very many".to_owned(), |answers| answers.to_string());
            lacks.push(format!("has {answers} shortest answers, not one"));
        }
        if let Some(pieces) = self.pieces.filter(|&pieces| pieces != movable) {
            lacks.push(format!("has {}, not {pieces}", count(movable as u64, "piece")));
        }
        if walls != self.walls {
            lacks.push(format!("has {}, not {}", count(walls as u64, "wall"), self.walls));
        }
        (!lacks.is_empty()).then(|| lacks.join(", "))
    }
}

/// The measured difficulty of a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Difficulty {
    /// The fewest moves.
    pub(super) moves: u64,
    /// The number of shortest solutions, if it was required.
    pub(super) answers: Option<u128>,
}

/// Returns the number of movable pieces and of walls.
fn counts(board: &Board) -> (usize, usize) {
    let walls = board.pieces.iter().filter(|piece| piece.freedom == Freedom::None).count();
    (board.pieces.len() - walls, walls)
}
