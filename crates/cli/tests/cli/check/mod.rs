//! `fewest check`: verdicts, and what counts as a move in the text of an answer.

mod moves;
mod verdicts;
