//! What can be reached from a board of cars: is it the first of its kind, how hard does it get, could a car go?
//!
//! A position is three bits a car. The queue holds the cells taken beside it, so that a move changes both by one addition and
//! nothing is looked up twice. The table is never cleared: its entries say in which search they were made. A search begins with a
//! small part of it, so that what is small stays in the cache.

use super::lines::Car;

/// What a board comes to.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Another board comes before it among those that can be reached.
    NotFirst,
    /// No position lets the first car out.
    Unsolvable,
    /// A car can go without making the hardest position easier.
    Spare,
    /// The hardest position: its fewest moves, the positions that can be reached, and where the cars stand.
    Minimal { moves: usize, positions: usize, cars: Vec<Car> },
}

/// Bits of a place.
const BITS: u32 = 3;
/// Entries are keys with the number of the search above them.
const KEY_BITS: u32 = 54;
const MOST_CARS: usize = (KEY_BITS / BITS) as usize;
/// Slots at the beginning of a search; a power of two, as all numbers of slots.
const FIRST_SLOTS: usize = 1 << 11;

/// A car as the inner loop wants it, by its place.
#[derive(Clone, Copy, Debug)]
struct Track {
    cells: [u64; 8],
    /// The cell ahead, and the cell behind; all cells at the ends.
    ahead: [u64; 8],
    behind: [u64; 8],
}

#[derive(Clone, Copy, Debug)]
struct State {
    key: u64,
    taken: u64,
}

/// Room that is used again from board to board.
#[derive(Debug)]
pub(super) struct Yard {
    size: u8,
    table: Vec<u64>,
    /// Slots of the table that are used now, less one.
    mask: usize,
    search: u64,
    queue: Vec<State>,
    spare: Vec<State>,
}

impl Yard {
    pub(super) fn new(size: usize) -> Self {
        let (table, mask) = (vec![0; FIRST_SLOTS], FIRST_SLOTS - 1);
        Self { size: size as u8, table, mask, search: 0, queue: Vec::new(), spare: Vec::new() }
    }

    /// Looks at everything that can be reached from a board.
    pub(super) fn judge(&mut self, cars: &[Car]) -> Verdict {
        debug_assert!(cars.len() <= MOST_CARS);
        let tracks = self.tracks(cars);
        let start = self.state(&tracks, cars);
        self.begin(start);
        let mut at = 0;
        while let Some(&state) = self.queue.get(at) {
            at += 1;
            let mut is_first = true;
            // What can be reached is the same in steps, which are fewer.
            self.expand::<true>(&tracks, state, |child| is_first &= child.key > start.key);
            if !is_first {
                return Verdict::NotFirst;
            }
        }
        let exit = u64::from(self.size - 2);
        std::mem::swap(&mut self.queue, &mut self.spare);
        self.begin_empty();
        for at in 0..self.spare.len() {
            if self.spare[at].key & 7 == exit {
                self.make_room(1);
                self.insert(self.spare[at]);
            }
        }
        if self.queue.is_empty() {
            return Verdict::Unsolvable;
        }
        let (moves, hardest) = self.farthest(&tracks);
        let positions = self.queue.len();
        let cars: Vec<Car> =
            (0..).zip(cars).map(|(at, car)| Car { place: place(hardest, at), ..*car }).collect();
        if moves == 0 || (1..cars.len()).rev().any(|at| !self.is_easier_without(&cars, at, moves)) {
            return Verdict::Spare;
        }
        Verdict::Minimal { moves, positions, cars }
    }

    /// Walks on from what is in the queue; the number of layers after it, and the smallest key of the last.
    fn farthest(&mut self, tracks: &[Track]) -> (usize, u64) {
        let (mut layer, mut moves) = (0..self.queue.len(), 0);
        loop {
            for at in layer.clone() {
                self.expand::<false>(tracks, self.queue[at], |_| {});
            }
            if self.queue.len() == layer.end {
                let last = self.queue[layer].iter().map(|state| state.key).min();
                return (moves, last.unwrap_or_default());
            }
            layer = layer.end..self.queue.len();
            moves += 1;
        }
    }

    /// Whether fewer moves let the first car out if another is not there.
    fn is_easier_without(&mut self, cars: &[Car], gone: usize, moves: usize) -> bool {
        let cars: Vec<Car> = [&cars[..gone], &cars[gone + 1..]].concat();
        let tracks = self.tracks(&cars);
        let start = self.state(&tracks, &cars);
        self.begin(start);
        let exit = u64::from(self.size - 2);
        let mut layer = 0..1;
        for _ in 1..moves {
            for at in layer.clone() {
                let mut is_out = false;
                self.expand::<false>(&tracks, self.queue[at], |child| is_out |= child.key & 7 == exit);
                if is_out {
                    return true;
                }
            }
            layer = layer.end..self.queue.len();
        }
        start.key & 7 == exit
    }

    fn tracks(&self, cars: &[Car]) -> Vec<Track> {
        let cell = |car: &Car, along: u8| {
            let (row, column) = if car.across { (car.line, along) } else { (along, car.line) };
            1_u64 << (row * self.size + column)
        };
        let track = |car: &Car| {
            let mut track = Track { cells: [0; 8], ahead: [!0; 8], behind: [!0; 8] };
            for place in 0..=self.size - car.length {
                let at = usize::from(place);
                track.cells[at] = (place..place + car.length).map(|along| cell(car, along)).sum();
                if place + car.length < self.size {
                    track.ahead[at] = cell(car, place + car.length);
                }
                if place > 0 {
                    track.behind[at] = cell(car, place - 1);
                }
            }
            track
        };
        cars.iter().map(track).collect()
    }

    fn state(&self, tracks: &[Track], cars: &[Car]) -> State {
        let (mut key, mut taken) = (0, 0);
        for ((track, car), at) in tracks.iter().zip(cars).zip(0..) {
            key |= u64::from(car.place) << (BITS * at);
            taken |= track.cells[usize::from(car.place)];
        }
        State { key, taken }
    }

    /// Inserts every successor, and shows those that are new.
    #[inline(always)]
    fn expand<const STEPS: bool>(&mut self, tracks: &[Track], state: State, mut new: impl FnMut(State)) {
        // A position has never more successors than there are free cells, times four.
        self.make_room(1 << 8);
        for (track, at) in tracks.iter().zip(0..) {
            let shift = BITS * at;
            let here = (state.key >> shift & 7) as usize;
            let mut to = here;
            while state.taken & track.ahead[to & 7] == 0 {
                to += 1;
                let child = State {
                    key: state.key + (((to - here) as u64) << shift),
                    taken: state.taken ^ track.cells[here] ^ track.cells[to & 7],
                };
                if self.insert(child) {
                    new(child);
                }
                if STEPS {
                    break;
                }
            }
            let mut to = here;
            while state.taken & track.behind[to & 7] == 0 {
                to -= 1;
                let child = State {
                    key: state.key - (((here - to) as u64) << shift),
                    taken: state.taken ^ track.cells[here] ^ track.cells[to & 7],
                };
                if self.insert(child) {
                    new(child);
                }
                if STEPS {
                    break;
                }
            }
        }
    }

    fn begin(&mut self, start: State) {
        self.begin_empty();
        self.insert(start);
    }

    fn begin_empty(&mut self) {
        self.queue.clear();
        self.mask = FIRST_SLOTS - 1;
        self.next_search();
    }

    fn next_search(&mut self) {
        self.search += 1;
        if self.search >> (64 - KEY_BITS) != 0 {
            self.table.fill(0);
            self.search = 1;
        }
    }

    /// Whether a position is new; it is then in the table and in the queue. There must be room.
    #[inline(always)]
    fn insert(&mut self, state: State) -> bool {
        let entry = self.search << KEY_BITS | state.key;
        let mut slot = (state.key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize;
        loop {
            let there = self.table[slot & self.mask];
            if there == entry {
                return false;
            }
            if there >> KEY_BITS != self.search {
                self.table[slot & self.mask] = entry;
                self.queue.push(state);
                return true;
            }
            slot += 1;
        }
    }

    /// Takes more of the table, so that so many more positions fit.
    #[inline(always)]
    fn make_room(&mut self, more: usize) {
        if 2 * (self.queue.len() + more) > self.mask {
            self.grow();
        }
    }

    #[cold]
    fn grow(&mut self) {
        self.mask = 4 * self.mask + 3;
        if self.table.len() <= self.mask {
            self.table = vec![0; self.mask + 1];
        }
        // Where the slots are others, the entries of this search are no more.
        self.next_search();
        for state in std::mem::take(&mut self.queue) {
            self.insert(state);
        }
    }
}

/// The place of a car in a key.
fn place(key: u64, car: u32) -> u8 {
    (key >> (BITS * car) & 7) as u8
}
