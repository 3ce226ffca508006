//! Every documented exit code of the program.

use crate::harness::{COURSE, Folder, fewest, huge};

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
        &["solve"][..],
        &["frobnicate"],
        &["solve", "--metric", "miles", "klotski"],
        &["solve", "--as", "chess", "klotski"],
        &["solve", "--as", "blocks:chess", "klotski"],
        &["solve", "--time", "soon", "klotski"],
        &["solve", "--memory", "some", "klotski"],
        &["solve", "--threads", "0", "klotski"],
        &["solve", "--print", "verse", "klotski"],
        &["draw", "klotski", "-o", "klotski.pdf"],
        &["course", "sbsolver"],
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
    // Two numbers and then lines that are comments for blocks, or a board of lights with an odd
    // first line.
    let folder = Folder::with("a b.txt", "10 10\n#0#0#0#0\n########\n");
    folder.write("good.txt", COURSE);
    let run = folder.run(&["solve", "a b.txt", "--quiet", "good.txt"]);
    assert_eq!(run.code, 65, "{run:?}");
    for command in [
        "fewest solve --as lights:text 'a b.txt' --quiet\n",
        "fewest solve --as blocks:course 'a b.txt' --quiet\n",
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
    assert_eq!(note, "a.txt: taken for blocks (course)\n");
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
