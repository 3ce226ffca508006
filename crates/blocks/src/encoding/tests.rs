//! The encodings against each other on random boards.

use super::*;
use crate::testing::{any_board, board_on_rails};
use proptest::prelude::*;

/// Returns the successors of the start as places of the pieces, sorted.
fn successors(space: &dyn StateSpace, encoding: &Encoding, board: &Board) -> Vec<Vec<(usize, usize)>> {
    let (mut roots, mut out) = (Vec::new(), Vec::new());
    space.initial_states(&mut roots);
    space.expand(&roots, &mut out);
    let places = |key| {
        let after = encoding.position(board, key);
        after.pieces.iter().map(|piece| (piece.row, piece.column)).collect()
    };
    let mut all: Vec<Vec<(usize, usize)>> = out.chunks(space.words()).map(places).collect();
    all.sort_unstable();
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn rails_give_the_same_successors_as_fields(board in board_on_rails()) {
        let rails = Arc::new(rails::Rails::new(&board).expect("everything is on rails"));
        let layout = Layout::new(&board);
        let by_rails = successors(&rails::RailSpace::new(&board, Arc::clone(&rails)), &Encoding::Rails(rails), &board);
        let by_fields = successors(&FieldSpace::<u64>::new(&board), &Encoding::Fields(layout), &board);
        prop_assert_eq!(by_rails, by_fields);
    }

    #[test]
    fn every_way_to_hold_cells_gives_the_same_successors(board in any_board()) {
        let spaces: [Box<dyn StateSpace>; 3] = [
            Box::new(FieldSpace::<u64>::new(&board)),
            Box::new(FieldSpace::<u128>::new(&board)),
            Box::new(FieldSpace::<Window>::new(&board)),
        ];
        let results = spaces.map(|space| {
            let (mut roots, mut out) = (Vec::new(), Vec::new());
            space.initial_states(&mut roots);
            space.expand(&roots, &mut out);
            (space.words(), roots, out)
        });
        prop_assert_eq!(&results[0], &results[1]);
        prop_assert_eq!(&results[0], &results[2]);
    }
}
