//! Searches by several processes, here as threads on loopback, have the result of a search by one.

use std::net::TcpListener;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use fewest_cluster::{ClusterError, ClusterOptions, ClusterResult, ProcessCost, explore};
use fewest_search::{Aim, Context, Counters, EdgeKind, StateSpace, Stop, bfs};
use fewest_store::WorkFolder;
use tempfile::TempDir;

/// The vertices of a hypercube; a move goes along an edge. Keys are repeated to fill `words`.
#[derive(Clone, Copy)]
struct Cube {
    dimensions: u32,
    words: usize,
    kind: EdgeKind,
}

impl StateSpace for Cube {
    fn words(&self) -> usize {
        self.words
    }
    fn kind(&self) -> EdgeKind {
        self.kind
    }
    fn positions(&self) -> Option<u64> {
        Some(1 << self.dimensions)
    }
    fn side(&self, key: &[u64]) -> Option<bool> {
        Some(key[0].count_ones() % 2 == 1)
    }
    fn initial_states(&self, out: &mut Vec<u64>) {
        out.extend(std::iter::repeat_n(0, self.words));
    }
    fn expand(&self, parents: &[u64], out: &mut Vec<u64>) {
        for parent in parents.chunks(self.words) {
            for bit in 0..self.dimensions {
                let is_ahead = parent[0] >> bit & 1 == 0;
                if is_ahead || self.kind != EdgeKind::Graded {
                    out.extend(std::iter::repeat_n(parent[0] ^ 1 << bit, self.words));
                }
            }
        }
    }
    fn goals(&self, keys: &[u64], hit: &mut Vec<usize>) {
        hit.extend((0..keys.len() / self.words).filter(|at| keys[at * self.words] % 7 == 3));
    }
    fn partition_key(&self, key: &[u64]) -> u64 {
        key[0] & 31
    }
    fn fingerprint(&self) -> String {
        format!("cube {} {:?}", self.dimensions, self.kind)
    }
}

/// A path graph: every layer has one position.
struct Road(u64);

impl StateSpace for Road {
    fn words(&self) -> usize {
        1
    }
    fn kind(&self) -> EdgeKind {
        EdgeKind::Undirected
    }
    fn initial_states(&self, out: &mut Vec<u64>) {
        out.push(1);
    }
    fn expand(&self, parents: &[u64], out: &mut Vec<u64>) {
        for &at in parents {
            out.extend([at - 1, at + 1].into_iter().filter(|to| (1..=self.0).contains(to)));
        }
    }
    fn goals(&self, _: &[u64], _: &mut Vec<usize>) {}
    fn fingerprint(&self) -> String {
        format!("road {}", self.0)
    }
}

fn places(processes: usize) -> Vec<String> {
    let taken: Vec<TcpListener> =
        (0..processes).map(|_| TcpListener::bind("127.0.0.1:0").expect("a port")).collect();
    taken.iter().map(|port| port.local_addr().expect("an address").to_string()).collect()
}

/// Runs one process.
fn one(
    space: Box<dyn StateSpace>,
    hosts: &[String],
    process: usize,
    threads: usize,
    folder: &Path,
    deepest: u64,
) -> Result<ClusterResult, ClusterError> {
    let poll = |counters: &Counters| match counters.depth.load(Relaxed) {
        depth if depth < deepest => ControlFlow::Continue(()),
        _ => ControlFlow::Break(Stop::Interrupt),
    };
    let cx = Context::new(threads, 1 << 24, &poll);
    let folder = WorkFolder::open(&folder.join(process.to_string()), None)?;
    let (patience, stall) = (Duration::from_secs(20), Duration::from_secs(20));
    let options =
        ClusterOptions { hosts: hosts.to_vec(), process, patience, stall, secret: None, listen: None };
    explore(space, &folder, &options, &cx, 3, &ProcessCost::default)
}

/// Runs all processes and checks that their results agree. Returns the result of process 0.
fn together(
    space: &(dyn Fn() -> Box<dyn StateSpace> + Sync),
    processes: usize,
    threads: usize,
    folder: &Path,
) -> ClusterResult {
    let hosts = places(processes);
    let all: Vec<ClusterResult> = std::thread::scope(|scope| {
        let hosts = &hosts;
        let started: Vec<_> = (0..processes)
            .map(|process| scope.spawn(move || one(space(), hosts, process, threads, folder, u64::MAX)))
            .collect();
        started.into_iter().map(|one| one.join().expect("no panic").expect("no trouble")).collect()
    });
    assert!(all.windows(2).all(|pair| pair[0].counted.layers == pair[1].counted.layers));
    assert!(
        all.iter().all(|result| result.costs.len() == processes && result.workers == processes * threads)
    );
    all.into_iter().next().expect("a process")
}

/// Returns layer sizes, goal counts and farthest keys of an in-memory search.
fn alone(space: &dyn StateSpace) -> (Vec<u64>, Vec<u64>, Vec<u64>) {
    let cx = Context::default();
    let result = bfs(space, &cx, Aim::EveryLayer);
    let depths = result.layer_sizes().len() - 1;
    let mut last = result.layer(depths - 1).to_vec();
    let mut keys: Vec<&[u64]> = last.chunks(space.words()).collect();
    keys.sort_unstable();
    last = keys.into_iter().take(3).flatten().copied().collect();
    (result.layer_sizes()[..depths].to_vec(), result.goal_counts()[..depths].to_vec(), last)
}

fn summary(result: &ClusterResult) -> (Vec<u64>, Vec<u64>, Vec<u64>) {
    assert_eq!(result.counted.stopped, None);
    (result.counted.layers.clone(), result.counted.goals.clone(), result.counted.farthest.clone())
}

#[test]
fn results_do_not_depend_on_processes_and_threads() {
    for (words, kind) in [(1, EdgeKind::Undirected), (2, EdgeKind::Graded), (3, EdgeKind::Directed)] {
        let cube = Cube { dimensions: 12, words, kind };
        let expected = alone(&cube);
        for (processes, threads) in [(1, 1), (1, 3), (2, 1), (3, 1), (2, 2)] {
            let folder = TempDir::new().expect("a folder");
            let result = together(&|| Box::new(cube), processes, threads, folder.path());
            assert_eq!(
                summary(&result),
                expected,
                "{words} words, {processes} processes of {threads} threads"
            );
            assert!(result.traffic.remote >= result.traffic.sent && result.traffic.generated > 0);
            assert_eq!(result.traffic.sent == 0, processes * threads == 1);
        }
    }
}

#[test]
fn layers_of_one_position_and_workers_without_any() {
    let expected = alone(&Road(70));
    let folder = TempDir::new().expect("a folder");
    let result = together(&|| Box::new(Road(70)), 3, 1, folder.path());
    assert_eq!(summary(&result), expected);
    assert_eq!(result.counted.layers, [1; 70]);
}

/// Moves the parts of removed processes to the first.
fn gather(folder: &Path, processes: usize) {
    for process in processes..8 {
        let from = folder.join(process.to_string());
        for part in std::fs::read_dir(from).into_iter().flatten().flatten() {
            if part.file_name().to_string_lossy().starts_with("part-") {
                let to = folder.join("0").join(part.file_name());
                std::fs::create_dir_all(folder.join("0")).expect("a folder");
                std::fs::rename(part.path(), to).expect("a name");
            }
        }
    }
}

#[test]
fn a_stopped_search_resumes_with_any_number_of_processes() {
    let cube = Cube { dimensions: 18, words: 1, kind: EdgeKind::Undirected };
    let expected = alone(&cube);
    let folder = TempDir::new().expect("a folder");
    let mut stops = 0;
    for (turn, (processes, threads)) in
        [(2, 1), (3, 1), (1, 1), (1, 2), (2, 2), (2, 1)].into_iter().enumerate()
    {
        gather(folder.path(), processes);
        let hosts = places(processes);
        let path = folder.path();
        let all: Vec<_> = std::thread::scope(|scope| {
            let hosts = &hosts;
            let started: Vec<_> = (0..processes)
                .map(|process| {
                    // The first process stops at a depth.
                    let most = if process == 0 { 3 + 2 * turn as u64 } else { u64::MAX };
                    scope.spawn(move || one(Box::new(cube), hosts, process, threads, path, most))
                })
                .collect();
            started.into_iter().map(|one| one.join().expect("no panic")).collect()
        });
        let first = all[0].as_ref().expect("a stop is no trouble");
        assert_eq!(
            first.counted.layers,
            expected.0[..first.counted.layers.len()],
            "what is told is complete"
        );
        stops += u32::from(first.counted.stopped.is_some());
        for other in &all[1..] {
            let stopped = first.counted.stopped.is_some();
            assert_eq!(
                matches!(other, Err(ClusterError::Peer(why)) if why.contains("interrupted")),
                stopped,
                "{other:?}"
            );
        }
    }
    assert!(stops > 0, "at least one was stopped at work");
    gather(folder.path(), 3);
    assert_eq!(summary(&together(&|| Box::new(cube), 3, 1, folder.path())), expected);
    // A finished search is answered at once, with another number of processes as well.
    gather(folder.path(), 2);
    let result = together(&|| Box::new(cube), 2, 1, folder.path());
    assert_eq!((summary(&result), result.traffic.generated), (expected, 0));
}

#[test]
fn incompatible_processes_report_the_difference() {
    let folder = TempDir::new().expect("a folder");
    let hosts = places(2);
    let cube = |dimensions| Box::new(Cube { dimensions, words: 1, kind: EdgeKind::Undirected });
    let all: Vec<_> = std::thread::scope(|scope| {
        let (hosts, path) = (&hosts, folder.path());
        let started: Vec<_> = (0..2_usize)
            .map(|process| {
                scope.spawn(move || one(cube(8 + process as u32), hosts, process, 1, path, u64::MAX))
            })
            .collect();
        started.into_iter().map(|one| one.join().expect("no panic")).collect()
    });
    let summary = |at: usize| all[at].as_ref().expect_err("trouble").to_string();
    assert!(
        summary(0).contains("another puzzle") || summary(1).contains("another puzzle"),
        "{} / {}",
        summary(0),
        summary(1)
    );
}
