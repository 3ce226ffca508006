//! Prints the JSON schema of the documents. Run by `cargo xtask schema`.
//!
//! A request is described as it may be sent (fields with defaults may be left out), a response and
//! a progress document as they are sent.

use fewest::service::{Progress, Request, Response};
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

fn main() {
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
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "fewest",
        "description": "The documents of `fewest`: what is asked, what is answered, and signs of life in between.",
        "anyOf": documents,
        "$defs": defs,
    });
    println!("{}", serde_json::to_string_pretty(&schema).expect("a schema is plain JSON"));
}

/// Joins definitions; the same name must not mean two things.
fn add(defs: &mut Map<String, Value>, more: Map<String, Value>) {
    for (name, schema) in more {
        if let Some(before) = defs.insert(name.clone(), schema) {
            assert_eq!(before, defs[&name], "`{name}` differs between what is sent and what is given");
        }
    }
}
