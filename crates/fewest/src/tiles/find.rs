//! Finds an answer inside any text: a file of the course, letters, tile numbers in somebody's prose, a row of boards.
//!
//! A number in a text may be a tile, the number of a move, a count or a time, and a letter may speak of the blank or of the tile. So the
//! text is read in several ways, and one that solves the puzzle is the one that was meant. If none does, the reading that gets
//! farthest is judged.

use super::board::{Board, Slide};
use super::said::{Said, direction, play};
use super::successions::slides_between_boards;
use crate::facade::verdict::claims_no_solution;
use crate::{Found, Illegal};

/// Numbers that prose may put before or after the moves of a line.
const STRAY: usize = 3;
/// Lines that are taken for a whole answer each.
const LINES: usize = 1000;

/// Finds an answer.
pub(super) fn find_answer(board: &Board, text: &str) -> Found<Vec<Slide>> {
    let (text, is_course) = match after_marker(text) {
        Some(rest) => (rest, true),
        None => (text, false),
    };
    if let Some(moves) = slides_between_boards(board, text) {
        return Found::Answer(moves);
    }
    let mut farthest: Option<(usize, Result<Vec<Slide>, Illegal>)> = None;
    for reading in readings(text) {
        match play(board, &reading) {
            Ok((moves, end)) if end.is_goal() && !moves.is_empty() => return Found::Answer(moves),
            Ok((moves, _)) => farther(&mut farthest, moves.len(), Ok(moves)),
            Err((moves, why)) => farther(&mut farthest, moves.len(), Err(why)),
        }
    }
    if claims_no_solution(text) {
        return Found::NoSolution;
    }
    let is_list = is_course || is_bare(text);
    match farthest {
        Some((legal, Err(why))) if legal > 0 || is_list => Found::Bad(legal as u64 + 1, why),
        Some((1.., Ok(moves))) => Found::Answer(moves),
        // A puzzle that is solved at the start needs no move, only the word.
        _ if is_course || says_solved(text) => Found::Answer(Vec::new()),
        _ => Found::Nothing,
    }
}

fn farther(
    best: &mut Option<(usize, Result<Vec<Slide>, Illegal>)>,
    legal: usize,
    ended: Result<Vec<Slide>, Illegal>,
) {
    if best.as_ref().is_none_or(|(before, _)| legal > *before) {
        *best = Some((legal, ended));
    }
}

/// What follows the line `#moves`, as the course writes it.
fn after_marker(text: &str) -> Option<&str> {
    let is_marker = |line: &str| line.trim_start_matches('#').trim().eq_ignore_ascii_case("moves");
    let marker = text.lines().find(|line| line.starts_with('#') && is_marker(line))?;
    let end = marker.as_ptr() as usize - text.as_ptr() as usize + marker.len();
    text.get(end..)
}

fn says_solved(text: &str) -> bool {
    let lower = text.to_lowercase();
    lower.contains("solved") && !lower.contains("not solved") && !lower.contains("unsolved")
}

/// Whether a text is moves and nothing else.
fn is_bare(text: &str) -> bool {
    let mut words = words(text).peekable();
    words.peek().is_some() && words.all(|word| number(word).is_some() || letters(word, true).is_some())
}

/// The words of a text, without what stands between moves.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || ",;|()[]{}<>\"'=-".contains(c))
        .map(|word| word.trim_matches(['.', ':', '!', '?']))
        .filter(|word| !word.is_empty())
}

/// The tile of `5`, or of `5R`.
fn number(word: &str) -> Option<Said> {
    let digits = word.trim_end_matches(|c| direction(c).is_some());
    (word.len() - digits.len() <= 1).then(|| digits.parse().ok().map(Said::Tile))?
}

/// The moves of `RULD`, `R2U` or `right`.
fn letters(word: &str, of_blank: bool) -> Option<Vec<Said>> {
    if let Some(said) = Said::letters(word, of_blank) {
        return Some(vec![said]);
    }
    let mut said = Vec::new();
    let mut rest = word;
    while let Some(first) = rest.chars().next() {
        direction(first)?;
        let after = &rest[1..];
        let digits = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        said.push(Said::letters(&rest[..=digits], of_blank)?);
        rest = &after[digits..];
    }
    (!said.is_empty()).then_some(said)
}

/// The ways to read a text, the likeliest first.
fn readings(text: &str) -> Vec<Vec<Said>> {
    let numbers = |text: &str| words(text).filter_map(number).collect::<Vec<Said>>();
    let mut all = Vec::new();
    let whole = numbers(text);
    all.push(whole.clone());
    for of_blank in order_of_letters(text) {
        all.push(words(text).filter_map(|word| letters(word, of_blank)).flatten().collect());
        for line in text.lines().take(LINES) {
            all.push(words(line).filter_map(|word| letters(word, of_blank)).flatten().collect());
        }
    }
    let lines: Vec<Vec<Said>> = text.lines().map(numbers).filter(|numbers| !numbers.is_empty()).collect();
    all.push(lines.iter().filter_map(|line| line.last().copied()).collect());
    all.push(lines.iter().filter_map(|line| line.first().copied()).collect());
    all.push(lines.iter().filter_map(|line| line.get(1).copied()).collect());
    all.extend(["tile", "slide", "moved", "move"].map(|name| after_the_word(name, text)));
    for line in lines.iter().take(LINES).chain([&whole]) {
        for before in 0..=STRAY.min(line.len()) {
            let end = line.len() - before;
            all.extend((0..=STRAY.min(end)).map(|after| line[before..line.len() - after].to_vec()));
        }
    }
    all.retain(|reading| !reading.is_empty());
    all
}

/// Whose letters they are, the likelier first: what the text says, else the blank.
fn order_of_letters(text: &str) -> [bool; 2] {
    let lower = text.to_lowercase();
    let of_tiles = lower.contains("tiles:") && !lower.contains("blank:");
    [!of_tiles, of_tiles]
}

/// The numbers in `move tile 5`, `slide 3` and the like.
fn after_the_word(name: &str, text: &str) -> Vec<Said> {
    let words: Vec<&str> = words(text).collect();
    let named = words.windows(2).filter(|pair| pair[0].eq_ignore_ascii_case(name));
    named.filter_map(|pair| number(pair[1])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiles::notation::names;
    use crate::tiles::tests::board;

    /// The course's easy sample: 2 5 8.
    fn easy() -> Board {
        board(3, 3, &[1, 0, 3, 4, 2, 6, 7, 5, 8])
    }

    #[test]
    fn answers_are_found_however_they_are_said() {
        for text in [
            "#moves\n2 5 8 \n",
            "2 5 8",
            "The answer has 3 moves: 2, 5, 8.",
            "Solved in 0.003 s\nMoves (3): 2 5 8\n",
            "1. 2\n2. 5\n3. 8\n",
            "Move 1: slide tile 2\nMove 2: slide tile 5\nMove 3: slide tile 8\nDone after 3 moves, 17 boards\n",
            "I moved tile 2, then tile 5 and at last tile 8; that took 9 boards.",
            "2U-5U-8L",
            "DDR",
            "ddr",
            "blank: DDR",
            "tiles: UUL",
            "tiles: U2L",
            "down, down, right",
            "up up left",
            "3\n1 0 3\n4 2 6\n7 5 8\n\n3\n1 2 3\n4 0 6\n7 5 8\n\n3\n1 2 3\n4 5 6\n7 0 8\n\n3\n1 2 3\n4 5 6\n7 8 0\n",
            "Minimum number of moves = 3\n3\n 1  2  3 \n 4  0  6 \n 7  5  8 \n\n3\n 1  2  3 \n 4  5  6 \n 7  0  8 \n\n3\n 1  2  3 \n 4  5  6 \n 7  8  0 \n",
        ] {
            let Found::Answer(moves) = find_answer(&easy(), text) else {
                panic!("nothing found in {text:?}")
            };
            assert_eq!(names(&easy(), &moves).unwrap(), [2, 5, 8], "{text:?}");
        }
    }

    #[test]
    fn what_is_wrong_is_told() {
        let wrong = |text| match find_answer(&easy(), text) {
            Found::Bad(number, why) => (number, why.0),
            other => panic!("{other:?} in {text:?}"),
        };
        assert_eq!(wrong("#moves\n2 8 5 \n"), (2, "tile 8 is not beside the blank".to_owned()));
        assert_eq!(wrong("2 5 9"), (3, "there is no tile 9".to_owned()));
        assert_eq!(wrong("#moves\n7 8\n").0, 1);
        assert!(matches!(find_answer(&easy(), "2 5"), Found::Answer(moves) if moves.len() == 2));
        assert!(matches!(find_answer(&easy(), "#moves\nno solution\n"), Found::NoSolution));
        assert!(matches!(find_answer(&easy(), "hello, I am 7 years old"), Found::Nothing));
        assert!(matches!(find_answer(&easy(), ""), Found::Nothing));
        assert!(matches!(find_answer(&easy(), "#moves\n"), Found::Answer(moves) if moves.is_empty()));
    }
}
