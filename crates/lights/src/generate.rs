//! Generator of boards that are solvable by construction and need exactly the number of presses
//! asked for.
//!
//! Presses are planted on a dark board. If the same lights can be put out with fewer presses, hill
//! climbing follows: random presses are added, each of which changes the fewest by exactly one
//! (presses undo themselves, and the sizes of all solutions of a board have the same parity), and
//! steps down are taken rarely, until the number asked for is reached. Boards on graphs climb the
//! same way.

use fewest_core::Seed;
use fewest_core::{Ended, Fault, GenerateOptions, Generated, LowerBound, Room, SolveOptions, Source};
use fewest_search::{Context, Stop};

use crate::formats::rules;
use crate::rules::{Board, Cells, GraphBoard, Grid, Press, words_in_row};
use crate::solve::graph::solve_on_graph;
use crate::solve::linear::row_recurrence::{Chase, ChaseResult};
use crate::solve::minimum_weight::{can_compare, lightest_on_grid};

/// The largest number of steps of the climb.
const STEPS: usize = 20_000;

/// Number of boards held at one time: boards, presses and what light chasing keeps.
const COPIES: usize = 6;

/// Generates a board.
///
/// # Errors
/// If there is no such board.
pub fn generate(options: &GenerateOptions, cx: &Context<'_>) -> Result<Generated<Board>, Fault> {
    let (width, height) = options.size.unwrap_or((5, 5));
    let area = width.checked_mul(height).filter(|&area| area > 0 && area <= u32::MAX as usize);
    let Some(area) = area else {
        return Err(Fault::new(format!("a board of {width} x {height} lights cannot be made"))
            .remedy("each side is at least 1, and there are less than 2^32 lights"));
    };
    if options.pieces.is_some() || options.walls.is_some() {
        return Err(Fault::new("a board of lights has neither pieces nor walls").remedy("leave them out"));
    }
    let row = words_in_row(width) * size_of::<u64>();
    let what = || format!("a board of {width} x {height} lights");
    Room::left_of(cx).check(height, COPIES * row, what)?;
    let mut seed = Seed::new(options.seed);
    if let Some(rule) = &options.rule
        && let Board::Graph(dark) = dark_board(rule, width, height, Room::left_of(cx))?
    {
        return Ok(generate_on_graph(dark, options.moves, &mut seed, cx).map(Board::Graph));
    }
    let Some(moves) = options.moves else {
        let mut board = Grid::new(Cells::none(width, height));
        board.press_all(&half_of_the_cells(&mut seed, width, height));
        return Ok(Generated::exact(Board::Grid(board)));
    };
    // No light is ever pressed twice, so no board needs more presses than it has lights.
    let presses = usize::try_from(moves).unwrap_or(usize::MAX).min(area);
    let (board, found) = grid_with_fewest(width, height, presses, &mut seed, cx)?;
    Ok(found.generated(board, moves, cx).map(Board::Grid))
}

/// What is known about the number of presses that a new board needs.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Difficulty {
    /// Exactly this number.
    Exactly(u64),
    /// At most this number, which were planted. Whether fewer suffice is not known, for this
    /// reason.
    AtMost(u64, String),
}

impl Difficulty {
    /// Returns a board of this difficulty, as the one asked for or the nearest.
    fn generated<B>(&self, board: B, moves: u64, cx: &Context<'_>) -> Generated<B> {
        match self {
            Self::Exactly(fewest) if *fewest == moves => Generated::exact(board),
            Self::Exactly(fewest) => {
                Generated::nearest(board, &format!("needs {fewest} presses, not {moves}"), cx)
            }
            Self::AtMost(most, why) => {
                let lacks =
                    format!("needs at most {most} presses; whether it needs {moves} is not known: {why}");
                Generated::nearest(board, &lacks, cx)
            }
        }
    }
}

/// The reason if a limit came before the first comparison.
const NO_TIME: &str = "the search was ended before its solutions were compared";

fn grid_with_fewest(
    width: usize,
    height: usize,
    presses: usize,
    seed: &mut Seed,
    cx: &Context<'_>,
) -> Result<(Grid, Difficulty), Fault> {
    let stopped = |_| Fault::new("stopped before a board was found").remedy("give it more time");
    let planted = some_cells(seed, width, height, presses, cx).map_err(stopped)?;
    let chase = Chase::new(width, height, cx).map_err(stopped)?;
    let mut board = Grid::new(Cells::none(width, height));
    board.press_all(&planted);
    if chase.nullity() == 0 {
        return Ok((board, Difficulty::Exactly(presses as u64))); // the planted solution is the only one
    }
    if !can_compare(board.lit().area(), chase.nullity()) {
        let why = format!("2^{} solutions are too many to compare", chase.nullity());
        return Ok((board, Difficulty::AtMost(presses as u64, why)));
    }
    let Ok(mut now) = fewest_on_grid(&chase, &board, cx) else {
        return Ok((board, Difficulty::AtMost(presses as u64, NO_TIME.to_owned())));
    };
    let mut nearest = (now, board.clone());
    for _ in 0..STEPS {
        if now == presses {
            break;
        }
        let mut next = board.clone();
        // Both indices are below the sides, so the press exists.
        let _ = next.press(Press::at(seed.below(width), seed.below(height)));
        // A limit ends the climb but keeps its best board.
        let Ok(fewest) = fewest_on_grid(&chase, &next, cx) else { break };
        if (fewest > now) == (presses > now) || seed.below(8) == 0 {
            (board, now) = (next, fewest);
        }
        if now.abs_diff(presses) < nearest.0.abs_diff(presses) {
            nearest = (now, board.clone());
        }
    }
    Ok((nearest.1, Difficulty::Exactly(nearest.0 as u64)))
}

/// Returns the fewest presses of a board that was made by presses.
fn fewest_on_grid(chase: &Chase, board: &Grid, cx: &Context<'_>) -> Result<usize, Stop> {
    let ChaseResult::Presses(presses) = chase.solve_board(board.lit(), cx)? else {
        debug_assert!(false, "a board made by presses is solvable");
        return Err(Stop::Interrupt);
    };
    let lightest = lightest_on_grid(chase, &presses, 1, cx)?;
    cx.poll().map(|()| lightest.weight)
}

/// Returns a set that holds every cell with probability one half.
fn half_of_the_cells(seed: &mut Seed, width: usize, height: usize) -> Cells {
    let mut cells = Cells::all(width, height);
    for y in 0..height {
        for word in cells.row_mut(y) {
            *word &= seed.bits();
        }
    }
    cells
}

/// Returns a random set of exactly `count` cells (selection sampling).
fn some_cells(
    seed: &mut Seed,
    width: usize,
    height: usize,
    count: usize,
    cx: &Context<'_>,
) -> Result<Cells, Stop> {
    let mut cells = Cells::none(width, height);
    let mut wanted = count;
    for index in 0..width * height {
        if index.is_multiple_of(CELLS_PER_POLL) {
            cx.poll()?;
        }
        if seed.below(width * height - index) < wanted {
            cells.flip(index % width, index / width);
            wanted -= 1;
        }
    }
    Ok(cells)
}

/// Number of cells between two polls of the context.
const CELLS_PER_POLL: usize = 1 << 20;

/// The largest board that is made. Its text is made first.
const MOST_LIGHTS: usize = 1 << 22;

/// The bytes of the text and of what is read from it, per byte of the text.
const PER_BYTE: usize = 52;

/// Returns the dark board of a rule, which is the lines above the rows of a board with `;` for the
/// ends of lines.
///
/// # Errors
/// What is wrong with the rule, or that the board takes more than `room`.
fn dark_board(rule: &str, width: usize, height: usize, room: Room) -> Result<Board, Fault> {
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
fn generate_on_graph(
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
    let mut board = planted_board(dark, wanted, times, seed);
    let mut now = match fewest_on_graph(&board, cx) {
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
        let Ok(fewest) = fewest_on_graph(&next, cx) else { break };
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
fn planted_board(dark: GraphBoard, moves: u64, times: u64, seed: &mut Seed) -> GraphBoard {
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

/// Presses a place a number of times.
fn press(board: &mut GraphBoard, place: usize, times: usize) {
    let by = board.graph().places()[place];
    // The place exists and there are no turns to run out of.
    (0..times).for_each(|_| drop(board.press(by)));
}

/// Returns the fewest presses of a board, or why they are not known.
fn fewest_on_graph(board: &GraphBoard, cx: &Context<'_>) -> Result<u64, String> {
    let outcome = solve_on_graph(board, &SolveOptions::default(), cx);
    match (outcome.ended, outcome.at_least) {
        (Ended::Complete, LowerBound::Moves(fewest)) => Ok(fewest),
        (Ended::Limit(_), _) => Err(NO_TIME.to_owned()),
        _ => Err("boards of this kind have too many solutions to compare".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::solve_board;
    use std::ops::ControlFlow;
    use std::sync::atomic::Ordering::Relaxed;

    fn options(size: (usize, usize), moves: u64, seed: u64) -> GenerateOptions {
        GenerateOptions { size: Some(size), moves: Some(moves), seed, ..GenerateOptions::default() }
    }

    #[test]
    fn the_difficulty_is_exact() {
        let cx = Context::default();
        for (size, moves) in [((5, 5), 15), ((5, 5), 1), ((4, 4), 7), ((9, 9), 30), ((6, 6), 36), ((3, 2), 0)]
        {
            for seed in 0..3 {
                let made = generate(&options(size, moves, seed), &cx).expect("there is one");
                assert_eq!(made.lacks, None);
                let fewest = solve_board(&made.board, &SolveOptions::default(), &cx).at_least;
                assert_eq!(fewest, LowerBound::Moves(moves), "{size:?} {moves}");
                assert_eq!(generate(&options(size, moves, seed), &cx).as_ref(), Ok(&made), "the same seed");
            }
        }
    }

    #[test]
    fn rules_of_their_own_too() {
        let cx = Context::default();
        for (rule, size, moves) in [
            ("wrap torus", (5, 5), 8),
            ("wrap cylinder", (4, 6), 9),
            ("rule king", (5, 5), 9),
            ("rule plus no-self", (5, 5), 12),
            ("rule king; wrap torus", (6, 6), 4),
            ("colours 3", (5, 5), 18),
            ("colours 4; wrap torus", (3, 4), 5),
            ("rule plus", (5, 5), 15),
            ("mask;#@#", (6, 2), 3),
        ] {
            for seed in 0..2 {
                let wish = GenerateOptions { rule: Some(rule.to_owned()), ..options(size, moves, seed) };
                let made = generate(&wish, &cx).unwrap_or_else(|fault| panic!("{rule}: {fault}"));
                assert_eq!(made.lacks, None, "{rule}");
                let outcome = solve_board(&made.board, &SolveOptions::default(), &cx);
                assert_eq!(outcome.at_least, LowerBound::Moves(moves), "{rule}");
                assert_eq!(outcome.best.map(|best| best.length()), Some(moves), "{rule}");
                assert_eq!(generate(&wish, &cx).as_ref(), Ok(&made), "the same seed");
            }
            let any = GenerateOptions {
                rule: Some(rule.to_owned()),
                size: Some(size),
                ..GenerateOptions::default()
            };
            let made = generate(&any, &cx).expect("there is one");
            assert!(solve_board(&made.board, &SolveOptions::default(), &cx).best.is_some());
        }
        for (rule, moves) in [("rule queen", 3), ("turns 3", 3), ("", 3)] {
            let wish = GenerateOptions { rule: Some(rule.to_owned()), ..options((5, 5), moves, 0) };
            assert!(generate(&wish, &cx).unwrap_err().remedy.is_some(), "{rule}");
        }
    }

    #[test]
    fn where_none_is_as_asked_the_nearest_is_given() {
        let cx = Context::default();
        // 5 x 5 boards need at most 15 presses, 4 x 4 boards at most 7; 3 x 3 has one solution for
        // every board.
        for (size, rule, moves, nearest) in [
            ((5, 5), None, 26, 15),
            ((4, 4), None, 8, 7),
            ((3, 3), None, u64::MAX, 9),
            ((3, 3), Some("wrap torus"), 26, 3),
            ((3, 3), Some("colours 3"), 51, 18),
        ] {
            let wish = GenerateOptions { rule: rule.map(str::to_owned), ..options(size, moves, 0) };
            let Generated { board, lacks } = generate(&wish, &cx).expect("some board is nearest");
            let fewest = solve_board(&board, &SolveOptions::default(), &cx).at_least;
            let lacks = lacks.expect("it is not as asked").what;
            assert_eq!(fewest, LowerBound::Moves(nearest), "{size:?} {rule:?}: {lacks}");
            assert!(lacks.contains(&format!("needs {nearest} presses, not {moves}")), "{lacks}");
        }
    }

    #[test]
    fn a_limit_leaves_the_board_that_was_planted_and_is_named() {
        let cx = Context::new(1, 1 << 30, &|counters| match counters.generated.load(Relaxed) {
            0..1000 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(Stop::Time),
        });
        let Generated { board, lacks } = generate(&options((19, 19), 90, 0), &cx).expect("a board");
        assert!(
            solve_board(&board, &SolveOptions { any: true, ..SolveOptions::default() }, &Context::default())
                .best
                .is_some()
        );
        let lacks = lacks.expect("it is not known to be as asked").what;
        assert!(lacks.contains("at most 90 presses") && lacks.contains("the time limit ended"), "{lacks}");
    }

    #[test]
    fn impossible_wishes_are_refused() {
        let cx = Context::default();
        for wish in [options((0, 5), 1, 0), options((usize::MAX, 5), 1, 0)] {
            assert!(generate(&wish, &cx).unwrap_err().remedy.is_some(), "{wish:?}");
        }
        let pieces = GenerateOptions { pieces: Some(3), ..GenerateOptions::default() };
        assert!(generate(&pieces, &cx).is_err());
    }
}
