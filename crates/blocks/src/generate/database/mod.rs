//! The database of all minimal Rush Hour puzzles of a size without walls (Fogleman 2018).
//!
//! Positions that are reachable from each other form one puzzle class. It is represented by its
//! hardest position, if that has a solution and every car is needed: without any of them it would
//! be easier. A line has the form of the public database: fewest moves, board, number of positions.
//!
//! | file | what it holds |
//! |---|---|
//! | `arrangements` | arrangements of cars in one line, numbered, and which of them are reachable |
//! | `macro_state` | what is reachable from a board, many positions at a time |
//! | `puzzle_class` | the verdict on a board, by breadth-first search in slides |
//! | `textbook` | the same verdict, one position at a time, for tests |
//!
//! Classes are enumerated by *canonical boards*: all boards on which no car can move left or up.
//!
//! In every set of positions that are reachable from each other the smallest one has this property.
//! So it is enough to enumerate such boards, of which there are few: 243,502,786 of 27 thousand
//! million on 6 x 6. Full rows and columns never move and never open; boards with one are left out,
//! and so are boards with a second car in the row of the first, which would block it or be
//! redundant.
//!
//! A row is taken from the list of arrangements. A car behind a gap needs a car of the column in
//! that gap; by the cells that are covered and the cells that must be, each column has its own
//! list.

mod arrangements;
mod macro_state;
mod puzzle_class;
#[cfg(test)]
mod textbook;

use std::ops::{AddAssign, Range};
use std::sync::{Mutex, PoisonError};

use fewest_core::Fault;
use fewest_core::generate::{Collection, Enumeration};
use fewest_search::threads::{self, ThreadPoll};
use fewest_search::{Context, Stop};

use arrangements::{Arrangement, Arrangements, LinePlacements, PackedBoard, all_arrangements};
use puzzle_class::{PuzzleClass, Verdict};

/// All boards of a size.
#[derive(Debug)]
pub struct Database {
    boards: CanonicalBoards,
    placements: LinePlacements,
}

/// Counts of boards; every number counts a subset of the one before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Boards on which no car can move left or up.
    pub boards: u64,
    /// Boards that were examined.
    pub looked_at: u64,
    /// Boards that are the smallest of their class, which is the number of puzzles.
    pub first: u64,
    /// Puzzles with a solution.
    pub solvable: u64,
    /// Puzzles without a redundant car.
    pub minimal: u64,
}

impl AddAssign for Figures {
    fn add_assign(&mut self, more: Self) {
        self.boards += more.boards;
        self.looked_at += more.looked_at;
        self.first += more.first;
        self.solvable += more.solvable;
        self.minimal += more.minimal;
    }
}

/// Boards that are examined between two polls of the context.
const BOARDS_A_LOOK: u64 = 16;

/// The database as a collection.
pub const COLLECTION: Collection = Collection {
    id: "rush-database",
    about: "every Rush Hour puzzle of a size without walls, as hard as its cars can make it",
    size: (5, 5),
    is_square: true,
    open: |(_, rows)| Database::new(rows).map(|database| Box::new(database) as _),
};

impl Enumeration for Database {
    fn parts(&self) -> usize {
        self.parts()
    }

    fn lines(&self, parts: Range<usize>, every: u64, cx: &Context<'_>) -> Result<(String, Vec<u64>), Stop> {
        let (lines, Figures { boards, looked_at, first, solvable, minimal }) =
            self.lines(parts, every, cx)?;
        Ok((lines, vec![boards, looked_at, first, solvable, minimal]))
    }

    fn no_counts(&self) -> Vec<u64> {
        vec![0; 5]
    }

    fn say(&self, counts: &[u64]) -> String {
        let [boards, looked_at, first, solvable, minimal] = counts else { return String::new() };
        format!(
            "{boards} boards, {looked_at} looked at; {first} puzzles, {solvable} with a solution, \
             {minimal} minimal"
        )
    }
}

impl Database {
    /// Returns the database of a square grid.
    ///
    /// # Errors
    /// If the grid is too small for cars or too large for the keys.
    pub fn new(size: usize) -> Result<Self, Fault> {
        if !(3..=6).contains(&size) {
            return Err(Fault::new(format!("there is no database of {size} x {size} boards"))
                .remedy("from 3x3 to 6x6"));
        }
        let boards = CanonicalBoards::new(size);
        Ok(Self { placements: LinePlacements::new(&boards.arrangements), boards })
    }

    /// Returns the number of parts into which the work is divided.
    pub fn parts(&self) -> usize {
        self.boards.blocks()
    }

    /// Examines every `every`-th board of some parts. Returns the lines, in the order of the
    /// boards, and the counts.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn lines(
        &self,
        parts: Range<usize>,
        every: u64,
        cx: &Context<'_>,
    ) -> Result<(String, Figures), Stop> {
        let mut texts = vec![String::new(); parts.len()];
        let total = Mutex::new(Figures::default());
        threads::try_sum_over(cx, parts.zip(&mut texts), |(part, text), turn| {
            let figures = self.part(part, every.max(1), text, turn)?;
            *total.lock().unwrap_or_else(PoisonError::into_inner) += figures;
            Ok(figures.looked_at)
        })?;
        Ok((texts.concat(), total.into_inner().unwrap_or_else(PoisonError::into_inner)))
    }

    fn part(
        &self,
        part: usize,
        every: u64,
        text: &mut String,
        turn: &ThreadPoll<'_>,
    ) -> Result<Figures, Stop> {
        let mut class = PuzzleClass::new(&self.boards.arrangements, &self.placements);
        let mut figures = Figures::default();
        let mut asked = turn.ask();
        let boards = self.boards.visit(part, every, |board| {
            if asked.is_ok() && figures.looked_at % BOARDS_A_LOOK == 0 {
                asked = turn.ask();
            }
            // The remaining boards are skipped, which takes next to no time.
            if asked.is_err() {
                return;
            }
            let verdict = class.judge(board);
            let is = |holds: bool| u64::from(holds);
            figures += Figures {
                boards: 0,
                looked_at: 1,
                first: is(verdict != Verdict::NotFirst),
                solvable: is(!matches!(verdict, Verdict::NotFirst | Verdict::Unsolvable)),
                minimal: is(matches!(verdict, Verdict::Minimal { .. })),
            };
            if let Verdict::Minimal { moves, positions, board } = verdict {
                let cars = self.boards.arrangements.cars(board);
                text.push_str(&format!("{moves} {} {positions}\n", self.boards.arrangements.word(&cars)));
            }
        });
        asked.map(|()| Figures { boards, ..figures })
    }
}

/// All boards of a size, in blocks: the boards of a block have the same first and last row.
#[derive(Debug)]
struct CanonicalBoards {
    pub(super) arrangements: Arrangements,
    /// The numbers of all arrangements in the order in which they are enumerated.
    order: Vec<u8>,
    /// Those of a column, by the cells that are covered and the cells that must be.
    fitting: Vec<Vec<u8>>,
}

/// Covered and needed cells of every column.
#[derive(Clone, Copy, Default)]
struct Columns {
    taken: [u32; 8],
    needed: [u32; 8],
}

impl CanonicalBoards {
    pub(super) fn new(size: usize) -> Self {
        let arrangements = Arrangements::new(size);
        let leaves_a_cell =
            |cars: &Vec<(u8, u8)>| cars.iter().map(|car| usize::from(car.1)).sum::<usize>() < size;
        let order: Vec<u8> = all_arrangements(size, 0)
            .iter()
            .filter(|cars| leaves_a_cell(cars))
            .map(|cars| arrangements.number(cars))
            .collect();
        let all = 1_u32 << size;
        let fits = |taken: u32, needed: u32, line: &Arrangement| {
            line.taken & taken == 0 && line.taken & needed == needed && line.gaps() & !taken == 0
        };
        let fitting = (0..all * all).map(|at| {
            let (taken, needed) = (at / all, at % all);
            let numbers = order.iter().copied();
            numbers.filter(|&number| fits(taken, needed, &arrangements.list[usize::from(number)])).collect()
        });
        Self { fitting: fitting.collect(), order, arrangements }
    }

    /// Returns the number of blocks.
    pub(super) fn blocks(&self) -> usize {
        self.order.len().pow(2)
    }

    /// Calls `visit` with every `every`-th board of a block. Returns the number of all boards of
    /// the block.
    pub(super) fn visit(&self, block: usize, every: u64, mut visit: impl FnMut(PackedBoard)) -> u64 {
        let size = self.arrangements.size;
        let edges = [block / self.order.len(), block % self.order.len()];
        let mut seen = 0_u64;
        self.rows(0, edges, 0, Columns::default(), &mut |rows, columns| {
            let mut lists: [&[u8]; 8] = [&[]; 8];
            let mut count = 1;
            for (at, list) in lists.iter_mut().enumerate().take(size) {
                let case = columns.taken[at] << size | columns.needed[at];
                *list = &self.fitting[case as usize];
                count *= list.len() as u64;
            }
            let mut next = seen.div_ceil(every) * every;
            while next < seen + count {
                let mut board = rows;
                let mut rest = next - seen;
                for (line, list) in lists[..size].iter().enumerate() {
                    let chosen = list[(rest % list.len() as u64) as usize];
                    rest /= list.len() as u64;
                    board |= u64::from(chosen) << self.arrangements.shift(false, line);
                }
                visit(board);
                next += every;
            }
            seen += count;
        });
        seen
    }

    /// Enumerates the choices of the rows from `row` on.
    fn rows(
        &self,
        row: usize,
        edges: [usize; 2],
        board: PackedBoard,
        columns: Columns,
        visit: &mut dyn FnMut(PackedBoard, &Columns),
    ) {
        let Arrangements { size, ref list } = self.arrangements;
        if row == size {
            return visit(board, &columns);
        }
        let chosen = match row {
            0 => &self.order[edges[0]..=edges[0]],
            _ if row + 1 == size => &self.order[edges[1]..=edges[1]],
            _ => &self.order[..],
        };
        let mut go_on = |number: u8| {
            let arrangement = &list[usize::from(number)];
            let (taken, needed) = (arrangement.taken, arrangement.gaps());
            let mut columns = columns;
            for column in 0..size {
                columns.taken[column] |= (taken >> column & 1) << row;
                columns.needed[column] |= (needed >> column & 1) << row;
            }
            let board = board | u64::from(number) << self.arrangements.shift(true, row);
            self.rows(row + 1, edges, board, columns, visit);
        };
        if row == self.arrangements.middle() {
            (0..=size - 2).for_each(|place| go_on(self.arrangements.number(&[(place as u8, 2)])));
        } else {
            chosen.iter().for_each(|&number| go_on(number));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use fewest_core::{Family, ReadOptions, Source};

    use super::*;
    use crate::course::textbook as course_textbook;
    use crate::rules::Blocks;

    fn all(size: usize) -> (Vec<String>, Figures) {
        let database = Database::new(size).unwrap();
        let (text, figures) = database.lines(0..database.parts(), 1, &Context::default()).unwrap();
        (text.lines().map(str::to_owned).collect(), figures)
    }

    fn fewest(word: &str) -> Option<u64> {
        let how = ReadOptions { format: Some("rush".to_owned()), ..ReadOptions::default() };
        let board = Blocks::read(&[Source::new("word", word)], &how).instances.remove(0).board;
        course_textbook::shortest_solution(&board).map(|moves| moves.len() as u64)
    }

    /// Returns every board of a size as a set of cars, by placing cars one after the other.
    fn boards(size: u8) -> BTreeSet<Vec<(bool, u8, u8, u8)>> {
        let mut cars = Vec::new();
        for across in [true, false] {
            for line in 0..size {
                for length in [2, 3] {
                    for place in 0..=size - length {
                        if !across || line != (size - 1) / 2 {
                            cars.push((across, line, place, length));
                        }
                    }
                }
            }
        }
        let cells = |&(across, line, place, length): &(bool, u8, u8, u8)| -> u32 {
            let cell = |at| if across { line * size + at } else { at * size + line };
            (place..place + length).map(|at| 1_u32 << cell(at)).sum()
        };
        let mut all = BTreeSet::new();
        let firsts = (0..=size - 2).map(|place| vec![(true, (size - 1) / 2, place, 2)]);
        let mut open: Vec<(Vec<_>, usize)> = firsts.map(|first| (first, 0)).collect();
        while let Some((board, from)) = open.pop() {
            let taken: u32 = board.iter().map(cells).sum();
            for (at, car) in cars.iter().enumerate().skip(from).filter(|(_, car)| cells(car) & taken == 0) {
                open.push(([&board[..], &[*car]].concat(), at + 1));
            }
            let line_is_full = |across: bool, line: u8| {
                let on_it = board.iter().filter(|car| (car.0, car.1) == (across, line));
                on_it.map(|car| car.3).sum::<u8>() == size
            };
            if ![true, false].iter().any(|&across| (0..size).any(|line| line_is_full(across, line))) {
                all.insert(board);
            }
        }
        all
    }

    #[test]
    fn on_four_by_four_it_is_what_trying_every_board_gives() {
        // Puzzles are sets of mutually reachable positions, found here by a union of neighbours.
        let boards: Vec<_> = boards(4).into_iter().collect();
        let number: BTreeMap<_, usize> = boards.iter().cloned().zip(0..).collect();
        let mut puzzle: Vec<usize> = (0..boards.len()).collect();
        fn root(puzzle: &mut [usize], mut at: usize) -> usize {
            while puzzle[at] != at {
                puzzle[at] = puzzle[puzzle[at]];
                at = puzzle[at];
            }
            at
        }
        for (at, board) in boards.iter().enumerate() {
            for car in 0..board.len() {
                let mut moved = board.clone();
                moved[car].2 += 1;
                // In the order in which `boards` places cars.
                moved[1..].sort_by_key(|&(across, line, place, length)| (!across, line, length, place));
                if let Some(&other) = number.get(&moved) {
                    let (a, b) = (root(&mut puzzle, at), root(&mut puzzle, other));
                    puzzle[a] = b;
                }
            }
        }
        let count = (0..boards.len()).filter(|&at| puzzle[at] == at).count();
        let (_, figures) = all(4);
        assert_eq!(figures.first, count as u64);
    }

    #[test]
    fn lines_are_minimal_puzzles_of_as_many_moves_as_they_say() {
        let (lines, figures) = all(4);
        assert_eq!((lines.len() as u64, figures.boards, figures.looked_at), (figures.minimal, 1349, 1349));
        for line in &lines {
            let (moves, word) = line.split_once(' ').unwrap();
            let word = word.split_once(' ').unwrap().0;
            let moves: u64 = moves.parse().unwrap();
            assert_eq!(fewest(word), Some(moves), "{line}");
            for car in 'B'..='Z' {
                if word.contains(car) {
                    assert!(fewest(&word.replace(car, "o")) < Some(moves), "{line} without {car}");
                }
            }
        }
        assert_eq!(lines.iter().collect::<BTreeSet<_>>().len(), lines.len(), "no puzzle comes twice");
    }

    #[test]
    fn verdicts_are_those_of_looking_at_every_position() {
        for (size, every) in [(3, 1), (4, 1), (5, 97), (6, 1_000_000)] {
            let Database { boards, placements, .. } = &Database::new(size).unwrap();
            let mut class = PuzzleClass::new(&boards.arrangements, placements);
            for block in 0..boards.blocks() {
                boards.visit(block, every, |board| {
                    let cars = boards.arrangements.cars(board);
                    let verdict = match class.judge(board) {
                        Verdict::Minimal { moves, positions, board } => {
                            Ok((moves, positions, boards.arrangements.cars(board)))
                        }
                        other => Err(other),
                    };
                    assert_eq!(verdict, textbook::judge(size, &cars), "{}", boards.arrangements.word(&cars));
                });
            }
        }
    }

    #[test]
    fn as_many_boards_as_others_counted() {
        // 243,502,785 plus 1: their numbers begin at 0.
        let count = |size| {
            let boards = CanonicalBoards::new(size);
            (0..boards.blocks()).map(|block| boards.visit(block, u64::MAX, |_| {})).sum::<u64>()
        };
        assert_eq!((count(4), count(5), count(6)), (1349, 268_109, 243_502_786));
    }

    #[test]
    fn threads_and_samples_change_no_line() {
        let database = Database::new(4).unwrap();
        let threads = |threads| {
            let cx = Context::new(threads, 0, &|_| std::ops::ControlFlow::Continue(()));
            database.lines(0..database.parts(), 1, &cx).unwrap()
        };
        assert_eq!(threads(1), threads(3));
        let (some, figures) = database.lines(0..database.parts(), 3, &Context::default()).unwrap();
        let (all, _) = threads(1);
        assert!(figures.looked_at < figures.boards / 2);
        assert!(some.lines().all(|line| all.lines().any(|other| other == line)));
    }
}
