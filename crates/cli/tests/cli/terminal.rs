//! `fewest play` and `--animate` in a real terminal.

use crate::harness::terminal::Terminal;
use crate::harness::{COURSE, Folder};

const FAMILIES: [(&str, &str, &str); 4] = [
    ("course", "slides 0 · best 5", "Solved in 5 slides, the fewest!"),
    ("117", "presses 0 · best 4", "Solved in 4 presses, the fewest!"),
    ("eight-easy", "steps 0 · best 3", "Solved in 3 steps, the fewest!"),
    ("triangle", "jumps 0 · best 13", "Solved in 13 jumps, the fewest!"),
];

/// Every family is played at a real terminal, shown to the end, taken over, undone and left.
#[test]
fn every_family_is_played_to_the_end_and_undone() {
    for (name, title, solved) in FAMILIES {
        let mut terminal = Terminal::run(&["play", name]);
        terminal.wait_for(title);
        terminal.press("s");
        terminal.wait_for("play on from here");
        terminal.press("\x1b[F");
        terminal.wait_for("end");
        terminal.press("\r");
        terminal.wait_for(solved);
        terminal.press("u");
        terminal.wait_for("taken back:");
        terminal.press("r");
        terminal.wait_for(solved);
        terminal.press("x");
        terminal.wait_for("back at the start");
        terminal.wait_for(title);
        terminal.press("q");
        assert_eq!(terminal.end(), 0, "{name}");
        terminal.is_given_back();
    }
}

/// Without a puzzle there is a menu, to which the game returns.
#[test]
fn a_menu_of_families_and_examples() {
    let mut terminal = Terminal::run(&["play"]);
    terminal.wait_for("which puzzle?");
    terminal.wait_for(">");
    // The next family is that of sliding blocks; its first example is the course's.
    terminal.press("\x1b[C\x1b[B\r");
    terminal.wait_for("slides 0 · best 5");
    terminal.press("q");
    terminal.wait_for("which puzzle?");
    terminal.press("\x1b[F");
    let last =
        fewest::service::FAMILIES.last().and_then(|entry| entry.info.examples.last()).expect("an example");
    terminal.wait_for(&format!("> {}", last.name));
    let row = terminal.find(&format!("> {}", last.name));
    terminal.click((row.0 + 2, row.1));
    terminal.wait_for("q quit");
    terminal.wait_for("u undo");
    terminal.press("q");
    terminal.wait_for("which puzzle?");
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
    terminal.is_given_back();
}

#[test]
fn hints_come_in_degrees() {
    let mut terminal = Terminal::run(&["play", "course"]);
    terminal.wait_for("best 5");
    for said in ["it can still be solved", "5 slides left", "next is 4", "next: Piece 4 up 1"] {
        terminal.press("h");
        terminal.wait_for(said);
    }
    // The cells of the hint are marked, not only coloured.
    assert!(terminal.text().contains(">4"), "{}", terminal.text());
    terminal.press("q");
    terminal.end();
}

#[test]
fn a_board_that_cannot_be_solved_says_so() {
    let mut terminal = Terminal::run(&["play", "four-unsolvable"]);
    terminal.wait_for("no solution");
    terminal.press("h");
    terminal.wait_for("no solution from here");
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn keys_move_the_cursor_and_take_pieces() {
    let mut terminal = Terminal::run(&["play", "five-all-on"]);
    terminal.wait_for("best 15");
    terminal.press("\r");
    terminal.wait_for("presses 1");
    // Piece 4 of the course's board lies in the second row from the third column on and may go up
    // or left.
    let mut terminal = Terminal::run(&["play", "course"]);
    terminal.wait_for("best 5");
    terminal.press("\x1b[B\x1b[C\x1b[C\r");
    terminal.wait_for("arrows choose where to");
    terminal.press("\x1b[A");
    terminal.wait_for("4 up 1 space?");
    assert!(terminal.text().contains('{'), "the place is marked: {}", terminal.text());
    terminal.press("\x1b");
    terminal.wait_without("4 up 1 space?");
    terminal.wait_for("slides 0");
    terminal.press("\r\x1b[A\r");
    terminal.wait_for("slides 1");
    terminal.press("q");
    terminal.end();
}

#[test]
fn the_mouse_clicks_and_drags() {
    let mut terminal = Terminal::run(&["play", "five-all-on"]);
    terminal.wait_for("best 15");
    let light = terminal.find("#");
    terminal.click((light.0 + 4, light.1));
    terminal.wait_for("presses 1");
    let mut terminal = Terminal::run(&["play", "course"]);
    terminal.wait_for("best 5");
    let piece = terminal.find("4   4");
    terminal.drag(piece, (piece.0, piece.1 - 2));
    terminal.wait_for("slides 1");
    terminal.wait_for("4 up 1");
    let mut terminal = Terminal::run(&["play", "triangle"]);
    terminal.wait_for("best 13");
    let hole = terminal.find("○");
    // The peg two rows below, two half places to the left.
    terminal.drag((hole.0 - 4, hole.1 + 4), hole);
    terminal.wait_for("jumps 1");
}

#[test]
fn a_new_puzzle_of_chosen_difficulty() {
    let mut terminal = Terminal::run(&["play", "tiles", "--size", "3x3", "--moves", "6", "--seed", "1"]);
    terminal.wait_for("steps 0 · best 6");
    terminal.press("n");
    terminal.wait_for("a new puzzle of how many steps?");
    terminal.press("8\r");
    terminal.wait_for("steps 0 · best 8");
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn no_color_means_none() {
    let has_colour = |terminal: &Terminal| {
        terminal.look(|screen| {
            let cells = (0..24).flat_map(|row| (0..80).map(move |column| (row, column)));
            let mut cells = cells.filter_map(|(row, column)| screen.cell(row, column));
            cells.any(|cell| {
                cell.fgcolor() != vt100::Color::Default || cell.bgcolor() != vt100::Color::Default
            })
        })
    };
    for (variables, wanted) in [(&[][..], true), (&[("NO_COLOR", "1")][..], false)] {
        let mut terminal = Terminal::run_with(&["play", "klotski"], &[], variables);
        terminal.wait_for("slides 0");
        terminal.wait_for("q quit");
        assert_eq!(has_colour(&terminal), wanted, "{variables:?}");
        // The cursor is seen without colours.
        assert!(terminal.text().contains('['), "{}", terminal.text());
    }
}

#[test]
fn lights_on_wires_say_what_the_cursor_is_wired_to() {
    let mut terminal = Terminal::run(&["play", "petersen"]);
    terminal.wait_for("wired (0, 0): (1, 0), (4, 0), (5, 0)");
    terminal.press("\x1b[C");
    terminal.wait_for("wired (1, 0): (0, 0), (2, 0), (6, 0)");
    terminal.press("\r");
    terminal.wait_for("presses 1");
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn boards_larger_than_the_screen_are_seen_in_part() {
    let board = format!("{}\n", "#.".repeat(150)).repeat(140);
    let mut terminal = Terminal::run_with(&["play", "large.txt"], &[("large.txt", &board)], &[]);
    terminal.wait_for("presses 0");
    terminal.press("\r");
    terminal.wait_for("presses 1");
    terminal.press(&"\x1b[B".repeat(100));
    terminal.press("\r");
    terminal.wait_for("(0, 100)");
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn ctrl_c_a_signal_and_a_bug_give_the_terminal_back() {
    let mut terminal = Terminal::run(&["play", "course"]);
    terminal.wait_for("slides 0");
    terminal.press("\x03");
    assert_eq!(terminal.end(), 130);
    terminal.is_given_back();

    let mut terminal = Terminal::run(&["play", "course"]);
    terminal.wait_for("slides 0");
    let sent = std::process::Command::new("kill").args(["-TERM", &terminal.process().to_string()]).status();
    assert!(sent.expect("`kill` runs").success());
    assert_eq!(terminal.end(), 130);
    terminal.is_given_back();

    if cfg!(debug_assertions) {
        let mut terminal = Terminal::run_with(&["play", "course"], &[], &[("FEWEST_BUG_IN_PLAY", "1")]);
        assert_eq!(terminal.end(), 70);
        terminal.is_given_back();
        assert!(terminal.text().contains("a bug on purpose"), "{}", terminal.text());
    }
}

/// `fewest solve klotski --animate` plays the solution.
#[test]
fn animate_plays_the_solution_of_klotski() {
    let mut terminal = Terminal::run(&["solve", "klotski", "--animate", "--speed", "30"]);
    terminal.wait_for("playing");
    terminal.press(" ");
    terminal.wait_for("paused");
    terminal.press("\x1b[H");
    terminal.wait_for("0 of 90");
    terminal.press("\x1b[C");
    terminal.wait_for("1 of 90");
    terminal.press("-");
    terminal.wait_for("15 a second");
    terminal.press("+ ");
    terminal.wait_for("90 of 90 · 30 a second · end");
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
    terminal.is_given_back();
    assert!(terminal.text().contains("searched:"), "the answer stays: {}", terminal.text());
}

#[test]
fn ctrl_c_ends_an_animation_and_all_that_would_follow() {
    for arguments in
        [&["solve", "klotski", "dads", "--animate"][..], &["course", "sbsolver", "b.data", "--animate"]]
    {
        let mut terminal = Terminal::run_with(arguments, &[("b.data", COURSE)], &[]);
        terminal.wait_for("playing");
        terminal.press("\x03");
        assert_eq!(terminal.end(), 130, "{arguments:?}");
        terminal.is_given_back();
        assert!(!terminal.text().contains("dads"), "nothing follows: {}", terminal.text());
    }
}

#[test]
fn the_course_program_animates() {
    let mut terminal = Terminal::run_with(
        &["course", "sbsolver", "b.data", "--animate", "--speed", "20"],
        &[("b.data", COURSE)],
        &[],
    );
    terminal.wait_for("5 of 5");
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
    terminal.is_given_back();
}

#[test]
fn without_a_terminal_boards_are_plain() {
    let folder = Folder::with("b.data", COURSE);
    for arguments in
        [&["solve", "-q", "b.data", "--animate"][..], &["course", "sbsolver", "b.data", "--animate"]]
    {
        let run = folder.run(arguments);
        assert_eq!(run.code, 0, "{run:?}");
        assert!(run.out.contains("******\n*12..*\n*3.44*\n*ZZ5.*\n*6657*\n******\n"), "{run:?}");
        assert!(run.out.contains("\n5. Piece Z right 2 spaces\n******\n*1244*\n*..ZZ*\n"), "{run:?}");
        assert!(run.out.matches("\n******\n").count() >= 11, "six boards: {run:?}");
        assert!(!run.out.contains('\x1b'));
    }
}

#[test]
fn arrows_slide_tiles_and_digits_choose_them() {
    let mut terminal = Terminal::run(&["play", "eight-hardest"]);
    terminal.wait_for("best 31");
    // The blank is below 5: it slides down with the arrow, and 5 is chosen by its digit.
    terminal.press("\x1b[B");
    terminal.wait_for("steps 1");
    terminal.press("5");
    terminal.wait_for("steps 2");
    terminal.press("9");
    terminal.wait_for("there is no piece 9");
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn help_says_what_keys_and_signs_mean() {
    let mut terminal = Terminal::run(&["play", "course"]);
    terminal.wait_for("best 5");
    terminal.press("?");
    terminal.wait_for("\u{d7}    a free cell that belongs to the goal");
    terminal.press("\x1b");
    terminal.wait_for("best 5");
    terminal.press("n");
    terminal.wait_for("a new puzzle of how many");
    terminal.press("q");
    terminal.wait_without("a new puzzle of how many");
    terminal.press("\x1b");
    assert_eq!(terminal.end(), 0);
}
