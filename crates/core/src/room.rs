//! The memory limit of reading and generating boards, checked before anything is allocated.
//!
//! A few digits of a text can ask for a board of any size, so readers and generators compute its
//! size in bytes first and check it here.

use fewest_search::{Context, Stop};

use super::fault::Fault;

/// A number of bytes that may be used, or no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room(usize);

impl Default for Room {
    fn default() -> Self {
        Self::UNLIMITED
    }
}

impl Room {
    /// No limit except those of each format.
    pub const UNLIMITED: Self = Self(usize::MAX);

    /// Returns a limit of `bytes`.
    pub const fn of(bytes: usize) -> Self {
        Self(bytes)
    }

    /// Returns what is left of the budget of a context.
    pub fn left_of(cx: &Context<'_>) -> Self {
        Self(cx.budget.left())
    }

    /// Returns the limit in bytes.
    pub const fn bytes(self) -> usize {
        self.0
    }

    /// Returns the number of items of `bytes` each that fit.
    pub const fn count_of(self, bytes: usize) -> usize {
        self.0 / bytes
    }

    /// Checks that `count` items of `bytes` each fit.
    ///
    /// # Errors
    /// The needed and the allowed memory. `what` is the subject of the sentence: `a board of 3 x
    /// 4`.
    pub fn check(self, count: usize, bytes: usize, what: impl FnOnce() -> String) -> Result<(), Fault> {
        match count.checked_mul(bytes) {
            Some(needed) if needed <= self.0 => Ok(()),
            needed => Err(self.refuse(needed, what())),
        }
    }

    fn refuse(self, needed: Option<usize>, what: String) -> Fault {
        let needed = needed.map_or_else(
            || "more memory than there is".to_owned(),
            |bytes| format!("about {} of memory", readable(bytes)),
        );
        let fault = Fault::new(format!("{what} takes {needed}; {} are allowed", readable(self.0)));
        Fault { limit: Some(Stop::Memory), ..fault.remedy("make it smaller, or allow more memory") }
    }
}

/// Returns whether rows padded to the longest would be much larger than their text. The rows of a
/// board have similar lengths; one long line and a million short ones are a mistake or an attempt
/// to exhaust the memory.
pub fn is_ragged(width: usize, rows: usize, bytes: usize) -> bool {
    const SMALL: usize = 1 << 16;
    width.saturating_mul(rows) > bytes.saturating_mul(4).max(SMALL)
}

/// Returns a number of bytes in a readable unit.
fn readable(bytes: usize) -> String {
    let unit = [(30, "GiB"), (20, "MiB"), (10, "KiB")].into_iter().find(|(shift, _)| bytes >> shift > 0);
    unit.map_or_else(
        || format!("{bytes} bytes"),
        |(shift, name)| format!("{:.1} {name}", bytes as f64 / f64::from(1_u32 << shift)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_rows_of_very_different_lengths_are_ragged() {
        assert!(!is_ragged(100, 100, 300) && !is_ragged(1000, 1000, 1_001_000));
        assert!(is_ragged(500_000, 250_000, 1_000_000) && is_ragged(usize::MAX, 2, 1 << 20));
    }

    #[test]
    fn a_refusal_names_needed_and_allowed_memory() {
        let room = Room::of(200 << 20);
        assert_eq!(room.check(100 << 20, 2, || unreachable!("it fits")), Ok(()));
        let fault = room.check(3, 1 << 30, || "a board of 3 x 4".to_owned()).unwrap_err();
        assert_eq!(fault.what, "a board of 3 x 4 takes about 3.0 GiB of memory; 200.0 MiB are allowed");
        assert_eq!(fault.limit, Some(Stop::Memory));
        let fault = room.check(usize::MAX, 2, || "it".to_owned()).unwrap_err();
        assert!(fault.what.starts_with("it takes more memory than there is"), "{fault}");
        assert_eq!(Room::UNLIMITED.check(usize::MAX, 1, || unreachable!("no limit")), Ok(()));
    }
}
