//! Certificates that a board has no solution (Johnson and Story 1879), and their checker.
//!
//! Every slide exchanges the blank with a neighbour. That changes the parity of the permutation and
//! the parity of the blank's distance from its goal cell, so the two parities always agree or never
//! do. For the usual goal on a square the same follows from the number of inversions, which is
//! quicker by hand.

use fewest_core::SolveReport;
use serde::{Deserialize, Serialize};

use crate::rules::arrangement::{Goal, Tile};
use crate::rules::board::{Board, Slide};
use crate::rules::parity;

/// A certificate that is checked by counting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Certificate {
    /// On a square with the blank last in the goal: k odd and inversions odd, or k even and
    /// inversions + row of the blank even.
    Inversions {
        /// Pairs of tiles in the wrong order.
        inversions: u64,
        /// The row of the blank, counted from 0.
        blank_row: usize,
    },
    /// Any board: the parities of the permutation and of the blank's distance differ.
    Parity {
        /// Exchanges of two cells that would bring everything to its goal cell: cells less cycles.
        exchanges: u64,
        /// Rows and columns between the blank and its goal cell.
        blank_distance: u64,
    },
    /// On a single row or column, where no tile passes another: two tiles in the wrong order.
    #[serde(rename = "order")]
    WrongOrder {
        /// The tile that comes first and should come second.
        first: Tile,
        /// The tile that comes second and should come first.
        second: Tile,
    },
}

/// The result of solving a board.
pub(crate) type Report = SolveReport<Vec<Slide>, Certificate>;

/// Returns a certificate; None exactly if the board is solvable.
pub(crate) fn find(board: &Board) -> Option<Certificate> {
    let (now, goal) = (board.now(), board.goal());
    if parity::is_reachable(now, goal) {
        return None;
    }
    Some(if board.rows().min(board.columns()) == 1 {
        let (first, second) = parity::first_overtaken(now, goal)?;
        Certificate::WrongOrder { first, second }
    } else if board.rows() == board.columns() && is_blank_last(board) {
        Certificate::Inversions { inversions: parity::inversions(now), blank_row: parity::blank(now).0 }
    } else {
        Certificate::Parity {
            exchanges: parity::exchanges(now, goal),
            blank_distance: parity::blank_distance(now, goal),
        }
    })
}

fn is_blank_last(board: &Board) -> bool {
    let cells = board.goal().cells();
    cells.last() == Some(&0) && (1..).zip(&cells[..cells.len() - 1]).all(|(wanted, &tile)| wanted == tile)
}

/// Checks a certificate by counting again.
///
/// # Errors
/// Why it proves nothing.
pub(crate) fn check(board: &Board, certificate: &Certificate) -> Result<(), String> {
    let (now, goal) = (board.now(), board.goal());
    let counted = |what: &str, said: u64, is: u64| match said == is {
        true => Ok(()),
        false => Err(format!("there are {is} {what}, not {said}")),
    };
    let odd = |number: u64| !number.is_multiple_of(2);
    match *certificate {
        Certificate::Inversions { inversions, blank_row } => {
            if board.rows() != board.columns() || !is_blank_last(board) {
                return Err(
                    "the rule of inversions is for squares with the blank last in the goal".to_owned()
                );
            }
            counted("pairs in the wrong order", inversions, parity::inversions(now))?;
            counted("rows above the blank", blank_row as u64, parity::blank(now).0 as u64)?;
            let unsolvable = match odd(board.rows() as u64) {
                true => odd(inversions),
                false => !odd(inversions + blank_row as u64),
            };
            if unsolvable { Ok(()) } else { Err("by this rule there is a solution".to_owned()) }
        }
        Certificate::Parity { exchanges, blank_distance } => {
            counted("exchanges", exchanges, parity::exchanges(now, goal))?;
            let distance = parity::blank_distance(now, goal);
            counted("cells between the blank and its place", blank_distance, distance)?;
            let differ = odd(exchanges) != odd(blank_distance);
            if differ { Ok(()) } else { Err("the two parities agree".to_owned()) }
        }
        Certificate::WrongOrder { first, second } => {
            if board.rows().min(board.columns()) != 1 {
                return Err("tiles can pass each other on this board".to_owned());
            }
            let is_before = |cells: &[Tile]| {
                let place =
                    |wanted: Tile| cells.iter().position(|&tile| tile == wanted).filter(|_| wanted != 0);
                place(first).zip(place(second)).map(|(first, second)| first < second)
            };
            match (is_before(now.cells()), is_before(goal.cells())) {
                (Some(true), Some(false)) => Ok(()),
                (Some(_), Some(_)) => Err(format!("tiles {first} and {second} need not pass each other")),
                _ => Err("there is no such tile".to_owned()),
            }
        }
    }
}

/// Returns the certificate in words, and the named goals that are reachable instead.
pub(crate) fn say(board: &Board, certificate: &Certificate) -> String {
    let parity_of = |number: u64| if number.is_multiple_of(2) { "even" } else { "odd" };
    let pairs = |number: u64| if number == 1 { "1 pair".to_owned() } else { format!("{number} pairs") };
    let mut text = match *certificate {
        Certificate::Inversions { inversions, blank_row } => {
            let k = board.rows();
            let pairs = pairs(inversions);
            if k.is_multiple_of(2) {
                let sum = inversions + blank_row as u64;
                format!(
                    "k = {k} is even; {pairs} of tiles in the wrong order + row {blank_row} of the blank = {sum}, which is {}; \
                     solvable boards of even k have an odd sum",
                    parity_of(sum)
                )
            } else {
                format!(
                    "k = {k} is odd; {pairs} of tiles in the wrong order, which is {}; solvable boards of odd k have an \
                     even number",
                    parity_of(inversions)
                )
            }
        }
        Certificate::Parity { exchanges, blank_distance } => format!(
            "{exchanges} exchanges would bring everything to its place, which is {}; the blank is {blank_distance} cells \
             from its place, which is {}; every slide changes both parities, so they never agree",
            parity_of(exchanges),
            parity_of(blank_distance)
        ),
        Certificate::WrongOrder { first, second } => format!(
            "tile {first} comes before tile {second} and should come after it, but in a single line no tile passes another"
        ),
    };
    for goal in Goal::ALL {
        let other = goal.arrangement(board.rows(), board.columns());
        if other.is_some_and(|other| other != **board.goal() && parity::is_reachable(board.now(), &other)) {
            let word = goal.name();
            text.push_str(&format!("\nsolvable to {word}: --goal {word}"));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::board;

    #[test]
    fn the_texts_boards_are_certified_by_its_rule() {
        let odd = board(3, 3, &[1, 2, 3, 4, 5, 6, 8, 7, 0]);
        assert_eq!(find(&odd), Some(Certificate::Inversions { inversions: 1, blank_row: 2 }));
        let even = board(4, 4, &[1, 2, 3, 4, 5, 6, 0, 8, 9, 10, 7, 11, 13, 14, 12, 15]);
        let certificate = find(&even).unwrap();
        assert_eq!(certificate, Certificate::Inversions { inversions: 5, blank_row: 1 });
        let said = say(&even, &certificate);
        assert!(said.contains("5 pairs") && said.contains("= 6, which is even"), "{said}");
        assert!(said.ends_with("\nsolvable to blank-first: --goal blank-first"), "{said}");
        assert_eq!(find(&board(3, 3, &[0, 1, 3, 4, 2, 5, 7, 8, 6])), None);
    }

    #[test]
    fn other_boards_are_certified_by_cycles_or_order() {
        let wide = board(2, 3, &[2, 1, 3, 4, 5, 0]);
        assert_eq!(find(&wide), Some(Certificate::Parity { exchanges: 1, blank_distance: 0 }));
        let row = board(1, 4, &[1, 3, 0, 2]);
        assert_eq!(find(&row), Some(Certificate::WrongOrder { first: 3, second: 2 }));
        assert!(check(&row, &Certificate::WrongOrder { first: 1, second: 2 }).is_err());
        assert!(check(&row, &Certificate::WrongOrder { first: 0, second: 2 }).is_err());
        assert!(check(&wide, &Certificate::WrongOrder { first: 2, second: 1 }).is_err());
        assert!(check(&wide, &Certificate::Inversions { inversions: 1, blank_row: 1 }).is_err());
        assert_eq!(find(&board(1, 4, &[0, 1, 2, 3])), None);
    }
}
