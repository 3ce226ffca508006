//! Reading proof files: bytes, and numbers of 7 bits a byte, the lowest first.

use crate::{Rejected, reject};

/// A place in a proof file.
#[derive(Clone, Debug)]
pub struct Reader<'b> {
    rest: &'b [u8],
}

impl<'b> Reader<'b> {
    /// Begins to read.
    pub fn new(bytes: &'b [u8]) -> Self {
        Self { rest: bytes }
    }

    /// Returns the number of bytes that are left.
    pub fn rest(&self) -> usize {
        self.rest.len()
    }

    /// Reads this number of bytes.
    pub fn take(&mut self, length: usize) -> Result<&'b [u8], Rejected> {
        if length > self.rest.len() {
            return reject("the file ends too early");
        }
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        Ok(taken)
    }

    /// Reads one byte.
    pub fn byte(&mut self) -> Result<u8, Rejected> {
        self.take(1).map(|taken| taken[0])
    }

    /// Reads a number below 2^127: 7 bits a byte, the lowest first; all bytes but the last have
    /// their highest bit set.
    pub fn large(&mut self) -> Result<u128, Rejected> {
        let mut number = 0;
        for shift in (0..126).step_by(7) {
            let byte = self.byte()?;
            number |= u128::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        let last = self.byte()?;
        if last > 1 { reject("a number is too large") } else { Ok(number | u128::from(last) << 126) }
    }

    /// Reads a number of 64 bits.
    pub fn number(&mut self) -> Result<u64, Rejected> {
        u64::try_from(self.large()?).or_else(|_| reject("a number is too large"))
    }

    /// Reads a number below a limit, such as the number of a piece.
    pub fn below(&mut self, limit: usize) -> Result<usize, Rejected> {
        match usize::try_from(self.number()?) {
            Ok(number) if number < limit => Ok(number),
            _ => reject("a number is out of range"),
        }
    }

    /// Reads the length of a list. Every element takes a byte at least, so the length is at most
    /// that of the rest of the file.
    pub fn count(&mut self) -> Result<usize, Rejected> {
        self.below(self.rest.len() + 1)
    }
}
