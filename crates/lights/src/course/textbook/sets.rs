//! The same search without containers: breadth first over sets of presses.
//!
//! The order of presses does not matter, and two presses of one light cancel. So of all lists of `n`
//! presses that the queue of the course would hold, only the sets of `n` different lights count, and
//! each is looked at once: all sets of one press, then of two, and so on. Nothing need be remembered.
//!
//! A set is a pair of two sets, one in each half of the lights. The boards that the sets of a half
//! lead to stand in lists by their number of presses; for each set of the second half one list of the
//! first is compared with what it has to reach. At most 2^32 comparisons, in a loop that processors
//! do several at a time.

use super::board::Move;
use super::board::bit_array::BitArray;
use super::{SmallBoard, moves_turn_all_lights_out};

/// Sets of presses in one half of the lights, by their number of presses.
struct Half {
    /// For each number of presses the boards that its sets change the dark board to.
    boards: Vec<Vec<BitArray>>,
    /// The sets themselves, as bits, in the same places.
    sets: Vec<Vec<u32>>,
}

impl Half {
    fn of(changes: &[BitArray]) -> Self {
        let mut half =
            Self { boards: vec![Vec::new(); changes.len() + 1], sets: vec![Vec::new(); changes.len() + 1] };
        let mut all: Vec<BitArray> = vec![0; 1 << changes.len()];
        for set in 0..1_usize << changes.len() {
            if set > 0 {
                // The same set without its lowest press.
                all[set] = all[set & (set - 1)] ^ changes[set.trailing_zeros() as usize];
            }
            let presses = set.count_ones() as usize;
            half.boards[presses].push(all[set]);
            half.sets[presses].push(set as u32);
        }
        half
    }
}

/// Returns a shortest list of moves that turns all lights off; None if there is none. `go_on` is
/// called every few thousand sets.
///
/// # Errors
/// Those of `go_on`.
pub fn shortest_set_while<E>(
    start: SmallBoard,
    mut go_on: impl FnMut() -> Result<(), E>,
) -> Result<Option<Vec<Move>>, E> {
    let moves: Vec<Move> = start.moves().collect();
    let changes: Vec<BitArray> = moves.iter().map(|&by| start.dark().toggle(by).lights).collect();
    let (first, second) = changes.split_at(changes.len() / 2);
    let split = first.len();
    let (first, second) = (Half::of(first), Half::of(second));
    for presses in 0..=changes.len() {
        for (in_second, boards) in second.boards.iter().enumerate().take(presses + 1) {
            let Some(candidates) = first.boards.get(presses - in_second) else { continue };
            for (number, &board) in boards.iter().enumerate() {
                let wanted = start.lights ^ board;
                // Without an early end the loop compares several boards at once.
                if candidates.iter().fold(false, |found, &candidate| found | (candidate == wanted))
                    && let Some(at) = candidates.iter().position(|&candidate| candidate == wanted)
                {
                    let set = u64::from(first.sets[presses - in_second][at])
                        | u64::from(second.sets[in_second][number]) << split;
                    let chosen = (0..moves.len()).filter(|&at| set >> at & 1 == 1);
                    let chosen: Vec<Move> = chosen.map(|at| moves[at]).collect();
                    debug_assert!(moves_turn_all_lights_out(start, &chosen));
                    return Ok(Some(chosen));
                }
                if number % 256 == 0 {
                    go_on()?;
                }
            }
        }
    }
    Ok(None)
}
