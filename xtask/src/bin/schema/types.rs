//! The types of the page's scripts, from the JSON schema: comments that the TypeScript checker
//! reads.

use std::fmt::Write;

use serde_json::{Map, Value};

/// What the page calls a definition of the schema: `Map` is a class of its own there.
const NAMES: [(&str, &str); 7] = [
    ("Command", "Ask"),
    ("FamilyDocument", "Family"),
    ("FaultDocument", "Fault"),
    ("GenerateOptions", "GenerateHow"),
    ("Gesture", "Touch"),
    ("Map", "Chart"),
    ("ReasonDocument", "Reason"),
];

const HEAD: &str = "// The documents, from `schema/fewest.schema.json` by `cargo xtask schema`. What may be null in a \
                    field that may be\n// left out is left out.\n\n";

/// Returns the module of types.
pub fn of_schema(schema: &Value) -> String {
    let mut text = HEAD.to_owned();
    let none = Map::new();
    for (name, definition) in schema["$defs"].as_object().unwrap_or(&none) {
        let name = called(name);
        let about = first_sentence(&definition["description"]);
        match definition["properties"].as_object() {
            Some(fields) => {
                let _ = writeln!(text, "/**\n * {about}\n * @typedef {{object}} {name}");
                let mut fields: Vec<_> = fields.iter().collect();
                fields.sort_by_key(|(field, _)| !is_required(definition, field));
                for (field, kind) in fields {
                    let must = is_required(definition, field);
                    let label = if must { (*field).clone() } else { format!("[{field}]") };
                    let kind_text = if must { with_null(kind) } else { without_null(kind) };
                    let line = format!(
                        " * @property {{{kind_text}}} {label} {}",
                        first_sentence(&kind["description"])
                    );
                    let _ = writeln!(text, "{}", line.trim_end());
                }
                text.push_str(" */\n");
            }
            None => {
                let _ = writeln!(text, "/** @typedef {{{}}} {name} {about} */", without_null(definition));
            }
        }
    }
    text.push_str("\nexport {};\n");
    text
}

fn called(name: &str) -> &str {
    NAMES.iter().find(|(other, _)| *other == name).map_or(name, |(_, called)| called)
}

fn is_required(definition: &Value, field: &str) -> bool {
    let required = definition["required"].as_array();
    required.is_some_and(|all| all.iter().any(|other| other == field))
}

/// Returns the first sentence of a description in one line.
fn first_sentence(description: &Value) -> String {
    let text = description.as_str().unwrap_or_default();
    let words =
        text.split("\n\n").next().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
    words.split_inclusive(". ").next().unwrap_or_default().trim().replace("*/", "")
}

fn with_null(kind: &Value) -> String {
    let or_null = kind["type"].as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind == "null"));
    if or_null { format!("{} | null", without_null(kind)) } else { without_null(kind) }
}

/// Returns a type; that it may be null is left out.
fn without_null(kind: &Value) -> String {
    if let Some(name) = kind["$ref"].as_str() {
        return called(name.rsplit('/').next().unwrap_or(name)).to_owned();
    }
    if let Some(value) = kind.get("const") {
        return value.to_string();
    }
    let kinds = kind["oneOf"].as_array().or_else(|| kind["anyOf"].as_array());
    if let Some(kinds) = kinds {
        let kinds: Vec<_> = kinds.iter().filter(|kind| kind["type"] != "null").map(without_null).collect();
        return kinds.join(" | ");
    }
    let name =
        kind["type"].as_array().into_iter().flatten().find(|name| *name != "null").unwrap_or(&kind["type"]);
    match name.as_str() {
        Some("integer" | "number") => "number".to_owned(),
        Some("string") => "string".to_owned(),
        Some("boolean") => "boolean".to_owned(),
        Some("array") => array(kind),
        Some("object") => object(kind),
        _ => "any".to_owned(),
    }
}

fn array(kind: &Value) -> String {
    if let Some(items) = kind["prefixItems"].as_array() {
        return format!("[{}]", items.iter().map(with_null).collect::<Vec<_>>().join(", "));
    }
    let item = with_null(&kind["items"]);
    if item.contains(" | ") { format!("({item})[]") } else { format!("{item}[]") }
}

fn object(kind: &Value) -> String {
    match kind["properties"].as_object() {
        Some(fields) => {
            let field = |(name, field): (&String, &Value)| {
                let must = is_required(kind, name);
                let (mark, text) = if must { ("", with_null(field)) } else { ("?", without_null(field)) };
                format!("{name}{mark}: {text}")
            };
            format!("{{ {} }}", fields.iter().map(field).collect::<Vec<_>>().join(", "))
        }
        None => match &kind["additionalProperties"] {
            values @ Value::Object(_) => format!("Record<string, {}>", with_null(values)),
            _ => "object".to_owned(),
        },
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_definition_is_a_comment_with_a_line_for_each_field() {
        let fields = json!({
            "about": { "type": ["string", "null"], "description": "What it is. And more." },
            "places": { "type": "array", "items": { "type": ["integer", "null"] } },
            "at": { "type": "array", "prefixItems": [{ "type": "integer" }, { "type": "integer" }] },
            "kind": { "$ref": "#/$defs/Command" },
        });
        let defs = json!({
            "Command": { "oneOf": [{ "const": "look" }, { "type": "object", "properties": { "map": { "$ref": "#/$defs/Map" } }, "required": ["map"] }] },
            "Map": { "properties": fields, "required": ["places"], "type": "object" },
        });
        let text = of_schema(&json!({ "$defs": defs }));
        assert!(text.contains("/** @typedef {\"look\" | { map: Chart }} Ask  */"), "{text}");
        assert!(
            text.contains(" * @typedef {object} Chart\n * @property {(number | null)[]} places\n"),
            "{text}"
        );
        assert!(text.contains(" * @property {string} [about] What it is.\n"), "{text}");
        assert!(text.contains(" * @property {[number, number]} [at]\n"), "{text}");
        assert!(text.contains(" * @property {Ask} [kind]\n"), "{text}");
    }
}
