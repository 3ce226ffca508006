//! New boards, solvable by construction, of exactly the difficulty asked for.
//!
//! Presses are planted on a dark board. If the same lights can be put out with fewer presses, the board climbs: random
//! presses are added, each of which changes the fewest by exactly one (presses undo themselves, and all solutions of a board
//! are even or all odd), and steps down are taken rarely, until the number asked for is reached. Boards with a rule of their own climb
//! the same way in `generate_net.rs`.

use fewest_search::Host;

use super::board::{Board, Press};
use super::cells::Cells;
use super::chase::{Chase, Chased};
use super::generate_net;
use super::grid::Grid;
use super::minimum::{can_compare, lightest};
use crate::facade::seed::Seed;
use crate::{Fault, GenerateHow};

/// Steps of the climb before giving up.
pub const STEPS: usize = 20_000;

/// Makes a board.
///
/// # Errors
/// Why there is none such.
pub fn generate(how: &GenerateHow, host: &Host<'_>) -> Result<Board, Fault> {
    let (width, height) = how.size.unwrap_or((5, 5));
    let area = width.checked_mul(height).filter(|&area| area > 0 && area <= u32::MAX as usize);
    let Some(area) = area else {
        return Err(
            Fault::new(format!("a board of {width} x {height} lights")).remedy("each side is at least 1")
        );
    };
    if how.pieces.is_some() || how.walls.is_some() {
        return Err(Fault::new("a board of lights has neither pieces nor walls").remedy("leave them out"));
    }
    let mut seed = Seed::new(how.seed);
    if let Some(rule) = &how.rule
        && let Board::Net(dark) = generate_net::dark(rule, width, height)?
    {
        return generate_net::generate(dark, how.moves, &mut seed, host).map(Board::Net);
    }
    let Some(moves) = how.moves else {
        let mut board = Grid::new(Cells::none(width, height));
        board.press_all(&half_of_the_cells(&mut seed, width, height));
        return Ok(Board::Grid(board));
    };
    match usize::try_from(moves).ok().filter(|&presses| presses <= area) {
        Some(presses) => with_fewest(width, height, presses, &mut seed, host).map(Board::Grid),
        None => Err(Fault::new(format!("no board of {area} lights needs {moves} presses"))
            .remedy("no light is ever pressed twice")),
    }
}

fn with_fewest(
    width: usize,
    height: usize,
    presses: usize,
    seed: &mut Seed,
    host: &Host<'_>,
) -> Result<Grid, Fault> {
    let chase = Chase::new(width, height);
    let mut board = Grid::new(Cells::none(width, height));
    board.press_all(&some_cells(seed, width, height, presses));
    if chase.nullity() == 0 {
        return Ok(board); // the planted solution is the only one
    }
    if !can_compare(board.lit().area(), chase.nullity()) {
        let what =
            format!("boards of {width} x {height} have 2^{} solutions, too many to compare", chase.nullity());
        return Err(Fault::new(what).remedy("try a neighbouring size"));
    }
    let mut now = fewest(&chase, &board, host)?;
    for _ in 0..STEPS {
        if now == presses {
            return Ok(board);
        }
        let mut next = board.clone();
        // Both indices are below the sides, so the press exists.
        let _ = next.press(Press::at(seed.below(width), seed.below(height)));
        let fewest = fewest(&chase, &next, host)?;
        if (fewest > now) == (presses > now) || seed.below(8) == 0 {
            (board, now) = (next, fewest);
        }
    }
    Err(Fault::new(format!("no board of {width} x {height} that needs {presses} presses was found"))
        .remedy("ask for fewer, or try another seed"))
}

fn fewest(chase: &Chase, board: &Grid, host: &Host<'_>) -> Result<usize, Fault> {
    let Chased::Presses(presses) = chase.solve(board.lit()) else {
        return Err(Fault::new("a board made by presses is solvable"));
    };
    let lightest = lightest(chase, &presses, 1, host);
    let stopped = |_| Fault::new("stopped before a board was found").remedy("give it more time");
    host.poll().map_err(stopped).map(|()| lightest.weight)
}

/// Every cell with probability one half.
fn half_of_the_cells(seed: &mut Seed, width: usize, height: usize) -> Cells {
    let mut cells = Cells::all(width, height);
    for y in 0..height {
        for word in cells.row_mut(y) {
            *word &= seed.bits();
        }
    }
    cells
}

/// Exactly `count` cells: taken while the rest still has to be chosen from the cells ahead.
fn some_cells(seed: &mut Seed, width: usize, height: usize, count: usize) -> Cells {
    let mut cells = Cells::none(width, height);
    let mut wanted = count;
    for index in 0..width * height {
        if seed.below(width * height - index) < wanted {
            cells.flip(index % width, index / width);
            wanted -= 1;
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::super::Lights;
    use super::*;
    use crate::{AtLeast, Family, How};

    fn how(size: (usize, usize), moves: u64, seed: u64) -> GenerateHow {
        GenerateHow { size: Some(size), moves: Some(moves), seed, ..GenerateHow::default() }
    }

    #[test]
    fn the_difficulty_is_exact() {
        let host = Host::default();
        for (size, moves) in [((5, 5), 15), ((5, 5), 1), ((4, 4), 7), ((9, 9), 30), ((6, 6), 36), ((3, 2), 0)]
        {
            for seed in 0..3 {
                let board = generate(&how(size, moves, seed), &host).expect("there is one");
                let fewest = Lights::solve(&board, &How::default(), &host).at_least;
                assert_eq!(fewest, AtLeast::Moves(moves), "{size:?} {moves}");
                assert_eq!(generate(&how(size, moves, seed), &host).as_ref(), Ok(&board), "the same seed");
            }
        }
    }

    #[test]
    fn rules_of_their_own_too() {
        let host = Host::default();
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
                let wish = GenerateHow { rule: Some(rule.to_owned()), ..how(size, moves, seed) };
                let board = generate(&wish, &host).unwrap_or_else(|fault| panic!("{rule}: {fault}"));
                let outcome = Lights::solve(&board, &How::default(), &host);
                assert_eq!(outcome.at_least, AtLeast::Moves(moves), "{rule}");
                assert_eq!(outcome.best.map(|best| best.length()), Some(moves), "{rule}");
                assert_eq!(generate(&wish, &host).as_ref(), Ok(&board), "the same seed");
            }
            let any = GenerateHow { rule: Some(rule.to_owned()), size: Some(size), ..GenerateHow::default() };
            let board = generate(&any, &host).expect("there is one");
            assert!(Lights::solve(&board, &How::default(), &host).best.is_some());
        }
        for (rule, moves) in
            [("rule queen", 3), ("wrap torus", 26), ("turns 3", 3), ("colours 3", 51), ("", 3)]
        {
            let wish = GenerateHow { rule: Some(rule.to_owned()), ..how((5, 5), moves, 0) };
            assert!(generate(&wish, &host).unwrap_err().remedy.is_some(), "{rule}");
        }
    }

    #[test]
    fn impossible_wishes_are_refused() {
        let host = Host::default();
        for wish in [how((5, 5), 26, 0), how((4, 4), 8, 0), how((0, 5), 1, 0), how((usize::MAX, 5), 1, 0)] {
            assert!(generate(&wish, &host).unwrap_err().remedy.is_some(), "{wish:?}");
        }
        let pieces = GenerateHow { pieces: Some(3), ..GenerateHow::default() };
        assert!(generate(&pieces, &host).is_err());
    }
}
