//! One match, from the first move to its record.

use crate::catch::caught;
use crate::schedule::Slot;
use ludometer_agents::{Agent, Decision};
use ludometer_game::{
    AnyGame, AnyMove, Element, Game, Packed, Payoff, Rng, Seat, Seats, Story, Sum, Turn, View,
};
use ludometer_record::{Actor, Ending, Evidence, MatchRecord, Names, Opt, Ply};
use std::sync::Arc;

/// What all matches of a job share: the rules and where they start.
pub struct Table<G: Game> {
    /// The rules.
    pub game: Arc<G>,
    /// The state before the first move of every match.
    pub start: G::State,
    /// First moves that are made for the players, a list for each block in turn; none where they make their own.
    pub openings: Vec<Vec<G::Move>>,
}

impl<G: Game> Table<G> {
    /// A table that starts where the game does.
    pub fn new(game: G) -> Self {
        let start = game.initial();
        Table::from_state(game, start)
    }

    /// A table that starts anywhere.
    pub fn from_state(game: G, start: G::State) -> Self {
        Table { game: Arc::new(game), start, openings: Vec::new() }
    }

    /// The same table, where the first moves of a block are made for the players.
    #[must_use]
    pub fn with_openings(self, openings: Vec<Vec<G::Move>>) -> Self {
        Table { openings, ..self }
    }

    /// The first moves of a block.
    #[must_use]
    pub fn opening(&self, block: u64) -> &[G::Move] {
        match self.openings.len() as u64 {
            0 => &[],
            many => &self.openings[(block % many) as usize],
        }
    }

    /// The same table without its type, for work that need not be fast: it is compiled once for all games.
    #[must_use]
    pub fn erased(&self) -> Table<AnyGame> {
        let erase = |line: &Vec<G::Move>| line.iter().map(|made| AnyMove::unpack(made.pack())).collect();
        Table {
            game: Arc::new(AnyGame::shared(Arc::clone(&self.game))),
            start: AnyGame::state_of::<G>(self.start.clone()),
            openings: self.openings.iter().map(erase).collect(),
        }
    }
}

/// A match that was halted: it leaves no record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Halted {
    /// Plies that were begun.
    pub plies: usize,
}

/// Plays one match; `agents` has one agent per seat. Nothing that goes wrong inside escapes: it is
/// in the record, with evidence. The names are the record's own table.
///
/// # Errors
/// When `halted` says so: before a ply, inside a decision, or at the end, because what an agent answers
/// once it is halted is not worth keeping.
pub fn play_match<G: Game>(
    table: &Table<G>,
    slot: &Slot,
    agents: &mut [Box<dyn Agent<G>>],
    halted: &(dyn Fn() -> bool + Sync),
) -> Result<(MatchRecord, Names), Halted> {
    let mut played = Played::new(table, slot);
    let ended = caught(|| {
        for agent in agents.iter_mut() {
            agent.start();
        }
        let stop = played.play_on(agents, halted)?;
        let outcome = played.outcome(&stop);
        Some((stop, outcome))
    });
    let ended = ended.unwrap_or_else(|message| {
        let seats = (1..=table.game.seats()).map(|seat| seat.to_string()).collect();
        Some((Stop::new(Ending::Panic, Some(message)), Outcome::unknown(seats)))
    });
    match ended {
        Some((stop, outcome)) if !halted() => Ok(played.into_record(stop, outcome)),
        _ => Err(Halted { plies: played.plies.len() }),
    }
}

/// How a match stopped, and what shows it if that was not by the rules.
struct Stop {
    ending: Ending,
    what: Option<String>,
    /// Who lost it by failing.
    by: Option<Seat>,
}

impl Stop {
    fn new(ending: Ending, what: Option<String>) -> Stop {
        Stop { ending, what, by: None }
    }
}

/// What the game says of the last state.
struct Outcome {
    payoff: Payoff,
    because: Option<String>,
    sides: Vec<String>,
    scores: Vec<f32>,
}

impl Outcome {
    /// When the game cannot be asked any more.
    fn unknown(sides: Vec<String>) -> Self {
        Outcome { payoff: Payoff::draw(sides.len()), because: None, sides, scores: Vec::new() }
    }
}

/// What everybody gets where a player failed: its team the least there is, the others what was lost, or the most there is
/// where nobody loses what others win. Who plays together loses together.
fn forfeited<G: Game>(game: &G, loser: Seat) -> Payoff {
    let (low, high) = game.bounds();
    let loses = |seat: Seat| game.team(seat) == game.team(loser);
    let losers = Seat::all(game.seats()).filter(|seat| loses(*seat)).count() as f32;
    let shared = -low * losers / (game.seats() as f32 - losers).max(1.0);
    let others = match game.traits().sum {
        Sum::Shared => low,
        Sum::Zero if shared > low => shared.min(high),
        _ => high,
    };
    Payoff::from_points(Seats::from_fn(game.seats(), |seat| if loses(seat) { low } else { others }))
}

/// A match on its way.
struct Played<'a, G: Game> {
    table: &'a Table<G>,
    slot: &'a Slot,
    state: G::State,
    dice: Rng,
    thinking: Vec<Rng>,
    names: Names,
    plies: Vec<Ply>,
    story: Story,
    elements: Vec<Element>,
}

impl<'a, G: Game> Played<'a, G> {
    fn new(table: &'a Table<G>, slot: &'a Slot) -> Self {
        let seats = table.game.seats();
        // A thought depends on who sits where, so that two rotations of one agent are two matches.
        let label = format!("think {} {}", slot.group, slot.rotation);
        Played {
            table,
            slot,
            state: table.start.clone(),
            dice: Rng::stream(slot.seed, "dice", 0),
            thinking: (0..seats as u64).map(|seat| Rng::stream(slot.seed, &label, seat)).collect(),
            names: Names::default(),
            plies: Vec::new(),
            story: Story::default(),
            elements: Vec::new(),
        }
    }

    /// Plays to the end; none when halted.
    fn play_on(
        &mut self,
        agents: &mut [Box<dyn Agent<G>>],
        halted: &(dyn Fn() -> bool + Sync),
    ) -> Option<Stop> {
        let game = &*self.table.game;
        let mut opening = self.table.opening(self.slot.block).iter().copied();
        for _ in 0..game.limit() {
            if halted() {
                return None;
            }
            let chosen = match game.turn(&self.state) {
                Turn::Over => return Some(Stop::new(Ending::Finished, None)),
                Turn::Chance => self.roll(),
                Turn::Seat(seat) if opening.len() > 0 => match self.open(seat, opening.next()) {
                    Ok(chosen) => chosen,
                    Err(stop) => return Some(stop),
                },
                Turn::Seat(seat) => match self.ask(seat, &mut agents[seat.index()], halted) {
                    Ok(chosen) => chosen,
                    Err(stop) => return Some(stop),
                },
                _ => {
                    let fault = game.fault(&self.state);
                    let what = fault.map_or_else(|| "the rules broke".to_owned(), |fault| fault.to_string());
                    return Some(Stop::new(Ending::Fault, Some(what)));
                }
            };
            let before = self.state.clone();
            game.play(&mut self.state, chosen);
            game.narrate(&before, chosen, &self.state, &mut self.story);
        }
        if game.turn(&self.state) == Turn::Over {
            return Some(Stop::new(Ending::Finished, None));
        }
        Some(Stop::new(Ending::Limit, Some(format!("still going after {} plies", game.limit()))))
    }

    /// Chance decides.
    fn roll(&mut self) -> G::Move {
        let outcome = self.table.game.draw(&self.state, &mut self.dice);
        let option = self.option(outcome);
        self.note(Actor::Chance, 0, vec![option], Decision::blind(outcome));
        outcome
    }

    /// A move is made for a seat; the error says that it is not legal.
    fn open(&mut self, seat: Seat, wanted: Option<G::Move>) -> Result<G::Move, Stop> {
        let legal = View::new(&*self.table.game, &self.state, seat).into_legal();
        let found = wanted.and_then(|wanted| legal.iter().position(|option| *option == wanted));
        let Some(index) = found else {
            let what = format!("the opening of {seat} is not legal");
            return Err(Stop::new(Ending::Illegal, Some(what)));
        };
        let chosen = legal[index];
        let options = legal.iter().map(|&option| self.option(option)).collect();
        self.note(Actor::Seat(seat.index() as u8), index as u32, options, Decision::blind(chosen));
        Ok(chosen)
    }

    /// A seat decides; the error says what went wrong.
    fn ask(
        &mut self,
        seat: Seat,
        agent: &mut Box<dyn Agent<G>>,
        halted: &(dyn Fn() -> bool + Sync),
    ) -> Result<G::Move, Stop> {
        let stop = |ending, what| Stop::new(ending, Some(what));
        let view = View::new(&*self.table.game, &self.state, seat).watched(halted);
        if view.legal().is_empty() {
            let fault = self.table.game.fault(&self.state);
            let what = fault.map_or_else(|| format!("{seat} has no legal move"), |fault| fault.to_string());
            return Err(stop(Ending::Fault, what));
        }
        let decided = agent.decide(&view, &mut self.thinking[seat.index()]);
        let decision = decided.map_err(|fault| match agent.forfeits() {
            true => Stop { by: Some(seat), ..stop(Ending::Forfeit, format!("{seat} forfeits: {fault}")) },
            false => stop(Ending::Fault, format!("the agent of {seat} failed: {fault}")),
        })?;
        let legal = view.into_legal();
        let Some(index) = legal.iter().position(|option| *option == decision.chosen) else {
            let what = format!("{seat} chose {:?}, which is not legal", decision.chosen);
            return Err(stop(Ending::Illegal, what));
        };
        let options = legal.iter().map(|&option| self.option(option)).collect();
        let chosen = decision.chosen;
        self.note(Actor::Seat(seat.index() as u8), index as u32, options, decision);
        Ok(chosen)
    }

    fn option(&mut self, chosen: G::Move) -> Opt {
        let game = &*self.table.game;
        let mut text = String::new();
        game.text(&self.state, chosen, &mut text);
        self.elements.clear();
        game.elements(&self.state, chosen, &mut self.elements);
        let text = self.names.id(&text);
        let names = &mut self.names;
        let id = |element: &Element| names.id(&format!("{}:{}", element.kind.word(), element.name));
        Opt { text, elements: self.elements.iter().map(id).collect() }
    }

    fn note(&mut self, actor: Actor, chosen: u32, legal: Vec<Opt>, thought: Decision<G::Move>) {
        let Decision { values, proven, shares, nodes, .. } = thought;
        let game = &*self.table.game;
        let stage = self.names.id(&game.stage(&self.state));
        let mut observed = Vec::new();
        game.observe(&self.state, None, &mut observed);
        let scores = self.scores();
        self.plies.push(Ply { actor, stage, chosen, legal, values, proven, shares, nodes, observed, scores });
    }

    fn scores(&self) -> Vec<f32> {
        let game = &*self.table.game;
        Seat::all(game.seats()).filter_map(|seat| game.score(&self.state, seat)).collect()
    }

    fn outcome(&self, stop: &Stop) -> Outcome {
        let game = &*self.table.game;
        let sides = Seat::all(game.seats()).map(|seat| game.side(&self.state, seat)).collect();
        match (stop.ending, stop.by) {
            (Ending::Finished | Ending::Limit, _) => Outcome {
                payoff: game.payoff(&self.state),
                because: (stop.ending == Ending::Finished).then(|| game.ending(&self.state).into_owned()),
                sides,
                scores: self.scores(),
            },
            (_, Some(loser)) => Outcome { payoff: forfeited(game, loser), ..Outcome::unknown(sides) },
            _ => Outcome::unknown(sides),
        }
    }

    fn into_record(mut self, stop: Stop, outcome: Outcome) -> (MatchRecord, Names) {
        let names = &mut self.names;
        let source =
            |(seat, source, points): &(Seat, String, f32)| (seat.index() as u8, names.id(source), *points);
        let sources = self.story.scores.iter().map(source).collect();
        let record = MatchRecord {
            number: self.slot.number,
            group: self.slot.group as u32,
            block: self.slot.block,
            rotation: self.slot.rotation as u8,
            seed: self.slot.seed,
            agents: self.slot.agents.iter().map(|&agent| agent as u16).collect(),
            sides: outcome.sides.iter().map(|side| names.id(side)).collect(),
            points: outcome.payoff.points.as_slice().to_vec(),
            places: outcome.payoff.place.as_slice().to_vec(),
            ending: stop.ending,
            because: names.id(outcome.because.as_deref().unwrap_or(stop.ending.word())),
            scores: outcome.scores,
            sources,
            counts: self.story.counts.iter().map(|(name, times)| (names.id(name), *times)).collect(),
            notes: self.story.notes,
            evidence: stop.what.map(|what| Evidence { ply: self.plies.len() as u32, what }),
            plies: self.plies,
        };
        (record, self.names)
    }
}
