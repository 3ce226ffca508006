//! A map as GraphML, the XML that Gephi, yEd, networkx and igraph read.

use std::io;

use fewest::Map;

const HEAD: &str = "\
<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">
<key id=\"from_start\" for=\"node\" attr.name=\"from_start\" attr.type=\"int\"/>
<key id=\"to_goal\" for=\"node\" attr.name=\"to_goal\" attr.type=\"int\"/>
<key id=\"kind\" for=\"node\" attr.name=\"kind\" attr.type=\"string\"/>
<key id=\"x\" for=\"node\" attr.name=\"x\" attr.type=\"float\"/>
<key id=\"y\" for=\"node\" attr.name=\"y\" attr.type=\"float\"/>
<key id=\"on_path\" for=\"edge\" attr.name=\"on_path\" attr.type=\"boolean\"><default>false</default></key>
";

pub(super) fn write(map: &Map, out: &mut dyn io::Write) -> io::Result<()> {
    let mut out = io::BufWriter::new(out);
    let out: &mut dyn io::Write = &mut out;
    let way = if map.directed { "directed" } else { "undirected" };
    writeln!(out, "{HEAD}<graph id=\"map\" edgedefault=\"{way}\">")?;
    for (position, (place, far)) in map.places.iter().zip(&map.from_start).enumerate() {
        write!(out, "<node id=\"n{position}\"><data key=\"from_start\">{far}</data>")?;
        if let Some(left) = map.to_goal[position] {
            write!(out, "<data key=\"to_goal\">{left}</data>")?;
        }
        if let Some(kind) = kind(map, position) {
            write!(out, "<data key=\"kind\">{kind}</data>")?;
        }
        writeln!(out, "<data key=\"x\">{}</data><data key=\"y\">{}</data></node>", place.0, place.1)?;
    }
    for &(from, to) in &map.edges {
        let path = if on_path(map, from, to) { "<data key=\"on_path\">true</data>" } else { "" };
        writeln!(out, "<edge source=\"n{from}\" target=\"n{to}\">{path}</edge>")?;
    }
    writeln!(out, "</graph>\n</graphml>")?;
    out.flush()
}

/// What a position is besides one among many.
pub(super) fn kind(map: &Map, position: usize) -> Option<&'static str> {
    match (position, map.is_goal(position)) {
        (0, false) => Some("start"),
        (0, true) => Some("start and goal"),
        (_, true) => Some("goal"),
        (_, false) => None,
    }
}

/// Whether a move is one of the solution.
pub(super) fn on_path(map: &Map, from: u32, to: u32) -> bool {
    let follows = |from: u32, to: u32| {
        let at = map.path.iter().position(|&position| position == from);
        at.is_some_and(|at| map.path.get(at + 1) == Some(&to))
    };
    follows(from, to) || !map.directed && follows(to, from)
}
