//! Exit codes and the failures behind them. Help and man page are made from this list; the library
//! knows the codes of limits too.

use std::fmt::Write as _;

use fewest::service::Stop;
use fewest::service::words::limit;

/// An exit code, ordered by severity: with several inputs the greatest decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Code {
    Answered,
    Rejected,
    Unsolvable,
    Nearest,
    NotProven,
    Interrupted,
    Resumable,
    Time,
    Memory,
    Disk,
    BadInput,
    CorruptFile,
    Bug,
    Usage,
}

impl Code {
    /// All codes, ordered by number.
    pub const ALL: [Self; 14] = [
        Self::Answered,
        Self::Rejected,
        Self::Usage,
        Self::NotProven,
        Self::Nearest,
        Self::Unsolvable,
        Self::Memory,
        Self::Time,
        Self::Disk,
        Self::BadInput,
        Self::Bug,
        Self::CorruptFile,
        Self::Resumable,
        Self::Interrupted,
    ];

    pub const fn number(self) -> u8 {
        match self {
            Self::Answered => 0,
            Self::Rejected => 1,
            Self::Usage => 2,
            Self::NotProven => 3,
            Self::Nearest => 4,
            Self::Unsolvable => 11,
            Self::Memory => 22,
            Self::Time => 23,
            Self::Disk => 24,
            Self::BadInput => 65,
            Self::Bug => 70,
            Self::CorruptFile => 74,
            Self::Resumable => 75,
            Self::Interrupted => 130,
        }
    }

    pub const fn about(self) -> &'static str {
        match self {
            Self::Answered => "answered as asked",
            Self::Rejected => "`check` rejected an answer, or `verify` a proof",
            Self::Usage => "the command line is wrong",
            Self::NotProven => "solved, but without the proof that it is the fewest, or the count asked for",
            Self::Nearest => "`generate` found no exact match and gave the nearest",
            Self::Unsolvable => "proven to have no solution",
            Self::Memory => "the memory limit ended the work",
            Self::Time => "the time limit ended the work",
            Self::Disk => "the disk, or the part of it that may be used, is full",
            Self::BadInput => "an input is missing, bad or ambiguous",
            Self::Bug => "a bug in this program",
            Self::CorruptFile => "a file is corrupt or cannot be written",
            Self::Resumable => "stopped, and can be resumed",
            Self::Interrupted => "interrupted",
        }
    }

    /// Returns the code of a limit.
    pub const fn of_stop(stop: Stop) -> Self {
        match stop {
            Stop::Time => Self::Time,
            Stop::Memory => Self::Memory,
            Stop::Disk => Self::Disk,
            Stop::Interrupt => Self::Interrupted,
            Stop::Storage => Self::CorruptFile,
        }
    }
}

/// Returns the list of codes for `--help`.
pub fn table() -> String {
    let mut text = "Exit codes:\n".to_owned();
    for code in Code::ALL {
        let _ = writeln!(text, "  {:>3}  {}", code.number(), code.about());
    }
    text.push_str("Of many inputs the first present of 70 74 65 24 22 23 75 130 3 4 11 1 0 decides.");
    text
}

/// Why a command ended early. A fault in one input is not a failure of the command.
#[derive(Debug)]
pub enum Failure {
    /// The reader of the output has closed the pipe: the program ends without a message.
    ClosedPipe,
    /// The output cannot be written.
    Output(std::io::Error),
    /// A limit ended the output. A file keeps its previous content.
    Stopped(Stop),
    /// The command line asks for what does not exist.
    Usage(String),
    /// An internal invariant does not hold.
    Bug(String),
}

/// The error of an output that a limit ended.
#[derive(Clone, Copy, Debug)]
pub struct OutputStopped(pub Stop);

impl std::fmt::Display for OutputStopped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "stopped by {} before the output was complete", limit(self.0))
    }
}

impl std::error::Error for OutputStopped {}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        if let Some(OutputStopped(stop)) = error.get_ref().and_then(|inner| inner.downcast_ref()) {
            return Self::Stopped(*stop);
        }
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Self::ClosedPipe,
            _ => Self::Output(error),
        }
    }
}

impl From<fewest::service::Bug> for Failure {
    fn from(fewest::service::Bug(what): fewest::service::Bug) -> Self {
        Self::Bug(what)
    }
}

/// Returns whether the error says that the disk or a quota is full.
fn is_full(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    matches!(error.kind(), StorageFull | QuotaExceeded | FileTooLarge)
}

impl Failure {
    pub fn code(&self) -> Code {
        match self {
            Self::ClosedPipe => Code::Answered,
            Self::Output(error) if is_full(error) => Code::Disk,
            Self::Output(_) => Code::CorruptFile,
            Self::Stopped(stop) => Code::of_stop(*stop),
            Self::Usage(_) => Code::Usage,
            Self::Bug(_) => Code::Bug,
        }
    }

    /// Returns the message; `None` if the program ends without one.
    pub fn say(&self) -> Option<String> {
        match self {
            Self::ClosedPipe => None,
            Self::Output(error) if is_full(error) => {
                Some(format!("cannot write the output: {error}\nMake room, or write to another disk."))
            }
            Self::Output(error) => Some(format!("cannot write the output: {error}")),
            Self::Stopped(stop) => Some(OutputStopped(*stop).to_string()),
            Self::Usage(what) => Some(what.clone()),
            Self::Bug(what) => {
                Some(format!("{what}\nThis is a bug in fewest. Please report it with the puzzle."))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_severity_is_the_documented_one() {
        let order = [70, 74, 65, 24, 22, 23, 75, 130, 3, 4, 11, 1, 0];
        let mut codes = Code::ALL.to_vec();
        codes.retain(|code| *code != Code::Usage);
        codes.sort();
        codes.reverse();
        assert_eq!(codes.iter().map(|code| code.number()).collect::<Vec<_>>(), order);
    }

    #[test]
    fn every_limit_has_its_code() {
        let stops = [Stop::Memory, Stop::Time, Stop::Disk, Stop::Interrupt, Stop::Storage];
        assert_eq!(stops.map(|stop| Code::of_stop(stop).number()), [22, 23, 24, 130, 74]);
    }

    #[test]
    fn output_errors_are_told_apart() {
        use std::io::{Error, ErrorKind};
        let number = |kind: ErrorKind| Failure::from(Error::from(kind)).code().number();
        assert_eq!(number(ErrorKind::BrokenPipe), 0);
        assert_eq!(number(ErrorKind::StorageFull), 24);
        assert_eq!(number(ErrorKind::QuotaExceeded), 24);
        assert_eq!(number(ErrorKind::PermissionDenied), 74);
        assert_eq!(Failure::from(fewest::service::Bug("x".to_owned())).code().number(), 70);
    }

    #[test]
    fn the_table_lists_every_code() {
        let table = table();
        assert!(Code::ALL.iter().all(|code| table.contains(&format!(
            "{:>5}  {}",
            code.number(),
            code.about()
        ))));
    }
}
