//! The playback of an animation: pause, step, speed.

use std::time::{Duration, Instant};

use crate::animation::Step;

const SLOWEST: f32 = 0.25;
const FASTEST: f32 = 32.0;

pub struct Playback {
    pub steps: Vec<Step>,
    pub at: usize,
    pub is_paused: bool,
    /// Moves per second.
    pub speed: f32,
    turned: Instant,
}

impl Playback {
    pub fn new(steps: Vec<Step>, speed: f32) -> Self {
        Self { steps, at: 0, is_paused: false, speed: speed.clamp(SLOWEST, FASTEST), turned: Instant::now() }
    }

    pub fn current(&self) -> Option<&Step> {
        self.steps.get(self.at)
    }

    pub fn is_over(&self) -> bool {
        self.at + 1 >= self.steps.len()
    }

    /// Advances if the next move is due. Returns whether it did.
    pub fn tick(&mut self) -> bool {
        let due = !self.is_paused && !self.is_over() && self.left().is_zero();
        if due {
            self.at += 1;
            self.turned = Instant::now();
        }
        due
    }

    /// Returns the time until the next move.
    pub fn left(&self) -> Duration {
        Duration::from_secs_f32(1.0 / self.speed).saturating_sub(self.turned.elapsed())
    }

    /// Pauses and goes `by` moves forward or back.
    pub fn step(&mut self, by: isize) {
        self.is_paused = true;
        self.at = self.at.saturating_add_signed(by).min(self.steps.len().saturating_sub(1));
    }

    /// Pauses or resumes; at the end it starts again.
    pub fn pause(&mut self) {
        if self.is_over() {
            self.at = 0;
            self.is_paused = false;
        } else {
            self.is_paused = !self.is_paused;
        }
        self.turned = Instant::now();
    }

    pub fn faster(&mut self, factor: f32) {
        self.speed = (self.speed * factor).clamp(SLOWEST, FASTEST);
    }
}
