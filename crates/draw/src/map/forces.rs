//! Springs along the moves, and everything pushes everything else away: what is crowded gets room, what belongs together stays together
//! (Fruchterman and Reingold, 1991; Hu, 2005).

use fewest::{Context, Stop};

use super::Spot;
use super::net::Net;
use super::quarters::Quarters;

/// The last steps; springs are about as long as 1.
const LAST: f64 = 0.01;
/// Fewer positions than this are not worth a second thread.
const FEW: usize = 1_000;

/// Moves every spot to where its forces lead, in steps that become shorter.
pub(super) fn relax(net: &Net, spots: &mut [Spot], cx: &Context<'_>) -> Result<(), Stop> {
    let rounds = match net.len() {
        0..=1 => return Ok(()),
        2..=3_000 => 600,
        3_001..=12_000 => 300,
        12_001..=40_000 => 160,
        _ => 100,
    };
    let widest = spots.iter().flatten().fold(1.0_f64, |most, value| most.max(value.abs()));
    let first = widest * 0.1;
    for round in 0..rounds {
        cx.poll()?;
        let rest = 1.0 - f64::from(round) / f64::from(rounds);
        let longest = first * rest * rest * rest + LAST;
        let steps = steps(net, spots, longest, cx)?;
        for (spot, step) in spots.iter_mut().zip(steps) {
            spot[0] += step[0];
            spot[1] += step[1];
        }
    }
    Ok(())
}

/// Spots between two looks at the host.
const SPOTS_A_LOOK: usize = 1 << 10;

/// The step of every spot. Each depends on the places only, so any number of threads finds the same.
fn steps(net: &Net, spots: &[Spot], longest: f64, cx: &Context<'_>) -> Result<Vec<Spot>, Stop> {
    let quarters = Quarters::of(spots);
    cx.poll()?;
    let mut steps = vec![[0.0, 0.0]; spots.len()];
    let threads = if spots.len() < FEW { 1 } else { cx.threads };
    let share = spots.len().div_ceil(threads).max(1);
    // Fills one share; `look` is called often, and says whether to go on.
    let fill = |part: &mut [Spot], first: usize, look: &dyn Fn() -> Result<(), Stop>| {
        for (few, from) in part.chunks_mut(SPOTS_A_LOOK).zip((first..).step_by(SPOTS_A_LOOK)) {
            look()?;
            few.iter_mut().zip(from..).for_each(|(to, at)| *to = step(net, spots, &quarters, at, longest));
        }
        Ok(())
    };
    let (mine, others) = steps.split_at_mut(share.min(spots.len()));
    std::thread::scope(|scope| {
        for (number, part) in others.chunks_mut(share).enumerate() {
            let fill = &fill;
            scope.spawn(move || fill(part, (number + 1) * share, &|| cx.check()));
        }
        fill(mine, 0, &|| cx.poll())
    })?;
    cx.check().map(|()| steps)
}

fn step(net: &Net, spots: &[Spot], quarters: &Quarters, at: usize, longest: f64) -> Spot {
    let here = spots[at];
    let mut force = quarters.push(here);
    for &other in net.neighbours(at) {
        let there = spots[other as usize];
        let towards = [there[0] - here[0], there[1] - here[1]];
        let distance = (towards[0] * towards[0] + towards[1] * towards[1]).sqrt();
        force[0] += towards[0] * distance;
        force[1] += towards[1] * distance;
    }
    let strength = (force[0] * force[0] + force[1] * force[1]).sqrt();
    let share = if strength > longest { longest / strength } else { 1.0 };
    [force[0] * share, force[1] * share]
}
