//! The same rules packed, written for speed.
//!
//! Cells are bits of a number with a frame of set bits round the grid, once row by row and once column by column, so that
//! the way of a piece in either direction is a run of clear bits, counted by one instruction and without any test for the
//! edge:
//!
//! ```text
//!     # # # # #      one line before, one after, and one cell at the end of each line, which is also the cell before
//!     . . . . #      the next line
//!     . . . . #
//!     # # # # #
//! ```
//!
//! Most pieces can hardly move, and which way is hard to guess, so the inner loop has no branch that depends on the
//! position: it writes four children and keeps as many as there are.

use fewest_search::{Kind, Packed};

use super::bits::Bits;
use super::board::{Board, Direction, Freedom, Metric, Piece};
use super::framed::{ACROSS, DOWN, framed};
use super::goal_test::{Test, test};
use super::layout::Layout;
use super::tracks::{AT_ONCE, Mover, Standing, Track, Wanderer, write_children};

/// A puzzle packed; `B` holds the cells of the framed grid.
#[derive(Debug)]
pub(super) struct Space<B: Bits> {
    layout: Layout,
    movers: Vec<Mover<B>>,
    tracks: Vec<Track>,
    wanderers: Vec<Wanderer>,
    /// More successors than any position has.
    most_children: usize,
    /// Cells of a framed line in both orders.
    lines: [usize; 2],
    /// The frame and the pieces that never move, in both orders.
    walls: [B; 2],
    gates: [B; 2],
    tests: Vec<Test>,
    steps_only: bool,
    /// The fields of the largest pieces.
    large: Vec<usize>,
    board: Board,
}

/// Pieces whose places decide where a position is kept.
const LARGE: usize = 3;

impl<B: Bits> Space<B> {
    pub(super) fn new(board: &Board) -> Self {
        debug_assert!(board.on_a_gate().is_none(), "no piece stands where it may not be");
        let layout = Layout::new(board);
        let fixed = board.pieces.iter().filter(|piece| piece.freedom == Freedom::None);
        let fixed: Vec<(usize, usize)> = fixed.flat_map(Piece::cells).collect();
        let (mut tracks, mut wanderers) = (Vec::new(), Vec::new());
        for (at, field) in layout.fields.iter().enumerate() {
            if board.metric == Metric::Paths && field.freedom == Freedom::Both {
                wanderers.push(Wanderer::new(board, at, field));
                continue;
            }
            let ways = [Direction::Right, Direction::Down].into_iter().filter(|&to| field.freedom.allows(to));
            tracks.extend(ways.map(|to| Track::new(board, at, field, to)));
        }
        let mut large: Vec<usize> = (0..layout.fields.len()).collect();
        large.sort_by_key(|&at| std::cmp::Reverse(board.pieces[layout.fields[at].piece].cells().count()));
        large.truncate(LARGE);
        Self {
            large,
            movers: layout.fields.iter().map(|field| Mover::new(board, field)).collect(),
            tracks,
            wanderers,
            most_children: layout.fields.len() * (board.rows + board.columns),
            tests: board.goals.iter().filter_map(|goal| test(board, &layout.fields, goal)).collect(),
            layout,
            lines: [board.columns + 1, board.rows + 1],
            walls: [ACROSS, DOWN].map(|order| framed(board, order, true, &fixed)),
            gates: [ACROSS, DOWN].map(|order| framed(board, order, false, &board.gates)),
            steps_only: board.metric == Metric::Steps,
            board: board.clone(),
        }
    }

    fn standing(&self) -> Standing<B> {
        let [across, down] = self.walls.clone();
        Standing {
            grounds: [across.clone(), down.clone(), across, down],
            corners: vec![0; 2 * self.movers.len()],
        }
    }

    /// Finds where every piece stands.
    #[inline(always)]
    fn stand(&self, parent: &[u64], standing: &mut Standing<B>) {
        let [mut across, mut down] = self.walls.clone();
        for (mover, corners) in self.movers.iter().zip(standing.corners.as_chunks_mut::<2>().0) {
            *corners = mover.cells(parent, self.lines);
            across.add(&mover.shapes[ACROSS].at(corners[ACROSS]));
            down.add(&mover.shapes[DOWN].at(corners[DOWN]));
        }
        let [mut closed_across, mut closed_down] = [across.clone(), down.clone()];
        closed_across.add(&self.gates[ACROSS]);
        closed_down.add(&self.gates[DOWN]);
        standing.grounds = [across, down, closed_across, closed_down];
    }

    /// The successors of parents of one word whose pieces are never exchanged: a child is the parent plus a multiple
    /// of a unit.
    fn expand_words<const STEPS: bool>(&self, parents: &[u64], out: &mut Vec<u64>) {
        let mut standing = self.standing();
        let mut children = vec![0; self.most_children + AT_ONCE];
        for &parent in parents {
            self.stand(&[parent], &mut standing);
            let mut count = 0;
            for track in &self.tracks {
                let (mut ahead, mut back) = track.room(&standing, &self.movers);
                if STEPS {
                    (ahead, back) = (ahead.min(1), back.min(1));
                }
                write_children(&mut children[count..], parent, &track.ahead, ahead);
                count += ahead;
                write_children(&mut children[count..], parent, &track.back, back);
                count += back;
            }
            out.extend_from_slice(&children[..count]);
        }
    }

    /// The successors of parents of any kind.
    fn expand_any(&self, parents: &[u64], out: &mut Vec<u64>) {
        let mut standing = self.standing();
        let most = if self.steps_only { 1 } else { usize::MAX };
        for parent in parents.chunks_exact(self.layout.words) {
            self.stand(parent, &mut standing);
            for wanderer in &self.wanderers {
                wanderer.reach(&standing, &self.movers, self.lines[ACROSS], |change| {
                    self.emit(parent, wanderer.mover, change, out);
                });
            }
            for track in &self.tracks {
                let (ahead, back) = track.room(&standing, &self.movers);
                for distance in 1..=ahead.min(most) {
                    self.emit(parent, track.mover, track.unit.wrapping_mul(distance as u64), out);
                }
                for distance in 1..=back.min(most) {
                    self.emit(
                        parent,
                        track.mover,
                        track.unit.wrapping_neg().wrapping_mul(distance as u64),
                        out,
                    );
                }
            }
        }
    }

    /// Appends the parent with one field changed by `change`, which is in place already.
    fn emit(&self, parent: &[u64], mover: usize, change: u64, out: &mut Vec<u64>) {
        let from = out.len();
        out.extend_from_slice(parent);
        let child = &mut out[from..];
        let field = &self.layout.fields[mover];
        child[field.word] = child[field.word].wrapping_add(change);
        if field.class.len() > 1 {
            self.sort_class(parent, mover, child);
        }
    }

    /// Puts the changed value of a piece that may be exchanged with others in its place among theirs.
    fn sort_class(&self, parent: &[u64], at: usize, child: &mut [u64]) {
        let fields = &self.layout.fields;
        let class = &fields[at].class;
        let value = fields[at].value(child);
        let mut place = at;
        while place > class.start && fields[place - 1].value(parent) > value {
            fields[place].put(child, fields[place - 1].value(parent));
            place -= 1;
        }
        while place + 1 < class.end && fields[place + 1].value(parent) < value {
            fields[place].put(child, fields[place + 1].value(parent));
            place += 1;
        }
        fields[place].put(child, value);
    }
}

impl<B: Bits> Packed for Space<B> {
    fn words(&self) -> usize {
        self.layout.words
    }

    fn kind(&self) -> Kind {
        Kind::Undirected
    }

    fn roots(&self, out: &mut Vec<u64>) {
        out.extend_from_slice(&self.layout.key(&self.board));
    }

    fn expand(&self, parents: &[u64], out: &mut Vec<u64>) {
        let plain = self.layout.words == 1
            && self.wanderers.is_empty()
            && self.tracks.iter().all(|track| track.alone);
        match (plain, self.steps_only) {
            (true, true) => self.expand_words::<true>(parents, out),
            (true, false) => self.expand_words::<false>(parents, out),
            (false, _) => self.expand_any(parents, out),
        }
    }

    fn goals(&self, keys: &[u64], hit: &mut Vec<usize>) {
        let all = keys.chunks_exact(self.layout.words).enumerate();
        hit.extend(
            all.filter(|(_, key)| self.tests.iter().all(|test| test.holds(&self.layout, key)))
                .map(|(at, _)| at),
        );
    }

    fn owner(&self, key: &[u64]) -> u64 {
        // Large pieces move rarely, and the places of three of them are enough to spread positions evenly.
        let value = |at: &usize| self.layout.fields[*at].value(key) as u64;
        self.large.iter().fold(0, |places, at| places << 8 | value(at))
    }

    fn fingerprint(&self) -> String {
        format!("blocks 1 {:?}", self.board)
    }
}
