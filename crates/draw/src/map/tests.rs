use std::collections::HashSet;
use std::ops::ControlFlow;

use fewest::service::{Context, Counters, Map, MapOptions, PuzzleText, Stop, example};

use super::{Caption, DEFAULT_PIXELS, MapFormat, path_of_dots, path_of_lines, write_map};
use crate::lay_out;

fn map(name: &str) -> Map {
    let (_, example) = example(name).expect("it is there");
    let position = PuzzleText::text(name, example.text).open_one().expect("it can be read").position;
    position.map(&MapOptions::default(), &Context::default()).expect("it has a map")
}

fn laid_out(name: &str) -> Map {
    let mut map = map(name);
    lay_out(&mut map, &Context::default()).expect("the context never stops");
    map
}

/// Returns a map of `count` positions with these edges, whose solution visits all of them.
fn plain(count: u32, edges: Vec<(u32, u32)>) -> Map {
    Map {
        positions: count.into(),
        solved: 1,
        from_start: (0..count).collect(),
        to_goal: (0..count).rev().map(Some).collect(),
        path: (0..count).collect(),
        edges,
        ..Map::default()
    }
}

fn written(map: &Map, kind: MapFormat) -> String {
    let (one, many) = ("step".to_owned(), "steps".to_owned());
    let caption = Caption { title: "a \"<b>\" & c".to_owned(), one, many, pixels: DEFAULT_PIXELS };
    let mut out = Vec::new();
    write_map(map, &caption, kind, &mut out).expect("memory");
    String::from_utf8_lossy(&out).into_owned()
}

#[test]
fn every_position_has_a_place_of_its_own() {
    for name in ["five-hardest", "triangle", "walled-in"] {
        let map = laid_out(name);
        let places: HashSet<_> =
            map.places.iter().map(|place| (place.0.to_bits(), place.1.to_bits())).collect();
        assert_eq!(places.len(), map.len(), "{name}");
        assert!(map.places.iter().all(|place| place.0.is_finite() && place.1.is_finite()), "{name}");
        let side = map.places.iter().fold(0.0_f32, |most, place| most.max(place.0).max(place.1));
        assert!(map.len() == 1 || side == 1_000.0, "{name}: {side}");
    }
}

#[test]
fn the_same_map_has_the_same_places_with_any_number_of_threads() {
    let once = laid_out("triangle");
    let mut again = map("triangle");
    let cx = Context::new(3, 1 << 30, &|_: &Counters| ControlFlow::Continue(()));
    lay_out(&mut again, &cx).expect("the context never stops");
    assert!(once == again && once.len() > 1_000, "{} positions", once.len());
}

#[test]
fn edges_are_shorter_than_other_distances() {
    let map = laid_out("five-hardest");
    let far = |one: usize, other: usize| {
        let (one, other) = (map.places[one], map.places[other]);
        (one.0 - other.0).hypot(one.1 - other.1)
    };
    let mean = |lengths: Vec<f32>| lengths.iter().sum::<f32>() / lengths.len() as f32;
    let moves = mean(map.edges.iter().map(|&(from, to)| far(from as usize, to as usize)).collect());
    let any = mean((0..map.len() * 10).map(|at| far(at % map.len(), at * 7919 % map.len())).collect());
    assert!(5.0 * moves < any, "moves {moves}, any two positions {any}");
}

#[test]
fn a_line_lies_flat_from_the_start_to_the_goal() {
    let mut line = plain(30, (0..29).map(|at| (at, at + 1)).collect());
    lay_out(&mut line, &Context::default()).expect("the context never stops");
    assert!(line.places.windows(2).all(|pair| pair[0].0 < pair[1].0), "{:?}", line.places);
    for count in 1..4 {
        let mut tiny = plain(count, (1..count).map(|at| (0, at)).collect());
        lay_out(&mut tiny, &Context::default()).expect("the context never stops");
        assert!(written(&tiny, MapFormat::Svg).ends_with("</svg>\n"));
    }
}

#[test]
fn a_layout_stops_at_the_limits_of_its_context() {
    let cx = Context::new(1, 1 << 30, &|_: &Counters| ControlFlow::Break(Stop::Interrupt));
    assert_eq!(lay_out(&mut map("five-hardest"), &cx), Err(Stop::Interrupt));
    let small = Context::new(1, 1_000, &|_: &Counters| ControlFlow::Continue(()));
    assert_eq!(lay_out(&mut map("five-hardest"), &small), Err(Stop::Memory));
}

#[test]
fn graph_files_have_nodes_edges_and_the_solution() {
    let mut line = plain(3, vec![(0, 1), (1, 2)]);
    line.to_goal = vec![Some(1), Some(0), None];
    line.path = vec![0, 1];
    lay_out(&mut line, &Context::default()).expect("the context never stops");
    let graphml = written(&line, MapFormat::Graphml);
    assert!(graphml.contains("edgedefault=\"undirected\"") && graphml.ends_with("</graphml>\n"), "{graphml}");
    assert_eq!((graphml.matches("<node ").count(), graphml.matches("<edge ").count()), (3, 2));
    assert_eq!((graphml.matches("\"to_goal\">").count(), graphml.matches("on_path\">true").count()), (2, 1));
    let dot = written(&line, MapFormat::Dot);
    assert!(dot.starts_with("graph \"a \\\"<b>\\\" & c\" {\n"), "{dot}");
    assert!(dot.contains("\nn0 -- n1 [penwidth=4];\n") && dot.contains("\nn1 -- n2;\n"), "{dot}");
    line.directed = true;
    assert!(written(&line, MapFormat::Graphml).contains("edgedefault=\"directed\""));
    let dot = written(&line, MapFormat::Dot);
    assert!(dot.starts_with("digraph ") && dot.contains("\nn1 -> n2;\n"), "{dot}");
}

#[test]
fn figures_have_titles() {
    let mut line = plain(3, vec![(0, 1), (1, 2)]);
    line.sample = true;
    line.positions = 1_234_567;
    let mut nothing = Vec::new();
    let refused = write_map(&line, &Caption::default(), MapFormat::Svg, &mut nothing);
    assert!(refused.is_err() && nothing.is_empty(), "it was not laid out");
    lay_out(&mut line, &Context::default()).expect("the context never stops");
    let svg = written(&line, MapFormat::Svg);
    assert!(
        svg.contains(
            "<title>a \"&lt;b&gt;\" &amp; c: 1,234,567 positions, 1 of them solved; a sample: 3 of them"
        ),
        "{svg}"
    );
    assert!(
        svg.contains("<title>solved</title>") && svg.contains("<title>1 step to a goal</title>"),
        "{svg}"
    );
}

#[test]
fn paths_are_short() {
    assert_eq!(path_of_lines(&[((1.0, 20.04), (0.5, 23.0))]), "M1 20l-.5 3");
    assert_eq!(path_of_dots(&[(0.25, 0.0), (100.0, 7.5)]), "M.3 0h0M100 7.5h0");
}

/// The title is often the name of a foreign file.
#[test]
fn titles_bring_no_control_characters() {
    let map = laid_out("triangle");
    let title = "a\u{1b}[31m\nb".to_owned();
    let caption = Caption { title, one: "step".to_owned(), many: "steps".to_owned(), pixels: DEFAULT_PIXELS };
    for kind in [MapFormat::Svg, MapFormat::Dot, MapFormat::Graphml] {
        let mut out = Vec::new();
        write_map(&map, &caption, kind, &mut out).expect("memory");
        assert!(!out.contains(&0x1b), "an escape sequence");
    }
}
