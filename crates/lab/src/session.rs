//! A match that somebody plays by hand, a move at a time.

use crate::opening::{legal_texts, parse_legal, text_of};
use ludometer_agents::{Agent, AgentError, AgentSpec, build};
use ludometer_arena::Table;
use ludometer_game::{Element, ElementKind, Game, Payoff, Rng, Scene, Seat, Seen, Turn, View};
use std::sync::Arc;

/// Who is to act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// A person in this seat (counted from 0).
    Person(usize),
    /// The agent in this seat (counted from 0).
    Agent(usize),
    /// The dice or the deck.
    Chance,
    /// Nobody: the match is over.
    Over,
}

/// A move that was made.
#[derive(Clone, PartialEq, Debug)]
pub struct Made {
    /// Who: a seat's name, or chance.
    pub by: String,
    /// The move, as the watching seat sees it.
    pub text: String,
    /// What an agent thought the position was worth to itself, −1 to 1.
    pub value: Option<f32>,
}

/// A match in progress, without its type.
pub trait Session: Send {
    /// Who is to act.
    fn next(&self) -> Next;
    /// The picture a seat sees, the last move highlighted; `None` sees everything.
    fn scene(&self, viewer: Option<usize>) -> Scene;
    /// The texts of the legal moves of the person to move.
    fn legal(&self) -> Vec<String>;
    /// Plays a person's move; `false` if it is not legal.
    fn play(&mut self, text: &str) -> bool;
    /// Lets the agent or chance act. The text of the move is told as far as all of `viewers` see it.
    ///
    /// # Errors
    /// When the agent fails or chooses a move that is not legal, in words.
    fn act(&mut self, viewers: &[usize]) -> Result<Option<Made>, String>;
    /// Takes back the last move of a person and all that followed; `false` if there is none.
    fn undo(&mut self) -> bool;
    /// The name of a seat.
    fn seat_name(&self, seat: usize) -> String;
    /// Points and place of each seat, and why the match ended.
    fn result(&self) -> (Vec<f32>, Vec<u8>, String);
    /// All moves made so far, for `--moves`.
    fn moves(&self) -> String;
}

struct Playing<G: Game> {
    table: Arc<Table<G>>,
    state: G::State,
    agents: Vec<Option<Box<dyn Agent<G>>>>,
    thinking: Vec<Rng>,
    dice: Rng,
    /// Every state before a move, with the move, its text, and whether a person made it.
    history: Vec<(G::State, G::Move, String, bool)>,
}

/// Starts a match; a seat without an agent is a person's.
pub(crate) fn start<G: Game>(
    table: Arc<Table<G>>,
    seats: &[Option<AgentSpec>],
    seed: u64,
) -> Result<Box<dyn Session>, AgentError> {
    let agent = |spec: &Option<AgentSpec>| spec.as_ref().map(|spec| build(&table.game, spec)).transpose();
    let agents = seats.iter().map(agent).collect::<Result<_, _>>()?;
    Ok(Box::new(Playing {
        state: table.start.clone(),
        table,
        agents,
        thinking: (0..seats.len() as u64).map(|seat| Rng::stream(seed, "think", seat)).collect(),
        dice: Rng::stream(seed, "dice", 0),
        history: Vec::new(),
    }))
}

impl<G: Game> Playing<G> {
    fn game(&self) -> &G {
        &self.table.game
    }

    fn make(&mut self, chosen: G::Move, by_person: bool) -> String {
        let text = text_of(self.game(), &self.state, chosen);
        self.history.push((self.state.clone(), chosen, text.clone(), by_person));
        self.table.game.play(&mut self.state, chosen);
        text
    }

    /// The text of a move, if all viewers see it.
    fn seen_text(&self, chosen: G::Move, text: String, viewers: &[usize]) -> String {
        let sees = |viewer: &usize| {
            matches!(self.game().seen(&self.state, chosen, Seat::new(*viewer as u8)), Seen::Full(_))
        };
        if viewers.iter().all(sees) { text } else { "(hidden)".to_owned() }
    }
}

impl<G: Game> Session for Playing<G> {
    fn next(&self) -> Next {
        match self.game().turn(&self.state) {
            Turn::Seat(seat) if self.agents[seat.index()].is_some() => Next::Agent(seat.index()),
            Turn::Seat(seat) => Next::Person(seat.index()),
            Turn::Chance => Next::Chance,
            _ => Next::Over,
        }
    }

    fn scene(&self, viewer: Option<usize>) -> Scene {
        let viewer = viewer.map(|seat| Seat::new(seat as u8));
        let mut scene = self.game().scene(&self.state, viewer);
        if let Some((before, chosen, ..)) = self.history.last() {
            highlight(self.game(), before, *chosen, viewer, &mut scene);
        }
        scene
    }

    fn legal(&self) -> Vec<String> {
        legal_texts(self.game(), &self.state)
    }

    fn play(&mut self, text: &str) -> bool {
        let chosen = parse_legal(self.game(), &self.state, text);
        if let Some(chosen) = chosen {
            self.make(chosen, true);
        }
        chosen.is_some()
    }

    fn act(&mut self, viewers: &[usize]) -> Result<Option<Made>, String> {
        let (by, chosen, value) = match self.game().turn(&self.state) {
            Turn::Chance => ("chance".to_owned(), self.table.game.draw(&self.state, &mut self.dice), None),
            Turn::Seat(seat) => {
                let Some(agent) = self.agents[seat.index()].as_mut() else { return Ok(None) };
                let view = View::new(&self.table.game, &self.state, seat);
                let decision = agent
                    .decide(&view, &mut self.thinking[seat.index()])
                    .map_err(|fault| format!("the agent of {seat} failed: {fault}"))?;
                if !view.legal().contains(&decision.chosen) {
                    return Err(format!(
                        "the agent of {seat} chose {:?}, which is not legal",
                        decision.chosen
                    ));
                }
                let value = decision.values.get(seat.index()).copied();
                (self.game().seat_name(seat), decision.chosen, value)
            }
            _ => return Ok(None),
        };
        let text = self.seen_text(chosen, text_of(self.game(), &self.state, chosen), viewers);
        self.make(chosen, false);
        Ok(Some(Made { by, text, value }))
    }

    fn undo(&mut self) -> bool {
        let Some(last) = self.history.iter().rposition(|(.., by_person)| *by_person) else { return false };
        self.state = self.history[last].0.clone();
        self.history.truncate(last);
        true
    }

    fn seat_name(&self, seat: usize) -> String {
        self.game().seat_name(Seat::new(seat as u8))
    }

    fn result(&self) -> (Vec<f32>, Vec<u8>, String) {
        let (payoff, because) = match self.game().fault(&self.state) {
            Some(fault) => (Payoff::draw(self.game().seats()), fault.to_string()),
            None => (self.game().payoff(&self.state), self.game().ending(&self.state).into_owned()),
        };
        (payoff.points.as_slice().to_vec(), payoff.place.as_slice().to_vec(), because)
    }

    fn moves(&self) -> String {
        let texts: Vec<&str> = self.history.iter().map(|(_, _, text, _)| text.as_str()).collect();
        texts.join(" ")
    }
}

/// Marks what a move used, as far as the viewer saw the move.
pub(crate) fn highlight<G: Game>(
    game: &G,
    before: &G::State,
    chosen: G::Move,
    viewer: Option<Seat>,
    scene: &mut Scene,
) {
    let hidden = |by| matches!(game.seen(before, chosen, by), Seen::Hidden(_));
    if viewer.is_some_and(hidden) {
        return;
    }
    let mut elements: Vec<Element> = Vec::new();
    game.elements(before, chosen, &mut elements);
    for element in elements.iter().filter(|e| matches!(e.kind, ElementKind::Cell | ElementKind::Card)) {
        scene.mark(&element.name);
    }
}
