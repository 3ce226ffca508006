//! What the program says of bad inputs: place and remedy of each, compared with `bad_inputs.txt`.
//! `FEWEST_UPDATE_GOLDEN=1` writes that file again; read every message before you commit it.

use std::fmt::Write as _;

use crate::harness::Folder;

/// A bad input: what the arguments are, and what standard input holds.
type Bad = (&'static str, &'static [u8]);

const RUSH: &[u8] = b"AA...O\nP..Q.O\nPXXQ.O\nP..Q..\nB...CC\nB.RRR.\n";

/// Bad texts on standard input.
const TEXTS: [Bad; 47] = [
    ("solve -", b""),
    ("solve -", b"  \n \n"),
    ("solve -", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"),
    ("solve -", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
    ("solve -", b"PK\x03\x04\x14\0\0\0\x08\0"),
    ("solve -", b"\x1f\x8b\x08\0\0\0\0\0\0\x03"),
    ("solve -", b"GIF89a\x10\0\x10\0"),
    ("solve -", b"\xff\xd8\xff\xe0\0\x10JFIF"),
    ("solve -", b"\x7fELF\x02\x01\x01\0"),
    ("solve -", b"1\x000\x001\0\n\0"),
    ("solve -", b"\0\x01\x02\x03\x04\x05\x06\x07"),
    ("solve -", b"hello world\n"),
    ("solve -", b"AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR\n"),
    ("solve -", b"AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR..\n"),
    ("solve -", b"A....B\nA....B\nA....B\nC....D\nC....D\nC....D\n"),
    ("solve -", b"[[1, 0, 1], [0, 1, 1], [1, 0, 0]\n"),
    ("solve -", b"[[1, 0, 1], [0, 1, 1], [1, 0, 0)]\n"),
    ("solve -", b"{\"board\": [[1, 0], [0, 1]\n"),
    ("solve -", b"[\"#.#\", \".##, \"#..\"]\n"),
    ("solve -", b"1 2 3\n4 5 6\n7 8 8\n"),
    ("solve -", b"1 2 3\n4 5 6\n7 8 9\n"),
    ("solve -", b"1 2 3\n4 0 6\n7 0 8\n"),
    ("solve -", b"1 2 3\n4 0 6\n7 5 12\n"),
    ("solve -", b"1 2 3\n4 0\n7 5 8\n"),
    ("solve -", b"101\n01\n100\n"),
    ("solve -", b"#.#\n.##\n#.?\n"),
    ("solve -", b"  xxx\n  xxx\nxxxxxxx\nxxxxxxx\nxxxxxxx\n  xxx\n  xxx\n"),
    ("solve -", b"xxx\nxox\nxxx\n"),
    ("solve -", b"ab\nba\n"),
    ("solve -", b"1 0 1\n0 1 1\n1 0 0\n\n1 1 1\n0 1 0\n1 0 1\n"),
    ("solve --as chess -", b"101\n"),
    ("solve --as klotski -", b"101\n"),
    ("solve --as lights -", b"1 2 3\n4 5 6\n7 8 0\n"),
    ("solve --as tiles -", b"#.#\n.#.\n#.#\n"),
    ("solve --as pegs -", b"1 2 3\n4 5 6\n7 8 0\n"),
    ("solve --as blocks -", b"1 2 3\n4 5 6\n7 8 0\n"),
    ("solve --as blocks:rush -", b"AA...\n"),
    ("solve --as blocks:course -", b"6 6\n3 2 2 1 x\n"),
    ("solve --as pegs -", b"vacancy: z9\ntriangle:5\n"),
    ("solve --as tiles:rows -", b"3 3\n1 2 3\n4 5 6\n7 8\n"),
    ("solve --on=? -", b"#.#\n.##\n#..\n"),
    ("solve --goal-piece=Y -", RUSH),
    ("solve --exit=north-west -", RUSH),
    ("solve --metric jumps -", RUSH),
    ("solve --vacancy d4 -", RUSH),
    ("solve --goal nowhere -", b"1 2 3\n4 5 6\n7 0 8\n"),
    ("solve --goal zz99 triangle", b""),
];

/// Bad command lines. Files: `board.txt` and `answer.txt` are good, `foreign.txt` is of another program.
const COMMANDS: [Bad; 36] = [
    ("solve nothing.txt", b""),
    ("solve grid77.lp", b""),
    ("solve Klotsky", b""),
    ("solve KLOTSKI", b""),
    ("solve .", b""),
    ("slove klotski", b""),
    ("solve klotski --all 3", b""),
    ("solve klotski --metrik steps", b""),
    ("solve klotski --metric miles", b""),
    ("solve klotski --time soon", b""),
    ("solve klotski --threads 0", b""),
    ("solve klotski --memory some", b""),
    ("solve klotski --print verse", b""),
    ("solve klotski --length-only --moves-only", b""),
    ("solve klotski --log log.jsonl", b""),
    ("solve --batch board.txt --log foreign.txt", b""),
    ("solve klotski --work /proc/foo", b""),
    ("check - -", b""),
    ("check board.txt none.txt", b""),
    ("check none.txt answer.txt", b""),
    ("check --puzzles p{id}.txt", b""),
    ("check --puzzles p{id}.txt --answers none/{id}.txt", b""),
    ("check board.txt", b""),
    ("check board.txt -", b"\x9c\x01\xfe\x80\x03\x05\x99\xff\0\0\x07"),
    ("hint board.txt --after nonsense", b""),
    ("hint board.txt --after-file none.txt", b""),
    ("draw board.txt klotski -o none.png", b""),
    ("draw board.txt -o picture.pdf", b""),
    ("convert board.txt --to tatham", b""),
    ("generate chess", b""),
    ("generate blocks --size 0x3", b""),
    ("generate blocks --moves 7..5", b""),
    ("generate lights --metric slides --seed 1", b""),
    ("course basketry board.txt", b""),
    ("help everything", b""),
    ("list formats blocks:chess", b""),
];

/// What the program says of all of them.
fn said(folder: &Folder) -> String {
    let mut out = String::new();
    for (arguments, input) in TEXTS.iter().chain(&COMMANDS) {
        let words: Vec<&str> = arguments.split(' ').collect();
        // The input is bytes.
        folder.write("input", input);
        let run = folder.run_with_bytes(&words, input);
        let shown = match std::str::from_utf8(input) {
            Ok(text) if !text.contains(|c: char| c.is_control() && c != '\n') => format!("{text:?}"),
            _ => input.escape_ascii().to_string(),
        };
        let input = if input.is_empty() { String::new() } else { format!(" <<< {shown}") };
        let _ = writeln!(out, "$ fewest {arguments}{input}\n[{}]", run.code);
        for line in run.err.lines().chain(run.out.lines().filter(|_| run.code != 0).take(20)) {
            let _ = writeln!(out, "{}", line.trim_end());
        }
        out.push('\n');
    }
    out
}

#[test]
fn every_bad_input_has_a_message_with_a_place_or_a_remedy() {
    let folder = Folder::with("board.txt", "#.#\n.##\n#..\n");
    folder.write("answer.txt", "(0, 0)\n");
    folder.write("foreign.txt", "dear diary\n");
    let said = said(&folder);
    assert_eq!(folder.read("foreign.txt"), "dear diary\n", "the file of another program is left alone");
    assert!(!std::path::Path::new(&folder.path("none.png")).exists(), "nothing is written where it fails");
    assert!(
        !said.contains("error: error:") && !said.contains("panicked") && !said.contains("[70]"),
        "{said}"
    );
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/bad_inputs.txt");
    if std::env::var_os("FEWEST_UPDATE_GOLDEN").is_some() {
        std::fs::write(path, &said).expect("the golden file");
    }
    let golden = std::fs::read_to_string(path).expect("the golden file");
    for (now, wanted) in said.lines().zip(golden.lines()) {
        assert_eq!(now, wanted);
    }
    assert_eq!(said.len(), golden.len());
    assert!(TEXTS.len() + COMMANDS.len() >= 80);
}
