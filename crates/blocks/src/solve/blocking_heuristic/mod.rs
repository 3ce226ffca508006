//! The blocking heuristic: a lower bound on the moves by the pieces that must move.
//!
//! ```text
//!     *..a.b*     Z must go right, so a and b must leave its row, and both can only go down.
//!     *ZZa.b*     There d is in the way of a. So Z, a, b and d move: at least four moves.
//!     *..dd.*
//!     *.....*
//! ```
//!
//! | property | |
//! |---|---|
//! | admissible | yes, see below |
//! | consistent | not claimed: the limit on choices may lower a value |
//! | memory | a cell set per placement; for goal pieces that turn, a flag per pair of placements |
//! | cost per node | at most 64 choices per tested threshold, each linear in the pieces |
//!
//! Why it is admissible: the pieces that move in a solution form a *closed* set. It contains the
//! goal pieces that are not at their goals; with a goal piece, every piece that blocks all its
//! paths; and with every piece that has to leave, for at least one of its directions, all pieces
//! that stand in that direction. So the size of the smallest closed set is a lower bound, in every
//! metric, since no move moves two pieces. A goal piece counts the moves that it needs alone.
//!
//! Pieces on one line never change their order. So a piece that moves along a line and stands where
//! another must pass across it has to leave all cells of that path, and every piece between it and
//! the first place beside the path moves as well (Rush Hour: a truck on the way out goes as far up
//! or down as the row of the red car asks, and pushes what stands there). If one of the two has
//! holes, or the piece may turn into other directions, only its first step is certain. A piece in
//! the way of a first step moves before that step, so the pieces that wait for it make no room.
//!
//! It is used beyond 2^19 positions only, where a sample shows that it pays, and never with a
//! store; most 6 x 6 boards of Rush Hour are solved before that by plain breadth-first search.
//!
//! Whether there is a closed set of a given size is decided by backtracking over pieces and
//! directions. On crowded boards that may take long, so it ends after [`MOST_CHOICES`] choices with
//! "perhaps", which keeps the bound admissible.

mod goal_piece;

use crate::encoding::{Encoding, Field, Layout};
use crate::rules::Board;
use goal_piece::{CellSet, GoalPiece, MOST_PAIRS, Placements};

/// Choices that are tried before a position is kept undecided.
const MOST_CHOICES: u32 = 64;
/// Pieces that a set has bits for.
const MOST_PIECES: usize = 128;

/// The heuristic of a puzzle; `W` words hold the cells of its grid.
pub(super) struct BlockingHeuristic<const W: usize> {
    /// The meaning of keys.
    encoding: Encoding,
    /// Words per key.
    words: usize,
    layout: Layout,
    /// The field of every piece that has one.
    field_of: Vec<usize>,
    /// The values of the fields in the start position.
    first: Vec<usize>,
    placements: Vec<Placements<W>>,
    goal_pieces: Vec<GoalPiece<W>>,
}

/// The placements of all pieces in a position.
struct PlacedPieces<const W: usize> {
    values: Vec<usize>,
    cells: Vec<CellSet<W>>,
    all: CellSet<W>,
}

/// A piece that has to leave some cells, or only its place.
#[derive(Clone, Copy)]
struct Obligation<const W: usize> {
    field: usize,
    leave: Option<CellSet<W>>,
    /// The pieces that cannot move before this one.
    waiting: u128,
}

/// A search for a closed set.
struct ClosureSearch<const W: usize> {
    obligations: Vec<Obligation<W>>,
    choices: u32,
    /// The largest size that a set may have.
    most: u64,
}

impl<const W: usize> BlockingHeuristic<W> {
    /// Returns the heuristic of a board. None if the cells do not fit, no goal names one piece, or
    /// there are too many pieces.
    pub(super) fn new(board: &Board, encoding: &Encoding) -> Option<Self> {
        let layout = Layout::new(board);
        if board.rows * board.columns > 64 * W || layout.fields.len() > MOST_PIECES {
            return None;
        }
        let placements: Vec<Placements<W>> =
            layout.fields.iter().map(|field| Placements::new(board, field)).collect();
        let mut goal_pieces: Vec<GoalPiece<W>> = Vec::new();
        let mut pairs = MOST_PAIRS;
        for goal_piece in board
            .goals
            .iter()
            .filter_map(|goal| GoalPiece::new(board, &layout, &placements, goal, &mut pairs))
        {
            // Every piece counts once.
            if goal_pieces.iter().all(|other| other.field != goal_piece.field) {
                goal_pieces.push(goal_piece);
            }
        }
        if goal_pieces.is_empty() {
            return None;
        }
        let mut field_of = vec![usize::MAX; board.pieces.len()];
        layout.fields.iter().enumerate().for_each(|(at, field)| field_of[field.piece] = at);
        let words = encoding.key(board).len();
        Some(Self {
            first: layout.values(board),
            encoding: encoding.clone(),
            words,
            layout,
            field_of,
            placements,
            goal_pieces,
        })
    }

    /// Returns an upper bound on the bytes of the heuristic of a board.
    pub(super) fn bytes(board: &Board) -> usize {
        let layout = Layout::new(board);
        let values = |field: &Field| field.mask as usize + 1;
        let all: usize = layout.fields.iter().map(values).sum();
        let largest = layout.fields.iter().map(values).max().unwrap_or(0);
        let goals = board.goals.len().min(layout.fields.len());
        let set = size_of::<Option<CellSet<W>>>();
        // Placements; by goal piece its paths and distances, and the lists of its table.
        let of_goal_piece = largest * (set + 16) + (all + layout.fields.len()) * size_of::<Vec<bool>>();
        all * set + goals * of_goal_piece + MOST_PAIRS
    }

    /// Drops the keys whose lower bound is above `left` moves.
    pub(super) fn prune(&self, keys: &mut Vec<u64>, left: u64) {
        let words = self.words;
        let mut placed = self.unplaced();
        let mut search = ClosureSearch { obligations: Vec::new(), choices: 0, most: left };
        let mut kept = 0;
        for at in (0..keys.len()).step_by(words) {
            self.place_pieces(&keys[at..at + words], &mut placed);
            if self.may_be_within(&placed, &mut search) {
                keys.copy_within(at..at + words, kept);
                kept += words;
            }
        }
        keys.truncate(kept);
    }

    /// Returns a lower bound on the moves from a position. None if the position is proven
    /// unsolvable, or the bound is above `most`.
    pub(super) fn lower_bound(&self, key: &[u64], most: u64) -> Option<u64> {
        let mut placed = self.unplaced();
        self.place_pieces(key, &mut placed);
        let mut search = ClosureSearch { obligations: Vec::new(), choices: 0, most: 0 };
        (0..=most).find(|&left| {
            search.most = left;
            self.may_be_within(&placed, &mut search)
        })
    }

    fn unplaced(&self) -> PlacedPieces<W> {
        let fields = self.placements.len();
        PlacedPieces { values: self.first.clone(), cells: vec![CellSet::NONE; fields], all: CellSet::NONE }
    }

    fn place_pieces(&self, key: &[u64], placed: &mut PlacedPieces<W>) {
        let values = &mut placed.values;
        match &self.encoding {
            Encoding::Rails(rails) => {
                rails.each_place(key[0], |piece, place| values[self.field_of[piece]] = place);
            }
            Encoding::Fields(_) => {
                values.iter_mut().zip(&self.layout.fields).for_each(|(to, field)| *to = field.value(key));
            }
        }
        placed.all = CellSet::NONE;
        for (at, placement) in self.placements.iter().enumerate() {
            let cells = placement.places[placed.values[at]].unwrap_or(CellSet::NONE);
            placed.cells[at] = cells;
            placed.all.add(&cells);
        }
    }

    /// Returns whether there may be a closed set within the size limit.
    fn may_be_within(&self, placed: &PlacedPieces<W>, search: &mut ClosureSearch<W>) -> bool {
        search.obligations.clear();
        search.choices = MOST_CHOICES;
        let (mut set, mut size) = (0_u128, 0);
        for goal_piece in &self.goal_pieces {
            match goal_piece.moves_alone(placed.values[goal_piece.field]) {
                None => return false,
                Some(0) => {}
                Some(moves) => {
                    size += moves;
                    set |= 1 << goal_piece.field;
                }
            }
        }
        if size > search.most {
            return false;
        }
        for goal_piece in self
            .goal_pieces
            .iter()
            .filter(|goal_piece| goal_piece.moves_alone(placed.values[goal_piece.field]) != Some(0))
        {
            let (blocking, leave) = match goal_piece.path(placed.values[goal_piece.field]) {
                Some(path) => (
                    self.on(placed, goal_piece.field, &path),
                    Some(path).filter(|_| self.placements[goal_piece.field].is_solid),
                ),
                None => {
                    search.obligations.push(Obligation { field: goal_piece.field, leave: None, waiting: 0 });
                    (goal_piece.blocking(&placed.values), None)
                }
            };
            size += self.add(blocking, leave, 0, &mut set, search);
        }
        size <= search.most && self.can_close(placed, search, 0, set, size)
    }

    /// Adds pieces to a set and their obligations to the list. Returns the number of new pieces.
    fn add(
        &self,
        pieces: u128,
        leave: Option<CellSet<W>>,
        waiting: u128,
        set: &mut u128,
        search: &mut ClosureSearch<W>,
    ) -> u64 {
        let mut new = pieces & !*set;
        *set |= new;
        let count = u64::from(new.count_ones());
        while new != 0 {
            let field = new.trailing_zeros() as usize;
            let leave = leave.filter(|_| self.placements[field].is_solid);
            search.obligations.push(Obligation { field, leave, waiting });
            new &= new - 1;
        }
        count
    }

    /// Returns the pieces on some cells, except `but`.
    fn on(&self, placed: &PlacedPieces<W>, but: usize, cells: &CellSet<W>) -> u128 {
        let there = placed.cells.iter().enumerate().filter(|(_, its)| its.meets(cells));
        there.fold(0, |set, (at, _)| set | 1 << at) & !(1 << but)
    }

    /// Returns whether a set can be closed, given that the obligations before `at` are met.
    fn can_close(
        &self,
        placed: &PlacedPieces<W>,
        search: &mut ClosureSearch<W>,
        at: usize,
        set: u128,
        size: u64,
    ) -> bool {
        let Some(obligation) = search.obligations.get(at).copied() else { return true };
        if search.choices == 0 {
            return true;
        }
        search.choices -= 1;
        let placement = &self.placements[obligation.field];
        let mut options = [(CellSet::NONE, 0_u128); 4];
        let mut count = 0;
        for &step in placement.steps() {
            let Some(swept) =
                placement.swept(placed.values[obligation.field], step, obligation.leave.as_ref())
            else {
                continue;
            };
            let blocking =
                if placed.all.meets(&swept) { self.on(placed, obligation.field, &swept) } else { 0 };
            if blocking & obligation.waiting != 0 {
                continue;
            }
            if blocking & !set == 0 {
                return self.can_close(placed, search, at + 1, set, size);
            }
            options[count] = (swept, blocking);
            count += 1;
        }
        // Directions with the fewest new pieces first; there are at most four.
        let options = &mut options[..count];
        let new = |option: &(CellSet<W>, u128)| (option.1 & !set).count_ones();
        for end in (1..count).rev() {
            for at in 0..end {
                if new(&options[at]) > new(&options[at + 1]) {
                    options.swap(at, at + 1);
                }
            }
        }
        let obligations = search.obligations.len();
        let waiting = if placement.takes_first_step(obligation.leave.is_some()) {
            obligation.waiting | 1 << obligation.field
        } else {
            0
        };
        for (swept, blocking) in options {
            let mut with = set;
            let leave = Some(*swept).filter(|_| placement.is_solid);
            let more = self.add(*blocking, leave, waiting, &mut with, search);
            if size + more <= search.most && self.can_close(placed, search, at + 1, with, size + more) {
                return true;
            }
            search.obligations.truncate(obligations);
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::course::textbook;
    use crate::testing::{any_board, board_on_rails, read};

    fn lower_bound(board: &Board, most: u64) -> Option<Option<u64>> {
        let lower_bound = |encoding: &Encoding| {
            let narrow =
                BlockingHeuristic::<1>::new(board, encoding)?.lower_bound(&encoding.key(board), most);
            let wide = BlockingHeuristic::<4>::new(board, encoding)?.lower_bound(&encoding.key(board), most);
            assert_eq!(narrow, wide, "the number of words does not matter");
            Some(narrow)
        };
        let fields = lower_bound(&Encoding::Fields(Layout::new(board)));
        assert_eq!(fields, lower_bound(&Encoding::new(board)), "nor does the meaning of keys");
        fields
    }

    /// Along a shortest solution, no lower bound is above the true distance.
    fn is_never_too_high(mut board: Board) -> Result<(), TestCaseError> {
        let Some(moves) = textbook::shortest_solution(&board) else { return Ok(()) };
        for (left, by) in (1..=moves.len() as u64).rev().zip(&moves) {
            if let Some(lower_bound) = lower_bound(&board, left) {
                prop_assert!(lower_bound.is_some(), "more than {left} moves from {board:?}");
            }
            board.play(by).expect("the textbook plays by the rules");
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn no_position_is_nearer_than_the_bound(board in any_board()) {
            is_never_too_high(board)?;
        }

        #[test]
        fn nor_is_one_on_rails(board in board_on_rails()) {
            is_never_too_high(board)?;
        }
    }

    #[test]
    fn pieces_in_the_way_are_counted() {
        for (text, moves) in [
            // The figure of the module: Z, a, b, and d below a.
            ("4 5\n2 1 2 1 h\n1 3 1 2 v\n1 5 1 2 v\n3 3 2 1 h\n", 4),
            // At the goal.
            ("4 5\n2 4 2 1 h\n1 3 1 2 v\n", 0),
            // Z needs two slides itself. The hole is four steps from it, so three others move
            // before it.
            (
                "3 3\n1 1 1 1 b\n1 2 1 1 b\n2 1 1 1 b\n2 2 1 1 b\n1 3 1 1 b\n3 1 1 1 b\n3 2 1 1 b\n2 3 1 1 b\ngoal 3 3\n",
                5,
            ),
        ] {
            let board = read(text);
            assert_eq!(lower_bound(&board, 99), Some(Some(moves)), "{text}");
        }
    }

    #[test]
    fn a_goal_that_several_pieces_can_meet_gives_no_bound() {
        assert_eq!(lower_bound(&read("3 3\n1 1 1 1 b\n3 1 1 1 b\ngoal 3 3 1 1\n"), 9), None);
    }
}
