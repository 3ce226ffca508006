//! Solving, counting and listing by layered search, for every family that has a packed form.

use fewest_search::{Aim, BfsResult, Context, ShortestPaths, StateSpace, Stop, bfs, shortest_paths};

use super::family::{Family, SolveOptions};
use super::outcome::{Ended, LowerBound, Outcome, Reason, SearchLog};

/// The outcome of a search: answers are plain lists of moves.
pub type Searched<F> = Outcome<Vec<<F as Family>::Move>, <F as Family>::Certificate>;

/// Solves a board by breadth-first search on its packed form, and turns the trail of keys into moves by playing them.
///
/// # Panics
/// If keys and rules of the family disagree, which a law forbids.
pub fn solve<F: Family>(
    board: &F::Board,
    packed: &dyn StateSpace,
    how: &SolveOptions,
    cx: &Context<'_>,
) -> Searched<F> {
    outcome::<F>(bfs(packed, cx, aim(how)), board, packed, how, cx, &|seen| {
        Ok(seen.path(packed, cx)?.map(|keys| F::label_path(board, packed.words(), &keys)))
    })
}

/// The moves of a way through a walk that met a goal.
pub type Choice<'c, M> = dyn Fn(&BfsResult<'_>) -> Result<Option<Vec<M>>, Stop> + 'c;

/// How far to walk for an answer.
pub fn aim(how: &SolveOptions) -> Aim {
    if wants_all(how) { Aim::GoalLayer } else { Aim::FirstGoal }
}

fn wants_all(how: &SolveOptions) -> bool {
    how.count || how.all.is_some()
}

/// What a walk from a board came to, with a choice among the shortest answers.
pub fn outcome<F: Family>(
    mut seen: BfsResult<'_>,
    board: &F::Board,
    packed: &dyn StateSpace,
    how: &SolveOptions,
    cx: &Context<'_>,
    choose: &Choice<'_, F::Move>,
) -> Searched<F> {
    let Some(depth) = seen.goal_depth() else {
        return unsolved::<F>(seen.layer_sizes(), seen.stopped());
    };
    let mut outcome = Outcome::nothing(Ended::Complete);
    outcome.at_least = LowerBound::Moves(depth as u64);
    if depth > 0 {
        let positions = seen.layer_sizes()[..depth].iter().sum();
        outcome.why.push(Reason::SearchLog(SearchLog::Within { depth: depth as u64 - 1, positions }));
    }
    match choose(&seen) {
        Ok(moves) => outcome.best = moves,
        Err(stop) => outcome.ended = Ended::Limit(stop),
    }
    if wants_all(how) && seen.stopped().is_none() {
        match shortest_paths(&mut seen, packed, cx) {
            Ok(Some(paths)) => {
                outcome.count = paths.count();
                outcome.all = list_all::<F>(board, &paths, how.all.unwrap_or(0));
            }
            Ok(None) => {}
            Err(stop) => outcome.ended = Ended::Limit(stop),
        }
    }
    outcome
}

fn unsolved<F: Family>(sizes: Vec<u64>, stopped: Option<Stop>) -> Searched<F> {
    let positions = sizes.iter().sum();
    let mut outcome = Outcome::nothing(Ended::Complete);
    match stopped {
        None => {
            outcome.at_least = LowerBound::Never;
            outcome.why.push(Reason::SearchLog(SearchLog::Everything { positions }));
        }
        Some(stop) => {
            outcome.ended = Ended::Limit(stop);
            outcome.at_least = LowerBound::Moves(sizes.len() as u64);
            if let Some(depth) = (sizes.len() as u64).checked_sub(1) {
                outcome.why.push(Reason::SearchLog(SearchLog::Within { depth, positions }));
            }
        }
    }
    outcome
}

/// Plays from key to key: at every step the first labelled move whose key is the next one. Merged pieces regain their
/// names this way.
pub fn label_path<F: Family>(board: &F::Board, words: usize, trail: &[u64]) -> Vec<F::Move> {
    let mut at = board.clone();
    let mut moves = Vec::new();
    for next in trail.chunks_exact(words).skip(1) {
        let (by, after) = successors::<F>(&at)
            .find(|(_, after)| F::key(board, after).is_some_and(|key| key == next))
            .expect("a trail follows the rules");
        moves.push(by);
        at = after;
    }
    moves
}

fn successors<F: Family>(at: &F::Board) -> impl Iterator<Item = (F::Move, F::Board)> {
    F::moves(at).into_iter().map(move |by| {
        let mut after = at.clone();
        F::play(&mut after, &by).expect("a listed move can be played");
        (by, after)
    })
}

/// Up to `most` shortest answers, in the order of the family's moves.
fn list_all<F: Family>(board: &F::Board, paths: &ShortestPaths, most: u64) -> Vec<Vec<F::Move>> {
    let mut found = Vec::new();
    let mut moves = Vec::new();
    follow::<F>(board, board, paths, most, &mut moves, &mut found);
    found
}

fn follow<F: Family>(
    board: &F::Board,
    at: &F::Board,
    paths: &ShortestPaths,
    most: u64,
    moves: &mut Vec<F::Move>,
    found: &mut Vec<Vec<F::Move>>,
) {
    if found.len() as u64 >= most {
        return;
    }
    if moves.len() == paths.length() {
        found.push(moves.clone());
        return;
    }
    for (by, after) in successors::<F>(at) {
        if F::key(board, &after).is_some_and(|key| paths.contains(moves.len() + 1, &key)) {
            moves.push(by);
            follow::<F>(board, &after, paths, most, moves, found);
            moves.pop();
        }
    }
}
