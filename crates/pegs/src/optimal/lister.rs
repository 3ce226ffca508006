//! Solutions one by one.

use super::super::jumps::Jump;
use super::frame::{Frame, Way};
use super::layers::Layer;
use super::word::Word;

/// Lists solutions by playing every jump that stays among the positions that can be won.
pub(crate) struct Lister<'a, 'h, W, const G: usize> {
    frame: &'a Frame<W, G>,
    all: &'a [Layer<'h, W>],
    ends: &'a [W],
    most: usize,
    found: Vec<Vec<Jump>>,
}

impl<'a, 'h, W: Word, const G: usize> Lister<'a, 'h, W, G> {
    /// All layers of positions that can be won, and the ends, sorted.
    pub(crate) fn of(frame: &'a Frame<W, G>, all: &'a [Layer<'h, W>], ends: &'a [W]) -> Self {
        Self { frame, all, ends, most: 0, found: Vec::new() }
    }

    /// The first solutions from the start, in the order of their jumps.
    pub(crate) fn first(mut self, most: usize, start: W) -> Vec<Vec<Jump>> {
        self.most = most;
        self.follow(start, &mut Vec::new());
        self.found
    }

    fn follow(&mut self, position: W, jumps: &mut Vec<Jump>) {
        if self.found.len() >= self.most {
            return;
        }
        if self.ends.binary_search(&self.frame.canon(position)).is_ok() {
            self.found.push(jumps.clone());
            return;
        }
        let Some(next) = self.all.get(jumps.len() + 1) else { return };
        let mut legal = Vec::new();
        self.frame.legal(position, Way::Forth, |jump| legal.push(jump));
        for jump in legal {
            let after = position ^ self.frame.change(jump);
            if next.has(self.frame.canon(after)) {
                jumps.push(self.frame.jumps[jump]);
                self.follow(after, jumps);
                jumps.pop();
            }
        }
    }
}
