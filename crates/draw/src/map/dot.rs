//! A map as Graphviz reads it: `neato -n2 -Tsvg map.dot` draws it as it is laid out here, `dot` and `sfdp` in their own ways.

use std::io;

use fewest::Map;

use super::Caption;
use super::graphml::{kind, on_path};
use super::scale::{LOST, colour};

pub(super) fn write(map: &Map, caption: &Caption, out: &mut dyn io::Write) -> io::Result<()> {
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
        // Down is up there.
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
