//! Trays in the format of the Berkeley course (CS 61B): rows and columns, then one block per line;
//! and a goal, which lists where blocks must be. Blocks are distinguished by their size only. Both
//! count from 0 and stand in two texts, or in one with a line `goal` between them.
//!
//! A block is `top left bottom right` in later years of the course and `height width top left` in
//! earlier ones.

use std::fmt::Write as _;
use std::io;

use fewest_core::{Claim, Fault, Source, Span, Sure, Written};

use crate::formats::course::{Words, grid};
use crate::formats::picture;
use crate::rules::{Board, Freedom, Goal, Piece};

/// The order of the numbers of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// `top left bottom right`.
    Corners,
    /// `height width top left`.
    Sized,
}

impl Dialect {
    /// Both dialects.
    pub(crate) const ALL: [Self; 2] = [Self::Corners, Self::Sized];

    /// Returns the id of the format.
    pub(crate) const fn id(self) -> &'static str {
        match self {
            Self::Corners => "tray",
            Self::Sized => "tray-sized",
        }
    }

    fn block(self, words: &Words<'_>, rows: usize, columns: usize) -> Result<Piece, Fault> {
        if words.count() != 4 {
            return Err(
                words.fault(usize::MAX, format!("a block has 4 numbers, this line has {}", words.count()))
            );
        }
        let mut values = [0; 4];
        for (at, value) in values.iter_mut().enumerate() {
            let number = words.number(at, "the number")?;
            *value =
                usize::try_from(number).map_err(|_| words.fault(at, format!("{number} is less than 0")))?;
        }
        let [a, b, c, d] = values;
        let (row, column, bottom, right) = match self {
            Self::Corners => (a, b, c.saturating_add(1), d.saturating_add(1)),
            Self::Sized => (c, d, c.saturating_add(a), d.saturating_add(b)),
        };
        if bottom <= row || right <= column {
            return Err(words.fault(0, "the block has no cell"));
        }
        if bottom > rows || right > columns {
            return Err(
                words.fault(0, format!("the block lies outside the tray, which is {rows} x {columns}"))
            );
        }
        let freedom = Freedom::Both;
        Ok(Piece { row, column, width: right - column, height: bottom - row, freedom, mask: None })
    }

    fn line(self, row: usize, column: usize, height: usize, width: usize) -> String {
        match self {
            Self::Corners => format!("{row} {column} {} {}\n", row + height - 1, column + width - 1),
            Self::Sized => format!("{height} {width} {row} {column}\n"),
        }
    }

    /// Reads a tray and its goal.
    pub(crate) fn read(self, sources: &[Source]) -> Result<Board, Fault> {
        let (board, goals) = self.parts(sources)?;
        let goals = goals.ok_or_else(|| {
            Fault::new("this is a tray without its goal")
                .remedy("give the goal file after it, or put it behind a line `goal`")
        })?;
        if goals.is_empty() {
            return Err(Fault::new("the goal asks for no block").remedy("give one block per line"));
        }
        Ok(Board { goals, ..board })
    }

    /// Returns the tray, and the goal if there is one.
    fn parts(self, sources: &[Source]) -> Result<(Board, Option<Vec<Goal>>), Fault> {
        let [tray, rest @ ..] = sources else { return Err(Fault::new("there is no text")) };
        let mut lines = words(tray);
        let header = lines.next().ok_or_else(|| Fault::new("the tray is empty"))?;
        let (rows, columns) = grid(&header)?;
        if header.count() != 2 {
            return Err(
                header.fault(2, "the first line gives the rows and the columns of the tray, nothing else")
            );
        }
        let mut board = Board::new(rows, columns, Vec::new());
        let mut cover = vec![false; rows * columns];
        let mut goals = None;
        for line in lines {
            if goals.is_none() && line.count() == 1 && line.text(0) == Some("goal") {
                goals = Some(Vec::new());
                continue;
            }
            let block = self.block(&line, rows, columns)?;
            if let Some(goals) = &mut goals {
                goals.push(shape_at(&block));
                continue;
            }
            for (row, column) in block.cells() {
                if std::mem::replace(&mut cover[row * columns + column], true) {
                    let what = format!("the block overlaps another one at row {row}, column {column}");
                    return Err(line.fault(0, what));
                }
            }
            board.pieces.push(block);
        }
        if board.pieces.is_empty() {
            return Err(Fault::new("there is no block in the tray"));
        }
        for (number, source) in rest.iter().enumerate() {
            let here = |fault: Fault| Fault {
                at: fault.at.map(|span| Span { source: number + 1, ..span }),
                ..fault
            };
            for line in words(source) {
                let block = self.block(&line, rows, columns).map_err(here)?;
                goals.get_or_insert_default().push(shape_at(&block));
            }
        }
        Ok((Board::new(rows, columns, board.pieces), goals))
    }

    /// Writes a tray with its goal, if that can express the board.
    pub(crate) fn write(self, board: &Board, out: &mut dyn io::Write) -> io::Result<Written> {
        let mut text = format!("{} {}\n", board.rows, board.columns);
        for piece in &board.pieces {
            text += &self.line(piece.row, piece.column, piece.height, piece.width);
        }
        let _ = writeln!(text, "goal");
        for goal in &board.goals {
            let Goal::ShapeAt { row, column, width, height } = *goal else {
                return Ok(Written::No(
                    "a tray asks for blocks of some size, not for a certain piece".to_owned(),
                ));
            };
            text += &self.line(row, column, height, width);
        }
        picture::write_if_same(board, &text, |source| self.read(std::slice::from_ref(source)), out)
    }
}

fn shape_at(block: &Piece) -> Goal {
    Goal::ShapeAt { row: block.row, column: block.column, width: block.width, height: block.height }
}

fn words(source: &Source) -> impl Iterator<Item = Words<'_>> {
    source.lines().map(Words::of).filter(|words| words.count() > 0)
}

/// Claims numbers that make a tray of blocks that do not overlap: hardly any other text does.
pub(crate) fn claims(sources: &[Source]) -> Vec<Claim> {
    const MOST_BYTES: usize = 1 << 20;
    if sources.iter().any(|source| source.bytes.len() > MOST_BYTES) {
        return Vec::new();
    }
    let fits = |dialect: &Dialect| dialect.parts(sources).is_ok();
    Dialect::ALL
        .into_iter()
        .filter(fits)
        .map(|dialect| Claim { format: dialect.id(), sure: Sure::Certain })
        .collect()
}
