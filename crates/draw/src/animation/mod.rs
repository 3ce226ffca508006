//! Animations of solutions: timing, progress bar, animated SVG and GIF.
//!
//! Animated SVG has one group per actor, animated by CSS keyframes. With `prefers-reduced-motion`
//! it shows the first frame. In an animated GIF each frame covers only the rectangle that differs
//! from the frame before, and unchanged pixels in it are transparent: long runs of one colour
//! compress well. The palette holds the most frequent colours of the animation.
//!
//! An animation has actors: every shape with its motions, derived from the frames. GIF and
//! animated SVG render the same actors.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io;

use ::gif::{Encoder, Repeat};
use fewest::service::{Scene, Shape};
use tiny_skia::Pixmap;

use crate::palette::{BLUE, FLOOR};
use crate::picture::ImageFormat;
use crate::raster::{self, GifPalette, Region, dimensions};
use crate::scene::Layout;
use crate::scene::sprites::{PieceColours, Sprite, ground, sprite, targets};
use crate::svg;
use crate::vector::{Mark, Point, rectangle};

/// Writes an animation of frames as animated SVG or GIF. For PNG, [`sheet`](crate::sheet()) draws
/// all positions side by side.
///
/// # Errors
/// Errors of the writer, and `InvalidInput` for PNG.
pub fn animation(
    frames: &[Frame],
    title: &str,
    speed: Speed,
    kind: ImageFormat,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    match kind {
        ImageFormat::Svg => out.write_all(write_svg(frames, title, speed).as_bytes()),
        ImageFormat::Gif => write_gif(frames, speed, out),
        ImageFormat::Png => {
            Err(io::Error::new(io::ErrorKind::InvalidInput, "an animation is drawn as .svg or .gif"))
        }
    }
}

/// The speed of an animation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Speed {
    moves_per_second: f32,
}

impl Default for Speed {
    fn default() -> Self {
        Self { moves_per_second: 2.0 }
    }
}

impl Speed {
    /// Returns the speed of `moves_per_second`. None if it is not between 0.05 and 50.
    pub fn new(moves_per_second: f32) -> Option<Self> {
        (0.05..=50.0).contains(&moves_per_second).then_some(Self { moves_per_second })
    }

    /// Returns the number of moves per second.
    pub fn moves_per_second(self) -> f32 {
        self.moves_per_second
    }

    /// Returns the seconds from one move to the next.
    pub(crate) fn seconds(self) -> f32 {
        1.0 / self.moves_per_second
    }

    /// Returns the seconds of motion per move; the rest is a pause.
    pub(crate) fn motion(self) -> f32 {
        0.6 * self.seconds()
    }

    /// Returns the seconds before the first move.
    pub(crate) fn before(self) -> f32 {
        self.seconds().max(0.8)
    }

    /// Returns the seconds after the last move.
    pub(crate) fn after(self) -> f32 {
        (2.0 * self.seconds()).max(2.0)
    }
}

const BAR_HEIGHT: f32 = 5.0;
const BAR_ROOM: f32 = 12.0;

/// Returns the size of an animation: the board with room for the progress bar.
pub(crate) fn animation_size(layout: &Layout) -> (f32, f32) {
    let (width, height) = layout.size();
    (width, height + BAR_ROOM)
}

/// Returns the background of the progress bar.
pub(crate) fn progress_groove(layout: &Layout) -> Mark {
    Mark { fill: Some(FLOOR), ..progress_bar(layout, 1.0) }
}

/// Returns the progress bar at the fraction `share` of the animation.
pub(crate) fn progress_bar(layout: &Layout, share: f32) -> Mark {
    let (left, _) = layout.origin();
    let (width, _) = layout.inside();
    let top = layout.size().1;
    Mark::filled(rectangle((left, top), (width * share.clamp(0.0, 1.0), BAR_HEIGHT), 0.0), BLUE)
}

/// Returns the animation as SVG text.
fn write_svg(frames: &[Frame], title: &str, speed: Speed) -> String {
    let Some(first) = frames.first() else { return String::new() };
    let layout = Layout::of(&first.scene);
    let clock = Clock { speed, moves: frames.len() - 1 };
    let actors = trace_actors(frames, &layout);
    let mut text = svg::head(animation_size(&layout), title);
    text.push_str("<style>\n");
    let seconds = svg::number(clock.total());
    let _ = writeln!(text, "g{{animation:{seconds}s ease-in-out infinite}}");
    for (number, actor) in actors.iter().enumerate() {
        rules(number, actor, clock, &mut text);
    }
    let (start, end) = (clock.percent(speed.before()), clock.percent(clock.total() - speed.after()));
    let _ = writeln!(
        text,
        "@keyframes bar{{0%,{start}%{{transform:scaleX(0)}}{end}%,100%{{transform:scaleX(1)}}}}\n\
         .bar{{animation:bar {seconds}s linear infinite;transform-origin:{}px 0}}\n\
         @media (prefers-reduced-motion:reduce){{g,.bar{{animation:none}}}}\n</style>",
        svg::number(layout.origin().0)
    );
    svg::write_marks(&ground(&first.scene, &layout), &mut text);
    svg::write_marks(&[progress_groove(&layout)], &mut text);
    // A captured shape disappears before the one that jumps, so actors that disappear later are
    // drawn above.
    let mut order: Vec<(usize, &Actor)> = actors.iter().enumerate().collect();
    order.sort_by_key(|(_, actor)| actor.leaves.unwrap_or(usize::MAX));
    for (number, actor) in order {
        let hidden = if actor.enters > 0 { " opacity=\"0\"" } else { "" };
        let name = if changes(actor) { format!(" id=\"a{number}\"") } else { String::new() };
        let _ = writeln!(text, "<g{name}{hidden}><title>{}</title>", svg::escaped(&actor.sprite.title));
        svg::write_marks(&actor.sprite.marks, &mut text);
        text.push_str("</g>\n");
    }
    svg::write_marks(&targets(&first.scene, &layout), &mut text);
    text.push_str("<g class=\"bar\">\n");
    svg::write_marks(&[progress_bar(&layout, 1.0)], &mut text);
    text.push_str("</g>\n");
    text.push_str(svg::TAIL);
    text
}

#[derive(Clone, Copy)]
struct Clock {
    speed: Speed,
    moves: usize,
}

impl Clock {
    fn total(self) -> f32 {
        self.speed.before() + self.moves as f32 * self.speed.seconds() + self.speed.after()
            - (self.speed.seconds() - self.speed.motion())
    }

    /// Returns the time at the fraction `share` of the move to `frame`.
    fn time(self, frame: usize, share: f32) -> f32 {
        self.speed.before() + (frame.max(1) - 1) as f32 * self.speed.seconds() + share * self.speed.motion()
    }

    fn percent(self, time: f32) -> String {
        let text = format!("{:.3}", 100.0 * time / self.total());
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}

fn changes(actor: &Actor) -> bool {
    actor.enters > 0 || actor.leaves.is_some() || !actor.motions.is_empty()
}

/// Appends the style rules of an actor that changes.
fn rules(number: usize, actor: &Actor, clock: Clock, text: &mut String) {
    let mut names = Vec::new();
    if !actor.motions.is_empty() {
        names.push(format!("w{number}"));
        let _ = write!(text, "@keyframes w{number}{{0%{{transform:none}}");
        let mut last = String::new();
        for way in &actor.motions {
            for (share, (x, y)) in way.shares() {
                let percent = clock.percent(clock.time(way.frame, share));
                let place = format!("{{transform:translate({}px,{}px)}}", svg::number(x), svg::number(y));
                let _ = write!(text, "{percent}%{place}");
                last = place;
            }
        }
        let _ = writeln!(text, "100%{last}}}");
    }
    if actor.enters > 0 || actor.leaves.is_some() {
        names.push(format!("s{number}"));
        let _ = write!(text, "@keyframes s{number}{{0%{{opacity:{}}}", u8::from(actor.enters == 0));
        let mut switch = |frame: usize, on: u8| {
            let time = clock.time(frame, CHANGE);
            let (before, after) = (clock.percent(time - 0.01), clock.percent(time));
            let _ = write!(text, "{before}%{{opacity:{}}}{after}%{{opacity:{on}}}", 1 - on);
        };
        if actor.enters > 0 {
            switch(actor.enters, 1);
        }
        if let Some(leaves) = actor.leaves {
            switch(leaves, 0);
        }
        let _ = writeln!(text, "100%{{opacity:{}}}}}", u8::from(actor.leaves.is_none()));
    }
    if !names.is_empty() {
        let _ = writeln!(text, "#a{number}{{animation-name:{}}}", names.join(","));
    }
}

/// The duration of a frame of a motion in seconds; browsers do not honour shorter ones.
const TICK: f32 = 0.05;
/// The largest number of frames of a motion.
const MOST_TICKS: f32 = 6.0;

/// Writes an animation that repeats forever.
fn write_gif(frames: &[Frame], speed: Speed, out: &mut dyn io::Write) -> io::Result<()> {
    let Some(first) = frames.first() else { return Ok(()) };
    let layout = Layout::of(&first.scene);
    let renderer = FrameRenderer::new(frames, &layout)?;
    let last = frames.len() - 1;
    let ticks = (speed.motion() / TICK).round().clamp(1.0, MOST_TICKS);
    // The first frame, the last frame and a motion between have all colours.
    let samples = [renderer.at(0, 1.0), renderer.at(last, 1.0), renderer.at(last.min(1), 0.5)];
    let palette = GifPalette::of(&samples);
    let (width, height) = dimensions(&samples[0])?;
    let mut encoder = Encoder::new(out, width, height, &palette.bytes()).map_err(io::Error::other)?;
    encoder.set_repeat(Repeat::Infinite).map_err(io::Error::other)?;
    let mut shown: Option<Pixmap> = None;
    let mut show = |pixels: Pixmap, seconds: f32| {
        let region = Region::of_change(shown.as_ref(), &pixels);
        let hundredths = (seconds * 100.0).round().clamp(1.0, 6_000.0) as u16;
        let frame = palette.frame(shown.as_ref(), &pixels, region, hundredths);
        shown = Some(pixels);
        encoder.write_frame(&frame).map_err(io::Error::other)
    };
    show(renderer.at(0, 1.0), if last == 0 { speed.after() } else { speed.before() })?;
    for frame in 1..=last {
        let rest = if frame == last { speed.after() } else { speed.seconds() - speed.motion() };
        for tick in 1..=ticks as usize {
            let share = tick as f32 / ticks;
            let seconds = speed.motion() / ticks + if share >= 1.0 { rest } else { 0.0 };
            show(renderer.at(frame, smooth(share)), seconds)?;
        }
    }
    Ok(())
}

/// The smoothstep easing function.
fn smooth(share: f32) -> f32 {
    share * share * (3.0 - 2.0 * share)
}

struct FrameRenderer<'a> {
    backdrop: Pixmap,
    actors: Vec<Actor>,
    frames: &'a [Frame],
    layout: &'a Layout,
}

impl<'a> FrameRenderer<'a> {
    fn new(frames: &'a [Frame], layout: &'a Layout) -> io::Result<Self> {
        let mut backdrop = raster::sheet(animation_size(layout), 1.0)?;
        raster::draw(&mut backdrop, &ground(&frames[0].scene, layout), (0.0, 0.0), 1.0);
        raster::draw(&mut backdrop, &[progress_groove(layout)], (0.0, 0.0), 1.0);
        Ok(Self { backdrop, actors: trace_actors(frames, layout), frames, layout })
    }

    /// Renders the fraction `share` of the move to `frame`.
    fn at(&self, frame: usize, share: f32) -> Pixmap {
        let mut pixels = self.backdrop.clone();
        // Moving actors are drawn above resting ones.
        let is_moving = |actor: &&Actor| actor.motions.iter().any(|way| way.frame == frame);
        let resting = self.actors.iter().filter(|actor| !is_moving(actor));
        for actor in resting.chain(self.actors.iter().filter(is_moving)) {
            if actor.is_there(frame, share) {
                raster::draw(&mut pixels, &actor.sprite.marks, actor.place(frame, share), 1.0);
            }
        }
        raster::draw(&mut pixels, &targets(&self.frames[0].scene, self.layout), (0.0, 0.0), 1.0);
        let done = (frame as f32 - 1.0 + share) / (self.frames.len().max(2) - 1) as f32;
        raster::draw(&mut pixels, &[progress_bar(self.layout, done)], (0.0, 0.0), 1.0);
        pixels
    }
}

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
/// as with balls on places, the moved shape is followed along the path of the gesture.
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
