//! What is known about a board without walking through its positions.

use fewest_search::Host;

use super::board::Board;
use super::chase::{Chase, Chased};
use super::grid::Grid;
use super::minimum::{can_compare, weights};
use super::net_board::NetBoard;
use super::net_parts::{self, Solved};

/// The largest nullity for which all solutions are weighed here, which takes milliseconds.
const SMALL_NULLITY: usize = 20;

/// Rows of (name, value).
pub fn analyse(board: &Board, host: &Host<'_>) -> Vec<(String, String)> {
    match board {
        Board::Grid(grid) => of_grid(grid, host),
        Board::Net(net) => of_net(net, host),
    }
}

fn of_net(board: &NetBoard, host: &Host<'_>) -> Vec<(String, String)> {
    let mut rows = vec![
        ("cells", board.net().len().to_string()),
        ("lights on", board.count().to_string()),
        ("parts that do not touch", board.net().parts().len().to_string()),
    ];
    rows.extend(board.turns().map(|turns| ("turns", turns.to_string())));
    match net_parts::solve(board, host) {
        Ok(Solved::Parts(parts)) => {
            rows.push(("nullity", parts.nullity().to_string()));
            rows.push(("solutions of this board", power_of_two(parts.nullity())));
        }
        Ok(Solved::Never(_)) => rows.push(("solutions of this board", "none".to_owned())),
        Err(_) => {}
    }
    rows.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn of_grid(board: &Grid, host: &Host<'_>) -> Vec<(String, String)> {
    let chase = Chase::new(board.width(), board.height());
    let (area, nullity) = (board.lit().area(), chase.nullity());
    let share = match nullity {
        0 => "all".to_owned(),
        _ => format!("one in {} (2^{} of 2^{area})", power_of_two(nullity), area - nullity),
    };
    let (solutions, lengths) = match chase.solve(board.lit()) {
        Chased::Presses(presses) if nullity <= SMALL_NULLITY && can_compare(board.lit(), nullity) => {
            (power_of_two(nullity), weights(&chase, &presses, host))
        }
        Chased::Presses(_) => (power_of_two(nullity), None),
        Chased::Never(_) => ("none".to_owned(), None),
    };
    let lengths = lengths.map(|times| {
        let present = times.iter().enumerate().filter(|&(_, &times)| times > 0);
        let rows: Vec<String> = present.map(|(presses, times)| format!("{presses}: {times}")).collect();
        ("solutions by presses".to_owned(), rows.join(", "))
    });
    [
        ("size", format!("{} x {}", board.width(), board.height())),
        ("lights on", format!("{} of {area}", board.lit().count())),
        ("nullity", nullity.to_string()),
        ("solvable boards of this size", share),
        ("solutions of this board", solutions),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .into_iter()
    .chain(lengths)
    .collect()
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
        let facts = of_grid(&Grid::new(Cells::all(5, 5)), &Host::default());
        let value = |name: &str| facts.iter().find(|fact| fact.0 == name).map(|fact| fact.1.as_str());
        assert_eq!(value("nullity"), Some("2"));
        assert_eq!(value("solvable boards of this size"), Some("one in 4 (2^23 of 2^25)"));
        assert_eq!(value("solutions of this board"), Some("4"));
        assert_eq!(value("solutions by presses"), Some("15: 4"));
    }
}
