//! Finds the words: all sequences of steps are tried, and what each does to a board without end is remembered.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use fewest_search::MoveFsm;

use crate::rules::board::Direction;

/// A sequence of steps, two bits each, the first at the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Word {
    letters: u32,
    length: u8,
}

impl Word {
    fn letters(self) -> impl Iterator<Item = u8> {
        (0..self.length).rev().map(move |at| (self.letters >> (2 * at) & 3) as u8)
    }
}

/// Rows and columns that the blank visits, counted from where it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rectangle {
    top: i8,
    left: i8,
    bottom: i8,
    right: i8,
}

impl Rectangle {
    fn is_within(self, other: Self) -> bool {
        self.top >= other.top
            && self.left >= other.left
            && self.bottom <= other.bottom
            && self.right <= other.right
    }
}

/// The words of at most `longest` steps that others replace.
pub(crate) fn replaced(longest: usize) -> Vec<Vec<u8>> {
    let mut forbidden: Vec<Vec<u8>> = Vec::new();
    let mut automaton = MoveFsm::new([]);
    let mut kept = Kept { first: HashMap::default(), entries: Vec::new() };
    kept.add(Ground::new(longest).effect(), Word { letters: 0, length: 0 }, Ground::new(longest).seen);
    for length in 1..=longest {
        let mut walk =
            Walk { ground: Ground::new(longest), kept: &mut kept, automaton: &automaton, found: Vec::new() };
        walk.go(Word { letters: 0, length: 0 }, 0, length);
        let found = walk.found;
        if !found.is_empty() {
            forbidden.extend(found.into_iter().map(|word| word.letters().collect()));
            automaton = MoveFsm::new(forbidden.iter().map(Vec::as_slice));
        }
    }
    forbidden
}

/// The words that are kept, by what they do.
struct Kept {
    first: HashMap<u64, u32, BuildHasherDefault<AsItIs>>,
    entries: Vec<(Word, Rectangle, u32)>,
}

const NONE: u32 = u32::MAX;

impl Kept {
    fn with_effect(&self, effect: u64) -> impl Iterator<Item = (Word, Rectangle)> {
        let mut at = self.first.get(&effect).copied().unwrap_or(NONE);
        std::iter::from_fn(move || {
            let &(word, seen, next) = self.entries.get(at as usize)?;
            at = next;
            Some((word, seen))
        })
    }

    fn add(&mut self, effect: u64, word: Word, seen: Rectangle) {
        let first = self.first.entry(effect).or_insert(NONE);
        self.entries.push((word, seen, *first));
        *first = (self.entries.len() - 1) as u32;
    }
}

/// Effects are mixed already.
#[derive(Default)]
struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are numbers");
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

/// Goes through all words of one length that hold no forbidden word.
struct Walk<'w> {
    ground: Ground,
    kept: &'w mut Kept,
    automaton: &'w MoveFsm,
    found: Vec<Word>,
}

impl Walk<'_> {
    fn go(&mut self, word: Word, node: u16, left: usize) {
        if left == 0 {
            return self.judge(word);
        }
        for by in Direction::ALL {
            let Some(node) = self.automaton.step(node, by as usize) else { continue };
            let seen = self.ground.seen;
            self.ground.step(by);
            self.go(Word { letters: word.letters << 2 | by as u32, length: word.length + 1 }, node, left - 1);
            self.ground.step(by.opposite());
            self.ground.seen = seen;
        }
    }

    /// Words come in alphabetical order, so whatever is kept is the first.
    fn judge(&mut self, word: Word) {
        let (effect, seen) = (self.ground.effect(), self.ground.seen);
        let mut doubles = self.kept.with_effect(effect);
        let is_replaced =
            doubles.any(|(other, needs)| needs.is_within(seen) && self.ground.is_done_by(other));
        drop(doubles);
        if is_replaced {
            self.found.push(word);
        } else {
            self.kept.add(effect, word, seen);
        }
    }
}

/// A board without end, as far as a word can see.
#[derive(Clone)]
struct Ground {
    side: usize,
    middle: usize,
    tiles: Vec<u16>,
    blank: usize,
    /// The sum of a mixed number for every tile away from its cell.
    displaced: u64,
    seen: Rectangle,
}

impl Ground {
    fn new(longest: usize) -> Self {
        let side = 2 * longest + 3;
        let middle = side * side / 2;
        let tiles = (0..=u16::MAX).take(side * side).collect();
        let seen = Rectangle { top: 0, left: 0, bottom: 0, right: 0 };
        Self { side, middle, tiles, blank: middle, displaced: 0, seen }
    }

    fn step(&mut self, by: Direction) {
        let next = match by {
            Direction::Up => self.blank - self.side,
            Direction::Left => self.blank - 1,
            Direction::Right => self.blank + 1,
            Direction::Down => self.blank + self.side,
        };
        let tile = self.tiles[next];
        self.displaced = self.displaced.wrapping_sub(mark(tile, next)).wrapping_add(mark(tile, self.blank));
        self.tiles.swap(next, self.blank);
        self.blank = next;
        let row = (next / self.side) as i8 - (self.middle / self.side) as i8;
        let col = (next % self.side) as i8 - (self.middle % self.side) as i8;
        let Rectangle { top, left, bottom, right } = self.seen;
        self.seen = Rectangle {
            top: top.min(row),
            left: left.min(col),
            bottom: bottom.max(row),
            right: right.max(col),
        };
    }

    fn effect(&self) -> u64 {
        let mixed = (self.displaced ^ self.blank as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed ^ mixed >> 29
    }

    /// Whether a word leads from the beginning to where we are.
    fn is_done_by(&self, word: Word) -> bool {
        let mut other = Self::new((self.side - 3) / 2);
        word.letters().for_each(|letter| other.step(Direction::ALL[usize::from(letter)]));
        other.tiles == self.tiles && other.blank == self.blank
    }
}

/// A number for a tile on a cell, 0 if it is its own.
fn mark(tile: u16, cell: usize) -> u64 {
    if usize::from(tile) == cell {
        return 0;
    }
    let mut mixed = (u64::from(tile) << 16 | cell as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    mixed ^ mixed >> 32
}
