//! Difficulty of a position: the share of random games that are won (every legal jump equally
//! likely), the number of first jumps after which the game can still be won, and the boards on
//! which won games end.

use std::collections::HashMap;

use fewest_search::{Context, Stop};

use crate::rules::board::Board;
use crate::rules::jumps::{Jump, PegWords, flip_peg, has_peg};

/// The difficulty of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Difficulty {
    /// The number of first jumps, and of those after which the game can be won.
    pub jumps: usize,
    pub winning_jumps: usize,
    /// The share of random games that are won.
    pub share: f64,
    /// The boards on which won games end.
    pub finishes: Vec<PegWords>,
}

/// Positions between two polls of the context.
const POSITIONS_PER_POLL: usize = 16;

/// Returns the difficulty of a position. None if more than `most` positions can be reached.
///
/// # Errors
/// Returns why the context stopped the computation.
pub fn difficulty(board: &Board, most: usize, cx: &Context<'_>) -> Result<Option<Difficulty>, Stop> {
    let is_won = |pegs: &PegWords| board.with_pegs(pegs.clone()).is_goal();
    let mut layers: Vec<HashMap<PegWords, f64>> = vec![HashMap::from([(board.pegs().clone(), 0.0)])];
    let mut seen = 1;
    while !layers[layers.len() - 1].is_empty() {
        let mut next = HashMap::new();
        let open = layers[layers.len() - 1].keys().filter(|pegs| !is_won(pegs));
        for (number, pegs) in open.enumerate() {
            if number % POSITIONS_PER_POLL == 0 {
                cx.poll()?;
            }
            next.extend(after(board, pegs).map(|pegs| (pegs, 0.0)));
            if seen + next.len() > most {
                return Ok(None);
            }
        }
        seen += next.len();
        layers.push(next);
    }
    let mut finishes = Vec::new();
    let mut below: HashMap<PegWords, f64> = HashMap::new();
    for mut layer in layers.into_iter().rev() {
        for (number, (pegs, share)) in layer.iter_mut().enumerate() {
            if number % POSITIONS_PER_POLL == 0 {
                cx.poll()?;
            }
            if is_won(pegs) {
                finishes.push(pegs.clone());
                *share = 1.0;
            } else {
                let shares: Vec<f64> = after(board, pegs).map(|next| below[&next]).collect();
                *share = shares.iter().sum::<f64>() / shares.len().max(1) as f64;
            }
        }
        if layer.contains_key(board.pegs()) {
            let shares: Vec<f64> =
                after(board, board.pegs()).map(|next| below.get(&next).copied().unwrap_or(0.0)).collect();
            finishes.sort_unstable();
            return Ok(Some(Difficulty {
                jumps: shares.len(),
                winning_jumps: shares.iter().filter(|&&share| share > 0.0).count(),
                share: layer[board.pegs()],
                finishes,
            }));
        }
        below = layer;
    }
    Ok(None)
}

/// Returns the positions after each legal jump.
fn after<'b>(board: &'b Board, pegs: &'b PegWords) -> impl Iterator<Item = PegWords> + 'b {
    let has = |hole: u16| has_peg(pegs, usize::from(hole));
    let legal = move |jump: &&Jump| has(jump.from) && has(jump.over) && !has(jump.to);
    board.shape().jumps().list.iter().filter(legal).map(|jump| {
        let mut after = pegs.clone();
        jump.holes().into_iter().for_each(|hole| flip_peg(&mut after, hole));
        after
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::rules::goal::Goal;
    use crate::rules::jumps::only;
    use crate::rules::named;

    fn difficulty(board: &Board, most: usize) -> Option<Difficulty> {
        super::difficulty(board, most, &Context::default()).expect("nothing stops it")
    }

    fn triangle(vacancy: usize) -> Board {
        let shape = Arc::new(named::shape("triangle:5").expect("a name"));
        Board::with_vacancies(shape, &only(15, vacancy), Goal::OnePeg)
    }

    /// The share of won games, by playing all of them.
    fn plain(board: &Board, pegs: &PegWords) -> f64 {
        let next: Vec<PegWords> = after(board, pegs).collect();
        if board.with_pegs(pegs.clone()).is_goal() {
            return 1.0;
        }
        next.iter().map(|pegs| plain(board, pegs)).sum::<f64>() / next.len().max(1) as f64
    }

    #[test]
    fn the_share_is_that_of_all_games() {
        let board = triangle(4);
        let found = difficulty(&board, 1 << 20).expect("few positions");
        assert_eq!((found.jumps, found.winning_jumps), (2, 2));
        assert_eq!(found.finishes, [only(15, 12)]);
        assert!((found.share - plain(&board, board.pegs())).abs() < 1e-12, "{}", found.share);
        assert!(found.share > 0.0 && found.share < 0.05);
        assert_eq!(difficulty(&board, 100), None);
    }

    #[test]
    fn what_is_over_or_lost_is_known_too() {
        let over = triangle(4).with_pegs(only(15, 3));
        let found = difficulty(&over, 10).expect("one position");
        assert_eq!((found.share, found.jumps, found.finishes.len()), (1.0, 0, 1));
        let mut lost = only(15, 0);
        flip_peg(&mut lost, 14);
        let found = difficulty(&triangle(4).with_pegs(lost), 10).expect("one position");
        assert_eq!((found.share, found.finishes.len()), (0.0, 0));
    }
}
