//! One request, one response: the whole library behind a single function, for servers and workers.

use fewest_search::Context;
use std::sync::atomic::Ordering::Relaxed;

use super::answer::judge::{Judge, judge};
use super::answer::move_data::move_data;
use super::answer::remarks::{Remarks, remarks};
use super::document::bounded_text::BoundedText;
use super::document::catalogue::catalogue;
use super::document::fault::FaultDocument;
use super::document::progress::Stats;
use super::document::{Command, Request, Response, ResponseStatus};
use super::hint::hint;
use super::map::{Map, MapOptions, Unmapped};
use super::position::{Bug, Position};
use super::registry::family;
use super::write::write;
use fewest_core::family::{SolveOptions, Written};
use fewest_core::fault::Fault;
use fewest_core::generate::GenerateOptions;
use fewest_core::report::Ended;
use fewest_core::room::Room;
use fewest_core::scene::Scene;
use fewest_core::source::bytes_as_text;

/// The bytes of a move in a response: its words, twice while they are written as JSON.
const PER_MOVE: usize = 80;

/// The most answers that a response lists.
const MOST_LISTED: u64 = 10_000;

/// Answers a request. Never panics on what is in it.
pub fn handle(request: &Request, cx: &Context<'_>) -> Response {
    let sources = &request.session.puzzle.sources;
    let result = match &request.ask {
        Command::List => {
            Ok(Response { outcome: ResponseStatus::Done, families: catalogue(), ..Response::default() })
        }
        Command::Generate { family, how } => generate(family, how, cx),
        _ => request.session.open_within(Room::left_of(cx)).and_then(|opened| {
            let position = opened.position.as_ref();
            let warnings = FaultDocument::all(&opened.warnings, sources);
            let understood = Some(opened.understood.clone());
            let about = Response {
                line: opened.line,
                understood,
                warnings,
                ..Response::about(position, opened.format)
            };
            answer(request, position, about, cx)
        }),
    };
    let mut response = result.unwrap_or_else(|fault| Response::fault(&fault, sources));
    response.file = sources.first().map(|source| source.name.clone());
    response.stats = Some(stats(cx));
    response
}

/// What the context has counted. It has no clock, so the seconds are for the front end to fill in.
pub fn stats(cx: &Context<'_>) -> Stats {
    Stats {
        generated: cx.counters.generated.load(Relaxed),
        expanded: cx.counters.expanded.load(Relaxed),
        seconds: None,
        cpu_seconds: None,
        peak_bytes: cx.budget.peak() as u64,
        disk_bytes: None,
    }
}

fn answer(
    request: &Request,
    position: &dyn Position,
    about: Response,
    cx: &Context<'_>,
) -> Result<Response, Fault> {
    let bug = |Bug(what): Bug| Fault::new(what);
    if cfg!(target_family = "wasm") && (request.count || request.all.is_some()) {
        return Err(Fault::new("this program neither counts nor lists solutions"));
    }
    let how = SolveOptions {
        any: request.any,
        fast: request.fast,
        patient: request.milliseconds.is_some(),
        count: request.count,
        all: request.all.map(|all| all.min(MOST_LISTED)),
        ..SolveOptions::default()
    };
    Ok(match &request.ask {
        Command::Solve => {
            let solved = position.solve(&how, cx).map_err(bug)?;
            let length = solved.best.as_ref().map_or(0, |best| best.length());
            let moves = length.saturating_mul(1 + solved.all.len() as u64);
            let moves = usize::try_from(moves).unwrap_or(usize::MAX);
            let what = || format!("a response with {moves} moves");
            Room::left_of(cx).check(moves, PER_MOVE, what)?;
            let mut response = about.solved_while(&solved, &mut || !cx.is_interrupted());
            if let (true, Some(moves)) = (cfg!(feature = "check"), &response.moves) {
                response.move_data = move_data(position, moves);
            }
            response
        }
        Command::Hint => about.hinted(&hint(position, cx).map_err(bug)?),
        Command::Look => looked(position, about),
        Command::Paint(stroke) => {
            let mut position = position.copy();
            position.paint(stroke).map_err(|why| Fault::new(why.0))?;
            let format = about.format.clone();
            as_text(position.as_ref(), format.as_deref(), about, cx)?
        }
        Command::Check { .. } if !cfg!(feature = "check") => {
            return Err(Fault::new("this program judges no answers"));
        }
        Command::Check { answer, legal } => {
            let solve = || position.solve(&SolveOptions::default(), cx).map_err(bug);
            let judged = |known| Ok(judge(position, answer, known));
            let mut once = Judge::default();
            let (verdict, stop) = once.check(*legal, judged, solve)?;
            let limit = stop.and_then(|stop| Ended::Limit(stop).limit_word());
            let Remarks { at, notes } = remarks(position, answer, &verdict, once.known());
            Response {
                outcome: ResponseStatus::Done,
                limit,
                verdict: Some(verdict),
                remarks: notes,
                scene: at.map(|at| at.scene()),
                ..about
            }
        }
        Command::Write { format } => {
            let mut text = BoundedText::within(Room::left_of(cx));
            match write(position, Some(format), &mut text) {
                Ok(written) => written?,
                Err(error) => return Err(text.fault(&error)),
            };
            let (text, binary) = bytes_as_text(text.bytes);
            Response { outcome: ResponseStatus::Done, text: Some(text), binary, ..about }
        }
        Command::Map(_) | Command::Locate(_) | Command::GoTo { .. } => mapped(request, about, cx)?,
        Command::Generate { family, how } => generate(family, how, cx)?,
        Command::List => Response { outcome: ResponseStatus::Done, families: catalogue(), ..about },
    })
}

/// Maps begin where the game began, so that they stay the same while it is played.
fn mapped(request: &Request, about: Response, cx: &Context<'_>) -> Result<Response, Fault> {
    let start = request.session.puzzle.open_within(Room::left_of(cx))?.position;
    let moves = &request.session.moves[..request.session.played()];
    let located = |how: &MapOptions| start.locate(how, moves, cx);
    let done = |map: Option<Map>| Response { outcome: ResponseStatus::Done, map, ..about.clone() };
    let answer = match &request.ask {
        Command::Map(how) => {
            start.map(how, cx).and_then(|map| Ok(done(Some(Map { game: located(how)?, ..map }))))
        }
        Command::GoTo { position, map } => {
            let way = start.way_to(map, *position, cx);
            way.map(|moves| Response { moves: Some(moves), ..done(None) })
        }
        Command::Locate(how) => located(how).map(|game| done(Some(Map { game, ..Map::default() }))),
        _ => Ok(done(None)),
    };
    match answer {
        Ok(response) => Ok(response),
        Err(Unmapped::Stopped(stop)) => Ok(about.stopped(stop)),
        Err(why) => Err(why.fault()),
    }
}

/// Large boards are looked at without their moves, and only if they are bitmaps.
fn looked(position: &dyn Position, about: Response) -> Response {
    let scene = position.scene();
    let response = Response { outcome: ResponseStatus::Done, is_goal: Some(position.is_goal()), ..about };
    match scene.width.saturating_mul(scene.height) {
        0..=Scene::MOST_CELLS => Response {
            moves: Some(position.moves()),
            gestures: position.gestures(),
            scene: Some(scene),
            ..response
        },
        _ => Response { scene: Some(scene).filter(Scene::is_bitmap), ..response },
    }
}

fn generate(id: &str, how: &GenerateOptions, cx: &Context<'_>) -> Result<Response, Fault> {
    let entry = family(id).ok_or_else(|| Fault::new(format!("there is no family `{id}`")))?;
    let made = entry.generate(how, cx)?;
    let position = made.position.as_ref();
    let warnings = made.lacks.iter().map(|fault| FaultDocument::of(fault, &[])).collect();
    // A limit that ended the search decides which board is the nearest.
    let limit = made.lacks.as_ref().and_then(|_| Ended::Limit(cx.check().err()?).limit_word());
    as_text(position, None, Response { warnings, limit, ..Response::about(position, "") }, cx)
}

/// The position as text, in the format that is wished for, or else in the first that can say it.
fn as_text(
    position: &dyn Position,
    wish: Option<&str>,
    about: Response,
    cx: &Context<'_>,
) -> Result<Response, Fault> {
    let formats = position.info().formats.iter().filter(|format| format.writes).map(|format| format.id);
    let mut why = Fault::new("there is no text for this board");
    for format in wish.into_iter().chain(formats) {
        let mut text = BoundedText::within(Room::left_of(cx));
        match position.write(format, &mut text) {
            Ok(Written::Yes) => {
                if let Ok(text) = String::from_utf8(text.bytes) {
                    let (format, outcome) = (Some(format.to_owned()), ResponseStatus::Done);
                    return Ok(Response { format, outcome, text: Some(text), ..looked(position, about) });
                }
            }
            Ok(Written::No(other)) => why = Fault::new(other),
            // Other formats would not fit either.
            Err(error) => return Err(text.fault(&error)),
        }
    }
    Err(why)
}
