//! Rush Hour boards as the peers see them: cars on lines of a 6 x 6 parking lot.

/// Cells on a side.
pub const SIDE: usize = 6;

/// A car: it stays on its line, so its place there is all that changes.
#[derive(Clone, Copy, Debug)]
pub struct Car {
    /// Along a row, or along a column.
    pub horizontal: bool,
    /// The row or the column.
    pub line: usize,
    /// Cells.
    pub length: usize,
    /// The first cell on its line.
    pub place: usize,
}

/// A parking lot. The first car is the one that wants to leave on the right.
#[derive(Clone, Debug)]
pub struct Lot {
    /// The cars.
    pub cars: Vec<Car>,
    /// Walls, one bit each.
    pub walls: u64,
}

impl Car {
    /// The cells of the car at a place, one bit each.
    pub fn cells(&self, place: usize) -> u64 {
        (place..place + self.length).fold(0, |set, along| set | 1 << self.cell(along))
    }

    /// The number of a cell on the car's line.
    pub fn cell(&self, along: usize) -> usize {
        if self.horizontal { self.line * SIDE + along } else { along * SIDE + self.line }
    }
}

impl Lot {
    /// Reads 36 letters: `o` empty, `x` wall, `A` the car that wants to leave.
    pub fn read(board: &str) -> Self {
        let cells = board.as_bytes();
        assert_eq!(cells.len(), SIDE * SIDE, "{board}");
        let mut lot = Self { cars: Vec::new(), walls: 0 };
        for name in b'A'..=b'Z' {
            let places: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell] == name).collect();
            let [first, second, ..] = places[..] else { continue };
            let horizontal = second == first + 1;
            let (row, column) = (first / SIDE, first % SIDE);
            let (line, place) = if horizontal { (row, column) } else { (column, row) };
            lot.cars.push(Car { horizontal, line, length: places.len(), place });
        }
        lot.walls = (0..cells.len()).filter(|&cell| cells[cell] == b'x').fold(0, |set, cell| set | 1 << cell);
        lot
    }

    /// The board as 36 letters.
    pub fn line(&self) -> String {
        let mut cells = [b'o'; SIDE * SIDE];
        for (name, car) in (b'A'..).zip(&self.cars) {
            (car.place..car.place + car.length).for_each(|along| cells[car.cell(along)] = name);
        }
        (0..cells.len()).filter(|cell| self.walls >> cell & 1 == 1).for_each(|cell| cells[cell] = b'x');
        cells.iter().map(|&byte| char::from(byte)).collect()
    }

    /// All cells that are taken.
    pub fn taken(&self) -> u64 {
        self.cars.iter().fold(self.walls, |set, car| set | car.cells(car.place))
    }
}

/// Returns random boards from a seed; a large part of them has no solution.
pub fn fresh(seed: u64, count: usize) -> Vec<Lot> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut below = |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % n as u64) as usize
    };
    let mut boards = Vec::with_capacity(count);
    while boards.len() < count {
        let red = Car { horizontal: true, line: 2, length: 2, place: below(SIDE - 2) };
        let walls = if below(8) == 0 { 1 << below(SIDE * SIDE) & !red.cells(red.place) } else { 0 };
        let mut lot = Lot { cars: vec![red], walls };
        for _ in 0..below(20) + 8 {
            let length = if below(3) == 0 { 3 } else { 2 };
            let car =
                Car { horizontal: below(2) == 0, line: below(SIDE), length, place: below(SIDE - length + 1) };
            if car.cells(car.place) & lot.taken() == 0 {
                lot.cars.push(car);
            }
        }
        boards.push(lot);
    }
    boards
}
