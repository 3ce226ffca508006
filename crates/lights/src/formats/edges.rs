//! Any graph as a list of edges:
//!
//! ```text
//! edges            the first line
//! colours 3        as with rows; turns too
//! no-self          a press changes its neighbours only
//! 0 1              an edge: a press of either changes the other
//! 1 > 2            one way: a press of 1 changes 2
//! 3                a place without edges
//! on 0 2=2         lights that are on: in colour 1, or as said
//! ```
//!
//! A place is a number or a pair such as `2,1`; the number `n` is the place `n,0`. Every press also
//! changes its own light, unless there is a line `no-self`; `3 > 3` then gives 3 its own light
//! back. Lines that begin with `#` are comments.

use std::collections::BTreeMap;
use std::io;

use fewest_core::source::Line;
use fewest_core::{Fault, Source, Span, Written};

use super::header::{self, Header, once, text};
use crate::rules::{Graph, GraphBoard, Press};

/// The name of the format.
pub const ID: &str = "edges";

/// The most memory that a byte of text takes while it is read: a short line may be a place with
/// lists of its own.
pub const PER_BYTE: usize = 100;

/// Whether the text begins with the line `edges`.
pub fn looks_like(source: &Source) -> bool {
    source.lines().next().is_some_and(|line| line.bytes.trim_ascii() == ID.as_bytes())
}

/// The parsed lines.
#[derive(Default)]
struct ParsedEdges {
    header: Header,
    no_self: Option<()>,
    places: Vec<Press>,
    /// A press and a light it changes.
    edges: Vec<(Press, Press)>,
    on: Vec<(Press, u8, Span)>,
}

/// Reads a board.
///
/// # Errors
/// The first mistake, with its position.
pub fn read(source: &Source) -> Result<GraphBoard, Fault> {
    if !looks_like(source) {
        return Err(Fault::new("a list of edges begins with the line `edges`").remedy("put it first"));
    }
    let mut parsed = ParsedEdges::default();
    for line in source.lines().skip(1) {
        let begins = line.bytes.trim_ascii_start().first();
        if begins.is_some_and(|&byte| byte != b'#') && !parsed.header.read_line(&line)? {
            parsed.read_line(&line)?;
        }
    }
    parsed.board()
}

impl ParsedEdges {
    fn read_line(&mut self, line: &Line<'_>) -> Result<(), Fault> {
        let words: Vec<(&[u8], Span)> = line.words().collect();
        match words[..] {
            [(b"no-self", _)] => once(&mut self.no_self, (), "no-self", line)?,
            [(b"on", _), ref lights @ ..] => {
                for &(word, at) in lights {
                    self.light(word, at)?;
                }
            }
            [(one, at)] => {
                let place = place(one, at)?;
                self.places.push(place);
            }
            [(one, at), (other, other_at)] => {
                let (one, other) = (place(one, at)?, place(other, other_at)?);
                self.edges.extend([(one, other), (other, one)]);
            }
            [(one, at), (b">", _), (other, other_at)] => {
                self.edges.push((place(one, at)?, place(other, other_at)?));
            }
            _ => {
                return Err(Fault::new("this is no edge").at(line.span()).remedy(
                    "two places, as in `0 1`, or one way, as in `0 > 1`; `on 0 2` says which lights are on",
                ));
            }
        }
        Ok(())
    }

    fn light(&mut self, word: &[u8], at: Span) -> Result<(), Fault> {
        let (name, level) = match word.iter().position(|&byte| byte == b'=') {
            None => (word, Some(1)),
            Some(equal) => {
                let digits = std::str::from_utf8(&word[equal + 1..]).ok();
                (&word[..equal], digits.and_then(|digits| digits.parse().ok()))
            }
        };
        let level = level.ok_or_else(|| {
            Fault::new(format!("`{}` is no light with a colour", text(word))).at(at).remedy("as in `3=2`")
        })?;
        self.on.push((place(name, at)?, level, at));
        Ok(())
    }

    fn board(self) -> Result<GraphBoard, Fault> {
        let colours = self.header.colours();
        let with_self = self.no_self.is_none();
        let mut changed: BTreeMap<(i64, i64), Vec<Press>> = BTreeMap::new();
        let mut touch = |place: Press| {
            changed.entry((place.y, place.x)).or_insert_with(|| Vec::from_iter(with_self.then_some(place)));
        };
        self.places.iter().copied().for_each(&mut touch);
        self.edges.iter().for_each(|&(press, light)| [press, light].into_iter().for_each(&mut touch));
        for (press, light) in self.edges {
            changed.entry((press.y, press.x)).or_default().push(light);
        }
        if changed.is_empty() {
            return Err(Fault::new("there are no places").remedy("give one edge per line, as in `0 1`"));
        }
        let places = changed.keys().map(|&(y, x)| Press { x, y }).collect();
        let graph = Graph::with_edges(places, |graph, press| {
            let lights = changed.get(&(press.y, press.x)).into_iter().flatten();
            lights.filter_map(|&light| graph.number(light)).map(|light| light as u32).collect()
        });
        let mut levels = vec![0; graph.len()];
        for (place, level, at) in self.on {
            let light = graph.number(place).ok_or_else(|| {
                Fault::new(format!("there is no place {}", name(place)))
                    .at(at)
                    .remedy("name it on a line of its own if it has no edges")
            })?;
            if level >= colours {
                return Err(Fault::new(format!("there is no colour {level}"))
                    .at(at)
                    .remedy(format!("colours are 0 to {}; a line `colours 3` says how many", colours - 1)));
            }
            levels[light] = level;
        }
        Ok(GraphBoard::with_levels(graph.with_colours(colours), levels, self.header.turns()))
    }
}

fn place(word: &[u8], at: Span) -> Result<Press, Fault> {
    let read = || {
        let word = std::str::from_utf8(word).ok()?;
        let (x, y) = word.split_once(',').unwrap_or((word, "0"));
        Some(Press { x: x.parse().ok()?, y: y.parse().ok()? })
    };
    read().ok_or_else(|| {
        Fault::new(format!("`{}` is no place", text(word))).at(at).remedy("a number, or a pair such as 2,1")
    })
}

fn name(place: Press) -> String {
    if place.y == 0 { place.x.to_string() } else { format!("{},{}", place.x, place.y) }
}

/// Writes a board. Every graph with places can be written.
///
/// # Errors
/// Those of the writer.
pub fn write(board: &GraphBoard, out: &mut dyn io::Write) -> io::Result<Written> {
    let graph = board.graph();
    if graph.is_empty() {
        return Ok(Written::No("there are no places".to_owned()));
    }
    let numbers = 0..graph.len() as u32;
    let changes = |press: u32, light: u32| graph.changed_by(press as usize).binary_search(&light).is_ok();
    let with_self = numbers.clone().all(|place| changes(place, place));
    writeln!(out, "{ID}")?;
    header::write(board, out)?;
    if !with_self {
        writeln!(out, "no-self")?;
    }
    let mut named = vec![false; graph.len()];
    let name_of = |number: u32| name(graph.places()[number as usize]);
    for press in numbers.clone() {
        for &light in graph.changed_by(press as usize) {
            let mutual = changes(light, press);
            if (light == press && with_self) || (mutual && light < press) {
                continue;
            }
            let way = if mutual && light != press { " " } else { " > " };
            writeln!(out, "{}{way}{}", name_of(press), name_of(light))?;
            (named[press as usize], named[light as usize]) = (true, true);
        }
    }
    for alone in numbers.clone().filter(|&number| !named[number as usize]) {
        writeln!(out, "{}", name_of(alone))?;
    }
    let lit: Vec<String> = numbers
        .filter(|&light| board.is_lit(light as usize))
        .map(|light| match board.levels()[light as usize] {
            1 => name_of(light),
            level => format!("{}={level}", name_of(light)),
        })
        .collect();
    if !lit.is_empty() {
        writeln!(out, "on {}", lit.join(" "))?;
    }
    Ok(Written::Yes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read_text(text: &str) -> Result<GraphBoard, Fault> {
        read(&Source::new("edges", text))
    }

    fn written(board: &GraphBoard) -> String {
        let mut text = Vec::new();
        assert_eq!(write(board, &mut text).unwrap(), Written::Yes);
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn a_triangle_and_a_lonely_light() {
        let text = "edges\ncolours 3\nturns 4\n0 1\n0 > 2\n1 2\n5\non 0 2=2\n";
        let board = read_text(text).unwrap();
        let graph = board.graph();
        assert_eq!((graph.len(), graph.colours(), board.turns()), (4, 3, Some(4)));
        assert_eq!(
            (graph.changed_by(0), graph.changed_by(1), graph.changed_by(2)),
            (&[0, 1, 2][..], &[0, 1, 2][..], &[1, 2][..])
        );
        assert_eq!(board.levels(), [1, 0, 2, 0]);
        assert_eq!(written(&board), text);
    }

    #[test]
    fn without_itself_unless_said() {
        let board = read_text("edges\nno-self\n# a remark\n0 1\n1 > 1\n").unwrap();
        assert_eq!((board.graph().changed_by(0), board.graph().changed_by(1)), (&[1][..], &[0, 1][..]));
        assert_eq!(written(&board), "edges\nno-self\n0 1\n1 > 1\n");
    }

    #[test]
    fn bad_edges_have_a_place_and_a_remedy() {
        for (text, what, place) in [
            ("edges\n0 1 2\n", "this is no edge", "0 1 2"),
            ("edges\n0 < 2\n", "this is no edge", "0 < 2"),
            ("edges\n0 x\n", "`x` is no place", "x"),
            ("edges\n1.5\n", "`1.5` is no place", "1.5"),
            ("edges\n0 1,2,3\n", "`1,2,3` is no place", "1,2,3"),
            ("edges\n0 1\non 2\n", "there is no place 2", "2"),
            ("edges\n0 1\non 0=2\n", "there is no colour 2", "0=2"),
            ("edges\n0 1\non 0=\n", "`0=` is no light with a colour", "0="),
            ("edges\nno-self\nno-self\n", "no-self is said twice", "no-self"),
            ("edges\ncolours 0\n", "`0` is no number of colours from 2 to 255", "0"),
        ] {
            let fault = read_text(text).unwrap_err();
            assert_eq!(fault.what, what, "{text:?}");
            let at = fault.at.unwrap_or_else(|| panic!("{text:?} has no place"));
            assert_eq!(&text[at.start..at.end], place, "{text:?}");
            assert!(fault.remedy.is_some(), "{text:?}");
        }
        assert_eq!(read_text("edges\n").unwrap_err().what, "there are no places");
        assert!(read_text("0 1\n").unwrap_err().remedy.is_some());
    }

    proptest! {
        #[test]
        fn every_graph_is_written_and_read_back(
            edges in prop::collection::vec(((-2..3_i64, -1..2_i64), (-2..3_i64, -1..2_i64)), 0..30),
            levels in prop::collection::vec(0..5_u8, 15),
            colours in 2..6_u8,
        ) {
            let place = |(x, y)| Press { x, y };
            let places = edges.iter().flat_map(|&(from, to)| [place(from), place(to)]).chain([place((9, 9))]).collect();
            let graph = Graph::with_edges(places, |graph, press| {
                let from_here = edges.iter().filter(|edge| place(edge.0) == press);
                from_here.filter_map(|edge| graph.number(place(edge.1))).map(|light| light as u32).collect()
            });
            let levels = levels.iter().chain([&1]).map(|level| level % colours).take(graph.len()).collect();
            let board = GraphBoard::with_levels(graph.with_colours(colours), levels, None);
            prop_assert_eq!(read_text(&written(&board)).unwrap(), board);
        }
    }
}
