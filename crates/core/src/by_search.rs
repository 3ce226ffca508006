//! Solving, counting and listing by breadth-first search, for families with a state space.

use std::collections::{HashSet, VecDeque};
use std::hash::Hash;

use fewest_search::{
    Aim, BfsResult, Context, EdgeKind, ShortestPaths, StateSpace, Stop, bfs, shortest_paths,
};

use super::family::{Family, SolveOptions, successors};
use super::report::{Ended, LowerBound, Reason, SearchLog, SolveReport};

/// The report of a search: solutions are lists of moves.
pub type Searched<F> = SolveReport<Vec<<F as Family>::Move>, <F as Family>::Certificate>;

/// Solves a board by breadth-first search of its state space and labels the path of keys with
/// moves.
///
/// # Panics
/// If keys and rules of the family disagree, which a law forbids.
pub fn solve<F: Family>(
    board: &F::Board,
    space: &dyn StateSpace,
    options: &SolveOptions,
    cx: &Context<'_>,
) -> Searched<F> {
    report::<F>(bfs(space, cx, aim(options)), board, space, options, cx, &|result| {
        Ok(result.path(space, cx)?.map(|keys| F::label_path(board, space.words(), &keys)))
    })
}

/// The state space of a board by the rules of its family: every key is decoded, and every move played.
/// It needs [`Family::key`] and [`Family::position`] only, so it is what a new family begins with; a
/// state space written for its keys is many times faster.
#[derive(Debug)]
pub struct PlainSpace<F: Family> {
    board: F::Board,
    start: Vec<u64>,
    kind: EdgeKind,
}

impl<F: Family> PlainSpace<F> {
    /// Returns the state space of what can be reached from a board. `None` if the family has no key
    /// for it.
    pub fn of(board: &F::Board, kind: EdgeKind) -> Option<Self> {
        Some(Self { start: F::key(board, board)?, board: board.clone(), kind })
    }

    fn positions<'k>(&'k self, keys: &'k [u64]) -> impl Iterator<Item = F::Board> + 'k {
        let keys = keys.chunks_exact(self.words());
        keys.map(|key| F::position(&self.board, key).expect("a key that the family made"))
    }
}

impl<F: Family> StateSpace for PlainSpace<F> {
    fn words(&self) -> usize {
        self.start.len()
    }

    fn kind(&self) -> EdgeKind {
        self.kind
    }

    fn initial_states(&self, out: &mut Vec<u64>) {
        out.extend(&self.start);
    }

    fn expand(&self, parents: &[u64], out: &mut Vec<u64>) {
        for (_, after) in self.positions(parents).flat_map(|at| successors::<F>(&at).collect::<Vec<_>>()) {
            out.extend(F::key(&self.board, &after).expect("a position of the same board"));
        }
    }

    fn goals(&self, keys: &[u64], hit: &mut Vec<usize>) {
        let found = self.positions(keys).enumerate().filter(|(_, at)| F::is_goal(at));
        hit.extend(found.map(|(index, _)| index));
    }

    fn fingerprint(&self) -> String {
        format!("{} plain 1 {:?}", F::INFO.id, self.board)
    }
}

/// Returns the fewest moves by the plain algorithm on the rules: a queue, and a set of the positions
/// seen. It shares nothing with state spaces, so it is the reference of small families. `None` if
/// there are more than `most` positions, `Some(None)` if there is no solution.
pub fn reference<F: Family<Board: Hash>>(board: &F::Board, most: usize) -> Option<Option<u64>> {
    let mut seen = HashSet::from([board.clone()]);
    let mut queue = VecDeque::from([(board.clone(), 0)]);
    while let Some((at, depth)) = queue.pop_front() {
        if F::is_goal(&at) {
            return Some(Some(depth));
        }
        for (_, after) in successors::<F>(&at) {
            if seen.insert(after.clone()) {
                queue.push_back((after, depth + 1));
            }
        }
        if seen.len() > most {
            return None;
        }
    }
    Some(None)
}

/// Chooses one of the optimal solutions of a search that has reached a goal.
pub type Choice<'c, M> = dyn Fn(&BfsResult<'_>) -> Result<Option<Vec<M>>, Stop> + 'c;

/// Returns how far to search for these options.
pub fn aim(options: &SolveOptions) -> Aim {
    if wants_all(options) { Aim::GoalLayer } else { Aim::FirstGoal }
}

fn wants_all(options: &SolveOptions) -> bool {
    options.count || options.all.is_some()
}

/// Returns the report of a search from `board`; `choose` selects the solution.
pub fn report<F: Family>(
    mut result: BfsResult<'_>,
    board: &F::Board,
    space: &dyn StateSpace,
    options: &SolveOptions,
    cx: &Context<'_>,
    choose: &Choice<'_, F::Move>,
) -> Searched<F> {
    let Some(depth) = result.goal_depth() else {
        return unsolved::<F>(result.layer_sizes(), result.stopped());
    };
    let mut report = SolveReport::nothing(Ended::Complete);
    report.at_least = LowerBound::Moves(depth as u64);
    if depth > 0 {
        let positions = result.layer_sizes()[..depth].iter().sum();
        report.why.push(Reason::SearchLog(SearchLog::Within { depth: depth as u64 - 1, positions }));
    }
    match choose(&result) {
        Ok(moves) => report.best = moves,
        Err(stop) => report.ended = Ended::Limit(stop),
    }
    if wants_all(options) && result.stopped().is_none() {
        match shortest_paths(&mut result, space, cx) {
            Ok(Some(paths)) => {
                report.count = paths.count();
                report.all = list_all::<F>(board, &paths, options.all.unwrap_or(0));
            }
            Ok(None) => {}
            Err(stop) => report.ended = Ended::Limit(stop),
        }
    }
    report
}

fn unsolved<F: Family>(sizes: Vec<u64>, stopped: Option<Stop>) -> Searched<F> {
    let positions = sizes.iter().sum();
    let mut report = SolveReport::nothing(Ended::Complete);
    match stopped {
        None => {
            report.at_least = LowerBound::Never;
            report.why.push(Reason::SearchLog(SearchLog::Everything { positions }));
        }
        Some(stop) => {
            report.ended = Ended::Limit(stop);
            report.at_least = LowerBound::Moves(sizes.len() as u64);
            if let Some(depth) = (sizes.len() as u64).checked_sub(1) {
                report.why.push(Reason::SearchLog(SearchLog::Within { depth, positions }));
            }
        }
    }
    report
}

/// Returns up to `most` optimal solutions, in the order of the family's moves.
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
