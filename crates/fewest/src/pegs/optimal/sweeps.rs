//! Sweeps: all jumps that one peg makes one after the other.

use super::frame::{Frame, Way};
use super::valued::Valued;
use super::word::Word;

/// All sweeps of a position.
pub(crate) struct Sweeps<'a, W, const G: usize> {
    pub(crate) frame: &'a Frame<W, G>,
    /// The jumps that start at each hole.
    from: Vec<Vec<usize>>,
}

/// What a sweep leads to.
pub(crate) struct Reached<'s, W, const G: usize> {
    pub(crate) position: W,
    pub(crate) pegs: u32,
    /// The jumps so far.
    pub(crate) jumps: &'s [usize],
    /// The images before the last jump.
    images: &'s [W; G],
}

impl<W: Word, const G: usize> Reached<'_, W, G> {
    /// The smallest image. It is made only when it is wanted.
    #[inline]
    pub(crate) fn canonical(&self, frame: &Frame<W, G>) -> W {
        frame.canon_after(self.images, self.jumps[self.jumps.len() - 1])
    }
}

/// What some jumps by one peg lead to, as one of many.
#[derive(Clone, Copy)]
struct Landing<W> {
    position: W,
    canonical: W,
    /// Where the peg is now.
    hole: u16,
    /// Where it came from: a number in the batch.
    owner: u16,
}

impl<'a, W: Word, const G: usize> Sweeps<'a, W, G> {
    pub(crate) fn of(frame: &'a Frame<W, G>) -> Self {
        let mut from = vec![Vec::new(); frame.holes];
        for (number, jump) in frame.jumps.iter().enumerate() {
            from[usize::from(jump.from)].push(number);
        }
        Self { frame, from }
    }

    /// Calls `visit` with everything that one move leads to: first jumps ascending, each with all that its peg can still do.
    #[inline]
    pub(crate) fn each(&self, position: W, mut visit: impl FnMut(&Reached<'_, W, G>)) {
        let images = self.frame.images(position);
        let (pegs, mut jumps) = (position.ones(), Vec::with_capacity(16));
        self.frame.legal(position, Way::Forth, |jump| {
            self.follow(position, pegs, &images, jump, &mut jumps, &mut visit);
        });
    }

    /// Moves as the holes that their pegs visit: each is the first sweep for which `good`, given the moves that are left after it,
    /// is true. There must be one.
    pub(crate) fn line(
        &self,
        start: W,
        moves: u32,
        good: impl Fn(&Reached<'_, W, G>, u32) -> bool,
    ) -> Vec<Vec<u16>> {
        let (mut position, mut line) = (start, Vec::new());
        for left in (0..moves).rev() {
            let mut found: Option<(W, Vec<usize>)> = None;
            self.each(position, |reached| {
                if found.is_none() && good(reached, left) {
                    found = Some((reached.position, reached.jumps.to_vec()));
                }
            });
            let (next, jumps) = found.expect("a move is left");
            let first = self.frame.jumps[jumps[0]].from;
            let landings = jumps.iter().map(|&jump| self.frame.jumps[jump].to);
            line.push(std::iter::once(first).chain(landings).collect());
            position = next;
        }
        line
    }

    fn follow(
        &self,
        before: W,
        pegs: u32,
        images: &[W; G],
        jump: usize,
        jumps: &mut Vec<usize>,
        visit: &mut impl FnMut(&Reached<'_, W, G>),
    ) {
        let (position, pegs) = (before ^ self.frame.change(jump), pegs - 1);
        jumps.push(jump);
        visit(&Reached { position, pegs, jumps, images });
        let mut own = None;
        for &more in &self.from[usize::from(self.frame.jumps[jump].to)] {
            if self.frame.can(position, more, Way::Forth) {
                let own = own.get_or_insert_with(|| self.frame.images(position));
                self.follow(position, pegs, own, more, jumps, visit);
            }
        }
        jumps.pop();
    }

    /// The fewest moves from each position of a batch, given all layers below. A sweep that leaves them is followed no further: from
    /// there no end can be reached. All first jumps are looked up, then all second jumps, and so on: many lookups wait for
    /// memory together.
    pub(crate) fn value(&self, batch: &[W], below: &[Valued<'_, W>], best: &mut Vec<u16>) {
        best.clear();
        best.resize(batch.len(), u16::MAX);
        let (mut wave, mut next) = (Vec::new(), Vec::new());
        for (owner, &position) in batch.iter().enumerate() {
            let images = self.frame.images(position);
            self.frame.legal(position, Way::Forth, |jump| {
                wave.push(self.landing(position, &images, jump, owner as u16));
            });
        }
        for layer in below.iter().rev() {
            next.clear();
            for landing in &wave {
                if let Some(moves) = layer.get(landing.canonical) {
                    let best = &mut best[usize::from(landing.owner)];
                    *best = (*best).min(moves + 1);
                    next.push(*landing);
                }
            }
            wave.clear();
            for before in &next {
                let jumps = &self.from[usize::from(before.hole)];
                let mut legal = jumps
                    .iter()
                    .filter(|&&jump| self.frame.can(before.position, jump, Way::Forth))
                    .peekable();
                if legal.peek().is_some() {
                    let images = self.frame.images(before.position);
                    wave.extend(
                        legal.map(|&jump| self.landing(before.position, &images, jump, before.owner)),
                    );
                }
            }
            if wave.is_empty() {
                break;
            }
        }
    }

    #[inline]
    fn landing(&self, before: W, images: &[W; G], jump: usize, owner: u16) -> Landing<W> {
        let canonical = self.frame.canon_after(images, jump);
        let hole = self.frame.jumps[jump].to;
        Landing { position: before ^ self.frame.change(jump), canonical, hole, owner }
    }
}
