//! A part of a large graph that still hangs together: positions drawn by lot, each with the way on which it was first reached, and a
//! shortest solution. Distances stay those of the whole.

use super::graph::Graph;
use fewest_core::fault::Fault;

/// At most `most` positions, in rising order; the start is among them.
pub(super) fn sample(graph: &Graph, most: usize) -> Result<Vec<u32>, Fault> {
    let path = graph.path();
    let least = path.len().max(2);
    if least > most {
        let what = format!("a sample of {most} has no room for a shortest solution");
        return Err(Fault::new(what).remedy(format!("ask for {least} at least")));
    }
    let mut is_chosen = vec![false; graph.len()];
    let mut chosen = if path.is_empty() { vec![0] } else { path };
    chosen.iter().for_each(|&position| is_chosen[position as usize] = true);
    let mut lots: Vec<u32> = (0..graph.len() as u32).collect();
    lots.sort_by_cached_key(|&position| lot(position.into()));
    for position in lots {
        let way_back = std::iter::successors(Some(position), |&here| Some(graph.parent(here)));
        let way: Vec<u32> = way_back.take_while(|&here| !is_chosen[here as usize]).collect();
        if chosen.len() + way.len() > most {
            break;
        }
        way.iter().for_each(|&here| is_chosen[here as usize] = true);
        chosen.extend(way);
    }
    chosen.sort_unstable();
    Ok(chosen)
}

/// A number that has nothing to do with the one it is made from (as splitmix64 does it).
fn lot(number: u64) -> u64 {
    let mixed = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}
