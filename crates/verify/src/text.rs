//! Reading puzzles: lines of words.

use alloc::format;
use alloc::vec::Vec;
use core::str::FromStr;

use crate::{Rejected, reject};

/// The lines of a text without comments and empty lines.
#[derive(Clone, Debug)]
pub struct Lines<'t>(core::str::Lines<'t>);

impl<'t> Lines<'t> {
    /// Begins to read.
    pub fn new(text: &'t str) -> Self {
        Self(text.lines())
    }
}

impl<'t> Iterator for Lines<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        self.0.by_ref().map(str::trim_end).find(|line| !line.is_empty() && !line.starts_with("* "))
    }
}

/// Reads one word as a number.
pub fn number<N: FromStr>(word: &str) -> Result<N, Rejected> {
    word.parse().or_else(|_| reject(format!("`{word}` is not a number in range")))
}

/// Reads numbers separated by blanks.
pub fn numbers<N: FromStr>(words: &str) -> Result<Vec<N>, Rejected> {
    words.split(' ').map(number).collect()
}

/// Reads two numbers.
pub fn pair<N: FromStr>(words: &str, between: char) -> Result<(N, N), Rejected> {
    match words.split_once(between) {
        Some((one, other)) => Ok((number(one)?, number(other)?)),
        None => reject(format!("`{words}` is not a pair of numbers")),
    }
}
