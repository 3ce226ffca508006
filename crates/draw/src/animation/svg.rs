//! Animated SVG: one group per actor, animated by CSS keyframes. With `prefers-reduced-motion` it
//! shows the first frame.

use std::fmt::Write as _;

use super::actors::{Actor, CHANGE, Frame, trace_actors};
use super::speed::{Speed, animation_size, progress_bar, progress_groove};
use crate::scene::layout::Layout;
use crate::scene::sprites::{ground, targets};
use crate::svg;

/// Returns the animation as SVG text.
pub(crate) fn write(frames: &[Frame], title: &str, speed: Speed) -> String {
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
    svg::marks(&ground(&first.scene, &layout), &mut text);
    svg::marks(&[progress_groove(&layout)], &mut text);
    // A jumped peg disappears before the jumping one, so actors that disappear later are drawn
    // above.
    let mut order: Vec<(usize, &Actor)> = actors.iter().enumerate().collect();
    order.sort_by_key(|(_, actor)| actor.leaves.unwrap_or(usize::MAX));
    for (number, actor) in order {
        let hidden = if actor.enters > 0 { " opacity=\"0\"" } else { "" };
        let name = if changes(actor) { format!(" id=\"a{number}\"") } else { String::new() };
        let _ = writeln!(text, "<g{name}{hidden}><title>{}</title>", svg::escaped(&actor.sprite.title));
        svg::marks(&actor.sprite.marks, &mut text);
        text.push_str("</g>\n");
    }
    svg::marks(&targets(&first.scene, &layout), &mut text);
    text.push_str("<g class=\"bar\">\n");
    svg::marks(&[progress_bar(&layout, 1.0)], &mut text);
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
