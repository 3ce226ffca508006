//! Small puzzles of every family and metric in the format of the checker, with their fewest moves.

/// A puzzle and its fewest moves; `None` if there is no solution.
pub type Case = (&'static str, Option<u64>);

/// The puzzles.
pub const ALL: &[Case] = &[
    (COURSE, Some(5)),
    (SHAPES, Some(4)),
    (GATE_PATHS, Some(3)),
    (WALLED_IN, None),
    ("fewest puzzle 1\nblocks steps\ngrid 2 2\npieces both # 0,0\ngoal 0 at 0,0\n", Some(0)),
    (CAR, None),
    ("fewest puzzle 1\ntiles steps\nsize 2 3\nstart 4 5 0 1 2 3\ngoal 1 2 3 4 5 0\n", Some(21)),
    ("fewest puzzle 1\ntiles lines\nsize 2 3\nstart 4 5 0 1 2 3\ngoal 1 2 3 4 5 0\n", Some(18)),
    ("fewest puzzle 1\ntiles steps\nsize 3 3\nstart 1 2 3 5 0 6 4 7 8\ngoal 1 2 3 4 5 6 7 8 0\n", Some(4)),
    ("fewest puzzle 1\ntiles steps\nsize 1 4\nstart 2 0 1 3\ngoal 1 2 3 0\n", None),
    (TRIANGLE, Some(13)),
    (TRIANGLE_MOVES, Some(10)),
    (CROSS, Some(5)),
    (STUCK, Some(2)),
    (ONE_OF_ROW, None),
    ("fewest puzzle 1\nlights presses\nrow 111\nrow 111\nrow 111\n", Some(5)),
    ("fewest puzzle 1\nlights presses\nrow 1111\nrow 1001\nrow 1001\nrow 1111\n", Some(4)),
    ("fewest puzzle 1\nlights presses\nrow 1000\nrow 0000\nrow 0000\nrow 0000\n", None),
    (TURNS, Some(3)),
    (TURNS_NEVER, None),
    (THREE_COLOURS, Some(5)),
    (FOUR_COLOURS, Some(6)),
];

const COURSE: &str =
    "fewest puzzle 1\nblocks slides\ngrid 4 4\npieces both ## 2,0\npieces both # 0,0 0,1 1,0 3,3
pieces both ## 1,2 3,0\npieces both #/# 2,2\ngoal 0 at 0,2 1,2 2,2 3,2\n";

/// A corner piece among singles, in steps.
const SHAPES: &str =
    "fewest puzzle 1\nblocks steps\ngrid 3 4\nwall 0,3\npieces both ##/#. 0,0\npieces both # 0,2 2,0
goal 0 at 1,1\n";

/// Two pieces, a gate that one may pass, and a piece that moves in its row only; in paths.
const GATE_PATHS: &str = "fewest puzzle 1\nblocks paths\ngrid 3 5\nwall 0,2 2,2\ngate 1,2\npieces both+ # 0,0
pieces both # 1,1\npieces horizontal # 1,3\ngoal 0 at 0,4\n";

const WALLED_IN: &str = "fewest puzzle 1\nblocks slides\ngrid 3 3\npieces vertical # 0,0\ngoal 0 at 0,2\n";

/// A car behind one that cannot get out of the way.
const CAR: &str = "fewest puzzle 1\nblocks slides\ngrid 2 4\npieces horizontal ## 0,0\npieces vertical #/# 0,2\ngoal 0 at 0,2\n";

const TRIANGLE: &str = "fewest puzzle 1\npegs jumps\ndirections 1,0 -1,0 0,1 0,-1 1,1 -1,-1\nrow x....
row xx...\nrow xox..\nrow xxxx.\nrow xxxxx\ngoal one\n";

const TRIANGLE_MOVES: &str = "fewest puzzle 1\npegs moves\ndirections 1,0 -1,0 0,1 0,-1 1,1 -1,-1\nrow o....
row xx...\nrow xxx..\nrow xxxx.\nrow xxxxx\ngoal one\n";

const CROSS: &str = "fewest puzzle 1\npegs jumps\ndirections 1,0 -1,0 0,1 0,-1\nrow ..ooo..\nrow ..oxo..\nrow ooxxxoo
row oooxooo\nrow oooxooo\nrow ..ooo..\nrow ..ooo..\ngoal exactly\nend ..ooo..\nend ..ooo..\nend ooooooo\nend oooxooo
end ooooooo\nend ..ooo..\nend ..ooo..\n";

const STUCK: &str =
    "fewest puzzle 1\npegs moves\ndirections 1,0 -1,0 0,1 0,-1\nrow xxxo\nrow xxox\nrow xoxx\ngoal stuck\n";

const ONE_OF_ROW: &str = "fewest puzzle 1\npegs jumps\ndirections 1,0 -1,0\nrow xxxooo\ngoal most 1\n";

const TURNS: &str = "fewest puzzle 1\nlights presses\ncolours 2\nturns 3\nlevels 1 1 0
press 0,0: 0 1\npress 1,0: 0 1 2\npress 2,0: 1 2\n";

const TURNS_NEVER: &str = "fewest puzzle 1\nlights presses\ncolours 2\nturns 1\nlevels 1 0 1
press 0,0: 0 1\npress 1,0: 0 1 2\npress 2,0: 1 2\n";

const THREE_COLOURS: &str = "fewest puzzle 1\nlights presses\ncolours 3\nlevels 1 2 2 0
press 0,0: 0 1\npress 1,0: 0 1 2\npress 2,0: 1 2 3\npress 3,0: 2 3\n";

const FOUR_COLOURS: &str = "fewest puzzle 1\nlights presses\ncolours 4\nlevels 1 2 3
press 0,0: 0 1\npress 1,0: 0 1 2\npress 2,0: 1 2\n";
