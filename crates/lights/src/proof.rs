//! Certificates that a board has no solution, and their checkers. A checker counts light by light,
//! or multiplies and adds; it shares no code with the search for certificates.
//!
//! | pattern | every press changes | why there is no solution |
//! |---|---|---|
//! | quiet | an even number of its lights | an odd number of them is on, and stays odd |
//! | parity | an odd number of its lights | an odd number of them is on after T turns |
//! | weights | a weighted sum by one *rate* | the rate is 0 and the sum is not, or T turns miss 0 |
//!
//! Presses on all cells of a quiet pattern together change nothing, hence the name (Scherphuis).
//! Weights and rates count modulo the number of colours `m`, and the sum is over the colours of all
//! lights: it is 0 when all are off. An unsolvable board always has a quiet pattern, or weights of
//! rate 0 if it has more than two colours.

use fewest_core::{SolveReport, Source};
use serde::{Deserialize, Serialize};

use crate::formats::text;
use crate::rules::{Board, Cells, GraphBoard, Grid, Press, Presses};

/// A proof that there is no solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Certificate {
    /// A quiet pattern on a rectangle that holds an odd number of lights; serialised as a list of
    /// rows.
    QuietPattern(#[serde(with = "rows_as_text")] Cells),
    /// The same on a graph; serialised as a list of `[x, y]`.
    QuietPlaces(#[serde(with = "places_as_pairs")] Vec<Press>),
    /// Places of which every press changes an odd number, where the parity of the turns does not
    /// fit the lights in them.
    ParityPlaces(#[serde(with = "places_as_pairs")] Vec<Press>),
    /// Places with weights such that the weighted sum of the colours cannot become 0; serialised as
    /// a list of `[x, y, weight]`.
    WeightedPlaces(#[serde(with = "weights_as_triples")] Vec<(Press, u8)>),
}

/// The outcome of solving a board.
pub type Report = SolveReport<Presses, Certificate>;

/// Checks that a certificate proves the board unsolvable.
///
/// # Errors
/// What is missing for a proof.
pub fn check(board: &Board, certificate: &Certificate) -> Result<(), String> {
    match (board, certificate) {
        (Board::Grid(grid), Certificate::QuietPattern(pattern)) => check_rectangle(grid, pattern),
        (Board::Graph(board), Certificate::WeightedPlaces(places)) => check_weights(board, places),
        (Board::Graph(board), _) if board.graph().colours() > 2 => {
            Err("the pattern is for lights that are on or off".to_owned())
        }
        (Board::Graph(board), Certificate::QuietPlaces(places)) => check_quiet(board, places),
        (Board::Graph(board), Certificate::ParityPlaces(places)) => check_parity(board, places),
        (Board::Grid(_), _) => Err("the pattern is for other boards than rectangles".to_owned()),
        (Board::Graph(_), _) => Err("the pattern is for rectangles".to_owned()),
    }
}

/// Describes the proof, with a picture if it fits on a screen.
pub fn say(board: &Board, certificate: &Certificate) -> String {
    match (board, certificate) {
        (Board::Grid(grid), Certificate::QuietPattern(pattern)) => say_rectangle(grid, pattern),
        (Board::Graph(board), Certificate::QuietPlaces(places)) => say_quiet(board, places),
        (Board::Graph(board), Certificate::ParityPlaces(places)) => say_parity(board, places),
        (Board::Graph(board), Certificate::WeightedPlaces(places)) => say_weights(board, places),
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

/// Places as a list of `[x, y]`.
mod places_as_pairs {
    use super::Press;
    use serde::{Deserialize, Deserializer, Serializer};

    /// Writes pairs.
    pub fn serialize<S: Serializer>(places: &[Press], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(places.iter().map(|place| [place.x, place.y]))
    }

    /// Reads pairs.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Press>, D::Error> {
        let pairs = Vec::<[i64; 2]>::deserialize(from)?;
        Ok(pairs.into_iter().map(|[x, y]| Press { x, y }).collect())
    }
}

/// Weighted places as a list of `[x, y, weight]`.
mod weights_as_triples {
    use super::Press;
    use serde::{Deserialize, Deserializer, Serializer};

    /// Writes triples.
    pub fn serialize<S: Serializer>(places: &[(Press, u8)], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(places.iter().map(|(place, weight)| [place.x, place.y, i64::from(*weight)]))
    }

    /// Reads triples.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<(Press, u8)>, D::Error> {
        let triple = |[x, y, weight]: [i64; 3]| {
            let weight = u8::try_from(weight).map_err(|_| serde::de::Error::custom("no weight"))?;
            Ok((Press { x, y }, weight))
        };
        Vec::<[i64; 3]>::deserialize(from)?.into_iter().map(triple).collect()
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

/// Returns the pattern as one mark per place.
fn pattern_cells(board: &GraphBoard, places: &[Press]) -> Result<Vec<bool>, String> {
    let mut marks = vec![false; board.graph().len()];
    for place in places {
        let number = board.place(*place).map_err(|why| why.0)?;
        if std::mem::replace(&mut marks[number], true) {
            return Err(format!("({}, {}) is named twice", place.x, place.y));
        }
    }
    Ok(marks)
}

/// Returns the first place whose press changes an odd number of marked lights, or an even number if
/// `odd` is false.
fn first_press(board: &GraphBoard, marks: &[bool], odd: bool) -> Option<Press> {
    let graph = board.graph();
    let changed = |press| graph.changed_by(press).iter().filter(|&&light| marks[light as usize]).count();
    (0..graph.len()).find(|&press| (changed(press) % 2 == 1) == odd).map(|press| graph.places()[press])
}

fn lit(board: &GraphBoard, marks: &[bool]) -> usize {
    (0..marks.len()).filter(|&light| marks[light] && board.is_lit(light)).count()
}

/// Checks that every press changes an even number of lights of the pattern and that an odd number
/// of them is on.
///
/// # Errors
/// What is missing for a proof.
fn check_quiet(board: &GraphBoard, places: &[Press]) -> Result<(), String> {
    let marks = pattern_cells(board, places)?;
    if let Some(Press { x, y }) = first_press(board, &marks, true) {
        return Err(format!("pressing ({x}, {y}) changes an odd number of cells of the pattern"));
    }
    match lit(board, &marks) {
        lights if lights % 2 == 1 => Ok(()),
        lights => Err(format!("the pattern holds {lights} lights that are on, which is even")),
    }
}

/// Checks that every press changes an odd number of lights of the pattern, and that the number of
/// turns has the wrong parity for it.
///
/// # Errors
/// What is missing for a proof.
fn check_parity(board: &GraphBoard, places: &[Press]) -> Result<(), String> {
    let Some(turns) = board.turns() else { return Err("the puzzle has no number of turns".to_owned()) };
    let marks = pattern_cells(board, places)?;
    if let Some(Press { x, y }) = first_press(board, &marks, false) {
        return Err(format!("pressing ({x}, {y}) changes an even number of cells of the pattern"));
    }
    match lit(board, &marks) {
        lights if lights as u64 % 2 != turns % 2 => Ok(()),
        lights => Err(format!("the pattern holds {lights} lights that are on, which fits {turns} turns")),
    }
}

/// Describes the proof by an even pattern.
fn say_quiet(board: &GraphBoard, places: &[Press]) -> String {
    let lights = pattern_cells(board, places).map_or(0, |marks| lit(board, &marks));
    let words = format!(
        "every press changes an even number of the {} cells marked #; {lights} of them are on, which is odd, so they never all go out",
        places.len()
    );
    with_pattern(words, board, places)
}

/// Describes the proof by an odd pattern.
fn say_parity(board: &GraphBoard, places: &[Press]) -> String {
    let lights = pattern_cells(board, places).map_or(0, |marks| lit(board, &marks));
    let word = |number: u64| if number.is_multiple_of(2) { "even" } else { "odd" };
    let turns = board.turns().unwrap_or(0);
    let words = format!(
        "every press changes an odd number of the {} cells marked #; {lights} of them are on, which is {}, so they all go out only after an {} number of turns, not {turns}",
        places.len(),
        word(lights as u64),
        word(lights as u64),
    );
    with_pattern(words, board, places)
}

/// Appends the pattern: `#` in it, `.` another cell.
fn with_pattern(words: String, board: &GraphBoard, places: &[Press]) -> String {
    let marks: Vec<(Press, char)> = places.iter().map(|&place| (place, '#')).collect();
    with_picture(words, board, &marks)
}

/// Appends a picture: the marks, `.` for another cell, blank where there is none; the least row
/// first.
fn with_picture(mut words: String, board: &GraphBoard, marks: &[(Press, char)]) -> String {
    let all = board.graph().places();
    let (Some(left), Some(right)) =
        (all.iter().map(|place| place.x).min(), all.iter().map(|place| place.x).max())
    else {
        return words;
    };
    let (top, bottom) = (all[0].y, all[all.len() - 1].y);
    let (width, height) = (right.abs_diff(left).saturating_add(1), bottom.abs_diff(top).saturating_add(1));
    if width > 80 || width.saturating_mul(height) > LARGEST_SHOWN as u64 {
        return words;
    }
    let mut rows = vec![vec![' '; width as usize]; height as usize];
    let mut draw = |place: &Press, mark: char| {
        rows[place.y.abs_diff(top) as usize][place.x.abs_diff(left) as usize] = mark;
    };
    all.iter().for_each(|place| draw(place, '.'));
    let on_board = marks.iter().filter(|mark| board.graph().number(mark.0).is_some());
    on_board.for_each(|(place, mark)| draw(place, *mark));
    words.push_str(&format!("\n(columns {left} to {right}, rows {top} to {bottom})"));
    for row in rows {
        words.push('\n');
        words.push_str(row.iter().collect::<String>().trim_end());
    }
    words
}

/// Patterns with more cells are described, not shown.
const LARGEST_SHOWN: usize = 32 * 80;

/// Returns one weight per place.
fn weights(board: &GraphBoard, places: &[(Press, u8)]) -> Result<Vec<u64>, String> {
    let mut weights = vec![0; board.graph().len()];
    for &(place, weight) in places {
        let slot = &mut weights[board.place(place).map_err(|why| why.0)?];
        if *slot != 0 || weight == 0 || weight >= board.graph().colours() {
            return Err(format!("({}, {}) has two weights or none", place.x, place.y));
        }
        *slot = u64::from(weight);
    }
    Ok(weights)
}

/// Returns the rate and the weighted sum of the colours, both modulo their number.
fn rate_and_sum(board: &GraphBoard, places: &[(Press, u8)]) -> Result<(u64, u64), String> {
    let (graph, modulus) = (board.graph(), u64::from(board.graph().colours()));
    let weights = weights(board, places)?;
    let change = |press: usize| {
        let lights = graph.changed_by(press).iter();
        lights.map(|&light| weights[light as usize]).sum::<u64>() % modulus
    };
    let rate = if graph.is_empty() { 0 } else { change(0) };
    if let Some(press) = (0..graph.len()).find(|&press| change(press) != rate) {
        let (Press { x, y }, other) = (graph.places()[press], graph.places()[0]);
        return Err(format!(
            "pressing ({x}, {y}) changes the weighted sum by {}, pressing ({}, {}) by {rate}",
            change(press),
            other.x,
            other.y
        ));
    }
    let sum =
        weights.iter().zip(board.levels()).map(|(&weight, &level)| weight * u64::from(level)).sum::<u64>();
    Ok((rate, sum % modulus))
}

/// Checks that weights prove a board unsolvable.
///
/// # Errors
/// What is missing for a proof.
fn check_weights(board: &GraphBoard, places: &[(Press, u8)]) -> Result<(), String> {
    let modulus = u64::from(board.graph().colours());
    match (rate_and_sum(board, places)?, board.turns()) {
        ((0, 0), _) => Err("the weighted sum of the colours is 0".to_owned()),
        ((0, _), _) => Ok(()),
        (_, None) => Err("presses change the weighted sum of the colours".to_owned()),
        ((rate, sum), Some(turns)) if (sum + rate * (turns % modulus)) % modulus != 0 => Ok(()),
        (_, Some(turns)) => Err(format!("{turns} turns bring the weighted sum of the colours to 0")),
    }
}

/// Describes the proof.
fn say_weights(board: &GraphBoard, places: &[(Press, u8)]) -> String {
    let modulus = board.graph().colours();
    let Ok((rate, sum)) = rate_and_sum(board, places) else {
        return "weights that are no proof".to_owned();
    };
    let words = match (rate, board.turns()) {
        (1.., Some(turns)) => {
            let after = (sum + rate * (turns % u64::from(modulus))) % u64::from(modulus);
            format!(
                "multiply every colour by its weight below and add up: every press changes the sum by {rate} modulo {modulus}; it is {sum} now, so after {turns} turns it is {after} and not 0"
            )
        }
        _ => format!(
            "multiply every colour by its weight below and add up: no press changes the sum modulo {modulus}; it is {sum}, so it never becomes 0"
        ),
    };
    let mark = |&(place, weight): &(Press, u8)| Some((place, char::from_digit(u32::from(weight), 36)?));
    match places.iter().map(mark).collect::<Option<Vec<_>>>() {
        Some(marks) => with_picture(words, board, &marks),
        None => words,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Graph;

    #[test]
    fn a_document_of_a_quiet_pattern_is_read_back() {
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
    fn a_document_of_weights_is_read_back() {
        let certificate = Certificate::WeightedPlaces(places([1, 2]));
        let document = serde_json::to_string(&certificate).unwrap();
        assert_eq!(document, r#"{"weighted_places":[[0,0,1],[1,0,2]]}"#);
        assert_eq!(serde_json::from_str::<Certificate>(&document).unwrap(), certificate);
        assert!(serde_json::from_str::<Certificate>(r#"{"weighted_places":[[0,0,256]]}"#).is_err());
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

    /// Two lights that always step together: their difference stays.
    fn pair(levels: [u8; 2], turns: Option<u64>) -> GraphBoard {
        let graph = Graph::plus((0..2).map(|x| Press { x, y: 0 }).collect()).with_colours(3);
        GraphBoard::with_levels(graph, levels.to_vec(), turns)
    }

    fn places(weights: [u8; 2]) -> Vec<(Press, u8)> {
        (0..)
            .zip(weights)
            .filter(|place| place.1 > 0)
            .map(|(x, weight)| (Press { x, y: 0 }, weight))
            .collect()
    }

    #[test]
    fn weights_of_rate_0_prove_a_difference_that_stays() {
        assert_eq!(check_weights(&pair([1, 2], None), &places([1, 2])), Ok(()));
        assert_eq!(check_weights(&pair([1, 2], None), &places([2, 1])), Ok(()));
        for bad in [[1, 1], [1, 0], [0, 0]] {
            assert!(check_weights(&pair([1, 2], None), &places(bad)).is_err(), "{bad:?}");
        }
        assert!(check_weights(&pair([2, 2], None), &places([1, 2])).is_err());
        let twice = [(Press { x: 0, y: 0 }, 1), (Press { x: 0, y: 0 }, 1)];
        assert!(check_weights(&pair([1, 2], None), &twice).is_err());
        let said = say_weights(&pair([1, 2], None), &places([1, 2]));
        assert!(said.contains("it is 2, so it never becomes 0") && said.ends_with("\n12"), "{said}");
    }

    #[test]
    fn weights_of_another_rate_prove_that_turns_do_not_fit() {
        let board = |turns| pair([1, 1], Some(turns));
        for turns in 0..9 {
            // Each press steps both lights, so two presses and then three more each time.
            assert_eq!(check_weights(&board(turns), &places([1, 0])).is_ok(), turns % 3 != 2, "{turns}");
        }
        assert!(check_weights(&pair([1, 1], None), &places([1, 0])).is_err());
    }
}
