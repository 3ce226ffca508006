//! Canonical boards: all boards on which no car can move left or up.
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

use super::arrangements::{Arrangement, Arrangements, PackedBoard, all_arrangements};

/// All boards of a size, in blocks: the boards of a block have the same first and last row.
#[derive(Debug)]
pub(super) struct CanonicalBoards {
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
