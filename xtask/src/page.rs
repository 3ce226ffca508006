//! The page: as static files with the library as WebAssembly, for any web server and any path; its
//! tests in a real browser with both engines; load tests of the server.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::shell::{ChoreResult, Shell, Trouble};
use crate::suites;

/// The folder of the page.
const WEB: &str = "crates/cli/web";
/// The folder of the page that checks proofs.
const CHECKER: &str = "crates/verify-wasm/page";
/// Files that only the server has.
const SERVER_ONLY: &str = "api.html";
/// The line of the page that names the picture of a link to it.
const CARD: &str = r#"<meta property="og:image" content="card.png">"#;
const CARD_BEGINS: &str = r#"<meta property="og:image" content=""#;
/// The folder that only the package of the embedded board has.
const PACKAGE_ONLY: &str = "embed/";

/// Builds the site in `folder`, or in `site` inside the target folder. Returns its path.
pub fn make(shell: &Shell, folder: Option<&str>) -> ChoreResult<PathBuf> {
    let to = match folder {
        Some(folder) => shell.root.join(folder),
        None => shell.target()?.join("site"),
    };
    let mut files = BTreeMap::new();
    read(&shell.root.join(WEB), "", &mut files)?;
    files.remove(SERVER_ONLY);
    files.retain(|name, _| !name.starts_with(PACKAGE_ONLY));
    files.insert("fewest.wasm".to_owned(), fs::read(suites::wasm_module(shell)?)?);
    files.insert("verify.wasm".to_owned(), fs::read(suites::verify_module(shell)?)?);
    let mut of_checker = BTreeMap::new();
    read(&shell.root.join(CHECKER), "", &mut of_checker)?;
    for (name, bytes) in of_checker {
        let name = if name.ends_with(".js") { format!("js/{name}") } else { name };
        files.insert(name, bytes);
    }
    files.insert("engine.json".to_owned(), json!({ "engine": "wasm" }).to_string().into_bytes());
    keep_offline(&mut files)?;
    // A folder with other files is not emptied.
    for (name, bytes) in &files {
        let path = to.join(name);
        fs::create_dir_all(path.parent().unwrap_or(&to))?;
        fs::write(path, bytes)?;
    }
    Ok(to)
}

/// `cargo xtask site`. With the address that the site will have, links to it show its card: those who
/// draw such previews read no relative addresses.
pub fn run(shell: &Shell, folder: Option<&str>, address: Option<&str>) -> ChoreResult {
    let to = make(shell, folder)?;
    if let Some(address) = address {
        let (page, address) = (to.join("index.html"), address.trim_end_matches('/'));
        let text = fs::read_to_string(&page)?;
        let with_card = text.replace(CARD, &format!("{CARD_BEGINS}{address}/card.png\">"));
        if with_card == text || address.contains('"') {
            return Err(Trouble::Failed(format!("index.html has no place for {address}")));
        }
        fs::write(page, with_card)?;
    }
    println!("the site is in {}", to.display());
    Ok(())
}

/// `cargo xtask npm`: the package of the embedded board, in `folder` or in `npm` inside the target
/// folder.
pub fn npm(shell: &Shell, folder: Option<&str>) -> ChoreResult {
    shell.needs("node")?;
    let to = pack(shell, folder, &make(shell, None)?)?;
    println!("the package is in {}; `npm pack` makes one file of it", to.display());
    Ok(())
}

/// Packs the embedded board from a site. Returns the folder of the package.
fn pack(shell: &Shell, folder: Option<&str>, site: &Path) -> ChoreResult<PathBuf> {
    let to = match folder {
        Some(folder) => shell.root.join(folder),
        None => shell.target()?.join("npm"),
    };
    let bundle = shell.tool("node", &["bundle.mjs"]).path(site).path(&to);
    bundle.path(env!("CARGO_PKG_VERSION").as_ref()).within(FOLDER).run()?;
    Ok(to)
}

fn read(folder: &Path, prefix: &str, files: &mut BTreeMap<String, Vec<u8>>) -> ChoreResult {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        match entry.file_type()?.is_dir() {
            true => read(&entry.path(), &format!("{name}/"), files)?,
            false => drop(files.insert(name, fs::read(entry.path())?)),
        }
    }
    Ok(())
}

/// Writes the list of files into the service worker, and a release name that is a hash of them.
fn keep_offline(files: &mut BTreeMap<String, Vec<u8>>) -> ChoreResult {
    const WORKER: &str = "sw.js";
    const BLANK: &str = r#"const RELEASE = { version: "", files: [] };"#;
    let mut hasher = DefaultHasher::new();
    files.hash(&mut hasher);
    let names: Vec<&str> = std::iter::once("./")
        .chain(files.keys().map(String::as_str).filter(|name| ![WORKER, "index.html"].contains(name)))
        .collect();
    let release = json!({ "version": format!("{:016x}", hasher.finish()), "files": names });
    let worker =
        files.get(WORKER).map(|bytes| String::from_utf8_lossy(bytes).into_owned()).unwrap_or_default();
    if !worker.contains(BLANK) {
        return Err(Trouble::Failed(format!("{WORKER} has no place for the list of files")));
    }
    files.insert(
        WORKER.to_owned(),
        worker.replace(BLANK, &format!("const RELEASE = {release};")).into_bytes(),
    );
    Ok(())
}

const FOLDER: &str = "xtask/browser";

/// The page in Chromium: all families, both engines, desktop and phone; then a short load.
pub fn suite(shell: &Shell) -> ChoreResult {
    let program = prepare(shell)?;
    chromium(shell)?;
    shell.tool("node", &["node_modules/typescript/bin/tsc", "-p", "."]).within(FOLDER).run()?;
    let site = make(shell, None)?;
    let package = pack(shell, None, &site)?;
    // Hints are timed, so no other test runs at the same time.
    let tests = ["pure", "mend", "page", "visit", "golden", "boards", "keeps", "package", "hints"];
    for tests in tests.map(|name| format!("{name}.test.mjs")) {
        shell
            .tool("node", &["--test", "--test-timeout=1800000", "--test-reporter=spec", &tests])
            .within(FOLDER)
            .env("FEWEST", &program)
            .env("FEWEST_SITE", &site)
            .env("FEWEST_PACKAGE", &package)
            .run()?;
    }
    shell.tool("node", &["load.mjs", "8", "200"]).within(FOLDER).env("FEWEST", &program).run()
}

/// `cargo xtask load`: the same load for longer.
pub fn load(shell: &Shell, seconds: &str) -> ChoreResult {
    let program = prepare(shell)?;
    shell.tool("node", &["load.mjs", seconds, "200"]).within(FOLDER).env("FEWEST", &program).run()
}

/// `cargo xtask lighthouse`: the marks that Lighthouse gives the page. Its packages are not those of
/// the tests, and go into a folder of the target folder.
pub fn lighthouse(shell: &Shell) -> ChoreResult {
    let program = prepare(shell)?;
    chromium(shell)?;
    let site = make(shell, None)?;
    let folder = shell.target()?.join("lighthouse");
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("package.json"), r#"{ "private": true, "type": "module" }"#)?;
    let missing = |trouble: Trouble| Trouble::NotRun(format!("lighthouse cannot be had: {trouble}"));
    let install =
        shell.at(folder.clone()).tool("npm", &["install", "--silent", "--no-audit", "lighthouse@12"]);
    install.run().map_err(missing)?;
    let line = shell.tool("node", &["lighthouse.mjs"]).path(&folder).within(FOLDER);
    line.env("FEWEST", &program).env("FEWEST_SITE", &site).run()
}

/// `cargo xtask screenshots`: the page of every family, on a desktop and on a phone, light and
/// dark.
pub fn screenshots(shell: &Shell, folder: &str) -> ChoreResult {
    let program = prepare(shell)?;
    chromium(shell)?;
    let folder = shell.root.join(folder);
    shell.tool("node", &["screenshots.mjs"]).path(&folder).within(FOLDER).env("FEWEST", &program).run()
}

/// Installs the npm packages and builds the program.
fn prepare(shell: &Shell) -> ChoreResult<PathBuf> {
    shell.needs("node")?;
    shell.needs("npm")?;
    let missing =
        |trouble: Trouble| Trouble::NotRun(format!("the packages of {FOLDER} cannot be had: {trouble}"));
    shell.tool("npm", &["ci", "--silent"]).within(FOLDER).run().map_err(missing)?;
    suites::program(shell)
}

/// Finds or installs a browser.
fn chromium(shell: &Shell) -> ChoreResult {
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
