//! Boards as people type them are read as meant or asked about, never as another board.

use std::collections::BTreeMap;

use fewest::service::{AsWhat, Context, OpenError, Opened, ReadOptions, SolveOptions, Source, open};

/// A board in the family's own format, so that boards can be compared.
fn written(opened: &Opened) -> String {
    let position = &opened.position;
    let mut out = Vec::new();
    let format = position.info().formats[0].id;
    position.write(format, &mut out).expect("memory");
    String::from_utf8(out).expect("text")
}

fn read(text: &str, what: Option<&str>) -> Result<Opened, String> {
    let what = what.map(|what| AsWhat::parse(what).expect("a family"));
    match open(&[Source::new("drawing", text)], what, &ReadOptions::default()) {
        Ok(mut opening) if opening.puzzles.len() == 1 && opening.faults.is_empty() => {
            Ok(opening.puzzles.remove(0))
        }
        Ok(opening) => Err(format!("fault: {:?}", opening.faults.first().map(|fault| &fault.what))),
        Err(OpenError::Ambiguous(candidates)) => Err(format!("asked: {candidates:?}")),
        Err(error) => Err(format!("fault: {:?}", error.fault().what)),
    }
}

fn fewest(opened: &Opened) -> Option<u64> {
    let report = opened.position.solve(&SolveOptions::default(), &Context::default()).ok()?;
    assert!(report.is_fewest(), "{}", opened.understood);
    report.best.as_ref().map(|best| best.length())
}

#[test]
fn every_form_is_read_as_meant() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../instances/forms");
    let table = std::fs::read_to_string(folder.join("forms.tsv")).expect("the table of forms");
    let mut solved: BTreeMap<String, u64> = BTreeMap::new();
    let mut asked = Vec::new();
    let mut count = 0;
    for line in table.lines().skip(1) {
        let [file, family, metric, moves, ..] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        count += 1;
        let text = std::fs::read_to_string(folder.join(file).with_extension("txt")).expect(file);
        for what in [None, Some(family)] {
            let opened = match read(&text, what) {
                Ok(opened) => opened,
                Err(why) if what.is_none() => {
                    asked.push(format!("{file}: {why}"));
                    continue;
                }
                Err(why) => panic!("{file} as {family}: {why}"),
            };
            assert_eq!(opened.position.info().id, family, "{file}: {}", opened.understood);
            assert_eq!(opened.position.metric().id, metric, "{file}");
            let board = written(&opened);
            let length = *solved.entry(board).or_insert_with(|| fewest(&opened).expect("a solution"));
            assert_eq!(length.to_string(), moves, "{file}: {}", opened.understood);
        }
    }
    assert!(
        count >= 89 && asked.len() * 20 <= count,
        "{} of {count} were not read:\n{}",
        asked.len(),
        asked.join("\n")
    );
}

/// Cells in many styles.
fn styles(cells: &[Vec<String>]) -> Vec<(&'static str, String)> {
    let width = cells.iter().flatten().map(|cell| cell.chars().count()).max().unwrap_or(1);
    let join = |separator: &str, pad: usize| {
        let row = |row: &Vec<String>| {
            row.iter().map(|cell| format!("{cell:>pad$}")).collect::<Vec<_>>().join(separator)
        };
        cells.iter().map(row).collect::<Vec<_>>().join("\n") + "\n"
    };
    let quoted = |quote: &str, none: &str| {
        let cell = |cell: &String| match (cell.parse::<i64>(), cell.as_str()) {
            (_, "") => none.to_owned(),
            (Ok(number), _) => number.to_string(),
            (Err(_), _) => format!("{quote}{cell}{quote}"),
        };
        let row = |row: &Vec<String>| format!("[{}]", row.iter().map(cell).collect::<Vec<_>>().join(", "));
        format!("[{}]", cells.iter().map(row).collect::<Vec<_>>().join(", "))
    };
    let boxed = |corner: [&str; 3], line: &str, side: &str| {
        let columns = cells[0].len();
        let rule = |[left, middle, right]: [&str; 3]| {
            format!("{left}{}{right}\n", vec![line.repeat(width + 2); columns].join(middle))
        };
        let row = |row: &Vec<String>| {
            let cells: Vec<String> = row.iter().map(|cell| format!(" {cell:>width$} ")).collect();
            format!("{side}{}{side}\n", cells.join(side))
        };
        rule(corner) + &cells.iter().map(row).collect::<Vec<_>>().join(&rule(corner)) + &rule(corner)
    };
    let mut found = vec![
        ("spaced", join(" ", width)),
        ("commas", join(",", 0)),
        ("semicolons", join("; ", 0)),
        ("tabs", join("\t", 0)),
        ("pipes", join("|", width)),
        ("json", quoted("\"", "null")),
        ("python", format!("board = {}", quoted("'", "None"))),
        ("array", format!("array({})", quoted("'", "nan"))),
        ("object", format!("{{\"name\": \"a puzzle\", \"board\": {}}}", quoted("\"", "null"))),
        ("boxes", boxed(["+", "+", "+"], "-", "|")),
        ("unicode boxes", boxed(["├", "┼", "┤"], "─", "│")),
        ("title", format!("A puzzle from a book\n\n{}\nHave fun.\n", join(" ", width))),
        ("fenced", format!("```\n{}```\n", join(" ", width))),
        ("crlf", join(" ", width).replace('\n', "\r\n")),
    ];
    if width == 1 {
        found.push(("characters", join("", 1)));
        let frame = "-".repeat(cells[0].len());
        let row = |row: &Vec<String>| {
            format!("|{}|\n", row.iter().map(|cell| format!("{cell:>1}")).collect::<String>())
        };
        found
            .push(("framed", format!("+{frame}+\n{}+{frame}+\n", cells.iter().map(row).collect::<String>())));
    }
    found
}

/// Reads cells in all styles: what is read is `wanted`. Returns in how many styles it was.
fn in_all_styles(cells: &[Vec<String>], wanted: &Opened) -> (usize, usize) {
    let mut read_well = 0;
    let styles = styles(cells);
    let all = styles.len();
    for (style, text) in styles {
        match read(&text, None) {
            Ok(opened) => {
                assert_eq!(written(&opened), written(wanted), "{style}: {}\n{text}", opened.understood);
                read_well += 1;
            }
            Err(why) => {
                // One letter everywhere may be anything.
                let is_uniform = cells.iter().flatten().all(|cell| *cell == cells[0][0]);
                assert!(
                    is_uniform || why.starts_with("asked") || why.starts_with("fault"),
                    "{style}: {why}\n{text}"
                );
            }
        }
    }
    (read_well, all)
}

fn opened(name: &str) -> Opened {
    let (entry, example) = fewest::service::example(name).expect(name);
    let source = Source::new(name, example.text);
    let what = AsWhat { entry, format: Some(example.format) };
    let opening = open(&[source], Some(what), &ReadOptions::default()).expect(name);
    opening.puzzles.into_iter().next().expect(name)
}

fn cells(rows: &[&str], sign: impl Fn(char) -> String) -> Vec<Vec<String>> {
    rows.iter().map(|row| row.chars().map(&sign).collect()).collect()
}

#[test]
fn lights_are_read_in_every_style_and_sign() {
    let mut counts = (0, 0);
    for name in ["117", "five-all-on", "five-hard", "nine-all-on", "four-unsolvable"] {
        let wanted = opened(name);
        let text = written(&wanted);
        let rows: Vec<&str> = text.lines().filter(|line| !line.contains('x')).collect();
        for (on, off) in [
            ("1", "0"),
            ("#", "."),
            ("X", "."),
            ("*", "."),
            ("●", "○"),
            ("█", "░"),
            ("on", "off"),
            ("True", "False"),
            ("💡", "⬛"),
            ("O", "."),
        ] {
            let cells = cells(&rows, |sign| if sign == '#' { on } else { off }.to_owned());
            let (read, all) = in_all_styles(&cells, &wanted);
            counts = (counts.0 + read, counts.1 + all);
        }
    }
    // Asked: two lights that may be two pegs, and boards of nothing but O.
    assert!(counts.0 * 5 > counts.1 * 4, "{counts:?}");
}

#[test]
fn tiles_are_read_in_every_style_and_blank() {
    let mut counts = (0, 0);
    for name in ["eight-easy", "eight-hardest", "five-hardest", "fifteen-easy", "loyd"] {
        let wanted = opened(name);
        let text = written(&wanted);
        let rows: Vec<Vec<String>> = text
            .lines()
            .skip(1)
            .take_while(|line| !line.contains("goal"))
            .map(|line| line.split_whitespace().map(str::to_owned).collect())
            .collect();
        for blank in ["0", "_", ".", "-", "x", ""] {
            let sign =
                |cell: &String| if cell == "0" || cell == "_" { blank.to_owned() } else { cell.clone() };
            let cells: Vec<Vec<String>> = rows.iter().map(|row| row.iter().map(sign).collect()).collect();
            let (read, all) = in_all_styles(&cells, &wanted);
            counts = (counts.0 + read, counts.1 + all);
        }
    }
    assert!(counts.0 * 10 > counts.1 * 9, "{counts:?}");
}

#[test]
fn pegs_are_read_in_every_style_and_sign() {
    let mut counts = (0, 0);
    let english = ["..xxx..", "..xxx..", "xxxxxxx", "xxxoxxx", "xxxxxxx", "..xxx..", "..xxx.."];
    let source = Source::new("english", format!("{}\n", english.join("\n")));
    let what = AsWhat::parse("pegs:grid").expect("a format");
    let wanted = open(&[source], Some(what), &ReadOptions::default()).expect("english").puzzles.remove(0);
    for (peg, hole, none) in [
        ("x", "o", "."),
        ("x", "o", ""),
        ("1", "0", "2"),
        ("1", "0", "-1"),
        ("●", "○", ""),
        ("*", ".", ""),
        ("O", ".", ""),
        ("o", ".", "-"),
        ("X", "_", "."),
        ("P", "H", "#"),
    ] {
        let sign = |sign| match sign {
            'x' => peg,
            'o' => hole,
            _ => none,
        };
        let (read, all) = in_all_styles(&cells(&english, |c| sign(c).to_owned()), &wanted);
        counts = (counts.0 + read, counts.1 + all);
    }
    assert!(counts.0 * 10 > counts.1 * 9, "{counts:?}");
}

#[test]
fn blocks_are_read_in_every_style() {
    let klotski = ["1ZZ2", "1ZZ2", "3445", "3675", "8..9"];
    let traffic = ["FFF.B.", "HHHCBK", "XXGCBK", "J.G.II", "J.EEEL", "DDD..L"];
    let mut counts = (0, 0);
    for (name, rows) in [("klotski", &klotski[..]), ("traffic", &traffic[..])] {
        let wanted = opened(name);
        for free in [".", "-", "_", "", "·"] {
            let cells = cells(rows, |sign| if sign == '.' { free.to_owned() } else { sign.to_string() });
            for (style, text) in styles(&cells) {
                counts.1 += 1;
                match read(&text, None) {
                    Ok(found) => {
                        // Names differ; the puzzle does not.
                        let json = |opened: &Opened| {
                            let mut out = Vec::new();
                            opened.position.write("json", &mut out).expect("memory");
                            (out, fewest(opened))
                        };
                        assert_eq!(json(&found).1, json(&wanted).1, "{style}: {}\n{text}", found.understood);
                        counts.0 += 1;
                    }
                    Err(why) => assert!(
                        why.starts_with("asked") || why.starts_with("fault"),
                        "{style}: {why}\n{text}"
                    ),
                }
            }
        }
    }
    assert!(counts.0 * 10 > counts.1 * 9, "{counts:?}");
}

/// These were answered wrongly and silently before.
#[test]
fn what_could_mean_two_things_is_asked() {
    for text in ["xxx\nxox\nxxx\n", "111\n101\n111\n", "ab\nba\n", "🟦🟥\n🟥🟦\n"] {
        let why = read(text, None).map(|opened| opened.understood);
        assert!(why.as_ref().is_err_and(|why| why.starts_with("asked")), "{text}: {why:?}");
    }
}

/// Files of Windows programs: UTF-16 in both orders of bytes.
#[test]
fn utf_16_is_read() {
    let text = "1 2 3\r\n4 5 6\r\n7 _ 8\r\n";
    let wanted = written(&read(text, None).expect("tiles"));
    for (mark, bytes) in
        [([0xFF, 0xFE], u16::to_le_bytes as fn(u16) -> [u8; 2]), ([0xFE, 0xFF], u16::to_be_bytes)]
    {
        let file: Vec<u8> = mark.into_iter().chain(text.encode_utf16().flat_map(bytes)).collect();
        let opening = open(&[Source::new("file", file)], None, &ReadOptions::default()).expect("tiles");
        assert_eq!(written(&opening.puzzles[0]), wanted);
    }
}
