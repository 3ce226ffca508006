//! One request, one response: the whole library behind a single function, for servers and workers.

use fewest_search::Host;
use std::sync::atomic::Ordering::Relaxed;

use super::document::{Ask, Request, Response, Word};
use super::family::{How, Written};
use super::fault::Fault;
use super::fault_document::FaultDocument;
use super::judge::judge;
use super::position::{Bug, Position};
use super::progress::Stats;
use super::session::hint;
use super::verdict::Known;

/// Answers a request. Never panics on what is in it.
pub fn handle(request: &Request, host: &Host<'_>) -> Response {
    let sources = &request.session.puzzle.sources;
    let result = request.session.open().and_then(|opened| {
        let position = opened.position.as_ref();
        let warnings = FaultDocument::all(&opened.warnings, sources);
        let about = Response { line: opened.line, warnings, ..Response::about(position, opened.format) };
        answer(request, position, about, host)
    });
    let mut response = result.unwrap_or_else(|fault| Response::fault(&fault, sources));
    response.file = sources.first().map(|source| source.name.clone());
    response.stats = Some(stats(host));
    response
}

/// What the host has counted. It has no clock, so the seconds are for the front end to fill in.
pub fn stats(host: &Host<'_>) -> Stats {
    Stats {
        generated: host.counters.generated.load(Relaxed),
        expanded: host.counters.expanded.load(Relaxed),
        seconds: None,
        cpu_seconds: None,
        peak_bytes: host.budget.peak() as u64,
        disk_bytes: None,
    }
}

fn answer(
    request: &Request,
    position: &dyn Position,
    about: Response,
    host: &Host<'_>,
) -> Result<Response, Fault> {
    let bug = |Bug(what): Bug| Fault::new(what);
    let how = How {
        any: request.any,
        fast: request.fast,
        count: request.count,
        all: request.all,
        ..How::default()
    };
    Ok(match &request.ask {
        Ask::Solve => about.solved(&position.solve(&how, host).map_err(bug)?, picture_of(position)),
        Ask::Hint => about.hinted(&hint(position, host).map_err(bug)?),
        Ask::Look => Response {
            outcome: Word::Done,
            moves: Some(position.moves()),
            is_goal: Some(position.is_goal()),
            scene: Some(position.scene()),
            ..about
        },
        Ask::Check { answer, legal } => {
            let mut verdict = judge(position, answer, Known::Nothing);
            if verdict.is_open() && !legal {
                let solved = position.solve(&How::default(), host).map_err(bug)?;
                verdict = judge(position, answer, Known::from_solved(&solved));
            }
            Response { outcome: Word::Done, verdict: Some(verdict), ..about }
        }
        Ask::Write { format } => {
            let mut text = Vec::new();
            match position.write(format, &mut text) {
                Ok(Written::Yes) => Response {
                    outcome: Word::Done,
                    text: Some(String::from_utf8_lossy(&text).into_owned()),
                    ..about
                },
                Ok(Written::No(why)) => return Err(Fault::new(why)),
                Err(error) => return Err(Fault::new(error.to_string())),
            }
        }
    })
}

/// The notation of the position's family that draws an answer as a board, if it has one.
pub fn picture_of(position: &dyn Position) -> Option<&'static str> {
    position.info().notations.iter().map(|notation| notation.id).find(|id| *id == "presses")
}
