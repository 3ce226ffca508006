//! The documents: one JSON form for the program's `--json`, for the server and for the worker in a
//! browser.

pub(super) mod bounded_text;
pub(super) mod catalogue;
pub(super) mod fault;
pub(super) mod progress;
pub(super) mod session;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::service::answer::move_data::MoveData;
use crate::service::answer::verdict::Verdict;
use crate::service::explore::Explored;
use crate::service::hint::Hint;
use crate::service::map::{Map, MapOptions};
use crate::service::open::opened::Opened;
use crate::service::open::{AsWhat, OpenError, open};
use crate::service::position::{Position, ReasonText, Report, Solution};
use catalogue::FamilyDocument;
use fault::FaultDocument;
use fewest_core::family::ReadOptions;
use fewest_core::fault::Fault;
use fewest_core::generate::GenerateOptions;
use fewest_core::report::{Ended, LowerBound};
use fewest_core::room::Room;
use fewest_core::scene::Scene;
use fewest_core::scene::{Gesture, Overlay, Stroke};
use fewest_core::source::Source;
use fewest_search::Stop;
use progress::Stats;
use session::Session;

/// A puzzle as it travels: the text, and what was said about how to read it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Puzzle"))]
pub struct PuzzleText {
    /// The text; several where a format takes several files.
    pub sources: Vec<Source>,
    /// `family` or `family:format`; found out if absent.
    #[serde(default, rename = "as", skip_serializing_if = "Option::is_none")]
    pub what: Option<String>,
    /// The metric; the family's first if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metric: Option<String>,
    /// The goal, where it is not the family's usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<String>,
    /// The start, where the text leaves it open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Options of the family that say how to read a drawing, by their names.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub choices: BTreeMap<String, String>,
}

impl PuzzleText {
    /// A puzzle from one text.
    pub fn text(name: &str, text: &str) -> Self {
        Self { sources: vec![Source::new(name, text)], ..Self::default() }
    }

    /// Opens the first board of the text.
    ///
    /// # Errors
    /// What is wrong.
    pub fn open_one(&self) -> Result<Opened, Fault> {
        self.open_within(Room::UNLIMITED)
    }

    /// Opens the first board of the text if it takes no more memory than that.
    ///
    /// # Errors
    /// What is wrong.
    pub fn open_within(&self, room: Room) -> Result<Opened, Fault> {
        let what = self.what.as_deref().map(AsWhat::parse).transpose()?;
        let how = ReadOptions {
            format: None,
            metric: self.metric.clone(),
            goal: self.goal.clone(),
            start: self.start.clone(),
            choices: self.choices.clone(),
            room,
        };
        let opening = open(&self.sources, what, &how).map_err(OpenError::fault)?;
        let fault =
            || opening.faults.first().cloned().unwrap_or_else(|| Fault::new("there is no puzzle in it"));
        opening.puzzles.into_iter().next().ok_or_else(fault)
    }
}

/// What is wanted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Command {
    /// The fewest moves from the position.
    Solve,
    /// Moves left and the next move.
    Hint,
    /// The position: scene, legal moves and how hands make them, whether it is solved.
    Look,
    /// Judge an answer.
    Check {
        /// The answer, inside any text.
        answer: String,
        /// Do not ask whether it is the fewest.
        #[serde(default)]
        legal: bool,
    },
    /// The position in a format.
    Write {
        /// Which.
        format: String,
    },
    /// The position with a change that is no move, as a text.
    Paint(Stroke),
    /// Everything that can be reached from the start of the game, as a graph, and where the game is
    /// on it.
    Map(MapOptions),
    /// Only where the game is on that map.
    Locate(MapOptions),
    /// The fewest moves from the start of the game to a position of that map.
    GoTo {
        /// The number of the position.
        position: u32,
        /// The map.
        #[serde(default)]
        map: MapOptions,
    },
    /// A new puzzle, as a text. No puzzle need be given.
    Generate {
        /// The family.
        family: String,
        /// What it should be like.
        #[serde(default)]
        how: GenerateOptions,
    },
    /// What there is: families, formats, metrics, examples. No puzzle need be given.
    List,
}

/// A request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Request {
    /// What is wanted.
    pub ask: Command,
    /// The game it is wanted for.
    #[serde(flatten)]
    pub session: Session,
    /// Any answer will do.
    #[serde(default)]
    pub any: bool,
    /// A good answer at once rather than the fewest.
    #[serde(default)]
    pub fast: bool,
    /// Count the shortest answers.
    #[serde(default)]
    pub count: bool,
    /// List that many shortest answers, at most 10,000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub all: Option<u64>,
    /// How long it may take at most. The library has no clock: the front end keeps to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub milliseconds: Option<u64>,
}

impl Request {
    /// A plain request.
    pub fn new(ask: Command, session: Session) -> Self {
        Self { ask, session, any: false, fast: false, count: false, all: None, milliseconds: None }
    }
}

/// How a request was answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ResponseStatus {
    /// An answer was found.
    Solved,
    /// There is provably none.
    Unsolvable,
    /// A limit was met before an answer was found.
    Stopped,
    /// The input or the request is at fault.
    #[default]
    Error,
    /// What was asked for is in the other fields.
    Done,
}

/// The answer to a request. Fields that do not apply are absent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Response {
    /// In a log: the same for the same puzzle asked for in the same way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line, where a file holds many puzzles, or many pairs of puzzle and answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The family.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub family: Option<String>,
    /// The format.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// The metric.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metric: Option<String>,
    /// What was understood of the text: `peg solitaire: 33 holes, 32 pegs, empty d4`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub understood: Option<String>,
    /// How it went.
    pub outcome: ResponseStatus,
    /// Number of moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<u64>,
    /// The moves, in words; of a hint the next one, which only looks best where no `length` is
    /// known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<String>>,
    /// The moves as data, in the same order, where the command line asks for documents.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub move_data: Vec<MoveData>,
    /// The answer as a picture, one line a row, where a list of moves would be too long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<Vec<String>>,
    /// Whether it is proven to be the fewest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal: Option<bool>,
    /// No answer is shorter; absent if there is none at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<u64>,
    /// The number of shortest answers, in digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<String>,
    /// Several shortest answers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub all: Vec<Vec<String>>,
    /// The limit that ended the work: `time`, `memory`, `disk`, `interrupt`, or `reach` if a proof
    /// would take too long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
    /// Why: certificates and accounts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<ReasonDocument>,
    /// What was wrong with the input but could be mended.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<FaultDocument>,
    /// What was wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<FaultDocument>,
    /// The puzzle that an answer was judged by.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<String>,
    /// The judgement of an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// What helps the author of an answer that was judged. `scene` is then the board before an
    /// illegal move, or at the end of an incomplete answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
    /// What can be reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explored: Option<Explored>,
    /// The same as a graph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map: Option<Map>,
    /// The position as shapes.
    #[serde(skip_serializing_if = "Option::is_none", skip_deserializing)]
    pub scene: Option<Scene>,
    /// How hands make the moves on the scene, in the order of `moves`.
    #[serde(rename = "touches", skip_serializing_if = "Vec::is_empty")]
    pub gestures: Vec<Gesture>,
    /// Whether the position is solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_goal: Option<bool>,
    /// The position as text; with `binary`, one character per byte.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Whether `text` is a file that is no text.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub binary: bool,
    /// What there is.
    #[serde(skip_serializing_if = "Vec::is_empty", skip_deserializing)]
    pub families: Vec<FamilyDocument>,
    /// What it took.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stats: Option<Stats>,
    /// What the method counted, where that was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<(String, String)>,
}

/// A reason in words, and in the form that `fewest check` reads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReasonDocument {
    /// In words.
    pub text: String,
    /// `{"certificate": …}` can be checked without search, `{"account": …}` can only be repeated.
    pub reason: Value,
    /// As pictures over the scene, where it can be seen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overlays: Vec<Overlay>,
}

impl ReasonDocument {
    fn of(reason: &ReasonText) -> Self {
        Self { text: reason.text.clone(), reason: reason.document(), overlays: reason.overlays() }
    }
}

/// Answers with more moves than this are documents with a picture instead of a list, where the
/// family has one.
const LONG: u64 = 10_000;

impl Response {
    /// A response about a position, with nothing decided yet.
    pub fn about(position: &dyn Position, format: &str) -> Self {
        Self {
            family: Some(position.info().id.to_owned()),
            format: Some(format.to_owned()),
            metric: Some(position.metric().id.to_owned()),
            ..Self::default()
        }
    }

    /// The response of work that a limit ended before there was an answer.
    #[must_use]
    pub fn stopped(self, stop: Stop) -> Self {
        Self { outcome: ResponseStatus::Stopped, limit: Ended::Limit(stop).limit_word(), ..self }
    }

    /// Fills in a hint.
    #[must_use]
    pub fn hinted(self, hint: &Hint) -> Self {
        Self {
            outcome: match (hint.left, hint.at_least) {
                (Some(_), _) => ResponseStatus::Done,
                (None, LowerBound::Never) => ResponseStatus::Unsolvable,
                (None, LowerBound::Moves(_)) => ResponseStatus::Stopped,
            },
            length: hint.left.map(|(length, _)| length),
            optimal: hint.left.map(|(_, fewest)| fewest),
            at_least: match hint.at_least {
                LowerBound::Moves(least) => Some(least),
                LowerBound::Never => None,
            },
            moves: hint.next.clone().map(|next| vec![next]),
            limit: hint.ended.limit_word(),
            reasons: hint.reasons.iter().map(ReasonDocument::of).collect(),
            ..self
        }
    }

    /// A response that is only a fault.
    pub fn fault(fault: &Fault, sources: &[Source]) -> Self {
        let limit = fault.limit.and_then(|stop| Ended::Limit(stop).limit_word());
        Self { fault: Some(FaultDocument::of(fault, sources)), limit, ..Self::default() }
    }

    /// Fills in what solving gave.
    #[must_use]
    pub fn solved(self, solved: &Report) -> Self {
        self.solved_while(solved, &mut || true)
    }

    /// The same, of answers that may be very long. `go_on` is called every few thousand moves; if
    /// it returns `false`, the response is that of a search that the time limit stopped.
    #[must_use]
    pub fn solved_while(mut self, solved: &Report, go_on: &mut dyn FnMut() -> bool) -> Self {
        if let LowerBound::Moves(moves) = solved.at_least {
            self.at_least = Some(moves);
        }
        self.reasons = solved.reasons.iter().map(ReasonDocument::of).collect();
        self.count = solved.count.map(|count| count.to_string());
        let all: Option<Vec<_>> = solved.all.iter().map(|line| line.moves_while(usize::MAX, go_on)).collect();
        let as_picture = |best: &dyn Solution| best.picture().filter(|_| best.length() > LONG);
        let best = solved.best.as_deref().filter(|best| as_picture(*best).is_none());
        let moves = best.map(|best| best.moves_while(usize::MAX, go_on));
        let (Some(all), None | Some(Some(_))) = (all, &moves) else {
            return self.stopped(Stop::Time);
        };
        (self.all, self.moves) = (all, moves.flatten());
        if let Some(best) = &solved.best {
            self.length = Some(best.length());
            self.optimal = Some(solved.is_fewest());
            if let Some(notation) = as_picture(best.as_ref()) {
                let mut text = Vec::new();
                if best.write(notation, &mut text).is_ok() {
                    self.picture = Some(String::from_utf8_lossy(&text).lines().map(str::to_owned).collect());
                }
            }
        }
        self.outcome = match (&solved.best, solved.at_least) {
            (Some(_), _) => ResponseStatus::Solved,
            (None, LowerBound::Never) => ResponseStatus::Unsolvable,
            (None, LowerBound::Moves(_)) => ResponseStatus::Stopped,
        };
        self.limit = solved.ended.limit_word();
        self
    }
}
