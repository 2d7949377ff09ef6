//! A bot over the web: POST a position, get its move.

use axum::extract::State;
use axum::extract::rejection::StringRejection;
use axum::http::{Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use ludometer_lab::{Answering, Ask};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;

/// What everything here knows.
#[derive(Clone)]
struct Desk {
    bot: Arc<Answering>,
    about: Arc<Value>,
}

/// The web application of a bot; `about` is what it says of itself.
pub fn bot_app(bot: Answering, about: &Value) -> Router {
    let desk = Desk { bot: Arc::new(bot), about: Arc::new(describe(about)) };
    let routes = Router::new().route("/", get(openapi).post(choose)).route("/move", post(choose));
    let routes = routes.route("/openapi.json", get(openapi));
    routes.fallback(nowhere).method_not_allowed_fallback(not_so).with_state(desk)
}

/// Serves a bot at an address until the program ends; `ready` hears where.
///
/// # Errors
/// When the address cannot be had.
pub fn serve_bot(
    bot: Answering,
    about: &Value,
    address: SocketAddr,
    ready: impl FnOnce(SocketAddr),
) -> std::io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind(address).await?;
        ready(listener.local_addr()?);
        axum::serve(listener, bot_app(bot, about)).await
    })
}

async fn openapi(State(desk): State<Desk>) -> Json<Value> {
    Json(Value::clone(&desk.about))
}

async fn nowhere(method: Method, uri: Uri) -> Response {
    unknown(StatusCode::NOT_FOUND, &method, &uri)
}

async fn not_so(method: Method, uri: Uri) -> Response {
    unknown(StatusCode::METHOD_NOT_ALLOWED, &method, &uri)
}

fn unknown(status: StatusCode, method: &Method, uri: &Uri) -> Response {
    let what = format!("there is no {method} {}: POST a question to /move, or GET /openapi.json", uri.path());
    (status, Json(json!({"error": what}))).into_response()
}

async fn choose(State(desk): State<Desk>, body: Result<String, StringRejection>) -> Response {
    let refused = |status: StatusCode, what: String| (status, Json(json!({"error": what}))).into_response();
    let body = match body {
        Ok(body) => body,
        Err(error) => return refused(error.status(), format!("the question does not read: {error}")),
    };
    let ask: Ask = match serde_json::from_str(if body.trim().is_empty() { "{}" } else { &body }) {
        Ok(ask) => ask,
        Err(error) => {
            return refused(
                StatusCode::BAD_REQUEST,
                format!("the question is not JSON as it should be: {error}"),
            );
        }
    };
    // Thinking takes time, and others ask meanwhile.
    let answered =
        tokio::task::spawn_blocking(move || desk.bot.answer(&ask).map_err(|error| error.to_string()));
    match answered.await {
        Ok(Ok(reply)) => Json(reply).into_response(),
        Ok(Err(what)) => refused(StatusCode::UNPROCESSABLE_ENTITY, what),
        Err(_) => refused(StatusCode::INTERNAL_SERVER_ERROR, "the bot broke down on this position".into()),
    }
}

/// The interface in OpenAPI, with what a bot says of itself.
#[must_use]
pub fn describe(about: &Value) -> Value {
    let text = |about: &str| json!({"type": "string", "description": about});
    let number = |about: &str| json!({"type": "number", "description": about});
    let maybe = |kind: &str, about: &str| json!({"type": [kind, "null"], "description": about});
    let texts = json!({"type": "array", "items": {"type": "string"}});
    let played =
        "Moves played from there, a list or a text with spaces between them, as Ludometer writes them";
    let ask = json!({"type": "object", "properties": {
        "position": text("A position in the game's notation; the start of the game where it is missing"),
        "moves": {"oneOf": [{"type": "string"}, texts], "description": played},
        "legal": {"type": "array", "items": {"type": "string"}, "description": "Legal moves as the caller writes them; the answer is one of these"},
        "seed": {"type": "integer", "description": "The same seed gives the same answer", "default": 0},
    }});
    let reply = json!({"type": "object", "properties": {
        "move": maybe("string", "The move; null where the match is over"),
        "seat": maybe("integer", "Whose move it is, counted from 0; null where the match is over"),
        "values": {"type": "array", "items": number("How good the position is for a seat, -1 to 1")},
        "moves": {"type": "array", "items": {"type": "object", "properties": {
            "move": text("A legal move"),
            "share": maybe("number", "How likely it is played, or how much it was looked at, where the bot says so"),
            "value": maybe("number", "How good it is, -1 to 1, where the bot says so"),
        }}},
        "points": {"type": ["array", "null"], "items": number("What a seat has, where the match is over")},
    }});
    let wrong = json!({"type": "object", "properties": {"error": text("What is wrong")}});
    let content = |schema: &Value| json!({"application/json": {"schema": schema}});
    let said = |about: &str, schema: &Value| json!({"description": about, "content": content(schema)});
    json!({
        "openapi": "3.1.0",
        "info": {"title": "A Ludometer bot", "version": env!("CARGO_PKG_VERSION"), "x-bot": about},
        "paths": {"/move": {"post": {
            "summary": "Which move does the bot play?",
            "requestBody": {"content": content(&ask)},
            "responses": {
                "200": said("The move, and what the bot thinks of every other", &reply),
                "400": said("The question does not read", &wrong),
                "413": said("The question is too long", &wrong),
                "422": said("The position or a move is not legal", &wrong),
            },
        }}},
    })
}
