//! Facts about a board for `explore`.

use fewest_search::Host;

use super::board::Board;
use super::named;
use super::optimal;

/// The facts as (name, value) rows.
pub fn analyse(board: &Board, _: &Host<'_>) -> Vec<(String, String)> {
    let shape = board.shape();
    let mut rows = Vec::new();
    let mut say = |name: &str, value: String| rows.push((name.to_owned(), value));
    if let Some(name) = named::name(shape) {
        say("board", name);
    }
    say("holes", shape.holes().to_string());
    say("pegs", board.count().to_string());
    say("possible jumps", shape.jumps().list.len().to_string());
    say("symmetries", shape.symmetries().len().to_string());
    say("independent colourings", optimal::invariants(shape.jumps()).len().to_string());
    rows
}
