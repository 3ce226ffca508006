//! The board as shapes: one for each light that is on, and on a net also one for each that is off, because there the
//! ground between them is no cell.

use std::collections::BTreeSet;

use super::board::{Board, Press};
use super::grid::Grid;
use super::net_board::NetBoard;
use crate::{Form, Ground, Role, Scene, Shape};

/// The position as shapes.
pub fn scene(board: &Board) -> Scene {
    match board {
        Board::Grid(grid) => of_grid(grid),
        Board::Net(net) => of_net(net),
    }
}

fn of_grid(board: &Grid) -> Scene {
    if board.width().saturating_mul(board.height()) > Scene::MOST_CELLS {
        return as_bitmap(board);
    }
    let shape = |(x, y)| Shape {
        id: board.width() * y + x,
        label: "#".to_owned(),
        role: Role::Lit,
        cells: vec![(x, y)],
    };
    let shapes = board.lit().iter().map(shape).collect();
    Scene { width: board.width(), height: board.height(), form: Form::Light, shapes, ..Scene::default() }
}

/// A character a light: millions of shapes would take gigabytes.
fn as_bitmap(board: &Grid) -> Scene {
    let lit = board.lit();
    let row = |y| (0..board.width()).map(|x| if lit.contains(x, y) { '#' } else { '.' }).collect();
    Scene {
        width: board.width(),
        height: board.height(),
        form: Form::Light,
        bitmap: (0..board.height()).map(row).collect(),
        ..Scene::default()
    }
}

fn of_net(board: &NetBoard) -> Scene {
    let places = board.net().places();
    let columns = Axis::new(places.iter().map(|place| place.x));
    let rows = Axis::new(places.iter().map(|place| place.y));
    let shape = |(id, &Press { x, y })| {
        let (label, role) = match board.levels()[id] {
            0 => ("o".to_owned(), Role::Mark),
            _ if board.net().colours() == 2 => ("#".to_owned(), Role::Lit),
            level => (level.to_string(), Role::Lit),
        };
        Shape { id, label, role, cells: vec![(columns.at(x), rows.at(y))] }
    };
    Scene {
        width: columns.length(),
        height: rows.length(),
        ground: Ground::Nothing,
        form: Form::Light,
        shapes: places.iter().enumerate().map(shape).collect(),
        ..Scene::default()
    }
}

/// Coordinates of a picture: neighbours stay neighbours, and a gap of any width becomes one empty line.
struct Axis(Vec<(i64, usize)>);

impl Axis {
    fn new(values: impl Iterator<Item = i64>) -> Self {
        let mut places: Vec<(i64, usize)> = Vec::new();
        for value in values.collect::<BTreeSet<i64>>() {
            let at =
                places.last().map_or(0, |&(before, at)| at + if value.abs_diff(before) == 1 { 1 } else { 2 });
            places.push((value, at));
        }
        Self(places)
    }

    fn at(&self, value: i64) -> usize {
        self.0.binary_search_by_key(&value, |place| place.0).map_or(0, |index| self.0[index].1)
    }

    fn length(&self) -> usize {
        self.0.last().map_or(1, |&(_, at)| at + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::super::cells::Cells;
    use super::super::net::Net;
    use super::*;

    #[test]
    fn a_large_board_is_a_bitmap() {
        let mut lit = Cells::none(500, 100);
        lit.flip(499, 99);
        let scene = scene(&Board::Grid(Grid::new(lit)));
        assert!(scene.shapes.is_empty() && scene.bitmap.len() == 100);
        assert_eq!(scene.bitmap[99], format!("{}#", ".".repeat(499)));
    }

    #[test]
    fn distant_islands_come_near() {
        let cells = [(-1_000_000, 5), (0, 5), (1, 5)].map(|(x, y)| Press { x, y }).to_vec();
        let scene = scene(&Board::Net(NetBoard::new(Net::plus(cells), &[true, false, false], None)));
        assert_eq!((scene.width, scene.height), (4, 1));
        let at: Vec<_> = scene.shapes.iter().map(|shape| (shape.cells[0], shape.role)).collect();
        assert_eq!(at, [((0, 0), Role::Lit), ((2, 0), Role::Mark), ((3, 0), Role::Mark)]);
    }
}
