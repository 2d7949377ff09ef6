//! Matches of a network against itself, many at once: the positions they wait for are judged together.

use super::extras;
use super::inputs::Inputs;
use super::position::{Harvest, Position};
use super::record::{MatchMemory, TurnMemory};
use super::settings::Plan;
use super::window::canonical;
use ludometer_agents::network::{Asked, Model, policy_actions, write_values};
use ludometer_agents::puct::{Looked, Search, Settings, choose};
use ludometer_agents::units;
use ludometer_game::{Game, Rng, Seat, Seats, Symmetry, Turn};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

/// A match has so many plies for each random one it begins with: in a short one they would decide it.
const PLIES_PER_RANDOM: u32 = 3;
/// Matches a thread plays at once.
const AT_ONCE: usize = 32;

/// What self-play is about.
pub(super) struct SelfPlay<'a, G: Game> {
    /// The games to play, with the network as it sees each: several where rules vary.
    pub tables: &'a [(&'a G, &'a Model)],
    pub plan: &'a Plan,
    pub symmetries: &'a [Symmetry],
    pub seed: u64,
    /// The cycle, counted from 0.
    pub cycle: u64,
    /// Whether matches are recorded.
    pub records: bool,
}

impl<G: Game> SelfPlay<'_, G> {
    /// Plays all matches of the cycle; none where it was stopped. What comes out does not depend on the threads:
    /// every match has its own random stream, and the network says the same in any company.
    pub fn run(&self, threads: usize, stop: &mut dyn FnMut(u64) -> bool) -> Option<Harvest> {
        let (next, halted) = (AtomicU64::new(0), AtomicBool::new(false));
        let (send, receive) = mpsc::channel::<(u64, Harvest)>();
        let mut found: Vec<Option<Harvest>> = (0..self.plan.games).map(|_| None).collect();
        std::thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                let send = send.clone();
                let (next, halted) = (&next, &halted);
                scope.spawn(move || self.work(next, halted, &send));
            }
            drop(send);
            let mut done = 0;
            for (number, harvest) in receive {
                found[number as usize] = Some(harvest);
                done += 1;
                if stop(done) {
                    halted.store(true, Ordering::Relaxed);
                }
            }
        });
        let mut all = Harvest::default();
        for harvest in found {
            all.add(harvest?);
        }
        Some(all)
    }

    /// Matches under way on so many threads.
    pub fn matches_at_once(threads: usize) -> usize {
        threads.max(1) * AT_ONCE
    }

    /// One thread: keeps its places filled with matches until there are none left.
    fn work(&self, next: &AtomicU64, halted: &AtomicBool, send: &mpsc::Sender<(u64, Harvest)>) {
        let (mut asked, mut matches): (Asked, Vec<Match<G>>) = (Asked::default(), Vec::new());
        loop {
            if halted.load(Ordering::Relaxed) {
                return;
            }
            while matches.len() < AT_ONCE {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= self.plan.games {
                    break;
                }
                matches.push(Match::new(self, number));
            }
            asked.begin();
            matches.retain_mut(|one| {
                let waits = self.waits(one, &mut asked);
                if !waits {
                    // Whoever listens has everything it waits for, or has gone.
                    let _ = send.send((one.number, std::mem::take(&mut one.harvest)));
                }
                waits
            });
            if matches.is_empty() && next.load(Ordering::Relaxed) >= self.plan.games {
                return;
            }
            self.judge(&mut matches, &mut asked);
        }
    }

    /// Plays a match on until the network must be asked about a position that it was not asked about before; `false`
    /// when the match is over.
    fn waits(&self, one: &mut Match<G>, asked: &mut Asked) -> bool {
        while one.advance(self) {
            let (game, model) = self.tables[one.table];
            let Some(leaf) = one.search.leaf() else { continue };
            let position = (&leaf.state, leaf.seat, &leaf.moves[..]);
            let Some(values) = asked.push_or_recall(model, game, position) else { return true };
            // Also when somebody else on this thread asked before: who did is a matter of chance.
            one.harvest.asked += 1;
            one.search.tell(game, one.settings(self.plan), &asked.priors, &values, &mut one.rng);
        }
        false
    }

    /// Asks the network about all positions that matches wait for, at once.
    fn judge(&self, matches: &mut [Match<G>], asked: &mut Asked) {
        // All tables share one network; what differs was written into the questions.
        let Some((_, model)) = self.tables.first() else { return };
        asked.answer(model);
        asked.remember(model);
        for (position, one) in matches.iter_mut().enumerate() {
            let (game, _) = self.tables[one.table];
            let Some(leaf) = one.search.leaf() else { continue };
            let values = asked.read(game, &leaf.state, leaf.seat, &leaf.moves, 1.0, position);
            one.search.tell(game, one.settings(self.plan), &asked.priors, &values, &mut one.rng);
            one.harvest.asked += 1;
        }
    }
}

/// A match under way.
struct Match<G: Game> {
    number: u64,
    /// Which of the games it is.
    table: usize,
    state: G::State,
    search: Search<G>,
    rng: Rng,
    harvest: Harvest,
    /// Who moved in each position that was kept, when, and what the search thought it is worth to that seat.
    movers: Vec<(Seat, u32, f32)>,
    plies: u32,
    turns: Vec<TurnMemory>,
    /// Random moves still to come.
    opening: usize,
    /// Whether the search under way is one to learn from; none is under way before a move.
    full: Option<bool>,
}

impl<G: Game> Match<G> {
    fn new(play: &SelfPlay<'_, G>, number: u64) -> Self {
        let mut rng = Rng::stream(play.seed, "self-play", play.cycle << 32 | number);
        // Not from the stream of the match: where rules do not vary it stays as it was.
        let mut draw = Rng::stream(play.seed, "tables", play.cycle << 32 | number);
        let table = draw.below(play.tables.len());
        let (game, _) = play.tables[table];
        let most = play.plan.opening.min((game.limit() / PLIES_PER_RANDOM) as usize);
        // Every other match begins as the game does: that position must be known well.
        let opening = if rng.below(2) == 0 { 0 } else { rng.below(most + 1) };
        Match {
            number,
            table,
            state: game.initial(),
            search: Search::default(),
            rng,
            harvest: Harvest { matches: 1, ..Harvest::default() },
            movers: Vec::new(),
            plies: 0,
            turns: Vec::new(),
            opening,
            full: None,
        }
    }

    fn settings<'a>(&self, plan: &'a Plan) -> &'a Settings {
        if self.full == Some(true) { &plan.full } else { &plan.cheap }
    }

    /// Plays on until a position must be judged; `false` when the match is over.
    fn advance(&mut self, play: &SelfPlay<'_, G>) -> bool {
        let (game, _) = play.tables[self.table];
        loop {
            if self.full.is_none() {
                match game.turn(&self.state) {
                    Turn::Chance => {
                        let outcome = game.draw(&self.state, &mut self.rng);
                        self.play(game, outcome);
                    }
                    Turn::Seat(_) if self.plies >= game.limit() => return self.finish(play, false),
                    Turn::Seat(seat) => {
                        if !self.begin(play, seat) {
                            return self.finish(play, false);
                        }
                    }
                    Turn::Over => return self.finish(play, true),
                    _ => return self.finish(play, false),
                }
                continue;
            }
            let settings = *self.settings(play.plan);
            if self.search.ask(game, &settings, &mut self.rng) {
                return true;
            }
            self.decide(play, &settings);
        }
    }

    /// Begins a search, or makes a random move of the opening; `false` where nothing can be played.
    fn begin(&mut self, play: &SelfPlay<'_, G>, seat: Seat) -> bool {
        let (game, _) = play.tables[self.table];
        let mut legal = Vec::new();
        game.moves(&self.state, &mut legal);
        if legal.is_empty() {
            return false;
        }
        if self.opening > 0 {
            self.opening -= 1;
            let chosen = legal[self.rng.below(legal.len())];
            self.play(game, chosen);
            return true;
        }
        if game.traits().hidden {
            // What was found for another seat knows that seat's cards.
            self.search.forget();
        }
        self.full = Some(self.rng.unit() < play.plan.share);
        let settings = *self.settings(play.plan);
        self.search.begin(game, &self.state, seat, &settings, &mut self.rng);
        true
    }

    /// The search is over: keeps what is to be learnt, and moves.
    fn decide(&mut self, play: &SelfPlay<'_, G>, settings: &Settings) {
        let looked = self.search.looked(settings);
        let shares = self.search.target(settings);
        self.harvest.simulations += u64::from(self.search.simulations());
        if self.full == Some(true) {
            self.keep(play, &looked, &shares);
        }
        let temperature = if (self.plies as usize) < play.plan.drawn_until { 1.0 } else { 0.0 };
        let chosen = choose(&looked, &shares, settings, temperature, &mut self.rng);
        if play.records
            && let Turn::Seat(seat) = play.tables[self.table].0.turn(&self.state)
        {
            let before = self.turns.last().map(|turn| turn.player);
            let (game, model) = play.tables[self.table];
            let seen = (game, model, &self.state);
            self.turns.push(TurnMemory::new(seen, seat, before, &looked, chosen));
        }
        self.full = None;
        self.play(play.tables[self.table].0, looked[chosen].by);
    }

    fn keep(&mut self, play: &SelfPlay<'_, G>, looked: &[Looked<G::Move>], shares: &[f32]) {
        let (game, model) = play.tables[self.table];
        let Turn::Seat(seat) = game.turn(&self.state) else { return };
        let inputs = model.inputs(game, &self.state, seat);
        let policy = match policy_actions(game) {
            Some(_) => {
                let actions = looked.iter().map(|one| game.index(&self.state, one.by) as u32);
                actions.zip(shares.iter().copied()).collect()
            }
            None => Vec::new(),
        };
        let (inputs, surprise) = (Inputs::new(&inputs), surprise(looked, shares));
        let position = Position { inputs, policy, value: Vec::new(), aux: Vec::new(), surprise };
        self.harvest.positions.push(canonical(position, play.symmetries));
        self.movers.push((seat, self.plies, self.search.value().0));
    }

    fn play(&mut self, game: &G, chosen: G::Move) {
        game.play(&mut self.state, chosen);
        self.plies += 1;
    }

    /// The match is over: every position learns how it ended.
    fn finish(&mut self, play: &SelfPlay<'_, G>, ended: bool) -> bool {
        let (game, model) = play.tables[self.table];
        let units = match game.turn(&self.state) {
            Turn::Broken => Seats::all(0.0, game.seats()),
            _ => units(game, &game.payoff(&self.state)),
        };
        let extras = model.plan().aux.len();
        for (position, &(seat, ply, thought)) in self.harvest.positions.iter_mut().zip(&self.movers) {
            position.aux = extras::write(game, &self.state, seat, self.plies - ply, extras);
            position.value.clear();
            write_values(game, seat, &units, &mut position.value);
            // What the search thought speaks of the mover alone, and so of everybody only where one number does.
            if let [value] = &mut position.value[..] {
                *value += play.plan.blend * (thought - *value);
            }
        }
        if play.records {
            let points = game.payoff(&self.state).points;
            self.harvest.memories.push(MatchMemory {
                number: self.number,
                turns: std::mem::take(&mut self.turns),
                points: Seat::all(game.seats()).map(|seat| points[seat]).collect(),
            });
        }
        self.harvest.plies = u64::from(self.plies);
        self.harvest.unfinished = u64::from(!ended);
        false
    }
}

/// How far the search moved from what the network thought, in nats.
fn surprise<M>(looked: &[Looked<M>], shares: &[f32]) -> f32 {
    let moved = looked.iter().zip(shares).filter(|(_, share)| **share > 0.0);
    let nats: f32 = moved.map(|(one, share)| share * libm::logf(share / one.prior.max(1e-6))).sum();
    nats.max(0.0)
}
