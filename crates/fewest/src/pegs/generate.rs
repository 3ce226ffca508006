//! New positions: played backward from a last peg, so that they have a solution; of these the first that is as hard as wanted, and
//! if nothing is said the first with only one finish.

use std::sync::Arc;

use fewest_search::Host;

use super::board::{Board, Metric};
use super::difficulty::{Difficulty, difficulty};
use super::goal::Goal;
use super::jumps::{Jump, Pegs, flip_peg, has_peg, only};
use super::shape::Shape;
use super::{named, solve};
use crate::facade::seed::Seed;
use crate::{Fault, GenerateHow, How};

/// Positions that are made before none is believed to be as wanted.
const ATTEMPTS: usize = 10_000;
/// Positions beyond which the difficulty is not looked at.
const MOST_POSITIONS: usize = 1 << 16;

/// Makes a board: of the name or size asked for, the triangle of the course if none is.
///
/// # Errors
/// Why there is none such.
pub fn generate(how: &GenerateHow, host: &Host<'_>) -> Result<Board, Fault> {
    let wanted = Wanted::read(how.rule.as_deref().unwrap_or_default())?;
    let of_size = || how.size.map(|(width, height)| format!("rect:{width}x{height}"));
    let name = wanted.board.clone().or_else(of_size).unwrap_or_else(|| "triangle:5".to_owned());
    let no_board = || {
        Fault::new(format!("there is no board `{name}`, or it has too many holes"))
            .remedy(format!("name one of {}", named::NAMES))
    };
    let shape = Arc::new(named::shape(&name).ok_or_else(no_board)?);
    let metric = Metric::named(how.metric.as_deref());
    let mut seed = Seed::new(how.seed);
    for _ in 0..ATTEMPTS {
        let stopped = |_| Fault::new("stopped before a board was found").remedy("give it more time");
        host.poll().map_err(stopped)?;
        let jumps = match (how.pieces, how.moves, metric) {
            (Some(pegs), _, _) => pegs.saturating_sub(1),
            (None, Some(moves), Metric::Jumps) => usize::try_from(moves).unwrap_or(usize::MAX),
            (None, Some(moves), Metric::Moves) => {
                let moves = usize::try_from(moves).unwrap_or(usize::MAX).min(shape.holes());
                moves + seed.below(moves + 1)
            }
            (None, None, _) => shape.holes() / 3 + seed.below(shape.holes() / 3 + 1),
        };
        let Some(pegs) = backward(&shape, jumps, &mut seed) else { continue };
        let mut board = Board::new(Arc::clone(&shape), pegs, Goal::OnePeg);
        board.metric = metric;
        let is_hard_enough = difficulty(&board, MOST_POSITIONS).is_some_and(|found| wanted.is_met(&found));
        let is_long_enough = || {
            how.moves.is_none_or(|moves| {
                let solved = solve::solve(&board, &How::default(), host);
                solved.best.is_some_and(|best| best.len() as u64 == moves)
            })
        };
        if is_hard_enough && is_long_enough() {
            return Ok(board);
        }
    }
    Err(Fault::new(format!("none of {ATTEMPTS} positions is like that"))
        .remedy("ask for another size, fewer moves, a wider range, or another seed"))
}

/// What is asked for in the rule, its lines separated by `;`.
#[derive(Clone, Debug, PartialEq)]
struct Wanted {
    /// `board english`.
    board: Option<String>,
    /// `finishes 1`: the holes in which the last peg can be.
    finishes: Option<usize>,
    /// `first 1`: the first jumps after which the game can be won.
    winning_jumps: Option<usize>,
    /// `won 0.5..2`: the share of random games that are won, in per cent.
    won: Option<(f64, f64)>,
}

/// The lines of a rule, for messages.
const LINES: &str = "lines are `board NAME`, `finishes N` or `finishes any`, `first N` (winning first jumps) and \
    `won FROM..TO` (per cent of random games)";

impl Wanted {
    fn read(rule: &str) -> Result<Self, Fault> {
        let mut wanted = Self { board: None, finishes: Some(1), winning_jumps: None, won: None };
        for line in rule.split(';').map(str::trim).filter(|line| !line.is_empty()) {
            let bad = || Fault::new(format!("`{line}` is no line of a rule")).remedy(LINES);
            let (word, value) = line.split_once(char::is_whitespace).ok_or_else(bad)?;
            let value = value.trim();
            match word {
                "board" => wanted.board = Some(value.to_owned()),
                "finishes" if value == "any" => wanted.finishes = None,
                "finishes" => wanted.finishes = Some(value.parse().map_err(|_| bad())?),
                "first" => wanted.winning_jumps = Some(value.parse().map_err(|_| bad())?),
                "won" => {
                    let (from, to) = value.split_once("..").ok_or_else(bad)?;
                    let number =
                        |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
                    wanted.won = Some(number(from).zip(number(to)).ok_or_else(bad)?);
                }
                _ => return Err(bad()),
            }
        }
        Ok(wanted)
    }

    fn is_met(&self, found: &Difficulty) -> bool {
        let percent = 100.0 * found.share;
        self.finishes.is_none_or(|finishes| found.finishes.len() == finishes)
            && self.winning_jumps.is_none_or(|jumps| found.winning_jumps == jumps)
            && self.won.is_none_or(|(from, to)| (from..=to).contains(&percent))
    }
}

/// A position that leads to one peg in so many jumps, played backward; nothing if that came to an end too early.
fn backward(shape: &Shape, jumps: usize, seed: &mut Seed) -> Option<Pegs> {
    let mut pegs = only(shape.holes(), seed.below(shape.holes()));
    for _ in 0..jumps {
        let has = |hole: u16| has_peg(&pegs, usize::from(hole));
        let can_be_undone = |jump: &&Jump| has(jump.to) && !has(jump.over) && !has(jump.from);
        let all: Vec<_> = shape.jumps().list.iter().filter(can_be_undone).copied().collect();
        let jump = all.get(seed.below(all.len()))?;
        jump.holes().into_iter().for_each(|hole| flip_peg(&mut pegs, hole));
    }
    Some(pegs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_one_finish_and_the_length_asked_for() {
        for (size, moves) in [(Some((4, 4)), 6), (None, 8)] {
            for seed in 0..2 {
                let how = GenerateHow { size, moves: Some(moves), seed, ..GenerateHow::default() };
                let board = generate(&how, &Host::default()).expect("there is one");
                assert_eq!(board, generate(&how, &Host::default()).expect("the same again"));
                assert_eq!(u64::from(board.count()), moves + 1);
                assert_eq!(difficulty(&board, 1 << 20).map(|found| found.finishes.len()), Some(1));
            }
        }
        let how = GenerateHow { size: Some((3, 3)), moves: Some(30), ..GenerateHow::default() };
        assert!(generate(&how, &Host::default()).is_err());
    }
    #[test]
    fn boards_are_as_hard_as_asked() {
        for (rule, pegs) in [
            ("first 1; won 0..10", 7),
            ("board rect:4x4; finishes 2; won 5..60", 8),
            ("finishes any; first 3", 8),
        ] {
            let how =
                GenerateHow { rule: Some(rule.to_owned()), pieces: Some(pegs), ..GenerateHow::default() };
            let board = generate(&how, &Host::default()).unwrap_or_else(|fault| panic!("{rule}: {fault:?}"));
            assert_eq!(board, generate(&how, &Host::default()).expect("the same again"));
            let found = difficulty(&board, 1 << 20).expect("few positions");
            assert!(Wanted::read(rule).is_ok_and(|wanted| wanted.is_met(&found)), "{rule}: {found:?}");
            assert_eq!(board.count() as usize, pegs);
        }
    }

    #[test]
    fn rules_that_say_nothing_are_faults() {
        for rule in ["hard", "won 5", "won a..b", "won NaN..1", "first x", "finishes", "board nowhere:5"] {
            let how = GenerateHow { rule: Some(rule.to_owned()), ..GenerateHow::default() };
            let fault = generate(&how, &Host::default()).expect_err(rule);
            assert!(fault.remedy.is_some(), "{rule}");
        }
    }
}
