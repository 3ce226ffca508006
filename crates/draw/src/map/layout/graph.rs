//! The undirected graph of a map in compressed sparse row form.

use fewest::{Context, Stop};

/// The number of positions between two polls.
const POSITIONS_PER_POLL: usize = 1 << 14;

/// A point of the layout.
pub(crate) type Vec2 = [f64; 2];

/// An undirected graph as adjacency lists.
pub(super) struct Graph {
    /// The start of each adjacency list, and the end of the last.
    starts: Vec<usize>,
    neighbours: Vec<u32>,
}

impl Graph {
    /// Builds the graph of `count` nodes. Adjacency lists are sorted and free of duplicates.
    ///
    /// # Errors
    /// The reason why `cx` stops.
    pub(super) fn of(count: usize, pairs: &[(u32, u32)], cx: &Context<'_>) -> Result<Self, Stop> {
        let both = || pairs.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
        let mut starts = vec![0; count + 1];
        both().for_each(|(from, _)| starts[from as usize + 1] += 1);
        for at in 0..count {
            starts[at + 1] += starts[at];
        }
        cx.poll()?;
        let mut free = starts.clone();
        let mut all = vec![0; 2 * pairs.len()];
        for (from, to) in both() {
            all[free[from as usize]] = to;
            free[from as usize] += 1;
        }
        let mut neighbours = Vec::with_capacity(all.len());
        for at in 0..count {
            if at % POSITIONS_PER_POLL == 0 {
                cx.poll()?;
            }
            let here = &mut all[starts[at]..starts[at + 1]];
            here.sort_unstable();
            starts[at] = neighbours.len();
            for &to in here.iter() {
                if neighbours.len() == starts[at] || neighbours.last() != Some(&to) {
                    neighbours.push(to);
                }
            }
        }
        starts[count] = neighbours.len();
        Ok(Self { starts, neighbours })
    }

    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    pub(super) fn neighbours(&self, position: usize) -> &[u32] {
        &self.neighbours[self.starts[position]..self.starts[position + 1]]
    }

    /// Returns the distances from one node to all others by breadth-first search; `u32::MAX` for
    /// unreachable nodes.
    ///
    /// # Errors
    /// The reason why `cx` stops.
    pub(super) fn distances(&self, from: usize, cx: &Context<'_>) -> Result<Vec<u32>, Stop> {
        let mut distances = vec![u32::MAX; self.len()];
        distances[from] = 0;
        let mut queue = vec![from];
        let mut at = 0;
        while let Some(&position) = queue.get(at) {
            if at % POSITIONS_PER_POLL == 0 {
                cx.poll()?;
            }
            for &next in self.neighbours(position) {
                let next = next as usize;
                if distances[next] == u32::MAX {
                    distances[next] = distances[position] + 1;
                    queue.push(next);
                }
            }
            at += 1;
        }
        Ok(distances)
    }
}
