//! Who is beside whom, whichever way moves go.

/// The neighbours of every position.
pub(super) struct Net {
    /// Where the neighbours of each begin; one more at the end.
    starts: Vec<usize>,
    neighbours: Vec<u32>,
}

impl Net {
    pub(super) fn of(count: usize, pairs: &[(u32, u32)]) -> Self {
        let mut both: Vec<(u32, u32)> = pairs.iter().flat_map(|&(a, b)| [(a, b), (b, a)]).collect();
        both.sort_unstable();
        both.dedup();
        let mut starts = vec![0; count + 1];
        both.iter().for_each(|&(from, _)| starts[from as usize + 1] += 1);
        for at in 0..count {
            starts[at + 1] += starts[at];
        }
        Self { starts, neighbours: both.into_iter().map(|(_, to)| to).collect() }
    }

    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    pub(super) fn neighbours(&self, position: usize) -> &[u32] {
        &self.neighbours[self.starts[position]..self.starts[position + 1]]
    }

    /// The moves from one position to every other; `u32::MAX` where none lead.
    pub(super) fn distances(&self, from: usize) -> Vec<u32> {
        let mut distances = vec![u32::MAX; self.len()];
        distances[from] = 0;
        let mut queue = vec![from];
        let mut at = 0;
        while let Some(&position) = queue.get(at) {
            for &next in self.neighbours(position) {
                let next = next as usize;
                if distances[next] == u32::MAX {
                    distances[next] = distances[position] + 1;
                    queue.push(next);
                }
            }
            at += 1;
        }
        distances
    }
}
