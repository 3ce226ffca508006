//! The graph of a puzzle: places anywhere in the plane, and for each press the lights it changes.
//! As a matrix over GF(2) it is the system that the solvers solve (Sutner 1989).
//!
//! ```text
//!   cells                        numbers            press 3 changes
//!   (0,0) (1,0)                  0  1
//!         (1,1) (2,1)               2  3            2 3
//!         (1,2)                     4
//! ```
//!
//! Places are numbered row by row. A graph is adjacency lists and nothing more: solving, checking
//! and playing do not depend on the neighbourhood that made it. Another kind of board is therefore
//! another constructor.

use std::fmt;

use crate::rules::cells::Press;

/// The plus neighbourhood: a press changes its own light and those above, below, left and right.
pub const PLUS: [(i64, i64); 5] = [(0, -1), (-1, 0), (0, 0), (1, 0), (0, 1)];

/// A directed graph in compressed rows: places, and for the press of each the lights it changes.
#[derive(Clone, PartialEq, Eq)]
pub struct Graph {
    /// Ascending by row, then column.
    places: Vec<Press>,
    /// The lights that press `p` changes are `changed[starts[p]..starts[p + 1]]`.
    starts: Vec<u32>,
    changed: Vec<u32>,
    /// The width of the rectangle that the places fill, if they fill one. Numbers of places are
    /// then computed instead of searched.
    filled: Option<u32>,
    /// The number of colours that a light steps through; the first is off.
    colours: u8,
}

/// The sort key by which places are numbered.
fn row_by_row(place: &Press) -> (i64, i64) {
    (place.y, place.x)
}

impl Graph {
    /// Returns the graph over a set of cells where a press changes the places at these offsets, as
    /// far as they exist. Cells named twice count once. Linear in cells times offsets, apart from
    /// sorting.
    pub fn over(mut cells: Vec<Press>, offsets: &[(i64, i64)]) -> Self {
        cells.sort_unstable_by_key(row_by_row);
        cells.dedup();
        let beside: Vec<Vec<Option<u32>>> = offsets.iter().map(|&offset| moved(&cells, offset)).collect();
        let changes = (0..cells.len()).map(|place| beside.iter().filter_map(move |found| found[place]));
        let (starts, changed) = lists(changes);
        Self { filled: filled(&cells), places: cells, starts, changed, colours: 2 }
    }

    /// Returns the graph over a set of cells where `changed` lists by number the lights that a
    /// press changes; numbers given twice count once. `changed` receives the graph without edges,
    /// to look numbers up.
    pub fn with_edges(mut cells: Vec<Press>, changed: impl Fn(&Self, Press) -> Vec<u32>) -> Self {
        cells.sort_unstable_by_key(row_by_row);
        cells.dedup();
        let bare = Self {
            filled: filled(&cells),
            places: cells,
            starts: Vec::new(),
            changed: Vec::new(),
            colours: 2,
        };
        let (starts, changed) = lists(bare.places.iter().map(|&press| {
            let mut lights = changed(&bare, press);
            lights.sort_unstable();
            lights.dedup();
            lights
        }));
        Self { starts, changed, ..bare }
    }

    /// Returns the same graph with lights of that many colours. Panics if `colours` is below 2.
    #[must_use]
    pub fn with_colours(mut self, colours: u8) -> Self {
        assert!(colours >= 2, "a light that cannot change");
        self.colours = colours;
        self
    }

    /// Returns the graph of the plus neighbourhood over any set of cells.
    pub fn plus(cells: Vec<Press>) -> Self {
        Self::over(cells, &PLUS)
    }

    /// Number of places.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there are no places.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Returns the places by number.
    pub fn places(&self) -> &[Press] {
        &self.places
    }

    /// Number of colours that a light steps through.
    pub fn colours(&self) -> u8 {
        self.colours
    }

    /// Returns the number of a place; None if there is no such place.
    pub fn number(&self, place: Press) -> Option<usize> {
        if let Some(width) = self.filled {
            let first = self.places[0];
            let right = u64::try_from(place.x.checked_sub(first.x)?).ok()?;
            let down = usize::try_from(place.y.checked_sub(first.y)?).ok()?;
            let number = down.checked_mul(width as usize)?.checked_add(right as usize)?;
            return (right < u64::from(width) && number < self.len()).then_some(number);
        }
        self.places.binary_search_by_key(&row_by_row(&place), row_by_row).ok()
    }

    /// Returns columns and rows if the places fill a rectangle, else None.
    pub fn rectangle(&self) -> Option<(usize, usize)> {
        self.filled.map(|width| (width as usize, self.len() / width as usize))
    }

    /// Whether the adjacency matrix is symmetric: a press of one light changes another exactly if a
    /// press of the other changes the one.
    pub fn is_symmetric(&self) -> bool {
        self.transposed() == *self
    }

    /// Returns the lights that a press changes, by number.
    pub fn changed_by(&self, press: usize) -> &[u32] {
        &self.changed[self.starts[press] as usize..self.starts[press + 1] as usize]
    }

    /// Returns the graph with presses and lights exchanged: its press `p` changes the lights whose
    /// presses change `p` here.
    pub fn transposed(&self) -> Self {
        // First the number of entries of each list, then where each begins, then how far it is
        // filled.
        let mut starts = vec![0; self.len() + 1];
        self.changed.iter().for_each(|&light| starts[light as usize + 1] += 1);
        for light in 0..self.len() {
            starts[light + 1] += starts[light];
        }
        let mut next = starts.clone();
        let mut changed = vec![0; self.changed.len()];
        for press in 0..self.len() {
            for &light in self.changed_by(press) {
                let at = &mut next[light as usize];
                changed[*at as usize] = press as u32;
                *at += 1;
            }
        }
        Self { places: self.places.clone(), starts, changed, filled: self.filled, colours: self.colours }
    }

    /// Returns the connected components as ascending lists of place numbers.
    pub fn components(&self) -> Vec<Vec<u32>> {
        let back = self.transposed();
        let mut component_of = vec![None; self.len()];
        let mut components: Vec<Vec<u32>> = Vec::new();
        for first in 0..self.len() {
            if component_of[first].is_some() {
                continue;
            }
            let component = components.len();
            component_of[first] = Some(component);
            let mut waiting = vec![first];
            while let Some(place) = waiting.pop() {
                for &next in self.changed_by(place).iter().chain(back.changed_by(place)) {
                    let next = next as usize;
                    if component_of[next].is_none() {
                        component_of[next] = Some(component);
                        waiting.push(next);
                    }
                }
            }
            components.push(Vec::new());
        }
        for (place, component) in component_of.into_iter().enumerate() {
            components[component.expect("every place is in a part")].push(place as u32);
        }
        components
    }

    /// Returns one of the [components](Self::components) as a graph of its own.
    pub fn subgraph(&self, numbers: &[u32]) -> Self {
        if numbers.len() == self.len() {
            return self.clone();
        }
        let here =
            |light: &u32| numbers.binary_search(light).expect("no press reaches beyond its part") as u32;
        let (starts, changed) =
            lists(numbers.iter().map(|&press| self.changed_by(press as usize).iter().map(here)));
        let places: Vec<Press> = numbers.iter().map(|&number| self.places[number as usize]).collect();
        Self { filled: filled(&places), places, starts, changed, colours: self.colours }
    }
}

/// Returns the width of the rectangle that these places fill; None if they fill none.
fn filled(places: &[Press]) -> Option<u32> {
    let first = *places.first()?;
    let width = places.iter().take_while(|place| place.y == first.y).count();
    let follows = |(number, place): (usize, &Press)| {
        let (x, y) = ((number % width) as i64, (number / width) as i64);
        (first.x.checked_add(x), first.y.checked_add(y)) == (Some(place.x), Some(place.y))
    };
    let fills = places.len().is_multiple_of(width) && places.iter().enumerate().all(follows);
    u32::try_from(width).ok().filter(|_| fills)
}

/// Returns for each place the number of the place at an offset from it. Both lists ascend, so one
/// merge pass is enough.
fn moved(places: &[Press], (dx, dy): (i64, i64)) -> Vec<Option<u32>> {
    let mut at = 0;
    let find = |place: &Press| {
        let wanted = (place.y.checked_add(dy)?, place.x.checked_add(dx)?);
        while places.get(at).is_some_and(|other| row_by_row(other) < wanted) {
            at += 1;
        }
        places.get(at).filter(|other| row_by_row(other) == wanted).map(|_| at as u32)
    };
    places.iter().map(find).collect()
}

/// Concatenates lists. Returns where each begins, and all of them.
fn lists(of: impl Iterator<Item = impl IntoIterator<Item = u32>>) -> (Vec<u32>, Vec<u32>) {
    let (mut starts, mut all) = (vec![0], Vec::new());
    for list in of {
        all.extend(list);
        starts.push(u32::try_from(all.len()).expect("a graph has fewer than 2^32 edges"));
    }
    (starts, all)
}

impl fmt::Debug for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "graph of {}", self.len())?;
        if self.len() > 200 {
            return Ok(());
        }
        self.places.iter().try_for_each(|place| write!(f, " ({}, {})", place.x, place.y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::any_places;
    use proptest::prelude::*;

    fn graph(cells: &[(i64, i64)]) -> Graph {
        Graph::plus(cells.iter().map(|&(x, y)| Press { x, y }).collect())
    }

    #[test]
    fn the_figure() {
        let graph = graph(&[(1, 2), (0, 0), (2, 1), (1, 0), (1, 1), (1, 1)]);
        assert_eq!(graph.len(), 5);
        assert_eq!(graph.changed_by(3), [2, 3]);
        assert_eq!(graph.changed_by(2), [1, 2, 3, 4]);
        assert_eq!(graph.number(Press { x: 1, y: 2 }), Some(4));
        assert_eq!(graph.number(Press { x: 0, y: 1 }), None);
    }

    #[test]
    fn islands_are_parts() {
        let graph = graph(&[(0, 0), (5, 0), (0, 1), (6, 0), (-9, 7)]);
        assert_eq!(graph.components(), [vec![0, 3], vec![1, 2], vec![4]]);
        assert_eq!(graph.subgraph(&[1, 2]).changed_by(0), [0, 1]);
    }

    #[test]
    fn coordinates_at_the_end_of_the_world_have_no_neighbours_beyond_it() {
        let graph = graph(&[(i64::MAX, i64::MIN), (i64::MIN, i64::MAX)]);
        assert_eq!(graph.changed_by(0), [0]);
        assert_eq!(graph.changed_by(1), [1]);
    }

    #[test]
    fn a_rectangle_is_known_and_nothing_else_is() {
        let cells = |width: i64, height: i64| {
            (0..height).flat_map(move |y| (0..width).map(move |x| (x - 2, y + 5))).collect::<Vec<_>>()
        };
        let rectangle = graph(&cells(4, 3));
        assert_eq!(rectangle.rectangle(), Some((4, 3)));
        for (number, &place) in rectangle.places().iter().enumerate() {
            assert_eq!(rectangle.number(place), Some(number));
        }
        for (x, y) in [(-3, 5), (2, 5), (-2, 4), (-2, 8), (i64::MAX, 5), (i64::MIN, i64::MIN), (0, i64::MAX)]
        {
            assert_eq!(rectangle.number(Press { x, y }), None);
        }
        assert_eq!(graph(&cells(4, 3)[1..]).rectangle(), None);
        assert_eq!(graph(&cells(4, 3)[..11]).rectangle(), None);
        assert_eq!(graph(&[]).rectangle(), None);
    }

    proptest! {
        #[test]
        fn presses_change_exactly_the_neighbours(cells in any_places(4, 40)) {
            let graph = Graph::plus(cells);
            for (number, a) in graph.places().iter().enumerate() {
                let near = |b: &Press| a.x.abs_diff(b.x) + a.y.abs_diff(b.y) <= 1;
                let expected: Vec<u32> =
                    (0..graph.len() as u32).filter(|&other| near(&graph.places()[other as usize])).collect();
                prop_assert_eq!(graph.changed_by(number), expected);
            }
            prop_assert_eq!(&graph.transposed(), &graph, "neighbours are each other's");
            prop_assert_eq!(graph.components().concat().len(), graph.len());
        }
    }
}
