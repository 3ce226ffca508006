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
//! [`ColumnSlide`].

mod column_slide;

use fewest_search::bitmap::{self, BitIndex, Bitmap, BitmapSpace, IndexedBitmapSpace, LayerCounts};
use fewest_search::{Context, Dense, StateSpace};

use crate::rules::board::{Board, Metric};
use crate::solve::state_space;
use column_slide::ColumnSlide;

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
pub(crate) struct DenseBoards {
    shape: GridShape,
    start: u64,
    goal: Option<u64>,
}

impl DenseBoards {
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

impl Dense for DenseBoards {
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
    counting: &'c DenseBoards,
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
    fn new(counting: &'c DenseBoards) -> Self {
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

#[cfg(test)]
mod tests;
