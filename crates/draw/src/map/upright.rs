//! Turns a map so that it is wider than high, with the start at the left and above.

use fewest::Map;

use super::Spot;

pub(crate) fn turn(map: &Map, spots: &mut [Spot]) {
    let count = spots.len().max(1) as f64;
    let sum = spots.iter().fold([0.0, 0.0], |sum, spot| [sum[0] + spot[0], sum[1] + spot[1]]);
    let middle = sum.map(|all| all / count);
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for spot in spots.iter_mut() {
        *spot = [spot[0] - middle[0], spot[1] - middle[1]];
        xx += spot[0] * spot[0];
        xy += spot[0] * spot[1];
        yy += spot[1] * spot[1];
    }
    let [right, down] = longest(xx, xy, yy);
    for spot in spots.iter_mut() {
        *spot = [spot[0] * right + spot[1] * down, spot[1] * right - spot[0] * down];
    }
    // The first position is the start.
    let flips = spots.first().map_or([false, false], |start| start.map(|value| value > 0.0));
    // A way that ends left of where it begins would be read backwards.
    let ends = map.path.last().and_then(|&end| spots.get(end as usize)).zip(spots.first());
    let backwards = ends.map_or(flips[0], |(end, start)| end[0] < start[0]);
    for spot in spots {
        *spot = [if backwards { -spot[0] } else { spot[0] }, if flips[1] { -spot[1] } else { spot[1] }];
    }
}

/// The direction in which points with these sums of squares and products are spread most, one long.
fn longest(xx: f64, xy: f64, yy: f64) -> Spot {
    let half = (xx - yy) / 2.0;
    let root = (half * half + xy * xy).sqrt();
    // Of the two ways to write the vector, the one that loses no digits.
    let direction = if half >= 0.0 { [half + root, xy] } else { [xy, root - half] };
    let length = (direction[0] * direction[0] + direction[1] * direction[1]).sqrt();
    if length > 1e-12 { direction.map(|part| part / length) } else { [1.0, 0.0] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_side_lies_flat_and_the_start_at_the_left() {
        let map = Map { path: vec![0, 2], ..Map::default() };
        let mut spots = vec![[5.0, 5.0], [4.0, 4.2], [1.0, 1.0]];
        turn(&map, &mut spots);
        assert!(spots[0][0] < spots[1][0] && spots[1][0] < spots[2][0], "{spots:?}");
        assert!(spots.iter().all(|spot| spot[1].abs() < 0.2), "{spots:?}");
        let width = spots[2][0] - spots[0][0];
        assert!((width - 32.0_f64.sqrt()).abs() < 1e-3, "turning keeps lengths: {width}");
    }
}
