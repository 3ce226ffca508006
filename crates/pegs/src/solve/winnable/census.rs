//! Census of a small shape: for each of its boards, the number of solutions to one peg anywhere.

use crate::rules::jumps::Jumps;

/// Largest shape, in holes: the table has 2^holes entries.
const MOST_HOLES: usize = 24;

/// Returns, for every board as a number with one bit per hole, the number of jump sequences that
/// leave one peg. None if the shape has too many holes or a count overflows.
pub(crate) fn census(jumps: &Jumps) -> Option<Vec<u64>> {
    if jumps.holes > MOST_HOLES {
        return None;
    }
    let masks: Vec<(usize, usize)> = jumps
        .list
        .iter()
        .map(|jump| {
            let [from, over, to] = jump.holes().map(|hole| 1_usize << hole);
            (from | over | to, from | over)
        })
        .collect();
    let mut ways = vec![0_u64; 1 << jumps.holes];
    for pegs in 1..=jumps.holes as u32 {
        for board in with_pegs(jumps.holes, pegs) {
            let mut sum = u64::from(pegs == 1);
            if pegs > 1 {
                for &(three, two) in &masks {
                    if board & three == two {
                        sum = sum.checked_add(ways[board ^ three])?;
                    }
                }
            }
            ways[board] = sum;
        }
    }
    Some(ways)
}

/// Returns all boards with `pegs` pegs, ascending (Gosper's hack).
fn with_pegs(holes: usize, pegs: u32) -> impl Iterator<Item = usize> {
    let first = (1_usize << pegs) - 1;
    std::iter::successors(Some(first), |&board| {
        let low = board & board.wrapping_neg();
        let next = board + low;
        Some(next | ((board ^ next) / low) >> 2)
    })
    .take_while(move |&board| board < 1 << holes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{english, triangle};

    #[test]
    fn the_triangle_has_the_known_numbers() {
        let ways = census(&triangle(5)).unwrap();
        let all = (1 << 15) - 1;
        let solutions = [29_760, 14_880, 14_880, 85_258, 1_550, 85_258, 14_880, 1_550];
        for (vacancy, solutions) in solutions.into_iter().enumerate() {
            assert_eq!(ways[all ^ 1 << vacancy], solutions);
        }
        assert_eq!(ways.iter().filter(|&&ways| ways > 0).count(), 13_935);
        let by_pegs = [15, 27, 84, 282, 783, 1650, 2562, 2964, 2586, 1749, 855, 294, 69, 15];
        for (pegs, solvable) in (1..).zip(by_pegs) {
            assert_eq!(with_pegs(15, pegs).filter(|&board| ways[board] > 0).count(), solvable);
        }
    }

    #[test]
    fn large_boards_are_left_alone() {
        assert_eq!(census(&english()), None);
    }
}
