//! New boards with a rule of their own, of exactly the difficulty asked for: presses are planted, and the board climbs or descends by
//! single presses until the fewest presses are as many as asked for.

use fewest_search::Host;

use super::board::Board;
use super::formats::rules;
use super::generate::STEPS;
use super::net_board::NetBoard;
use super::{colour_solve, net_solve};
use crate::facade::seed::Seed;
use crate::{AtLeast, Ended, Fault, How, Source};

/// The largest board that is made: its text is made first.
const MOST_LIGHTS: usize = 1 << 24;

/// The dark board of a rule, which is what stands above the rows of a board with `;` for the ends of lines.
///
/// # Errors
/// What is wrong with the rule.
pub fn dark(rule: &str, width: usize, height: usize) -> Result<Board, Fault> {
    let too_large = || Fault::new(format!("a board of {width} x {height} lights")).remedy("make it smaller");
    width.checked_mul(height).filter(|&lights| lights <= MOST_LIGHTS).ok_or_else(too_large)?;
    let header: String = rule.split(';').map(|line| format!("{}\n", line.trim())).collect();
    // With many colours numbers stand apart; with few a blank would be a cell, and is refused.
    let rows = |cell: &str| format!("{}\n", cell.repeat(width)).repeat(height);
    let read = |rows: String| rules::read(&Source::new("the rule", format!("{header}\n{rows}")));
    let board = read(rows("0 ")).or_else(|_| read(rows("0")));
    // Places in a text that nobody wrote help nobody.
    let board = board.map_err(|Fault { what, remedy, .. }| Fault { what, remedy, at: None })?;
    match &board {
        Board::Net(net) if net.turns().is_some() => {
            Err(Fault::new("a new board has no turns").remedy("leave them out and say --moves"))
        }
        _ if header.trim().is_empty() => {
            Err(Fault::new("there is no rule").remedy("as in \"rule king; wrap torus; colours 3\""))
        }
        _ => Ok(board),
    }
}

/// A board that can be put out from this dark one, with so many presses at least, or any.
///
/// # Errors
/// Why there is none such.
pub fn generate(
    dark: NetBoard,
    moves: Option<u64>,
    seed: &mut Seed,
    host: &Host<'_>,
) -> Result<NetBoard, Fault> {
    let (places, times) = (dark.net().len(), u64::from(dark.net().colours()) - 1);
    let Some(moves) = moves else {
        let mut board = dark;
        for place in 0..places {
            press(&mut board, place, seed.below(times as usize + 1));
        }
        return Ok(board);
    };
    if moves > places as u64 * times {
        return Err(Fault::new(format!("no board of {places} lights needs {moves} presses"))
            .remedy("no light is ever pressed as often as there are colours"));
    }
    let mut board = planted(dark, moves, times, seed);
    let mut now = fewest(&board, host)?;
    for _ in 0..STEPS {
        if now == moves {
            return Ok(board);
        }
        let mut next = board.clone();
        press(&mut next, seed.below(places), 1 + seed.below(times as usize));
        let fewest = fewest(&next, host)?;
        if fewest.abs_diff(moves) <= now.abs_diff(moves) || seed.below(8) == 0 {
            (board, now) = (next, fewest);
        }
    }
    Err(Fault::new(format!("no such board that needs {moves} presses was found"))
        .remedy("ask for fewer, or try another seed"))
}

/// A board after so many presses, each place at most `times` of them.
fn planted(dark: NetBoard, moves: u64, times: u64, seed: &mut Seed) -> NetBoard {
    let mut board = dark;
    let mut wanted = moves;
    let mut ahead = board.net().len() as u64 * times;
    for place in 0..board.net().len() {
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

fn press(board: &mut NetBoard, place: usize, times: usize) {
    let by = board.net().places()[place];
    // The place exists and there are no turns to run out of.
    (0..times).for_each(|_| drop(board.press(by)));
}

fn fewest(board: &NetBoard, host: &Host<'_>) -> Result<u64, Fault> {
    let solve = if board.net().colours() > 2 { colour_solve::solve } else { net_solve::solve };
    let outcome = solve(board, &How::default(), host);
    match (outcome.ended, outcome.at_least) {
        (Ended::Complete, AtLeast::Moves(fewest)) => Ok(fewest),
        (Ended::Limit(_), _) => {
            Err(Fault::new("stopped before a board was found").remedy("give it more time"))
        }
        _ => Err(Fault::new("boards of this kind have too many solutions to compare")
            .remedy("try a neighbouring size")),
    }
}
