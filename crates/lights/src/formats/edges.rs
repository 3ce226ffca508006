//! Any net as a list of edges:
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
//! A place is a number or a pair such as `2,1`; the number `n` is the place `n,0`. Every press also changes its own light, unless
//! `no-self` says otherwise; `3 > 3` then gives 3 its own light back. Lines that begin with `#` are remarks.

use std::collections::BTreeMap;
use std::io;

use super::super::board::Press;
use super::super::net::Net;
use super::super::net_board::NetBoard;
use super::header::{self, Header, once, text};
use fewest_core::source::Line;
use fewest_core::{Fault, Source, Span, Written};

/// The name of the format.
pub const ID: &str = "edges";

/// The most memory that a byte of text takes while it is read: a short line may be a place with lists of its own.
pub const PER_BYTE: usize = 100;

/// Whether the text begins with the line that all such texts begin with.
pub fn looks_like(source: &Source) -> bool {
    source.lines().next().is_some_and(|line| line.bytes.trim_ascii() == ID.as_bytes())
}

/// What the lines say.
#[derive(Default)]
struct Said {
    header: Header,
    no_self: Option<()>,
    places: Vec<Press>,
    /// A press and a light it changes.
    wires: Vec<(Press, Press)>,
    on: Vec<(Press, u8, Span)>,
}

/// Reads a board.
///
/// # Errors
/// The first thing that is wrong, with its place.
pub fn read(source: &Source) -> Result<NetBoard, Fault> {
    if !looks_like(source) {
        return Err(Fault::new("a list of edges begins with the line `edges`").remedy("put it first"));
    }
    let mut said = Said::default();
    for line in source.lines().skip(1) {
        let begins = line.bytes.trim_ascii_start().first();
        if begins.is_some_and(|&byte| byte != b'#') && !said.header.hear(&line)? {
            said.hear(&line)?;
        }
    }
    said.board()
}

impl Said {
    fn hear(&mut self, line: &Line<'_>) -> Result<(), Fault> {
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
                self.wires.extend([(one, other), (other, one)]);
            }
            [(one, at), (b">", _), (other, other_at)] => {
                self.wires.push((place(one, at)?, place(other, other_at)?));
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

    fn board(self) -> Result<NetBoard, Fault> {
        let colours = self.header.colours();
        let with_self = self.no_self.is_none();
        let mut changed: BTreeMap<(i64, i64), Vec<Press>> = BTreeMap::new();
        let mut touch = |place: Press| {
            changed.entry((place.y, place.x)).or_insert_with(|| Vec::from_iter(with_self.then_some(place)));
        };
        self.places.iter().copied().for_each(&mut touch);
        self.wires.iter().for_each(|&(press, light)| [press, light].into_iter().for_each(&mut touch));
        for (press, light) in self.wires {
            changed.entry((press.y, press.x)).or_default().push(light);
        }
        if changed.is_empty() {
            return Err(Fault::new("there are no places").remedy("an edge a line, as in `0 1`"));
        }
        let places = changed.keys().map(|&(y, x)| Press { x, y }).collect();
        let net = Net::wired(places, |net, press| {
            let lights = changed.get(&(press.y, press.x)).into_iter().flatten();
            lights.filter_map(|&light| net.number(light)).map(|light| light as u32).collect()
        });
        let mut levels = vec![0; net.len()];
        for (place, level, at) in self.on {
            let light = net.number(place).ok_or_else(|| {
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
        Ok(NetBoard::with_levels(net.with_colours(colours), levels, self.header.turns()))
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

/// Writes a board; every net can be written so.
///
/// # Errors
/// Those of the writer.
pub fn write(board: &NetBoard, out: &mut dyn io::Write) -> io::Result<Written> {
    let net = board.net();
    if net.is_empty() {
        return Ok(Written::No("there are no places".to_owned()));
    }
    let numbers = 0..net.len() as u32;
    let changes = |press: u32, light: u32| net.changed_by(press as usize).binary_search(&light).is_ok();
    let with_self = numbers.clone().all(|place| changes(place, place));
    writeln!(out, "{ID}")?;
    header::write(board, out)?;
    if !with_self {
        writeln!(out, "no-self")?;
    }
    let mut named = vec![false; net.len()];
    let name_of = |number: u32| name(net.places()[number as usize]);
    for press in numbers.clone() {
        for &light in net.changed_by(press as usize) {
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
#[path = "edges_tests.rs"]
mod tests;
