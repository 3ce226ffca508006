//! Every family: readers, writers, moves, games, answers and solving on a small budget.
//!
//! An input is a puzzle's text, then after a zero byte a script: each byte picks a move, an undo or
//! a redo, and the whole of it is also checked as an answer. No input may cause a panic, and the
//! contract of a family must hold.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use fewest::service::{
    AsWhat, Command, Context, Entry, FAMILIES, Fault, Opened, Position, ReadOptions, Request, SolveOptions,
    Source, Stop, Written,
};
use fewest::service::{Known, PuzzleText, Response, Session, entry};
use fewest_template::Template;

/// The template is in no registry, but copies of it should be right from the start.
static TEMPLATE: Entry = entry::<Template>();

/// The memory and time limits of one solve.
const BYTES: usize = 4 << 20;
const POLLS: u32 = 40;

/// The largest number of boards of a file that are used.
const BOARDS: usize = 3;

/// Returns all families and the template.
pub fn families() -> impl Iterator<Item = &'static Entry> {
    FAMILIES.iter().chain([&TEMPLATE])
}

/// Returns the examples of all families as inputs, with a short script.
pub fn seeds() -> Vec<(String, Vec<u8>)> {
    let examples =
        families().flat_map(|family| family.info.examples.iter().map(|example| (family.info.id, example)));
    let input = |text: &str| {
        [text.as_bytes(), b"\0", &[0, 5, 9, 250, 255, 3], b"1. 2-3\n(0, 1)\n1. Piece Z up 1"].concat()
    };
    examples.map(|(id, example)| (format!("{id}-{}", example.name), input(example.text))).collect()
}

/// Runs every family on one input.
///
/// # Panics
/// If a property does not hold.
pub fn drive(data: &[u8]) {
    let middle = data.iter().position(|&byte| byte == 0).unwrap_or(data.len());
    let (text, script) = (&data[..middle], data.get(middle + 1..).unwrap_or_default());
    let source = Source::new("fuzz", text);
    for (_, format, _) in fewest::service::claims(&source) {
        assert!(families().any(|family| family.info.formats.iter().any(|known| known.id == format)));
    }
    for entry in families() {
        for format in entry.info.formats {
            read(AsWhat { entry, format: Some(format.id) }, &source, script);
        }
    }
}

fn read(what: AsWhat, source: &Source, script: &[u8]) {
    let sources = std::slice::from_ref(source);
    let Ok(opening) = fewest::service::open(sources, Some(what), &ReadOptions::default()) else { return };
    opening.faults.iter().for_each(|fault| has_a_place(fault, source));
    for opened in opening.puzzles.iter().take(BOARDS) {
        opened.warnings.iter().for_each(|fault| has_a_place(fault, source));
        writes_what_it_reads(what, opened);
        check_answers(opened.position.as_ref(), &String::from_utf8_lossy(script));
        plays(opened.position.as_ref(), script);
        solves(opened.position.as_ref());
    }
    // A game opens the text itself, which only families of the registry can.
    if FAMILIES.iter().any(|family| std::ptr::eq(family, what.entry)) {
        is_a_game(what, source, script);
    }
}

fn has_a_place(fault: &Fault, source: &Source) {
    if let Some(span) = fault.at {
        assert!(span.source == 0 && span.start <= span.end && span.end <= source.bytes.len(), "{fault:?}");
    }
}

fn written(position: &dyn Position, format: &str) -> Option<Vec<u8>> {
    let mut text = Vec::new();
    let done = position.write(format, &mut text).expect("a vector takes everything");
    (done == Written::Yes).then_some(text)
}

fn writes_what_it_reads(what: AsWhat, opened: &Opened) {
    for format in what.entry.info.formats.iter().filter(|format| format.writes) {
        let Some(text) = written(opened.position.as_ref(), format.id) else { continue };
        let source = Source::new("written", text.clone());
        let what = AsWhat { format: Some(format.id), ..what };
        let again = fewest::service::open(&[source], Some(what), &ReadOptions::default())
            .expect("our own text is read");
        let again = again.puzzles.first().expect("a written board is a board");
        assert_eq!(written(again.position.as_ref(), format.id), Some(text), "format {}", format.id);
    }
}

fn check_answers(position: &dyn Position, text: &str) {
    fewest::service::judge(position, text, Known::Nothing);
    let mut copy = position.copy();
    for line in text.lines().take(8) {
        let before = format!("{copy:?}");
        if copy.play(line).is_err() {
            assert_eq!(before, format!("{copy:?}"), "a refused move changes nothing");
        }
    }
}

fn plays(position: &dyn Position, script: &[u8]) {
    let mut position = position.copy();
    for &byte in script.iter().take(16) {
        let moves = position.moves();
        let Some(by) = moves.get(usize::from(byte) % moves.len().max(1)) else { break };
        position.play(by).expect("a listed move can be played");
        position.is_goal();
    }
    let scene = position.scene();
    let inside = |&(column, row): &(usize, usize)| column < scene.width && row < scene.height;
    assert!(scene.shapes.iter().all(|shape| shape.cells.iter().all(inside)));
}

fn solves(position: &dyn Position) {
    let polls = AtomicU32::new(0);
    let patience = |_: &fewest::service::Counters| match polls.fetch_add(1, Relaxed) {
        POLLS.. => ControlFlow::Break(Stop::Time),
        _ => ControlFlow::Continue(()),
    };
    let cx = Context::new(1, BYTES, &patience);
    let solved = position.solve(&SolveOptions::default(), &cx).expect("no bug");
    if let Some(best) = &solved.best {
        assert!(best.end().is_goal());
        assert_ne!(solved.at_least, fewest::service::LowerBound::Never, "solved, and said to be impossible");
    }
    // A check of the document accepts it.
    let document = Response::about(position, "").solved(&solved);
    if solved.best.is_some() || solved.at_least == fewest::service::LowerBound::Never {
        let text = serde_json::to_string(&document).expect("a document is text");
        let verdict = fewest::service::judge(position, &text, Known::from_solved(&solved));
        assert!(verdict.accepted(), "{verdict:?}: {text}");
    }
}

fn is_a_game(what: AsWhat, source: &Source, script: &[u8]) {
    let named = what.format.map_or_else(String::new, |format| format!(":{format}"));
    let puzzle = PuzzleText {
        sources: vec![source.clone()],
        what: Some(format!("{}{named}", what.entry.info.id)),
        ..PuzzleText::default()
    };
    let mut game = Session::new(puzzle);
    for &byte in script.iter().take(8) {
        match byte {
            255 => drop(game.undo()),
            254 => drop(game.redo()),
            _ => {
                let Ok(position) = game.position() else { return };
                let moves = position.moves();
                let Some(by) = moves.get(usize::from(byte) % moves.len().max(1)) else { return };
                game.play(by).expect("a listed move can be played");
            }
        }
        assert!(game.played() <= game.moves.len());
    }
    let look = Request::new(Command::Look, game);
    let seen = fewest::service::handle(&look, &Context::default());
    assert!(seen.fault.is_some() || seen.scene.is_some());
}
