//! Proofs by linear algebra: the order in which presses follow from lights.

use fewest_verify::lights::ALGEBRA;

use crate::write;

/// A board of lights, read from the text for the checker.
#[derive(Debug)]
pub(crate) struct Lights {
    /// The number of columns, if the board is a rectangle.
    width: Option<usize>,
    lights: usize,
    /// The place of each press, as (column, row).
    pub(crate) places: Vec<(i64, i64)>,
    changes: Vec<Vec<usize>>,
}

impl Lights {
    /// Reads the text for the checker. `None` if it is no board of lights.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let (mut rows, mut lights, mut places, mut changes) = (0, 0, Vec::new(), Vec::new());
        let mut width = None;
        for line in text.strip_prefix("fewest puzzle 1\nlights presses\n")?.lines() {
            match line.split_once(' ') {
                Some(("row", row)) => {
                    places.extend((0..row.len() as i64).map(|column| (column, rows)));
                    rows += 1;
                    width = Some(row.len());
                }
                Some(("levels", levels)) => lights = levels.split(' ').count(),
                Some(("press", press)) => {
                    let (place, changed) = press.split_once(':')?;
                    let (column, row) = place.split_once(',')?;
                    places.push((column.parse().ok()?, row.parse().ok()?));
                    let numbers = changed.split_whitespace().map(str::parse);
                    changes.push(numbers.collect::<Result<Vec<usize>, _>>().ok()?);
                }
                _ => {}
            }
        }
        if let Some(width) = width {
            let height = places.len() / width;
            lights = places.len();
            changes = (0..lights).map(|at| neighbours(at, width, height)).collect();
        }
        Some(Self { width, lights, places, changes })
    }

    /// Returns the number of the press at a place.
    pub(crate) fn press(&self, place: (i64, i64)) -> Option<usize> {
        match self.width {
            Some(width) => {
                let (column, row) = (usize::try_from(place.0).ok()?, usize::try_from(place.1).ok()?);
                Some(row * width + column).filter(|&at| column < width && at < self.lights)
            }
            // Row by row, as the family numbers them.
            None => self.places.binary_search_by_key(&(place.1, place.0), |&(x, y)| (y, x)).ok(),
        }
    }

    /// Returns the data of a proof: unknown presses, and the order in which all others follow from lights. From each
    /// light in turn follows the last of the presses that are not known yet; the others that it needs
    /// become unknowns. On a rectangle this is light chasing, row by row.
    pub(crate) fn order(&self) -> Vec<u8> {
        let mut presses = vec![Vec::new(); self.lights];
        for (press, lights) in self.changes.iter().enumerate() {
            lights.iter().for_each(|&light| presses[light].push(press));
        }
        // The shorter side of a rectangle is guessed.
        let mut lights: Vec<usize> = (0..self.lights).collect();
        if let Some(width) = self.width.filter(|&width| width * width > self.lights) {
            lights.sort_by_key(|&light| (light % width, light / width));
            presses.iter_mut().for_each(|all| all.sort_by_key(|&press| (press % width, press / width)));
        }
        let mut is_known = vec![false; self.changes.len()];
        let (mut unknowns, mut steps) = (Vec::new(), Vec::new());
        for light in lights {
            let mut open: Vec<usize> =
                presses[light].iter().copied().filter(|&press| !is_known[press]).collect();
            let Some(last) = open.pop() else { continue };
            open.iter().chain([&last]).for_each(|&press| is_known[press] = true);
            unknowns.extend(open);
            steps.push((light, last));
        }
        unknowns.extend((0..is_known.len()).filter(|&press| !is_known[press]));
        let mut out = vec![ALGEBRA];
        write::count(&mut out, unknowns.len());
        unknowns.iter().for_each(|&press| write::count(&mut out, press));
        for (light, press) in steps {
            write::count(&mut out, light);
            write::count(&mut out, press);
        }
        out
    }
}

/// Returns the cell and those above, below, left and right of it.
pub(crate) fn neighbours(at: usize, width: usize, height: usize) -> Vec<usize> {
    let (column, row) = (at % width, at / width);
    let beside = [
        (row > 0).then(|| at - width),
        (column > 0).then(|| at - 1),
        Some(at),
        (column + 1 < width).then_some(at + 1),
        (row + 1 < height).then_some(at + width),
    ];
    beside.into_iter().flatten().collect()
}
