//! The fewest moves, where any number of jumps by one peg is one move: over all positions that can be won, from the ends
//! upwards, the best of all sweeps. Nothing between the jumps of a sweep can be outside of them, so a sweep is followed only as
//! long as it stays inside.

use fewest_search::{Host, Lease, Stop};

use super::super::jumps::{Goal, Jumps};
use super::frame::{Frame, Job, Way, smallest, with_frame};
use super::layers::{Layer, Layers};
use super::natural::{Natural, Sum};
use super::parity;
use super::symmetry::{keeping, symmetries};
use super::table::Table;
use super::target::Target;
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
        if let Some(moves) = self.best::<W, u128, G>(frame, &all, &ends)? {
            return Ok(Some(moves));
        }
        self.best::<W, Natural, G>(frame, &all, &ends)
    }
}

impl<'h> Sweeper<'_, 'h> {
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

    /// Values all layers from the last one up and follows the best sweeps; nothing if the numbers are too small.
    fn best<W: Word, S: Sum, const G: usize>(
        &self,
        frame: &Frame<W, G>,
        all: &[Layer<'_, W>],
        ends: &[W],
    ) -> Result<Option<Moves>, Stop> {
        let mut values = Values { frame, from: by_hole(frame), below: Vec::new(), fits: true };
        for layer in all.iter().rev() {
            let mut valued = Valued::<W, S>::new(&layer.list, self.host)?;
            for batch in layer.list.chunks(1 << 10) {
                self.host.poll()?;
                for &position in batch {
                    let end = ends.binary_search(&position).is_ok();
                    let value = if end { (0, S::one()) } else { values.best(position) };
                    if let Some(place) = valued.table.find(position) {
                        (valued.moves[place], valued.ways[place]) = value;
                    }
                }
            }
            values.below.push(valued);
            if !values.fits {
                return Ok(None);
            }
        }
        Ok(Some(values.answer(W::pack(self.start))))
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

/// A layer with the fewest moves to an end for each position, and in how many ways.
struct Valued<'h, W, S> {
    table: Table<'h, W>,
    moves: Vec<u16>,
    ways: Vec<S>,
    _lease: Lease<'h>,
}

impl<'h, W: Word, S: Sum> Valued<'h, W, S> {
    fn new(list: &[W], host: &'h Host<'_>) -> Result<Self, Stop> {
        let table = Table::of(list, host)?;
        let places = table.places();
        let lease = host.lease(places * (size_of::<S>() + size_of::<u16>()))?;
        Ok(Self { table, moves: vec![u16::MAX; places], ways: vec![S::default(); places], _lease: lease })
    }
}

struct Values<'a, 'h, W, S, const G: usize> {
    frame: &'a Frame<W, G>,
    from: Vec<Vec<usize>>,
    /// Layers, the one with the fewest pegs first.
    below: Vec<Valued<'h, W, S>>,
    fits: bool,
}

impl<W: Word, S: Sum, const G: usize> Values<'_, '_, W, S, G> {
    /// The fewest moves from a position of the layer above all others, and in how many ways.
    fn best(&mut self, position: W) -> (u16, S) {
        let mut best = (u16::MAX, S::default());
        let mut fits = true;
        let images = self.frame.images(position);
        self.frame.legal(position, Way::Forth, |jump| {
            let after = self.frame.after(&images, jump);
            self.sweep(&after, jump, self.below.len(), &mut |moves, ways| {
                if moves + 1 < best.0 {
                    best = (moves + 1, ways.clone());
                } else if moves + 1 == best.0 {
                    fits &= best.1.try_add(ways);
                }
            });
        });
        self.fits &= fits;
        best
    }

    /// Calls `each` with the value of the position after `jump`, and of all positions that more jumps by the same peg reach.
    fn sweep(&self, images: &[W; G], jump: usize, layer: usize, each: &mut impl FnMut(u16, &S)) {
        let Some(valued) = layer.checked_sub(1).map(|at| &self.below[at]) else { return };
        let Some(place) = valued.table.find(smallest(images)) else { return };
        each(valued.moves[place], &valued.ways[place]);
        for &next in &self.from[usize::from(self.frame.jumps[jump].to)] {
            if self.frame.can(images[0], next, Way::Forth) {
                self.sweep(&self.frame.after(images, next), next, layer - 1, each);
            }
        }
    }

    /// The best sweeps from the start, the first of them where there are several.
    fn answer(&self, start: W) -> Moves {
        let (mut position, mut moves) = (start, Vec::new());
        let top = self.below.len() - 1;
        let value = |position: W| {
            let valued = self.below.get(top.checked_sub((start.ones() - position.ones()) as usize)?)?;
            let place = valued.table.find(self.frame.canon(position))?;
            Some((valued.moves[place], valued.ways[place].clone()))
        };
        let (mut left, optima) = value(start).unwrap_or_default();
        while left > 0 {
            let mut found = None;
            self.frame.legal(position, Way::Forth, |jump| {
                if found.is_none() {
                    found =
                        self.follow(position, vec![jump], &|end| value(end).map(|it| it.0) == Some(left - 1));
                }
            });
            let Some(jumps) = found else { break };
            let first = self.frame.jumps[jumps[0]].from;
            moves.push(
                std::iter::once(first).chain(jumps.iter().map(|&jump| self.frame.jumps[jump].to)).collect(),
            );
            position = jumps.iter().fold(position, |position, &jump| position ^ self.frame.change(jump));
            left -= 1;
        }
        Moves { moves, optima: optima.into() }
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
