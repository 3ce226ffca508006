//! How many moves a position needs at least, by the pieces that stand in the way.
//!
//! ```text
//!     *..a.b*     Z wants to the right, so a and b must leave its row, and both can only go down. There d is in a's way.
//!     *ZZa.b*     Whatever is played, Z, a, b and d move: at least four moves.
//!     *..dd.*
//!     *.....*
//! ```
//!
//! The pieces that move in a solution are a *closed* set: it has the goal pieces that are not at home; with a goal piece those that bar every
//! way home; and with every piece that has to leave, for one of the directions it can take, all that stand in that direction. So the smallest
//! closed set is a lower bound, in every metric, since no move moves two pieces. A goal piece counts as many moves as it needs if it is alone.
//!
//! A piece on a line that stands where another must pass has to leave all the cells of that way, unless one of the two has holes, and
//! then whatever stands between it and the first place beside the way moves as well. Other pieces may get away by turns, so that only
//! their first step is sure. Whoever stands in the way of a first step moves before that, so those who wait make no room.
//!
//! Whether there is a closed set of so many pieces is found by trying, piece after piece, direction after direction. That may take long on
//! crowded boards, so it ends after some choices with "perhaps", which is as true.

mod goal_piece;
mod placements;

use crate::encoding::{Code, Layout};
use crate::rules::Board;
use goal_piece::Want;
use placements::{Cells, Mover};

/// Choices tried before a position is kept untold.
const MOST_CHOICES: u32 = 64;
/// Pieces that a set has bits for.
const MOST_PIECES: usize = 128;

/// The bound of a puzzle; `W` words hold the cells of its grid.
pub(super) struct Blockers<const W: usize> {
    /// What keys mean.
    code: Code,
    /// The words of a key.
    words: usize,
    layout: Layout,
    /// The field of every piece that has one, and where it stood at the beginning.
    field_of: Vec<usize>,
    first: Vec<usize>,
    movers: Vec<Mover<W>>,
    wants: Vec<Want<W>>,
}

/// Where all pieces stand.
struct Standing<const W: usize> {
    values: Vec<usize>,
    cells: Vec<Cells<W>>,
    all: Cells<W>,
}

/// A piece that has to leave some cells, or only its place.
#[derive(Clone, Copy)]
struct Need<const W: usize> {
    field: usize,
    leave: Option<Cells<W>>,
    /// The pieces that cannot move before this one does.
    waiting: u128,
}

/// A search for a closed set.
struct Closing<const W: usize> {
    needs: Vec<Need<W>>,
    choices: u32,
    /// The size that a set may have.
    most: u64,
}

impl<const W: usize> Blockers<W> {
    /// The bound of a board whose cells fit; nothing if no goal asks for a piece of its own, or there are too many pieces.
    pub(super) fn new(board: &Board, code: &Code) -> Option<Self> {
        let layout = Layout::new(board);
        if board.rows * board.columns > 64 * W || layout.fields.len() > MOST_PIECES {
            return None;
        }
        let movers: Vec<Mover<W>> = layout.fields.iter().map(|field| Mover::new(board, field)).collect();
        let mut wants: Vec<Want<W>> = Vec::new();
        for want in board.goals.iter().filter_map(|goal| Want::new(board, &layout, &movers, goal)) {
            // Every piece counts once.
            if wants.iter().all(|other| other.field != want.field) {
                wants.push(want);
            }
        }
        if wants.is_empty() {
            return None;
        }
        let mut field_of = vec![usize::MAX; board.pieces.len()];
        layout.fields.iter().enumerate().for_each(|(at, field)| field_of[field.piece] = at);
        let words = code.key(board).len();
        Some(Self { first: layout.values(board), code: code.clone(), words, layout, field_of, movers, wants })
    }

    /// Drops the keys from which no goal is within so many moves.
    pub(super) fn prune(&self, keys: &mut Vec<u64>, left: u64) {
        let words = self.words;
        let mut standing = self.standing();
        let mut closing = Closing { needs: Vec::new(), choices: 0, most: left };
        let mut kept = 0;
        for at in (0..keys.len()).step_by(words) {
            self.stand(&keys[at..at + words], &mut standing);
            if self.is_near(&standing, &mut closing) {
                keys.copy_within(at..at + words, kept);
                kept += words;
            }
        }
        keys.truncate(kept);
    }

    /// At least so many moves are needed from a position; nothing if it is seen to be hopeless, or more than `most`.
    pub(super) fn least(&self, key: &[u64], most: u64) -> Option<u64> {
        let mut standing = self.standing();
        self.stand(key, &mut standing);
        let mut closing = Closing { needs: Vec::new(), choices: 0, most: 0 };
        (0..=most).find(|&left| {
            closing.most = left;
            self.is_near(&standing, &mut closing)
        })
    }

    fn standing(&self) -> Standing<W> {
        let fields = self.movers.len();
        Standing { values: self.first.clone(), cells: vec![Cells::NONE; fields], all: Cells::NONE }
    }

    fn stand(&self, key: &[u64], standing: &mut Standing<W>) {
        let values = &mut standing.values;
        match &self.code {
            Code::Rails(rails) => {
                rails.each_place(key[0], |piece, place| values[self.field_of[piece]] = place);
            }
            Code::Fields(_) => {
                values.iter_mut().zip(&self.layout.fields).for_each(|(to, field)| *to = field.value(key));
            }
        }
        standing.all = Cells::NONE;
        for (at, mover) in self.movers.iter().enumerate() {
            let cells = mover.places[standing.values[at]].unwrap_or(Cells::NONE);
            standing.cells[at] = cells;
            standing.all.add(&cells);
        }
    }

    /// Whether there may be a closed set that is small enough.
    fn is_near(&self, standing: &Standing<W>, closing: &mut Closing<W>) -> bool {
        closing.needs.clear();
        closing.choices = MOST_CHOICES;
        let (mut set, mut size) = (0_u128, 0);
        for want in &self.wants {
            match want.alone(standing.values[want.field]) {
                None => return false,
                Some(0) => {}
                Some(moves) => {
                    size += moves;
                    set |= 1 << want.field;
                }
            }
        }
        if size > closing.most {
            return false;
        }
        for want in self.wants.iter().filter(|want| want.alone(standing.values[want.field]) != Some(0)) {
            let (barring, leave) = match want.way(standing.values[want.field]) {
                Some(way) => (
                    self.on(standing, want.field, &way),
                    Some(way).filter(|_| self.movers[want.field].is_solid),
                ),
                None => {
                    closing.needs.push(Need { field: want.field, leave: None, waiting: 0 });
                    (want.barring(&standing.values), None)
                }
            };
            size += self.add(barring, leave, 0, &mut set, closing);
        }
        size <= closing.most && self.close(standing, closing, 0, set, size)
    }

    /// Adds pieces to a set and what they need to the list; the number of new ones.
    fn add(
        &self,
        pieces: u128,
        leave: Option<Cells<W>>,
        waiting: u128,
        set: &mut u128,
        closing: &mut Closing<W>,
    ) -> u64 {
        let mut new = pieces & !*set;
        *set |= new;
        let count = u64::from(new.count_ones());
        while new != 0 {
            let field = new.trailing_zeros() as usize;
            let leave = leave.filter(|_| self.movers[field].is_solid);
            closing.needs.push(Need { field, leave, waiting });
            new &= new - 1;
        }
        count
    }

    /// The pieces on some cells, but for one.
    fn on(&self, standing: &Standing<W>, but: usize, cells: &Cells<W>) -> u128 {
        let there = standing.cells.iter().enumerate().filter(|(_, its)| its.meets(cells));
        there.fold(0, |set, (at, _)| set | 1 << at) & !(1 << but)
    }

    /// Whether a set can be closed, given that the needs before `at` are met.
    fn close(
        &self,
        standing: &Standing<W>,
        closing: &mut Closing<W>,
        at: usize,
        set: u128,
        size: u64,
    ) -> bool {
        let Some(need) = closing.needs.get(at).copied() else { return true };
        if closing.choices == 0 {
            return true;
        }
        closing.choices -= 1;
        let mover = &self.movers[need.field];
        let mut ways = [(Cells::NONE, 0_u128); 4];
        let mut count = 0;
        for &step in mover.steps() {
            let Some(swept) = mover.swept(standing.values[need.field], step, need.leave.as_ref()) else {
                continue;
            };
            let barring = if standing.all.meets(&swept) { self.on(standing, need.field, &swept) } else { 0 };
            if barring & need.waiting != 0 {
                continue;
            }
            if barring & !set == 0 {
                return self.close(standing, closing, at + 1, set, size);
            }
            ways[count] = (swept, barring);
            count += 1;
        }
        // Those that move the fewest others first; there are four at most.
        let ways = &mut ways[..count];
        let new = |way: &(Cells<W>, u128)| (way.1 & !set).count_ones();
        for end in (1..count).rev() {
            for at in 0..end {
                if new(&ways[at]) > new(&ways[at + 1]) {
                    ways.swap(at, at + 1);
                }
            }
        }
        let needs = closing.needs.len();
        let waiting =
            if mover.takes_first_step(need.leave.is_some()) { need.waiting | 1 << need.field } else { 0 };
        for (swept, barring) in ways {
            let mut with = set;
            let leave = Some(*swept).filter(|_| mover.is_solid);
            let more = self.add(*barring, leave, waiting, &mut with, closing);
            if size + more <= closing.most && self.close(standing, closing, at + 1, with, size + more) {
                return true;
            }
            closing.needs.truncate(needs);
        }
        false
    }
}

#[cfg(test)]
mod tests;
