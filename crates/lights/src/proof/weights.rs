//! Certificates that a graph of `m` colours has no solution, and their checker, which adds up
//! weights and shares no code with the search for them.
//!
//! The lights have weights such that every press changes the weighted sum of the colours by the
//! same amount modulo `m`, the *rate*. If the rate is 0 and the sum is not, the sum never becomes
//! 0, its value when all lights are off. If the rate is not 0, the sum after all turns is known
//! beforehand.

use crate::proof::graph::with_picture;
use crate::rules::{GraphBoard, Press};

/// Weighted places as a list of `[x, y, weight]`.
pub mod weights_as_triples {
    use super::Press;
    use serde::{Deserialize, Deserializer, Serializer};

    /// Writes triples.
    pub fn serialize<S: Serializer>(places: &[(Press, u8)], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(places.iter().map(|(place, weight)| [place.x, place.y, i64::from(*weight)]))
    }

    /// Reads triples.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<(Press, u8)>, D::Error> {
        let triple = |[x, y, weight]: [i64; 3]| {
            let weight = u8::try_from(weight).map_err(|_| serde::de::Error::custom("no weight"))?;
            Ok((Press { x, y }, weight))
        };
        Vec::<[i64; 3]>::deserialize(from)?.into_iter().map(triple).collect()
    }
}

/// Returns one weight per place.
fn weights(board: &GraphBoard, places: &[(Press, u8)]) -> Result<Vec<u64>, String> {
    let mut weights = vec![0; board.graph().len()];
    for &(place, weight) in places {
        let slot = &mut weights[board.place(place).map_err(|why| why.0)?];
        if *slot != 0 || weight == 0 || weight >= board.graph().colours() {
            return Err(format!("({}, {}) has two weights or none", place.x, place.y));
        }
        *slot = u64::from(weight);
    }
    Ok(weights)
}

/// Returns the rate and the weighted sum of the colours, both modulo their number.
fn rate_and_sum(board: &GraphBoard, places: &[(Press, u8)]) -> Result<(u64, u64), String> {
    let (graph, modulus) = (board.graph(), u64::from(board.graph().colours()));
    let weights = weights(board, places)?;
    let change = |press: usize| {
        let lights = graph.changed_by(press).iter();
        lights.map(|&light| weights[light as usize]).sum::<u64>() % modulus
    };
    let rate = if graph.is_empty() { 0 } else { change(0) };
    if let Some(press) = (0..graph.len()).find(|&press| change(press) != rate) {
        let (Press { x, y }, other) = (graph.places()[press], graph.places()[0]);
        return Err(format!(
            "pressing ({x}, {y}) changes the weighted sum by {}, pressing ({}, {}) by {rate}",
            change(press),
            other.x,
            other.y
        ));
    }
    let sum =
        weights.iter().zip(board.levels()).map(|(&weight, &level)| weight * u64::from(level)).sum::<u64>();
    Ok((rate, sum % modulus))
}

/// Checks that weights prove a board unsolvable.
///
/// # Errors
/// What is missing for a proof.
pub fn check(board: &GraphBoard, places: &[(Press, u8)]) -> Result<(), String> {
    let modulus = u64::from(board.graph().colours());
    match (rate_and_sum(board, places)?, board.turns()) {
        ((0, 0), _) => Err("the weighted sum of the colours is 0".to_owned()),
        ((0, _), _) => Ok(()),
        (_, None) => Err("presses change the weighted sum of the colours".to_owned()),
        ((rate, sum), Some(turns)) if (sum + rate * (turns % modulus)) % modulus != 0 => Ok(()),
        (_, Some(turns)) => Err(format!("{turns} turns bring the weighted sum of the colours to 0")),
    }
}

/// Describes the proof.
pub fn say(board: &GraphBoard, places: &[(Press, u8)]) -> String {
    let modulus = board.graph().colours();
    let Ok((rate, sum)) = rate_and_sum(board, places) else {
        return "weights that prove nothing".to_owned();
    };
    let words = match (rate, board.turns()) {
        (1.., Some(turns)) => {
            let after = (sum + rate * (turns % u64::from(modulus))) % u64::from(modulus);
            format!(
                "multiply every colour by its weight below and add up: every press changes the sum by {rate} modulo {modulus}; it is {sum} now, so after {turns} turns it is {after} and not 0"
            )
        }
        _ => format!(
            "multiply every colour by its weight below and add up: no press changes the sum modulo {modulus}; it is {sum}, so it never becomes 0"
        ),
    };
    let mark = |&(place, weight): &(Press, u8)| Some((place, char::from_digit(u32::from(weight), 36)?));
    match places.iter().map(mark).collect::<Option<Vec<_>>>() {
        Some(marks) => with_picture(words, board, &marks),
        None => words,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::Certificate;
    use crate::rules::Graph;

    /// Two lights that always step together: their difference stays.
    fn pair(levels: [u8; 2], turns: Option<u64>) -> GraphBoard {
        let graph = Graph::plus((0..2).map(|x| Press { x, y: 0 }).collect()).with_colours(3);
        GraphBoard::with_levels(graph, levels.to_vec(), turns)
    }

    fn places(weights: [u8; 2]) -> Vec<(Press, u8)> {
        (0..)
            .zip(weights)
            .filter(|place| place.1 > 0)
            .map(|(x, weight)| (Press { x, y: 0 }, weight))
            .collect()
    }

    #[test]
    fn a_difference_that_stays() {
        assert_eq!(check(&pair([1, 2], None), &places([1, 2])), Ok(()));
        assert_eq!(check(&pair([1, 2], None), &places([2, 1])), Ok(()));
        for bad in [[1, 1], [1, 0], [0, 0]] {
            assert!(check(&pair([1, 2], None), &places(bad)).is_err(), "{bad:?}");
        }
        assert!(check(&pair([2, 2], None), &places([1, 2])).is_err());
        let twice = [(Press { x: 0, y: 0 }, 1), (Press { x: 0, y: 0 }, 1)];
        assert!(check(&pair([1, 2], None), &twice).is_err());
        let said = say(&pair([1, 2], None), &places([1, 2]));
        assert!(said.contains("it is 2, so it never becomes 0") && said.ends_with("\n12"), "{said}");
    }

    #[test]
    fn turns_that_do_not_fit() {
        let board = |turns| pair([1, 1], Some(turns));
        for turns in 0..9 {
            // Each press steps both lights, so two presses and then three more each time.
            assert_eq!(check(&board(turns), &places([1, 0])).is_ok(), turns % 3 != 2, "{turns}");
        }
        assert!(check(&pair([1, 1], None), &places([1, 0])).is_err());
    }

    #[test]
    fn a_document_is_read_back() {
        let certificate = Certificate::WeightedPlaces(places([1, 2]));
        let document = serde_json::to_string(&certificate).unwrap();
        assert_eq!(document, r#"{"weighted_places":[[0,0,1],[1,0,2]]}"#);
        assert_eq!(serde_json::from_str::<Certificate>(&document).unwrap(), certificate);
        assert!(serde_json::from_str::<Certificate>(r#"{"weighted_places":[[0,0,256]]}"#).is_err());
    }
}
