//! Coverage-guided fuzzing on the stable compiler: libFuzzer, with the coverage passes named by hand.

use std::fs;

use crate::shell::{Outcome, Shell};

/// Counters at every edge and the operands of comparisons; what `cargo fuzz` would ask of a nightly compiler.
const FLAGS: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1 -Cdebug-assertions -Coverflow-checks";

/// Builds the target apart from everything else, and runs it for so many seconds from the examples on.
pub fn run(shell: &Shell, seconds: u32) -> Outcome {
    shell.needs("c++")?;
    let corpus = shell.root.join("fuzz/corpus");
    let artifacts = shell.root.join("fuzz/artifacts");
    fs::create_dir_all(&corpus)?;
    fs::create_dir_all(&artifacts)?;
    shell.cargo(&["run", "--quiet", "-p", "fewest-fuzz", "--bin", "seeds", "--"]).path(&corpus).run()?;

    // A named target keeps the flags away from build scripts, which have no fuzzer's runtime to be linked with.
    let host = shell.tool("rustc", &["--print", "host-tuple"]).text()?;
    let target = shell.target()?.join("fuzz");
    let build = ["build", "--release", "-p", "fewest-fuzz", "--features", "libfuzzer", "--bin", "everything"];
    shell
        .cargo(&build)
        .args(&["--target", host.trim(), "--config", "profile.release.lto=false"])
        .env("RUSTFLAGS", FLAGS)
        .env("CARGO_TARGET_DIR", &target)
        .run()?;

    let program = target.join(host.trim()).join("release/everything");
    let prefix = format!("-artifact_prefix={}/", artifacts.display());
    let time = format!("-max_total_time={seconds}");
    let limits = [
        &time,
        "-max_len=2048",
        "-timeout=20",
        "-rss_limit_mb=2048",
        "-print_final_stats=1",
        "-verbosity=0",
        &prefix,
    ];
    shell.tool(&program.to_string_lossy(), &limits).path(&corpus).run()
}
