//! Facts about a board: its pieces, its state space, and minimality.
//!
//! A board is minimal if every piece is needed: without any of them it is easier. A distance table
//! holds all positions reachable from a board, by their distance to the nearest goal.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;

use fewest_core::{Family, LowerBound, SolveOptions, metric_of};
use fewest_search::{Aim, Context, Counters, EdgeKind, StateSpace, Stop, bfs};

use crate::encoding::Encoding;
use crate::rules::{Blocks, Board, Freedom, Goal};

/// Limit on the positions for facts that need a search of their own.
const FACT_POSITIONS: u64 = 1_000_000;

/// Returns the facts as rows of name and value.
pub(crate) fn analyse(board: &Board, cx: &Context<'_>) -> Vec<(String, String)> {
    let free = board.cover().iter().filter(|cell| cell.is_none()).count();
    let walls = board.pieces.iter().filter(|piece| piece.freedom == Freedom::None).count();
    let mut facts = vec![
        ("grid", format!("{} x {}", board.rows, board.columns)),
        ("pieces that may move", (board.pieces.len() - walls).to_string()),
        ("pieces that may not", walls.to_string()),
        ("empty cells", free.to_string()),
    ];
    if !Blocks::is_large(board)
        && let Ok(Some(table)) = DistanceTable::new(board, FACT_POSITIONS, cx)
    {
        facts.push(("positions with one move only", table.dead_ends(board).to_string()));
        if let Some(hardest) = table.hardest() {
            let count = table.count(hardest);
            facts.push(("hardest start", format!("{}, {count} of them", moves(board, hardest))));
        }
        facts.extend(minimal(board, cx).map(|minimal| ("minimal", minimal)));
    }
    facts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Returns whether the board is minimal, in words. None if that cannot be decided.
fn minimal(board: &Board, cx: &Context<'_>) -> Option<String> {
    let (fewest, _) = fewest_moves(board, false, cx).ok()??;
    Some(match redundant_piece(board, fewest, cx).ok()? {
        None => "yes: without any of its pieces it is easier".to_owned(),
        Some(piece) => {
            format!("no: without piece {} it still needs {}", board.names[piece], moves(board, fewest))
        }
    })
}

fn moves(board: &Board, count: u64) -> String {
    let metric = metric_of(const { &Blocks::INFO }, Blocks::metric(board));
    format!("{count} {}", if count == 1 { metric.one } else { metric.id })
}

/// Positions searched before a board is given up.
const MINIMALITY_POSITIONS: u64 = 3_000_000;

/// Returns the fewest moves of a board, and with `count` the number of shortest solutions. None if
/// there is no solution.
///
/// # Errors
/// The reason to stop; [`Stop::Memory`] if there are too many positions.
pub(crate) fn fewest_moves(
    board: &Board,
    count: bool,
    cx: &Context<'_>,
) -> Result<Option<(u64, Option<u128>)>, Stop> {
    with_node_limit(MINIMALITY_POSITIONS, cx, |aside| {
        // Any shortest solution will do, and they are counted only if asked for.
        let solved =
            Blocks::solve(board, &SolveOptions { any: true, count, ..SolveOptions::default() }, aside);
        match (solved.at_least, solved.best.is_some()) {
            (LowerBound::Moves(least), true) => Ok(Some((least, solved.count))),
            (LowerBound::Never, _) => Ok(None),
            (LowerBound::Moves(_), false) => Err(aside.check().err().unwrap_or(Stop::Memory)),
        }
    })
}

/// Returns the board without a piece. None if a goal names the piece.
pub(crate) fn without_piece(board: &Board, piece: usize) -> Option<Board> {
    let is_wanted = |goal: &Goal| matches!(goal, Goal::PieceAt { piece: wanted, .. } if *wanted == piece);
    if piece == 0 && board.has_goal_piece() || board.goals.iter().any(is_wanted) {
        return None;
    }
    let mut board = board.clone();
    board.pieces.remove(piece);
    board.names.remove(piece);
    for goal in &mut board.goals {
        if let Goal::PieceAt { piece: wanted, .. } = goal
            && *wanted > piece
        {
            *wanted -= 1;
        }
    }
    Some(board)
}

/// Returns a redundant piece: one without which a board of `moves` fewest moves stays as hard. None
/// if the board is minimal.
///
/// # Errors
/// As [`fewest_moves`].
fn redundant_piece(board: &Board, moves: u64, cx: &Context<'_>) -> Result<Option<usize>, Stop> {
    // The last pieces first, so that the numbers of the pieces before stay the same.
    for piece in (0..board.pieces.len()).rev() {
        let Some(rest) = without_piece(board, piece) else { continue };
        if fewest_moves(&rest, false, cx)?.is_some_and(|(left, _)| left == moves) {
            return Ok(Some(piece));
        }
    }
    Ok(None)
}

/// Removes redundant pieces, one after the other, until the board is minimal. None if there is no
/// solution, or there are too many positions to decide.
///
/// # Errors
/// The reason to stop.
pub(crate) fn minimized(board: &Board, cx: &Context<'_>) -> Result<Option<Board>, Stop> {
    let told = |result: Result<Option<usize>, Stop>| match (result, cx.check()) {
        (_, Err(stop)) => Err(stop),
        (Ok(piece), Ok(())) => Ok(Some(piece)),
        (Err(_), Ok(())) => Ok(None),
    };
    let moves = match fewest_moves(board, false, cx) {
        Ok(Some((moves, _))) => moves,
        Ok(None) => return Ok(None),
        Err(_) => return cx.check().map(|()| None),
    };
    let mut board = board.clone();
    while let Some(piece) = told(redundant_piece(&board, moves, cx))? {
        let Some(piece) = piece else { return Ok(Some(board)) };
        board = without_piece(&board, piece).unwrap_or(board);
    }
    Ok(None)
}

/// All reachable positions by distance. Two breadth-first searches build it: one from the start
/// finds the goals, one from all goals finds the distances.
pub(crate) struct DistanceTable {
    encoding: Encoding,
    words: usize,
    /// The positions at each distance; empty if no goal is reachable.
    layers: Vec<Vec<u64>>,
    /// All reachable positions.
    all: Vec<u64>,
}

impl DistanceTable {
    /// Builds the table. None if there are more than `most` positions.
    ///
    /// # Errors
    /// The reason to stop.
    pub(crate) fn new(board: &Board, most: u64, cx: &Context<'_>) -> Result<Option<Self>, Stop> {
        let encoding = Encoding::new(board);
        let space = encoding.state_space(board);
        let Some(all) = all_layers(space.as_ref(), most, cx)? else { return Ok(None) };
        let (all, words) = (all.concat(), space.words());
        let mut hits = Vec::new();
        space.goals(&all, &mut hits);
        let goals = hits.iter().flat_map(|&hit| &all[hit * words..(hit + 1) * words]).copied().collect();
        let Some(layers) = all_layers(&BackwardSpace { space: space.as_ref(), goals }, most, cx)? else {
            return Ok(None);
        };
        Ok(Some(Self { encoding, words, layers, all }))
    }

    /// Returns the largest distance. None if no goal is reachable.
    pub(crate) fn hardest(&self) -> Option<u64> {
        (self.layers.len() as u64).checked_sub(1)
    }

    /// Returns the number of positions at a distance.
    pub(crate) fn count(&self, distance: u64) -> usize {
        self.layer(distance).len() / self.words
    }

    fn layer(&self, distance: u64) -> &[u64] {
        usize::try_from(distance).ok().and_then(|distance| self.layers.get(distance)).map_or(&[], |keys| keys)
    }

    /// Returns the number of positions with exactly one legal move.
    fn dead_ends(&self, board: &Board) -> usize {
        let space = self.encoding.state_space(board);
        let mut out = Vec::new();
        let is_left_once = |key: &&[u64]| {
            out.clear();
            space.expand(key, &mut out);
            out.len() == self.words
        };
        self.all.chunks_exact(self.words).filter(is_left_once).count()
    }

    /// Returns position number `at` of those at a distance.
    pub(crate) fn position(&self, board: &Board, distance: u64, at: usize) -> Board {
        self.encoding.position(board, &self.layer(distance)[at * self.words..(at + 1) * self.words])
    }
}

/// Runs `work` in a child context that stops after `most` expanded positions.
fn with_node_limit<R>(most: u64, cx: &Context<'_>, work: impl FnOnce(&Context<'_>) -> R) -> R {
    let limit = |counters: &Counters| match counters.expanded.load(Relaxed) {
        expanded if expanded > most => ControlFlow::Break(Stop::Memory),
        _ => ControlFlow::Continue(()),
    };
    cx.child(1, limit, work)
}

/// Returns all layers of a state space. None if they have more than `most` positions.
fn all_layers(space: &dyn StateSpace, most: u64, cx: &Context<'_>) -> Result<Option<Vec<Vec<u64>>>, Stop> {
    with_node_limit(most, cx, |aside| {
        let result = bfs(space, aside, Aim::EveryLayer);
        match result.stopped() {
            Some(Stop::Memory) => Ok(None),
            Some(stop) => Err(stop),
            None => {
                let layers = (0..result.layers()).map(|depth| result.layer(depth).to_vec());
                Ok(Some(layers.filter(|layer| !layer.is_empty()).collect()))
            }
        }
    })
}

/// A state space whose initial states are all the goals.
struct BackwardSpace<'p> {
    space: &'p dyn StateSpace,
    goals: Vec<u64>,
}

impl StateSpace for BackwardSpace<'_> {
    fn words(&self) -> usize {
        self.space.words()
    }

    fn kind(&self) -> EdgeKind {
        self.space.kind()
    }

    fn ranking(&self) -> Option<fewest_search::Ranking> {
        self.space.ranking()
    }

    fn initial_states(&self, out: &mut Vec<u64>) {
        out.extend_from_slice(&self.goals);
    }

    fn expand(&self, parents: &[u64], out: &mut Vec<u64>) {
        self.space.back(parents, out);
    }

    fn goals(&self, _: &[u64], _: &mut Vec<usize>) {}

    fn fingerprint(&self) -> String {
        format!("from all goals of {}", self.space.fingerprint())
    }
}
