//! The commands without a file of their own, each with its main use, and every documented exit
//! code.

use serde_json::Value;

use crate::harness::{COURSE, Folder, fewest, huge};

#[test]
fn without_arguments_a_board_that_people_know_and_commands_that_run() {
    let folder = Folder::with("board.txt", "#.#\n.##\n#..\n");
    let run = folder.run(&[]);
    assert!(run.code == 0 && run.out.contains('┌') && run.out.contains('Z'), "{run:?}");
    let commands: Vec<&str> = run.out.lines().filter(|line| line.starts_with("fewest ")).collect();
    assert!(commands.len() >= 3, "{run:?}");
    for line in commands {
        let command = line.split('#').next().expect("a command");
        let words: Vec<&str> = command.split_whitespace().collect();
        let run = folder.run(&words[1..]);
        assert!(run.code == 0 && !run.out.is_empty(), "{command}: {run:?}");
    }
}

#[test]
fn hint_from_the_start_and_after_moves() {
    let folder = Folder::with("a.txt", COURSE);
    let run = folder.run(&["hint", "-q", "a.txt"]);
    assert_eq!((run.code, run.out.as_str()), (0, "5 slides left\nnext: Piece 4 up 1 space\n"));
    let after = "4 up 1; 3 right 3; Z up 1; 3 down 1";
    let run = folder.run(&["hint", "-q", "a.txt", "--after", after]);
    assert_eq!(run.out, "1 slide left\nnext: Piece Z right 2 spaces\n");
    folder.write("game.txt", after.replace("; ", "\n") + "\nZ right 2\n");
    let run = folder.run(&["hint", "-q", "a.txt", "--after-file", "game.txt"]);
    assert_eq!(run.out, "0 slides left: it is solved\n");
    let run = folder.run(&["hint", "-q", "a.txt", "--after", "4U1 3R3; Z up 1"]);
    assert_eq!(run.out, "2 slides left\nnext: Piece 3 down 1 space\n", "the short notation too: {run:?}");
    let run = folder.run(&["hint", "-q", "a.txt", "--after", "4 up 1; 3 right 9"]);
    assert!(run.code == 65 && run.err.starts_with("error: move 2: "), "{run:?}");
    assert!(run.err.contains("--> --after:1:9"), "{run:?}");
    assert_eq!(fewest(&["hint", "walled-in"]).code, 11);
    let document = folder.run(&["hint", "--json", "a.txt"]).document();
    assert_eq!((&document["outcome"], &document["length"]), (&"done".into(), &5.into()));
}

#[test]
fn convert_never_writes_texts_that_would_be_read_as_one() {
    let folder = Folder::with("a.txt", COURSE);
    let run = folder.run(&["convert", "-q", "a.txt", "traffic", "--to", "course"]);
    assert_eq!((run.code, run.out.as_str()), (65, COURSE), "{run:?}");
    assert!(run.err.contains("a text in the format `course` holds one puzzle"), "{}", run.err);
    let run = folder.run(&["convert", "-q", "traffic", "traffic", "--to", "rush"]);
    assert_eq!((run.code, run.out.lines().count()), (0, 2), "{run:?}");
}

#[test]
fn convert_gives_back_what_it_read() {
    let folder = Folder::with("a.txt", COURSE);
    assert_eq!(folder.run(&["convert", "-q", "a.txt"]).out, COURSE);
    let run = fewest(&["convert", "traffic", "--to", "course"]);
    assert!(run.code == 0 && run.out.starts_with("6 6\n"), "{run:?}");
    let run = folder.run(&["convert", "-q", "a.txt", "--to", "rush"]);
    assert!(run.code == 65 && run.err.starts_with("error: a.txt: "), "{run:?}");
    let run = folder.run(&["convert", "-q", "a.txt", "--to", "text"]);
    assert!(run.code == 65 && run.err.contains("known: course, rush"), "{run:?}");
}

#[test]
fn draw_in_both_forms() {
    let folder = Folder::with("a.txt", COURSE);
    let run = folder.run(&["draw", "-q", "--ascii", "a.txt"]);
    // The picture does not show where Z has to go, so a caption holds the board.
    let text = serde_json::to_string(&folder.run(&["convert", "a.txt"]).out).expect("text");
    let caption = format!("board: blocks:course {text}\n");
    let picture = "******\n*12..*\n*3.44*\n*ZZ5.*\n*6657*\n******\n";
    assert_eq!((run.code, run.out), (0, format!("{picture}{caption}")));
    let wanted = "\
┌───┬───┬───────┐
│ 1 │ 2 │ ·   · │
├───┼───┼───────┤
│ 3 │ · │ 4   4 │
├───┴───┼───┬───┤
│ Z   Z │ 5 │ · │
├───────┤   ├───┤
│ 6   6 │ 5 │ 7 │
└───────┴───┴───┘
";
    let wanted = format!("{wanted}{caption}");
    assert_eq!(folder.run(&["draw", "-q", "a.txt"]).out, wanted);
    assert_eq!(folder.run(&["draw", "-q", "a.txt", "-o", "picture.txt"]).code, 0);
    assert_eq!(folder.read("picture.txt"), wanted);
    let solved = folder.run(&["solve", "--json", "picture.txt"]).document();
    assert_eq!(solved["length"], 5, "the drawing is read as the same board: {solved}");
}

#[test]
fn generate_gives_the_difficulty_asked_for() {
    let folder = Folder::new();
    let arguments = ["generate", "blocks", "--size", "5x5", "--moves", "6", "--seed", "3"];
    let run = folder.run(&[&arguments[..], &["-o", "new.txt"]].concat());
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(folder.run(&arguments).out, folder.read("new.txt"), "the same seed gives the same puzzle");
    assert_eq!(folder.run(&["solve", "--json", "new.txt"]).document()["length"], 6);
    let run =
        folder.run(&["generate", "lights", "--size", "4x3", "--seed", "8", "--count", "2", "-o", "l.txt"]);
    assert_eq!(run.code, 0, "{run:?}");
    for name in ["l-8.txt", "l-9.txt"] {
        assert_eq!(folder.run(&["solve", "--as", "lights", "--json", name]).code, 0);
    }
}

#[test]
fn explore_by_the_moves_to_a_goal_gives_the_hardest_start() {
    let folder = Folder::new();
    let run = folder.run(&["explore", "-q", "klotski", "--to-goal", "--farthest", "1"]);
    assert_eq!(run.code, 0, "{run:?}");
    let mut lines = run.out.lines();
    assert_eq!(lines.nth(1).map(str::split_whitespace).map(Iterator::collect), Some(vec!["0", "964", "964"]));
    assert!(run.out.contains("\nmoves to a goal from here: 90\n"), "{}", run.out);
    assert!(run.out.contains("\npositions without a way to a goal: 0\n"), "{}", run.out);
    let total = run.out.lines().find(|line| line.starts_with("total")).expect("a total");
    assert_eq!(total.split_whitespace().nth(1), Some("25955"));
    let (_, hardest) = run.out.rsplit_once("at depth ").expect("a position");
    let (depth, board) = hardest.split_once(": \n").or_else(|| hardest.split_once(":\n")).expect("a board");
    folder.write("hardest.txt", board);
    let document = folder.run(&["solve", "--json", "hardest.txt"]).document();
    assert_eq!(document["length"].to_string(), depth, "{document}");
}

#[test]
fn explore_counts_everything() {
    let folder = Folder::with("a.txt", "1 3\n1 1 1 1 h\n");
    let run = folder.run(&["explore", "-q", "a.txt"]);
    let table = "\
depth  positions      goals
    0          1          0
    1          2          1
total          3          1
seen: everything that can be reached
";
    assert!(run.code == 0 && run.out.starts_with(table), "{run:?}");
    let run = folder.run(&["explore", "-q", "--csv", "a.txt"]);
    assert_eq!(run.out, "puzzle,depth,positions,goals\na.txt,0,1,0\na.txt,1,2,1\n");
    let document = folder.run(&["explore", "--json", "a.txt"]).document();
    assert_eq!(
        (&document["outcome"], &document["explored"]["layers"]),
        (&"done".into(), &serde_json::json!([1, 2]))
    );
}

#[test]
fn list_names_what_there_is() {
    let all = fewest(&["list"]);
    assert_eq!(all.code, 0);
    for word in ["blocks", "lights", "klotski", "blocks:course", "slides", "presses", "sbsolver", "lightsout"]
    {
        assert!(all.out.contains(word), "{word}: {}", all.out);
    }
    for what in
        ["families", "capabilities", "puzzles", "formats", "metrics", "notations", "options", "courses"]
    {
        let run = fewest(&["list", what]);
        assert!(run.code == 0 && all.out.contains(&run.out), "{what}: {run:?}");
    }
}

#[test]
fn families_declare_their_options_and_show_what_they_can_do() {
    let list = fewest(&["list", "--json"]).document();
    let families = list["families"].as_array().expect("families");
    let pegs = families.iter().find(|family| family["id"] == "pegs").expect("pegs");
    let has = |family: &Value, what: &str| {
        family["capabilities"].as_array().is_some_and(|all| all.iter().any(|name| name == what))
    };
    assert!(families.iter().all(|family| has(family, "generator") && has(family, "editor")));
    assert_eq!(families.iter().filter(|family| has(family, "pairs")).collect::<Vec<_>>(), [pegs]);
    for family in families {
        for option in family["options"].as_array().expect("options") {
            let name = format!("--{}", option["id"].as_str().expect("a name"));
            let field = option["field"].as_str().expect("a field");
            let command = if ["choice", "goal", "start"].contains(&field) { "solve" } else { "generate" };
            let help = fewest(&[command, "--help"]).out;
            assert!(help.contains(&name), "{name} of {}: {help}", family["id"]);
        }
    }
    let help = fewest(&["generate", "--help"]).out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("--unique For blocks: one shortest answer only"), "{help}");
}

#[test]
fn the_course_programs_print_their_answers() {
    let folder = Folder::with("a.txt", COURSE);
    let run = folder.run(&["course", "sbsolver", "a.txt"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let start = "******\n*12..*\n*3.44*\n*ZZ5.*\n*6657*\n******\n\n1. Piece 4 up 1 space\n";
    assert!(run.out.starts_with(start), "{}", run.out);
    assert!(run.out.contains("5. Piece Z right 2 spaces\n\n******\n"), "{}", run.out);
    assert!(
        run.out.ends_with("******\n\nThe puzzle is solved in 5 moves, the fewest there can be.\n"),
        "{}",
        run.out
    );
    let run = fewest(&["course", "sbsolver", "walled-in"]);
    assert!(run.code == 0 && run.out.ends_with("The puzzle is not solvable.\n"), "{run:?}");
    folder.write("lights.txt", "#0#\n0##\n#00\n");
    let run = folder.run(&["course", "lightsout", "lights.txt"]);
    assert_eq!((run.code, run.out.as_str()), (0, "#0#\n0##\n#00\n(0, 1)\n(2, 1)\n(0, 2)\n(1, 2)\n"));
    folder.write("large.txt", "#00000\n".repeat(6));
    let run = folder.run(&["course", "lightsout", "large.txt"]);
    assert!(run.code == 65 && run.err.contains("solve"), "{run:?}");
    assert_eq!(folder.run(&["course", "lightsout", "missing.txt"]).code, 65);
}

#[test]
fn help_completions_and_man_come_from_the_same_definitions() {
    let help = fewest(&["--help"]);
    let man = fewest(&["man"]);
    assert_eq!((help.code, man.code), (0, 0));
    for code in [0, 1, 2, 3, 11, 22, 23, 24, 65, 70, 74, 75, 130] {
        assert!(help.out.contains(&format!("\n{code:>5}  ")), "{code}: {}", help.out);
        assert!(man.out.contains(&format!("\\fB{code}\\fR\n")), "{code}: {}", man.out);
    }
    assert!(fewest(&["man", "solve"]).out.contains("fewest\\-solve"), "a page for each command");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = fewest(&["completions", shell]);
        assert!(run.code == 0 && run.out.contains("explore"), "{shell}");
    }
    for command in
        ["solve", "check", "hint", "draw", "convert", "generate", "explore", "map", "list", "course"]
    {
        let run = fewest(&[command, "--help"]);
        assert!(run.code == 0 && run.out.contains("Usage: fewest "), "{command}: {run:?}");
    }
}

#[test]
fn code_0_answered() {
    assert_eq!(Folder::with("a.txt", COURSE).run(&["solve", "a.txt"]).code, 0);
}

#[test]
fn code_1_rejected() {
    let folder = Folder::with("a.txt", COURSE);
    folder.write("answer.txt", "1. Piece Z right 2 spaces\n");
    assert_eq!(folder.run(&["check", "a.txt", "answer.txt"]).code, 1);
}

#[test]
fn code_2_usage() {
    for arguments in [
        &["frobnicate"][..],
        &["solve", "--metric", "miles", "klotski"],
        &["solve", "--as", "chess", "klotski"],
        &["solve", "--as", "blocks:chess", "klotski"],
        &["solve", "--time", "soon", "klotski"],
        &["solve", "--memory", "some", "klotski"],
        &["solve", "--threads", "0", "klotski"],
        &["solve", "--print", "verse", "klotski"],
        &["draw", "klotski", "-o", "klotski.pdf"],
        &["course", "basketry", "x"],
        &["man", "frobnicate"],
    ] {
        let run = fewest(arguments);
        assert_eq!(run.code, 2, "{arguments:?}: {run:?}");
        assert!(!run.err.is_empty() && run.out.is_empty(), "{arguments:?}: {run:?}");
    }
}

#[test]
fn code_3_solved_but_not_proven() {
    // 79 x 79 has 2^64 solutions for one board: far too many to compare.
    let folder = Folder::with("a.txt", &format!("{}\n", "#".repeat(79)).repeat(79));
    let run = folder.run(&["solve", "--json", "a.txt"]);
    assert_eq!(run.code, 3, "{}", run.err);
    let document = run.document();
    assert_eq!((&document["outcome"], &document["optimal"]), (&"solved".into(), &false.into()));
    assert!(document["at_least"].as_u64() < document["length"].as_u64());
    let run = folder.run(&["solve", "--any", "a.txt"]);
    assert_eq!(run.code, 0, "with --any it is answered as asked");
    assert!(run.out.lines().next().is_some_and(|first| first.contains("presses")), "{}", run.out);
    // A hint names a move even if the fewest moves are not known.
    let folder = Folder::with("a.txt", &huge());
    let run = folder.run(&["hint", "--time", "100ms", "--json", "a.txt"]);
    assert_eq!(run.code, 3, "{run:?}");
    let hint = run.document();
    assert!(hint["at_least"].as_u64() < hint["length"].as_u64() && hint["moves"][0].is_string(), "{hint}");
}

#[test]
fn code_11_no_solution() {
    let run = fewest(&["solve", "walled-in"]);
    assert_eq!(run.code, 11);
    assert!(run.out.starts_with("no solution\ncertificate: "), "{}", run.out);
}

#[test]
fn code_22_memory() {
    assert_eq!(Folder::with("a.txt", &huge()).run(&["solve", "--memory", "20M", "a.txt"]).code, 22);
}

#[test]
fn code_23_time() {
    let folder = Folder::with("a.txt", &huge());
    assert_eq!(folder.run(&["solve", "--time", "0s", "a.txt"]).code, 23);
    assert_eq!(folder.run(&["explore", "--time", "100ms", "a.txt"]).code, 23);
}

#[cfg(target_os = "linux")]
#[test]
fn code_24_disk_full() {
    let run = fewest(&["solve", "klotski", "-o", "/dev/full"]);
    assert_eq!(run.code, 24, "{run:?}");
}

#[test]
fn code_65_bad_input() {
    let folder = Folder::with("none.txt", "this is no puzzle\n");
    folder.write("zero.txt", "0 4\n1 1 1 1 b\n");
    folder.write("empty.txt", "");
    folder.write("good.txt", COURSE);
    for bad in ["none.txt", "zero.txt", "empty.txt", "missing.txt", ".", "good.txt:7"] {
        let run = folder.run(&["solve", bad]);
        assert_eq!((run.code, run.out.as_str()), (65, ""), "{bad}: {run:?}");
        assert!(run.err.starts_with("error: ") || run.err.contains("\nerror: "), "{bad}: {}", run.err);
        assert!(run.err.contains(bad.trim_end_matches(":7")), "the message names the input: {}", run.err);
        let document = folder.run(&["solve", "--json", bad]).document();
        assert_eq!(document["outcome"], "error", "{bad}: {document}");
        assert!(document["fault"]["what"].is_string());
        let family = (bad == "zero.txt" || bad == "good.txt:7").then_some("blocks");
        assert_eq!(document["family"].as_str(), family, "{bad}: {document}");
    }
}

#[test]
fn code_65_ambiguous_input_lists_ready_commands() {
    // Either sign may be the light that is on.
    let folder = Folder::with("a b.txt", "ab\nba\n");
    folder.write("good.txt", COURSE);
    let run = folder.run(&["solve", "a b.txt", "--quiet", "good.txt"]);
    assert_eq!(run.code, 65, "{run:?}");
    for command in [
        "fewest solve --as lights:drawing --on=a 'a b.txt' --quiet\n",
        "fewest solve --as lights:drawing --on=b 'a b.txt' --quiet\n",
    ] {
        assert!(run.err.contains(command), "{}", run.err);
    }
    assert!(run.out.starts_with("== good.txt\n5 slides, the fewest\n"), "the others go on: {}", run.out);
}

/// Bugs on purpose exist in debug builds only.
#[cfg(debug_assertions)]
#[test]
fn code_70_bug() {
    let folder = Folder::with("a.txt", COURSE);
    let run = folder.command(&["solve", "a.txt"]).env("FEWEST_BUG", "1").output().expect("the program runs");
    assert_eq!((run.status.code(), run.stdout.is_empty()), (Some(70), true));
    let err = String::from_utf8_lossy(&run.stderr);
    assert!(err.contains("a bug on purpose") && err.contains("Please report it"), "{err}");
}

#[test]
fn code_74_output_cannot_be_written() {
    let run = fewest(&["solve", "klotski", "-o", "no/such/folder/x.txt"]);
    assert_eq!(run.code, 74, "{run:?}");
    assert!(run.err.contains("no/such/folder/x.txt"), "{}", run.err);
}

#[cfg(unix)]
#[test]
fn code_130_interrupted_says_what_is_known() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};

    let folder = Folder::with("a.txt", &huge());
    let mut child = folder
        .command(&["solve", "a.txt", "--memory", "2G"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut note = String::new();
    let mut err = BufReader::new(child.stderr.take().expect("a pipe"));
    err.read_line(&mut note).expect("a note");
    assert_eq!(
        note,
        "a.txt: read as sliding blocks: 8 x 8, 57 pieces, Z to the right edge (format: course)\n"
    );
    // The search begins right after the note.
    std::thread::sleep(std::time::Duration::from_millis(700));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(sent.success());
    let mut out = String::new();
    child.stdout.take().expect("a pipe").read_to_string(&mut out).expect("text");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    assert!(out.starts_with("stopped by an interrupt: at least "), "{out}");
}

#[test]
fn of_many_inputs_the_gravest_decides() {
    let folder = Folder::with("huge.txt", &huge());
    let code = |inputs: &[&str]| folder.run(&[&["solve", "-q", "--time", "50ms"], inputs].concat()).code;
    assert_eq!(code(&["walled-in", "course"]), 11);
    assert_eq!(code(&["walled-in", "huge.txt", "course"]), 23);
    assert_eq!(code(&["huge.txt", "missing.txt", "walled-in"]), 65);
}
