//! The routes of the server.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::sse::{KeepAlive, Sse};
use axum::response::{IntoResponse, Response as Reply};
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use fewest::{Fault, Response, ResponseStatus};

use super::client::Client;
use super::engine::{CancelOnDrop, Engine, Queued, SharedProgress};
use super::events::Events;
use super::guard::{self, Names};
use super::{assets, body, headers};

/// The JSON schema of the documents.
const SCHEMA: &str = include_str!("../../schema/fewest.schema.json");

/// Returns the router with all routes.
pub fn router(engine: Arc<Engine>, names: Names) -> Router {
    Router::new()
        .route("/api", get(|| async { assets::reply("api.html") }))
        .route(
            "/api/schema.json",
            get(|| async { ([(header::CONTENT_TYPE, "application/schema+json")], SCHEMA) }),
        )
        .route("/api/ask", post(ask))
        .route("/api/jobs", post(jobs))
        .route("/engine.json", get(which))
        .fallback(get(|uri: Uri| async move { assets::reply(uri.path().trim_start_matches('/')) }))
        .layer(middleware::from_fn_with_state(Arc::new(names), guard::check))
        .layer(middleware::from_fn(headers::add))
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
                Json(admitted.run(cancel.cancelled(), SharedProgress::default()).await).into_response()
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
