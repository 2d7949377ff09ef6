//! Matches of a network against itself, many at once: the positions they wait for are judged together.

use super::position::{Harvest, Position};
use super::settings::Plan;
use ludometer_agents::network::{Asked, Model, policy_actions, write_input, write_values};
use ludometer_agents::puct::{Search, Settings, choose};
use ludometer_agents::units;
use ludometer_game::{Game, Rng, Seat, Seats, Turn};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

/// Matches a thread plays at once.
const AT_ONCE: usize = 32;

/// What self-play is about.
pub(super) struct SelfPlay<'a, G: Game> {
    pub game: &'a G,
    pub model: &'a Model,
    pub plan: &'a Plan,
    pub seed: u64,
    /// The cycle, counted from 0.
    pub cycle: u64,
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
            matches.retain_mut(|one| {
                let waits = one.advance(self);
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

    /// Asks the network about all positions that matches wait for, at once.
    fn judge(&self, matches: &mut [Match<G>], asked: &mut Asked) {
        asked.begin();
        for leaf in matches.iter().filter_map(|one| one.search.leaf()) {
            asked.push(self.model, self.game, &leaf.state, leaf.seat);
        }
        asked.answer(self.model);
        for (position, one) in matches.iter_mut().enumerate() {
            let Some(leaf) = one.search.leaf() else { continue };
            let values = asked.read(self.game, &leaf.state, leaf.seat, &leaf.moves, 1.0, position);
            one.search.tell(self.game, one.settings(self.plan), &asked.priors, &values, &mut one.rng);
            one.harvest.asked += 1;
        }
    }
}

/// A match under way.
struct Match<G: Game> {
    number: u64,
    state: G::State,
    search: Search<G>,
    rng: Rng,
    harvest: Harvest,
    /// Who moved in each position that was kept, and what the search thought it is worth to that seat.
    movers: Vec<(Seat, f32)>,
    plies: u32,
    /// Random moves still to come.
    opening: usize,
    /// Whether the search under way is one to learn from; none is under way before a move.
    full: Option<bool>,
}

impl<G: Game> Match<G> {
    fn new(play: &SelfPlay<'_, G>, number: u64) -> Self {
        let mut rng = Rng::stream(play.seed, "self-play", play.cycle << 32 | number);
        let opening = rng.below(play.plan.opening + 1);
        Match {
            number,
            state: play.game.initial(),
            search: Search::default(),
            rng,
            harvest: Harvest { matches: 1, ..Harvest::default() },
            movers: Vec::new(),
            plies: 0,
            opening,
            full: None,
        }
    }

    fn settings<'a>(&self, plan: &'a Plan) -> &'a Settings {
        if self.full == Some(true) { &plan.full } else { &plan.cheap }
    }

    /// Plays on until a position must be judged; `false` when the match is over.
    fn advance(&mut self, play: &SelfPlay<'_, G>) -> bool {
        let game = play.game;
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
        if self.opening > 0 {
            self.opening -= 1;
            let mut legal = Vec::new();
            play.game.moves(&self.state, &mut legal);
            if legal.is_empty() {
                return false;
            }
            let chosen = legal[self.rng.below(legal.len())];
            self.play(play.game, chosen);
            return true;
        }
        self.full = Some(self.rng.unit() < play.plan.share);
        let settings = *self.settings(play.plan);
        self.search.begin(play.game, &self.state, seat, &settings, &mut self.rng);
        true
    }

    /// The search is over: keeps what is to be learnt, and moves.
    fn decide(&mut self, play: &SelfPlay<'_, G>, settings: &Settings) {
        let looked = self.search.looked();
        let shares = self.search.target(settings);
        self.harvest.simulations += u64::from(self.search.simulations());
        if self.full == Some(true) {
            self.keep(play, &shares);
        }
        let temperature = if (self.plies as usize) < play.plan.drawn_until { 1.0 } else { 0.0 };
        let chosen = looked[choose(&looked, &shares, settings, temperature, &mut self.rng)].by;
        self.full = None;
        self.play(play.game, chosen);
    }

    fn keep(&mut self, play: &SelfPlay<'_, G>, shares: &[f32]) {
        let (game, looked) = (play.game, self.search.looked());
        let Turn::Seat(seat) = game.turn(&self.state) else { return };
        let mut inputs = vec![0.0; play.model.plan().input_len()];
        write_input(game, &self.state, seat, &mut inputs);
        let policy = match policy_actions(game) {
            Some(_) => {
                let actions = looked.iter().map(|one| game.index(&self.state, one.by) as u32);
                actions.zip(shares.iter().copied()).collect()
            }
            None => Vec::new(),
        };
        self.harvest.positions.push(Position { inputs, policy, value: Vec::new() });
        self.movers.push((seat, self.search.value().0));
    }

    fn play(&mut self, game: &G, chosen: G::Move) {
        game.play(&mut self.state, chosen);
        self.plies += 1;
    }

    /// The match is over: every position learns how it ended.
    fn finish(&mut self, play: &SelfPlay<'_, G>, ended: bool) -> bool {
        let game = play.game;
        let units = match game.turn(&self.state) {
            Turn::Broken => Seats::all(0.0, game.seats()),
            _ => units(game, &game.payoff(&self.state)),
        };
        for (position, &(seat, thought)) in self.harvest.positions.iter_mut().zip(&self.movers) {
            position.value.clear();
            write_values(game, seat, &units, &mut position.value);
            // What the search thought speaks of the mover alone, and so of everybody only where one number does.
            if let [value] = &mut position.value[..] {
                *value += play.plan.blend * (thought - *value);
            }
        }
        self.harvest.plies = u64::from(self.plies);
        self.harvest.unfinished = u64::from(!ended);
        false
    }
}
