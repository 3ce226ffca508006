//! The page as static files with the library as WebAssembly, for any web server and any path.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::shell::{Outcome, Shell, Trouble};
use crate::suites;

/// The folder of the page.
const WEB: &str = "crates/cli/web";
/// Files that only the server has.
const SERVER_ONLY: &str = "api.html";

/// Builds the site in `folder`, or in `site` inside the target folder. Returns its path.
pub fn make(shell: &Shell, folder: Option<&str>) -> Outcome<PathBuf> {
    let to = match folder {
        Some(folder) => shell.root.join(folder),
        None => shell.target()?.join("site"),
    };
    let mut files = BTreeMap::new();
    read(&shell.root.join(WEB), "", &mut files)?;
    files.remove(SERVER_ONLY);
    files.insert("fewest.wasm".to_owned(), fs::read(suites::wasm_module(shell)?)?);
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

/// `cargo xtask site`.
pub fn run(shell: &Shell, folder: Option<&str>) -> Outcome {
    let to = make(shell, folder)?;
    println!("the site is in {}", to.display());
    Ok(())
}

fn read(folder: &Path, prefix: &str, files: &mut BTreeMap<String, Vec<u8>>) -> Outcome {
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
fn keep_offline(files: &mut BTreeMap<String, Vec<u8>>) -> Outcome {
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
