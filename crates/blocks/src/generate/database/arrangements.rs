//! Arrangements of cars in one line, numbered; boards as one number per line; and reachable
//! placements of a line.
//!
//! Rows and columns of a square are the same kind of line, and a line of six cells has 22
//! arrangements, so that all boards share one short list.
//!
//! The cells that crossing cars cover cut a line into segments, and no car leaves its segment. So,
//! while the crossing cars stand still, the arrangements of a line fall into *components* of
//! mutually reachable arrangements. A component is named by its first arrangement, in which all
//! cars are as far back as they can go.

/// A car on a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Car {
    /// Whether it is in a row, not in a column.
    pub(super) across: bool,
    /// The row or column.
    pub(super) line: u8,
    pub(super) length: u8,
    /// The column or row of its first cell.
    pub(super) place: u8,
}

/// Bits of the number of an arrangement.
pub(super) const BITS: u32 = 5;
/// Upper bound on the number of arrangements.
const MOST: usize = 1 << BITS;

/// The arrangement of every line, in fields of [`BITS`] bits: the row of the first car lowest, then
/// the other rows, then the columns.
///
/// Of two boards with the same cars, the smaller one has the last differing car farther left or
/// farther up.
pub(super) type PackedBoard = u64;

/// The shift of the row of the first car in a board.
pub(super) const FIRST_ROW: u32 = 0;
/// Bits of the direction of a step: at most two cars per line, two directions.
pub(super) const WAY_BITS: u32 = 2;

/// A move of one car by one cell, within its line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The arrangement after it.
    pub(super) to: u8,
    /// The cell that becomes covered, and the cell that becomes free.
    pub(super) enters: u8,
    pub(super) leaves: u8,
    /// Which car of the line moves in which direction.
    pub(super) way: u8,
}

/// An arrangement of cars in a line.
#[derive(Clone, Debug)]
pub(super) struct Arrangement {
    /// The cells they cover.
    pub(super) taken: u32,
    /// Place and length of each car.
    pub(super) cars: Vec<(u8, u8)>,
    pub(super) steps: Vec<Step>,
}

impl Arrangement {
    fn of(cars: Vec<(u8, u8)>) -> Self {
        let taken = cars.iter().map(|&(place, length)| ((1 << length) - 1) << place).sum();
        Self { taken, cars, steps: Vec::new() }
    }

    /// Returns the free cells directly before a car.
    pub(super) fn gaps(&self) -> u32 {
        let starts: u32 = self.cars.iter().map(|&(place, _)| 1 << place).sum();
        (starts >> 1) & !self.taken
    }
}

/// All arrangements that leave a cell free, by number.
#[derive(Debug)]
pub(super) struct Arrangements {
    pub(super) size: usize,
    pub(super) list: Vec<Arrangement>,
}

impl Arrangements {
    pub(super) fn new(size: usize) -> Self {
        let mut list: Vec<Arrangement> = all_arrangements(size, 0).into_iter().map(Arrangement::of).collect();
        list.retain(|line| line.taken != (1 << size) - 1);
        // Among arrangements of the same cars the number grows with the place of the last car, as
        // boards do.
        list.sort_by_cached_key(|line| {
            let lengths: Vec<u8> = line.cars.iter().map(|car| car.1).collect();
            let places: Vec<u8> = line.cars.iter().rev().map(|car| car.0).collect();
            (lengths, places)
        });
        let mut arrangements = Self { size, list };
        for number in 0..arrangements.list.len() {
            arrangements.list[number].steps = arrangements.steps(number);
        }
        arrangements
    }

    fn steps(&self, number: usize) -> Vec<Step> {
        let Arrangement { taken, cars, .. } = &self.list[number];
        let mut steps = Vec::new();
        for (at, &(place, length)) in cars.iter().enumerate() {
            let mut step = |by: i8, enters: u8, leaves: u8| {
                if usize::from(enters) < self.size && taken >> enters & 1 == 0 {
                    let mut moved = cars.clone();
                    moved[at].0 = place.wrapping_add_signed(by);
                    let way = 2 * at as u8 + u8::from(by > 0);
                    steps.push(Step { to: self.number(&moved), enters, leaves, way });
                }
            };
            step(-1, place.wrapping_sub(1), place + length - 1);
            step(1, place + length, place);
        }
        steps
    }

    /// Returns the number of an arrangement.
    pub(super) fn number(&self, cars: &[(u8, u8)]) -> u8 {
        self.list.iter().position(|line| line.cars == cars).expect("it leaves a cell free") as u8
    }

    /// Returns the row of the first car.
    pub(super) fn middle(&self) -> usize {
        (self.size - 1) / 2
    }

    /// Returns the shift of a row or column in a board.
    pub(super) fn shift(&self, across: bool, line: usize) -> u32 {
        let field = match line {
            _ if !across => self.size + line,
            _ if line == self.middle() => return FIRST_ROW,
            _ if line < self.middle() => line + 1,
            _ => line,
        };
        BITS * field as u32
    }

    /// Returns the cars of a board: the first, then those of the rows, then those of the columns.
    pub(super) fn cars(&self, board: PackedBoard) -> Vec<Car> {
        let rows = (0..self.size).filter(|&line| line != self.middle());
        let rows = [self.middle()].into_iter().chain(rows).map(|line| (true, line));
        let mut cars = Vec::new();
        for (across, line) in rows.chain((0..self.size).map(|line| (false, line))) {
            let arrangement = &self.list[number(board, self.shift(across, line))];
            let put = |&(place, length): &(u8, u8)| Car { across, line: line as u8, length, place };
            cars.extend(arrangement.cars.iter().map(put));
        }
        cars
    }

    /// Returns a board as a word: `A` the first car, then the cars of the rows, then those of the
    /// columns.
    pub(super) fn word(&self, cars: &[Car]) -> String {
        let mut cells = vec!['o'; self.size * self.size];
        for (car, name) in cars.iter().zip('A'..) {
            for along in car.place..car.place + car.length {
                let (row, column) = if car.across { (car.line, along) } else { (along, car.line) };
                cells[usize::from(row) * self.size + usize::from(column)] = name;
            }
        }
        cells.into_iter().collect()
    }

    /// Returns the first of some boards without one of its cars, for every car that has the same
    /// place on all of them.
    pub(super) fn without_an_unmoved_car(&self, boards: &[PackedBoard]) -> Vec<PackedBoard> {
        let mut less = Vec::new();
        for field in 1..2 * self.size as u32 {
            let shift = BITS * field;
            let here = number(boards[0], shift);
            let cars = &self.list[here].cars;
            let is_still = |&at: &usize| {
                boards.iter().all(|&board| self.list[number(board, shift)].cars[at] == cars[at])
            };
            for gone in (0..cars.len()).filter(is_still) {
                let rest = self.number(&[&cars[..gone], &cars[gone + 1..]].concat());
                less.push(boards[0] ^ (here as u64 ^ u64::from(rest)) << shift);
            }
        }
        less
    }
}

/// Returns the arrangement of the line at a shift.
#[inline(always)]
pub(super) fn number(board: PackedBoard, shift: u32) -> usize {
    (board >> shift) as usize % MOST
}

/// Returns all arrangements of cars in a line from a cell on: first those that leave it free.
pub(super) fn all_arrangements(size: usize, cell: usize) -> Vec<Vec<(u8, u8)>> {
    if cell >= size {
        return vec![Vec::new()];
    }
    let mut all = all_arrangements(size, cell + 1);
    for length in (2..=3).filter(|length| cell + length <= size) {
        let car = (cell as u8, length as u8);
        all.extend(
            all_arrangements(size, cell + length).into_iter().map(|rest| [&[car], &rest[..]].concat()),
        );
    }
    all
}

/// There is no such arrangement, because a car stands on a barred cell.
const NONE: u8 = !0;

/// Tables indexed by [`at`]: the barred cells of a line and its arrangement.
#[derive(Debug)]
pub(super) struct LinePlacements {
    /// The first arrangement of the component.
    first: Vec<u8>,
    /// The number of arrangements of the component before this one.
    pub(super) rank: Vec<u8>,
    /// The size of the component; and its members, one bit each.
    pub(super) count: Vec<u8>,
    pub(super) members: Vec<u32>,
    /// The arrangements one slide of one car away.
    pub(super) slides: Vec<u32>,
    /// The components, by their first arrangements, into which this one splits if a crossing car
    /// covers a cell, by that cell.
    pub(super) parts: Vec<[u32; 8]>,
}

/// Returns the index of a line in the tables.
#[inline(always)]
pub(super) fn at(barred: u64, arrangement: usize) -> usize {
    (barred as usize % 64) * MOST + arrangement
}

impl LinePlacements {
    pub(super) fn new(arrangements: &Arrangements) -> Self {
        let cases = at(63, MOST - 1) + 1;
        let mut placements = Self {
            first: vec![NONE; cases],
            rank: vec![0; cases],
            count: vec![0; cases],
            members: vec![0; cases],
            slides: vec![0; cases],
            parts: vec![[0; 8]; cases],
        };
        let list = &arrangements.list;
        let free =
            |barred: u64| (0..list.len()).filter(move |&line| u64::from(list[line].taken) & barred == 0);
        let all = 1_u64 << arrangements.size;
        for barred in 0..all {
            for line in free(barred) {
                placements.first[at(barred, line)] = pushed_back(arrangements, barred, line);
            }
            for line in free(barred) {
                let first = placements.first[at(barred, line)];
                let members = free(barred).filter(|&other| placements.first[at(barred, other)] == first);
                let bits: u32 = members.map(|other| 1 << other).sum();
                placements.members[at(barred, line)] = bits;
                placements.count[at(barred, line)] = bits.count_ones() as u8;
                placements.rank[at(barred, line)] = (bits & ((1 << line) - 1)).count_ones() as u8;
                // In one component cars pass neither each other nor a barred cell: if one car
                // differs, that is one slide.
                let differ = |other: usize| {
                    let pairs = list[line].cars.iter().zip(&list[other].cars);
                    pairs.filter(|(car, other)| car != other).count()
                };
                let slides = ones(bits).filter(|&other| differ(other) == 1);
                placements.slides[at(barred, line)] = slides.map(|other| 1 << other).sum();
            }
        }
        for barred in 0..all {
            for line in free(barred) {
                let members = placements.members[at(barred, line)];
                for cell in (0..arrangements.size).filter(|cell| barred >> cell & 1 == 0) {
                    let then = barred | 1 << cell;
                    let parts = ones(members).filter_map(|other| placements.first(at(then, other)));
                    let parts = parts.fold(0, |parts: u32, part| parts | 1 << part);
                    placements.parts[at(barred, line)][cell] = parts;
                }
            }
        }
        placements
    }

    /// Returns the first arrangement of the component. None if a car stands on a barred cell.
    #[inline(always)]
    pub(super) fn first(&self, at: usize) -> Option<u8> {
        Some(self.first[at]).filter(|&first| first != NONE)
    }
}

/// Returns the arrangement in which all cars are as far back as barred cells allow.
fn pushed_back(arrangements: &Arrangements, barred: u64, line: usize) -> u8 {
    let mut cars = arrangements.list[line].cars.clone();
    let mut free_from = 0;
    for (place, length) in &mut cars {
        while *place > free_from && barred >> (*place - 1) & 1 == 0 {
            *place -= 1;
        }
        free_from = *place + *length;
    }
    arrangements.number(&cars)
}

/// Returns the indices of the bits that are set.
#[inline(always)]
pub(super) fn ones(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = (bits != 0).then_some(bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        next
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn reachable_placements_are_what_steps_past_no_barred_cell_lead_to() {
        for size in 3..=6 {
            let arrangements = Arrangements::new(size);
            let (list, placements) = (&arrangements.list, LinePlacements::new(&arrangements));
            for barred in 0..1_u64 << size {
                for line in 0..list.len() {
                    let case = at(barred, line);
                    assert_eq!(placements.first(case).is_none(), u64::from(list[line].taken) & barred != 0);
                    let Some(first) = placements.first(case) else { continue };
                    let (mut reached, mut open) = (BTreeSet::from([line]), vec![line]);
                    while let Some(here) = open.pop() {
                        let steps = list[here].steps.iter().filter(|step| barred >> step.enters & 1 == 0);
                        open.extend(steps.map(|step| usize::from(step.to)).filter(|&to| reached.insert(to)));
                    }
                    assert_eq!(reached.iter().min(), Some(&usize::from(first)));
                    assert_eq!(
                        reached.iter().position(|&other| other == line),
                        Some(placements.rank[case].into())
                    );
                    assert_eq!(reached.len(), usize::from(placements.count[case]));
                    assert_eq!(
                        reached.into_iter().collect::<Vec<_>>(),
                        ones(placements.members[case]).collect::<Vec<_>>()
                    );
                }
            }
        }
    }

    #[test]
    fn a_barred_cell_divides_reachable_placements() {
        let arrangements = Arrangements::new(6);
        let placements = LinePlacements::new(&arrangements);
        let number = |place| usize::from(arrangements.number(&[(place, 2)]));
        // A car of two cells in an empty line, and then one cell of the line barred.
        let parts = |cell: usize| ones(placements.parts[at(0, number(3))][cell]).collect::<Vec<_>>();
        assert_eq!(parts(0), [number(1)]);
        assert_eq!(parts(2), [number(0), number(3)]);
        assert_eq!(parts(4), [number(0)]);
        assert_eq!(ones(placements.slides[at(1 << 2, number(3))]).collect::<Vec<_>>(), [number(4)]);
    }
}
