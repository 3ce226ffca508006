//! What a slide along a column does to the permutation of the tiles: the tile passes the others of
//! as many places as a row is long.
//!
//! Going back from a block to the one it comes from, the first tile of these places goes behind the
//! others, or the last one before them. In the factorial number system this is a sequence of
//! exchanges of neighbours, and an exchange changes two digits, by the digits alone. So it can be
//! tabled: where all places are in the head, another head has the same tails; where all are in the
//! tail, the same head has other tails; and in between each part of the tails that begin alike
//! comes from a head of its own.

use crate::solve::bitmap_space::GridShape;

/// What a slide along a column does to a block.
pub(crate) enum ColumnSlide {
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
    pub(crate) fn new(shape: GridShape, from: usize, first_goes: bool) -> Self {
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
