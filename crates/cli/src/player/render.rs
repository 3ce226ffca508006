//! Draws the app: the title with the moves against the best possible, marks on the board, a
//! message, the keys.

use fewest::Scene;
use ratatui::buffer::Buffer;

use super::app::App;
use super::choices::Choices;
use super::hints::Degree;
use super::playback::Playback;
use super::view::{Marks, View};

const PLAY_KEYS: &str = "arrows Enter · u undo · r redo · x restart · h hint · s show me · n new · q quit";
const SHOW_KEYS: &str = "space pause · left right step · + - speed · Enter play on from here · q back";
const ANIMATION_KEYS: &str = "space pause · left right step · Home End · + - speed · q quit";

impl App {
    /// Returns the best possible as text.
    fn best_possible(&self) -> String {
        match self.best.analysis() {
            None if self.best.is_thinking() => "best …".to_owned(),
            None => String::new(),
            Some(analysis) => match &analysis.line {
                Some(line) if analysis.fewest => format!("best {}", line.len()),
                Some(line) => format!("best known {}", line.len()),
                None if analysis.is_lost() => "no solution".to_owned(),
                None => "best unknown".to_owned(),
            },
        }
    }

    /// Returns the wires of the place of the cursor as text, because a text drawing cannot show
    /// them.
    fn wires_here(&self, scene: &Scene) -> String {
        let here = format!("{}: ", scene.name(self.cursor));
        let wires = scene.wiring().into_iter().find(|wires| wires.starts_with(&here));
        wires.map(|wires| format!("wired {wires}")).unwrap_or_default()
    }

    /// Draws the app.
    pub fn draw(&mut self, buffer: &mut Buffer) {
        let position = match self.playback.as_ref().and_then(Playback::current) {
            Some(step) => step.position.as_ref(),
            None => self.game.position(),
        };
        let scene = position.scene();
        let metric = position.metric();
        let left = format!("{} · {} · {}", self.game.name, position.info().id, metric.id);
        let mut marks = Marks::default();
        let (right, message, keys) = match &self.playback {
            Some(playback) => {
                let state = if playback.is_over() {
                    "end"
                } else if playback.is_paused {
                    "paused"
                } else {
                    "playing"
                };
                let right = format!(
                    "{} of {} · {} a second · {state}",
                    playback.at,
                    playback.steps.len() - 1,
                    playback.speed
                );
                let by = playback.current().map(|step| step.by.clone()).unwrap_or_default();
                (right, by, if self.only_playback { ANIMATION_KEYS } else { SHOW_KEYS })
            }
            None => {
                marks.cursor = Some(self.cursor);
                if let Some((_, gesture)) = self.choices.as_ref().and_then(Choices::chosen) {
                    marks.choose(&scene, gesture);
                }
                if let (Degree::Piece | Degree::Move, Some(place)) = (self.degree, self.next_place()) {
                    marks.hinted =
                        scene.shape_at(place).map_or_else(|| vec![place], |shape| shape.cells.clone());
                }
                let message = match (&self.prompt, self.choices.as_ref().and_then(Choices::chosen)) {
                    (Some(typed), _) => {
                        format!("a new puzzle of how many {}? (Enter: any) {typed}_", metric.id)
                    }
                    (None, Some((by, _))) => format!("{by}?  {}", self.message),
                    (None, None) if self.message.is_empty() => self.wires_here(&scene),
                    (None, None) => self.message.clone(),
                };
                let right = format!("{} {} · {}", metric.id, self.game.played(), self.best_possible());
                (right, message, PLAY_KEYS)
            }
        };
        let is_coloured = self.is_coloured;
        let view = View { title: (left, right), scene: &scene, marks, message, keys, is_coloured };
        self.placed = Some(view.draw(buffer));
    }
}
