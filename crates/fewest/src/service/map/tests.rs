use std::collections::HashMap;
use std::ops::ControlFlow;

use super::{Map, MapOptions, Unmapped};
use crate::service::{Context, Counters, Position, PuzzleText, Stop, Written, example};

fn position(name: &str) -> Box<dyn Position> {
    let (_, example) = example(name).expect("it is there");
    PuzzleText::text(name, example.text).open_one().expect("it can be read").position
}

/// Nine lights.
fn lights() -> Box<dyn Position> {
    let text = PuzzleText::text("lights", "#0#\n0##\n#00\n");
    let puzzle = PuzzleText { what: Some("lights:text".to_owned()), ..text };
    puzzle.open_one().expect("it can be read").position
}

fn map(name: &str, how: &MapOptions) -> Map {
    position(name).map(how, &Context::default()).expect("it has a map")
}

/// The position in the first format that can say it.
fn text(position: &dyn Position) -> Vec<u8> {
    let written = position.info().formats.iter().find_map(|format| {
        let mut text = Vec::new();
        let written = position.write(format.id, &mut text).expect("memory");
        (written == Written::Yes).then_some(text)
    });
    written.expect("some format can say it")
}

/// Depths of all positions and the number of moves between them, by the rules written for reading:
/// positions are told apart by their texts.
fn counted(start: &dyn Position) -> (Vec<u32>, usize) {
    let mut numbers = HashMap::from([(text(start), 0)]);
    let (mut queue, mut depths, mut moves) = (vec![start.copy()], vec![0], 0);
    let mut at = 0;
    while at < queue.len() {
        let mut next: Vec<usize> = Vec::new();
        for by in queue[at].moves() {
            let mut after = queue[at].copy();
            after.play(&by).expect("a listed move can be played");
            let number = *numbers.entry(text(after.as_ref())).or_insert(queue.len());
            if number == queue.len() {
                queue.push(after);
                depths.push(depths[at] + 1);
            }
            next.push(number);
        }
        next.sort_unstable();
        next.dedup();
        moves += next.len();
        at += 1;
    }
    (depths, moves)
}

/// What must hold between the fields of every map.
fn is_consistent(map: &Map) {
    assert_eq!((map.from_start.len(), map.to_goal.len(), map.from_start[0]), (map.len(), map.len(), 0));
    let far = |position: u32| i64::from(map.from_start[position as usize]);
    let left = |position: u32| map.to_goal[position as usize].map(i64::from);
    for &(from, to) in &map.edges {
        assert!(from != to && (map.directed || from < to));
        assert!(far(to) - far(from) <= 1 && (map.directed || far(from) - far(to) <= 1));
        if let Some(rest) = left(to) {
            assert!(left(from).is_some_and(|here| here <= rest + 1));
        }
    }
    assert!(map.edges.windows(2).all(|pair| pair[0] < pair[1]), "every move once, in order");
    assert_eq!(map.path.len(), map.to_goal[0].map_or(0, |left| left as usize + 1));
    for step in map.path.windows(2) {
        let (from, to) = (step[0], step[1]);
        let has = |from, to| map.edges.binary_search(&(from, to)).is_ok();
        assert!(has(from, to) || !map.directed && has(to, from), "a solution is made of moves");
        assert_eq!(left(to).map(|rest| rest + 1), left(from));
    }
    assert!(map.path.last().is_none_or(|&end| map.is_goal(end as usize)));
}

#[test]
fn five_tiles_have_360_positions_and_420_moves() {
    let map = map("five-hardest", &MapOptions::default());
    is_consistent(&map);
    // 720 arrangements of half of which a parity keeps us; the blank has two ways from a corner and
    // three from the middle.
    assert_eq!((map.positions, map.len(), map.solved, map.lost), (360, 360, 1, 0));
    assert_eq!((map.edges.len(), map.directed), (60 * (4 * 2 + 2 * 3) / 2, false));
    // The hardest of them needs 21 steps, so there are 21 layers besides the start.
    assert_eq!((map.from_start.iter().max(), map.path.len()), (Some(&21), 22));
}

#[test]
fn small_maps_are_what_the_rules_say() {
    for start in [position("five-hardest"), position("triangle"), lights()] {
        let name = start.info().id;
        let (depths, moves) = counted(start.as_ref());
        let how = MapOptions { most: depths.len(), ..MapOptions::default() };
        let map = start.map(&how, &Context::default()).expect("it has a map");
        is_consistent(&map);
        let mut by_depth = (map.from_start.clone(), depths);
        by_depth.0.sort_unstable();
        by_depth.1.sort_unstable();
        assert_eq!(by_depth.0, by_depth.1, "{name}");
        assert_eq!(map.edges.len(), if map.directed { moves } else { moves / 2 }, "{name}");
        if let Some(fewest) = start.textbook() {
            assert_eq!(map.to_goal[0].map(u64::from), fewest, "{name}");
        }
        let too_many = MapOptions { most: by_depth.1.len() - 1, ..MapOptions::default() };
        let refused = start.map(&too_many, &Context::default());
        assert!(matches!(refused, Err(Unmapped::TooLarge { .. })), "{name}: {refused:?}");
    }
}

#[test]
fn jumps_go_one_way() {
    let map = map("triangle", &MapOptions::default());
    assert_eq!((map.directed, map.positions, map.solved), (true, 1_651, 1));
    assert!(map.lost > map.positions / 2, "most games are lost");
    assert!(map.edges.iter().all(|&(from, to)| map.from_start[from as usize] < map.from_start[to as usize]));
}

#[test]
fn klotski_and_its_mirror_image() {
    let whole = map("klotski", &MapOptions::default());
    is_consistent(&whole);
    assert_eq!((whole.positions, whole.solved, whole.path.len()), (25_955, 964, 91));
    let half = map("klotski", &MapOptions { merge: true, ..MapOptions::default() });
    is_consistent(&half);
    // 67 positions are their own mirror images.
    assert_eq!((half.merged, half.positions, half.solved), (true, (25_955 + 67) / 2, 484));
    assert_eq!(half.path.len(), 91);
    assert_eq!(half.to_goal.iter().max(), whole.to_goal.iter().max());
}

#[test]
fn merging_keeps_distances() {
    for start in [position("triangle"), position("eight-easy"), lights()] {
        let how = MapOptions { most: 200_000, ..MapOptions::default() };
        let maps =
            [false, true].map(|merge| start.map(&MapOptions { merge, ..how.clone() }, &Context::default()));
        let [Ok(whole), Ok(merged)] = maps else { panic!("{start:?} has maps") };
        is_consistent(&merged);
        assert!(merged.merged && merged.positions < whole.positions, "{start:?}");
        assert_eq!(merged.to_goal[0], whole.to_goal[0], "{start:?}");
        assert_eq!(merged.to_goal.iter().max(), whole.to_goal.iter().max(), "{start:?}");
    }
}

#[test]
fn nine_lights_have_as_many_patterns_as_burnside_counts() {
    let how = MapOptions { merge: true, ..MapOptions::default() };
    let map = lights().map(&how, &Context::default()).expect("it has a map");
    // Of 512 patterns 2^3 stay under each quarter turn, 2^5 under the half turn, 2^6 under each of
    // four mirrors.
    assert_eq!(map.positions, (512 + 2 * 8 + 32 + 4 * 64) / 8);
}

#[test]
fn a_sample_hangs_together_and_knows_the_whole() {
    let sample = map("eight-hardest", &MapOptions { sample: Some(2_000), ..MapOptions::default() });
    is_consistent(&sample);
    assert!(sample.sample && sample.len() <= 2_000 && sample.len() > 1_900, "{}", sample.len());
    assert_eq!((sample.positions, sample.solved, sample.path.len()), (181_440, 1, 32));
    // Every position but the start is reached from one that is a move nearer to it.
    let mut is_reached = vec![false; sample.len()];
    is_reached[0] = true;
    for &(from, to) in &sample.edges {
        let (from, to) = (from as usize, to as usize);
        let (near, far) =
            if sample.from_start[from] < sample.from_start[to] { (from, to) } else { (to, from) };
        is_reached[far] |= sample.from_start[near] < sample.from_start[far];
    }
    assert!(is_reached.into_iter().all(|is| is));
    let all = map("five-hardest", &MapOptions { sample: Some(360), ..MapOptions::default() });
    assert!(!all.sample && all.len() == 360, "a sample of everything is none");
    let tight = position("five-hardest")
        .map(&MapOptions { sample: Some(21), ..MapOptions::default() }, &Context::default());
    assert!(matches!(tight, Err(Unmapped::Fault(_))), "{tight:?}");
}

#[test]
fn what_has_no_map_says_why() {
    let refused = |name: &str, how: &MapOptions| position(name).map(how, &Context::default()).unwrap_err();
    let merge = MapOptions { merge: true, ..MapOptions::default() };
    assert!(
        matches!(refused("five-hardest", &merge), Unmapped::Fault(_)),
        "no mirror keeps the blank in a corner"
    );
    assert!(matches!(refused("nine-all-on", &MapOptions::default()), Unmapped::Fault(_)));
    let few = MapOptions { most: 100, ..MapOptions::default() };
    assert_eq!(refused("klotski", &few), Unmapped::TooLarge { most: 100, can_merge: true });
}

#[test]
fn limits_end_the_search() {
    let start = position("klotski");
    let small = Context::new(1, 100_000, &|_: &Counters| ControlFlow::Continue(()));
    assert_eq!(start.map(&MapOptions::default(), &small), Err(Unmapped::Stopped(Stop::Memory)));
    let late = Context::new(1, 1 << 30, &|_: &Counters| ControlFlow::Break(Stop::Time));
    assert_eq!(start.map(&MapOptions::default(), &late), Err(Unmapped::Stopped(Stop::Time)));
}

#[test]
fn every_position_can_be_gone_to_and_is_found_again() {
    for name in ["five-hardest", "triangle", "traffic", "klotski"] {
        let (start, how, cx) = (position(name), MapOptions::default(), Context::default());
        let map = map(name, &how);
        for number in [0, map.len() / 3, map.len() - 1] {
            let moves = start.way_to(&how, number as u32, &cx).expect("it is there");
            assert_eq!(moves.len(), map.from_start[number] as usize, "{name}");
            let places = start.locate(&how, &moves, &cx).expect("the moves are legal");
            assert_eq!((places[0], places[moves.len()]), (Some(0), Some(number as u32)), "{name}");
        }
        let refused = start.way_to(&how, map.len() as u32, &cx);
        assert!(matches!(refused, Err(Unmapped::Fault(_))), "{name}: {refused:?}");
    }
}

#[test]
fn a_map_can_be_asked_for() {
    let (_, example) = example("five-hardest").expect("it is there");
    let request = r#"{"ask":{"map":{"most":1000}},"puzzle":{"sources":[]}}"#;
    let mut request: crate::service::Request = serde_json::from_str(request).expect("a request");
    request.session.puzzle = PuzzleText::text("five", example.text);
    let by = position("five-hardest").moves()[0].clone();
    request.session.moves = vec![by.clone(), "nonsense".to_owned()];
    request.session.cursor = Some(1);
    let asked = |request: &crate::service::Request| crate::service::handle(request, &Context::default());
    let map = asked(&request).map.expect("it has a map");
    let next = map.game[1].expect("it is on the map");
    assert_eq!((map.len(), map.game.len(), map.from_start[next as usize]), (360, 2, 1));
    request.ask = crate::service::Command::Locate(MapOptions::default());
    let only = asked(&request).map.expect("it has a place");
    assert_eq!((only.game, only.from_start.len()), (map.game, 0));
    request.ask = crate::service::Command::GoTo { position: next, map: MapOptions::default() };
    assert_eq!(asked(&request).moves, Some(vec![by]));
    request.ask = crate::service::Command::GoTo { position: 360, map: MapOptions::default() };
    assert!(asked(&request).fault.is_some());
    request.ask = crate::service::Command::Map(MapOptions { most: 10, ..MapOptions::default() });
    let fault = asked(&request).fault.expect("too large");
    assert!(fault.what.contains("more than 10 positions"), "{fault:?}");
}
