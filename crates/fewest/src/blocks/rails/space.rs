//! Successors by looking them up.
//!
//! What can move on a stretch depends on its arrangement and on the cells that crossing pieces take. Both are small
//! numbers, so all answers are tabled: the changes of the key, one list for each case. Nothing in the inner loop depends
//! on the position but addresses, because nobody could predict it.

use fewest_search::{Kind, Numbers, Packed};

use super::goal_test::{Test, test};
use super::{Line, Rails};
use crate::blocks::board::{Board, Metric};

/// Children written at once, wanted or not; no stretch of six cells has more.
const AT_ONCE: usize = 4;
/// No board of 64 cells has more successors, because a move ends with the front of a piece on a cell that was free, and comes
/// from one of four directions; a power of two.
const MOST_CHILDREN: usize = 256;
/// The same for boards with so many free cells at most. Clearing the larger room takes longer than making a few successors.
const FEW_CHILDREN: usize = 64;
const FEW_FREE: usize = FEW_CHILDREN / 4 - 1;
/// Bits of the key whose pieces' cells are looked up together.
const CHUNK_BITS: u32 = 8;

/// Some fields of the key.
#[derive(Debug)]
struct Chunk {
    shift: u32,
    mask: u64,
    /// Where its part of the shadows begins.
    base: usize,
}

/// A stretch as the inner loop wants it.
#[derive(Debug)]
struct Track {
    shift: u32,
    mask: u64,
    /// Its cells among those of all rows, or of all columns.
    start: u32,
    cells: u64,
    length: u32,
    /// Where its cases begin.
    base: usize,
}

/// A puzzle on rails, packed.
#[derive(Debug)]
pub(in crate::blocks) struct Space {
    rails: Rails,
    chunks: Vec<Chunk>,
    /// Cells taken by the pieces of a chunk: those of columns row by row, those of rows column by column.
    shadows: Vec<[u64; 2]>,
    /// The rows, and the columns.
    tracks: [Vec<Track>; 2],
    /// For arrangement and crossing cells: where the list of changes begins, and (in the lowest byte) its length.
    cases: Vec<u32>,
    changes: Vec<[u64; AT_ONCE]>,
    tests: Vec<Test>,
    has_few_children: bool,
    board: Board,
}

impl Space {
    /// The space of a board on rails.
    pub(in crate::blocks) fn new(board: &Board, rails: Rails) -> Self {
        let mut space = Self {
            chunks: Vec::new(),
            shadows: Vec::new(),
            tracks: [Vec::new(), Vec::new()],
            cases: Vec::with_capacity(rails.cases()),
            changes: Vec::new(),
            has_few_children: board.cover().iter().filter(|cell| cell.is_none()).count() <= FEW_FREE,
            tests: board.goals.iter().filter_map(|goal| test(board, &rails, goal)).collect(),
            board: board.clone(),
            rails: rails.clone(),
        };
        for line in &rails.lines {
            space.add_track(line);
        }
        let mut rest = &rails.lines[..];
        while let Some(first) = rest.first() {
            let end = first.shift + CHUNK_BITS;
            let (chunk, others) =
                rest.split_at(rest.iter().take_while(|line| line.shift + line.bits() <= end).count());
            space.add_chunk(chunk);
            rest = others;
        }
        space
    }

    /// Bit of a cell among those of all rows, or of all columns.
    fn bit(&self, across: bool, (row, column): (usize, usize)) -> usize {
        if across { row * self.board.columns + column } else { column * self.board.rows + row }
    }

    fn add_track(&mut self, line: &Line) {
        self.tracks[usize::from(!line.across)].push(Track {
            shift: line.shift,
            mask: line.mask(),
            start: self.bit(line.across, line.cell(0)) as u32,
            cells: (1 << line.length) - 1,
            length: line.length as u32,
            base: self.cases.len(),
        });
        let all = (1_u64 << line.length) - 1;
        let mut moves = Moves::default();
        for from in 0..line.arrangements.len() {
            moves.find(line, from, self.board.metric == Metric::Steps);
            let base = self.cases.len();
            self.cases.resize(base + (1 << line.length), 0);
            // Every set of cells that crossing pieces can take: the subsets of what is free.
            let free = all & !line.taken(from);
            let mut known: Vec<(u64, u32)> = Vec::new();
            let mut crossing = free;
            loop {
                let open = moves.open(crossing);
                let case = known.iter().find(|(other, _)| *other == open).map(|&(_, case)| case);
                self.cases[base + crossing as usize] = case.unwrap_or_else(|| {
                    let case = (self.changes.len() as u32) << 8 | open.count_ones();
                    self.add_changes(moves.chosen(open));
                    known.push((open, case));
                    case
                });
                if crossing == 0 {
                    break;
                }
                crossing = (crossing - 1) & free;
            }
        }
    }

    /// Appends a list, in whole rows, at least one.
    fn add_changes(&mut self, mut list: impl Iterator<Item = u64>) {
        loop {
            let row = std::array::from_fn(|_| list.next());
            self.changes.push(row.map(Option::unwrap_or_default));
            if row[AT_ONCE - 1].is_none() {
                return;
            }
        }
    }

    fn add_chunk(&mut self, lines: &[Line]) {
        let shift = lines[0].shift;
        let bits: u32 = lines.iter().map(Line::bits).sum();
        let base = self.shadows.len();
        self.shadows.resize(base + (1 << bits), [0; 2]);
        for line in lines {
            let side = usize::from(line.across);
            for arrangement in 0..line.arrangements.len() {
                let shadow = self.shadow(line, arrangement);
                let field = line.shift - shift;
                // Every value of the chunk in which this field says so.
                let (low, high) = (1_usize << field, bits - field - line.bits());
                for above in 0..1_usize << high {
                    let first = base + (above << (field + line.bits()) | arrangement << field);
                    for value in &mut self.shadows[first..first + low] {
                        value[side] |= shadow;
                    }
                }
            }
        }
        self.chunks.push(Chunk { shift, mask: (1 << bits) - 1, base });
    }

    /// Cells that an arrangement takes, as the stretches that cross it see them.
    fn shadow(&self, line: &Line, arrangement: usize) -> u64 {
        let taken = line.taken(arrangement);
        let cells = (0..line.length).filter(|offset| taken >> offset & 1 == 1);
        cells.map(|offset| 1 << self.bit(!line.across, line.cell(offset))).sum()
    }

    /// Cells taken by pieces of columns, row by row, and by pieces of rows, column by column.
    #[inline(always)]
    fn crossing(&self, key: u64) -> [u64; 2] {
        let mut crossing = [0; 2];
        for chunk in &self.chunks {
            let shadow = self.shadows[chunk.base + (key >> chunk.shift & chunk.mask) as usize];
            crossing = [crossing[0] | shadow[0], crossing[1] | shadow[1]];
        }
        crossing
    }

    /// Appends the successors of `parents`, with so much room for those of one.
    #[inline(always)]
    fn expand_in<const ROOM: usize>(&self, parents: &[u64], out: &mut Vec<u64>) {
        let mut children = [0_u64; ROOM];
        for &parent in parents {
            let mut count = 0;
            for (tracks, crossing) in self.tracks.iter().zip(self.crossing(parent)) {
                for track in tracks {
                    let arrangement = parent >> track.shift & track.mask;
                    let blocked = crossing >> track.start & track.cells;
                    let case = self.cases[track.base + (arrangement << track.length | blocked) as usize];
                    let (mut row, room) = ((case >> 8) as usize, (case & 0xff) as usize);
                    let end = count + room;
                    loop {
                        let at = count & (ROOM - AT_ONCE - 1);
                        for (child, change) in children[at..at + AT_ONCE].iter_mut().zip(&self.changes[row]) {
                            *child = parent.wrapping_add(*change);
                        }
                        count += AT_ONCE;
                        row += 1;
                        if count >= end {
                            break;
                        }
                    }
                    count = end;
                }
            }
            out.extend_from_slice(&children[..count]);
        }
    }
}

/// The moves of an arrangement of a stretch on its own.
#[derive(Default)]
struct Moves {
    /// What each adds to the key.
    changes: Vec<u64>,
    /// The cells that each sweeps over.
    swept: Vec<u64>,
}

impl Moves {
    fn find(&mut self, line: &Line, from: usize, steps_only: bool) {
        self.changes.clear();
        self.swept.clear();
        let mut offsets = line.arrangements[from].clone();
        for at in 0..offsets.len() {
            let (old, size) = (offsets[at], line.sizes[at]);
            let first = if at == 0 { 0 } else { offsets[at - 1] + line.sizes[at - 1] };
            let last = offsets.get(at + 1).map_or(line.length as u8, |&next| next) - size;
            let ahead = (old + 1..=last).map(|to| (to, ((1_u64 << (to - old)) - 1) << (old + size)));
            let back = (first..old).rev().map(|to| (to, ((1_u64 << (old - to)) - 1) << to));
            let near = |(to, _): &(u8, u64)| !steps_only || to.abs_diff(old) == 1;
            for (to, swept) in ahead.chain(back).filter(near) {
                offsets[at] = to;
                let number = line.number(&offsets).expect("every arrangement is listed");
                self.changes.push((number as u64).wrapping_sub(from as u64).wrapping_mul(line.unit));
                self.swept.push(swept);
            }
            offsets[at] = old;
        }
    }

    /// What the moves of a set add to the key.
    fn chosen(&self, set: u64) -> impl Iterator<Item = u64> {
        self.changes.iter().enumerate().filter(move |(at, _)| set >> at & 1 == 1).map(|(_, change)| *change)
    }

    /// The moves that crossing cells leave open, as bits.
    fn open(&self, crossing: u64) -> u64 {
        let numbered = self.swept.iter().enumerate();
        numbered.map(|(at, swept)| u64::from(swept & crossing == 0) << at).sum()
    }
}

impl Packed for Space {
    fn words(&self) -> usize {
        1
    }

    fn kind(&self) -> Kind {
        Kind::Undirected
    }

    fn numbers(&self) -> Option<Numbers> {
        let count = self.rails.combinations?;
        Some(Numbers { shift: self.rails.bits, count })
    }

    fn roots(&self, out: &mut Vec<u64>) {
        out.extend_from_slice(&self.rails.key(&self.board));
    }

    fn expand(&self, parents: &[u64], out: &mut Vec<u64>) {
        // Rows of children are written whole, so the last may reach beyond those that count.
        match self.has_few_children {
            true => self.expand_in::<{ FEW_CHILDREN + AT_ONCE }>(parents, out),
            false => self.expand_in::<{ MOST_CHILDREN + AT_ONCE }>(parents, out),
        }
    }

    fn goals(&self, keys: &[u64], hit: &mut Vec<usize>) {
        let good = |key: u64| self.tests.iter().all(|test| test.holds(key));
        hit.extend(keys.iter().enumerate().filter(|(_, key)| good(**key)).map(|(at, _)| at));
    }

    fn owner(&self, key: &[u64]) -> u64 {
        // The first stretch moves as seldom as any other.
        key[0] & self.chunks.first().map_or(0, |chunk| chunk.mask)
    }

    fn fingerprint(&self) -> String {
        format!("blocks on rails 1 {:?}", self.board)
    }
}
