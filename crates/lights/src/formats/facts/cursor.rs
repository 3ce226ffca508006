//! Going along tokens.

use super::scan::Token;
use super::terms::Terms;
use fewest_core::{Fault, Span};

impl Terms<'_> {
    /// The sign ahead, if it is a sign.
    pub fn sign(&self) -> Option<&'static str> {
        match self.tokens.get(self.at) {
            Some((Token::Sign(sign), _)) => Some(sign),
            _ => None,
        }
    }

    /// Goes past a sign if it is ahead.
    pub fn take(&mut self, sign: &str) -> bool {
        let there = self.sign() == Some(sign);
        self.at += usize::from(there);
        there
    }

    /// The place of the token ahead.
    pub fn here(&self) -> Span {
        self.tokens.get(self.at).map_or(self.end, |(_, span)| *span)
    }

    /// The place from a token to the one just read.
    pub fn since(&self, first: usize) -> Span {
        let start = self.tokens.get(first).map_or(self.end, |(_, span)| *span);
        let end =
            self.at.checked_sub(1).and_then(|last| self.tokens.get(last)).map_or(start, |(_, span)| *span);
        Span { end: end.end.max(start.end), ..start }
    }

    /// That something else was expected here.
    pub fn expected(&self, what: &str) -> Fault {
        let found = self
            .tokens
            .get(self.at)
            .map_or_else(|| "the end of the text".to_owned(), |(token, _)| token.to_string());
        Fault::new(format!("{found} where {what} was expected"))
            .at(self.here())
            .remedy("a fact is written `cell(1,2).`")
    }

    /// Goes past a sign.
    ///
    /// # Errors
    /// If another one is ahead.
    pub fn expect(&mut self, sign: &str) -> Result<(), Fault> {
        if self.take(sign) { Ok(()) } else { Err(self.expected(&format!("`{sign}`"))) }
    }
}
