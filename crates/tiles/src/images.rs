//! Boards that a turn or a mirror makes of each other: the cells are turned, and the tiles are renamed so that the goal stays the goal.

use super::board::Board;
use super::optimal::Grid;
use super::space::MOST_CELLS;
use fewest_core::Images;

/// What the turns that keep the board's sides and the goal's blank make of a key.
pub(super) fn images(board: &Board) -> Option<Images<'_>> {
    let grid = Grid { rows: board.rows(), cols: board.columns() };
    if grid.cells() > MOST_CELLS {
        return None;
    }
    let goal = board.goal().cells();
    let places = board.goal().places();
    let keeps = |cells: &Vec<usize>| cells[places[0]] == places[0];
    let turns = grid.symmetries().filter(|turn| !turn.is_identity() && turn.grid() == grid);
    let turns = turns.map(|turn| (0..grid.cells()).map(|cell| turn.cell(cell)).collect()).filter(keeps);
    // Of each turn where the cells go, and what the tiles are called then.
    let turns: Vec<(Vec<usize>, Vec<u64>)> = turns
        .map(|cells: Vec<usize>| {
            let names = places.iter().map(|&place| u64::from(goal[cells[place]])).collect();
            (cells, names)
        })
        .collect();
    let is_symmetric = !turns.is_empty();
    is_symmetric.then(|| -> Images<'_> {
        Box::new(move |key, out| {
            let tile = |cell: usize| (key[0] >> (4 * cell) & 15) as usize;
            out.extend(turns.iter().map(|(cells, names)| {
                let image = cells.iter().enumerate();
                image.fold(0, |image, (from, to)| image | names[tile(from)] << (4 * to))
            }));
        })
    })
}
