//! A puzzle of any family.

use std::fmt;
use std::str::FromStr;

#[cfg(feature = "explore")]
use crate::Explored;
#[cfg(feature = "check")]
use crate::service::Verdict;
use crate::service::{Hint, Opened, Position, Written};
use crate::{Error, Reader, Report, Solver};

/// A puzzle of any family: a board with a goal, in some position.
///
/// It is read from text; family and format are recognised. A puzzle can be played, solved, checked
/// and written. It prints as the text of its position.
///
/// ```
/// use fewest::Puzzle;
///
/// let mut puzzle: Puzzle = "1 2 3\n4 5 6\n0 7 8\n".parse()?;
/// assert_eq!(puzzle.family(), "tiles");
/// while let Some(next) = puzzle.hint()?.next.filter(|_| !puzzle.is_solved()) {
///     puzzle.play(&next)?;
/// }
/// assert_eq!(puzzle.to_string(), "3 3\n1 2 3\n4 5 6\n7 8 0\n");
/// # Ok::<(), fewest::Error>(())
/// ```
#[derive(Debug)]
pub struct Puzzle {
    position: Box<dyn Position>,
    format: Option<&'static str>,
    warnings: Vec<String>,
}

impl Puzzle {
    pub(crate) fn from_position(position: Box<dyn Position>) -> Self {
        Self { position, format: None, warnings: Vec::new() }
    }

    pub(crate) fn from_opened(opened: Opened) -> Self {
        let warnings = opened.warnings.iter().map(ToString::to_string).collect();
        Self { position: opened.position, format: Some(opened.format), warnings }
    }

    /// Returns the name of the family: `tiles`.
    pub fn family(&self) -> &'static str {
        self.position.info().id
    }

    /// Returns the name of what counts as one move: `steps`.
    pub fn metric(&self) -> &'static str {
        self.position.metric().id
    }

    /// Returns the name of the format that the puzzle was read in. `None` if it was not read.
    pub fn format(&self) -> Option<&'static str> {
        self.format
    }

    /// Returns what was wrong with the text and could be mended.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Returns whether the goal is reached.
    pub fn is_solved(&self) -> bool {
        self.position.is_goal()
    }

    /// Returns the legal moves as texts.
    pub fn moves(&self) -> Vec<String> {
        self.position.moves()
    }

    /// Plays a move.
    ///
    /// # Errors
    /// [`Error::Input`]: the rule that it breaks; the puzzle is then unchanged.
    pub fn play(&mut self, by: &str) -> Result<(), Error> {
        Ok(self.position.play(by)?)
    }

    /// Returns the position in a format of its family.
    ///
    /// # Errors
    /// [`Error::Input`] if there is no such format, or it cannot represent the position.
    pub fn to_text(&self, format: &str) -> Result<String, Error> {
        let mut text = Vec::new();
        match self.position.write(format, &mut text) {
            Ok(Written::Yes) => Ok(String::from_utf8_lossy(&text).into_owned()),
            Ok(Written::No(why)) => Err(Error::input(why)),
            Err(error) => Err(Error::input(error.to_string())),
        }
    }

    /// Returns the same position with moves counted in another metric.
    ///
    /// # Errors
    /// [`Error::Input`] if the family has no such metric.
    pub fn in_metric(&self, metric: &str) -> Result<Self, Error> {
        let info = self.position.info();
        let known: Vec<_> = info.metrics.iter().map(|metric| metric.id).collect();
        if !known.contains(&metric) {
            let what = format!("{} has no metric `{metric}`", info.id);
            return Err(Error::Input {
                what,
                span: None,
                help: Some(format!("known: {}", known.join(", "))),
            });
        }
        if let Some(position) = self.position.in_metric(metric) {
            return Ok(Self::from_position(position));
        }
        let format = |id: &str| format!("{}:{id}", info.id);
        let mut formats = info.formats.iter().filter(|format| format.writes);
        let read = formats.find_map(|known| {
            Some(Reader::new().format(&format(known.id)).metric(metric).read(&self.to_text(known.id).ok()?))
        });
        read.unwrap_or_else(|| Err(Error::input("no format can represent this board")))
    }

    /// Finds a solution with the fewest moves, with the limits of [`Solver::new`].
    ///
    /// # Errors
    /// [`Error::Bug`] only: limits and puzzles without a solution are in the report.
    pub fn solve(&self) -> Result<Report, Error> {
        Solver::new().solve(self)
    }

    /// Judges an answer in any text: whether its moves are legal, solve the puzzle, and are the
    /// fewest. Solves the puzzle where that is needed for the judgement.
    ///
    /// ```
    /// use fewest::{Puzzle, Verdict};
    ///
    /// let puzzle: Puzzle = "1 2 3\n4 5 6\n0 7 8\n".parse()?;
    /// let answer = puzzle.solve()?.into_solution()?.to_text();
    /// assert_eq!(puzzle.check(&answer)?, Verdict::Fewest { length: 2 });
    /// # Ok::<(), fewest::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Bug`] only.
    #[cfg(feature = "check")]
    pub fn check(&self, answer: &str) -> Result<Verdict, Error> {
        Solver::new().check(self, answer)
    }

    /// Returns the moves left and the next move. Takes about a second at most: where the fewest
    /// moves are not known by then, the hint is a move that looks good.
    ///
    /// # Errors
    /// [`Error::Bug`] only.
    pub fn hint(&self) -> Result<Hint, Error> {
        Solver::for_hints().hint(self)
    }

    /// Counts the positions that can be reached, by their distance.
    ///
    /// ```
    /// let puzzle: fewest::Puzzle = "1 2\n0 3\n".parse()?;
    /// let explored = puzzle.explore()?;
    /// assert_eq!(explored.layers, [1, 2, 2, 2, 2, 2, 1]);
    /// # Ok::<(), fewest::Error>(())
    /// ```
    ///
    /// # Errors
    /// None yet; a limit is in the result.
    #[cfg(feature = "explore")]
    pub fn explore(&self) -> Result<Explored, Error> {
        Solver::new().explore(self)
    }

    /// Returns the position without types, for [`service`](crate::service) and for drawing.
    pub fn position(&self) -> &dyn Position {
        self.position.as_ref()
    }
}

impl FromStr for Puzzle {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Reader::new().read(text)
    }
}

impl Clone for Puzzle {
    fn clone(&self) -> Self {
        Self { position: self.position.copy(), format: self.format, warnings: self.warnings.clone() }
    }
}

impl fmt::Display for Puzzle {
    /// Writes the position in the format that it was read in, else in the first that can represent
    /// it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let formats = self.position.info().formats.iter().filter(|format| format.writes);
        let mut formats = self.format.into_iter().chain(formats.map(|format| format.id));
        match formats.find_map(|format| self.to_text(format).ok()) {
            Some(text) => f.write_str(&text),
            None => write!(f, "{:?}", self.position),
        }
    }
}
