//! Matches that measure a network: against the best one so far, and against another agent.

use super::settings::Plan;
use ludometer_agents::network::{Asked, Model};
use ludometer_agents::puct::{Search, Settings, choose};
use ludometer_agents::{Agent, AgentError, AgentSpec, Ready, prepare, units};
use ludometer_game::{Game, Rng, Seat, Turn, View};
use ludometer_stats::{Sprt, SprtAnswer};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;

/// Random moves a measured match begins with at most: networks play the same match again and again otherwise.
const OPENING: u32 = 4;
/// A match has so many plies for each of them: in a short one they would decide it.
const PLIES_PER_RANDOM: u32 = 10;
/// Pairs between two looks at the sequential test.
const ROUND: u64 = 8;
/// The difference in Elo that is not enough, and the one that is.
const ELO: (f64, f64) = (0.0, 40.0);

/// Who plays.
pub(super) enum Player<'a, G: Game> {
    /// A network with a search.
    Network(&'a Model, Settings),
    /// Any other agent.
    Other(&'a Ready<G>),
}

/// Points of the first player over pairs of matches: 0, ½, 1, 1½ and 2 out of 2.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Score {
    pub counts: [u64; 5],
}

impl Score {
    /// The mean, 0 to 1.
    pub fn mean(&self) -> f64 {
        let pairs: u64 = self.counts.iter().sum();
        let points: u64 = self.counts.iter().zip(0u64..).map(|(count, points)| count * points).sum();
        points as f64 / (4 * pairs.max(1)) as f64
    }
}

/// A contest between two players.
pub(super) struct Contest<'a, G: Game> {
    pub game: &'a G,
    pub players: [Player<'a, G>; 2],
    /// Where its random streams come from.
    pub seed: u64,
    pub label: &'static str,
}

impl<G: Game> Contest<'_, G> {
    /// Whether the first player is better, by a sequential test of at most so many pairs; undecided counts as better
    /// if it scored more than half.
    pub fn gate(&self, pairs: u64, threads: usize) -> (bool, Score) {
        let test = Sprt::new(ELO.0, ELO.1);
        let mut score = Score::default();
        let mut played = 0;
        while played < pairs {
            let upto = (played + ROUND).min(pairs);
            for (sum, more) in score.counts.iter_mut().zip(self.play(played..upto, threads).counts) {
                *sum += more;
            }
            played = upto;
            match test.answer(test.llr_of_pairs(score.counts)) {
                SprtAnswer::AcceptH1 => return (true, score),
                SprtAnswer::AcceptH0 => return (false, score),
                SprtAnswer::Continue => {}
            }
        }
        (score.mean() > 0.5, score)
    }

    /// Plays pairs by their numbers: the same opening twice, with seats exchanged.
    pub fn play(&self, pairs: std::ops::Range<u64>, threads: usize) -> Score {
        let next = AtomicU64::new(pairs.start);
        let (send, receive) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                let (send, next) = (send.clone(), &next);
                scope.spawn(move || {
                    let mut seats = [Seated::new(&self.players[0]), Seated::new(&self.players[1])];
                    loop {
                        let pair = next.fetch_add(1, Ordering::Relaxed);
                        if pair >= pairs.end {
                            return;
                        }
                        let points: f32 =
                            (0..self.game.seats().max(2)).map(|turn| self.one(pair, turn, &mut seats)).sum();
                        // Whoever listens waits for all of them.
                        let _ = send.send(points / self.game.seats().max(2) as f32);
                    }
                });
            }
            drop(send);
            let mut score = Score::default();
            for mean in receive {
                score.counts[(mean * 4.0).round().clamp(0.0, 4.0) as usize] += 1;
            }
            score
        })
    }

    /// One match, with the first player in the seat that `turn` says and the second in all others; returns the first
    /// one's points, 0 to 1.
    fn one(&self, pair: u64, turn: usize, seats: &mut [Seated<'_, G>; 2]) -> f32 {
        let game = self.game;
        let mine = Seat::new((turn % game.seats()) as u8);
        let mut opening = Rng::stream(self.seed, self.label, pair);
        let mut thinking = Rng::stream(Rng::derive(self.seed, self.label, pair), "thinking", turn as u64);
        let mut state = game.initial();
        seats.iter_mut().for_each(Seated::start);
        let mut random = (game.limit() / PLIES_PER_RANDOM).min(OPENING);
        for _ in 0..game.limit() {
            let chosen = match game.turn(&state) {
                Turn::Chance => game.draw(&state, &mut opening),
                Turn::Seat(seat) => {
                    let view = View::new(game, &state, seat);
                    if view.legal().is_empty() {
                        break;
                    }
                    if random > 0 {
                        random -= 1;
                        view.legal()[opening.below(view.legal().len())]
                    } else {
                        seats[usize::from(seat != mine)].decide(&view, &mut thinking)
                    }
                }
                _ => break,
            };
            game.play(&mut state, chosen);
        }
        if game.turn(&state) == Turn::Broken {
            0.5
        } else {
            (units(game, &game.payoff(&state))[mine] + 1.0) / 2.0
        }
    }
}

/// A player at the table.
enum Seated<'a, G: Game> {
    Network(Box<Thinker<'a, G>>),
    Other(Box<dyn Agent<G>>),
}

/// A network that searches.
struct Thinker<'a, G: Game> {
    model: &'a Model,
    settings: Settings,
    search: Search<G>,
    asked: Asked,
}

impl<'a, G: Game> Seated<'a, G> {
    fn new(player: &Player<'a, G>) -> Self {
        match player {
            Player::Network(model, settings) => Seated::Network(Box::new(Thinker {
                model,
                settings: *settings,
                search: Search::default(),
                asked: Asked::default(),
            })),
            Player::Other(ready) => Seated::Other(ready.seat()),
        }
    }

    fn start(&mut self) {
        match self {
            Seated::Network(thinker) => thinker.search.forget(),
            Seated::Other(agent) => agent.start(),
        }
    }

    fn decide(&mut self, view: &View<'_, G>, rng: &mut Rng) -> G::Move {
        match self {
            Seated::Network(thinker) => thinker.think(view, rng),
            // An agent that fails loses its way, not the measurement.
            Seated::Other(agent) => {
                agent.decide(view, rng).map_or(view.legal()[0], |decision| decision.chosen)
            }
        }
    }
}

impl<G: Game> Thinker<'_, G> {
    fn think(&mut self, view: &View<'_, G>, rng: &mut Rng) -> G::Move {
        let Thinker { model, settings, search, asked } = self;
        let (game, state) = (view.game(), view.sample(rng));
        search.begin(game, &state, view.seat(), settings, rng);
        while search.ask(game, settings, rng) {
            let Some(leaf) = search.leaf() else { break };
            let values = model.judge(game, &leaf.state, leaf.seat, &leaf.moves, 1.0, asked);
            search.tell(game, settings, &asked.priors, &values, rng);
        }
        let (looked, shares) = (search.looked(), search.target(settings));
        looked[choose(&looked, &shares, settings, 0.0, rng)].by
    }
}

/// The agent networks are measured against.
pub(super) fn rival<G: Game>(game: &G, plan: &Plan) -> Result<Ready<G>, AgentError> {
    prepare(game, &AgentSpec::read(&plan.rival)?)
}
