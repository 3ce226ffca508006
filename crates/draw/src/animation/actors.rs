//! The actors of an animation: every shape with its motions, derived from the frames. GIF and
//! animated SVG render the same actors.

use std::collections::BTreeMap;

use fewest::{Scene, Shape};

use crate::scene::layout::Layout;
use crate::scene::sprites::{PieceColours, Sprite, sprite};
use crate::vector::Point;

/// A frame of an animation.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The position.
    pub scene: Scene,
    /// The cells along which the moved shape was dragged from the frame before; empty if unknown.
    pub way: Vec<(usize, usize)>,
}

/// A shape followed through all frames.
#[derive(Debug)]
pub(crate) struct Actor {
    pub(crate) sprite: Sprite,
    /// The frame in which it appears; 0 if it is in the first frame.
    pub(crate) enters: usize,
    /// The frame in which it has disappeared.
    pub(crate) leaves: Option<usize>,
    /// Its motions, in order of frames.
    pub(crate) motions: Vec<Motion>,
}

/// The motion of an actor to a frame.
#[derive(Debug)]
pub(crate) struct Motion {
    /// The frame at which it ends.
    pub(crate) frame: usize,
    /// The points of the path, relative to the place of the actor in its first frame.
    pub(crate) points: Vec<Point>,
}

/// The fraction of a move at which shapes appear or disappear.
pub(crate) const CHANGE: f32 = 0.6;

impl Actor {
    /// Returns the place after the fraction `share` of the move to `frame`.
    pub(crate) fn place(&self, frame: usize, share: f32) -> Point {
        let before = self.motions.iter().take_while(|way| way.frame < frame).last();
        let rest = before.and_then(|way| way.points.last().copied()).unwrap_or((0.0, 0.0));
        self.motions.iter().find(|way| way.frame == frame).map_or(rest, |way| way.at(share))
    }

    /// Returns whether it is visible at that time.
    pub(crate) fn is_there(&self, frame: usize, share: f32) -> bool {
        let is_over = |at: usize| at < frame || (at == frame && (frame == 0 || share >= CHANGE));
        is_over(self.enters) && !self.leaves.is_some_and(is_over)
    }
}

impl Motion {
    /// Returns the points, each with the fraction of the path length up to it.
    pub(crate) fn shares(&self) -> Vec<(f32, Point)> {
        let mut length_so_far = 0.0;
        let mut so_far = Vec::new();
        for (at, &point) in self.points.iter().enumerate() {
            if let Some(before) = at.checked_sub(1).map(|before| self.points[before]) {
                length_so_far += (point.0 - before.0).hypot(point.1 - before.1);
            }
            so_far.push((length_so_far, point));
        }
        so_far
            .into_iter()
            .map(|(length, point)| (if length_so_far > 0.0 { length / length_so_far } else { 1.0 }, point))
            .collect()
    }

    fn at(&self, share: f32) -> Point {
        let shares = self.shares();
        let Some(next) = shares.iter().position(|(here, _)| *here >= share) else {
            return shares.last().map_or((0.0, 0.0), |last| last.1);
        };
        let (end, to) = shares[next];
        let (begin, from) = shares[next.saturating_sub(1)];
        let part = if end > begin { (share - begin) / (end - begin) } else { 1.0 };
        (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part)
    }
}

/// Returns the actors of an animation. Shapes are matched by id. Where the id belongs to the place,
/// as with pegs in holes, the moved shape is followed along the path of the gesture.
pub(crate) fn trace_actors(frames: &[Frame], layout: &Layout) -> Vec<Actor> {
    let Some(first) = frames.first() else { return Vec::new() };
    let colours = PieceColours::of(&first.scene);
    let mut tracker = ActorTracker { actors: Vec::new(), playing: BTreeMap::new() };
    for shape in &first.scene.shapes {
        tracker.enter(&first.scene, shape, 0, &colours, layout);
    }
    for (number, pair) in (1..).zip(frames.windows(2)) {
        let (before, after) = (&pair[0].scene, &pair[1]);
        tracker.follow_hand(before, after, number, layout);
        tracker.follow_ids(before, after, number, layout);
        for shape in &after.scene.shapes {
            if !tracker.playing.contains_key(&shape.id) {
                tracker.enter(&after.scene, shape, number, &colours, layout);
            }
        }
    }
    tracker.actors
}

struct ActorTracker {
    actors: Vec<Actor>,
    /// For each shape id the index of its actor and the current shape.
    playing: BTreeMap<usize, (usize, Shape)>,
}

impl ActorTracker {
    fn enter(&mut self, scene: &Scene, shape: &Shape, frame: usize, colours: &PieceColours, layout: &Layout) {
        if let Some(sprite) = sprite(scene, shape, colours, layout) {
            self.playing.insert(shape.id, (self.actors.len(), shape.clone()));
            self.actors.push(Actor { sprite, enters: frame, leaves: None, motions: Vec::new() });
        }
    }

    fn add_motion(&mut self, actor: usize, frame: usize, steps: impl Iterator<Item = Point>) {
        let actor = &mut self.actors[actor];
        let (x, y) = actor.place(frame, 1.0);
        let points = std::iter::once((x, y)).chain(steps.map(|(right, down)| (x + right, y + down)));
        actor.motions.push(Motion { frame, points: points.collect() });
    }

    /// Follows a shape whose id changes when it moves.
    fn follow_hand(&mut self, before: &Scene, after: &Frame, frame: usize, layout: &Layout) {
        let (Some(&from), Some(&to)) = (after.way.first(), after.way.last()) else { return };
        let (Some(held), Some(put)) = (before.shape_at(from), after.scene.shape_at(to)) else { return };
        let stays = after.scene.shapes.iter().any(|shape| shape.id == held.id && is_same(shape, held));
        if from == to
            || held.id == put.id
            || stays
            || !is_same(held, put)
            || self.playing.contains_key(&put.id)
        {
            return;
        }
        if let Some((actor, _)) = self.playing.remove(&held.id) {
            self.add_motion(actor, frame, after.way[1..].iter().map(|&place| layout.between(from, place)));
            self.playing.insert(put.id, (actor, put.clone()));
        }
    }

    /// Follows shapes by id: moved or disappeared.
    fn follow_ids(&mut self, before: &Scene, after: &Frame, frame: usize, layout: &Layout) {
        let now: BTreeMap<usize, &Shape> = after.scene.shapes.iter().map(|shape| (shape.id, shape)).collect();
        let held = after.way.first().and_then(|&from| before.shape_at(from)).map(|shape| shape.id);
        for id in self.playing.keys().copied().collect::<Vec<_>>() {
            let (actor, was) = &self.playing[&id];
            let actor = *actor;
            let Some(shape) = now.get(&id).filter(|shape| is_same(shape, was)) else {
                self.actors[actor].leaves = Some(frame);
                self.playing.remove(&id);
                continue;
            };
            let (Some(&from), Some(&to)) = (was.cells.first(), shape.cells.first()) else { continue };
            if from == to {
                continue;
            }
            if held == Some(id) && after.way.first() == Some(&from) && after.way.last() == Some(&to) {
                self.add_motion(
                    actor,
                    frame,
                    after.way[1..].iter().map(|&place| layout.between(from, place)),
                );
            } else {
                self.add_motion(actor, frame, std::iter::once(layout.between(from, to)));
            }
            self.playing.insert(id, (actor, (*shape).clone()));
        }
    }
}

/// Returns whether two shapes look the same, regardless of their place.
fn is_same(one: &Shape, other: &Shape) -> bool {
    (one.role, &one.label, one.cells.len()) == (other.role, &other.label, other.cells.len())
}
