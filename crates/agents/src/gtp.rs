//! A player that speaks the Go Text Protocol: engines of Go, Hex, gomoku and other games of stones.
//!
//! # Idea
//! `gtp:gnugo --mode gtp` starts the engine once for each seat, tells it the stones that were played and asks for the
//! next one with `genmove`. The first seat is black. `gtp[move=5,memory=500,komi=7.5]:…` says what it may take; an
//! engine that ends, is silent for too long, resigns or plays what is not legal loses the match.
//!
//! # Paper
//! Farnebäck 2002, "Specification of the Go Text Protocol, version 2".
//!
//! # Needs
//! A square board on which a move is a place for a stone; `letters=plain` where the engine's columns do not skip the
//! letter i, as those of Hex do.
//!
//! # Cost
//! That of the engine.
//!
//! # Wrong tool
//! In games where pieces move: `exec` plays everything.

use crate::program::{Clock, limits, params as program_params};
use crate::{Agent, AgentError, Decision, Ready};
use ludometer_bridge::{BridgeError, Gtp, GtpOpener, gtp_opener};
use ludometer_game::{Card, Fault, Game, Grid, ParamSpec, Params, Part, Rng, Scene, Seat, View};
use std::sync::Arc;
use std::time::Instant;

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let mut params = program_params("the engine and its words");
    params.push(ParamSpec::choice("letters", "whether columns skip the letter i", &["go", "plain"]));
    params.push(ParamSpec::text(
        "komi",
        "points the engine counts for the second player; none is its own",
        "",
    ));
    Card::from_source("gtp", "Engine that speaks GTP", 1, include_str!("gtp.rs"), params)
}

/// Makes the agent ready.
///
/// # Errors
/// When there is no command, it does not start, or the game has no board for stones.
pub fn prepare<G: Game>(game: &G, params: &Params) -> Result<Ready<G>, AgentError> {
    let command = params.word("command").to_owned();
    let cannot = |needs: &str, instead: &str| AgentError::CannotPlay {
        agent: "gtp".into(),
        needs: needs.into(),
        instead: instead.into(),
    };
    if command.is_empty() {
        return Err(cannot("an engine", "`gtp:gnugo --mode gtp`"));
    }
    let scene = game.scene(&game.initial(), None);
    let square = board(&scene).is_some_and(|board| board.rows == board.columns);
    if !square || game.seats() != 2 || game.traits().hidden {
        return Err(cannot(
            "a square board of stones and two players who see it",
            "`exec:…`, which plays every game,",
        ));
    }
    let failed = |cause: BridgeError| AgentError::File {
        agent: "gtp".into(),
        path: command.clone(),
        cause: cause.to_string(),
    };
    let open = Arc::new(gtp_opener(&command, limits(params)).map_err(failed)?);
    open().map_err(failed)?;
    let (clock, plain) = (Clock::new(params), params.word("letters") == "plain");
    let komi = params.word("komi").to_owned();
    let make = move || Engine {
        komi: komi.clone(),
        open: Arc::clone(&open),
        line: None,
        clock: clock.clone(),
        plain,
        known: None,
    };
    Ok(Ready::new(make).not_reproducible())
}

struct Engine {
    komi: String,
    open: Arc<GtpOpener>,
    line: Option<Gtp>,
    clock: Clock,
    plain: bool,
    /// The stones after its own last move, as the engine knows them.
    known: Option<Vec<Option<Seat>>>,
}

/// The board of a scene.
fn board(scene: &Scene) -> Option<&Grid> {
    scene.parts.iter().find_map(|part| match part {
        Part::Grid(grid) => Some(grid),
        _ => None,
    })
}

fn stones(grid: &Grid) -> Vec<Option<Seat>> {
    grid.tokens.iter().map(|token| token.as_ref().and_then(|token| token.owner)).collect()
}

fn colour(seat: Seat) -> &'static str {
    if seat.index() == 0 { "black" } else { "white" }
}

impl Engine {
    /// How the engine calls a cell of ours, such as `c4`.
    fn vertex(&self, cell: &str) -> String {
        let next = |letter: char| char::from_u32(letter as u32 + 1).unwrap_or(letter);
        let named = cell.chars().enumerate().map(|(place, letter)| match letter {
            'i'..='z' if place == 0 && !self.plain => next(letter),
            _ => letter,
        });
        named.collect::<String>().to_uppercase()
    }

    /// What the engine must be told before it is asked.
    fn news(&self, grid: &Grid, me: Seat, can_pass: bool) -> Vec<String> {
        let now = stones(grid);
        let cell = |at: usize| grid.names.get(at).map_or("", String::as_str);
        let play = |at: usize, seat: Seat| format!("play {} {}", colour(seat), self.vertex(cell(at)));
        let other = Seat::new(1 - me.index() as u8);
        if let Some(before) = &self.known {
            let new = (0..now.len()).filter(|at| now[*at] == Some(other) && before[*at].is_none());
            match new.collect::<Vec<_>>()[..] {
                [at] => return vec![play(at, other)],
                [] if can_pass && now == *before => return vec![format!("play {} pass", colour(other))],
                _ => {}
            }
        }
        let mut news = vec![format!("boardsize {}", grid.columns), "clear_board".to_owned()];
        if !self.komi.is_empty() {
            news.push(format!("komi {}", self.komi));
        }
        news.extend((0..now.len()).filter_map(|at| now[at].map(|seat| play(at, seat))));
        news
    }

    fn ask(&mut self, grid: &Grid, me: Seat, can_pass: bool) -> Result<String, BridgeError> {
        let mut line = match self.line.take() {
            Some(line) => line,
            None => {
                self.known = None;
                (self.open)()?
            }
        };
        let news = self.news(grid, me, can_pass);
        let answer = self.clock.run(|within| {
            let began = Instant::now();
            let left = || within.saturating_sub(began.elapsed());
            for command in &news {
                line.command(command, left())?;
            }
            line.command(&format!("genmove {}", colour(me)), left())
        })?;
        // A line that failed is not used again.
        self.line = Some(line);
        Ok(answer)
    }
}

impl<G: Game> Agent<G> for Engine {
    fn start(&mut self) {
        self.clock.start();
        self.known = None;
    }

    fn forfeits(&self) -> bool {
        true
    }

    fn decide(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Result<Decision<G::Move>, Fault> {
        let fault = |what: String| Fault { what, place: "gtp".into(), value: String::new() };
        let scene = view.scene();
        let grid = board(&scene).ok_or_else(|| fault("there is no board".into()))?;
        let texts: Vec<String> = view.legal().iter().map(|option| view.text(*option)).collect();
        let can_pass = texts.iter().any(|text| text == "pass");
        let answer = self.ask(grid, view.seat(), can_pass).map_err(|error| fault(error.to_string()))?;
        if answer.eq_ignore_ascii_case("resign") {
            return Err(fault("it resigns".into()));
        }
        let same = |text: &String| {
            let own = if text == "pass" { "PASS".to_owned() } else { self.vertex(text) };
            own.eq_ignore_ascii_case(answer.trim())
        };
        let chosen = texts.iter().position(same);
        let chosen = chosen.ok_or_else(|| fault(format!("`{answer}` is not legal")))?;
        let chosen = view.legal()[chosen];
        // Nothing is hidden: the sample is the state itself.
        let mut after = view.sample(rng);
        view.game().play(&mut after, chosen);
        self.known = board(&view.game().scene(&after, None)).map(stones);
        Ok(Decision::blind(chosen))
    }
}
