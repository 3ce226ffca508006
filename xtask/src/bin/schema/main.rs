//! Writes the JSON schema of the documents and the types of the page's scripts. Run by `cargo xtask
//! schema`; its test fails where they are not current.
//!
//! A request is described as it may be sent (fields with defaults may be left out), a response and
//! a progress document as they are sent.

mod types;

use std::path::{Path, PathBuf};

use fewest::service::{Progress, Request, Response};
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

fn main() -> std::io::Result<()> {
    files().into_iter().try_for_each(|(path, text)| std::fs::write(path, text))
}

/// Returns the path and the text of each file that is made from the documents.
fn files() -> [(PathBuf, String); 2] {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let schema = schema();
    let text = serde_json::to_string_pretty(&schema).expect("a schema is plain JSON") + "\n";
    [
        (root.join("schema/fewest.schema.json"), text),
        (root.join("crates/cli/web/js/types.js"), types::of_schema(&schema)),
    ]
}

/// The schema of all documents, one definition for each type.
fn schema() -> Value {
    let mut defs = Map::new();
    let mut ask = SchemaSettings::draft2020_12().into_generator();
    ask.subschema_for::<Request>();
    add(&mut defs, ask.take_definitions(true));
    let mut give = SchemaSettings::draft2020_12().for_serialize().into_generator();
    give.subschema_for::<Response>();
    give.subschema_for::<Progress>();
    add(&mut defs, give.take_definitions(true));
    defs.sort_keys();
    let documents =
        ["Request", "Response", "Progress"].map(|name| json!({ "$ref": format!("#/$defs/{name}") }));
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "fewest",
        "description": "The documents of `fewest`: what is asked, what is answered, and signs of life in between.",
        "anyOf": documents,
        "$defs": defs,
    })
}

/// Joins definitions; the same name must not mean two things.
fn add(defs: &mut Map<String, Value>, more: Map<String, Value>) {
    for (name, schema) in more {
        if let Some(before) = defs.insert(name.clone(), schema) {
            assert_eq!(before, defs[&name], "`{name}` differs between what is sent and what is given");
        }
    }
}

#[test]
fn the_files_in_the_repository_are_current() {
    for (path, text) in files() {
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == text, "{} is not current; run `cargo xtask schema`", path.display());
    }
}
