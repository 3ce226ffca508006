//! Verdicts: whether an answer is legal, complete, and the fewest.

use serde::{Deserialize, Serialize};

use fewest_core::info::Metric;

/// What a text claims, after playing it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claimed {
    /// A sequence of legal moves.
    Answer {
        /// How many.
        length: u64,
        /// Whether they solve the puzzle.
        solves: bool,
    },
    /// A sequence with an illegal move.
    Illegal {
        /// Which, counted from 1.
        number: u64,
        /// The line of the text that it stands on, counted from 1, if it has one.
        line: Option<usize>,
        /// Why.
        why: String,
    },
    /// That there is no solution.
    NoSolution,
    /// Nothing that could be understood.
    Nothing,
}

impl Claimed {
    /// The worse of two claims, the first if they are alike: of several answers to one puzzle every
    /// one must be right.
    pub fn worse(self, other: Self) -> Self {
        let badness = |claimed: &Self| match *claimed {
            Self::Answer { solves: true, length } => (0, length),
            Self::Answer { solves: false, .. } => (1, 0),
            Self::NoSolution => (2, 0),
            Self::Nothing => (3, 0),
            Self::Illegal { .. } => (4, 0),
        };
        if badness(&other) > badness(&self) { other } else { self }
    }
}

/// What is known about the puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// The fewest moves.
    Fewest(u64),
    /// It has no solution.
    Unsolvable,
    /// Only a lower bound, and perhaps an answer that is not proven to be the fewest.
    LowerBound {
        /// The bound.
        moves: u64,
        /// The length of the best answer known.
        best: Option<u64>,
    },
    /// The question was not asked.
    Nothing,
}

/// The judgement of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "verdict")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Verdict {
    /// Legal, complete, and no answer is shorter.
    Fewest {
        /// Its length.
        length: u64,
    },
    /// Legal and complete; whether it is the fewest was not asked or is not known.
    Legal {
        /// Its length.
        length: u64,
        /// No answer is shorter than this.
        at_least: u64,
    },
    /// Legal and complete, but longer than needed.
    Longer {
        /// Its length.
        length: u64,
        /// By how much; by at least so much where the fewest is not proven.
        by: u64,
    },
    /// Every move is legal, but the puzzle is not solved at the end.
    Incomplete {
        /// Its length.
        length: u64,
        /// The fewest moves from there to the goal, where that was asked for and is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<u64>,
    },
    /// A move breaks a rule.
    Illegal {
        /// Which, counted from 1.
        number: u64,
        /// The line of the answer that it stands on, counted from 1, if it has one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        line: Option<usize>,
        /// Why.
        why: String,
    },
    /// Says that there is no solution, and the certificate for it proves nothing.
    WrongCertificate {
        /// Why.
        why: String,
    },
    /// A document of ours that says something else of its answer than what the answer shows.
    FalseClaim {
        /// What.
        why: String,
    },
    /// Says rightly that there is no solution.
    RightlyNoSolution,
    /// Says wrongly that there is no solution.
    WronglyNoSolution,
    /// Says that there is no solution; whether that is right is not known.
    ClaimsNoSolution,
    /// Nothing in the text could be understood as an answer.
    Unreadable,
}

impl Verdict {
    /// Judges a claim by what is known.
    pub fn of(claimed: &Claimed, known: Known) -> Self {
        match (claimed, known) {
            (Claimed::Illegal { number, line, why }, _) => {
                Self::Illegal { number: *number, line: *line, why: why.clone() }
            }
            (Claimed::Answer { length, solves: false }, _) => {
                Self::Incomplete { length: *length, left: None }
            }
            (&Claimed::Answer { length, solves: true }, Known::Fewest(fewest)) if length > fewest => {
                Self::Longer { length, by: length - fewest }
            }
            (&Claimed::Answer { length, .. }, Known::Fewest(_)) => Self::Fewest { length },
            (&Claimed::Answer { length, .. }, Known::LowerBound { moves, .. }) if length == moves => {
                Self::Fewest { length }
            }
            (&Claimed::Answer { length, .. }, Known::LowerBound { best: Some(best), .. })
                if length > best =>
            {
                Self::Longer { length, by: length - best }
            }
            (&Claimed::Answer { length, .. }, Known::LowerBound { moves, .. }) => {
                Self::Legal { length, at_least: moves }
            }
            (&Claimed::Answer { length, .. }, _) => Self::Legal { length, at_least: 0 },
            (Claimed::NoSolution, Known::Unsolvable) => Self::RightlyNoSolution,
            (Claimed::NoSolution, Known::Fewest(_) | Known::LowerBound { best: Some(_), .. }) => {
                Self::WronglyNoSolution
            }
            (Claimed::NoSolution, _) => Self::ClaimsNoSolution,
            (Claimed::Nothing, _) => Self::Unreadable,
        }
    }

    /// Whether more knowledge of the puzzle could change it.
    pub fn is_open(&self) -> bool {
        matches!(self, Self::Legal { .. } | Self::ClaimsNoSolution)
    }

    /// Whether the answer passes.
    pub fn accepted(&self) -> bool {
        matches!(
            self,
            Self::Fewest { .. } | Self::Legal { .. } | Self::RightlyNoSolution | Self::ClaimsNoSolution
        )
    }

    /// One word for tables.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Fewest { .. } => "fewest",
            Self::Legal { .. } => "legal",
            Self::Longer { .. } => "longer",
            Self::Incomplete { .. } => "incomplete",
            Self::Illegal { .. } => "illegal",
            Self::WrongCertificate { .. } => "wrong-certificate",
            Self::FalseClaim { .. } => "false-claim",
            Self::RightlyNoSolution => "rightly-no-solution",
            Self::WronglyNoSolution => "wrongly-no-solution",
            Self::ClaimsNoSolution => "claims-no-solution",
            Self::Unreadable => "unreadable",
        }
    }

    /// The judgement in words; the metric names what was counted.
    pub fn say(&self, metric: &Metric) -> String {
        let moves = match self {
            Self::Fewest { length: 1 }
            | Self::Legal { length: 1, .. }
            | Self::Longer { length: 1, .. }
            | Self::Incomplete { length: 1, .. } => metric.one,
            _ => metric.id,
        };
        match self {
            Self::Fewest { length } => format!("{length} {moves}, the fewest"),
            Self::Legal { length, at_least: 0 } => format!("{length} {moves}, legal and complete"),
            Self::Legal { length, at_least } => {
                format!("{length} {moves}, legal and complete; at least {at_least} are needed")
            }
            Self::Longer { length, by } => {
                format!("{length} {moves}, legal and complete, but longer by {by}")
            }
            Self::Incomplete { length, left } => {
                let left = match left {
                    Some(1) => format!(": 1 {} more is needed", metric.one),
                    Some(left) => format!(": {left} {} more are needed", metric.id),
                    None => String::new(),
                };
                format!("{length} {moves}, all legal, but the puzzle is not solved{left}")
            }
            Self::Illegal { number, line: None, why } => format!("illegal at move {number}: {why}"),
            Self::Illegal { number, line: Some(line), why } => {
                format!("illegal at move {number}: {why} (line {line})")
            }
            Self::WrongCertificate { why } => format!("the certificate is not valid: {why}"),
            Self::FalseClaim { why } => format!("the document is wrong: {why}"),
            Self::RightlyNoSolution => "rightly says that there is no solution".to_owned(),
            Self::WronglyNoSolution => "wrongly says that there is no solution".to_owned(),
            Self::ClaimsNoSolution => "says that there is no solution; not checked".to_owned(),
            Self::Unreadable => "no answer was found in this text".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_claim_meets_its_verdict() {
        let legal = |length| Claimed::Answer { length, solves: true };
        assert_eq!(Verdict::of(&legal(5), Known::Fewest(5)), Verdict::Fewest { length: 5 });
        assert_eq!(Verdict::of(&legal(7), Known::Fewest(5)), Verdict::Longer { length: 7, by: 2 });
        assert_eq!(Verdict::of(&legal(7), Known::Nothing), Verdict::Legal { length: 7, at_least: 0 });
        assert_eq!(
            Verdict::of(&legal(6), Known::LowerBound { moves: 6, best: None }),
            Verdict::Fewest { length: 6 }
        );
        let not_proven = Known::LowerBound { moves: 3, best: Some(6) };
        assert_eq!(Verdict::of(&legal(8), not_proven), Verdict::Longer { length: 8, by: 2 });
        assert_eq!(Verdict::of(&legal(5), not_proven), Verdict::Legal { length: 5, at_least: 3 });
        assert_eq!(Verdict::of(&Claimed::NoSolution, Known::Fewest(5)), Verdict::WronglyNoSolution);
        assert_eq!(Verdict::of(&Claimed::NoSolution, Known::Unsolvable), Verdict::RightlyNoSolution);
        assert!(!Verdict::of(&Claimed::Nothing, Known::Unsolvable).accepted());
    }
}
