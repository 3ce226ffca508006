//! The fewest moves, where any number of jumps by one peg is one move: over all positions that can be won, from the ends
//! upwards, the best of all sweeps. Nothing between the jumps of a sweep can be outside of them, so a sweep is followed only as
//! long as it stays inside.

use std::collections::HashMap;

use fewest_search::{Host, Stop};

use super::super::jumps::{Goal, Jumps};
use super::frame::{Frame, Job, Way, with_frame};
use super::layers::{BATCH, BATCHES_A_LOOK, Layer, Layers};
use super::natural::{Natural, Sum};
use super::parity;
use super::symmetry::{keeping, symmetries};
use super::target::Target;
use super::valued::Valued;
use super::won::won;
use super::word::Word;

/// An answer in the fewest moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Moves {
    /// Each move as the holes that its peg visits.
    pub(crate) moves: Vec<Vec<u16>>,
    /// How many answers have that many moves; moves differ if their holes do.
    pub(crate) optima: Natural,
}

/// The fewest moves from the start to an end; nothing if there is no way.
pub(crate) fn fewest_moves<'h>(
    jumps: &Jumps,
    start: &[u64],
    goal: &Goal,
    host: &'h Host<'h>,
) -> Result<Option<Moves>, Stop> {
    let target = Target::of(jumps, start, goal);
    let group = match &target {
        Target::Ends(ends) if ends.iter().any(|end| end == start) => {
            return Ok(Some(Moves { moves: Vec::new(), optima: Natural::one() }));
        }
        Target::Ends(ends) => keeping(&symmetries(jumps), ends),
        Target::Count(_) => symmetries(jumps),
    };
    with_frame(jumps, group, Sweeper { jumps, start, target: &target, host }).unwrap_or(Err(Stop::Memory))
}

struct Sweeper<'a, 'h> {
    jumps: &'a Jumps,
    start: &'a [u64],
    target: &'a Target,
    host: &'h Host<'h>,
}

impl Job for Sweeper<'_, '_> {
    type Out = Result<Option<Moves>, Stop>;

    fn run<W: Word, const G: usize>(self, frame: &Frame<W, G>) -> Self::Out {
        let mut layers = Layers::new(frame, parity::invariants(self.jumps), self.host);
        let start = W::pack(self.start);
        let all = won(&mut layers, start, self.target)?;
        drop(layers);
        if all.is_empty() {
            return Ok(None);
        }
        let ends = self.ends(frame, &all);
        let mut values = Values { frame, from: by_hole(frame), below: Vec::new(), best: Vec::new() };
        for layer in all.iter().rev() {
            let mut valued = Valued::new(&layer.list, self.host)?;
            for (number, batch) in layer.list.chunks(BATCH).enumerate() {
                if number % BATCHES_A_LOOK == 0 {
                    self.host.poll()?;
                }
                values.value(batch);
                for (&position, &moves) in batch.iter().zip(&values.best) {
                    let end = ends.binary_search(&position).is_ok();
                    valued.set(position, if end { 0 } else { moves });
                }
            }
            values.below.push(valued);
        }
        let moves = values.answer(start);
        let optima = match values.optima::<u128>(start) {
            Some(optima) => optima.into(),
            None => values.optima::<Natural>(start).unwrap_or_default(),
        };
        Ok(Some(Moves { moves, optima }))
    }
}

impl Sweeper<'_, '_> {
    /// The ends as smallest images, sorted.
    fn ends<W: Word, const G: usize>(&self, frame: &Frame<W, G>, all: &[Layer<'_, W>]) -> Vec<W> {
        let mut ends: Vec<W> = match self.target {
            Target::Ends(ends) => ends.iter().map(|end| frame.canon(W::pack(end))).collect(),
            Target::Count(_) => all.last().map(|layer| layer.list.clone()).unwrap_or_default(),
        };
        ends.sort_unstable();
        ends.dedup();
        ends
    }
}

/// The jumps that start at each hole.
fn by_hole<W: Word, const G: usize>(frame: &Frame<W, G>) -> Vec<Vec<usize>> {
    let mut from = vec![Vec::new(); frame.holes];
    for (number, jump) in frame.jumps.iter().enumerate() {
        from[usize::from(jump.from)].push(number);
    }
    from
}

struct Values<'a, 'h, W, const G: usize> {
    frame: &'a Frame<W, G>,
    from: Vec<Vec<usize>>,
    /// Layers, the one with the fewest pegs first.
    below: Vec<Valued<'h, W>>,
    /// The fewest moves from each position of a batch.
    best: Vec<u16>,
}

/// What some jumps by one peg lead to.
#[derive(Clone, Copy)]
struct Reached<W> {
    position: W,
    canonical: W,
    /// Where the peg is now.
    hole: u16,
    /// Where it came from: a number in the batch.
    owner: u16,
}

impl<W: Word, const G: usize> Values<'_, '_, W, G> {
    /// The fewest moves from each position of a batch, which is of the layer above all others.
    fn value(&mut self, batch: &[W]) {
        let mut best = std::mem::take(&mut self.best);
        best.clear();
        best.resize(batch.len(), u16::MAX);
        self.sweeps(batch, self.below.len(), |reached, moves| {
            let best = &mut best[usize::from(reached.owner)];
            *best = (*best).min(moves + 1);
        });
        self.best = best;
    }

    /// Calls `each` with everything that one move reaches from a batch of layer `layer`, and its value. All first jumps are
    /// looked up, then all second jumps, and so on: many lookups wait for memory together.
    fn sweeps(&self, batch: &[W], layer: usize, mut each: impl FnMut(&Reached<W>, u16)) {
        let (mut wave, mut next) = (Vec::new(), Vec::new());
        for (owner, &position) in batch.iter().enumerate() {
            let images = self.frame.images(position);
            self.frame.legal(position, Way::Forth, |jump| {
                wave.push(self.reached(position, &images, jump, owner as u16));
            });
        }
        for below in self.below[..layer].iter().rev() {
            next.clear();
            for reached in &wave {
                if let Some(moves) = below.get(reached.canonical) {
                    each(reached, moves);
                    next.push(*reached);
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
                        legal.map(|&jump| self.reached(before.position, &images, jump, before.owner)),
                    );
                }
            }
            if wave.is_empty() {
                break;
            }
        }
    }

    #[inline]
    fn reached(&self, before: W, images: &[W; G], jump: usize, owner: u16) -> Reached<W> {
        let canonical = self.frame.canon_after(images, jump);
        let hole = self.frame.jumps[jump].to;
        Reached { position: before ^ self.frame.change(jump), canonical, hole, owner }
    }

    /// The fewest moves from a position that may be one that can be won.
    fn moves_from(&self, start: W, position: W) -> Option<u16> {
        let depth = (start.ones() - position.ones()) as usize;
        self.below.get((self.below.len() - 1).checked_sub(depth)?)?.get(self.frame.canon(position))
    }

    /// How many answers have the fewest moves: the ways to every position on one of them. Nothing if the numbers are too small.
    fn optima<S: Sum>(&self, start: W) -> Option<S> {
        let mut ways: Vec<HashMap<W, S>> = vec![HashMap::new(); self.below.len()];
        ways[self.below.len() - 1].insert(self.frame.canon(start), S::one());
        let (mut sum, mut fits) = (S::default(), true);
        for layer in (0..self.below.len()).rev() {
            for (position, reached) in std::mem::take(&mut ways[layer]) {
                let moves = self.below[layer].get(position)?;
                if moves == 0 {
                    fits &= sum.try_add(&reached);
                    continue;
                }
                self.sweeps(&[position], layer, |next, after| {
                    if after + 1 == moves {
                        let at = layer - (position.ones() - next.position.ones()) as usize;
                        fits &= ways[at].entry(next.canonical).or_default().try_add(&reached);
                    }
                });
            }
        }
        fits.then_some(sum)
    }

    /// The best sweeps from the start as holes, the first of them where there are several.
    fn answer(&self, start: W) -> Vec<Vec<u16>> {
        let (mut position, mut moves) = (start, Vec::new());
        for left in (0..self.moves_from(start, start).unwrap_or(0)).rev() {
            let mut found = None;
            self.frame.legal(position, Way::Forth, |jump| {
                if found.is_none() {
                    found =
                        self.follow(position, vec![jump], &|end| self.moves_from(start, end) == Some(left));
                }
            });
            let Some(jumps) = found else { break };
            let first = self.frame.jumps[jumps[0]].from;
            let landings = jumps.iter().map(|&jump| self.frame.jumps[jump].to);
            moves.push(std::iter::once(first).chain(landings).collect());
            position = jumps.iter().fold(position, |position, &jump| position ^ self.frame.change(jump));
        }
        moves
    }

    /// The first sweep that begins with `jumps` and ends where it should.
    fn follow(&self, start: W, jumps: Vec<usize>, good: &impl Fn(W) -> bool) -> Option<Vec<usize>> {
        let position = jumps.iter().fold(start, |position, &jump| position ^ self.frame.change(jump));
        if good(position) {
            return Some(jumps);
        }
        let hole = self.frame.jumps[*jumps.last()?].to;
        let more =
            self.from[usize::from(hole)].iter().filter(|&&jump| self.frame.can(position, jump, Way::Forth));
        more.map(|&jump| [jumps.as_slice(), &[jump]].concat())
            .find_map(|jumps| self.follow(start, jumps, good))
    }
}

#[cfg(test)]
mod tests {
    use super::super::boards::{all_but, only, triangle};
    use super::*;

    /// The fewest moves and the number of optima, from the tables of the triangles.
    #[test]
    fn pairs_of_the_small_triangles() {
        let pairs = [
            (4, 2, 1, Some((5, "2"))),
            (4, 3, 1, None),
            (5, 0, 0, Some((10, "1362"))),
            (5, 4, 12, Some((11, "308"))),
            (5, 12, 0, Some((9, "94"))),
            (5, 1, 1, Some((11, "252"))),
            (5, 3, 3, Some((9, "466"))),
        ];
        for (side, vacancy, finish, expected) in pairs {
            let board = triangle(side);
            let goal = Goal::Exactly(vec![only(board.holes, finish)]);
            let host = Host::default();
            let found = fewest_moves(&board, &all_but(board.holes, vacancy), &goal, &host).unwrap();
            let told = found.as_ref().map(|found| (found.moves.len(), found.optima.to_string()));
            assert_eq!(told, expected.map(|(moves, optima)| (moves, optima.to_owned())));
            let jumps = found.map_or(0, |found| found.moves.iter().map(|path| path.len() - 1).sum());
            assert_eq!(jumps, expected.map_or(0, |_| board.holes - 2));
        }
    }

    #[test]
    fn a_board_that_is_an_end_needs_no_move() {
        let host = Host::default();
        let found = fewest_moves(&triangle(5), &[1], &Goal::OnePeg, &host).unwrap().unwrap();
        assert_eq!((found.moves.len(), found.optima.to_string()), (0, "1".to_owned()));
    }
}
