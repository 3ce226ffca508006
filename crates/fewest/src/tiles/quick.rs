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

use std::collections::VecDeque;

use super::board::{Board, Direction, Metric, Slide};

/// Larger boards would take long even two tiles at a time.
const MOST_CELLS: usize = 64;

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

/// The cells of the blank and of up to three tiles; only as many count as there are tiles in a group.
type State = [usize; 4];

/// How a state was come to: not yet, from nowhere, or by a step of the blank.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Came {
    Not,
    Start,
    By(Direction),
}

/// The fewest steps of the blank that bring the tiles of these cells home, without those that are home already.
fn bring_home(at: &Board, goal: &Board, group: &[usize], fixed: &[bool]) -> Option<Vec<Direction>> {
    let tiles = group.len();
    // Only cells that are not fixed are ever come to, so only they are numbered.
    let mut free = 0;
    let numbers: Vec<usize> = fixed
        .iter()
        .map(|&is_fixed| {
            free += usize::from(!is_fixed);
            free.saturating_sub(1)
        })
        .collect();
    let number =
        |state: &State| state[..=tiles].iter().fold(0, |number, &cell| number * free + numbers[cell]);
    let is_home = |state: &State| state[1..=tiles] == *group;
    let places = at.now().places();
    let mut start = State::default();
    start[0] = at.blank();
    for (place, &cell) in start[1..].iter_mut().zip(group) {
        *place = places[goal.cells()[cell] as usize];
    }
    let mut came = vec![Came::Not; free.pow(tiles as u32 + 1)];
    came[number(&start)] = Came::Start;
    let mut open = VecDeque::from([start]);
    while let Some(state) = open.pop_front() {
        if is_home(&state) {
            return Some(trace(|state| came[number(state)], state, at));
        }
        for to in Direction::ALL {
            let Some(next) = stepped(state, to, at).filter(|next| !fixed[next[0]]) else { continue };
            let known = &mut came[number(&next)];
            if *known == Came::Not {
                *known = Came::By(to);
                open.push_back(next);
            }
        }
    }
    None
}

/// The blank goes one cell; a tile that was there is now where the blank was.
fn stepped(mut state: State, to: Direction, on: &Board) -> Option<State> {
    let (before, after) = (state[0], beside(state[0], to, on.rows(), on.columns())?);
    state[1..].iter_mut().filter(|cell| **cell == after).for_each(|cell| *cell = before);
    state[0] = after;
    Some(state)
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
fn trace(came: impl Fn(&State) -> Came, mut state: State, on: &Board) -> Vec<Direction> {
    let mut way = Vec::new();
    while let Came::By(to) = came(&state) {
        way.push(to);
        let Some(before) = stepped(state, to.opposite(), on) else { break };
        state = before;
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
        let sizes = (2..7).flat_map(|rows| (2..7).map(move |columns| (rows, columns))).chain([(8, 8)]);
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
