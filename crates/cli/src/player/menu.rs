//! The menu of `fewest play` without a puzzle: every family with a new puzzle and its examples.

use std::io::{BufRead, Write};
use std::time::Duration;

use fewest::service::{Example, Info, families};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind};
use ratatui::style::{Modifier, Style};

use super::screen::Screen;
use crate::console::Console;
use crate::exit::{Code, Failure};
use crate::runtime::limits;

/// A line of the menu.
#[derive(Clone, Copy)]
enum Row {
    /// A heading.
    Family(&'static Info),
    /// A new puzzle of a family.
    New(&'static Info),
    Example(&'static Info, &'static Example),
}

impl Row {
    /// Returns the argument for `play`. `None` for a heading.
    fn name(self) -> Option<&'static str> {
        match self {
            Self::Family(_) => None,
            Self::New(info) => Some(info.id),
            Self::Example(_, example) => Some(example.name),
        }
    }

    fn text(self) -> String {
        match self {
            Self::Family(info) => format!("{} · {}", info.id, info.title),
            Self::New(_) => format!("  {:NAMES$} {:COUNTS$} another one each time", "new puzzle", ""),
            Self::Example(info, example) => {
                let fewest = example.fewest.map_or_else(
                    || "no solution".to_owned(),
                    |fewest| format!("{fewest} {}", info.metrics.first().map_or("", |metric| metric.id)),
                );
                format!("  {:NAMES$} {fewest:COUNTS$} {}", example.name, example.about)
            }
        }
    }
}

const NAMES: usize = 18;
const COUNTS: usize = 12;
const TITLE: &str = "fewest · which puzzle?";
const KEYS: &str = "up down · left right from family to family · Enter play · q quit";
/// Lines above and below the list.
const ABOVE: u16 = 2;
const BELOW: u16 = 2;

fn rows() -> Vec<Row> {
    let of_family = |info: &'static Info| {
        let examples = info.examples.iter().map(move |example| Row::Example(info, example));
        [Row::Family(info), Row::New(info)].into_iter().chain(examples)
    };
    families().flat_map(|entry| of_family(entry.info)).collect()
}

struct Menu {
    rows: Vec<Row>,
    /// The chosen row; never a heading.
    at: usize,
    /// The first visible row.
    top: usize,
}

/// The result of an event.
enum Choice {
    Puzzle(&'static str),
    Leave(Code),
}

/// Shows the menu. Returns the name of a puzzle or a family, or the exit code.
pub fn choose() -> Result<Result<&'static str, Code>, Failure> {
    limits::listen_for_interrupts();
    let mut screen = Screen::enter()?;
    let mut menu = Menu { rows: rows(), at: 1, top: 0 };
    loop {
        screen.show(|buffer| menu.draw(buffer))?;
        let event = screen.event(Duration::from_millis(250))?;
        if limits::is_interrupted() {
            return Ok(Err(Code::Interrupted));
        }
        match event.and_then(|event| menu.on(&event)) {
            None => {}
            Some(Choice::Puzzle(name)) => return Ok(Ok(name)),
            Some(Choice::Leave(code)) => return Ok(Err(code)),
        }
    }
}

impl Menu {
    fn draw(&mut self, buffer: &mut Buffer) {
        let area = buffer.area;
        let (bold, dim) =
            (Style::new().add_modifier(Modifier::BOLD), Style::new().add_modifier(Modifier::DIM));
        let mut line = |top: u16, text: &str, style: Style| {
            if top < area.height {
                let width = usize::from(area.width);
                buffer.set_stringn(0, top, cut(text, width), width, style);
            }
        };
        line(0, TITLE, bold);
        let room = usize::from(area.height.saturating_sub(ABOVE + BELOW)).max(1);
        // The heading above the first row of a family is visible with it.
        self.top = self.top.min(self.at.saturating_sub(1)).max((self.at + 1).saturating_sub(room));
        for (number, row) in self.rows.iter().enumerate().skip(self.top).take(room) {
            let text = row.text();
            let (text, style) = match row {
                Row::Family(_) => (text, bold),
                _ if number == self.at => (format!(">{}", &text[1..]), bold.add_modifier(Modifier::REVERSED)),
                _ => (text, Style::new()),
            };
            line(ABOVE + (number - self.top) as u16, &text, style);
        }
        line(area.height.saturating_sub(1), KEYS, dim);
    }

    fn on(&mut self, event: &Event) -> Option<Choice> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
                match key.code {
                    KeyCode::Char('c') if is_control => return Some(Choice::Leave(Code::Interrupted)),
                    KeyCode::Char('q') | KeyCode::Esc => return Some(Choice::Leave(Code::Answered)),
                    KeyCode::Enter | KeyCode::Char(' ') => return self.chosen(),
                    KeyCode::Up => self.step(-1),
                    KeyCode::Down => self.step(1),
                    KeyCode::PageUp => (0..10).for_each(|_| self.step(-1)),
                    KeyCode::PageDown => (0..10).for_each(|_| self.step(1)),
                    KeyCode::Home => self.at = 1,
                    KeyCode::End => self.at = self.rows.len().saturating_sub(1),
                    KeyCode::Left => self.family(-1),
                    KeyCode::Right | KeyCode::Tab => self.family(1),
                    _ => {}
                }
            }
            Event::Mouse(mouse) => match mouse.kind {
                MouseEventKind::ScrollUp => self.step(-1),
                MouseEventKind::ScrollDown => self.step(1),
                MouseEventKind::Up(MouseButton::Left) => {
                    let row = self.top + usize::from(mouse.row.checked_sub(ABOVE)?);
                    self.rows.get(row).and_then(|row| row.name())?;
                    self.at = row;
                    return self.chosen();
                }
                _ => {}
            },
            _ => {}
        }
        None
    }

    fn chosen(&self) -> Option<Choice> {
        self.rows.get(self.at)?.name().map(Choice::Puzzle)
    }

    /// Moves to the next row that is no heading; stays at the ends.
    fn step(&mut self, by: isize) {
        let mut at = self.at;
        while let Some(next) = at.checked_add_signed(by).filter(|&next| next < self.rows.len()) {
            at = next;
            if self.rows[at].name().is_some() {
                self.at = at;
                return;
            }
        }
    }

    /// Moves to the first row of the next family.
    fn family(&mut self, by: isize) {
        let is_heading = |&number: &usize| matches!(self.rows[number], Row::Family(_));
        let headings: Vec<usize> = (0..self.rows.len()).filter(is_heading).collect();
        let now = headings.iter().rposition(|&heading| heading < self.at).unwrap_or(0);
        if let Some(&heading) = now.checked_add_signed(by).and_then(|next| headings.get(next)) {
            self.at = heading + 1;
        }
    }
}

/// Returns a text cut to `width` columns, with an ellipsis if it is cut.
fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let kept: String = text.chars().take(width.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

/// Lets the user choose line by line. `None` if the input ends.
pub fn choose_in_lines(input: &mut dyn BufRead, console: &mut Console) -> Result<Option<String>, Failure> {
    let rows = rows();
    let named: Vec<&Row> = rows.iter().filter(|row| row.name().is_some()).collect();
    let mut number = 0;
    for row in &rows {
        match row.name() {
            None => writeln!(console, "{}", row.text())?,
            Some(_) => {
                number += 1;
                writeln!(console, "{number:3}.{}", &row.text()[1..])?;
            }
        }
    }
    loop {
        writeln!(console, "Which puzzle? A number, a name, or `quit`.")?;
        console.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 || limits::is_interrupted() {
            return Ok(None);
        }
        let word = line.trim();
        if ["quit", "q", "exit"].contains(&word) {
            return Ok(None);
        }
        let by_number = word.parse::<usize>().ok().and_then(|number| named.get(number.checked_sub(1)?));
        let by_name = named.iter().find(|row| row.name() == Some(word));
        match by_number.or(by_name).and_then(|row| row.name()) {
            Some(name) => return Ok(Some(name.to_owned())),
            None => writeln!(console, "There is no `{word}` here.")?,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_seen_to_be_cut() {
        assert_eq!(cut("as it is", 8), "as it is");
        assert_eq!(cut("one two three", 9), "one two…", "no blank before it");
        let mut buffer = Buffer::empty(ratatui::layout::Rect::new(0, 0, 80, 200));
        Menu { rows: rows(), at: 1, top: 0 }.draw(&mut buffer);
        let line = |row: u16| -> String { (0..80).map(|column| buffer[(column, row)].symbol()).collect() };
        for (row, wanted) in (ABOVE..).zip(rows()) {
            let (shown, text) = (line(row), wanted.text());
            let is_complete = shown.trim_end().ends_with(text.trim());
            assert!(is_complete || shown.trim_end().ends_with('…'), "{shown}");
        }
    }

    #[test]
    fn steps_skip_headings_and_families_are_jumped_to() {
        let mut menu = Menu { rows: rows(), at: 1, top: 0 };
        menu.step(-1);
        assert_eq!(menu.at, 1, "the first row stays");
        for _ in 0..menu.rows.len() {
            menu.step(1);
            assert!(menu.rows[menu.at].name().is_some());
        }
        assert_eq!(menu.at, menu.rows.len() - 1, "the last row stays");
        (0..families().count()).for_each(|_| menu.family(-1));
        assert_eq!(menu.at, 1);
        for entry in families().skip(1) {
            menu.family(1);
            assert_eq!(menu.rows[menu.at].name(), Some(entry.info.id));
        }
    }
}
