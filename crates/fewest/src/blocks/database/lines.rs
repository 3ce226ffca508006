//! Every board of cars on which nothing can move left or up.
//!
//! In every set of positions that can be reached from each other one comes first, if they are compared place by place, and there
//! nothing can move left or up. So it is enough to look at such boards, of which there are few: 243,502,786 of 27 thousand
//! million on 6 x 6. Rows and columns that are full never move and never open; boards with one are left out, and so are
//! boards with a second car in the row of the first, which would bar its way or have no use.
//!
//! A row is taken from the list of its arrangements. A car that stands behind a gap needs a car of the column in that gap; with
//! the cells that are taken and the cells that must be, each column has its own list.

/// A car on a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Car {
    /// In a row, not in a column.
    pub(super) across: bool,
    /// The row or column.
    pub(super) line: u8,
    pub(super) length: u8,
    /// The column or row of its first cell.
    pub(super) place: u8,
}

/// Cars in a line.
#[derive(Clone, Debug)]
struct Arrangement {
    /// The cells they take, and the first cells of each.
    taken: u32,
    starts: u32,
    /// Place and length of each.
    cars: Vec<(u8, u8)>,
}

impl Arrangement {
    /// Cells before a car that the line leaves free.
    fn gaps(&self) -> u32 {
        (self.starts >> 1) & !self.taken
    }
}

/// All boards of a size, by blocks: a block has the same first and last row.
#[derive(Debug)]
pub(super) struct Lines {
    size: usize,
    arrangements: Vec<Arrangement>,
    /// Those of a column, by the cells that are taken and the cells that must be.
    fitting: Vec<Vec<u8>>,
}

/// Taken and needed cells of every column.
#[derive(Clone, Copy, Default)]
struct Columns {
    taken: [u32; 8],
    needed: [u32; 8],
}

impl Lines {
    pub(super) fn new(size: usize) -> Self {
        let mut arrangements = Vec::new();
        arrange(size, Arrangement { taken: 0, starts: 0, cars: Vec::new() }, 0, &mut arrangements);
        arrangements.retain(|line| line.taken != (1 << size) - 1);
        let all = 1_u32 << size;
        let fits = |taken: u32, needed: u32, line: &Arrangement| {
            line.taken & taken == 0 && line.taken & needed == needed && line.gaps() & !taken == 0
        };
        let fitting = (0..all * all).map(|at| {
            let (taken, needed) = (at / all, at % all);
            let numbers = (0..).zip(&arrangements).filter(|(_, line)| fits(taken, needed, line));
            numbers.map(|(number, _)| number).collect()
        });
        Self { size, fitting: fitting.collect(), arrangements }
    }

    /// The row of the first car.
    fn middle(&self) -> usize {
        (self.size - 1) / 2
    }

    /// The number of blocks.
    pub(super) fn blocks(&self) -> usize {
        self.arrangements.len().pow(2)
    }

    /// Hands every `every`-th board of a block to `visit`, the first car first; gives the number of all.
    pub(super) fn visit(&self, block: usize, every: u64, mut visit: impl FnMut(&[Car])) -> u64 {
        let edges = [block / self.arrangements.len(), block % self.arrangements.len()];
        let mut seen = 0_u64;
        self.rows(0, edges, &mut Vec::new(), Columns::default(), &mut |cars, columns| {
            let lists: Vec<&[u8]> = (0..self.size)
                .map(|at| {
                    let case = columns.taken[at] << self.size | columns.needed[at];
                    &self.fitting[case as usize][..]
                })
                .collect();
            let count: u64 = lists.iter().map(|list| list.len() as u64).product();
            let mut next = seen.div_ceil(every) * every;
            while next < seen + count {
                let mut board = cars.to_vec();
                let mut rest = next - seen;
                for (list, line) in lists.iter().zip(0..) {
                    let chosen = list[(rest % list.len() as u64) as usize];
                    rest /= list.len() as u64;
                    self.put(false, line, &self.arrangements[usize::from(chosen)], &mut board);
                }
                visit(&board);
                next += every;
            }
            seen += count;
        });
        seen
    }

    fn put(&self, across: bool, line: u8, arrangement: &Arrangement, cars: &mut Vec<Car>) {
        cars.extend(arrangement.cars.iter().map(|&(place, length)| Car { across, line, length, place }));
    }

    /// Every choice of the rows from `row` on.
    fn rows(
        &self,
        row: usize,
        edges: [usize; 2],
        cars: &mut Vec<Car>,
        columns: Columns,
        visit: &mut dyn FnMut(&[Car], &Columns),
    ) {
        if row == self.size {
            return visit(cars, &columns);
        }
        let before = cars.len();
        let mut go_on = |taken: u32, needed: u32, cars: &mut Vec<Car>| {
            let mut columns = columns;
            for column in 0..self.size {
                columns.taken[column] |= (taken >> column & 1) << row;
                columns.needed[column] |= (needed >> column & 1) << row;
            }
            self.rows(row + 1, edges, cars, columns, visit);
        };
        if row == self.middle() {
            for place in 0..=self.size - 2 {
                let car = Car { across: true, line: row as u8, length: 2, place: place as u8 };
                cars.insert(0, car);
                go_on(0b11 << place, (1 << place) >> 1, cars);
                cars.remove(0);
            }
            return;
        }
        let chosen = match row {
            0 => edges[0]..edges[0] + 1,
            _ if row + 1 == self.size => edges[1]..edges[1] + 1,
            _ => 0..self.arrangements.len(),
        };
        for arrangement in &self.arrangements[chosen] {
            self.put(true, row as u8, arrangement, cars);
            go_on(arrangement.taken, arrangement.gaps(), cars);
            cars.truncate(before);
        }
    }
}

/// Appends every way to go on from a cell.
fn arrange(size: usize, so_far: Arrangement, cell: usize, all: &mut Vec<Arrangement>) {
    if cell >= size {
        all.push(so_far);
        return;
    }
    arrange(size, so_far.clone(), cell + 1, all);
    for length in (2..=3).filter(|length| cell + length <= size) {
        let mut next = so_far.clone();
        next.taken |= ((1 << length) - 1) << cell;
        next.starts |= 1 << cell;
        next.cars.push((cell as u8, length as u8));
        arrange(size, next, cell + length, all);
    }
}
