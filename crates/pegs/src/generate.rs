//! Generator of positions. A position is played backward from one peg, so that it has a solution;
//! the first that meets the criteria is taken. The default criterion is exactly one finish.

use std::sync::Arc;

use fewest_core::Seed;
use fewest_core::{Fault, GenerateOptions, Generated, LowerBound, Room, SolveOptions};
use fewest_search::{Context, Stop};

use crate::facts::{Difficulty, difficulty};
use crate::rules::jumps::{Jump, PegWords, flip_peg, has_peg, only};
use crate::rules::shape::Shape;
use crate::rules::{Board, Goal, Metric, named};
use crate::solve;

/// Attempts before the nearest candidate is returned.
const ATTEMPTS: usize = 10_000;
/// Limit on the positions that the difficulty of a candidate is computed from.
const MOST_POSITIONS: usize = 1 << 16;
/// Bytes per such position in a table, beside its pegs.
const PER_POSITION: usize = 96;
/// Attempts beyond that limit before the search ends: each of them takes as long as many others.
const MOST_BEYOND: usize = 1_000;

/// Generates a board of the given name or size; by default the triangle of the course.
///
/// # Errors
/// Returns what is wrong with the options, or that a limit ended the search before any board was
/// found.
pub fn generate(options: &GenerateOptions, cx: &Context<'_>) -> Result<Generated<Board>, Fault> {
    let wanted = Criteria::read(options.rule.as_deref().unwrap_or_default())?;
    let of_size = || options.size.map(|(width, height)| format!("rect:{width}x{height}"));
    let name = wanted.board.clone().or_else(of_size).unwrap_or_else(|| "triangle:5".to_owned());
    let no_board = || {
        Fault::new(format!("there is no board `{name}`, or it has too many holes"))
            .remedy(format!("name one of {}", named::NAMES))
    };
    let shape = Arc::new(named::shape(&name).ok_or_else(no_board)?);
    let position = PER_POSITION + shape.holes() / 8;
    Room::left_of(cx).check(MOST_POSITIONS, position, || format!("looking for positions on `{name}`"))?;
    let mut search =
        Generator { options, wanted, shape, seed: Seed::new(options.seed), cx, nearest: None, short: None };
    // A limit ends the search, but keeps what it found.
    let _ = search.run();
    let stopped = || Fault::new("stopped before a board was found").remedy("give it more time");
    let Candidate { board, lacks, .. } = search.nearest.or(search.short).ok_or_else(stopped)?;
    Ok(match lacks.is_empty() {
        true => Generated::exact(board),
        false => Generated::nearest(board, &lacks.join(", "), cx),
    })
}

/// A candidate and its distance from the criteria.
struct Candidate {
    board: Board,
    /// Difference in moves and pegs.
    away: u64,
    /// The criteria that it fails, in words.
    lacks: Vec<String>,
}

/// The search for a board that meets the criteria.
struct Generator<'a, 'h> {
    options: &'a GenerateOptions,
    wanted: Criteria,
    shape: Arc<Shape>,
    seed: Seed,
    cx: &'a Context<'h>,
    nearest: Option<Candidate>,
    /// A board of a game that ended too early, for shapes that have no other.
    short: Option<Candidate>,
}

impl Generator<'_, '_> {
    fn run(&mut self) -> Result<(), Stop> {
        let mut beyond = 0;
        for _ in 0..ATTEMPTS {
            self.cx.poll()?;
            let jumps = self.jumps();
            let (pegs, made) = backward(&self.shape, jumps, &mut self.seed, self.cx)?;
            let mut board = Board::new(Arc::clone(&self.shape), pegs, Goal::OnePeg);
            board.metric = Metric::named(self.options.metric.as_deref());
            // A backward game that ended too early is worth checking only if it is nearer than the
            // nearest.
            let is_short = made < jumps;
            let missing = if is_short { (jumps - made) as u64 } else { 0 };
            if self.nearest.as_ref().is_some_and(|nearest| is_short && missing >= nearest.away) {
                continue;
            }
            let found = difficulty(&board, MOST_POSITIONS, self.cx)?;
            beyond += usize::from(found.is_none());
            self.offer(board, found.as_ref(), is_short)?;
            if self.nearest.as_ref().is_some_and(|nearest| nearest.lacks.is_empty()) || beyond == MOST_BEYOND
            {
                break;
            }
        }
        Ok(())
    }

    /// Returns the number of backward jumps of the next candidate.
    fn jumps(&mut self) -> usize {
        let metric = Metric::named(self.options.metric.as_deref());
        match (self.options.pieces, self.options.moves, metric) {
            (Some(pegs), _, _) => pegs.saturating_sub(1),
            (None, Some(moves), Metric::Jumps) => usize::try_from(moves).unwrap_or(usize::MAX),
            (None, Some(moves), Metric::Moves) => {
                let moves = usize::try_from(moves).unwrap_or(usize::MAX).min(self.shape.holes());
                moves + self.seed.below(moves + 1)
            }
            (None, None, _) => {
                let third = self.shape.holes() / 3;
                third + self.seed.below(third + 1)
            }
        }
    }

    /// Keeps a board if it is nearer than the nearest so far. The fewest moves are computed last,
    /// because that takes longest.
    fn offer(&mut self, board: Board, found: Option<&Difficulty>, is_short: bool) -> Result<(), Stop> {
        let mut lacks = self.wanted.lacks(found);
        let mut away = 0;
        if let Some(pieces) = self.options.pieces.filter(|&pieces| pieces != board.count() as usize) {
            lacks.push(format!("has {} pegs, not {pieces}", board.count()));
            away += (pieces as u64).abs_diff(board.count().into());
        }
        let is_nearer = |away: u64, lacks: &[String], nearest: &Option<Candidate>| {
            nearest.as_ref().is_none_or(|nearest| (away, lacks.len()) < (nearest.away, nearest.lacks.len()))
        };
        if let Some(moves) = self.options.moves {
            // A board that fails a criterion need not be solved, unless it is the first.
            if !lacks.is_empty() && !is_short && self.nearest.is_some() {
                return Ok(());
            }
            match proven_fewest(&board, self.cx)? {
                Some(fewest) if fewest == moves => {}
                Some(fewest) => {
                    let info = board.metric.id();
                    let word = if fewest == 1 { info.trim_end_matches('s') } else { info };
                    lacks.push(format!("needs {fewest} {word}, not {moves}"));
                    away += fewest.abs_diff(moves);
                }
                None => {
                    lacks.push(format!("is not known to need {moves} {}", board.metric.id()));
                    away += moves;
                }
            }
        }
        // Only a board that was played backward to the end is the one that the seed leads to.
        if is_short && lacks.is_empty() && self.short.is_none() {
            let lacks = vec!["has no room for more jumps".to_owned()];
            self.short = Some(Candidate { board: board.clone(), away, lacks });
        }
        if is_nearer(away, &lacks, &self.nearest) && !(is_short && lacks.is_empty()) {
            self.nearest = Some(Candidate { board, away, lacks });
        }
        Ok(())
    }
}

/// Returns the fewest moves of a board. None if they are not proven within the memory given.
///
/// # Errors
/// Returns why the context stopped the search: an unproven number is never taken for the fewest.
fn proven_fewest(board: &Board, cx: &Context<'_>) -> Result<Option<u64>, Stop> {
    let solved = solve::solve(board, &SolveOptions::default(), cx);
    cx.poll()?;
    let length = solved.best.map(|best| best.len() as u64);
    Ok(length.filter(|&length| solved.at_least == LowerBound::Moves(length)))
}

/// The criteria of a rule, separated by `;`.
#[derive(Clone, Debug, PartialEq)]
struct Criteria {
    /// `board english`.
    board: Option<String>,
    /// `finishes 1`: the number of holes in which the last peg can be.
    finishes: Option<usize>,
    /// `first 1`: the number of first jumps after which the game can be won.
    winning_jumps: Option<usize>,
    /// `won 0.5..2`: the share of random games that are won, in per cent.
    won: Option<(f64, f64)>,
}

/// The criteria, for messages.
const LINES: &str = "lines are `board NAME`, `finishes N` or `finishes any`, `first N` (winning first jumps) and \
    `won FROM..TO` (per cent of random games)";

impl Criteria {
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

    /// Returns the criteria that a board of this difficulty fails, in words. Unknown difficulty is
    /// a failure.
    fn lacks(&self, found: Option<&Difficulty>) -> Vec<String> {
        let Some(found) = found else {
            return vec![format!(
                "is not known to be as hard as asked: more than {MOST_POSITIONS} positions can be reached"
            )];
        };
        let mut lacks = Vec::new();
        let (finishes, percent) = (found.finishes.len(), 100.0 * found.share);
        if let Some(wanted) = self.finishes.filter(|&wanted| wanted != finishes) {
            lacks.push(format!("has {finishes} finishes, not {wanted}"));
        }
        if let Some(wanted) = self.winning_jumps.filter(|&wanted| wanted != found.winning_jumps) {
            lacks.push(format!("has {} winning first jumps, not {wanted}", found.winning_jumps));
        }
        if let Some((from, to)) = self.won.filter(|&(from, to)| !(from..=to).contains(&percent)) {
            lacks.push(format!("is won in {percent:.2} % of random games, not in {from} to {to} %"));
        }
        lacks
    }
}

/// Backward jumps between two polls of the context.
const JUMPS_PER_POLL: usize = 64;

/// Plays backward from one peg. Returns the position and the number of jumps: as many as asked for,
/// or fewer if none can be undone any more.
fn backward(
    shape: &Shape,
    jumps: usize,
    seed: &mut Seed,
    cx: &Context<'_>,
) -> Result<(PegWords, usize), Stop> {
    let mut pegs = only(shape.holes(), seed.below(shape.holes()));
    for made in 0..jumps {
        if made % JUMPS_PER_POLL == 0 {
            cx.poll()?;
        }
        let has = |hole: u16| has_peg(&pegs, usize::from(hole));
        let can_be_undone = |jump: &&Jump| has(jump.to) && !has(jump.over) && !has(jump.from);
        let all: Vec<_> = shape.jumps().list.iter().filter(can_be_undone).copied().collect();
        let Some(jump) = all.get(seed.below(all.len())) else { return Ok((pegs, made)) };
        jump.holes().into_iter().for_each(|hole| flip_peg(&mut pegs, hole));
    }
    Ok((pegs, jumps))
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::atomic::AtomicU64;
    use std::sync::atomic::Ordering::Relaxed;

    use super::*;

    fn made(options: &GenerateOptions) -> Board {
        let made =
            generate(options, &Context::default()).unwrap_or_else(|fault| panic!("{options:?}: {fault:?}"));
        assert_eq!(made.lacks, None, "{options:?}");
        made.board
    }

    fn hardness(board: &Board) -> Difficulty {
        difficulty(board, 1 << 20, &Context::default()).expect("nothing stops it").expect("few positions")
    }

    #[test]
    fn boards_have_one_finish_and_the_length_asked_for() {
        for (size, moves) in [(Some((4, 4)), 6), (None, 8)] {
            for seed in 0..2 {
                let options =
                    GenerateOptions { size, moves: Some(moves), seed, ..GenerateOptions::default() };
                let board = made(&options);
                assert_eq!(board, made(&options), "the same again");
                assert_eq!(u64::from(board.count()), moves + 1);
                assert_eq!(hardness(&board).finishes.len(), 1);
            }
        }
    }

    #[test]
    fn where_none_is_as_asked_the_nearest_is_given() {
        let asked = |size, moves, pieces, rule: &str| {
            let rule = Some(rule.to_owned());
            let options =
                GenerateOptions { size: Some(size), moves, pieces, rule, ..GenerateOptions::default() };
            let Generated { board, lacks } =
                generate(&options, &Context::default()).expect("some board is nearest");
            assert_eq!(generate(&options, &Context::default()).map(|made| made.board), Ok(board.clone()));
            (board, lacks.expect("it is not as asked").what)
        };
        let (board, lacks) = asked((3, 3), Some(30), None, "finishes any");
        let jumps = u64::from(board.count()) - 1;
        assert!(jumps >= 4 && lacks.contains(&format!("needs {jumps} jumps, not 30")), "{lacks}");
        let (board, lacks) = asked((4, 4), None, Some(16), "finishes any");
        assert!(lacks.contains(&format!("has {} pegs, not 16", board.count())), "{lacks}");
        let (board, lacks) = asked((4, 4), Some(5), None, "finishes 16");
        let finishes = hardness(&board).finishes.len();
        assert!(lacks.contains(&format!("has {finishes} finishes, not 16")), "{lacks}");
    }

    /// An unproven number is never taken for the fewest: the same seed would give another board
    /// elsewhere.
    #[test]
    fn a_limit_is_named_and_no_unproven_board_passes() {
        let options = GenerateOptions {
            size: Some((6, 6)),
            moves: Some(9),
            metric: Some("moves".to_owned()),
            ..GenerateOptions::default()
        };
        for most in [10, 1_000, 20_000, 60_000] {
            let polls = AtomicU64::new(0);
            let poll = |_: &fewest_core::Counters| match polls.fetch_add(1, Relaxed) {
                polls if polls < most => ControlFlow::Continue(()),
                _ => ControlFlow::Break(Stop::Time),
            };
            let made = generate(&options, &Context::new(1, 1 << 30, &poll));
            let Ok(Generated { board, lacks }) = made else { continue };
            match lacks {
                Some(lacks) => assert!(lacks.what.contains("the time limit ended the search"), "{lacks:?}"),
                None => assert_eq!(proven_fewest(&board, &Context::default()), Ok(Some(9))),
            }
        }
    }

    #[test]
    fn boards_are_as_hard_as_asked() {
        for (rule, pegs) in [
            ("first 1; won 0..10", 7),
            ("board rect:4x4; finishes 2; won 5..60", 8),
            ("finishes any; first 3", 8),
        ] {
            let options = GenerateOptions {
                rule: Some(rule.to_owned()),
                pieces: Some(pegs),
                ..GenerateOptions::default()
            };
            let board = made(&options);
            assert_eq!(board, made(&options), "the same again");
            let found = hardness(&board);
            let lacks = Criteria::read(rule).map(|wanted| wanted.lacks(Some(&found)));
            assert_eq!(lacks, Ok(Vec::new()), "{rule}: {found:?}");
            assert_eq!(board.count() as usize, pegs);
        }
    }

    #[test]
    fn rules_that_say_nothing_are_faults() {
        for rule in ["hard", "won 5", "won a..b", "won NaN..1", "first x", "finishes", "board nowhere:5"] {
            let options = GenerateOptions { rule: Some(rule.to_owned()), ..GenerateOptions::default() };
            let fault = generate(&options, &Context::default()).expect_err(rule);
            assert!(fault.remedy.is_some(), "{rule}");
        }
    }
}
