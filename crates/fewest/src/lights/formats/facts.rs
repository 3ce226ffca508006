//! Blackout instances as facts for an answer set solver: `cell(1,1).` `black(1,1).` `time(1..4).`
//!
//! They are recognised, so that nobody takes them for something else, but they are not read.

use crate::{Fault, Source};

/// The name of the format.
pub const ID: &str = "facts";

/// Whether the text is Blackout: by its predicates, or because the file is named as a logic program.
pub fn looks_like(source: &Source) -> bool {
    let predicates = [b"cell(".as_slice(), b"black(", b"time("];
    source.name.ends_with(".lp")
        || source.lines().any(|line| {
            let fact = line.bytes.trim_ascii_start();
            predicates.iter().any(|predicate| fact.starts_with(predicate))
        })
}

/// That this format cannot be read.
pub fn unreadable(_source: &Source) -> Fault {
    Fault::new("Blackout facts are not readable yet").remedy("write the board as rows of # (on) and 0 (off)")
}
