use super::*;
use proptest::prelude::*;

fn ground(sources: &[Source]) -> Result<Vec<String>, Fault> {
    let mut facts = Vec::new();
    Program::read(sources, Room::UNLIMITED)?.ground(&|_, _| true, AS_TEXT, &mut |fact| {
        let values: Vec<String> = fact.values.iter().map(ToString::to_string).collect();
        facts.push(match values.len() {
            0 => format!("{}.", fact.name),
            _ => format!("{}({}).", fact.name, values.join(",")),
        });
        Ok(())
    })?;
    facts.sort();
    facts.dedup();
    Ok(facts)
}

fn facts(text: &str) -> String {
    ground(&[Source::new("test", text)]).map_or_else(|fault| fault.what, |facts| facts.join(" "))
}

fn board(text: &str) -> Result<(GraphBoard, Vec<Fault>), Fault> {
    read(&[Source::new("test", text)], Room::UNLIMITED)
}

#[test]
fn syntax_is_judged_as_by_clingo() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../instances/lights");
    let table = std::fs::read_to_string(folder.join("asp_syntax.tsv")).expect("the table");
    let refused = ["rule", "cond", "not_not", "choice", "disj", "external", "big"];
    let source = |name: &str| {
        Source::new(name, std::fs::read(folder.join("asp_syntax").join(name)).expect("the file"))
    };
    let mut compared = 0;
    for row in table.lines().filter(|line| !line.starts_with('#')) {
        let [name, code, printed] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let mut sources = vec![source(name)];
        if name == "include.lp" {
            assert!(ground(&sources).unwrap_err().what.contains("`x.lp`"), "what is included must be given");
            sources.push(source("x.lp"));
        }
        let ours = ground(&sources);
        if code == "65" || refused.contains(&name.trim_end_matches(".lp")) {
            let fault = ours.expect_err(name);
            assert!(fault.at.is_some() && fault.remedy.is_some(), "{name}: {fault:?}");
        } else {
            let mut printed: Vec<&str> =
                printed.split_inclusive(". ").map(str::trim).filter(|f| !f.is_empty()).collect();
            printed.retain(|fact| !fact.starts_with('#'));
            printed.sort_unstable();
            let printed = printed.join(" ");
            let mut ours = ours.unwrap_or_else(|fault| panic!("{name}: {fault}"));
            if name == "strings.lp" {
                // A dot inside a text is no end of a fact, so the line above cannot be split at
                // dots.
                assert_eq!(ours, ["cell(1,1).", "title(\"x. %y\")."]);
            } else {
                ours.sort_unstable();
                assert_eq!(ours.join(" "), printed, "{name}");
            }
        }
        compared += 1;
    }
    assert_eq!(compared, 49);
}

#[test]
fn arithmetic_binds_as_in_clingo() {
    for (term, value) in [
        ("2**3**2", "512"),
        ("2*3**2", "18"),
        ("-2**2", "4"),
        ("1?2^3", "0"),
        ("7&3?8", "11"),
        ("2+3&1", "1"),
        ("~5", "-6"),
        ("6*4\\3/2", "0"),
        ("- -1", "1"),
        ("--1", "1"),
        ("(1,)", "(1,)"),
        ("()", "()"),
        ("-a", "-a"),
        ("0xff", "255"),
        ("\"a\\n\"", "\"a\\n\""),
        ("f(1,g)", "f(1,g)"),
        ("#inf", "#inf"),
        ("7-2-3", "2"),
        ("'a", "'a"),
    ] {
        assert_eq!(facts(&format!("p({term}).")), format!("p({value})."));
    }
    assert_eq!(facts("p(1..2..3)."), "p(1). p(2). p(3).");
    assert_eq!(facts("p(|1;-2|,f(1..2))."), "p(1,f(1)). p(1,f(2)). p(2,f(1)). p(2,f(2)).");
    assert_eq!(facts("p(). p(1;). p(;)."), "p(1). p.");
}

#[test]
fn comments_constants_and_parts() {
    assert_eq!(facts("a. %* x % *%\n y *% b."), "a. b.");
    assert_eq!(facts("a.\n#! foo\nb."), "a. b.");
    assert_eq!(facts("#const n=m+1. #const m=3. p(n,m)."), "p(4,3).");
    assert_eq!(facts("#const n=1. [override] #const n=2. p(n)."), "p(1).");
    assert_eq!(facts("#const n=1. #const n=2. [override] p(n)."), "p(2).");
    assert_eq!(facts("#program foo. p(1). #program base. p(2). #program base(x). p(x)."), "p(2).");
}

#[test]
fn faults_say_what_and_how_to_mend_it() {
    for (text, what) in [
        ("p(X).", "`X` is a variable, and a fact has none"),
        ("p(1)", "the end of the text where a dot was expected"),
        ("p(1)..", "`..` where a dot was expected"),
        ("p(01).", "`1` where `)` was expected"),
        ("p(1,).", "`)` where a value was expected"),
        ("p(1/0).", "`/` has no result here"),
        ("p(a+1).", "`+` has no result here"),
        ("p(2147483647+1).", "`+` has no result here"),
        ("p(2147483648).", "this number is too large"),
        ("p(99999999999999999999).", "this number is too large"),
        ("#const n=1. #const n=2.", "the constant `n` is defined twice"),
        ("#const n=m. #const m=n. p(n).", "the constant `n` is defined by itself"),
        ("#const n=1..2. p(n).", "the constant `n` is not one value"),
        ("#const 3.", "this is no constant"),
        ("%* a", "this comment never ends"),
        ("p(\"a\n\").", "this text never ends"),
        ("p(1). \u{e9}", "`\u{e9}` means nothing here"),
        ("\u{feff}p.", "a byte-order mark"),
        ("p :- q.", "rules are not supported"),
        (":- q.", "rules are not supported"),
        (":~ q. [1]", "weak constraints are not supported"),
        ("{p}.", "choices are not supported"),
        ("p | q.", "disjunctions are not supported"),
        ("p : q.", "conditions are not supported"),
        ("not p.", "`not` is not supported"),
        ("#external p.", "`#external` is not supported"),
        ("#include <incmode>.", "this include is not supported"),
        ("p(@f()).", "functions of scripts are not supported"),
        ("p(1..100000,1..100000).", "these are more than 16777216 facts"),
        ("p(-2147483647..2147483647).", "this stands for more than 16777216 facts"),
        ("p((1..5000)*(1..5000)).", "this stands for more than 16777216 facts"),
    ] {
        let fault = ground(&[Source::new("test", text)]).expect_err(text);
        assert_eq!(fault.what, what, "{text}");
        assert!(fault.at.is_some() && fault.remedy.is_some(), "{text}: {fault:?}");
    }
    let deep = format!("p({}1{}).", "(".repeat(5000), ")".repeat(5000));
    assert_eq!(facts(&deep), "nested too deeply");
    assert_eq!(facts(&format!("p({}1).", "-".repeat(5000))), "nested too deeply");
    assert_eq!(facts(&format!("p({}0).", "1-".repeat(50_000))), "p(-49998).");
}

#[test]
fn bad_instances_have_a_message() {
    for (text, what) in [
        ("time(1).", "there are no cells"),
        ("", "there are no cells"),
        ("cell((1,2)).", "there are no cells"),
        ("cell(3..1,1).", "there are no cells"),
        ("cell(a,b).", "`a` is not a whole number"),
        ("cell(1,\"1\").", "`\"1\"` is not a whole number"),
        ("cell(1,1). time(2..3).", "there is a turn 2 but no turn 1"),
        ("cell(1,1). time(1;2;4).", "there is a turn 4 but no turn 3"),
        ("cell(1,1). time(0..3).", "there is a turn 0, but turns are counted from 1"),
        ("cell(1,1). time(now).", "`now` is not a whole number"),
        ("cell(X,Y) :- row(X), col(Y).", "rules are not supported"),
    ] {
        let fault = board(text).expect_err(text);
        assert_eq!(fault.what, what, "{text}");
        assert!(fault.remedy.is_some(), "{text}: {fault:?}");
    }
}

#[test]
fn a_board_is_read() {
    let (board, warnings) =
        board("size(4). cell(-1..1,0). cell(0,0). black(1,0). black(7..9,7). time(1;2).").unwrap();
    assert_eq!((board.graph().len(), board.turns(), board.count()), (3, Some(2), 2));
    assert!(!board.is_lit(2));
    assert_eq!(warnings.len(), 1);
    assert_eq!(warnings[0].what, "(7,7) is black but no cell, nor are 2 others; it was left out");
    assert_eq!(super::tests::board("cell(1,1).").unwrap().0.turns(), Some(0), "no time is no turn");
}

#[test]
fn several_files_are_one_instance() {
    let sources = [
        Source::new("a/cells.lp", "#include \"b/rest.lp\". cell(1..n,1)."),
        Source::new("rest.lp", "#const n=2. time(1)."),
    ];
    let (board, _) = read(&sources, Room::UNLIMITED).unwrap();
    assert_eq!((board.graph().len(), board.turns()), (2, Some(1)));
    let bad = [Source::new("a", "cell(1,1)."), Source::new("b", "cell(1,")];
    assert_eq!(read(&bad, Room::UNLIMITED).unwrap_err().at.map(|span| span.source), Some(1));
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(
        (graph, lights) in crate::testing::graph_and_lights(5, 30),
        turns in 0..5_u64,
    ) {
        let board = GraphBoard::new(graph, &lights, Some(turns));
        let mut text = Vec::new();
        prop_assert_eq!(write(&board, &mut text).unwrap(), Written::Yes);
        prop_assert_eq!(read(&[Source::new("test", text)], Room::UNLIMITED).unwrap(), (board, Vec::new()));
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in r#"([a-cX_0-9.,;:|(){}\[\]+*/\\^?&~@=<>$#"%\n -]|cell\(|black\(|time\(|#const n=|\.\.|%\*|\*%|é){0,40}"#) {
        let source = Source::new("test", text);
        let place = |fault: &Fault| fault.at.is_none_or(|at| at.start <= at.end && at.end <= source.bytes.len());
        match read(std::slice::from_ref(&source), Room::UNLIMITED) {
            Ok((_, warnings)) => prop_assert!(warnings.iter().all(place)),
            Err(fault) => prop_assert!(place(&fault), "{:?}", fault),
        }
    }
}

#[test]
fn what_is_said_and_denied_is_noticed() {
    for text in ["foo. -foo.", "-p(1..3,a). p(2,a).", "cell(1,1). -cell(1,1).", "-q((1,2)). q((1,2))."] {
        let sources = [Source::new("x.lp", format!("cell(1..2,1). time(1). {text}"))];
        let fault = contradiction(&sources, Room::UNLIMITED).unwrap().unwrap_or_else(|| panic!("{text}"));
        assert!(
            fault.at.is_some() && fault.remedy.is_some() && fault.what.contains("asserted and denied"),
            "{text}"
        );
        assert_eq!(read(&sources, Room::UNLIMITED).unwrap_err(), fault);
    }
    for text in [
        "-foo.",
        "-p(1..3). p(4).",
        "-cell(3,1).",
        "p(-1). p(1).",
        "-p(1). p(1,1).",
        "#const n = -m. #const m = 1.",
    ] {
        let sources = [Source::new("x.lp", format!("cell(1..2,1). time(1). {text}"))];
        assert_eq!(contradiction(&sources, Room::UNLIMITED), Ok(None), "{text}");
        assert!(read(&sources, Room::UNLIMITED).is_ok(), "{text}");
    }
}

#[test]
fn files_are_one_instance_where_one_has_no_cells() {
    let (cells, rest, other) = (
        Source::new("a.lp", "cell(1..2,1)."),
        Source::new("b.lp", "black(1,1). time(1)."),
        Source::new("c.lp", "cell(1,1). time(1)."),
    );
    assert!(are_one(&[cells.clone(), rest.clone()]) && are_one(&[rest.clone(), cells.clone()]));
    assert!(
        !are_one(&[cells.clone(), other]) && !are_one(&[rest.clone(), rest.clone()]) && !are_one(&[cells])
    );
    assert!(!are_one(&[rest, Source::new("board", "#0\n")]));
}
