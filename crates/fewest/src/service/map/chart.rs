//! The graph together with the board it is of: from positions to numbers, and back by playing.

use fewest_search::{Context, EdgeKind, Stop};

use super::graph::{Graph, least};
use super::{Map, MapOptions, Unmapped, sample};
use fewest_core::family::{Family, Images};
use fewest_core::fault::Fault;

/// Positions between two polls.
const POSITIONS_A_LOOK: u32 = 1 << 14;

/// A board, and all positions that can be reached from it.
pub(crate) struct Chart<'b, F: Family> {
    board: &'b F::Board,
    graph: Graph,
    images: Option<Images<'b>>,
    /// The positions of the map, in rising order; all if nothing is here.
    chosen: Option<Vec<u32>>,
    directed: bool,
}

impl<'b, F: Family> Chart<'b, F> {
    /// Walks through everything.
    ///
    /// # Errors
    /// Why there is no map.
    pub(crate) fn of(board: &'b F::Board, how: &MapOptions, cx: &Context<'_>) -> Result<Self, Unmapped> {
        let Some(packed) = F::state_space_apart(board) else {
            let fault = Fault::new("a board like this is counted, not walked through; it has no map");
            return Err(Unmapped::Fault(fault.remedy("take a smaller one")));
        };
        let images = if how.merge { F::images(board) } else { None };
        if how.merge && images.is_none() {
            let fault = Fault::new("no symmetry keeps this board and its goal");
            return Err(Unmapped::Fault(fault.remedy("do not merge")));
        }
        let most = if how.sample.is_some() { usize::MAX } else { how.most };
        let Some(graph) = Graph::grown(packed.as_ref(), images.as_ref(), most, cx)? else {
            let can_merge = !how.merge && F::images(board).is_some();
            return Err(Unmapped::TooLarge { most: how.most, can_merge });
        };
        let chosen = match how.sample {
            Some(most) if most < graph.len() => Some(sample::sample(&graph, most).map_err(Unmapped::Fault)?),
            _ => None,
        };
        Ok(Self { board, graph, images, chosen, directed: packed.kind() != EdgeKind::Undirected })
    }

    /// The number of a position of the graph on the map.
    fn number(&self, position: u32) -> Option<u32> {
        match &self.chosen {
            Some(chosen) => chosen.binary_search(&position).ok().map(|at| at as u32),
            None => Some(position),
        }
    }

    /// The graph as a document.
    ///
    /// # Errors
    /// The host's reason to stop.
    pub(crate) fn map(&self, cx: &Context<'_>) -> Result<Map, Stop> {
        let (graph, to_goal) = (&self.graph, self.graph.to_goal());
        let here = match &self.chosen {
            Some(chosen) => chosen.clone(),
            None => (0..graph.len() as u32).collect(),
        };
        let mut edges = Vec::new();
        for (from, &position) in (0_u32..).zip(&here) {
            if from % POSITIONS_A_LOOK == 0 {
                cx.poll()?;
            }
            let first = edges.len();
            let to = graph.successors(position).iter().filter_map(|&to| self.number(to));
            edges.extend(to.filter(|&to| self.directed || from < to).map(|to| (from, to)));
            edges[first..].sort_unstable();
        }
        Ok(Map {
            positions: graph.len() as u64,
            solved: to_goal.iter().filter(|left| **left == Some(0)).count() as u64,
            lost: to_goal.iter().filter(|left| left.is_none()).count() as u64,
            sample: self.chosen.is_some(),
            merged: self.images.is_some(),
            directed: self.directed,
            from_start: here.iter().map(|&position| graph.depth(position)).collect(),
            to_goal: here.iter().map(|&position| to_goal[position as usize]).collect(),
            edges,
            path: graph.path().into_iter().filter_map(|position| self.number(position)).collect(),
            ..Map::default()
        })
    }

    /// The number of a position on the map, if it is there.
    pub(crate) fn locate(&self, position: &F::Board) -> Option<u32> {
        self.number(self.found(position)?)
    }

    fn found(&self, position: &F::Board) -> Option<u32> {
        let key = F::key_apart(self.board, position)?;
        self.graph.find(least(self.images.as_ref(), &key, &mut Vec::new()))
    }

    /// The fewest moves from the start to a position of the map, if it has such a position.
    ///
    /// # Errors
    /// The host's reason to stop.
    pub(crate) fn way_to(&self, number: u32, cx: &Context<'_>) -> Result<Option<Vec<F::Move>>, Stop> {
        let Some(mut position) = (match &self.chosen {
            Some(chosen) => chosen.get(number as usize).copied(),
            None => Some(number).filter(|&number| (number as usize) < self.graph.len()),
        }) else {
            return Ok(None);
        };
        let mut trail = Vec::new();
        while self.graph.depth(position) > 0 {
            trail.push(position);
            position = self.graph.parent(position);
        }
        let (mut at, mut moves) = (self.board.clone(), Vec::new());
        for &next in trail.iter().rev() {
            let mut step = None;
            for by in F::moves(&at) {
                cx.poll()?;
                let mut after = at.clone();
                if F::play(&mut after, &by).is_ok() && self.found(&after) == Some(next) {
                    step = Some((by, after));
                    break;
                }
            }
            let Some((by, after)) = step else { return Ok(None) };
            moves.push(by);
            at = after;
        }
        Ok(Some(moves))
    }
}
