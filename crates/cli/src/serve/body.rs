//! A request document from the body of an HTTP request, in time and in size.

use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, StatusCode, header};
use fewest::{Fault, Request, Response};

/// The largest body: a board of 1000 x 1000 lights fits.
const LARGEST: usize = 2 << 20;
/// How long a client may take to send it.
const PATIENCE: Duration = Duration::from_secs(10);

/// Why there is no request in a body.
pub type Refused = (StatusCode, Response);

fn refused(status: StatusCode, what: impl Into<String>) -> Refused {
    (status, Response::fault(&Fault::new(what), &[]))
}

/// Reads a request document. Other sites cannot send JSON without asking first, so nothing else is taken.
pub async fn request(headers: &HeaderMap, body: Body) -> Result<Request, Refused> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or("");
    if kind.split(';').next().map(str::trim) != Some("application/json") {
        return Err(refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, "the body must be application/json"));
    }
    let bytes = match tokio::time::timeout(PATIENCE, to_bytes(body, LARGEST)).await {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(_)) => {
            let what = format!("a body may have {LARGEST} bytes");
            return Err(refused(StatusCode::PAYLOAD_TOO_LARGE, what));
        }
        Err(_) => return Err(refused(StatusCode::REQUEST_TIMEOUT, "the body took too long")),
    };
    serde_json::from_slice(&bytes)
        .map_err(|error| refused(StatusCode::BAD_REQUEST, format!("not a request: {error}")))
}
