//! Of many altered proofs none is accepted that says what is not true.

use fewest_verify::bytes::Reader;
use fewest_verify::rules::{Digits, Rules};
use fewest_verify::tables::Tables;
use fewest_verify::{LAYERS, MAGIC, Rejected, Verified, read_puzzle};

use crate::puzzles::ALL;
use crate::testing::{check, moves, prove};

/// The number of altered proofs.
const ALTERED: u64 = 10_000;

/// The least significant bits of a sequence of pseudo-random numbers (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % limit.max(1) as u64) as usize
    }
}

/// A proof by layers, taken apart.
#[derive(Clone)]
struct Layered {
    moves: Option<u64>,
    solution: Vec<Digits>,
    ahead: Vec<Vec<u128>>,
    back: Vec<Vec<u128>>,
}

fn number(out: &mut Vec<u8>, mut number: u128) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

impl Layered {
    /// Takes a proof apart. `None` if it is of another method.
    fn read(file: &[u8], rules: &dyn Rules) -> Option<Self> {
        let is_lights = rules.frame().metric == "presses";
        let mut input = Reader::new(file);
        input.take(MAGIC.len()).ok()?;
        let moves = input.number().ok()?.checked_sub(1);
        let mut solution = Vec::new();
        for _ in 0..if moves.is_some() { input.number().ok()? } else { 0 } {
            let length = if is_lights { 1 } else { rules.frame().bases.len() };
            let digits = (0..length).map(|_| input.number().map(|digit| digit as u16));
            solution.push(digits.collect::<Result<_, _>>().ok()?);
        }
        if input.byte().ok()? != LAYERS {
            return None;
        }
        let ahead = read_layers(&mut input)?;
        Some(Self { moves, solution, ahead, back: read_layers(&mut input)? })
    }

    /// Puts the proof together again. Layers are sorted, as the format demands.
    fn write(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        number(&mut out, self.moves.map_or(0, |moves| u128::from(moves) + 1));
        if self.moves.is_some() {
            number(&mut out, self.solution.len() as u128);
            self.solution.iter().flatten().for_each(|&digit| number(&mut out, digit.into()));
        }
        out.push(LAYERS);
        for layers in [&self.ahead, &self.back] {
            number(&mut out, layers.len() as u128);
            for layer in layers {
                let mut keys = layer.clone();
                keys.sort_unstable();
                number(&mut out, keys.len() as u128);
                let mut last = 0;
                for key in keys {
                    number(&mut out, key - last);
                    last = key;
                }
            }
        }
        out
    }

    /// Makes the claim one move larger, with a layer more, as a liar would: what the last layer leads
    /// to is listed, except the goals and `forgotten` of ten positions.
    fn lengthen(&mut self, rules: &dyn Rules, forgotten: usize, random: &mut Random) {
        let mut at = vec![0; rules.frame().bases.len()];
        let mut next = Vec::new();
        for &key in self.ahead.last().into_iter().flatten() {
            fewest_verify::rules::digits(rules, key, &mut at);
            rules.moves(&at, &mut |after| {
                let key = fewest_verify::rules::key(rules, after);
                let is_known = next.contains(&key) || self.ahead.iter().flatten().any(|&known| known == key);
                if !is_known && !rules.is_goal(after) && random.below(10) >= forgotten {
                    next.push(key);
                }
            });
        }
        self.ahead.push(next);
        self.moves = self.moves.map(|moves| moves + 1);
    }
}

fn read_layers(input: &mut Reader<'_>) -> Option<Vec<Vec<u128>>> {
    let mut layers = Vec::new();
    for _ in 0..input.number().ok()? {
        let mut last = 0;
        let mut keys = Vec::new();
        for _ in 0..input.number().ok()? {
            last += input.large().ok()?;
            keys.push(last);
        }
        layers.push(keys);
    }
    Some(layers)
}

/// Alters a proof by layers in one of several ways.
fn alter(proof: &mut Layered, rules: &dyn Rules, random: &mut Random) {
    let ahead = random.below(2) == 0 || proof.back.is_empty();
    let layers = if ahead { &mut proof.ahead } else { &mut proof.back };
    let (one, other) = (random.below(layers.len()), random.below(layers.len()));
    match random.below(9) {
        // A position is dropped, moved to another layer, or changed.
        0 => {
            let place = random.below(layers[one].len());
            layers[one].swap_remove(place);
        }
        1 => {
            let place = random.below(layers[one].len());
            let key = layers[one].swap_remove(place);
            layers[other].push(key);
        }
        2 => {
            let place = random.below(layers[one].len());
            layers[one][place] ^= 1 << random.below(12);
        }
        3 => layers.swap(one, other),
        4 => drop(layers.remove(one)),
        5 => layers.insert(one, Vec::new()),
        // Another claim, with the layers to go with it or without.
        6 => proof.moves = proof.moves.map_or(Some(random.below(9) as u64), |moves| Some(moves + 1)),
        7 => proof.lengthen(rules, random.below(4), random),
        // A move of the solution is dropped or doubled, with the claim to go with it.
        _ if proof.solution.is_empty() => proof.moves = None,
        _ => {
            let place = random.below(proof.solution.len());
            if random.below(2) == 0 {
                proof.solution.remove(place);
                proof.moves = proof.moves.map(|moves| moves.saturating_sub(1));
            } else {
                proof.solution.insert(place, proof.solution[place].clone());
                proof.moves = proof.moves.map(|moves| moves + 1);
            }
        }
    }
}

/// Alters any file.
fn damage(file: &mut Vec<u8>, random: &mut Random) {
    let place = random.below(file.len());
    match random.below(4) {
        0 => file.truncate(place),
        1 => file[place] ^= 1 << random.below(8),
        2 => drop(file.remove(place)),
        _ => file.insert(place, random.below(256) as u8),
    }
}

#[test]
fn of_ten_thousand_altered_proofs_none_of_a_false_bound_is_accepted() {
    let mut random = Random(20_261_118);
    let proofs: Vec<Vec<u8>> = ALL.iter().map(|&(puzzle, _)| prove(puzzle).file).collect();
    let (mut rejected, mut harmless) = (0_u64, 0_u64);
    for _ in 0..ALTERED {
        let from = random.below(ALL.len());
        let mut file = proofs[from].clone();
        let rules = read_puzzle(ALL[from].0).expect("a puzzle");
        // For another puzzle or another metric, the proof itself may stay as it is.
        let mut to = from;
        if random.below(5) == 0 {
            to = random.below(ALL.len());
        } else if let Some(mut proof) = Layered::read(&file, rules.as_ref()).filter(|_| random.below(4) > 0) {
            assert_eq!(proof.write(), file, "the parts are the whole");
            if proof.ahead.iter().chain(&proof.back).any(Vec::is_empty) || proof.ahead.is_empty() {
                continue;
            }
            for _ in 0..=random.below(2) {
                if proof.ahead.iter().chain(&proof.back).all(|layer| !layer.is_empty())
                    && !proof.ahead.is_empty()
                {
                    alter(&mut proof, rules.as_ref(), &mut random);
                }
            }
            file = proof.write();
        } else {
            damage(&mut file, &mut random);
        }
        let (puzzle, fewest) = ALL[to];
        match check(puzzle, &file, &[]) {
            Err(_) => rejected += 1,
            Ok(verified) => {
                harmless += 1;
                assert_eq!(moves(&verified), fewest, "a false bound is accepted for\n{puzzle}");
            }
        }
    }
    // An alteration may leave a proof of what is true, such as one more position.
    assert!(rejected > ALTERED / 2 && harmless < ALTERED / 5, "{rejected} rejected, {harmless} harmless");
}

#[test]
fn a_table_with_one_entry_raised_is_not_accepted() {
    let goal = [1, 2, 3, 4, 5, 6, 7, 8, 0];
    let file = fewest_prove::tables::build(3, 3, &goal, &fewest_search::Context::default()).expect("tables");
    let accepted = |file: &[u8]| Tables::check(file.to_vec(), &mut |_, _| Ok(())).is_ok();
    assert!(accepted(&file));
    // Size, goal, the number of patterns, and the first pattern; the second is at its own place.
    let (first, entries) = (MAGIC_OF_TABLES + 2 + 9 + 1 + 1 + 5, 9 * 8 * 7 * 6 * 5 * 4);
    assert_eq!(file.len(), first + entries + 1 + 3 + 9 * 8 * 7 * 6);
    let mut random = Random(8);
    for _ in 0..300 {
        let place = first + random.below(entries);
        let mut raised = file.clone();
        raised[place] += 1;
        assert!(!accepted(&raised), "entry {}", place - first);
    }
    // All entries 0 are consistent, and bound nothing.
    let mut lowest = file.clone();
    lowest[first..first + entries].fill(0);
    assert!(accepted(&lowest));
    assert!((0..first).all(|length| !accepted(&file[..length])), "a file that is cut");
    let mut twice = file;
    twice[first - 1] = twice[first - 2];
    assert!(!accepted(&twice), "a tile is in a pattern twice");
}

/// The length of the first line of a file of tables.
const MAGIC_OF_TABLES: usize = fewest_verify::tables::MAGIC.len();

#[test]
fn numbers_that_are_too_large_are_rejected() {
    let wrong = |bytes: &[u8]| -> Result<u128, Rejected> { Reader::new(bytes).large() };
    assert_eq!(wrong(&[0xff; 18]).map_err(|_| ()), Err(()));
    let mut most = vec![0xff; 18];
    most.push(1);
    assert_eq!(wrong(&most), Ok((1 << 127) - 1));
    most[18] = 2;
    assert!(wrong(&most).is_err());
    let verified = Verified::Fewest { moves: 1, metric: "slides" };
    assert_eq!(verified.to_string(), "no solution with fewer than 1 slide");
}

#[test]
fn any_text_is_read_or_rejected() {
    let mut random = Random(5);
    let mut read = 0;
    for round in 0..6_000 {
        let mut text = ALL[round % ALL.len()].0.as_bytes().to_vec();
        for _ in 0..=random.below(3) {
            let place = random.below(text.len());
            match random.below(4) {
                0 => text[place] = b"0123456789,-+ \nx#o./:"[random.below(21)],
                1 => drop(text.remove(place)),
                2 => text.insert(place, b'9'),
                _ => text.truncate(place.max(40)),
            }
        }
        let Ok(rules) = read_puzzle(&String::from_utf8_lossy(&text)) else { continue };
        read += 1;
        let start = rules.frame().start.clone();
        rules.is_goal(&start);
        let (mut after, mut before) = (0, 0);
        rules.moves(&start, &mut |_| after += 1);
        rules.moves_back(&start, &mut |_| before += 1);
        rules.goals();
        assert!(after + before < 1_000_000);
        let mut file = MAGIC.to_vec();
        file.extend((0..random.below(40)).map(|_| random.below(256) as u8));
        if let Ok(Verified::Fewest { moves, .. }) = check(&String::from_utf8_lossy(&text), &file, &[]) {
            assert!(moves < 40);
        }
    }
    assert!(read > 250, "{read}");
}
