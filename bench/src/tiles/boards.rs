//! Boards of the fifteen puzzle.

/// Tiles row by row, 0 the blank; the goal is 1 to 15, then the blank.
pub type Fifteen = [u8; 16];

/// Returns the boards of a file of the data set, with the number of moves if there is a column for
/// it. Empty without the data set.
pub fn from_data(name: &str, moves_at: Option<usize>) -> Vec<(Fifteen, Option<u64>)> {
    let Some(folder) = std::env::var_os("FEWEST_DATA") else { return Vec::new() };
    let path = std::path::Path::new(&folder).join("tiles").join(name).with_extension("txt");
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let board = |line: &str| {
        let parts: Vec<&str> = line.split('|').collect();
        let tiles: Vec<u8> =
            parts.last()?.split_whitespace().map(|tile| tile.parse().ok()).collect::<Option<_>>()?;
        Some((tiles.try_into().ok()?, moves_at.and_then(|at| parts[at].trim().parse().ok())))
    };
    text.lines().filter(|line| !line.starts_with('#')).filter_map(board).collect()
}

/// Random numbers below a limit, deterministic for a seed.
pub fn below(seed: u64) -> impl FnMut(usize) -> usize {
    let mut bits = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    move |limit| {
        bits ^= bits << 13;
        bits ^= bits >> 7;
        bits ^= bits << 17;
        (bits.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % limit
    }
}

/// Returns random solvable boards, deterministic for a seed.
pub fn fresh(seed: u64, count: usize) -> Vec<Fifteen> {
    let mut below = below(seed);
    let mut board = || {
        let mut tiles: Fifteen = std::array::from_fn(|cell| ((cell + 1) % 16) as u8);
        (1..16).rev().for_each(|at| tiles.swap(at, below(at + 1)));
        if !is_solvable(&tiles) {
            let first = usize::from(tiles[0] == 0);
            let second = if tiles[first + 1] == 0 { first + 2 } else { first + 1 };
            tiles.swap(first, second);
        }
        tiles
    };
    (0..count).map(|_| board()).collect()
}

/// Returns whether a board of four columns is solvable: inversions plus the row of the blank, from
/// 0, is odd.
fn is_solvable(tiles: &Fifteen) -> bool {
    let inversion = |&(one, other): &(usize, usize)| tiles[other] != 0 && tiles[one] > tiles[other];
    let pairs = (0..16).flat_map(|one| (one + 1..16).map(move |other| (one, other)));
    let blank = tiles.iter().position(|&tile| tile == 0).unwrap_or(0);
    (pairs.filter(inversion).count() + blank / 4) % 2 == 1
}

/// Rows of numbers.
pub fn text(tiles: &Fifteen) -> String {
    let row = |row: &[u8]| row.iter().map(u8::to_string).collect::<Vec<_>>().join(" ") + "\n";
    tiles.chunks(4).map(row).collect()
}
