//! The laws that every family keeps, run over the registry and the template. A family gets them by
//! being in the list.
//!
//! Each law is a generic function; `cargo test -p fewest --test all laws::blocks` runs them over
//! one family.

mod boards;
mod certificates;
mod moves;
mod packed;
mod reading;
mod reports;
mod signature;

/// The laws for one family, as tests.
macro_rules! family_laws {
    ($family:ty) => {
        use crate::laws::{certificates, moves, packed, reading, reports, signature};

        #[test]
        fn what_is_written_reads_back() {
            reading::what_is_written_reads_back::<$family>();
        }
        #[test]
        fn readers_take_any_text() {
            reading::readers_take_any_text::<$family>();
        }
        #[test]
        fn metrics_are_listed() {
            reading::metrics_are_listed::<$family>();
        }
        #[test]
        fn listed_moves_are_the_legal_ones() {
            moves::listed_moves_are_the_legal_ones::<$family>();
        }
        #[test]
        fn gestures_can_make_every_move() {
            moves::gestures_can_make_every_move::<$family>();
        }
        #[test]
        fn brushes_leave_boards() {
            moves::brushes_leave_boards::<$family>();
        }
        #[test]
        fn moves_read_back() {
            moves::moves_read_back::<$family>();
        }
        #[test]
        fn answers_are_found_in_their_own_text() {
            moves::answers_are_found_in_their_own_text::<$family>();
        }
        #[test]
        fn packed_moves_are_the_moves() {
            packed::packed_moves_are_the_moves::<$family>();
        }
        #[test]
        fn predecessors_invert_successors() {
            packed::predecessors_invert_successors::<$family>();
        }
        #[test]
        fn images_move_alike() {
            packed::images_move_alike::<$family>();
        }
        #[test]
        fn examples_need_what_they_say() {
            reports::examples_need_what_they_say::<$family>();
        }
        #[test]
        fn answers_are_as_short_as_the_textbook_says() {
            reports::answers_are_as_short_as_the_textbook_says::<$family>();
        }
        #[test]
        fn a_limit_leaves_what_is_proven() {
            reports::a_limit_leaves_what_is_proven::<$family>();
        }
        #[test]
        fn threads_do_not_change_the_moves() {
            reports::threads_do_not_change_the_moves::<$family>();
        }
        #[test]
        fn all_shortest_answers_are_different_and_counted() {
            reports::all_shortest_answers_are_different_and_counted::<$family>();
        }
        #[test]
        fn certificates_hold_and_prove_nothing_else() {
            certificates::certificates_hold_and_prove_nothing_else::<$family>();
        }
        #[test]
        fn node_counts_are_those_of_the_signature() {
            signature::node_counts_are_those_of_the_signature::<$family>();
        }
    };
}

/// A module of tests for every family of the registry.
macro_rules! all_laws {
    ($($module:ident :: $family:ident,)*) => {
        $(mod $module {
            family_laws!(fewest::$module::$family);

            #[test]
            fn its_examples_are_taken_for_nothing_else() {
                reading::its_examples_are_taken_for_nothing_else::<fewest::$module::$family>();
            }
            #[test]
            fn games_are_undone_redone_and_saved() {
                crate::laws::boards::games_are_undone_redone_and_saved::<fewest::$module::$family>();
            }
        })*

        #[test]
        fn every_family_of_the_registry_is_here() {
            let ids: Vec<&str> = fewest::service::FAMILIES.iter().map(|family| family.info.id).collect();
            assert_eq!(ids, [$(<fewest::$module::$family as fewest::service::Family>::INFO.id),*]);
        }

        #[test]
        fn the_signature_can_be_written() {
            signature::write(vec![
                $(signature::rows::<fewest::$module::$family>(),)*
                signature::rows::<fewest_template::Template>(),
            ]);
        }
    };
}

// The families of the registry, in its order.
all_laws! {
    lights::Lights,
    blocks::Blocks,
    tiles::Tiles,
    pegs::Pegs,
}

/// The template is in no registry, so its texts are not recognised; all other laws hold for it.
mod template {
    family_laws!(fewest_template::Template);

    #[test]
    fn no_family_claims_its_examples() {
        for (example, _) in crate::laws::boards::examples::<fewest_template::Template>() {
            assert_eq!(
                fewest::service::claims(&fewest::service::Source::new(example.name, example.text)),
                []
            );
        }
    }
}
