//! Certificates that a graph of two colours has no solution, and their checkers. The checkers count
//! cell by cell what presses change and share no code with the search for patterns.
//!
//! Two kinds of pattern prove it:
//! - every press changes an *even* number of its cells, and an odd number of them is on: the number
//!   stays odd for ever;
//! - every press changes an *odd* number of its cells: each turn changes the parity of those that
//!   are on, and after all turns it is odd.

use crate::proof::LARGEST_SHOWN;
use crate::rules::{GraphBoard, Press};

/// Places as a list of `[x, y]`.
pub mod places_as_pairs {
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

/// Returns the pattern as one mark per place.
fn marks(board: &GraphBoard, places: &[Press]) -> Result<Vec<bool>, String> {
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
pub fn check_quiet(board: &GraphBoard, places: &[Press]) -> Result<(), String> {
    let marks = marks(board, places)?;
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
pub fn check_parity(board: &GraphBoard, places: &[Press]) -> Result<(), String> {
    let Some(turns) = board.turns() else { return Err("the puzzle has no number of turns".to_owned()) };
    let marks = marks(board, places)?;
    if let Some(Press { x, y }) = first_press(board, &marks, false) {
        return Err(format!("pressing ({x}, {y}) changes an even number of cells of the pattern"));
    }
    match lit(board, &marks) {
        lights if lights as u64 % 2 != turns % 2 => Ok(()),
        lights => Err(format!("the pattern holds {lights} lights that are on, which fits {turns} turns")),
    }
}

/// Describes the proof by an even pattern.
pub fn say_quiet(board: &GraphBoard, places: &[Press]) -> String {
    let lights = marks(board, places).map_or(0, |marks| lit(board, &marks));
    let words = format!(
        "every press changes an even number of the {} cells marked #; {lights} of them are on, which is odd, so they never all go out",
        places.len()
    );
    with_pattern(words, board, places)
}

/// Describes the proof by an odd pattern.
pub fn say_parity(board: &GraphBoard, places: &[Press]) -> String {
    let lights = marks(board, places).map_or(0, |marks| lit(board, &marks));
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
pub fn with_picture(mut words: String, board: &GraphBoard, marks: &[(Press, char)]) -> String {
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
