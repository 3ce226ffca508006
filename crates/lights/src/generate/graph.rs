//! Generator of boards on graphs, of exactly the difficulty asked for: presses are planted, and
//! hill climbing by single presses follows until the fewest presses have the number asked for.

use fewest_core::seed::Seed;
use fewest_core::{Ended, Fault, Generated, LowerBound, Room, SolveOptions, Source};
use fewest_search::Context;

use crate::formats::rules;
use crate::generate::{Difficulty, NO_TIME, STEPS};
use crate::rules::{Board, GraphBoard};
use crate::solve::graph::solve_graph;
use crate::solve::modular::solve_modular;

/// The largest board that is made. Its text is made first.
const MOST_LIGHTS: usize = 1 << 22;

/// The bytes of the text and of what is read from it, per byte of the text.
const PER_BYTE: usize = 52;

/// Returns the dark board of a rule, which is the lines above the rows of a board with `;` for the
/// ends of lines.
///
/// # Errors
/// What is wrong with the rule, or that the board takes more than `room`.
pub fn dark_board(rule: &str, width: usize, height: usize, room: Room) -> Result<Board, Fault> {
    let too_large = || {
        let what =
            format!("a board of {width} x {height} lights with a rule has more than {MOST_LIGHTS} lights");
        Fault::new(what).remedy("make it smaller")
    };
    width.checked_mul(height).filter(|&lights| lights <= MOST_LIGHTS).ok_or_else(too_large)?;
    let text = rule.len().saturating_add((width * 2 + 1) * height);
    room.check(text, PER_BYTE, || format!("a board of {width} x {height} lights"))?;
    let header: String = rule.split(';').map(|line| format!("{}\n", line.trim())).collect();
    // With many colours numbers stand apart; with few a blank would be a cell, and is refused.
    let rows = |cell: &str| format!("{}\n", cell.repeat(width)).repeat(height);
    let read = |rows: String| rules::read(&Source::new("the rule", format!("{header}\n{rows}")), room);
    let board = read(rows("0 ")).or_else(|_| read(rows("0")));
    // Positions in a generated text are of no use to the user.
    let board = board.map_err(|fault| Fault { at: None, ..fault })?;
    match &board {
        Board::Graph(board) if board.turns().is_some() => {
            Err(Fault::new("a new board has no turns").remedy("leave them out and say --moves"))
        }
        _ if header.trim().is_empty() => {
            Err(Fault::new("there is no rule").remedy("as in \"rule king; wrap torus; colours 3\""))
        }
        _ => Ok(board),
    }
}

/// Returns a solvable board over this dark one that needs `moves` presses, or any number.
pub fn generate_graph(
    dark: GraphBoard,
    moves: Option<u64>,
    seed: &mut Seed,
    cx: &Context<'_>,
) -> Generated<GraphBoard> {
    let (places, times) = (dark.graph().len(), u64::from(dark.graph().colours()) - 1);
    let Some(moves) = moves else {
        let mut board = dark;
        for place in 0..places {
            press(&mut board, place, seed.below(times as usize + 1));
        }
        return Generated::exact(board);
    };
    // No light is ever pressed as often as there are colours.
    let wanted = moves.min(places as u64 * times);
    let mut board = planted(dark, wanted, times, seed);
    let mut now = match fewest(&board, cx) {
        Ok(now) => now,
        Err(why) => return Difficulty::AtMost(wanted, why).generated(board, moves, cx),
    };
    let mut nearest = (now, board.clone());
    for _ in 0..STEPS {
        if now == wanted {
            break;
        }
        let mut next = board.clone();
        press(&mut next, seed.below(places), 1 + seed.below(times as usize));
        // A limit ends the climb but keeps its best board.
        let Ok(fewest) = fewest(&next, cx) else { break };
        if fewest.abs_diff(wanted) <= now.abs_diff(wanted) || seed.below(8) == 0 {
            (board, now) = (next, fewest);
        }
        if now.abs_diff(wanted) < nearest.0.abs_diff(wanted) {
            nearest = (now, board.clone());
        }
    }
    Difficulty::Exactly(nearest.0).generated(nearest.1, moves, cx)
}

/// Returns a board after `moves` presses, at most `times` of them per place.
fn planted(dark: GraphBoard, moves: u64, times: u64, seed: &mut Seed) -> GraphBoard {
    let mut board = dark;
    let mut wanted = moves;
    let mut ahead = board.graph().len() as u64 * times;
    for place in 0..board.graph().len() {
        for _ in 0..times {
            if (seed.below(ahead as usize) as u64) < wanted {
                press(&mut board, place, 1);
                wanted -= 1;
            }
            ahead -= 1;
        }
    }
    board
}

fn press(board: &mut GraphBoard, place: usize, times: usize) {
    let by = board.graph().places()[place];
    // The place exists and there are no turns to run out of.
    (0..times).for_each(|_| drop(board.press(by)));
}

/// Returns the fewest presses of a board, or why they are not known.
fn fewest(board: &GraphBoard, cx: &Context<'_>) -> Result<u64, String> {
    let solve = if board.graph().colours() > 2 { solve_modular } else { solve_graph };
    let outcome = solve(board, &SolveOptions::default(), cx);
    match (outcome.ended, outcome.at_least) {
        (Ended::Complete, LowerBound::Moves(fewest)) => Ok(fewest),
        (Ended::Limit(_), _) => Err(NO_TIME.to_owned()),
        _ => Err("boards of this kind have too many solutions to compare".to_owned()),
    }
}
