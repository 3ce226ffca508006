//! The one error of the library.

use std::fmt;
use std::ops::Range;

use crate::report::Limit;
use crate::service::{Bug, Candidate, Fault, Illegal, OpenError};
use crate::{Certificate, Solution};

/// Everything that can go wrong.
///
/// The text of an error is one line without a full stop. [`Error::help`] says what to do about it,
/// and [`Error::span`] where in the text it is.
///
/// ```
/// use fewest::{Error, Reader};
///
/// let text = "3 3\n1 2 3\n4 5 6\n7 8 8\n";
/// let Err(error) = Reader::new().format("tiles").read(text) else { panic!("8 is there twice") };
/// assert!(matches!(error, Error::Input { .. }));
/// assert_eq!(error.span().map(|span| &text[span]), Some("8"));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A text, a move or an option is wrong.
    Input {
        /// What is wrong.
        what: String,
        /// The bytes of the text that are wrong, if it is about a place.
        span: Option<Range<usize>>,
        /// The remedy, if one is known.
        help: Option<String>,
    },
    /// There is no solution, and this is why.
    Unsolvable(Certificate),
    /// A limit was met before the fewest moves were proven.
    Unproven {
        /// The best solution that was found.
        best: Option<Box<Solution>>,
        /// No solution has fewer moves.
        lower_bound: u64,
        /// The limit.
        why: Limit,
    },
    /// A solver gave an answer that its own replay or its own checker refuses: a fault of this
    /// library, which is reported instead of the answer.
    Bug(String),
}

impl Error {
    /// Creates an error of the input without a place.
    pub(crate) fn input(what: impl Into<String>) -> Self {
        Self::Input { what: what.into(), span: None, help: None }
    }

    /// Returns the bytes of the text that are wrong. `None` if the error is about no place.
    pub fn span(&self) -> Option<Range<usize>> {
        match self {
            Self::Input { span, .. } => span.clone(),
            _ => None,
        }
    }

    /// Returns what to do about it. `None` if that is not known.
    pub fn help(&self) -> Option<&str> {
        match self {
            Self::Input { help, .. } => help.as_deref(),
            Self::Unsolvable(_) => None,
            Self::Unproven { why, .. } => why.help(),
            Self::Bug(_) => Some("please report it with the puzzle"),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input { what, .. } => f.write_str(what),
            Self::Unsolvable(_) => f.write_str("there is no solution"),
            Self::Unproven { best: Some(best), lower_bound, why } => {
                let (length, moves) = (best.len(), best.metric());
                write!(f, "{length} {moves} were found and at least {lower_bound} are needed: {why}")
            }
            Self::Unproven { best: None, lower_bound, why } => {
                write!(f, "no solution was found, and at least {lower_bound} moves are needed: {why}")
            }
            Self::Bug(what) => write!(f, "a fault of the solver: {what}"),
        }
    }
}

impl std::error::Error for Error {}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        let span = fault.at.map(|span| span.start..span.end);
        Self::Input { what: fault.what, span, help: fault.remedy }
    }
}

impl From<Illegal> for Error {
    fn from(illegal: Illegal) -> Self {
        Self::input(illegal.0)
    }
}

impl From<Bug> for Error {
    fn from(Bug(what): Bug) -> Self {
        Self::Bug(what)
    }
}

impl From<OpenError> for Error {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::Fault(fault) | OpenError::Option(fault) => fault.into(),
            OpenError::Unknown => Self::Input {
                what: "cannot tell what kind of puzzle this is".to_owned(),
                span: None,
                help: Some("name the format: `Reader::format`".to_owned()),
            },
            OpenError::Ambiguous(candidates) => {
                let candidates: Vec<_> = candidates.iter().map(Candidate::what).collect();
                Self::Input {
                    what: "this text is ambiguous".to_owned(),
                    span: None,
                    help: Some(format!("name the format: {}", candidates.join(", "))),
                }
            }
        }
    }
}
