//! Coverage-guided fuzzing on the stable compiler: libFuzzer, with the coverage passes named by
//! hand.

use std::fs;

use crate::shell::{ChoreResult, Shell, Trouble};

/// Counters at every edge and the operands of comparisons; what `cargo fuzz` would ask of a nightly
/// compiler.
const FLAGS: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1 -Cdebug-assertions -Coverflow-checks";

/// What to run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fuzz<'a> {
    /// The target; every one in turn if none is named.
    pub target: Option<&'a str>,
    /// The time for each target.
    pub seconds: Option<u32>,
    /// The largest number of inputs for each target.
    pub runs: Option<u64>,
}

impl<'a> Fuzz<'a> {
    /// Parses `[TARGET] [SECONDS] [--runs N]`. `None` if the arguments are something else.
    pub fn parse(words: &[&'a str]) -> Option<Self> {
        let mut fuzz = Self::default();
        let mut words = words.iter();
        while let Some(&word) = words.next() {
            match word.parse() {
                _ if word == "--runs" => fuzz.runs = Some(words.next()?.parse().ok()?),
                Ok(seconds) => fuzz.seconds = Some(seconds),
                Err(_) if fuzz.target.is_none() && !word.starts_with('-') => fuzz.target = Some(word),
                Err(_) => return None,
            }
        }
        Some(fuzz)
    }
}

/// Builds the targets in a folder of their own and runs them from their seeds. Without a time and a
/// number of runs a target runs for one minute.
pub fn run(shell: &Shell, fuzz: Fuzz) -> ChoreResult {
    shell.needs("c++")?;
    let corpus = shell.root.join("fuzz/corpus");
    let seeds =
        shell.cargo(&["run", "--quiet", "-p", "fewest-fuzz", "--bin", "seeds", "--"]).path(&corpus).text()?;
    let all: Vec<(&str, &str)> = seeds.lines().filter_map(|line| line.split_once(' ')).collect();
    let targets: Vec<_> =
        all.iter().filter(|(name, _)| fuzz.target.is_none_or(|wanted| wanted == *name)).collect();
    if targets.is_empty() {
        let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
        return Err(Trouble::Failed(format!("there is no such target; there are: {}", names.join(", "))));
    }

    // With an explicit target the flags do not apply to build scripts, which are not linked with
    // the runtime of the fuzzer.
    let host = shell.tool("rustc", &["--print", "host-tuple"]).text()?;
    let folder = shell.target()?.join("fuzz");
    let build = ["build", "--release", "-p", "fewest-fuzz", "--features", "libfuzzer", "--bin", "fuzz"];
    shell
        .cargo(&build)
        .args(&["--target", host.trim(), "--config", "profile.release.lto=false"])
        .env("RUSTFLAGS", FLAGS)
        .env("CARGO_TARGET_DIR", &folder)
        .run()?;

    let program = folder.join(host.trim()).join("release/fuzz");
    let seconds = fuzz.seconds.or(fuzz.runs.is_none().then_some(60));
    let ends = [seconds.map(|n| format!("-max_total_time={n}")), fuzz.runs.map(|n| format!("-runs={n}"))];
    let ends: Vec<&str> = ends.iter().flatten().map(String::as_str).collect();
    for (name, longest) in targets {
        let artifacts = shell.root.join("fuzz/artifacts").join(name);
        fs::create_dir_all(&artifacts)?;
        let (longest, prefix) =
            (format!("-max_len={longest}"), format!("-artifact_prefix={}/", artifacts.display()));
        let limits =
            [&longest, "-timeout=60", "-rss_limit_mb=2048", "-print_final_stats=1", "-verbosity=0", &prefix];
        let line = shell.tool(&program.to_string_lossy(), &limits).args(&ends).env("FEWEST_FUZZ", name);
        line.path(&corpus.join(name)).run()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_command_line() {
        let words = |text: &'static str| Fuzz::parse(&text.split_whitespace().collect::<Vec<_>>());
        assert_eq!(words(""), Some(Fuzz::default()));
        assert_eq!(words("20"), Some(Fuzz { seconds: Some(20), ..Fuzz::default() }));
        let store = Fuzz { target: Some("store"), seconds: Some(20), runs: Some(1_000_000) };
        assert_eq!(words("store 20 --runs 1000000"), Some(store));
        assert!(["--runs", "--runs many", "one two", "--help"].iter().all(|text| words(text).is_none()));
    }
}
