//! Random boards, and checks by brute force, that the tests of several modules share.

use fewest_gf2::BitVec;
use proptest::prelude::*;

use crate::rules::{Cells, Graph, GraphBoard, Press};

/// Random sets of cells of random rectangles, some wider than a word.
pub fn any_cells(widest: usize, highest: usize) -> impl Strategy<Value = Cells> {
    (1..=widest, 1..=highest).prop_flat_map(|(width, height)| cells_of_size(width, height))
}

/// Random sets of cells of one rectangle.
pub fn cells_of_size(width: usize, height: usize) -> impl Strategy<Value = Cells> {
    prop::collection::vec(any::<bool>(), width * height).prop_map(move |bits| {
        let mut cells = Cells::none(width, height);
        for (index, _) in bits.iter().enumerate().filter(|(_, bit)| **bit) {
            cells.flip(index % width, index / width);
        }
        cells
    })
}

/// Random places with holes and islands, negative coordinates among them.
pub fn any_places(side: i64, most: usize) -> impl Strategy<Value = Vec<Press>> {
    prop::collection::vec((-side..side, -side..side).prop_map(|(x, y)| Press { x, y }), 1..=most)
}

/// Random graphs with a random subset of their lights.
pub fn graph_and_lights(side: i64, most: usize) -> impl Strategy<Value = (Graph, Vec<bool>)> {
    any_places(side, most).prop_flat_map(|places| {
        let graph = Graph::plus(places);
        let lights = prop::collection::vec(any::<bool>(), graph.len());
        (Just(graph), lights)
    })
}

/// Random graphs, not always symmetric, of at most 65,536 positions.
pub fn modular_boards() -> impl Strategy<Value = GraphBoard> {
    let sizes = [(3_u8, 8_usize), (4, 7), (5, 6), (6, 6), (8, 5), (9, 5), (12, 4)];
    prop::sample::select(sizes.to_vec()).prop_flat_map(|(colours, most)| {
        let edges = prop::collection::vec((0..most as i64, 0..most as i64), 0..3 * most);
        let levels = prop::collection::vec(0..colours, most);
        let (own, mutual) = (any::<bool>(), any::<bool>());
        (1..=most, edges, levels, own, mutual).prop_map(move |(places, edges, levels, own, mutual)| {
            let cells = (0..places as i64).map(|x| Press { x, y: 0 }).collect();
            let graph = Graph::with_edges(cells, |graph, press| {
                let there = edges.iter().filter(|edge| edge.0 == press.x).map(|edge| edge.1);
                let back = edges.iter().filter(|edge| mutual && edge.1 == press.x).map(|edge| edge.0);
                let lights = there.chain(back).chain(own.then_some(press.x));
                lights.filter_map(|x| graph.number(Press { x, y: 0 })).map(|light| light as u32).collect()
            });
            GraphBoard::with_levels(graph.with_colours(colours), levels[..places].to_vec(), None)
        })
    })
}

/// The lights that presses change together.
pub fn changed(graph: &Graph, presses: &BitVec) -> BitVec {
    let mut lights = BitVec::zeros(graph.len());
    presses.ones().flat_map(|press| graph.changed_by(press)).for_each(|&light| lights.flip(light as usize));
    lights
}

/// Every sequence of picks that solves a board with turns, by trying all.
pub fn sequences_by_trial(board: &GraphBoard) -> Vec<Vec<Press>> {
    let mut found = Vec::new();
    try_all(board, &mut Vec::new(), &mut found);
    found
}

fn try_all(board: &GraphBoard, picks: &mut Vec<Press>, found: &mut Vec<Vec<Press>>) {
    if board.turns() == Some(0) {
        if board.is_goal() {
            found.push(picks.clone());
        }
        return;
    }
    for &by in board.graph().places() {
        let mut after = board.clone();
        after.press(by).expect("a place");
        picks.push(by);
        try_all(&after, picks, found);
        picks.pop();
    }
}
