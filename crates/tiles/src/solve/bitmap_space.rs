//! All boards of a size as bits, for bitmap breadth-first search: one bit per position.
//!
//! A position is the cell of the blank and the permutation of the tiles, read row by row without
//! the blank. The permutation has a rank in the factorial number system: a digit is the number of
//! later tiles that are smaller. The last five tiles (the *tail*) select a bit of a word, which is
//! a block; the tiles before them (the *head*) and the cell of the blank select the block. The last
//! two tiles are not part of the rank: half of all permutations can be reached, so their order
//! follows from the others.
//!
//! ```text
//!    cell of the blank   head: 6 of 11 tiles        tail: 5 tiles
//!    ├───────────────────┼──────────────────────────┼──────────────┤  3 x 4: 12 x 332,640 blocks
//!           block of a side                               bit         of 60 bits
//! ```
//!
//! A tile that slides along a row leaves the permutation as it is: the block maps to another block
//! as a whole. One that slides along a column passes as many tiles as a row is long, less one: a
//! [`ColumnSlide`]. Going back from a block to the one it comes from, the first tile of these
//! places goes behind the others, or the last one before them. In the factorial number system this
//! is a sequence of exchanges of neighbours, and an exchange changes two digits, by the digits
//! alone. So it can be tabled: where all places are in the head, another head has the same tails;
//! where all are in the tail, the same head has other tails; and in between each part of the tails
//! that begin alike comes from a head of its own.

use fewest_search::bitmap::{self, BitIndex, Bitmap, BitmapSpace, IndexedBitmapSpace, LayerCounts};
use fewest_search::{BitmapCounter, Context, StateSpace};

use crate::rules::board::{Board, Metric};
use crate::solve::state_space;

/// Tiles of a tail, so that its permutations fit into a word: half of 5!.
const TAIL: usize = 5;
/// The approximate number of blocks that one thread works on at a time.
const BLOCKS_PER_PART: usize = 1 << 14;

/// The grid, its shorter side as the length of a row.
#[derive(Clone, Copy, Debug)]
struct GridShape {
    rows: usize,
    columns: usize,
    /// Whether rows are the columns of the board.
    transposed: bool,
}

impl GridShape {
    fn cells(self) -> usize {
        self.rows * self.columns
    }

    fn tiles(self) -> usize {
        self.cells() - 1
    }

    fn tail(self) -> usize {
        self.tiles().min(TAIL)
    }

    fn head(self) -> usize {
        self.tiles() - self.tail()
    }

    /// Returns the number of values of the digit at a place.
    fn range(self, place: usize) -> usize {
        self.tiles() - place
    }

    /// Returns the number of permutations of a head.
    fn heads(self) -> u64 {
        (0..self.head()).map(|place| self.range(place) as u64).product()
    }

    /// Returns the number of permutations of a tail that are distinguished.
    fn tails(self) -> usize {
        (3..=self.tail()).product()
    }

    /// Returns the cell of the board for a cell of this grid.
    fn cell(self, cell: usize) -> usize {
        if self.transposed { cell % self.columns * self.rows + cell / self.columns } else { cell }
    }

    fn side(self, cell: usize) -> usize {
        (cell / self.columns + cell % self.columns) % 2
    }
}

/// A board whose reachable positions can be counted as bits.
pub(crate) struct BitmapBoards {
    shape: GridShape,
    start: u64,
    goal: Option<u64>,
}

impl BitmapBoards {
    /// Returns None if a move is more than one step, or if the grid is a single line or has more
    /// than 16 cells. Whether memory has room is not checked here.
    pub(crate) fn of(board: &Board) -> Option<Self> {
        let (rows, columns) = (board.rows(), board.columns());
        let fits = rows.min(columns) > 1 && rows * columns <= state_space::MOST_CELLS;
        let transposed = columns > rows;
        let (rows, columns) = if transposed { (columns, rows) } else { (rows, columns) };
        let reachable = crate::rules::parity::is_reachable(board.now(), board.goal());
        (fits && board.metric == Metric::Steps).then(|| Self {
            shape: GridShape { rows, columns, transposed },
            start: state_space::key(board.now()),
            goal: reachable.then(|| state_space::key(board.goal())),
        })
    }
}

impl BitmapCounter for BitmapBoards {
    fn bytes(&self) -> u64 {
        // A word and a mark for every block, and the parity of every head.
        let heads = self.shape.heads();
        heads.saturating_mul(9 * self.shape.cells() as u64).saturating_add(heads / 8)
    }

    fn count(&self, packed: &dyn StateSpace, cx: &Context<'_>, farthest: usize) -> LayerCounts {
        let lease = usize::try_from(self.shape.heads() / 8)
            .map_or(Err(fewest_search::Stop::Memory), |bytes| cx.lease(bytes));
        match lease {
            Ok(_lease) => bitmap::count(&BoardBlocks::new(self), packed, cx, farthest),
            Err(stop) => LayerCounts { stopped: Some(stop), ..LayerCounts::default() },
        }
    }
}

/// How a block receives bits from another one.
struct BlockLink {
    /// The first block of the other cell of the blank.
    from: usize,
    /// The change of the permutation; None along a row.
    column_slide: Option<ColumnSlide>,
}

/// The positions in blocks.
struct BoardBlocks<'c> {
    counting: &'c BitmapBoards,
    shape: GridShape,
    heads: usize,
    /// The cells of each side.
    cells: [Vec<usize>; 2],
    /// The links into the blocks of each of these cells.
    links: [Vec<Vec<BlockLink>>; 2],
    /// The parity of every head, one bit each.
    odd: Vec<u64>,
    /// The parity of the permutation where the blank is in the first row.
    first_row_odd: bool,
}

impl<'c> BoardBlocks<'c> {
    fn new(counting: &'c BitmapBoards) -> Self {
        let shape = counting.shape;
        let heads = usize::try_from(shape.heads()).expect("a lease was had");
        let mut cells = [Vec::new(), Vec::new()];
        (0..shape.cells()).for_each(|cell| cells[shape.side(cell)].push(cell));
        let mut odd = vec![0_u64; heads.div_ceil(64)];
        for head in 0..heads {
            let (mut rest, mut sum) = (head, 0);
            for place in (0..shape.head()).rev() {
                sum += rest % shape.range(place);
                rest /= shape.range(place);
            }
            odd[head / 64] |= (sum as u64 & 1) << (head % 64);
        }
        let mut blocks = Self {
            counting,
            shape,
            heads,
            cells,
            links: [Vec::new(), Vec::new()],
            odd,
            first_row_odd: false,
        };
        blocks.links =
            [0, 1].map(|side| blocks.cells[side].iter().map(|&cell| blocks.links_to(cell)).collect());
        let (blank, digits) = blocks.digits(counting.start);
        let sum: usize = digits.iter().sum();
        blocks.first_row_odd = (sum % 2 == 1) ^ blocks.row_changes(blank);
        blocks
    }

    /// Returns whether the parity of the permutation with the blank on a cell differs from that in
    /// the first row.
    fn row_changes(&self, blank: usize) -> bool {
        (self.shape.columns - 1) * (blank / self.shape.columns) % 2 == 1
    }

    fn links_to(&self, blank: usize) -> Vec<BlockLink> {
        let (rows, columns) = (self.shape.rows, self.shape.columns);
        let (row, column) = (blank / columns, blank % columns);
        let first = |cell: usize| {
            let number = self.cells[self.shape.side(cell)].iter().position(|&other| other == cell);
            number.expect("every cell is on its side") * self.heads
        };
        let along = |cell: usize| BlockLink { from: first(cell), column_slide: None };
        let across = |cell: usize, column_slide: ColumnSlide| BlockLink {
            from: first(cell),
            column_slide: Some(column_slide),
        };
        let mut links = Vec::new();
        links.extend((column > 0).then(|| along(blank - 1)));
        links.extend((column + 1 < columns).then(|| along(blank + 1)));
        links.extend(
            (row > 0).then(|| across(blank - columns, ColumnSlide::new(self.shape, blank - columns, true))),
        );
        links.extend(
            (row + 1 < rows).then(|| across(blank + columns, ColumnSlide::new(self.shape, blank, false))),
        );
        links
    }

    /// Returns the cell of the blank and the digits of the permutation.
    fn digits(&self, key: u64) -> (usize, Vec<usize>) {
        let tiles: Vec<u64> =
            (0..self.shape.cells()).map(|cell| key >> (4 * self.shape.cell(cell)) & 15).collect();
        let blank = tiles.iter().position(|&tile| tile == 0).expect("there is a blank");
        let order: Vec<u64> = tiles.into_iter().filter(|&tile| tile != 0).collect();
        let less = |place: usize| order[place + 1..].iter().filter(|&&tile| tile < order[place]).count();
        (blank, (0..order.len()).map(less).collect())
    }

    /// Returns whether the tail of a block is an odd permutation.
    fn tail_odd(&self, blank: usize, head: usize) -> bool {
        self.first_row_odd ^ self.row_changes(blank) ^ (self.odd[head / 64] >> (head % 64) & 1 == 1)
    }
}

impl BitmapSpace for BoardBlocks<'_> {
    fn words(&self) -> usize {
        1
    }

    fn cuts(&self, side: usize) -> Vec<usize> {
        let blocks = self.cells[side].len() * self.heads;
        (0..blocks).step_by(BLOCKS_PER_PART).chain([blocks]).collect()
    }

    fn root(&self) -> BitIndex {
        self.locate(self.counting.start)
    }

    fn pull(&self, side: usize, block: usize, other: &Bitmap<'_>, out: &mut [u64]) -> bool {
        let (mut number, mut head) = (0, block);
        while head >= self.heads {
            head -= self.heads;
            number += 1;
        }
        let mut bits = 0;
        for link in &self.links[side][number] {
            bits |= match &link.column_slide {
                None => other.block(link.from + head).map_or(0, |source| source[0]),
                Some(column_slide) => {
                    let odd = || self.tail_odd(self.cells[side][number], head);
                    column_slide
                        .pull(head, odd, |head| other.block(link.from + head).map_or(0, |source| source[0]))
                }
            };
        }
        out[0] = bits;
        bits != 0
    }
}

impl IndexedBitmapSpace for BoardBlocks<'_> {
    fn positions(&self) -> u64 {
        self.heads as u64 * (self.shape.cells() * self.shape.tails()) as u64
    }

    fn locate(&self, key: u64) -> BitIndex {
        let (blank, digits) = self.digits(key);
        let shape = self.shape;
        let number = |places: std::ops::Range<usize>| {
            places.fold(0, |number, place| number * shape.range(place) + digits[place])
        };
        let (side, head) = (shape.side(blank), number(0..shape.head()));
        let cell = self.cells[side].iter().position(|&cell| cell == blank).expect("a cell of its side");
        (side, cell * self.heads + head, number(shape.head()..shape.tiles() - 2))
    }

    fn key(&self, (side, block, bit): BitIndex) -> u64 {
        let shape = self.shape;
        let (blank, head) = (self.cells[side][block / self.heads], block % self.heads);
        let mut digits = vec![0; shape.tiles()];
        let mut spell = |places: std::ops::Range<usize>, mut number: usize| {
            for place in places.rev() {
                digits[place] = number % shape.range(place);
                number /= shape.range(place);
            }
        };
        spell(0..shape.head(), head);
        spell(shape.head()..shape.tiles() - 2, bit);
        let sum: usize = digits[shape.head()..].iter().sum();
        digits[shape.tiles() - 2] = usize::from((sum % 2 == 1) != self.tail_odd(blank, head));
        let mut left: Vec<u64> = (1..=shape.tiles() as u64).collect();
        let mut order = digits.into_iter().map(|digit| left.remove(digit));
        (0..shape.cells())
            .filter(|&cell| cell != blank)
            .fold(0, |key, cell| key | order.next().expect("a tile for every cell") << (4 * shape.cell(cell)))
    }

    fn goals(&self) -> Vec<BitIndex> {
        self.counting.goal.into_iter().map(|key| self.locate(key)).collect()
    }
}

/// What a slide along a column does to a block.
enum ColumnSlide {
    /// Other heads: the digits from `unit` on, of `radix` values, change the number by `more`.
    Head { unit: usize, radix: usize, more: Vec<isize> },
    /// Parts of other heads, by the last digits of the head, of `radix` values.
    Across { radix: usize, parts: Vec<Vec<HeadPart>> },
    /// Other tails, by their parity and by the bytes of the word that they come from.
    Tail { even: Box<ByteTables>, odd: Box<ByteTables> },
}

/// For each byte of a word and each value of it the bits it becomes.
type ByteTables = [[u64; 256]; 8];

/// Bits that come from one head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HeadPart {
    /// The difference of the numbers of the heads.
    more: isize,
    /// The bits there.
    mask: u64,
    /// How far they are rotated to the left.
    left: u32,
}

/// Exchanges the tiles of two places, the first of which is `place`, in digits.
fn exchange(digits: &mut [usize], place: usize) {
    let (first, second) = (digits[place], digits[place + 1]);
    (digits[place], digits[place + 1]) =
        if second >= first { (second + 1, first) } else { (second, first - 1) };
}

/// Moves the first tile of `places` behind the others, or the last one before them.
fn permuted(digits: &mut [usize], places: std::ops::Range<usize>, first_goes: bool) {
    let exchanges = places.start..places.end - 1;
    if first_goes {
        exchanges.for_each(|place| exchange(digits, place));
    } else {
        exchanges.rev().for_each(|place| exchange(digits, place));
    }
}

impl GridShape {
    /// Returns the number of values of the digits of some places.
    fn radix(self, places: std::ops::Range<usize>) -> usize {
        places.map(|place| self.range(place)).product()
    }

    /// Writes a number into the digits of some places.
    fn spell(self, digits: &mut [usize], places: std::ops::Range<usize>, mut number: usize) {
        for place in places.rev() {
            digits[place] = number % self.range(place);
            number /= self.range(place);
        }
    }

    /// Returns the number in the digits of some places.
    fn number(self, digits: &[usize], places: std::ops::Range<usize>) -> usize {
        places.fold(0, |number, place| number * self.range(place) + digits[place])
    }
}

impl ColumnSlide {
    /// Returns the inverse of a slide over the places from `from` on.
    fn new(shape: GridShape, from: usize, first_goes: bool) -> Self {
        let (to, head) = (from + shape.columns, shape.head());
        let mut digits = vec![0; shape.tiles()];
        if to <= head {
            let radix = shape.radix(from..to);
            let more = (0..radix).map(|number| {
                shape.spell(&mut digits, from..to, number);
                permuted(&mut digits, from..to, first_goes);
                shape.number(&digits, from..to) as isize - number as isize
            });
            let more = more.collect();
            return Self::Head { unit: shape.radix(to..head), radix, more };
        }
        if from >= head {
            let table = |odd| Box::new(tails(shape, from..to, first_goes, odd));
            return Self::Tail { even: table(false), odd: table(true) };
        }
        debug_assert!(to <= shape.tiles() - 2, "the last two tiles stay");
        let (radix, begin) = (shape.radix(from..head), shape.radix(head..to));
        // Tails that begin alike are adjacent.
        let alike = shape.tails() / begin;
        let parts = (0..radix).map(|number| {
            let mut parts: Vec<HeadPart> = Vec::new();
            for target in 0..begin {
                shape.spell(&mut digits, from..head, number);
                shape.spell(&mut digits, head..to, target);
                permuted(&mut digits, from..to, first_goes);
                let more = shape.number(&digits, from..head) as isize - number as isize;
                let source = shape.number(&digits, head..to);
                let left = (64 + alike * target - alike * source) as u32 % 64;
                let mask = ((1 << alike) - 1) << (alike * source);
                match parts.iter_mut().find(|part| (part.more, part.left) == (more, left)) {
                    Some(part) => part.mask |= mask,
                    None => parts.push(HeadPart { more, mask, left }),
                }
            }
            parts
        });
        Self::Across { radix, parts: parts.collect() }
    }

    /// Returns the bits that a block with this head receives. `odd` returns the parity of its
    /// tails, and `source` the bits of a head.
    #[inline(always)]
    pub(crate) fn pull(&self, head: usize, odd: impl Fn() -> bool, source: impl Fn(usize) -> u64) -> u64 {
        match self {
            Self::Head { unit, radix, more } => {
                let more = more[head / unit % radix] * *unit as isize;
                source(head.wrapping_add_signed(more))
            }
            Self::Across { radix, parts } => parts[head % radix].iter().fold(0, |bits, part| {
                bits | (source(head.wrapping_add_signed(part.more)) & part.mask).rotate_left(part.left)
            }),
            Self::Tail { even, odd: other } => {
                let bits = source(head);
                if bits == 0 {
                    return 0;
                }
                let table = if odd() { other } else { even };
                let bytes = bits.to_le_bytes();
                table.iter().zip(bytes).fold(0, |bits, (table, byte)| bits | table[usize::from(byte)])
            }
        }
    }
}

/// Returns what becomes of the bytes of a word if the tails of the block that they go to have that
/// parity.
fn tails(shape: GridShape, places: std::ops::Range<usize>, first_goes: bool, odd: bool) -> ByteTables {
    let (head, last) = (shape.head(), shape.tiles() - 2);
    let mut becomes = [0_u64; 64];
    let mut digits = vec![0; shape.tiles()];
    for target in 0..shape.tails() {
        digits[last..].fill(0);
        shape.spell(&mut digits, head..last, target);
        let sum: usize = digits[head..].iter().sum();
        digits[last] = usize::from((sum % 2 == 1) != odd);
        permuted(&mut digits, places.clone(), first_goes);
        becomes[shape.number(&digits, head..last)] = 1 << target;
    }
    let mut bytes = [[0; 256]; 8];
    for (place, table) in bytes.iter_mut().enumerate() {
        for (value, bits) in table.iter_mut().enumerate() {
            let set = (0..8).filter(|bit| value >> bit & 1 == 1);
            *bits = set.fold(0, |bits, bit| bits | becomes[8 * place + bit]);
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ops::ControlFlow;
    use std::sync::Arc;

    use fewest_core::Family;
    use fewest_search::{Aim, bfs};
    use proptest::prelude::*;

    use crate::rules::Tiles;
    use crate::rules::arrangement::Arrangement;
    use crate::solve::state_space::PackedSpace;

    fn board(rows: usize, columns: usize, order: &[u32]) -> Board {
        let goal: Vec<u32> = (1..order.len() as u32).chain([0]).collect();
        let goal = Arrangement::new(rows, columns, goal).expect("an arrangement");
        let now = Arrangement::new(rows, columns, order.to_vec()).expect("an arrangement");
        Board::new(now, Arc::new(goal), Metric::Steps).expect("of one size")
    }

    fn counted(board: &Board, threads: usize) -> LayerCounts {
        let cx = Context::new(threads, 1 << 26, &|_| ControlFlow::Continue(()));
        let space = PackedSpace::of(board).expect("small");
        let counted = BitmapBoards::of(board).expect("small enough").count(&space, &cx, 5);
        assert_eq!(cx.budget.used(), 0);
        assert!(cx.budget.peak() as u64 >= BitmapBoards::of(board).expect("small enough").bytes());
        counted
    }

    #[test]
    fn bits_and_lists_count_the_same() {
        let boards = [
            board(2, 2, &[3, 1, 2, 0]),
            board(2, 3, &[0, 1, 2, 3, 4, 5]),
            board(3, 2, &[2, 1, 0, 3, 4, 5]),
            board(4, 2, &[7, 1, 0, 3, 4, 5, 2, 6]),
            board(2, 4, &[7, 6, 1, 3, 4, 0, 2, 5]),
            board(3, 3, &[1, 2, 3, 4, 5, 6, 7, 8, 0]),
            board(3, 3, &[8, 2, 3, 4, 0, 6, 7, 5, 1]),
            board(2, 5, &[1, 2, 3, 0, 4, 5, 6, 7, 8, 9]),
        ];
        for board in boards {
            let cx = Context::default();
            let space = PackedSpace::of(&board).expect("small");
            let seen = bfs(&space, &cx, Aim::Everything);
            let depths = seen.layers() - 1;
            let mut last = seen.layer(depths - 1).to_vec();
            last.sort_unstable();
            last.truncate(5);
            for threads in 1..4 {
                let counted = counted(&board, threads);
                assert_eq!(counted.stopped, None);
                assert_eq!(counted.layers, seen.layer_sizes()[..depths]);
                assert_eq!(counted.goals, seen.goal_counts()[..depths]);
                assert_eq!(counted.farthest, last);
            }
        }
    }

    #[test]
    fn limits_are_told_with_what_was_counted() {
        let board = board(3, 3, &[1, 2, 3, 4, 5, 6, 7, 8, 0]);
        let (space, counting) =
            (PackedSpace::of(&board).expect("small"), BitmapBoards::of(&board).expect("small enough"));
        let poor = Context::new(1, 1000, &|_| ControlFlow::Continue(()));
        assert_eq!(counting.count(&space, &poor, 0).stopped, Some(fewest_search::Stop::Memory));
        let hasty = Context::new(1, 1 << 26, &|counters| {
            let deep = counters.depth.load(std::sync::atomic::Ordering::Relaxed) >= 20;
            if deep { ControlFlow::Break(fewest_search::Stop::Time) } else { ControlFlow::Continue(()) }
        });
        let counted = counting.count(&space, &hasty, 9);
        assert_eq!(counted.stopped, Some(fewest_search::Stop::Time));
        assert_eq!(counted.layers[..8], [1, 2, 4, 8, 16, 20, 39, 62]);
        assert_eq!(counted.goals[0], 1);
        assert!(counted.farthest.is_empty() && counted.layers.len() >= 20);
    }

    #[test]
    fn boards_of_a_line_and_other_moves_are_not_counted_so() {
        assert!(BitmapBoards::of(&board(1, 4, &[1, 2, 3, 0])).is_none());
        assert!(BitmapBoards::of(&board(2, 2, &[1, 2, 3, 0]).in_metric(Metric::Lines)).is_none());
        let large = BitmapBoards::of(&board(4, 4, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0]));
        assert!(large.expect("small enough").bytes() > 1 << 40);
    }

    proptest! {
        /// Boards of 3 x 4 and 4 x 3, whose tables are as large as the program's.
        #[test]
        fn a_key_and_its_spot_and_its_neighbours(
            order in Just((0..12).collect::<Vec<u32>>()).prop_shuffle(),
            wide: bool,
        ) {
            let board = if wide { board(3, 4, &order) } else { board(4, 3, &order) };
            let counting = BitmapBoards::of(&board).expect("small enough");
            let (blocks, space) = (BoardBlocks::new(&counting), PackedSpace::of(&board).expect("small"));
            let key = crate::solve::state_space::key(board.now());
            let locate = blocks.locate(key);
            prop_assert_eq!(blocks.key(locate), key);
            let there = Tiles::position(&board, &[key]).expect("a position");
            prop_assert_eq!(there.now(), board.now());
            let mut next = Vec::new();
            space.expand(&[key], &mut next);
            for key in next {
                let other = blocks.locate(key);
                prop_assert_eq!(blocks.key(other), key);
                prop_assert_ne!(other.0, locate.0);
            }
        }
    }
}
