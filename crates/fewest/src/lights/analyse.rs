//! What is known about a board without walking through its positions.

use super::board::Board;
use super::chase::{Chase, Chased};

/// Rows of (name, value).
pub fn analyse(board: &Board) -> Vec<(String, String)> {
    let chase = Chase::new(board.width(), board.height());
    let (area, nullity) = (board.lit().area(), chase.nullity());
    let share = match nullity {
        0 => "all".to_owned(),
        _ => format!("one in {} (2^{} of 2^{area})", power_of_two(nullity), area - nullity),
    };
    let solutions = match chase.solve(board.lit()) {
        Chased::Presses(_) => power_of_two(nullity),
        Chased::Never(_) => "none".to_owned(),
    };
    [
        ("size", format!("{} x {}", board.width(), board.height())),
        ("lights on", format!("{} of {area}", board.lit().count())),
        ("nullity", nullity.to_string()),
        ("solvable boards of this size", share),
        ("solutions of this board", solutions),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .to_vec()
}

fn power_of_two(exponent: usize) -> String {
    if exponent < 64 { (1_u64 << exponent).to_string() } else { format!("2^{exponent}") }
}

#[cfg(test)]
mod tests {
    use super::super::cells::Cells;
    use super::*;

    #[test]
    fn five_by_five() {
        let facts = analyse(&Board::new(Cells::all(5, 5)));
        let value = |name: &str| facts.iter().find(|fact| fact.0 == name).map(|fact| fact.1.as_str());
        assert_eq!(value("nullity"), Some("2"));
        assert_eq!(value("solvable boards of this size"), Some("one in 4 (2^23 of 2^25)"));
        assert_eq!(value("solutions of this board"), Some("4"));
    }
}
