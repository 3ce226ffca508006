//! A puzzle of your own on the engine, which knows no puzzle: the Tower of Hanoi.

use fewest_search::{Aim, Context, EdgeKind, StateSpace, Stop, bfs};

/// The number of discs.
const DISCS: u32 = 6;

/// The Tower of Hanoi. A key holds the peg of each disc in two bits, the smallest disc first.
struct Hanoi;

/// Returns the peg of a disc.
fn peg(key: u64, disc: u32) -> u64 {
    key >> (2 * disc) & 3
}

impl StateSpace for Hanoi {
    fn words(&self) -> usize {
        1
    }

    fn kind(&self) -> EdgeKind {
        EdgeKind::Undirected
    }

    fn initial_states(&self, out: &mut Vec<u64>) {
        out.push(0);
    }

    fn expand(&self, parents: &[u64], out: &mut Vec<u64>) {
        for &key in parents {
            for disc in 0..DISCS {
                // A disc moves if no smaller one lies on it or on the peg it goes to.
                let is_free = |to| (0..disc).all(|smaller| peg(key, smaller) != to);
                let from = peg(key, disc);
                if is_free(from) {
                    let to = (0..3).filter(|&to| to != from && is_free(to));
                    out.extend(to.map(|to| key & !(3 << (2 * disc)) | to << (2 * disc)));
                }
            }
        }
    }

    fn goals(&self, keys: &[u64], hit: &mut Vec<usize>) {
        let is_goal = |key: u64| (0..DISCS).all(|disc| peg(key, disc) == 2);
        hit.extend((0..keys.len()).filter(|&at| is_goal(keys[at])));
    }

    fn fingerprint(&self) -> String {
        format!("hanoi {DISCS} discs")
    }
}

pub(crate) fn main() -> Result<(), Stop> {
    let cx = Context::default();
    let result = bfs(&Hanoi, &cx, Aim::FirstGoal);
    let Some(path) = result.path(&Hanoi, &cx)? else {
        println!("no solution");
        return Ok(());
    };
    println!("{DISCS} discs take {} moves", path.len() - 1);
    for pair in path.windows(2) {
        if let Some(disc) = (0..DISCS).find(|&disc| peg(pair[0], disc) != peg(pair[1], disc)) {
            println!("disc {disc} from peg {} to peg {}", peg(pair[0], disc), peg(pair[1], disc));
        }
    }
    assert_eq!(path.len(), 1 << DISCS, "2^n - 1 moves are the fewest");
    Ok(())
}
