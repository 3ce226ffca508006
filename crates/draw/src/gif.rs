//! GIF: every frame only where it differs from the one before, in the colours that the film has most of. Pixels inside that part
//! which stay the same are transparent: long runs of one colour take little room.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io;

use ::gif::{DisposalMethod, Encoder, Frame as GifFrame, Repeat};
use tiny_skia::{Pixmap, PremultipliedColorU8};

use crate::film::{Actor, Frame, cast};
use crate::layout::Layout;
use crate::pace::Pace;
use crate::parts::{ground, targets};
use crate::progress;
use crate::raster;

/// Seconds that one picture of a motion stays; browsers show no shorter ones faithfully.
const TICK: f32 = 0.05;
/// Pictures of one motion.
const MOST_TICKS: f32 = 6.0;
/// Colours of a film; more would only tell shades of rounded edges apart.
const COLOURS: usize = 127;
/// The number of the colour that lets through what was there before.
const CLEAR: u8 = COLOURS as u8;

/// A file with one picture.
pub(crate) fn still(pixels: &Pixmap, out: &mut dyn io::Write) -> io::Result<()> {
    let palette = Palette::of([pixels]);
    let (width, height) = sides(pixels)?;
    let mut encoder = Encoder::new(out, width, height, &palette.bytes()).map_err(io::Error::other)?;
    let whole = Region { left: 0, top: 0, width: usize::from(width), height: usize::from(height) };
    encoder.write_frame(&palette.frame(None, pixels, whole, 0)).map_err(io::Error::other)
}

/// A film that begins again when it ends.
pub(crate) fn film(frames: &[Frame], pace: Pace, out: &mut dyn io::Write) -> io::Result<()> {
    let Some(first) = frames.first() else { return Ok(()) };
    let layout = Layout::of(&first.scene);
    let stage = Stage::new(frames, &layout)?;
    let last = frames.len() - 1;
    let ticks = (pace.motion() / TICK).round().clamp(1.0, MOST_TICKS);
    // The colours of a start, an end and a motion are those of everything between.
    let samples = [stage.at(0, 1.0), stage.at(last, 1.0), stage.at(last.min(1), 0.5)];
    let palette = Palette::of(&samples);
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
    show(stage.at(0, 1.0), if last == 0 { pace.after() } else { pace.before() })?;
    for frame in 1..=last {
        let rest = if frame == last { pace.after() } else { pace.seconds() - pace.motion() };
        for tick in 1..=ticks as usize {
            let share = tick as f32 / ticks;
            let seconds = pace.motion() / ticks + if share >= 1.0 { rest } else { 0.0 };
            show(stage.at(frame, smooth(share)), seconds)?;
        }
    }
    Ok(())
}

/// Begins and ends gently.
fn smooth(share: f32) -> f32 {
    share * share * (3.0 - 2.0 * share)
}

struct Stage<'a> {
    backdrop: Pixmap,
    actors: Vec<Actor>,
    frames: &'a [Frame],
    layout: &'a Layout,
}

impl<'a> Stage<'a> {
    fn new(frames: &'a [Frame], layout: &'a Layout) -> io::Result<Self> {
        let mut backdrop = raster::sheet(progress::size(layout), 1.0)?;
        raster::draw(&mut backdrop, &ground(&frames[0].scene, layout), (0.0, 0.0), 1.0);
        raster::draw(&mut backdrop, &[progress::groove(layout)], (0.0, 0.0), 1.0);
        Ok(Self { backdrop, actors: cast(frames, layout), frames, layout })
    }

    /// The picture while the move to `frame` is under way.
    fn at(&self, frame: usize, share: f32) -> Pixmap {
        let mut pixels = self.backdrop.clone();
        // Whoever moves is above those who rest.
        let is_moving = |actor: &&Actor| actor.ways.iter().any(|way| way.frame == frame);
        let resting = self.actors.iter().filter(|actor| !is_moving(actor));
        for actor in resting.chain(self.actors.iter().filter(is_moving)) {
            if actor.is_there(frame, share) {
                raster::draw(&mut pixels, &actor.sprite.marks, actor.place(frame, share), 1.0);
            }
        }
        raster::draw(&mut pixels, &targets(&self.frames[0].scene, self.layout), (0.0, 0.0), 1.0);
        let done = (frame as f32 - 1.0 + share) / (self.frames.len().max(2) - 1) as f32;
        raster::draw(&mut pixels, &[progress::bar(self.layout, done)], (0.0, 0.0), 1.0);
        pixels
    }
}

fn sides(pixels: &Pixmap) -> io::Result<(u16, u16)> {
    let side = |length: u32| u16::try_from(length).map_err(io::Error::other);
    Ok((side(pixels.width())?, side(pixels.height())?))
}

/// A part of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Region {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl Region {
    /// Where two pictures differ; one pixel if nowhere, because a frame cannot be empty.
    fn of_change(before: Option<&Pixmap>, after: &Pixmap) -> Self {
        let (width, height) = (after.width() as usize, after.height() as usize);
        let Some(before) = before else { return Self { left: 0, top: 0, width, height } };
        let differs = |at: usize| before.pixels()[at] != after.pixels()[at];
        let rows: Vec<usize> =
            (0..height).filter(|row| (0..width).any(|column| differs(row * width + column))).collect();
        let (Some(&top), Some(&bottom)) = (rows.first(), rows.last()) else {
            return Self { left: 0, top: 0, width: 1, height: 1 };
        };
        let changed = |column: &usize| (top..=bottom).any(|row| differs(row * width + column));
        let left = (0..width).find(changed).unwrap_or(0);
        let right = (0..width).rev().find(changed).unwrap_or(width - 1);
        Self { left, top, width: right + 1 - left, height: bottom + 1 - top }
    }
}

/// The most frequent colours; others become the nearest of them.
struct Palette(Vec<[u8; 3]>);

impl Palette {
    fn of<'a>(pictures: impl IntoIterator<Item = &'a Pixmap>) -> Self {
        let mut counts: HashMap<[u8; 3], usize> = HashMap::new();
        for picture in pictures {
            picture.pixels().iter().for_each(|pixel| *counts.entry(rgb(*pixel)).or_default() += 1);
        }
        let mut colours: Vec<_> = counts.into_iter().collect();
        // The same file every time: colours that are equally frequent in a fixed order.
        colours.sort_unstable_by_key(|&(colour, count)| (std::cmp::Reverse(count), colour));
        Self(colours.into_iter().take(COLOURS).map(|(colour, _)| colour).collect())
    }

    /// All colours, and room for [`CLEAR`].
    fn bytes(&self) -> Vec<u8> {
        let mut colours = self.0.clone();
        colours.resize(COLOURS + 1, [0; 3]);
        colours.concat()
    }

    fn nearest(&self, colour: [u8; 3]) -> u8 {
        let distance = |other: &[u8; 3]| -> u32 {
            colour.iter().zip(other).map(|(&a, &b)| u32::from(a.abs_diff(b)).pow(2)).sum()
        };
        let best = self.0.iter().enumerate().min_by_key(|(_, other)| distance(other));
        best.map_or(0, |(number, _)| number as u8)
    }

    fn frame(
        &self,
        before: Option<&Pixmap>,
        pixels: &Pixmap,
        region: Region,
        delay: u16,
    ) -> GifFrame<'static> {
        let mut known: HashMap<[u8; 3], u8> = HashMap::new();
        let all = pixels.pixels();
        let rows = region.top..region.top + region.height;
        let places = rows.flat_map(|row| {
            let start = row * pixels.width() as usize + region.left;
            start..start + region.width
        });
        let buffer = places.map(|at| {
            let colour = rgb(all[at]);
            if before.is_some_and(|before| before.pixels()[at] == all[at]) {
                return CLEAR;
            }
            *known.entry(colour).or_insert_with(|| self.nearest(colour))
        });
        GifFrame {
            left: region.left as u16,
            top: region.top as u16,
            width: region.width as u16,
            height: region.height as u16,
            delay,
            dispose: DisposalMethod::Keep,
            transparent: Some(CLEAR),
            buffer: Cow::Owned(buffer.collect()),
            ..GifFrame::default()
        }
    }
}

fn rgb(pixel: PremultipliedColorU8) -> [u8; 3] {
    [pixel.red(), pixel.green(), pixel.blue()]
}
