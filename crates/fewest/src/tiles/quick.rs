//! A good answer at once for boards whose fewest steps nobody can wait for, as people solve them: one or two tiles at a time are
//! brought home and never touched again.
//!
//! ```text
//!   1 2 3 (4 5)     rows from above, the last two of each together, while more than two rows are left;
//!   6 7 8 (9 .)     then columns from the left, two tiles each, and the last four cells.
//! ```
//!
//! Each group comes home by the fewest steps: a walk over the places of its tiles and of the blank. The goal's blank is taken
//! to the last cell first, and back again at the end, so that it is never in the way.

use std::collections::{HashMap, VecDeque};

use super::board::{Board, Direction, Metric, Slide};

/// Larger boards would take long even two tiles at a time.
const MOST_CELLS: usize = 36;

/// An answer, not the fewest; nothing if the board is too large, a single line, or has no solution.
pub(super) fn solve(board: &Board) -> Option<Vec<Slide>> {
    let (rows, columns) = (board.rows(), board.columns());
    if rows.min(columns) < 2 || rows * columns > MOST_CELLS {
        return None;
    }
    let mut goal = board.with(board.goal().as_ref().clone())?.in_metric(Metric::Steps);
    let mut way_back = Vec::new();
    for to in [Direction::Down, Direction::Right] {
        for _ in 0..goal.room(to) {
            goal.play(step(to)).ok()?;
            way_back.push(to.opposite());
        }
    }
    let mut at = board.in_metric(Metric::Steps);
    let mut way = Vec::new();
    let mut fixed = vec![false; rows * columns];
    for group in groups(rows, columns) {
        for to in bring_home(&at, &goal, &group, &fixed)? {
            at.play(step(to)).ok()?;
            way.push(to);
        }
        group.iter().for_each(|&cell| fixed[cell] = true);
    }
    way.extend(way_back.into_iter().rev());
    Some(slides(way, board.metric))
}

fn step(to: Direction) -> Slide {
    Slide { to, distance: 1 }
}

/// The cells in the order in which they are filled.
fn groups(rows: usize, columns: usize) -> Vec<Vec<usize>> {
    let cell = |row: usize, column: usize| row * columns + column;
    let mut groups = Vec::new();
    for row in 0..rows - 2 {
        groups.extend((0..columns - 2).map(|column| vec![cell(row, column)]));
        groups.push(vec![cell(row, columns - 2), cell(row, columns - 1)]);
    }
    groups.extend((0..columns - 2).map(|column| vec![cell(rows - 2, column), cell(rows - 1, column)]));
    let (row, column) = (rows - 2, columns - 2);
    groups.push(vec![cell(row, column), cell(row, column + 1), cell(row + 1, column)]);
    groups
}

/// The fewest steps of the blank that bring the tiles of these cells home, without those that are home already.
fn bring_home(at: &Board, goal: &Board, group: &[usize], fixed: &[bool]) -> Option<Vec<Direction>> {
    let places = at.now().places();
    let start: Vec<usize> = std::iter::once(at.blank())
        .chain(group.iter().map(|&cell| places[goal.cells()[cell] as usize]))
        .collect();
    let mut came_by: HashMap<Vec<usize>, Option<Direction>> = HashMap::from([(start.clone(), None)]);
    let mut open = VecDeque::from([start]);
    while let Some(state) = open.pop_front() {
        if state[1..] == *group {
            return Some(trace(&came_by, state, at.columns()));
        }
        for to in Direction::ALL {
            let Some(blank) = beside(state[0], to, at.rows(), at.columns()).filter(|&cell| !fixed[cell])
            else {
                continue;
            };
            // A tile that was where the blank goes is now where the blank was.
            let next: Vec<usize> = std::iter::once(blank)
                .chain(state[1..].iter().map(|&cell| if cell == blank { state[0] } else { cell }))
                .collect();
            if !came_by.contains_key(&next) {
                came_by.insert(next.clone(), Some(to));
                open.push_back(next);
            }
        }
    }
    None
}

fn beside(cell: usize, to: Direction, rows: usize, columns: usize) -> Option<usize> {
    let (row, column) = (cell / columns, cell % columns);
    match to {
        Direction::Up => (row > 0).then(|| cell - columns),
        Direction::Down => (row + 1 < rows).then_some(cell + columns),
        Direction::Left => (column > 0).then(|| cell - 1),
        Direction::Right => (column + 1 < columns).then_some(cell + 1),
    }
}

/// The steps that led to a state, from the first on.
fn trace(
    came_by: &HashMap<Vec<usize>, Option<Direction>>,
    mut state: Vec<usize>,
    columns: usize,
) -> Vec<Direction> {
    let mut way = Vec::new();
    while let Some(&Some(to)) = came_by.get(&state) {
        way.push(to);
        let now = state[0];
        let before = match to {
            Direction::Up => now + columns,
            Direction::Down => now - columns,
            Direction::Left => now + 1,
            Direction::Right => now - 1,
        };
        state.iter_mut().skip(1).filter(|cell| **cell == before).for_each(|cell| *cell = now);
        state[0] = before;
    }
    way.reverse();
    way
}

/// Steps as slides: none to and fro, and where lines are one move, lines.
fn slides(way: Vec<Direction>, metric: Metric) -> Vec<Slide> {
    let mut steps: Vec<Direction> = Vec::new();
    for to in way {
        match steps.last() {
            Some(last) if *last == to.opposite() => drop(steps.pop()),
            _ => steps.push(to),
        }
    }
    let mut slides: Vec<Slide> = Vec::new();
    for to in steps {
        match slides.last_mut() {
            Some(last) if last.to == to && metric == Metric::Lines => last.distance += 1,
            _ => slides.push(step(to)),
        }
    }
    slides
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facade::seed::Seed;
    use crate::tiles::goal::Goal;
    use crate::tiles::parity;
    use crate::tiles::tests::shuffled;
    use std::sync::Arc;

    #[test]
    fn every_board_that_has_a_solution_gets_one() {
        let mut seed = Seed::new(7);
        let sizes = (2..7).flat_map(|rows| (2..7).map(move |columns| (rows, columns)));
        for ((rows, columns), goal) in sizes.flat_map(|size| Goal::ALL.map(|goal| (size, goal))) {
            let goal = Arc::new(goal.arrangement(rows, columns).unwrap());
            for metric in [Metric::Steps, Metric::Lines] {
                let now = shuffled(rows, columns, &mut seed);
                let board = Board::new(now, Arc::clone(&goal), metric).unwrap();
                let answer = solve(&board);
                assert_eq!(answer.is_some(), parity::is_reachable(board.now(), &goal), "{board:?}");
                let mut at = board.clone();
                answer.into_iter().flatten().for_each(|by| at.play(by).unwrap());
                assert!(at.is_goal() || !parity::is_reachable(board.now(), &goal));
            }
        }
    }
}
