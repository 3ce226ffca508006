//! A program that takes one family only: `cargo test -p fewest --no-default-features --features
//! tiles --test all`.

use fewest::service::{Context, FAMILIES, PuzzleText, SolveOptions};

#[test]
fn sliding_tiles_work_whatever_else_is_built_in() {
    assert!(FAMILIES.iter().any(|family| family.info.id == "tiles"));
    #[cfg(not(any(feature = "blocks", feature = "lights", feature = "pegs")))]
    assert_eq!(FAMILIES.len(), 1);
    let puzzle = PuzzleText::text("board", "3 3\n1 2 3\n4 5 6\n0 7 8\n").open_one().expect("it can be read");
    let solved =
        puzzle.position.solve(&SolveOptions::default(), &Context::default()).expect("the answer replays");
    assert_eq!(solved.best.as_ref().map(|best| best.length()), Some(2));
    assert!(solved.is_fewest());
}
