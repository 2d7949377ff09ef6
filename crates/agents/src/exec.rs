//! A player that another program is: it sees what its seat may see, and answers with a move.
//!
//! # Idea
//! `exec:python3 bot.py` starts the program once for each seat and writes one question a line to its standard input:
//! which move? The question has the legal moves, the picture of the table as the seat sees it, and the position where
//! the game can write one. The answer is a line `{"move": "…"}`. `http://localhost:9100` asks a web address instead.
//! `docs/bridge.md` is the manual.
//!
//! `exec[move=2,match=60,memory=500]:…` gives it two seconds a move, a minute for all its moves of a match and 500
//! megabytes. A program that ends, is silent for too long or plays what is not legal loses the match.
//!
//! # Paper
//! None.
//!
//! # Needs
//! A program that answers within ten seconds, or as long as `move=` says.
//!
//! # Cost
//! That of the program, and some microseconds for each question.
//!
//! # Wrong tool
//! For millions of matches: what is built in is faster.

use crate::program::{Clock, limits, params as program_params};
use crate::{Agent, AgentError, Decision, Ready};
use ludometer_bridge::{BridgeError, Link, Opener, opener};
use ludometer_game::{Card, Fault, Game, Hand, Params, Part, Rng, Scene, Seat, Token, View};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let params = program_params("the program and its words, or a web address");
    Card::from_source("exec", "Another program", 1, include_str!("exec.rs"), params)
}

/// Makes the agent ready.
///
/// # Errors
/// When there is no command, or it does not start.
pub fn prepare<G: Game>(_game: &G, params: &Params) -> Result<Ready<G>, AgentError> {
    let command = params.word("command").to_owned();
    if command.is_empty() {
        return Err(AgentError::CannotPlay {
            agent: "exec".into(),
            needs: "a program".into(),
            instead: "`exec:python3 bot.py` or `http://localhost:9100`".into(),
        });
    }
    let failed = |cause: BridgeError| AgentError::File {
        agent: "exec".into(),
        path: command.clone(),
        cause: cause.to_string(),
    };
    let open = Arc::new(opener(&command, limits(params)).map_err(failed)?);
    // A program that does not start is worth saying before the first match.
    open().map_err(failed)?;
    let clock = Clock::new(params);
    let make = move || Program { open: Arc::clone(&open), line: None, clock: clock.clone() };
    Ok(Ready::new(make).not_reproducible())
}

struct Program {
    open: Arc<Opener>,
    line: Option<Box<dyn Link>>,
    clock: Clock,
}

/// What a program answers.
#[derive(Deserialize)]
struct Answer {
    #[serde(rename = "move")]
    chosen: Option<String>,
    error: Option<String>,
}

impl Program {
    fn fault(&self, what: String, value: &str) -> Fault {
        Fault { what, place: "exec".into(), value: value.to_owned() }
    }

    fn ask(&mut self, question: &Value) -> Result<String, Fault> {
        let question = question.to_string();
        let mut line = match self.line.take() {
            Some(line) => line,
            None => (self.open)().map_err(|error| self.fault(error.to_string(), ""))?,
        };
        let spent = self.clock.is_short();
        let answer = self.clock.run(|within| line.ask(&question, within));
        let answer = answer.map_err(|error| match spent {
            true => self.fault(format!("{error}: its time for the match is up"), ""),
            false => self.fault(error.to_string(), ""),
        })?;
        self.line = Some(line);
        Ok(answer)
    }
}

impl Program {
    /// Which of the legal moves an answer means.
    fn read(&self, answer: &str, legal: &[String]) -> Result<usize, Fault> {
        let read: Answer = serde_json::from_str(answer)
            .map_err(|error| self.fault(format!("the answer is no move: {error}"), answer))?;
        if let Some(error) = read.error {
            return Err(self.fault(format!("the program says: {error}"), ""));
        }
        let chosen = read.chosen.ok_or_else(|| self.fault("the answer has no `move`".into(), answer))?;
        let found = legal.iter().position(|text| *text == chosen);
        found.ok_or_else(|| self.fault(format!("`{chosen}` is not legal"), &legal.join(" ")))
    }
}

impl<G: Game> Agent<G> for Program {
    fn start(&mut self) {
        self.clock.start();
    }

    fn forfeits(&self) -> bool {
        true
    }

    fn decide(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Result<Decision<G::Move>, Fault> {
        // Where something is hidden no position is told: it would be a guess.
        let open = !view.game().traits().hidden;
        let position = if open { view.game().position(&view.sample(rng)) } else { None };
        let texts: Vec<String> = view.legal().iter().map(|option| view.text(*option)).collect();
        let question = json!({
            "do": "move",
            "seat": view.seat().index(),
            "seats": view.game().seats(),
            "move_ms": self.clock.within().as_millis() as u64,
            "match_ms": self.clock.left().map(|left| left.as_millis() as u64),
            "legal": texts,
            "position": position,
            "seed": rng.below(1 << 31),
            "scene": picture(&view.scene()),
        });
        let answer = self.ask(&question)?;
        match self.read(&answer, &texts) {
            Ok(at) => Ok(Decision::blind(view.legal()[at])),
            Err(fault) => {
                // Who answers nonsense may go on doing so: the next match has a program that starts anew.
                self.line = None;
                Err(fault)
            }
        }
    }
}

/// What a seat sees, in JSON: boards, hands, labels and tracks from top to bottom.
fn picture(scene: &Scene) -> Value {
    let token = |token: &Option<Token>| match token {
        Some(token) => json!({"glyph": token.glyph, "owner": token.owner.map(Seat::index)}),
        None => Value::Null,
    };
    let hand = |hand: &Hand| {
        let cards: Vec<Option<&str>> = hand.cards.iter().map(|card| card.face.as_deref()).collect();
        json!({"hand": hand.title, "owner": hand.owner.map(Seat::index), "cards": cards})
    };
    let part = |part: &Part| match part {
        Part::Grid(grid) => json!({
            "rows": grid.rows,
            "columns": grid.columns,
            "names": grid.names,
            "cells": grid.tokens.iter().map(token).collect::<Vec<_>>(),
        }),
        Part::Hand(cards) => hand(cards),
        Part::Label(text) => json!({"label": text}),
        Part::Track { title, owner, value, max } => {
            json!({"track": title, "owner": owner.map(Seat::index), "value": value, "max": max})
        }
        _ => Value::Null,
    };
    scene.parts.iter().map(part).collect()
}
