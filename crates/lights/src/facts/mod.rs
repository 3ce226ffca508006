//! Facts about a board and all others of its kind, found without a search through their positions,
//! or with a short one.

pub mod gods_number;

use fewest_gf2::BitVec;
use fewest_search::{Aim, Context, bfs};

use crate::rules::{Board, GraphBoard, Grid};
use crate::solve::linear::row_recurrence::{Chase, ChaseResult};
use crate::solve::linear::{ModularSolvability, Solvability, solve_components, solve_modular_components};
use crate::solve::minimum_weight::{can_compare, weights_on_grid};
use crate::state_space::LightsSpace;
use gods_number::{GodsNumber, bounds};

/// The largest nullity for which all solutions are weighed here, which takes milliseconds.
const SMALL_NULLITY: usize = 20;

/// The largest number of lights for which a breadth-first search finds God's number if the bounds
/// leave it open.
const MOST_SEARCHED: usize = 25;

type Fact = (&'static str, String);

/// Returns facts as (name, value).
pub fn analyse(board: &Board, cx: &Context<'_>) -> Vec<(String, String)> {
    let rows = match board {
        Board::Grid(grid) => of_grid(grid, cx),
        Board::Graph(board) if board.graph().colours() > 2 => of_modular(board, cx),
        Board::Graph(board) => of_graph(board, cx),
    };
    rows.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Facts that every graph has.
fn of_any_graph(board: &GraphBoard) -> Vec<Fact> {
    let mut rows = vec![
        ("cells", board.graph().len().to_string()),
        ("lights on", board.count().to_string()),
        ("parts that do not touch", board.graph().components().len().to_string()),
    ];
    rows.extend(board.turns().map(|turns| ("turns", turns.to_string())));
    rows
}

fn of_graph(board: &GraphBoard, cx: &Context<'_>) -> Vec<Fact> {
    let mut rows = of_any_graph(board);
    let dark = GraphBoard::new(board.graph().clone(), &vec![false; board.graph().len()], None);
    let Ok(Solvability::Solvable(all)) = solve_components(&dark, cx) else { return rows };
    let (cells, nullity) = (board.graph().len(), all.nullity());
    rows.push(("nullity", nullity.to_string()));
    rows.push(("solvable boards of this kind", solvable_fraction(cells, nullity)));
    match solve_components(board, cx) {
        Ok(Solvability::Solvable(components)) => {
            rows.push(("solutions of this board", power_of_two(nullity)));
            let weights = if nullity <= SMALL_NULLITY { components.weights(cx) } else { None };
            rows.extend(weights.map(|times| by_presses(&times)));
        }
        Ok(Solvability::Unsolvable(_)) => rows.push(("solutions of this board", "none".to_owned())),
        Err(_) => return rows,
    }
    rows.push(gods_number(&Board::Graph(dark), cells, gods_number::of_components(&all), cx));
    rows
}

fn of_modular(board: &GraphBoard, cx: &Context<'_>) -> Vec<Fact> {
    let mut rows = of_any_graph(board);
    let (cells, colours) = (board.graph().len(), board.graph().colours());
    rows.push(("colours", colours.to_string()));
    let dark = GraphBoard::with_levels(board.graph().clone(), vec![0; cells], None);
    let Ok(ModularSolvability::Solvable(all)) = solve_modular_components(&dark, cx) else { return rows };
    let count = all.count().map_or_else(|| "very many".to_owned(), |count| count.to_string());
    let share = if count == "1" { "all".to_owned() } else { format!("one in {count}") };
    rows.push(("solvable boards of this kind", share));
    match solve_modular_components(board, cx) {
        Ok(ModularSolvability::Solvable(_)) => rows.push(("solutions of this board", count)),
        Ok(ModularSolvability::Unsolvable(_)) => rows.push(("solutions of this board", "none".to_owned())),
        Err(_) => return rows,
    }
    rows.push(gods_number(&Board::Graph(dark), cells, gods_number::of_modular_components(&all), cx));
    rows
}

fn of_grid(board: &Grid, cx: &Context<'_>) -> Vec<Fact> {
    let area = board.lit().area();
    let mut rows = vec![
        ("size", format!("{} x {}", board.width(), board.height())),
        ("lights on", format!("{} of {area}", board.lit().count())),
    ];
    let Ok(chase) = Chase::new(board.width(), board.height(), cx) else { return rows };
    let nullity = chase.nullity();
    let Ok(chased) = chase.solve_board(board.lit(), cx) else { return rows };
    let (solutions, lengths) = match chased {
        ChaseResult::Presses(presses)
            if nullity <= SMALL_NULLITY && can_compare(board.lit().area(), nullity) =>
        {
            (power_of_two(nullity), weights_on_grid(&chase, &presses, cx))
        }
        ChaseResult::Presses(_) => (power_of_two(nullity), None),
        ChaseResult::Unsolvable(_) => ("none".to_owned(), None),
    };
    rows.extend([
        ("nullity", nullity.to_string()),
        ("solvable boards of this size", solvable_fraction(area, nullity)),
        ("solutions of this board", solutions),
    ]);
    rows.extend(lengths.map(|times| by_presses(&times)));
    // In the patterns every row begins a new word; bits beyond the width are in none of them and
    // are not counted.
    let bits = 64 * board.lit().words().len();
    let bounds = match nullity {
        0 => GodsNumber { at_least: area as u64, at_most: area as u64 },
        _ if can_compare(board.lit().area(), nullity) => {
            let patterns = chase.quiet_patterns();
            let quiet: Vec<BitVec> =
                patterns.map(|pattern| BitVec::from_words(pattern.words().to_vec(), bits)).collect();
            let beyond = (bits - area) as u64;
            let GodsNumber { at_least, at_most } = bounds(bits, &quiet);
            GodsNumber { at_least: at_least - beyond, at_most: at_most - beyond }
        }
        _ => GodsNumber { at_least: 0, at_most: (area - nullity) as u64 },
    };
    rows.push(gods_number(&Board::Grid(board.clone()), area, bounds, cx));
    rows
}

/// Returns the most presses that any solvable board of a kind needs. A breadth-first search from
/// any of them finds it, because the Cayley graph of presses looks the same from everywhere.
fn gods_number(board: &Board, lights: usize, bounds: GodsNumber, cx: &Context<'_>) -> Fact {
    let mut bounds = bounds;
    if bounds.at_least < bounds.at_most
        && lights <= MOST_SEARCHED
        && let Some(space) = LightsSpace::new(board)
    {
        let seen = bfs(&space, cx, Aim::Everything);
        if seen.is_exhausted() {
            // A complete search ends with an empty layer.
            let depth = seen.layer_sizes().len() as u64 - 2;
            bounds = GodsNumber { at_least: depth, at_most: depth };
        }
    }
    ("God's number", bounds.say())
}

fn by_presses<N: Copy + Into<u128>>(times: &[N]) -> Fact {
    let present = times.iter().map(|&times| times.into()).enumerate().filter(|&(_, times)| times > 0);
    let rows: Vec<String> = present.map(|(presses, times)| format!("{presses}: {times}")).collect();
    ("solutions by presses", rows.join(", "))
}

fn solvable_fraction(lights: usize, nullity: usize) -> String {
    match nullity {
        0 => "all".to_owned(),
        _ => format!("one in {} (2^{} of 2^{lights})", power_of_two(nullity), lights - nullity),
    }
}

fn power_of_two(exponent: usize) -> String {
    if exponent < 64 { (1_u64 << exponent).to_string() } else { format!("2^{exponent}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::rules;
    use fewest_core::Source;

    fn facts(text: &str) -> impl Fn(&str) -> Option<String> {
        let board = rules::read(&Source::new("board", text), fewest_core::Room::UNLIMITED).expect("a board");
        let facts = analyse(&board, &Context::default());
        move |name| facts.iter().find(|fact| fact.0 == name).map(|fact| fact.1.clone())
    }

    #[test]
    fn five_by_five() {
        let value = facts("rule plus\n#####\n#####\n#####\n#####\n#####\n");
        assert_eq!(value("nullity").as_deref(), Some("2"));
        assert_eq!(value("solvable boards of this size").as_deref(), Some("one in 4 (2^23 of 2^25)"));
        assert_eq!(value("solutions of this board").as_deref(), Some("4"));
        assert_eq!(value("solutions by presses").as_deref(), Some("15: 4"));
        assert_eq!(value("God's number").as_deref(), Some("15"));
    }

    #[test]
    fn five_by_five_on_a_torus() {
        let value = facts("wrap torus\n#####\n#####\n#####\n#####\n#####\n");
        assert_eq!(value("nullity").as_deref(), Some("8"));
        assert_eq!(value("solvable boards of this kind").as_deref(), Some("one in 256 (2^17 of 2^25)"));
        assert_eq!(value("God's number").as_deref(), Some("8"));
        let shortest = value("solutions by presses").expect("they are few");
        assert!(shortest.starts_with("5: "), "{shortest}");
    }

    #[test]
    fn three_colours() {
        let value = facts("colours 3\n012\n120\n201\n");
        assert_eq!(value("solvable boards of this kind").as_deref(), Some("all"));
        assert_eq!(value("solutions of this board").as_deref(), Some("1"));
        assert_eq!(value("God's number").as_deref(), Some("18"));
        let value = facts("colours 3\n01210\n12021\n20102\n12021\n01210\n");
        assert_eq!(value("solvable boards of this kind").as_deref(), Some("one in 27"));
        assert_eq!(value("God's number").as_deref(), Some("18 to 26"));
    }
}
