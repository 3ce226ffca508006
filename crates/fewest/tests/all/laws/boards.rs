//! Boards to hold the laws against: the examples of a family, and what random play and generation make of them.

use fewest::{Context, Example, Family, GenerateOptions, ReadOptions, Source};

/// A xorshift generator: the same boards on every machine.
pub struct Random(pub u64);

impl Random {
    /// A number below `n`, or 0.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % n.max(1) as u64).unwrap_or(0)
    }
}

/// Larger texts are for the tests of the family itself.
const SMALL: usize = 2000;
/// Moves of the generated boards, where a family can make such: the laws are about rules, not about patience.
const EASY: u64 = 6;
/// Random moves from every board.
pub const PLAYED: usize = 8;

/// Reads one board in a format and a metric.
pub fn read<F: Family>(text: &[u8], format: &str, metric: &str) -> F::Board {
    let how = ReadOptions {
        format: Some(format.to_owned()),
        metric: Some(metric.to_owned()),
        ..ReadOptions::default()
    };
    let reading = F::read(&[Source::new("law", text)], &how);
    let said = String::from_utf8_lossy(text);
    assert_eq!(reading.faults, [], "{said}");
    let mut boards = reading.instances.into_iter();
    let first = boards.next().unwrap_or_else(|| panic!("no board in {said:?}"));
    assert_eq!(first.warnings, [], "{said}");
    first.board
}

/// The examples in the default metric.
pub fn examples<F: Family>() -> Vec<(&'static Example, F::Board)> {
    let metric = F::INFO.metrics[0].id;
    let examples = const { F::INFO.examples };
    examples
        .iter()
        .map(|example| (example, read::<F>(example.text.as_bytes(), example.format, metric)))
        .collect()
}

/// Small boards: examples in every metric, and generated ones.
pub fn starts<F: Family>() -> Vec<F::Board> {
    let mut boards = Vec::new();
    for metric in F::INFO.metrics {
        let small = F::INFO.examples.iter().filter(|example| example.text.len() < SMALL);
        boards.extend(small.map(|example| read::<F>(example.text.as_bytes(), example.format, metric.id)));
        for seed in 0..3 {
            let size = Some((4, 3 + seed as usize % 2));
            let metric = Some(metric.id.to_owned());
            let any = GenerateOptions { size, seed, metric, ..GenerateOptions::default() };
            let easy = GenerateOptions { moves: Some(EASY), ..any.clone() };
            let cx = Context::default();
            let made = F::generate(&easy, &cx).ok().filter(|made| made.lacks.is_none());
            boards.extend(made.or_else(|| F::generate(&any, &cx).ok()).map(|made| made.board));
        }
    }
    boards
}

/// Every small board with positions reached from it by random play, itself included.
pub fn games<F: Family>() -> Vec<(F::Board, Vec<F::Board>)> {
    let mut random = Random(7);
    let played = |start: F::Board| {
        let mut positions = vec![start.clone()];
        let mut at = start.clone();
        for _ in 0..PLAYED {
            let moves = F::moves(&at);
            let Some(by) = moves.get(random.below(moves.len())) else { break };
            F::play(&mut at, by).expect("a listed move can be played");
            positions.push(at.clone());
        }
        (start, positions)
    };
    starts::<F>().into_iter().map(played).collect()
}
