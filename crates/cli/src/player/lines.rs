//! The player in lines of text, for screen readers and scripts: every answer is a sentence.

use std::io::{BufRead, Write};

use fewest::service::words::count;
use fewest::service::{Form, Ground, Made, Naming, Position, Scene, Source};

use super::analysis::{self, Analyser, Degree};
use super::app::new_puzzle;
use super::game::Game;
use crate::console::Console;
use crate::exit::{Code, Failure};
use crate::runtime::limits::{self, Limits};
use crate::show;

const HELP: &str = "\
A line is a move as `moves` lists them, or one of these words:
look     the board row by row, in words
board    the board as a picture of letters
moves    the moves that can be played
hint     a hint; again for more: solvable, moves left, which piece, the move
show     the best way from here, move by move
undo, redo, restart
new [N]  another puzzle, of N moves
quit";

/// Plays until the input ends.
pub fn play(
    name: &str,
    position: Box<dyn Position>,
    limits: &Limits,
    input: &mut dyn BufRead,
    console: &mut Console,
) -> Result<Code, Failure> {
    let mut table = LineGame {
        game: Game::new(name, position),
        analyser: Analyser::new(limits),
        best: Analyser::new(limits),
        degree: Degree::Nothing,
        limits,
    };
    table.begin(console)?;
    loop {
        console.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 || limits::is_interrupted() {
            return Ok(Code::Answered);
        }
        let words = line.trim();
        if ["quit", "q", "exit"].contains(&words) {
            return Ok(Code::Answered);
        }
        if !words.is_empty() {
            let said = table.answer(words);
            writeln!(console, "{said}")?;
        }
    }
}

struct LineGame<'a> {
    game: Game,
    analyser: Analyser,
    best: Analyser,
    degree: Degree,
    limits: &'a Limits,
}

impl LineGame<'_> {
    fn begin(&mut self, console: &mut Console) -> Result<(), Failure> {
        let position = self.game.position();
        let metric = position.metric();
        writeln!(
            console,
            "{}, a puzzle of {}. {} are counted: {}.",
            self.game.name,
            position.info().id,
            metric.id,
            metric.about
        )?;
        writeln!(console, "`help` lists what can be said.")?;
        writeln!(console, "{}", rows(&position.scene()))?;
        Ok(())
    }

    fn answer(&mut self, words: &str) -> String {
        let (word, rest) = words.split_once(' ').unwrap_or((words, ""));
        match word {
            "help" | "?" => HELP.to_owned(),
            "look" => rows(&self.game.position().scene()),
            "board" => picture(&self.game.position().scene()),
            "moves" => self.moves(),
            "hint" => self.hint(),
            "show" => self.show(),
            "undo" => {
                let by = self.game.undo().map(str::to_owned);
                self.changed();
                by.map_or_else(
                    || "This is the start.".to_owned(),
                    |by| format!("Taken back: {by}. {}", self.count()),
                )
            }
            "redo" => {
                let by = self.game.redo().map(str::to_owned);
                self.changed();
                by.map_or_else(
                    || "There is no move to redo.".to_owned(),
                    |by| format!("Played again: {by}. {}", self.count()),
                )
            }
            "restart" => {
                self.game.restart();
                self.changed();
                "Back at the start.".to_owned()
            }
            "new" => self.new_puzzle(rest),
            _ => self.play(words),
        }
    }

    fn changed(&mut self) {
        self.degree = Degree::Nothing;
        self.analyser.forget();
    }

    fn count(&self) -> String {
        format!("{} played.", count(self.game.played() as u64, self.game.position().metric()))
    }

    fn moves(&self) -> String {
        let moves = self.game.position().moves();
        match moves.len() {
            0 => "There is no move.".to_owned(),
            _ => moves.join("\n"),
        }
    }

    fn play(&mut self, by: &str) -> String {
        let words = match self.game.play(by) {
            Ok(_) => vec![by.to_owned()],
            // Several moves, or one in another form.
            Err(why) => {
                let mut tried = self.game.position().copy();
                match fewest::service::play_text(tried.as_mut(), &Source::new("moves", by)) {
                    Ok(words) => {
                        for word in &words {
                            // They were tried.
                            let _ = self.game.play(word);
                        }
                        words
                    }
                    Err(_) => {
                        return format!(
                            "Not played: {why}. `moves` lists what can be played, `help` what else can be said."
                        );
                    }
                }
            }
        };
        self.degree = Degree::Nothing;
        words.iter().for_each(|by| self.analyser.follow(by));
        if !self.game.position().is_goal() {
            return format!("Played: {}. {}", words.join("; "), self.count());
        }
        let played = count(self.game.played() as u64, self.game.position().metric());
        let best = self.best.wait(self.game.start()).ok().filter(|analysis| analysis.fewest);
        match best.and_then(|analysis| analysis.line).map(|line| line.len()) {
            Some(best) if best == self.game.played() => format!("Solved in {played}, the fewest!"),
            Some(best) => format!("Solved in {played}; the fewest is {best}."),
            None => format!("Solved in {played}."),
        }
    }

    fn hint(&mut self) -> String {
        self.degree = self.degree.more();
        let position = self.game.position();
        let analysis = match self.analyser.wait(position) {
            Ok(analysis) => analysis,
            Err(why) => return why,
        };
        let scene = position.scene();
        let place = analysis.next().and_then(|next| show::gesture_path(position, next).first().copied());
        let place = place.map(|cell| analysis::place_text(&scene, cell));
        format!("Hint: {}.", analysis::hint_text(self.degree, &analysis, position, place.as_deref()))
    }

    fn show(&mut self) -> String {
        let position = self.game.position();
        match self.analyser.wait(position) {
            Err(why) => why,
            Ok(analysis) => match &analysis.line {
                None => format!("{}.", analysis.left(position.metric())),
                Some(line) if line.is_empty() => "It is solved.".to_owned(),
                Some(line) => {
                    let numbered = (1..).zip(line).map(|(number, by)| format!("{number}. {by}"));
                    format!(
                        "{}:\n{}",
                        analysis.left(position.metric()),
                        numbered.collect::<Vec<_>>().join("\n")
                    )
                }
            },
        }
    }

    fn new_puzzle(&mut self, moves: &str) -> String {
        let moves = moves.trim();
        let number = moves.parse().ok();
        if number.is_none() && !moves.is_empty() {
            return "Say `new` and a number of moves, or `new` alone.".to_owned();
        }
        let made = new_puzzle(self.game.position(), number, self.limits).wait();
        match made.and_then(|made| made) {
            Ok(Made { position, lacks }) => {
                self.game = Game::new("new puzzle", position);
                self.changed();
                self.best.forget();
                let lacks = lacks.map(|lacks| format!("{}\n", lacks.what)).unwrap_or_default();
                lacks + &rows(&self.game.position().scene())
            }
            Err(why) => format!("No new puzzle: {why}."),
        }
    }
}

fn picture(scene: &Scene) -> String {
    let mut text = Vec::new();
    // Writing to memory does not fail.
    let _ = fewest_draw::plain(scene, &mut text);
    String::from_utf8_lossy(&text).trim_end().to_owned()
}

/// Returns the board row by row, in words.
fn rows(scene: &Scene) -> String {
    if scene.is_bitmap() {
        return rows(&scene.detail((0, 0), (scene.width, scene.height)));
    }
    let mut lines: Vec<Vec<String>> = vec![Vec::new(); scene.height];
    let mut words = vec![String::new(); scene.width * scene.height];
    for shape in &scene.shapes {
        for &(column, row) in &shape.cells {
            if let Some(word) = words.get_mut(row * scene.width + column) {
                *word = format!("{} {}", shape.name, scene.word(shape)).trim_start().to_owned();
            }
        }
    }
    let empty = if scene.form == Form::Light { "off" } else { "empty" };
    for (number, word) in words.into_iter().enumerate() {
        let line = &mut lines[number / scene.width.max(1)];
        match (word.is_empty(), scene.ground) {
            (false, _) => line.push(word),
            (true, Ground::Floor) => line.push(empty.to_owned()),
            (true, Ground::Nothing) => {}
        }
    }
    // Rows are numbered as in moves; boards whose places have names need no numbers.
    let first = match scene.naming {
        Naming::Rows => 1,
        Naming::Pairs => 0,
    };
    let is_named = scene.shapes.iter().any(|shape| !shape.name.is_empty());
    let numbered = (first..).zip(lines).map(|(number, line)| match is_named {
        true => line.join(", "),
        false => format!("row {number}: {}", line.join(", ")),
    });
    let wired = scene.wiring().into_iter().map(|wires| format!("wired {wires}"));
    numbered.chain(wired).collect::<Vec<_>>().join("\n")
}
