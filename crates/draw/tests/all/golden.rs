//! Golden pictures of each family, which were checked by eye. `FEWEST_UPDATE_GOLDEN=1` draws them
//! again; check them before you commit.

use std::fs;
use std::path::Path;

use fewest::service::{Context, MapOptions, Opened, PuzzleText, SolveOptions};
use fewest_draw::{Caption, DEFAULT_PIXELS, Frame, ImageFormat, MapFormat, Sheet, SheetItem, Speed};

fn open(name: &str) -> Opened {
    let (entry, example) = fewest::service::example(name).unwrap_or_else(|| panic!("{name} is an example"));
    let what = Some(format!("{}:{}", entry.info.id, example.format));
    PuzzleText { what, ..PuzzleText::text(name, example.text) }.open_one().expect("examples can be read")
}

/// Returns the solution of an example as frames, with the paths of gestures.
fn solution_frames(name: &str) -> Vec<Frame> {
    let mut position = open(name).position;
    let solved = position.solve(&SolveOptions::default(), &Context::default()).expect("no bug");
    let mut frames = vec![Frame { scene: position.scene(), way: Vec::new() }];
    for by in solved.best.expect("it has a solution").moves(usize::MAX) {
        let number = position.moves().iter().position(|other| *other == by).expect("it is listed");
        let way = position.gestures()[number].way.clone();
        position.play(&by).expect("it is legal");
        frames.push(Frame { scene: position.scene(), way });
    }
    frames
}

fn compare(file: &str, drawn: &[u8]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(file);
    if std::env::var_os("FEWEST_UPDATE_GOLDEN").is_some() {
        fs::write(&path, drawn).expect("the golden file can be written");
    }
    let wanted = fs::read(&path).unwrap_or_default();
    assert!(wanted == drawn, "{file} looks different; FEWEST_UPDATE_GOLDEN=1 draws it again");
}

fn still(name: &str) {
    let mut drawn = Vec::new();
    fewest_draw::picture(&open(name).position.scene(), name, ImageFormat::Svg, &mut drawn).expect("memory");
    compare(&format!("{name}.svg"), &drawn);
}

#[test]
fn blocks() {
    still("klotski");
    still("traffic");
}

#[test]
fn lights() {
    still("117");
    still("three-colours");
    still("islands-four");
    still("petersen");
    still("merlin");
}

#[test]
fn tiles() {
    still("fifteen-easy");
}

#[test]
fn pegs() {
    still("triangle");
    still("hexagon");
    still("latin-cross");
}

#[test]
fn animations() {
    for name in ["course", "117", "eight-easy", "latin-cross"] {
        let mut drawn = Vec::new();
        fewest_draw::animation(&solution_frames(name), name, Speed::default(), ImageFormat::Svg, &mut drawn)
            .expect("memory");
        compare(&format!("{name}-animation.svg"), &drawn);
    }
}

#[test]
fn a_page() {
    let item = |name: &str| SheetItem {
        scene: open(name).position.scene(),
        caption: format!("{name}: 5 moves"),
        answer: "up, down, left".to_owned(),
    };
    let page =
        Sheet { title: "A page".to_owned(), items: vec![item("course"), item("117"), item("triangle")] };
    let mut drawn = Vec::new();
    fewest_draw::sheet(&page, ImageFormat::Svg, &mut drawn).expect("memory");
    compare("page.svg", &drawn);
}

/// Returns the map of an example as a file.
fn map(name: &str, kind: MapFormat) -> Vec<u8> {
    let position = open(name).position;
    let mut map = position.map(&MapOptions::default(), &Context::default()).expect("it has a map");
    fewest_draw::lay_out(&mut map, &Context::default()).expect("the context never stops");
    let metric = position.metric();
    let (one, many) = (metric.one.to_owned(), metric.id.to_owned());
    let caption = Caption { title: name.to_owned(), one, many, pixels: DEFAULT_PIXELS };
    let mut drawn = Vec::new();
    fewest_draw::write_map(&map, &caption, kind, &mut drawn).expect("memory");
    drawn
}

#[test]
fn maps() {
    compare("five-hardest-map.svg", &map("five-hardest", MapFormat::Svg));
    // A map without a solution is coloured by the distance from the start.
    compare("walled-in-map.svg", &map("walled-in", MapFormat::Svg));
    let pixels = map("walled-in", MapFormat::Png);
    let reader = png::Decoder::new(std::io::Cursor::new(pixels)).read_info().expect("a PNG");
    assert_eq!(reader.info().size().0, DEFAULT_PIXELS);
}

/// Returns the last image of a GIF: each frame drawn over those before.
fn last_picture(file: &[u8]) -> (usize, usize, Vec<[u8; 3]>) {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut reader = options.read_info(file).expect("a GIF");
    let (width, height) = (usize::from(reader.width()), usize::from(reader.height()));
    let mut pixels = vec![[0; 3]; width * height];
    while let Some(frame) = reader.read_next_frame().expect("a frame") {
        let (left, top) = (usize::from(frame.left), usize::from(frame.top));
        let across = usize::from(frame.width);
        for (at, pixel) in frame.buffer.chunks(4).enumerate() {
            // Transparent pixels keep the image below.
            if pixel[3] > 0 {
                pixels[(top + at / across) * width + left + at % across] = [pixel[0], pixel[1], pixel[2]];
            }
        }
    }
    (width, height, pixels)
}

#[test]
fn a_gif_ends_with_the_solved_board() {
    for name in ["course", "five-all-on", "eight-easy", "triangle"] {
        let frames = solution_frames(name);
        let drawn = |frames: &[Frame]| {
            let mut file = Vec::new();
            fewest_draw::animation(frames, name, Speed::default(), ImageFormat::Gif, &mut file)
                .expect("memory");
            last_picture(&file)
        };
        let (width, height, whole) = drawn(&frames);
        let (_, _, end) = drawn(&frames[frames.len() - 1..]);
        // The progress bars below the boards differ.
        let board = width * (height - 14);
        let differs = |at: &usize| {
            whole[*at].iter().zip(end[*at]).map(|(&a, b)| u32::from(a.abs_diff(b))).sum::<u32>() > 120
        };
        let places: Vec<_> = (0..board).filter(differs).map(|at| (at % width, at / width)).collect();
        assert!(places.is_empty(), "{name} at {:?} … {:?}", places.first(), places.last());
        let (_, _, start) = drawn(&frames[..1]);
        assert_ne!(whole, start, "{name}");
    }
}

#[test]
fn a_png_has_the_size_of_its_board() {
    let mut file = Vec::new();
    fewest_draw::picture(&open("klotski").position.scene(), "", ImageFormat::Png, &mut file).expect("memory");
    let reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().expect("a PNG");
    // Four cells by five and a margin, 48 units per cell, two pixels per unit.
    assert_eq!(reader.info().size(), (442, 538));
}
