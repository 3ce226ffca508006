use super::*;

/// All drawings of a text, one line per row, `_` for blank cells.
fn all(text: &str) -> Vec<Vec<String>> {
    let cell = |cell: &Cell| if cell.text.is_empty() { "_".to_owned() } else { cell.text.clone() };
    let row = |row: &Vec<Cell>| row.iter().map(cell).collect::<Vec<_>>().join(" ");
    let found = drawings(&Source::new("test", text));
    for drawing in &found {
        assert!(drawing.cells().all(|cell| cell.span.start <= cell.span.end && cell.span.end <= text.len()));
    }
    found.iter().map(|drawing| drawing.rows.iter().map(row).collect()).collect()
}

fn only(text: &str) -> Vec<String> {
    let mut found = all(text);
    assert_eq!(found.len(), 1, "{text:?}: {found:?}");
    found.remove(0)
}

const TILES: [&str; 3] = ["1 2 3", "4 _ 6", "7 5 8"];

#[test]
fn one_board_in_many_styles_is_one_drawing() {
    for text in [
        "1 2 3\n4   6\n7 5 8\n",
        "1,2,3\n4,,6\n7,5,8\n",
        "1, 2, 3,\n4, , 6,\n7, 5, 8\n",
        "1;2;3\r\n4;;6\r\n7;5;8\r\n",
        "1\t2\t3\n4\t\t6\n7\t5\t8\n",
        "|1|2|3|\n|4| |6|\n|7|5|8|\n",
        "1|2|3\n4| |6\n7|5|8\n",
        "| 1 | 2 | 3 |\n|---|---|---|\n| 4 |   | 6 |\n| 7 | 5 | 8 |\n",
        "1 & 2 & 3 \\\\\n4 & & 6 \\\\\n7 & 5 & 8 \\\\\n",
        "+---+---+---+\n| 1 | 2 | 3 |\n+---+---+---+\n| 4 |   | 6 |\n+---+---+---+\n| 7 | 5 | 8 |\n+---+---+---+\n",
        "┌───┬───┬───┐\n│ 1 │ 2 │ 3 │\n├───┼───┼───┤\n│ 4 │   │ 6 │\n├───┼───┼───┤\n│ 7 │ 5 │ 8 │\n└───┴───┴───┘\n",
        "╔═╦═╦═╗\n║1║2║3║\n╠═╬═╬═╣\n║4║ ║6║\n╠═╬═╬═╣\n║7║5║8║\n╚═╩═╩═╝\n",
        "-------------\n| 1 | 2 | 3 |\n-------------\n| 4 |   | 6 |\n-------------\n| 7 | 5 | 8 |\n-------------\n",
        "[[1, 2, 3], [4, null, 6], [7, 5, 8]]",
        "board = [[1, 2, 3],\n         [4, None, 6],\n         [7, 5, 8]]\n",
        "np.array([[1., 2., 3.], [4., nan, 6.], [7., 5., 8.]], dtype=float)",
        "int b[3][3] = {{1, 2, 3}, {4, , 6}, {7, 5, 8}};",
        "{\"name\": \"x\", \"board\": [[1, 2, 3], [4, null, 6], [7, 5, 8]], \"goal\": [[1, 2, 3], [4, 5, 6], [7, 8, null]]}",
        "# The puzzle\n\n1 2 3\n4   6\n7 5 8\n\nIt needs two moves.\n",
        "```text\n1 2 3\n4   6\n7 5 8\n```\n",
        "3\n1 2 3\n4   6\n7 5 8\n",
        "> 1 2 3\n> 4   6\n> 7 5 8\n",
        "[1][2][3]\n[4][ ][6]\n[7][5][8]\n",
        "\u{feff}1 2 3\n4   6\n7 5 8",
        "  1  2  3\n  4     6\n  7  5  8\n",
    ] {
        assert_eq!(only(text), TILES, "{text}");
    }
}

#[test]
fn numbers_of_two_digits_keep_their_columns() {
    let rows = ["5 1 2 4", "9 6 3 8", "13 15 10 11", "_ 14 7 12"];
    assert_eq!(only(" 5  1  2  4\n 9  6  3  8\n13 15 10 11\n   14  7 12\n"), rows);
    assert_eq!(only("[[ 5  1  2  4]\n [ 9  6  3  8]\n [13 15 10 11]\n [ nan 14  7 12]]"), rows);
}

#[test]
fn blanks_between_letters_are_cells() {
    assert_eq!(
        only("AA   O\nP  Q O\nPXXQ O\nP  Q\n"),
        ["A A _ _ _ O", "P _ _ Q _ O", "P X X Q _ O", "P _ _ Q _ _"]
    );
    assert_eq!(only("+---+\n|# #|\n| ##|\n|#  |\n+---+\n").len(), 3);
    assert_eq!(only("+---+\n|# #|\n| ##|\n|#  |\n+---+\n"), ["# _ #", "_ # #", "# _ _"]);
}

#[test]
fn merged_boxes_are_cut_at_the_distances_of_the_others() {
    let text = "┌───┬───────┬───┐\n│ 1 │ Z   Z │ 2 │\n│   │       │   │\n│ 1 │[Z]  Z │ 2 │\n├───┼───────┼───┤\n\
                │ 3 │ 4   4 │ 5 │\n│   ├───┬───┤   │\n│ 3 │ 6 │ 7 │ 5 │\n├───┼───┴───┼───┤\n│ 8 │ ×   × │>9<│\n└───┴───────┴───┘\n";
    assert_eq!(only(text), ["1 Z Z 2", "1 Z Z 2", "3 4 4 5", "3 6 7 5", "8 × × 9"]);
    let found = drawings(&Source::new("test", text));
    let open: Vec<(bool, bool)> =
        found[0].rows[0].iter().map(|cell| (cell.open_right, cell.open_below)).collect();
    assert_eq!(open, [(false, true), (true, true), (false, true), (false, true)]);
    // No row has a line in the middle.
    assert_eq!(
        only("┌───────┐\n│ A   A │\n├───────┤\n│ B   B │\n├───┬───┤\n│ C │ · │\n└───┴───┘\n"),
        ["A A", "B B", "C ·"]
    );
}

#[test]
fn frames_and_arrows_tell_exits() {
    let exits = |text: &str| drawings(&Source::new("test", text))[0].exits.clone();
    let right = [Exit { side: Side::Right, index: 1 }];
    assert_eq!(exits("+---+\n|AA |\n|XX \n|B  |\n+---+\n"), right);
    assert_eq!(exits("AA.\nXX.=>\nB..\n"), right);
    assert_eq!(exits("AA.\nXX. exit\nB..\n"), right);
    assert_eq!(exits("*****\n*AA.*\n*XX. \n*B..*\n*****\n"), right);
    assert_eq!(exits("AA.\nXX.\nB..\n"), []);
}

#[test]
fn a_border_may_also_be_cells() {
    let found = all("####\n#AB#\n#C.#\n####\n");
    assert_eq!(found, [vec!["A B", "C ."], vec!["# # # #", "# A B #", "# C . #", "# # # #"]]);
    assert_eq!(all("###\n#.#\n###\n").len(), 1, "the cell inside alone is no board");
}

#[test]
fn centred_rows_are_a_triangle_and_shifted_rows_are_staggered() {
    for text in [
        "  x\n x o\nx x x\n",
        "x\nx o\nx x x\n",
        "    x\n\n  x   o\n\nx   x   x\n",
        "x\nxo\nxxx\n",
        "[[1],[1,0],[1,1,1]]",
    ] {
        let found = drawings(&Source::new("test", text));
        assert_eq!((found.len(), found[0].layout, found[0].height()), (1, Layout::Triangle, 3), "{text}");
    }
    let found = drawings(&Source::new("test", " x x\nx o x\n x x\n"));
    assert_eq!(found[0].layout, Layout::Staggered);
    assert_eq!(only("  xxx\n  xxx\nxxxxxxx\nxxxoxxx\n  xxx\n").len(), 5);
}

#[test]
fn one_line_is_a_list_or_rows() {
    assert_eq!(only("101/011/100"), ["1 0 1", "0 1 1", "1 0 0"]);
    assert_eq!(only("\"AB\\nCD\""), ["A B", "C D"]);
    assert_eq!(only("[\"AB\", \"CD\"]"), ["A B", "C D"]);
    assert_eq!(only("1 2 3 4 5 6 7 0 8"), ["1 2 3 4 5 6 7 0 8"]);
    assert_eq!(only("(1, 2, 3, 4, None, 6, 7, 5, 8)"), ["1 2 3 4 _ 6 7 5 8"]);
    assert_eq!(only("AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.")[0].len(), 71);
}

#[test]
fn wide_characters_are_one_cell() {
    assert_eq!(only("🟩🟩⬜\n🟥🟥⬜\n"), ["🟩 🟩 ⬜", "🟥 🟥 ⬜"]);
    assert_eq!(only("1️⃣2️⃣\n3️⃣⬜\n"), ["1\u{fe0f}\u{20e3} 2\u{fe0f}\u{20e3}", "3\u{fe0f}\u{20e3} ⬜"]);
}

/// Where a text may be two boards, or has a row too many or too few, there is no drawing rather
/// than one of them.
#[test]
fn doubtful_texts_have_no_drawing() {
    for text in
        ["", "\n\n", "hello", "AB\nCD\n\nEF\nGH\n", "ABC\nDE\nFGH\n", "1,2,3\n4,5\n6,7,8\n", "[[1,2],[3]"]
    {
        assert_eq!(all(text), Vec::<Vec<String>>::new(), "{text:?}");
    }
}

#[test]
fn notes_have_keys_and_values() {
    let found = drawings(&Source::new("test", "goal: Z right\nAB\nCD\n"));
    assert_eq!(found[0].notes[0].value_of(&["exit", "Goal"]), Some("Z right"));
    assert_eq!(found[0].notes[0].value_of(&["exit"]), None);
}
