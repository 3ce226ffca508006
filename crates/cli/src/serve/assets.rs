//! The files of the page, embedded in the program; a debug build reads them from the repository
//! each time.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response as Reply};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "web"]
struct Web;

/// Returns the file of that name, or 404. Names are looked up among the embedded files, so no path
/// leads elsewhere.
pub fn reply(name: &str) -> Reply {
    let name = if name.is_empty() { "index.html" } else { name };
    match Web::get(name) {
        None => (StatusCode::NOT_FOUND, "there is no such page\n").into_response(),
        Some(file) => {
            let headers = [(header::CONTENT_TYPE, kind(name)), (header::CACHE_CONTROL, "no-cache")];
            (headers, file.data.into_owned()).into_response()
        }
    }
}

fn kind(name: &str) -> &'static str {
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

    #[test]
    fn the_page_is_there_and_nothing_outside_of_it() {
        assert_eq!(reply("").status(), StatusCode::OK);
        assert_eq!(reply("index.html").status(), StatusCode::OK);
        for name in ["../Cargo.toml", "/etc/passwd", "..%2fCargo.toml", "web/index.html", "./index.html/.."] {
            assert_eq!(reply(name).status(), StatusCode::NOT_FOUND, "{name}");
        }
    }
}
