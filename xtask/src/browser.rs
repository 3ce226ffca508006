//! Tests of the page in a real browser with both engines, and load tests of the server.

use std::path::PathBuf;

use crate::shell::{Outcome, Shell, Trouble};
use crate::site;

const FOLDER: &str = "xtask/browser";

/// The page in Chromium: all families, both engines, desktop and phone; then a short load.
pub fn suite(shell: &Shell) -> Outcome {
    let program = prepare(shell)?;
    chromium(shell)?;
    shell.tool("node", &["node_modules/typescript/bin/tsc", "-p", "."]).within(FOLDER).run()?;
    let site = site::make(shell, None)?;
    // Hints are timed, so no other test runs at the same time.
    for tests in ["page.test.mjs", "boards.test.mjs", "keeps.test.mjs", "hints.test.mjs"] {
        shell
            .tool("node", &["--test", "--test-timeout=900000", "--test-reporter=spec", tests])
            .within(FOLDER)
            .env("FEWEST", &program)
            .env("FEWEST_SITE", &site)
            .run()?;
    }
    shell.tool("node", &["load.mjs", "8", "200"]).within(FOLDER).env("FEWEST", &program).run()
}

/// `cargo xtask load`: the same load for longer.
pub fn load(shell: &Shell, seconds: &str) -> Outcome {
    let program = prepare(shell)?;
    shell.tool("node", &["load.mjs", seconds, "200"]).within(FOLDER).env("FEWEST", &program).run()
}

/// `cargo xtask screenshots`: the page of every family, on a desktop and on a phone, light and
/// dark.
pub fn screenshots(shell: &Shell, folder: &str) -> Outcome {
    let program = prepare(shell)?;
    chromium(shell)?;
    let folder = shell.root.join(folder);
    shell.tool("node", &["screenshots.mjs"]).path(&folder).within(FOLDER).env("FEWEST", &program).run()
}

/// Installs the npm packages and builds the program, in the profile of the other tests, so that
/// nothing is built twice.
fn prepare(shell: &Shell) -> Outcome<PathBuf> {
    shell.needs("node")?;
    shell.needs("npm")?;
    let missing =
        |trouble: Trouble| Trouble::NotRun(format!("the packages of {FOLDER} cannot be had: {trouble}"));
    shell.tool("npm", &["ci", "--silent"]).within(FOLDER).run().map_err(missing)?;
    shell.cargo(&["build", "-p", "fewest-cli", "--profile", "test"]).run()?;
    Ok(shell.target()?.join("debug/fewest"))
}

/// Finds or installs a browser.
fn chromium(shell: &Shell) -> Outcome {
    if shell.has("chromium") {
        return Ok(());
    }
    let missing =
        |trouble: Trouble| Trouble::NotRun(format!("chromium is missing and cannot be installed: {trouble}"));
    shell.needs("apt-get")?;
    shell.tool("apt-get", &["update", "-q"]).run().map_err(missing)?;
    let install = ["install", "-y", "-q", "--no-install-recommends", "chromium"];
    shell.tool("apt-get", &install).env("DEBIAN_FRONTEND", "noninteractive").run().map_err(missing)
}
