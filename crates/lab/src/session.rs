//! A match that somebody plays by hand, a move at a time.

use crate::analyze::{Asked, Thought, think};
use crate::opening::{legal_texts, parse_legal};
use ludometer_agents::{Agent, AgentError, AgentSpec, Ready, Want, demand_room, prepare};
use ludometer_arena::Table;
use ludometer_game::{Element, Game, Payoff, Rng, Scene, Seat, Seen, Story, Turn, View, text_of};
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
    /// The seat that made it, counted from 0; none is chance.
    pub seat: Option<usize>,
    /// The move; none where somebody who watches must not know it.
    pub text: Option<String>,
    /// Points that were paid where a deal of several ended with it: the seat, what for, how many.
    pub paid: Vec<(usize, String, f32)>,
}

/// How a match ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Ended {
    /// Points of each seat.
    pub points: Vec<f32>,
    /// Place of each seat, 1 for the winners.
    pub places: Vec<u8>,
    /// Why.
    pub because: String,
    /// Whether the rules broke, so that nobody won or lost.
    pub broken: bool,
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
    /// Lets the agent or chance act.
    ///
    /// # Errors
    /// When the agent fails or chooses a move that is not legal, in words.
    fn act(&mut self) -> Result<(), String>;
    /// What an agent would play for the person to move, seeing what that seat sees; `None` when it is no
    /// seat's turn. It changes nothing of the match.
    ///
    /// # Errors
    /// When the agent cannot play the game, or fails.
    fn hint(&self, spec: &AgentSpec) -> Result<Option<Thought>, Asked>;
    /// Takes back the last move of a person and all that followed; `false` if there is none. What comes
    /// again comes the same: dice, cards and the agents' thinking.
    fn undo(&mut self) -> bool;
    /// All moves made so far, each as far as all of `viewers` see it.
    fn story(&self, viewers: &[usize]) -> Vec<Made>;
    /// How the match ended.
    fn ended(&self) -> Ended;
    /// All moves made so far, for `--moves`.
    fn moves(&self) -> String;
}

/// A move that was made, and the state before it.
struct Past<G: Game> {
    state: G::State,
    chosen: G::Move,
    text: String,
    by_person: bool,
}

struct Playing<G: Game> {
    table: Arc<Table<G>>,
    state: G::State,
    agents: Vec<Option<Box<dyn Agent<G>>>>,
    seed: u64,
    /// Moves made before the session began.
    before: u64,
    history: Vec<Past<G>>,
}

/// Starts a match after an opening of this many moves; a seat without an agent is a person's.
pub(crate) fn start<G: Game>(
    table: Arc<Table<G>>,
    seats: &[Option<AgentSpec>],
    seed: u64,
    before: u64,
) -> Result<Box<dyn Session>, AgentError> {
    let ready = |spec: &Option<AgentSpec>| spec.as_ref().map(|spec| prepare(&*table.game, spec)).transpose();
    let ready = seats.iter().map(ready).collect::<Result<Vec<_>, _>>()?;
    let want = |(spec, ready): (&Option<AgentSpec>, &Option<Ready<G>>)| {
        let memory = ready.as_ref()?.memory()?;
        Some(Want { agent: spec.as_ref()?.to_string(), memory, tables: 1 })
    };
    demand_room(&seats.iter().zip(&ready).filter_map(want).collect::<Vec<_>>())?;
    let agents = ready.iter().map(|ready| ready.as_ref().map(Ready::seat)).collect();
    let state = table.start.clone();
    Ok(Box::new(Playing { state, table, agents, seed, before, history: Vec::new() }))
}

impl<G: Game> Playing<G> {
    fn game(&self) -> &G {
        &self.table.game
    }

    /// Every ply has its own stream of each kind, so that a match that is taken back or left and gone on
    /// with meets the same dice.
    fn stream(&self, label: &str) -> Rng {
        Rng::stream(self.seed, label, self.before + self.history.len() as u64)
    }

    fn make(&mut self, chosen: G::Move, by_person: bool) {
        let text = text_of(self.game(), &self.state, chosen);
        self.history.push(Past { state: self.state.clone(), chosen, text, by_person });
        self.table.game.play(&mut self.state, chosen);
    }

    /// What was paid where a deal of several ended with this move: everybody knows then.
    fn paid(&self, at: usize) -> Vec<(usize, String, f32)> {
        let (game, Past { state: before, chosen, .. }) = (self.game(), &self.history[at]);
        let after = self.history.get(at + 1).map_or(&self.state, |next| &next.state);
        if game.episode(before) == game.episode(after) {
            return Vec::new();
        }
        let mut story = Story::default();
        game.narrate(before, *chosen, after, &mut story);
        story.scores.into_iter().map(|(seat, what, points)| (seat.index(), what, points)).collect()
    }

    /// What the agent of a seat plays. It forgets what it thought before, so that the answer depends on
    /// the position and the seed alone, however the match came here: gone on with, or taken back.
    fn decide(&mut self, seat: Seat) -> Result<Option<G::Move>, String> {
        let mut rng = self.stream("think");
        let Some(agent) = self.agents[seat.index()].as_mut() else { return Ok(None) };
        let view = View::new(&*self.table.game, &self.state, seat);
        agent.start();
        let decision =
            agent.decide(&view, &mut rng).map_err(|fault| format!("the agent of {seat} failed: {fault}"))?;
        if !view.legal().contains(&decision.chosen) {
            return Err(format!("the agent of {seat} chose {:?}, which is not legal", decision.chosen));
        }
        Ok(Some(decision.chosen))
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
        if let Some(last) = self.history.last() {
            highlight(self.game(), &last.state, last.chosen, viewer, &mut scene);
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

    fn act(&mut self) -> Result<(), String> {
        let chosen = match self.game().turn(&self.state) {
            Turn::Chance => Some(self.game().draw(&self.state, &mut self.stream("dice"))),
            Turn::Seat(seat) => self.decide(seat)?,
            _ => None,
        };
        if let Some(chosen) = chosen {
            self.make(chosen, false);
        }
        Ok(())
    }

    fn hint(&self, spec: &AgentSpec) -> Result<Option<Thought>, Asked> {
        let Turn::Seat(seat) = self.game().turn(&self.state) else { return Ok(None) };
        think(self.game(), &self.state, seat, spec, &mut self.stream("hint")).map(Some)
    }

    fn undo(&mut self) -> bool {
        let Some(last) = self.history.iter().rposition(|past| past.by_person) else { return false };
        self.state = self.history[last].state.clone();
        self.history.truncate(last);
        true
    }

    fn story(&self, viewers: &[usize]) -> Vec<Made> {
        let game = self.game();
        let made = |(at, past): (usize, &Past<G>)| {
            let sees = |viewer: &usize| {
                matches!(game.seen(&past.state, past.chosen, Seat::new(*viewer as u8)), Seen::Full(_))
            };
            Made {
                seat: game.turn(&past.state).seat().map(Seat::index),
                text: viewers.iter().all(sees).then(|| past.text.clone()),
                paid: self.paid(at),
            }
        };
        self.history.iter().enumerate().map(made).collect()
    }

    fn ended(&self) -> Ended {
        let fault = self.game().fault(&self.state);
        let broken = fault.is_some();
        let (payoff, because) = match fault {
            Some(fault) => (Payoff::draw(self.game().seats()), fault.to_string()),
            None => (self.game().payoff(&self.state), self.game().ending(&self.state).into_owned()),
        };
        let (points, places) = (payoff.points.as_slice().to_vec(), payoff.place.as_slice().to_vec());
        Ended { points, places, because, broken }
    }

    fn moves(&self) -> String {
        let texts: Vec<&str> = self.history.iter().map(|past| past.text.as_str()).collect();
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
    for element in &elements {
        scene.mark(element.kind, &element.name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GameRequest, House, Opening, open};

    fn house(moves: &str) -> Box<dyn House> {
        let opening = Opening { moves: moves.to_owned(), ..Opening::default() };
        open(&GameRequest { game: "breakthrough".into(), set: Vec::new(), opening }, 1).unwrap()
    }

    /// The first seat plays its first legal move again and again, the agent answers.
    fn play_on(session: &mut dyn Session, moves: usize) {
        for _ in 0..moves {
            let first = session.legal()[0].clone();
            assert!(session.play(&first));
            session.act().unwrap();
        }
    }

    /// The budget ends every search in the middle, so that whatever an agent remembers shows.
    #[test]
    fn an_answer_depends_on_the_position_and_the_seed_alone() {
        let seats = [None, Some(AgentSpec::read("alphabeta:nodes=3000").unwrap())];
        let mut session = house("").session(&seats, 1).unwrap();
        play_on(&mut *session, 3);
        let halfway = session.moves();
        play_on(&mut *session, 4);
        let straight = session.moves();
        for _ in 0..4 {
            assert!(session.undo());
        }
        assert_eq!(session.moves(), halfway);
        play_on(&mut *session, 4);
        assert_eq!(session.moves(), straight, "taken back and played again");
        let mut gone_on = house(&halfway).session(&seats, 1).unwrap();
        play_on(&mut *gone_on, 4);
        assert_eq!(format!("{halfway} {}", gone_on.moves()), straight, "left and gone on with");
    }
}
