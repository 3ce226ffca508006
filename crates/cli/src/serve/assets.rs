//! The files of the page: validators for repeat visits, and compression.
//!
//! The files are embedded in the program; a debug build reads them from the repository each time.
//! Every response has an `ETag`, the hash of the file, so that a repeat visit is answered with `304
//! Not Modified`. Text is sent with gzip where the client accepts it, and each file is compressed
//! once.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response as Reply};
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "web"]
struct Web;

/// Responses with fewer bytes than this are sent as they are.
const SMALL: usize = 1 << 10;

/// Returns the file of that name, or 404. Names are looked up among the embedded files, so no path
/// leads elsewhere.
pub fn asset(name: &str, request: &HeaderMap) -> Reply {
    let name = if name.is_empty() { "index.html" } else { name };
    let Some(file) = Web::get(name) else {
        return (StatusCode::NOT_FOUND, "there is no such page\n").into_response();
    };
    let hash = file.metadata.sha256_hash();
    let tag = tag_of(&hash);
    let headers = [
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (header::VARY, HeaderValue::from_static("accept-encoding")),
        (header::ETAG, tag.parse().unwrap_or(HeaderValue::from_static("\"\""))),
    ];
    let known = request.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    if known.is_some_and(|known| known.split(',').any(|one| one.trim().trim_start_matches("W/") == tag)) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    let kind = media_type(name);
    let plain = [(header::CONTENT_TYPE, HeaderValue::from_static(kind))];
    if file.data.len() < SMALL || !is_text(kind) || !accepts_gzip(request) {
        return (headers, plain, file.data.into_owned()).into_response();
    }
    (headers, plain, ENCODED, once(hash, &file.data).as_ref().clone()).into_response()
}

const ENCODED: [(HeaderName, HeaderValue); 1] =
    [(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"))];

/// Returns a JSON document as a response, compressed where that is worth while.
pub fn json(document: Vec<u8>, request: &HeaderMap) -> Reply {
    let kind = [(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))];
    if document.len() < SMALL || !accepts_gzip(request) {
        return (kind, document).into_response();
    }
    (kind, ENCODED, gzip(&document, Compression::fast())).into_response()
}

/// Whether a client accepts gzip: it names it, and not with the weight 0.
pub fn accepts_gzip(request: &HeaderMap) -> bool {
    let accepted = request.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or("");
    accepted.split(',').any(|one| {
        let (name, weight) = one.split_once(';').unwrap_or((one, ""));
        let weight = weight.trim().strip_prefix("q=").and_then(|weight| weight.parse::<f32>().ok());
        matches!(name.trim(), "gzip" | "*") && weight != Some(0.0)
    })
}

/// Compressed files by the hash of what they hold.
type Compressed = HashMap<[u8; 32], Arc<Vec<u8>>>;

/// Returns the compressed file with that hash, which is compressed when it is first asked for.
fn once(hash: [u8; 32], bytes: &[u8]) -> Arc<Vec<u8>> {
    static DONE: OnceLock<Mutex<Compressed>> = OnceLock::new();
    let mut done = DONE.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    Arc::clone(done.entry(hash).or_insert_with(|| Arc::new(gzip(bytes, Compression::best()))))
}

fn gzip(bytes: &[u8], level: Compression) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 3), level);
    // Writing to memory does not fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

fn tag_of(hash: &[u8; 32]) -> String {
    let mut tag = String::from("\"");
    for byte in &hash[..16] {
        let _ = write!(tag, "{byte:02x}");
    }
    tag + "\""
}

fn is_text(kind: &str) -> bool {
    kind.starts_with("text/")
        || kind.starts_with("application/") && kind != "application/octet-stream"
        || kind == "image/svg+xml"
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(name: HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_str(value).expect("a header"))])
    }

    #[test]
    fn the_page_is_there_and_nothing_outside_of_it() {
        let plain = HeaderMap::new();
        assert_eq!(asset("", &plain).status(), StatusCode::OK);
        assert_eq!(asset("index.html", &plain).status(), StatusCode::OK);
        for name in ["../Cargo.toml", "/etc/passwd", "..%2fCargo.toml", "web/index.html", "./index.html/.."] {
            assert_eq!(asset(name, &plain).status(), StatusCode::NOT_FOUND, "{name}");
        }
    }

    #[test]
    fn a_repeat_visit_is_told_that_nothing_has_changed() {
        let first = asset("style.css", &HeaderMap::new());
        let tag = first.headers()[header::ETAG].to_str().expect("a tag").to_owned();
        for known in [tag.clone(), format!("W/{tag}"), format!("\"other\", {tag}")] {
            let again = asset("style.css", &with(header::IF_NONE_MATCH, &known));
            assert_eq!(again.status(), StatusCode::NOT_MODIFIED, "{known}");
            assert_eq!(again.headers()[header::ETAG], tag);
        }
        assert_eq!(asset("style.css", &with(header::IF_NONE_MATCH, "\"other\"")).status(), StatusCode::OK);
    }

    #[test]
    fn gzip_is_sent_to_clients_that_accept_it() {
        let is_encoded = |accepted: &str| {
            let reply = asset("style.css", &with(header::ACCEPT_ENCODING, accepted));
            reply.headers().contains_key(header::CONTENT_ENCODING)
        };
        assert!(is_encoded("gzip") && is_encoded("br;q=1.0, gzip;q=0.5") && is_encoded("*"));
        assert!(!is_encoded("br") && !is_encoded("gzip;q=0") && !is_encoded(""));
    }
}
