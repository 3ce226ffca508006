//! A request document from the body of an HTTP request, in time and in size.

use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, header};
use fewest::{Fault, Request, Response};
use tokio_stream::StreamExt;

/// The largest body: a board of 1000 x 1000 lights fits.
const LARGEST: usize = 2 << 20;
/// Whoever sends more than this is not listened to any longer.
const DROPPED: usize = 32 << 20;
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
    let bytes = match tokio::time::timeout(PATIENCE, all(body)).await {
        Ok(Some(bytes)) if bytes.len() <= LARGEST => bytes,
        Ok(Some(_)) => {
            let what = format!("a body may have {LARGEST} bytes");
            return Err(refused(StatusCode::PAYLOAD_TOO_LARGE, what));
        }
        Ok(None) => return Err(refused(StatusCode::BAD_REQUEST, "the body is broken off")),
        Err(_) => return Err(refused(StatusCode::REQUEST_TIMEOUT, "the body took too long")),
    };
    serde_json::from_slice(&bytes)
        .map_err(|error| refused(StatusCode::BAD_REQUEST, format!("not a request: {error}")))
}

/// The whole body, or a little more than is allowed of it. What is too much is read and dropped for a while, so that the client
/// hears why it is refused instead of finding the connection closed.
async fn all(body: Body) -> Option<Vec<u8>> {
    let mut stream = body.into_data_stream();
    let (mut bytes, mut read) = (Vec::new(), 0);
    while let Some(chunk) = stream.next().await {
        let chunk = chunk.ok()?;
        read += chunk.len();
        if bytes.len() <= LARGEST {
            bytes.extend_from_slice(&chunk);
        }
        if read > DROPPED {
            break;
        }
    }
    Some(bytes)
}
