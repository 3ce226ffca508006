//! Law of sessions: a game is its puzzle and its moves, so it can be undone, redone, saved and opened again.

use fewest::{Family, Puzzle, Session};

use crate::laws::boards::Random;

fn here(game: &Session) -> String {
    format!("{:?}", game.position().expect("a game has a position"))
}

pub fn games_are_undone_redone_and_saved<F: Family>() {
    let mut random = Random(23);
    for example in F::INFO.examples.iter().filter(|example| example.text.len() < 2000) {
        let what = Some(format!("{}:{}", F::INFO.id, example.format));
        let mut game = Session::new(Puzzle { what, ..Puzzle::text(example.name, example.text) });
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
