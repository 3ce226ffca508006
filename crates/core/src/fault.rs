//! Faults of inputs as values: what is wrong, where, and a remedy.

use std::collections::BTreeMap;

use fewest_search::Stop;
use serde::{Deserialize, Serialize};

use super::source::{Source, Span, visible};

/// A fault of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong, without the place: `piece overlaps piece 2 at row 3, column 1; it is left
    /// out`.
    pub what: String,
    /// The place. `None` if it has none.
    pub at: Option<Span>,
    /// How to correct it.
    pub remedy: Option<String>,
    /// The limit that prevents the input from being used. `None` if the input itself is wrong.
    pub limit: Option<Stop>,
    /// The ways in which a text can be read, where they are several and none was taken.
    pub readings: Vec<PossibleReading>,
}

/// One of several ways to read a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PossibleReading {
    /// What would be understood: `Lights Out: 3 x 3, 5 on (# is on)`.
    pub understood: String,
    /// The family and format that choose it: `lights:drawing`.
    #[serde(rename = "as")]
    pub what: String,
    /// The options of the family that choose it among others of the same format.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub choices: BTreeMap<String, String>,
}

impl Fault {
    /// Creates a fault without a place.
    pub fn new(what: impl Into<String>) -> Self {
        Self { what: what.into(), at: None, remedy: None, limit: None, readings: Vec::new() }
    }

    /// Sets the place.
    #[must_use]
    pub fn at(mut self, span: Span) -> Self {
        self.at = Some(span);
        self
    }

    /// Sets the remedy.
    #[must_use]
    pub fn remedy(mut self, remedy: impl Into<String>) -> Self {
        self.remedy = Some(remedy.into());
        self
    }

    /// Returns the fault with its place in `source` as one line, as course programs print it:
    /// `board.txt:2:1: …`.
    pub fn one_line(&self, source: &Source) -> String {
        match self.at {
            Some(span) => {
                let (line, column) = source.line_and_column(span.start);
                format!("{}:{line}:{column}: {self}", visible(&source.name))
            }
            None => format!("{}: {self}", visible(&source.name)),
        }
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.what)?;
        self.remedy.as_ref().map_or(Ok(()), |remedy| write!(f, " ({remedy})"))
    }
}

impl std::error::Error for Fault {}

/// Returns a word for a message: at most 40 characters, invisible ones escaped.
pub fn shortened(word: &str) -> String {
    const MOST: usize = 40;
    match word.char_indices().nth(MOST) {
        Some((end, _)) => visible(&word[..end]).into_owned() + "…",
        None => visible(word).into_owned(),
    }
}

/// The known name that is most like a word: equal but for case, or a typing mistake or two away.
pub fn nearest<'n>(word: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    const LONGEST: usize = 40;
    if word.chars().count() > LONGEST {
        return None;
    }
    let lower: Vec<char> = word.to_lowercase().chars().collect();
    let allowed = |length: usize| if length < 4 { 1 } else { 2 };
    known
        .into_iter()
        .map(|name| (distance(&lower, &name.to_lowercase().chars().collect::<Vec<_>>()), name))
        .filter(|(distance, name)| *distance <= allowed(name.chars().count().min(lower.len())))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// The number of letters that must be put in, left out, replaced or exchanged with the next.
fn distance(one: &[char], other: &[char]) -> usize {
    let mut rows = vec![(0..=other.len()).collect::<Vec<usize>>()];
    for (at, c) in one.iter().enumerate() {
        let mut row = vec![at + 1];
        for (to, d) in other.iter().enumerate() {
            let mut best = (rows[at][to + 1] + 1).min(row[to] + 1).min(rows[at][to] + usize::from(c != d));
            if at > 0 && to > 0 && *c == other[to - 1] && one[at - 1] == *d {
                best = best.min(rows[at - 1][to - 1] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[one.len()][other.len()]
}

/// The remedy for a name that is not known: the nearest, and the list of all.
pub fn did_you_mean<'n>(word: &str, known: impl IntoIterator<Item = &'n str> + Clone) -> String {
    let nearest = nearest(word, known.clone());
    let all = format!("known: {}", known.into_iter().collect::<Vec<_>>().join(", "));
    nearest.map_or(all.clone(), |name| format!("did you mean `{name}`? {all}"))
}

/// An illegal move, or a text that is not a move: the reason, in words that follow "move 3: ".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illegal(pub String);

impl Illegal {
    /// Creates the error.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_found_in_any_case() {
        let names = ["klotski", "loyd", "117", "traffic"];
        for (word, found) in [
            ("Klotski", Some("klotski")),
            ("klotsky", Some("klotski")),
            ("kltoski", Some("klotski")),
            ("loy", Some("loyd")),
            ("trafic", Some("traffic")),
            ("118", Some("117")),
            ("boards.txt", None),
            ("xyz", None),
        ] {
            assert_eq!(nearest(word, names), found, "{word}");
        }
    }
}
