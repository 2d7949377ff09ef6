//! One match, and the hands of the seat that stores.

use super::recorder::Recorder;
use ludometer_agents::Agent;
use ludometer_agents::cases::{Base, Names, Player};
use ludometer_game::{Case, CaseBook, Fault, Game, Rng, Seat, Turn, View};

/// Who sits in a seat.
pub(super) enum Sitter<G: Game> {
    /// Somebody who remembers.
    Player(Box<Player<G>>),
    /// Somebody who thinks.
    Agent(Box<dyn Agent<G>>),
}

/// What a match brought.
#[derive(Default)]
pub(super) struct Played {
    /// Hands that had something new, in order.
    pub hands: Vec<Case>,
    /// Hands that had nothing new.
    pub old: u64,
    /// Decisions left out because a rule forbids them.
    pub cleaned: u64,
    /// Words for answers that have no name in the game.
    pub names: Names,
}

/// The table of a match.
pub(super) struct Table<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// How its matches are told.
    pub book: &'a dyn CaseBook<G>,
    /// What is remembered.
    pub base: &'a Base,
    /// Decisions that make a question an old one.
    pub enough: usize,
    /// Whether forbidden decisions are kept.
    pub raw: bool,
}

impl<G: Game> Table<'_, G> {
    /// Plays a match; `stores` is the seat whose hands are kept.
    pub fn play(&self, sitters: &mut [Sitter<G>], stores: Seat, seed: u64) -> Result<Played, Fault> {
        let game = self.game;
        let mut played = Played::default();
        let mut recorder = Recorder::new(self.book, self.base.schema(), stores, self.raw);
        let mut dice = Rng::stream(seed, "dice", 0);
        let mut thoughts: Vec<Rng> =
            (0..sitters.len()).map(|seat| Rng::stream(seed, "think", seat as u64)).collect();
        for sitter in sitters.iter_mut() {
            match sitter {
                Sitter::Player(player) => player.wonder(self.enough),
                Sitter::Agent(agent) => agent.start(),
            }
        }
        let mut state = game.initial();
        for _ in 0..game.limit() {
            let chosen = match game.turn(&state) {
                Turn::Chance => game.draw(&state, &mut dice),
                Turn::Seat(seat) => {
                    let view = View::new(game, &state, seat);
                    if view.legal().is_empty() {
                        break;
                    }
                    let rng = &mut thoughts[seat.index()];
                    let chosen = match &mut sitters[seat.index()] {
                        Sitter::Player(player) => {
                            view.legal()[player.think(self.base, &view, rng, None).chosen]
                        }
                        Sitter::Agent(agent) => agent.decide(&view, rng)?.chosen,
                    };
                    if seat == stores {
                        recorder.decides(&view, chosen);
                    }
                    chosen
                }
                // What broke ends the match; its last hand is not kept.
                _ => break,
            };
            let before = state.clone();
            game.play(&mut state, chosen);
            if let Some(hand) = recorder.moved(game, (&before, &state), chosen) {
                self.close(hand, &mut sitters[stores.index()], &mut played);
            }
        }
        (played.cleaned, played.names) = (recorder.cleaned, recorder.names);
        Ok(played)
    }

    /// Keeps a hand that had something new for who stores it.
    fn close(&self, hand: Case, sitter: &mut Sitter<G>, played: &mut Played) {
        let new = match sitter {
            Sitter::Player(player) => {
                let new = player.novel() > 0;
                player.wonder(self.enough);
                new
            }
            Sitter::Agent(_) => true,
        };
        if new && !hand.decisions.is_empty() {
            played.hands.push(hand);
        } else {
            played.old += 1;
        }
    }
}
