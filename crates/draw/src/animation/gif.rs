//! Animated GIF. Each frame covers only the rectangle that differs from the frame before, and
//! unchanged pixels in it are transparent: long runs of one colour compress well. The palette holds
//! the most frequent colours of the animation.

use std::io;

use ::gif::{Encoder, Repeat};
use tiny_skia::Pixmap;

use super::actors::{Actor, Frame, trace_actors};
use super::speed::{Speed, animation_size, progress_bar, progress_groove};
use crate::raster;
use crate::raster::gif::{GifPalette, Region, sides};
use crate::scene::layout::Layout;
use crate::scene::sprites::{ground, targets};

/// The duration of a frame of a motion in seconds; browsers do not honour shorter ones.
const TICK: f32 = 0.05;
/// The largest number of frames of a motion.
const MOST_TICKS: f32 = 6.0;

/// Writes an animation that repeats forever.
pub(crate) fn write(frames: &[Frame], speed: Speed, out: &mut dyn io::Write) -> io::Result<()> {
    let Some(first) = frames.first() else { return Ok(()) };
    let layout = Layout::of(&first.scene);
    let renderer = FrameRenderer::new(frames, &layout)?;
    let last = frames.len() - 1;
    let ticks = (speed.motion() / TICK).round().clamp(1.0, MOST_TICKS);
    // The first frame, the last frame and a motion between have all colours.
    let samples = [renderer.at(0, 1.0), renderer.at(last, 1.0), renderer.at(last.min(1), 0.5)];
    let palette = GifPalette::of(&samples);
    let (width, height) = sides(&samples[0])?;
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
