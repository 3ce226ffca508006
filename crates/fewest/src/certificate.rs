//! Why there is no solution, or none with fewer moves.

use std::fmt;

use crate::service::ReasonText;
#[cfg(feature = "check")]
use crate::{Error, Puzzle};

/// Why there is no solution, or none with fewer moves: proofs that can be checked without search,
/// and logs of what a search has covered.
///
/// A proof has passed its own checker before it is handed out; the checker shares no code with the
/// solver. A log of a search can only be repeated. [`Certificate::is_proof`] tells them apart, and
/// the text says which it is.
///
/// ```
/// use fewest::{Error, Puzzle};
///
/// // The 15-puzzle of Sam Loyd: only 14 and 15 are exchanged.
/// let puzzle: Puzzle = "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 15 14 0\n".parse()?;
/// let Err(Error::Unsolvable(certificate)) = puzzle.solve()?.into_solution() else {
///     panic!("it cannot be solved");
/// };
/// assert!(certificate.is_proof());
/// certificate.check(&puzzle)?;
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, PartialEq)]
pub struct Certificate(Vec<ReasonText>);

impl Certificate {
    pub(crate) fn new(reasons: Vec<ReasonText>) -> Self {
        Self(reasons)
    }

    /// Returns whether it contains a proof, not only the log of a search.
    pub fn is_proof(&self) -> bool {
        self.0.iter().any(|reason| reason.is_certificate)
    }

    /// Checks the proofs in it against a puzzle, without search.
    ///
    /// # Errors
    /// [`Error::Input`] if a proof does not hold for the puzzle, or there is no proof in it.
    #[cfg(feature = "check")]
    pub fn check(&self, puzzle: &Puzzle) -> Result<(), Error> {
        if !self.is_proof() {
            let help = Some("solve the puzzle again".to_owned());
            let what = "the log of a search can be repeated but not checked".to_owned();
            return Err(Error::Input { what, span: None, help });
        }
        let mut proofs = self.0.iter().filter(|reason| reason.is_certificate);
        let checked = proofs.try_for_each(|reason| puzzle.position().check_certificate(&reason.document()));
        checked.map_err(|why| Error::input(format!("the certificate is not valid: {why}")))
    }

    /// Returns the parts as JSON documents, in the form that `fewest check` reads.
    pub fn to_json(&self) -> Vec<String> {
        self.0.iter().map(|reason| reason.document().to_string()).collect()
    }
}

impl fmt::Display for Certificate {
    /// Writes each part on lines of its own.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, reason) in self.0.iter().enumerate() {
            if number > 0 {
                f.write_str("\n")?;
            }
            let kind = if reason.is_certificate { "certificate" } else { "searched" };
            write!(f, "{kind}: {}", reason.text)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.0).finish()
    }
}
