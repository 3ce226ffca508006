//! Certificates that a board has no solution, and their checkers: patterns that can be checked by
//! counting.
//!
//! A *quiet pattern* is a set of cells of which every press changes an even number. (Presses on all
//! of them together change nothing, hence the name.) The number of its lights that are on stays odd
//! if it was odd, and so never becomes 0. The checker counts neighbours cell by cell and shares no
//! code with the search for patterns.

pub mod graph;
pub mod weights;

use fewest_core::Source;
use serde::{Deserialize, Serialize};

use crate::formats::text;
use crate::rules::{Board, Cells, Grid, Press};

/// A proof that there is no solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Certificate {
    /// A quiet pattern on a rectangle that holds an odd number of lights; serialised as a list of
    /// rows.
    QuietPattern(#[serde(with = "rows_as_text")] Cells),
    /// The same on a graph; serialised as a list of `[x, y]`.
    QuietPlaces(#[serde(with = "graph::places_as_pairs")] Vec<Press>),
    /// Places of which every press changes an odd number, where the parity of the turns does not
    /// fit the lights in them.
    ParityPlaces(#[serde(with = "graph::places_as_pairs")] Vec<Press>),
    /// Places with weights such that the weighted sum of the colours cannot become 0; serialised as
    /// a list of `[x, y, weight]`.
    WeightedPlaces(#[serde(with = "weights::weights_as_triples")] Vec<(Press, u8)>),
}

/// Checks that a certificate proves the board unsolvable.
///
/// # Errors
/// What is missing for a proof.
pub fn check(board: &Board, certificate: &Certificate) -> Result<(), String> {
    match (board, certificate) {
        (Board::Grid(grid), Certificate::QuietPattern(pattern)) => check_rectangle(grid, pattern),
        (Board::Graph(board), Certificate::WeightedPlaces(places)) => weights::check(board, places),
        (Board::Graph(board), _) if board.graph().colours() > 2 => {
            Err("the pattern is for lights that are on or off".to_owned())
        }
        (Board::Graph(board), Certificate::QuietPlaces(places)) => graph::check_quiet(board, places),
        (Board::Graph(board), Certificate::ParityPlaces(places)) => graph::check_parity(board, places),
        (Board::Grid(_), _) => Err("the pattern is for other boards than rectangles".to_owned()),
        (Board::Graph(_), _) => Err("the pattern is for rectangles".to_owned()),
    }
}

/// Describes the proof, with a picture if it fits on a screen.
pub fn say(board: &Board, certificate: &Certificate) -> String {
    match (board, certificate) {
        (Board::Grid(grid), Certificate::QuietPattern(pattern)) => say_rectangle(grid, pattern),
        (Board::Graph(board), Certificate::QuietPlaces(places)) => graph::say_quiet(board, places),
        (Board::Graph(board), Certificate::ParityPlaces(places)) => graph::say_parity(board, places),
        (Board::Graph(board), Certificate::WeightedPlaces(places)) => weights::say(board, places),
        _ => "a certificate for another board".to_owned(),
    }
}

mod rows_as_text {
    use super::{Cells, Source, text};
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(cells: &Cells, to: S) -> Result<S::Ok, S::Error> {
        let mut rows = Vec::new();
        text::write_rows(cells, *b".#", &mut rows).map_err(serde::ser::Error::custom)?;
        to.collect_seq(String::from_utf8_lossy(&rows).lines())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Cells, D::Error> {
        let rows = Vec::<String>::deserialize(from)?;
        text::read(&Source::new("quiet_pattern", rows.join("\n")))
            .map_err(|fault| D::Error::custom(fault.what))
    }
}

fn check_rectangle(board: &Grid, pattern: &Cells) -> Result<(), String> {
    let (width, height) = (board.width(), board.height());
    if (pattern.width(), pattern.height()) != (width, height) {
        return Err(format!(
            "the pattern is {} x {}, the board {width} x {height}",
            pattern.width(),
            pattern.height()
        ));
    }
    if let Some((x, y)) = first_odd_press(pattern) {
        return Err(format!("pressing ({x}, {y}) changes an odd number of cells of the pattern"));
    }
    match pattern.common(board.lit()) {
        lights if lights % 2 == 1 => Ok(()),
        lights => Err(format!("the pattern holds {lights} lights that are on, which is even")),
    }
}

/// Returns the first cell whose press changes an odd number of cells of the pattern: a pattern cell
/// with an even number of pattern neighbours, or another cell with an odd number.
fn first_odd_press(pattern: &Cells) -> Option<(usize, usize)> {
    let (width, height) = (pattern.width(), pattern.height());
    let holds = |x: usize, y: usize| pattern.has(x, y) && pattern.contains(x, y);
    let changed = |x: usize, y: usize| {
        [(x, y), (x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)]
            .into_iter()
            .filter(|&(x, y)| holds(x, y))
            .count()
    };
    (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).find(|&(x, y)| changed(x, y) % 2 == 1)
}

/// Patterns with more cells are described, not shown.
pub const LARGEST_SHOWN: usize = 32 * 80;

fn say_rectangle(board: &Grid, pattern: &Cells) -> String {
    let lights = pattern.common(board.lit());
    let mut words = format!(
        "every press changes an even number of the {} cells marked #; {lights} of them are on, which is odd, so they never all go out",
        pattern.count()
    );
    if pattern.area() <= LARGEST_SHOWN && pattern.width() <= 80 {
        let mut rows = Vec::new();
        if text::write_rows(pattern, *b".#", &mut rows).is_ok() {
            words.push('\n');
            words.push_str(String::from_utf8_lossy(&rows).trim_end());
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::linear::row_recurrence::{Chase, ChaseResult};
    use crate::testing::cells_of_size;
    use proptest::prelude::*;

    #[test]
    fn a_document_is_read_back() {
        let pattern = Certificate::QuietPattern(Cells::all(2, 1));
        let document = serde_json::to_string(&pattern).unwrap();
        assert_eq!(document, r###"{"quiet_pattern":["##"]}"###);
        assert_eq!(serde_json::from_str::<Certificate>(&document).unwrap(), pattern);
        for bad in
            [r#"{"quiet_pattern":[]}"#, r#"{"quiet_pattern":["0?"]}"#, r#"{"quiet_pattern":["0","00"]}"#]
        {
            assert!(serde_json::from_str::<Certificate>(bad).is_err());
        }
    }

    #[test]
    fn one_light_of_two_cannot_be_put_out() {
        let mut lit = Cells::none(2, 1);
        lit.flip(0, 0);
        let board = Board::Grid(Grid::new(lit));
        let pattern = Certificate::QuietPattern(Cells::all(2, 1));
        assert_eq!(check(&board, &pattern), Ok(()));
        assert!(say(&board, &pattern).ends_with("\n##"));
        let even = check(&Board::Grid(Grid::new(Cells::all(2, 1))), &pattern).unwrap_err();
        assert_eq!(even, "the pattern holds 2 lights that are on, which is even");
        assert!(check(&Board::Grid(Grid::new(Cells::all(1, 2))), &pattern).is_err());
    }

    proptest! {
        #[test]
        fn proofs_pass_and_altered_proofs_fail(
            lit in (1..6_usize, 1..6_usize).prop_flat_map(|(w, h)| cells_of_size(6 * w - 1, 6 * h - 1)),
            cell in any::<prop::sample::Index>(),
        ) {
            let cx = fewest_search::Context::default();
            let chase = Chase::new(lit.width(), lit.height(), &cx).expect("nothing stops it");
            if let ChaseResult::Unsolvable(pattern) = chase.solve_board(&lit, &cx).expect("nothing stops it") {
                let (width, area) = (lit.width(), lit.area());
                let board = Board::Grid(Grid::new(lit));
                prop_assert_eq!(check(&board, &Certificate::QuietPattern(pattern.clone())), Ok(()));
                let mut altered = pattern;
                altered.flip(cell.index(area) % width, cell.index(area) / width);
                let verdict = check(&board, &Certificate::QuietPattern(altered));
                prop_assert!(verdict.is_err());
            }
        }
    }
}
