//! Pictures as text are read as the boards they show.

use fewest::service::{
    Context, FAMILIES, GenerateOptions, Opened, Position, PuzzleText, ReadOptions, Source, open,
};

/// The board in every format of its family.
fn written(position: &dyn Position) -> Vec<Vec<u8>> {
    let write = |format: &fewest::service::Format| {
        let mut out = Vec::new();
        position.write(format.id, &mut out).expect("memory");
        out
    };
    position.info().formats.iter().map(write).collect()
}

/// Draws a position in both ways and reads it again. Returns whether a caption was needed.
fn read_back(name: &str, position: &dyn Position) -> [bool; 2] {
    [false, true].map(|ascii| {
        let mut picture = Vec::new();
        fewest_draw::readable(position, ascii, &mut picture).expect("memory");
        let text = String::from_utf8(picture).expect("text");
        let how = ReadOptions { metric: Some(position.metric().id.to_owned()), ..ReadOptions::default() };
        let opening = open(&[Source::new("picture", text.as_str())], None, &how)
            .unwrap_or_else(|why| panic!("{name}: {why:?}\n{text}"));
        assert!(
            opening.faults.is_empty() && opening.puzzles.len() == 1,
            "{name}: {:?}\n{text}",
            opening.faults
        );
        let again = &opening.puzzles[0].position;
        assert_eq!(again.info().id, position.info().id, "{name}\n{text}");
        assert!(written(&**again) == written(position), "{name}: {}\n{text}", opening.puzzles[0].understood);
        text.contains("\nboard: ")
    })
}

#[test]
fn every_example_is_read_as_it_is_drawn() {
    for entry in FAMILIES {
        let (mut all, mut captions) = (0, [0; 2]);
        for example in entry.info.examples {
            let what = Some(format!("{}:{}", entry.info.id, example.format));
            let Opened { position, .. } = PuzzleText { what, ..PuzzleText::text(example.name, example.text) }
                .open_one()
                .expect(example.name);
            let needed = read_back(example.name, &*position);
            all += 1;
            captions.iter_mut().zip(needed).for_each(|(count, needed)| *count += usize::from(needed));
        }
        println!("{}: {captions:?} of {all} have a caption", entry.info.id);
    }
}

#[test]
fn new_boards_are_read_as_they_are_drawn() {
    for entry in FAMILIES {
        for seed in 0..200 {
            let how = GenerateOptions { seed, ..GenerateOptions::default() };
            let made = entry.generate(&how, &Context::default()).unwrap_or_else(|why| panic!("{why}"));
            read_back(&format!("{} with seed {seed}", entry.info.id), &*made.position);
        }
    }
}
