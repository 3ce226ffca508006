//! Reading puzzles from texts.

use crate::service::{AsWhat, Fault, ReadOptions, Source, open};
use crate::{Error, Puzzle};

/// Reads puzzles where the text alone does not say everything: its format, the metric, another
/// goal.
///
/// A text that says everything is read by [`str::parse`].
///
/// ```
/// use fewest::{Puzzle, Reader};
///
/// let text = "1 2 3\n4 5 6\n0 7 8\n";
/// let puzzle = Reader::new().format("tiles").metric("lines").read(text)?;
/// // One push moves both tiles.
/// assert_eq!(puzzle.solve()?.into_solution()?.len(), 1);
/// # Ok::<(), fewest::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Reader {
    format: Option<String>,
    options: ReadOptions,
}

impl Reader {
    /// Returns a reader that recognises family and format and takes the family's default metric.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the family, `tiles`, or also the format, `blocks:rush`.
    #[must_use]
    pub fn format(mut self, format: &str) -> Self {
        self.format = Some(format.to_owned());
        self
    }

    /// Sets the metric: what counts as one move.
    #[must_use]
    pub fn metric(mut self, metric: &str) -> Self {
        self.options.metric = Some(metric.to_owned());
        self
    }

    /// Sets the goal, in the notation of the family.
    #[must_use]
    pub fn goal(mut self, goal: &str) -> Self {
        self.options.goal = Some(goal.to_owned());
        self
    }

    /// Sets the start, where the text of a board leaves it open.
    #[must_use]
    pub fn start(mut self, start: &str) -> Self {
        self.options.start = Some(start.to_owned());
        self
    }

    /// Sets an option of the family, such as which sign of a drawing is a light that is on.
    #[must_use]
    pub fn option(mut self, name: &str, value: &str) -> Self {
        self.options.choices.insert(name.to_owned(), value.to_owned());
        self
    }

    /// Reads the first puzzle of a text.
    ///
    /// # Errors
    /// [`Error::Input`]: what is wrong with the text or the options.
    pub fn read(&self, text: &str) -> Result<Puzzle, Error> {
        let (puzzles, faults) = self.open(text)?;
        let fault = || faults.into_iter().next().unwrap_or_else(|| Fault::new("there is no puzzle in it"));
        puzzles.into_iter().next().ok_or_else(|| fault().into())
    }

    /// Reads all puzzles of a text, such as one per line.
    ///
    /// # Errors
    /// [`Error::Input`]: the first thing that is wrong with the text or the options.
    pub fn read_all(&self, text: &str) -> Result<Vec<Puzzle>, Error> {
        match self.open(text)? {
            (puzzles, faults) if faults.is_empty() => Ok(puzzles),
            (_, mut faults) => Err(faults.swap_remove(0).into()),
        }
    }

    fn open(&self, text: &str) -> Result<(Vec<Puzzle>, Vec<Fault>), Error> {
        let what = self.format.as_deref().map(AsWhat::parse).transpose()?;
        let opening = open(&[Source::new("text", text)], what, &self.options)?;
        Ok((opening.puzzles.into_iter().map(Puzzle::from_opened).collect(), opening.faults))
    }
}
