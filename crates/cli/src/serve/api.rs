//! The routes of the server and the headers of all responses.
//!
//! A long solve is a stream of server-sent events: `waiting`, `progress`, and `done` with the
//! response. Every response has security headers, and every request a line in the log.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::{Arc, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::{Extension, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response as Reply};
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use fewest::service::{Fault, Response, ResponseStatus};
use serde::Serialize;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio_stream::Stream;

use crate::serve::assets::{self, asset};
use crate::serve::engine::{CancelOnDrop, Cancelled, Engine, Queued, SharedProgress};
use crate::serve::guard::Names;
use crate::serve::queue::Client;
use crate::serve::{body, guard};

/// The JSON schema of the documents.
const SCHEMA: &str = include_str!("../../schema/fewest.schema.json");

/// Returns the router with all routes.
pub fn router(engine: Arc<Engine>, names: Names) -> Router {
    Router::new()
        .route("/api", get(|headers: HeaderMap| async move { asset("api.html", &headers) }))
        .route(
            "/api/schema.json",
            get(|| async { ([(header::CONTENT_TYPE, "application/schema+json")], SCHEMA) }),
        )
        .route("/api/ask", post(ask))
        .route("/api/jobs", post(jobs))
        .route("/engine.json", get(which))
        .fallback(get(|uri: Uri, headers: HeaderMap| async move {
            asset(uri.path().trim_start_matches('/'), &headers)
        }))
        .layer(middleware::from_fn_with_state(Arc::new(names), guard::check))
        .layer(middleware::from_fn(add_headers))
        .with_state(engine)
}

/// Tells the page that this server is its engine.
async fn which(State(engine): State<Arc<Engine>>) -> Reply {
    let longest = u64::try_from(engine.longest().as_millis()).unwrap_or(u64::MAX);
    Json(serde_json::json!({ "engine": "server", "milliseconds": longest })).into_response()
}

/// Answers one request with one response.
async fn ask(
    State(engine): State<Arc<Engine>>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    body: Body,
) -> Reply {
    let cancel = CancelOnDrop::default();
    match enter(&engine, client, &headers, body).await {
        Err(reply) => reply,
        Ok(queued) => match queued.admit().await {
            Some(admitted) => {
                let response = admitted.run(cancel.cancelled(), SharedProgress::default()).await;
                match serde_json::to_vec(&response) {
                    Ok(document) => assets::json(document, &headers),
                    Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
                }
            }
            None => busy(),
        },
    }
}

/// Answers one request with a stream of events up to its response. Closing the connection cancels
/// the work.
async fn jobs(
    State(engine): State<Arc<Engine>>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    body: Body,
) -> Reply {
    match enter(&engine, client, &headers, body).await {
        Err(reply) => reply,
        Ok(queued) => Sse::new(Events::of(queued)).keep_alive(KeepAlive::default()).into_response(),
    }
}

async fn enter(engine: &Engine, client: Client, headers: &HeaderMap, body: Body) -> Result<Queued, Reply> {
    let refused = |(status, why): body::Refused| (status, Json(why)).into_response();
    let (request, taken) = body::request(headers, body, engine.body_memory()).await.map_err(refused)?;
    engine.enter(request, taken, client).map_err(|_| busy())
}

fn busy() -> Reply {
    let fault = Fault::new("too many wait already").remedy("come again in a moment");
    let response = Response { outcome: ResponseStatus::Error, ..Response::fault(&fault, &[]) };
    (StatusCode::TOO_MANY_REQUESTS, [(header::RETRY_AFTER, "2")], Json(response)).into_response()
}

/// The time between two progress events.
const INTERVAL: Duration = Duration::from_millis(250);

/// The events of a job. Dropping it, for example because the client disconnects, cancels the job.
#[derive(Debug)]
pub struct Events {
    receiver: Receiver<Event>,
    _cancel: CancelOnDrop,
}

impl Events {
    /// Starts the job of a queued request.
    pub fn of(queued: Queued) -> Self {
        let (sender, receiver) = channel(4);
        let cancel = CancelOnDrop::default();
        tokio::spawn(job(queued, cancel.cancelled(), sender));
        Self { receiver, _cancel: cancel }
    }
}

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.receiver.poll_recv(context).map(|event| event.map(Ok))
    }
}

async fn job(queued: Queued, cancelled: Cancelled, events: Sender<Event>) {
    let waiting = event("waiting", &serde_json::json!({ "waiting": queued.length() }));
    // The channel is empty, so this does not block.
    let _ = events.send(waiting).await;
    let admitted = tokio::select! {
        admitted = queued.admit() => admitted,
        // The client disconnected while it was waiting.
        () = events.closed() => None,
    };
    let Some(admitted) = admitted else { return };
    let progress = SharedProgress::default();
    let work = admitted.run(cancelled, Arc::clone(&progress));
    tokio::pin!(work);
    let response = loop {
        tokio::select! {
            response = &mut work => break response,
            () = tokio::time::sleep(INTERVAL) => {
                let progress = progress.lock().unwrap_or_else(PoisonError::into_inner).clone();
                let _ = events.try_send(event("progress", &progress));
            }
        }
    };
    let _ = events.send(event("done", &response)).await;
}

fn event(name: &str, document: &impl Serialize) -> Event {
    Event::default().event(name).json_data(document).unwrap_or_else(|error| {
        let fault = Response::fault(&Fault::new(error.to_string()), &[]);
        Event::default().event(name).data(serde_json::to_string(&fault).unwrap_or_default())
    })
}

/// The page loads its own files only and cannot be embedded in a frame.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob: data:; \
    connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Adds the headers and logs the request.
async fn add_headers(request: Request, next: Next) -> Reply {
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let started = Instant::now();
    let mut response = next.run(request).await;
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    let milliseconds = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    tracing::info!(%method, path, status = response.status().as_u16(), milliseconds, "request");
    response
}
