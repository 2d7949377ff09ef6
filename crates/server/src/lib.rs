//! Answers over the web. Its first tenant is a bot that says which move it plays; the studio will live here too.

mod bot;

pub use bot::{bot_app, describe, serve_bot};
