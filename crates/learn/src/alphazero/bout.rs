//! One match of a contest, which waits whenever a network must be asked.

use super::contest::{Contest, Player};
use ludometer_agents::network::Asked;
use ludometer_agents::puct::{Leaf, Search, Settings, choose};
use ludometer_agents::{Agent, units};
use ludometer_game::{Game, Rng, Seat, Seats, Turn, View};

/// Random moves a measured match begins with at most: networks play the same match again and again otherwise.
const OPENING: u32 = 4;
/// A match has so many plies for each of them, but there is one at least: more would decide a short match.
const PLIES_PER_RANDOM: u32 = 10;

/// How far a match has come.
pub(super) enum Step {
    /// A network must be asked.
    Waits,
    /// It is over; the first player got so much, 0 to 1.
    Over(f32),
}

/// A player at the table.
enum Seated<G: Game> {
    Network(Box<Search<G>>, Settings),
    Other(Box<dyn Agent<G>>),
}

/// A match under way, with the first player in one seat and the second in all others.
pub(super) struct Bout<G: Game> {
    pair: u64,
    turn: usize,
    mine: Seat,
    state: G::State,
    plies: u32,
    /// Random moves still to come.
    random: u32,
    opening: Rng,
    thinking: Rng,
    /// Who sits where: every seat has its own, since what one of them knows the others may not.
    seated: Vec<Seated<G>>,
    /// Whose search is under way.
    searching: Option<Seat>,
}

impl<G: Game> Bout<G> {
    pub fn new(contest: &Contest<'_, G>, pair: u64, turn: usize) -> Self {
        let Contest { game, players, seed, label } = contest;
        let seated = |player: &Player<'_, G>| match player {
            Player::Network(_, settings) => Seated::Network(Box::default(), *settings),
            Player::Other(ready) => {
                let mut agent = ready.seat();
                agent.start();
                Seated::Other(agent)
            }
        };
        let mine = Seat::new((turn % game.seats()) as u8);
        Bout {
            pair,
            turn,
            mine,
            state: game.initial(),
            plies: 0,
            random: (game.limit() / PLIES_PER_RANDOM).clamp(1, OPENING),
            opening: Rng::stream(*seed, label, pair),
            thinking: Rng::stream(Rng::derive(*seed, label, pair), "thinking", turn as u64),
            seated: Seat::all(game.seats()).map(|seat| seated(&players[usize::from(seat != mine)])).collect(),
            searching: None,
        }
    }

    /// The pair it belongs to, and which match of it this is.
    pub fn place(&self) -> (u64, usize) {
        (self.pair, self.turn)
    }

    /// The position a player's network must be asked about.
    pub fn leaf(&self, which: usize) -> Option<&Leaf<G>> {
        let seat = self.searching.filter(|seat| usize::from(*seat != self.mine) == which)?;
        match &self.seated[seat.index()] {
            Seated::Network(search, _) => search.leaf(),
            Seated::Other(_) => None,
        }
    }

    /// Takes what the network said of it.
    pub fn hear(&mut self, contest: &Contest<'_, G>, asked: &mut Asked, position: usize) {
        let Some(seat) = self.searching else { return };
        let Seated::Network(search, settings) = &mut self.seated[seat.index()] else { return };
        let Some(leaf) = search.leaf() else { return };
        let values = asked.read(contest.game, &leaf.state, leaf.seat, &leaf.moves, 1.0, position);
        search.tell(contest.game, settings, &asked.priors, &values, &mut self.thinking);
    }

    /// Plays on until a network must be asked, or to the end.
    pub fn advance(&mut self, contest: &Contest<'_, G>) -> Step {
        let game = contest.game;
        loop {
            if let Some(seat) = self.searching {
                match self.search_on(game, seat) {
                    Some(chosen) => self.play(game, chosen),
                    None => return Step::Waits,
                }
                continue;
            }
            match game.turn(&self.state) {
                _ if self.plies >= game.limit() => return Step::Over(self.points(game)),
                Turn::Chance => {
                    let drawn = game.draw(&self.state, &mut self.opening);
                    self.play(game, drawn);
                }
                Turn::Seat(seat) => {
                    if !self.move_of(game, seat) {
                        return Step::Over(self.points(game));
                    }
                }
                _ => return Step::Over(self.points(game)),
            }
        }
    }

    /// Lets a seat move, or begin its search; `false` where nothing can be played.
    fn move_of(&mut self, game: &G, seat: Seat) -> bool {
        let view = View::new(game, &self.state, seat);
        if view.legal().is_empty() {
            return false;
        }
        let chosen = if self.random > 0 {
            self.random -= 1;
            view.legal()[self.opening.below(view.legal().len())]
        } else {
            match &mut self.seated[seat.index()] {
                Seated::Network(search, settings) => {
                    let imagined = view.sample(&mut self.thinking);
                    search.begin(game, &imagined, seat, settings, &mut self.thinking);
                    self.searching = Some(seat);
                    return true;
                }
                // An agent that fails loses its way, not the measurement.
                Seated::Other(agent) => agent
                    .decide(&view, &mut self.thinking)
                    .map_or(view.legal()[0], |decision| decision.chosen),
            }
        };
        self.play(game, chosen);
        true
    }

    /// Searches on; the move, once it is found.
    fn search_on(&mut self, game: &G, seat: Seat) -> Option<G::Move> {
        let Seated::Network(search, settings) = &mut self.seated[seat.index()] else { return None };
        if search.ask(game, settings, &mut self.thinking) {
            return None;
        }
        self.searching = None;
        let (looked, shares) = (search.looked(settings), search.target(settings));
        let chosen = looked.get(choose(&looked, &shares, settings, 0.0, &mut self.thinking));
        // Nothing was looked at where the world that was imagined has no moves.
        Some(chosen.map_or_else(|| View::new(game, &self.state, seat).legal()[0], |one| one.by))
    }

    fn play(&mut self, game: &G, chosen: G::Move) {
        game.play(&mut self.state, chosen);
        self.plies += 1;
    }

    fn points(&self, game: &G) -> f32 {
        match game.turn(&self.state) {
            Turn::Broken => 0.5,
            _ => share(&units(game, &game.payoff(&self.state)), self.mine),
        }
    }
}

/// What a seat got against what the others got on the average, 0 to 1.
fn share(units: &Seats<f32>, mine: Seat) -> f32 {
    let others = Seat::all(units.len()).filter(|seat| *seat != mine).map(|seat| units[seat]);
    let count = (units.len() - 1).max(1) as f32;
    0.5 + (units[mine] - others.sum::<f32>() / count) / 4.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_others_got_is_the_measure() {
        let units = |all: &[f32]| Seats::from_fn(all.len(), |seat: Seat| all[seat.index()]);
        assert_eq!(share(&units(&[1.0, -1.0]), Seat::new(0)), 1.0);
        assert_eq!(share(&units(&[-1.0, -1.0]), Seat::new(0)), 0.5, "both may lose");
        assert_eq!(share(&units(&[-1.0, -1.0, 1.0]), Seat::new(2)), 1.0);
        assert_eq!(share(&units(&[-1.0, 0.0, 1.0]), Seat::new(1)), 0.5);
    }
}
