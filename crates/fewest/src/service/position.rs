//! A position of whatever family, behind one object-safe trait. Front ends see only this.

use std::any::Any;
use std::fmt::Debug;
use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;

use fewest_search::{Context, Stop};
use serde::Deserialize;
use serde_json::Value;

use super::answer::printed::{self, Printed, says_no_moves};
use super::answer::verdict::{Claimed, Known};
use super::explore::{self, Elsewhere, ExploreOptions, Explored, LayerSink};
use super::hint::greedy::{GreedyPath, greedy_path};
use super::map::{Chart, Map, MapOptions, Unmapped};
use fewest_core::family::{Family, Found, SolveOptions, Written};
use fewest_core::fault::{Fault, Illegal};
use fewest_core::info::{Info, Metric, metric_of};
use fewest_core::report::{Ended, LowerBound, Reason, SolveReport};
use fewest_core::scene::Scene;
use fewest_core::scene::{Gesture, Overlay, Stroke};

/// A position that can be looked at, played, solved and written.
pub trait Position: Any + Send + Sync + Debug {
    /// The family.
    fn info(&self) -> &'static Info;
    /// What counts as one move here.
    fn metric(&self) -> &'static Metric;
    /// A copy.
    fn copy(&self) -> Box<dyn Position>;
    /// Whether it is solved.
    fn is_goal(&self) -> bool;
    /// The legal moves, in words.
    fn moves(&self) -> Vec<String>;
    /// How a hand makes each of the legal moves on the scene.
    fn gestures(&self) -> Vec<Gesture>;
    /// Changes the board with a brush of its family.
    ///
    /// # Errors
    /// Why it cannot be done.
    fn paint(&mut self, by: &Stroke) -> Result<(), Illegal>;
    /// Plays a move given in words.
    ///
    /// # Errors
    /// The rule it breaks.
    fn play(&mut self, by: &str) -> Result<(), Illegal>;
    /// Finds the fewest moves, and replays them before they are returned.
    ///
    /// # Errors
    /// A [`Bug`] if the answer found does not solve the puzzle.
    fn solve(&self, how: &SolveOptions, cx: &Context<'_>) -> Result<Report, Bug>;
    /// Solves as the family's textbook does; None if that cannot be asked for.
    ///
    /// # Errors
    /// A [`Bug`] if the answer found does not solve the puzzle.
    fn solve_by_textbook(&self, cx: &Context<'_>) -> Result<Option<Report>, Bug>;
    /// Whether hints do nothing more once their time is up; see [`Family::is_large`].
    fn is_large(&self) -> bool;
    /// A way that looks good, for hints where the fewest moves are not known in time.
    fn greedy_path(&self) -> Option<GreedyPath>;
    /// Writes the position in one of the family's formats.
    ///
    /// # Errors
    /// Those of the writer.
    fn write(&self, format: &str, out: &mut dyn io::Write) -> io::Result<Written>;
    /// The position as shapes.
    fn scene(&self) -> Scene;
    /// The same position with its moves counted otherwise, if the family shows answers of several
    /// metrics together.
    fn in_metric(&self, metric: &str) -> Option<Box<dyn Position>>;
    /// Finds an answer in any text and plays it. Of several answers, as `solve --all` prints them,
    /// the worst counts.
    fn attempt(&self, text: &str) -> Claimed;
    /// The position before the illegal move of the worst answer that [`Position::attempt`] finds, or
    /// after all moves of an answer that does not solve the puzzle. None if the text has no answer.
    fn reached(&self, text: &str) -> Option<Box<dyn Position>>;
    /// The moves of a text in the family's words, as [`Position::attempt`] finds them. None if a line
    /// has none, or one cannot be played.
    fn read_moves(&self, text: &str) -> Option<Vec<String>>;
    /// Checks a certificate as it stands in a document.
    ///
    /// # Errors
    /// Why it proves nothing.
    fn check_certificate(&self, document: &Value) -> Result<(), String>;
    /// The puzzle as text for the checker of proofs; see [`Family::checker_text`].
    fn checker_text(&self) -> Option<String>;
    /// Walks through everything that can be reached.
    fn explore(&self, how: &ExploreOptions, cx: &Context<'_>) -> Explored;
    /// The same, and if everything was seen hands over the keys of all layers.
    fn explore_layers(&self, how: &ExploreOptions, cx: &Context<'_>, sink: &mut LayerSink<'_>) -> Explored;
    /// The same with the search done elsewhere, such as on a cluster, and without the facts that
    /// the family knows. None if the family has no state space for the board.
    fn explore_by(&self, how: &ExploreOptions, by: &mut Elsewhere<'_>) -> Option<Explored>;
    /// Facts that the family knows about everything that can be reached, without this walk.
    fn facts(&self, cx: &Context<'_>) -> Vec<(String, String)>;
    /// Everything that can be reached, as a graph.
    ///
    /// # Errors
    /// Why there is no map.
    fn map(&self, how: &MapOptions, cx: &Context<'_>) -> Result<Map, Unmapped>;
    /// Where on that map the position is after none, one, two … of these moves; None where it is
    /// not there.
    ///
    /// # Errors
    /// Why there is no map, or that a move is illegal.
    fn locate(
        &self,
        how: &MapOptions,
        moves: &[String],
        cx: &Context<'_>,
    ) -> Result<Vec<Option<u32>>, Unmapped>;
    /// The fewest moves to a position of that map, in words.
    ///
    /// # Errors
    /// Why there is no map, or that it has no such position.
    fn way_to(&self, how: &MapOptions, number: u32, cx: &Context<'_>) -> Result<Vec<String>, Unmapped>;
    /// Whether it can be counted in planes of bits.
    fn has_bitmap_counter(&self) -> bool;
    /// Every start with every finish; see [`Family::pairs`].
    fn pairs(&self, cx: &Context<'_>) -> Option<Vec<(String, String)>>;
    /// The fewest moves by the family's textbook algorithm; see [`Family::textbook`].
    fn textbook(&self) -> Option<Option<u64>>;
}

/// The program found something that it should never find. Reported with exit code 70.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bug(pub String);

/// The result of solving, for front ends.
#[derive(Debug)]
pub struct Report {
    /// The best answer found; replayed.
    pub best: Option<Box<dyn Solution>>,
    /// What is proven about every answer.
    pub at_least: LowerBound,
    /// Why.
    pub reasons: Vec<ReasonText>,
    /// How the work ended.
    pub ended: Ended,
    /// The number of shortest answers.
    pub count: Option<u128>,
    /// Several of them; replayed.
    pub all: Vec<Box<dyn Solution>>,
    /// What the method counted.
    pub figures: Vec<(String, String)>,
}

impl Report {
    /// Whether the best answer is proven to be the fewest.
    pub fn is_fewest(&self) -> bool {
        matches!((&self.best, self.at_least), (Some(best), LowerBound::Moves(least)) if best.length() == least)
    }
}

/// An answer that was replayed from its position to a goal.
pub trait Solution: Any + Send + Sync + Debug {
    /// The number of moves.
    fn length(&self) -> u64;
    /// What else is worth saying after the length: `in 21 moves`.
    fn also(&self) -> Option<String>;
    /// At most `most` moves from the start, in words.
    fn moves(&self, most: usize) -> Vec<String> {
        self.moves_while(most, &mut || true).unwrap_or_default()
    }
    /// The same, of an answer that may be very long. `go_on` is called every few thousand moves;
    /// `None` if it returned `false`.
    fn moves_while(&self, most: usize, go_on: &mut dyn FnMut() -> bool) -> Option<Vec<String>>;
    /// Writes the answer in one of the family's notations.
    ///
    /// # Errors
    /// Those of the writer.
    fn write(&self, notation: &str, out: &mut dyn io::Write) -> io::Result<()>;
    /// The notation that draws the answer as a board, if the family has one; see
    /// [`Family::PICTURE`].
    fn picture(&self) -> Option<&'static str>;
    /// Whether that notation is text; if not, nothing else may be written beside it.
    fn is_text(&self, notation: &str) -> bool;
    /// The solved position.
    fn end(&self) -> Box<dyn Position>;
}

/// A reason in words. Its document and its pictures are made when they are asked for: those of a
/// large board are much larger than the words.
#[derive(Clone)]
pub struct ReasonText {
    /// Whether it can be checked without search.
    pub is_certificate: bool,
    /// In words.
    pub text: String,
    shown: Arc<dyn Shown>,
}

impl ReasonText {
    /// Returns the reason as a document.
    pub fn document(&self) -> Value {
        self.shown.document()
    }

    /// Returns the reason as pictures over the scene.
    pub fn overlays(&self) -> Vec<Overlay> {
        self.shown.overlays()
    }
}

impl Debug for ReasonText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = if self.is_certificate { "Certificate" } else { "Account" };
        f.debug_tuple(name).field(&self.text).finish()
    }
}

impl PartialEq for ReasonText {
    fn eq(&self, other: &Self) -> bool {
        (self.is_certificate, &self.text) == (other.is_certificate, &other.text)
            && self.document() == other.document()
    }
}

/// The forms of a reason that are made on demand.
trait Shown: Send + Sync {
    fn document(&self) -> Value;
    fn overlays(&self) -> Vec<Overlay>;
}

/// A reason and the board that it speaks of.
struct ReasonOn<F: Family> {
    board: Arc<F::Board>,
    reason: Reason<F::Certificate>,
}

impl<F: Family> Shown for ReasonOn<F> {
    fn document(&self) -> Value {
        serde_json::to_value(&self.reason).unwrap_or(Value::Null)
    }

    fn overlays(&self) -> Vec<Overlay> {
        match &self.reason {
            Reason::Certificate(certificate) => F::overlays(&self.board, certificate),
            Reason::SearchLog(_) => Vec::new(),
        }
    }
}

/// A board of a family as a [`Position`].
pub(crate) struct ErasedBoard<F: Family>(pub F::Board);

impl<F: Family> Debug for ErasedBoard<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {:?}", F::INFO.id, self.0)
    }
}

/// The number of moves that are written between two questions whether to go on: about 1 ms.
const MOVES_BETWEEN_CHECKS: usize = 1 << 12;

struct Replayed<F: Family> {
    start: F::Board,
    answer: F::Answer,
    end: F::Board,
}

impl<F: Family> Debug for Replayed<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.answer)
    }
}

impl<F: Family> Replayed<F> {
    fn play(start: &F::Board, answer: F::Answer) -> Result<Box<dyn Solution>, Bug> {
        let end = F::replay(start, &answer)
            .map_err(|(number, why)| Bug(format!("the answer found is illegal at move {number}: {why}")))?;
        if !F::is_goal(&end) {
            return Err(Bug("the answer found does not solve the puzzle".to_owned()));
        }
        Ok(Box::new(Self { start: start.clone(), answer, end }))
    }
}

impl<F: Family> Solution for Replayed<F> {
    fn length(&self) -> u64 {
        F::length(&self.answer)
    }

    fn also(&self) -> Option<String> {
        F::also(&self.start, &self.answer)
    }

    fn moves_while(&self, most: usize, go_on: &mut dyn FnMut() -> bool) -> Option<Vec<String>> {
        let mut board = self.start.clone();
        let mut words = Vec::new();
        let mut is_stopped = false;
        F::each_move(&self.answer, &mut |by| {
            is_stopped = words.len() % MOVES_BETWEEN_CHECKS == MOVES_BETWEEN_CHECKS - 1 && !go_on();
            if words.len() == most || is_stopped {
                return ControlFlow::Break(());
            }
            words.push(F::write_move(&board, by));
            match F::play(&mut board, by) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        });
        (!is_stopped).then_some(words)
    }

    fn write(&self, notation: &str, out: &mut dyn io::Write) -> io::Result<()> {
        F::write_answer(&self.start, &self.answer, notation, out)
    }

    fn picture(&self) -> Option<&'static str> {
        F::PICTURE
    }

    fn is_text(&self, notation: &str) -> bool {
        F::is_text(notation)
    }

    fn end(&self) -> Box<dyn Position> {
        Box::new(ErasedBoard::<F>(self.end.clone()))
    }
}

/// Returns the moves of a solution with their type; empty if it is of another family.
pub(crate) fn typed_moves<F: Family>(solution: &dyn Solution) -> Vec<F::Move> {
    let mut moves = Vec::new();
    if let Some(replayed) = (solution as &dyn Any).downcast_ref::<Replayed<F>>() {
        F::each_move(&replayed.answer, &mut |by| {
            moves.push(by.clone());
            ControlFlow::Continue(())
        });
    }
    moves
}

fn reason_text<F: Family>(board: &Arc<F::Board>, reason: Reason<F::Certificate>) -> ReasonText {
    let (is_certificate, text) = match &reason {
        Reason::Certificate(certificate) => (true, F::say(board, certificate)),
        Reason::SearchLog(account) => (false, account.say(metric_of(const { &F::INFO }, F::metric(board)))),
    };
    ReasonText { is_certificate, text, shown: Arc::new(ReasonOn::<F> { board: Arc::clone(board), reason }) }
}

/// Replays the answers of a report and checks its certificates. Of many answers, those that a limit
/// leaves no time for are dropped.
fn solved<F: Family>(
    board: &F::Board,
    outcome: SolveReport<F::Answer, F::Certificate>,
    cx: &Context<'_>,
) -> Result<Report, Bug> {
    for reason in &outcome.why {
        if let Reason::Certificate(certificate) = reason {
            F::check(board, certificate)
                .map_err(|why| Bug(format!("a certificate fails its own check: {why}")))?;
        }
    }
    let (mut all, mut ended) = (Vec::new(), outcome.ended);
    for answer in outcome.all {
        if cx.is_interrupted() {
            ended = Ended::Limit(cx.check().err().unwrap_or(Stop::Time));
            break;
        }
        all.push(Replayed::<F>::play(board, answer)?);
    }
    let shared = Arc::new(board.clone());
    Ok(Report {
        reasons: outcome.why.into_iter().map(|reason| reason_text::<F>(&shared, reason)).collect(),
        best: outcome.best.map(|answer| Replayed::<F>::play(board, answer)).transpose()?,
        at_least: outcome.at_least,
        ended,
        count: outcome.count,
        figures: outcome.figures,
        all,
    })
}

/// What one answer of a text claims, after playing it.
fn claimed<F: Family>(board: &F::Board, answer: &Printed<'_>) -> Claimed {
    if !cfg!(feature = "check") {
        return Claimed::Nothing;
    }
    let illegal = |number: u64, lines: &[usize], why: Illegal| {
        let index = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
        let line = index.and_then(|index| lines.get(index)).map(|line| answer.lines_before + line);
        Claimed::Illegal { number, line, why: why.0 }
    };
    match F::find_answer(board, &answer.text) {
        Found::Answer(moves, lines) => match F::replay(board, &moves) {
            Ok(end) => Claimed::Answer { length: F::length(&moves), solves: F::is_goal(&end) },
            Err((number, why)) => illegal(number, &lines, why),
        },
        Found::Bad { before, lines, why } => match F::replay(board, &before) {
            Ok(_) => illegal(F::length(&before) + 1, &lines, why),
            Err((number, why)) => illegal(number, &lines, why),
        },
        Found::NoSolution => Claimed::NoSolution,
        Found::Nothing if says_no_moves(&answer.head, metric_of(const { &F::INFO }, F::metric(board))) => {
            Claimed::Answer { length: 0, solves: F::is_goal(board) }
        }
        Found::Nothing => Claimed::Nothing,
    }
}

impl<F: Family> Position for ErasedBoard<F> {
    fn info(&self) -> &'static Info {
        const { &F::INFO }
    }

    fn metric(&self) -> &'static Metric {
        metric_of(self.info(), F::metric(&self.0))
    }

    fn copy(&self) -> Box<dyn Position> {
        Box::new(Self(self.0.clone()))
    }

    fn is_goal(&self) -> bool {
        F::is_goal(&self.0)
    }

    fn moves(&self) -> Vec<String> {
        F::moves(&self.0).iter().map(|by| F::write_move(&self.0, by)).collect()
    }

    fn gestures(&self) -> Vec<Gesture> {
        F::gestures(&self.0, &F::moves(&self.0))
    }

    fn paint(&mut self, by: &Stroke) -> Result<(), Illegal> {
        F::paint(&mut self.0, by)
    }

    fn play(&mut self, by: &str) -> Result<(), Illegal> {
        let by = F::read_move(&self.0, by)?;
        F::play(&mut self.0, &by)
    }

    fn solve(&self, how: &SolveOptions, cx: &Context<'_>) -> Result<Report, Bug> {
        solved::<F>(&self.0, F::solve(&self.0, how, cx), cx)
    }

    fn solve_by_textbook(&self, cx: &Context<'_>) -> Result<Option<Report>, Bug> {
        if !cfg!(feature = "courses") {
            return Ok(None);
        }
        F::solve_by_textbook(&self.0, cx).map(|outcome| solved::<F>(&self.0, outcome, cx)).transpose()
    }

    fn is_large(&self) -> bool {
        F::is_large(&self.0)
    }

    fn greedy_path(&self) -> Option<GreedyPath> {
        greedy_path::<F>(&self.0)
    }

    fn write(&self, format: &str, out: &mut dyn io::Write) -> io::Result<Written> {
        if !F::INFO.formats.iter().any(|known| known.id == format) {
            return Ok(Written::No(format!("{} has no format `{format}`", F::INFO.id)));
        }
        F::write(&self.0, format, out)
    }

    fn scene(&self) -> Scene {
        F::scene(&self.0)
    }

    fn in_metric(&self, metric: &str) -> Option<Box<dyn Position>> {
        Some(Box::new(Self(F::in_metric(&self.0, metric)?)))
    }

    fn attempt(&self, text: &str) -> Claimed {
        let answers = printed::printed_answers(text);
        let claims = answers.iter().map(|answer| claimed::<F>(&self.0, answer));
        claims.reduce(Claimed::worse).unwrap_or(Claimed::Nothing)
    }

    fn reached(&self, text: &str) -> Option<Box<dyn Position>> {
        if !cfg!(feature = "check") {
            return None;
        }
        let answers = printed::printed_answers(text);
        let claims = answers.iter().map(|answer| (claimed::<F>(&self.0, answer), answer));
        let (_, answer) = claims.reduce(|worst, other| {
            let is_worse = worst.0.clone().worse(other.0.clone()) != worst.0;
            if is_worse { other } else { worst }
        })?;
        let moves = match F::find_answer(&self.0, &answer.text) {
            Found::Answer(moves, _) => moves,
            Found::Bad { before, .. } => before,
            Found::NoSolution | Found::Nothing => return None,
        };
        let mut board = self.0.clone();
        F::each_move(&moves, &mut |by| match F::play(&mut board, by) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        });
        Some(Box::new(Self(board)))
    }

    fn read_moves(&self, text: &str) -> Option<Vec<String>> {
        if !cfg!(feature = "check") {
            return None;
        }
        let Found::Answer(moves, lines) = F::find_answer(&self.0, text) else { return None };
        let has_move = |line: usize| lines.binary_search(&line).is_ok();
        if !text.lines().enumerate().all(|(at, line)| line.trim().is_empty() || has_move(at + 1)) {
            return None;
        }
        let mut board = self.0.clone();
        let mut words = Vec::new();
        let mut is_legal = true;
        F::each_move(&moves, &mut |by| {
            words.push(F::write_move(&board, by));
            is_legal = F::play(&mut board, by).is_ok();
            if is_legal { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        (is_legal && !words.is_empty()).then_some(words)
    }

    fn check_certificate(&self, document: &Value) -> Result<(), String> {
        if !cfg!(feature = "check") {
            return Err("this program checks no certificates".to_owned());
        }
        let Some(certificate) = document.get("certificate") else {
            return Err("an account can only be repeated, not checked".to_owned());
        };
        let certificate = F::Certificate::deserialize(certificate)
            .map_err(|error| format!("not a certificate of this family: {error}"))?;
        F::check(&self.0, &certificate)
    }

    fn checker_text(&self) -> Option<String> {
        if !cfg!(feature = "check") {
            return None;
        }
        F::checker_text(&self.0)
    }

    fn explore(&self, how: &ExploreOptions, cx: &Context<'_>) -> Explored {
        explore::explore::<F>(&self.0, how, cx, None)
    }

    fn explore_layers(&self, how: &ExploreOptions, cx: &Context<'_>, sink: &mut LayerSink<'_>) -> Explored {
        explore::explore::<F>(&self.0, how, cx, Some(sink))
    }

    fn explore_by(&self, how: &ExploreOptions, by: &mut Elsewhere<'_>) -> Option<Explored> {
        explore::explore_by::<F>(&self.0, how, by)
    }

    fn facts(&self, cx: &Context<'_>) -> Vec<(String, String)> {
        explore::facts::<F>(&self.0, cx)
    }

    fn map(&self, how: &MapOptions, cx: &Context<'_>) -> Result<Map, Unmapped> {
        Ok(Chart::<F>::of(&self.0, how, cx)?.map(cx)?)
    }

    fn locate(
        &self,
        how: &MapOptions,
        moves: &[String],
        cx: &Context<'_>,
    ) -> Result<Vec<Option<u32>>, Unmapped> {
        let chart = Chart::<F>::of(&self.0, how, cx)?;
        let mut at = self.0.clone();
        let mut places = vec![chart.locate(&at)];
        for (number, by) in (1..).zip(moves) {
            let played = F::read_move(&at, by).and_then(|by| F::play(&mut at, &by));
            played.map_err(|why| Unmapped::Fault(Fault::new(format!("move {number}: {why}"))))?;
            cx.poll()?;
            places.push(chart.locate(&at));
        }
        Ok(places)
    }

    fn way_to(&self, how: &MapOptions, number: u32, cx: &Context<'_>) -> Result<Vec<String>, Unmapped> {
        let way = Chart::<F>::of(&self.0, how, cx)?.way_to(number, cx)?;
        let none = || Unmapped::Fault(Fault::new(format!("the map has no position {number}")));
        let mut at = self.0.clone();
        let words = way.ok_or_else(none)?.into_iter().map(|by| {
            let words = F::write_move(&at, &by);
            F::play(&mut at, &by).expect("a way on the map follows the rules");
            words
        });
        Ok(words.collect())
    }

    fn has_bitmap_counter(&self) -> bool {
        cfg!(feature = "explore") && F::bitmap_counter(&self.0).is_some()
    }

    fn pairs(&self, cx: &Context<'_>) -> Option<Vec<(String, String)>> {
        if !cfg!(feature = "explore") {
            return None;
        }
        F::pairs(&self.0, cx)
    }

    fn textbook(&self) -> Option<Option<u64>> {
        if !cfg!(feature = "courses") {
            return None;
        }
        F::textbook(&self.0)
    }
}

impl Known {
    /// What solving told.
    pub fn from_solved(solved: &Report) -> Self {
        match (&solved.best, solved.at_least) {
            (_, LowerBound::Never) => Self::Unsolvable,
            (Some(best), LowerBound::Moves(least)) if best.length() == least => Self::Fewest(least),
            (best, LowerBound::Moves(moves)) => {
                Self::LowerBound { moves, best: best.as_ref().map(|best| best.length()) }
            }
        }
    }
}
