//! Sliding blocks through the program.

use crate::harness::Folder;

fn fact<'o>(out: &'o str, name: &str) -> Option<&'o str> {
    out.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
}

#[test]
fn what_cannot_be_had_ends_with_the_nearest_and_a_code_of_its_own() {
    let folder = Folder::new();
    let run = folder
        .run(&["generate", "blocks", "--size", "4x4", "--moves", "60", "--seed", "1", "-o", "near.txt"]);
    assert_eq!(run.code, 4, "{run:?}");
    assert!(
        run.err.contains("seed 1: none was found that is as asked; this is the nearest: it needs "),
        "{run:?}"
    );
    let length = folder.run(&["solve", "--json", "near.txt"]).document()["length"].as_u64();
    assert!(
        length.is_some_and(|length| run.err.contains(&format!("it needs {length} moves, not 60"))),
        "{run:?}"
    );
    let run = folder.run(&["generate", "lights", "--unique"]);
    assert_eq!(run.code, 65, "{run:?}");
    let run = folder.run(&["generate", "blocks", "--rule", "chess"]);
    assert_eq!(run.code, 65, "{run:?}");
}

#[test]
fn explore_tells_the_hardest_start_and_whether_a_piece_can_go() {
    let folder = Folder::new();
    let run = folder.run(&["explore", "-q", "klotski"]);
    assert_eq!(run.code, 0, "{run:?}");
    let total = run.out.lines().find(|line| line.starts_with("total")).expect("a total");
    assert_eq!(total.split_whitespace().collect::<Vec<_>>(), ["total", "25955", "964"]);
    assert!(fact(&run.out, "hardest start").is_some_and(|fact| fact.contains(" slides, ")), "{}", run.out);
    assert!(fact(&run.out, "positions with one move only").is_some(), "{}", run.out);
    assert!(fact(&run.out, "minimal").is_some(), "{}", run.out);
    // A car in a corner of its own can go.
    folder.write("a.txt", "4 4\n2 1 2 1 h\n1 4 1 2 v\n4 1 2 1 h\n");
    let run = folder.run(&["explore", "-q", "a.txt"]);
    assert_eq!(fact(&run.out, "minimal"), Some("no: without piece 2 it still needs 2 slides"), "{}", run.out);
    folder.write("b.txt", "4 4\n2 1 2 1 h\n1 4 1 2 v\n");
    let run = folder.run(&["explore", "-q", "b.txt"]);
    assert_eq!(fact(&run.out, "minimal"), Some("yes: without any of its pieces it is easier"), "{}", run.out);
}

#[test]
fn the_database_of_rush_hour_goes_on_where_it_ended() {
    let folder = Folder::new();
    let whole = folder.run(&["generate", "rush-database", "--size", "4x4", "-q"]);
    assert_eq!((whole.code, whole.out.lines().count()), (0, 32), "{whole:?}");
    // Every line is a puzzle that needs the number of moves in it.
    folder.write("lines.txt", &whole.out);
    let solved = folder.run(&["solve", "--json", "lines.txt"]).documents();
    let lengths: Vec<String> = solved.iter().map(|document| document["length"].to_string()).collect();
    let said: Vec<&str> = whole.out.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(lengths, said);

    // With a time limit of 0 no part is done, and none is lost.
    let arguments = ["generate", "rush-database", "--size", "4x4", "-o", "kept.txt"];
    let run = folder.run(&[&arguments[..], &["--time", "0s"]].concat());
    assert_eq!(run.code, 75, "{run:?}");
    let run = folder.run(&arguments);
    assert_eq!((run.code, folder.read("kept.txt")), (0, whole.out.clone()), "{run:?}");
    assert!(
        run.err.contains("1349 boards, 1349 looked at; 880 puzzles, 493 with a solution, 32 minimal"),
        "{run:?}"
    );
    assert!(!folder.path("kept.txt.part").exists() && !folder.path("kept.txt.part-mark").exists());
    // Bytes of the file beyond the checkpoint were not finished.
    let first = whole.out.lines().next().expect("a line").len() + 1;
    let begun = format!("{}{}", &whole.out[..first], "half of a li");
    let mark = |numbers: &str| format!("fewest rush-database 1 {numbers}\n");
    for (other, why) in [
        (mark("5 1 1 0 0 0 0 0 0"), "the mark is of other work"),
        (mark("4 1 1 99 0 0 0 0 0"), "the mark tells of more than there is"),
        ("4 1 0 0 0 0 0 0 0\n".to_owned(), "the mark was not written by the program"),
    ] {
        folder.write("kept.txt.part", &begun);
        folder.write("kept.txt.part-mark", &other);
        assert_eq!(folder.run(&arguments).code, 2, "{why}");
        assert_eq!((folder.read("kept.txt.part"), folder.read("kept.txt.part-mark")), (begun.clone(), other));
        assert_eq!(folder.read("kept.txt"), whole.out, "{why}: a file from before stays");
    }
    folder.write("kept.txt.part-mark", mark("4 1 0 0 0 0 0 0 0"));
    folder.write("kept.txt.new", "not ours");
    assert_eq!(folder.run(&arguments).code, 0);
    assert_eq!(folder.read("kept.txt"), whole.out);
    assert_eq!(folder.read("kept.txt.new"), "not ours");
    folder.write("kept.txt.part", "not ours");
    assert_eq!(folder.run(&arguments).code, 2, "a file of that name is not ours");
    assert_eq!(folder.read("kept.txt.part"), "not ours");
    assert_eq!(folder.run(&["generate", "rush-database", "--size", "5x4"]).code, 2);
    assert_eq!(folder.run(&["generate", "rush-database", "--size", "9x9"]).code, 65);
}
