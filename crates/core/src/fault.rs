//! A fault in input is a value: what is wrong, where, and how to mend it.

use fewest_search::Stop;

use super::source::Span;
use super::visible::visible;

/// Something wrong with an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong, without the place: `piece overlaps piece 2 at row 3, column 1; it was left out`.
    pub what: String,
    /// Where, if it has a place.
    pub at: Option<Span>,
    /// How to mend it.
    pub remedy: Option<String>,
    /// The limit that is in the way, if the input itself is good.
    pub limit: Option<Stop>,
}

impl Fault {
    /// A fault without a place.
    pub fn new(what: impl Into<String>) -> Self {
        Self { what: what.into(), at: None, remedy: None, limit: None }
    }

    /// The same fault at a place.
    #[must_use]
    pub fn at(mut self, span: Span) -> Self {
        self.at = Some(span);
        self
    }

    /// The same fault with a remedy.
    #[must_use]
    pub fn remedy(mut self, remedy: impl Into<String>) -> Self {
        self.remedy = Some(remedy.into());
        self
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.what)?;
        self.remedy.as_ref().map_or(Ok(()), |remedy| write!(f, " ({remedy})"))
    }
}

impl std::error::Error for Fault {}

/// A word as it is quoted in a message: not more than a person wants to see, and nothing that a terminal would obey.
pub fn shortened(word: &str) -> String {
    const MOST: usize = 40;
    match word.char_indices().nth(MOST) {
        Some((end, _)) => visible(&word[..end]).into_owned() + "…",
        None => visible(word).into_owned(),
    }
}

/// A move that the rules do not allow, or a text that is no move: the reason, in words that follow "move 3: ".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illegal(pub String);

impl Illegal {
    /// An illegal move for that reason.
    pub fn new(why: impl Into<String>) -> Self {
        Self(why.into())
    }
}

impl std::fmt::Display for Illegal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Illegal {}
