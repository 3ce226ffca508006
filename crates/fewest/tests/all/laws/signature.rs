//! Law 7: the numbers of nodes that the examples take on one thread are kept in the repository. A
//! change that moves them says why, and writes them anew: `FEWEST_UPDATE_SIGNATURE=1 cargo test -p
//! fewest --test all laws::signature`.

use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;

use fewest::service::{Context, Family, SolveOptions};

use crate::laws::boards::examples;

const HEAD: &str = "family\texample\tgenerated\texpanded";

fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/signature.tsv")
}

fn updating() -> bool {
    std::env::var_os("FEWEST_UPDATE_SIGNATURE").is_some()
}

/// The rows of one family.
pub fn rows<F: Family>() -> Vec<String> {
    let row = |(example, board): (&fewest::service::Example, F::Board)| {
        let cx = Context::default();
        F::solve(&board, &SolveOptions::default(), &cx);
        let (generated, expanded) = (cx.counters.generated.load(Relaxed), cx.counters.expanded.load(Relaxed));
        format!("{}\t{}\t{generated}\t{expanded}", F::INFO.id, example.name)
    };
    examples::<F>().into_iter().map(row).collect()
}

pub fn node_counts_are_those_of_the_signature<F: Family>() {
    if updating() {
        return;
    }
    let text = std::fs::read_to_string(path()).expect("the signature is in the repository");
    let kept: Vec<&str> = text.lines().filter(|row| row.split('\t').next() == Some(F::INFO.id)).collect();
    assert_eq!(rows::<F>(), kept, "say why in the commit, and run with FEWEST_UPDATE_SIGNATURE=1");
}

/// Writes the signature of all families if that was asked for.
pub fn write(families: Vec<Vec<String>>) {
    if updating() {
        let rows = [vec![HEAD.to_owned()], families.concat()].concat();
        std::fs::write(path(), rows.join("\n") + "\n").expect("the signature can be written");
    }
}
