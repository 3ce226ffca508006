//! The verdict on a board, one position at a time: the textbook version that
//! [`super::puzzle_class`] is tested against.

use std::collections::{HashMap, HashSet};

use crate::generate::database::arrangements::Car;
use crate::generate::database::puzzle_class::Verdict;

/// Returns fewest moves, number of positions and hardest position of a minimal puzzle, or another
/// verdict.
pub(super) fn judge(size: usize, cars: &[Car]) -> Result<(usize, usize, Vec<Car>), Verdict> {
    let start = places(cars);
    let reached = layers(size, cars, vec![start.clone()], usize::MAX).concat();
    if reached.iter().any(|other| other.iter().rev().lt(start.iter().rev())) {
        return Err(Verdict::NotFirst);
    }
    let goals: Vec<_> = reached.iter().filter(|places| is_out(size, places)).cloned().collect();
    if goals.is_empty() {
        return Err(Verdict::Unsolvable);
    }
    let layers_to_goals = layers(size, cars, goals, usize::MAX);
    let moves = layers_to_goals.len() - 1;
    let hardest = layers_to_goals[moves].iter().min_by(|a, b| a.iter().rev().cmp(b.iter().rev())).unwrap();
    let put = |(car, &place): (&Car, &u8)| Car { place, ..*car };
    let hardest: Vec<Car> = cars.iter().zip(hardest).map(put).collect();
    let is_spare = |gone: usize| {
        let rest = [&hardest[..gone], &hardest[gone + 1..]].concat();
        let near = layers(size, &rest, vec![places(&rest)], moves);
        !near.concat().iter().any(|places| is_out(size, places))
    };
    if moves == 0 || (1..cars.len()).any(is_spare) {
        return Err(Verdict::Spare);
    }
    Ok((moves, reached.len(), hardest))
}

fn places(cars: &[Car]) -> Vec<u8> {
    cars.iter().map(|car| car.place).collect()
}

fn is_out(size: usize, places: &[u8]) -> bool {
    usize::from(places[0]) == size - 2
}

/// Returns positions by the number of slides from some of them, in at most `most` layers.
fn layers(size: usize, cars: &[Car], first: Vec<Vec<u8>>, most: usize) -> Vec<Vec<Vec<u8>>> {
    let mut seen: HashSet<Vec<u8>> = first.iter().cloned().collect();
    let mut layers = vec![first];
    while layers.len() < most {
        let mut next = Vec::new();
        for places in layers.last().unwrap() {
            next.extend(slides(size, cars, places).into_iter().filter(|child| seen.insert(child.clone())));
        }
        if next.is_empty() {
            break;
        }
        layers.push(next);
    }
    layers
}

/// Returns the positions one slide of one car away.
fn slides(size: usize, cars: &[Car], places: &[u8]) -> Vec<Vec<u8>> {
    let cell = |car: &Car, along: u8| if car.across { (car.line, along) } else { (along, car.line) };
    let mut taken = HashMap::new();
    for (at, (car, place)) in cars.iter().zip(places).enumerate() {
        taken.extend((*place..place + car.length).map(|along| (cell(car, along), at)));
    }
    let mut all = Vec::new();
    for (at, car) in cars.iter().enumerate() {
        let fits = |place: u8| {
            usize::from(place + car.length) <= size
                && (place..place + car.length)
                    .all(|along| taken.get(&cell(car, along)).is_none_or(|&other| other == at))
        };
        let ahead = (places[at] + 1..size as u8).take_while(|&place| fits(place));
        let behind = (0..places[at]).rev().take_while(|&place| fits(place));
        for place in ahead.chain(behind) {
            let mut moved = places.to_vec();
            moved[at] = place;
            all.push(moved);
        }
    }
    all
}
