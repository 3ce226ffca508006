//! Boards to hold the laws against: the examples of a family, and what random play and generation
//! make of them.

use fewest::service::{Context, Example, Family, GenerateOptions, PuzzleText, ReadOptions, Session, Source};
use fewest_search::hash::SplitMix64;

/// Larger texts are for the tests of the family itself.
const SMALL: usize = 2000;
/// Moves of the generated boards, where a family can make such: the laws are about rules, not about
/// large searches.
const EASY: u64 = 6;
/// Random moves from every board.
pub const PLAYED: usize = 8;

/// Reads one board in a format and a metric.
pub fn read<F: Family>(text: &[u8], format: &str, metric: &str) -> F::Board {
    let how = ReadOptions {
        choices: std::collections::BTreeMap::new(),
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
    let mut random = SplitMix64::new(7);
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

fn here(game: &Session) -> String {
    format!("{:?}", game.position().expect("a game has a position"))
}

pub fn games_are_undone_redone_and_saved<F: Family>() {
    let mut random = SplitMix64::new(23);
    for example in F::INFO.examples.iter().filter(|example| example.text.len() < 2000) {
        let what = Some(format!("{}:{}", F::INFO.id, example.format));
        let mut game = Session::new(PuzzleText { what, ..PuzzleText::text(example.name, example.text) });
        assert!(!game.undo() && !game.redo(), "nothing is played yet");
        let mut seen = vec![here(&game)];
        for _ in 0..6 {
            let moves = game.position().expect("a game has a position").moves();
            let Some(by) = moves.get(random.below(moves.len())) else { break };
            game.play(by).expect("a listed move can be played");
            seen.push(here(&game));
        }
        assert!(game.clone().play("no such move").is_err());

        let saved = serde_json::to_string(&game).expect("a game is a document");
        let opened: Session = serde_json::from_str(&saved).expect("a document is a game");
        assert_eq!((&opened, here(&opened)), (&game, here(&game)));

        for before in seen.iter().rev().skip(1) {
            assert!(game.undo());
            assert_eq!(&here(&game), before);
        }
        assert!(!game.undo(), "the start is the start");
        for after in &seen[1..] {
            assert!(game.redo());
            assert_eq!(&here(&game), after);
        }
        assert!(!game.redo() && game == Session { cursor: game.cursor, ..opened });

        if game.undo() && game.undo() {
            let by = game.moves[game.played()].clone();
            game.play(&by).expect("an undone move can be played again");
            assert_eq!(game.moves.len(), game.played(), "a new move drops what was undone");
        }
    }
}
