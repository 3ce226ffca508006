//! Maps as graph files: GraphML for Gephi, yEd, networkx and igraph, and DOT for Graphviz. `neato
//! -n2 -Tsvg map.dot` draws the map with its places; `dot` and `sfdp` use layouts of their own.

use std::io;

use fewest::Map;

use super::figure::Caption;
use super::scale::{LOST, colour};

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

pub(super) fn write_graphml(map: &Map, out: &mut dyn io::Write) -> io::Result<()> {
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

pub(super) fn write_dot(map: &Map, caption: &Caption, out: &mut dyn io::Write) -> io::Result<()> {
    let mut out = io::BufWriter::new(out);
    let out: &mut dyn io::Write = &mut out;
    let (graph, arrow) = if map.directed { ("digraph", "->") } else { ("graph", "--") };
    let name = caption.title.replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(out, "{graph} \"{name}\" {{\nnode [shape=point, width=0.08, style=filled];")?;
    let farthest = map.to_goal.iter().copied().flatten().max().unwrap_or(0).max(1);
    for (position, (place, left)) in map.places.iter().zip(&map.to_goal).enumerate() {
        let shade = left.map_or(LOST, |left| colour(left as f32 / farthest as f32)).hex();
        let shape = match kind(map, position) {
            None => "",
            Some("start") => ", shape=triangle, width=0.3",
            Some(_) => ", shape=diamond, width=0.2",
        };
        let far = map.from_start[position];
        let left = left.map_or_else(|| "none".to_owned(), |left| left.to_string());
        // The y axis of Graphviz points up.
        let (right, up) = (place.0, -place.1);
        writeln!(
            out,
            "n{position} [label=\"\", pos=\"{right},{up}\", fillcolor=\"{shade}\", color=\"{shade}\", from_start={far}, \
             to_goal={left}{shape}];"
        )?;
    }
    for &(from, to) in &map.edges {
        let bold = if on_path(map, from, to) { " [penwidth=4]" } else { "" };
        writeln!(out, "n{from} {arrow} n{to}{bold};")?;
    }
    writeln!(out, "}}")?;
    out.flush()
}

/// Returns the kind of a position. None if it is neither start nor goal.
fn kind(map: &Map, position: usize) -> Option<&'static str> {
    match (position, map.is_goal(position)) {
        (0, false) => Some("start"),
        (0, true) => Some("start and goal"),
        (_, true) => Some("goal"),
        (_, false) => None,
    }
}

/// Returns whether a move belongs to the solution.
fn on_path(map: &Map, from: u32, to: u32) -> bool {
    let follows = |from: u32, to: u32| {
        let at = map.path.iter().position(|&position| position == from);
        at.is_some_and(|at| map.path.get(at + 1) == Some(&to))
    };
    follows(from, to) || !map.directed && follows(to, from)
}
