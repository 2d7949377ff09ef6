//! Exhaustive search to the end of every line that matters, with a table.
//!
//! α–β without a depth: values are the points of finished matches alone, never brought to another scale,
//! so that whole points stay whole. Chance turns that list their
//! outcomes are averaged. The table keeps what took most work to find out, and can be carried from one
//! run of the program to the next.

use crate::order::{Experience, Here};
use crate::sight::Sight;
use crate::table::{Bound, Known, Table};
use crate::{Evaluation, Patience};
use ludometer_game::{Game, Rng, Seat, Solved, Solver, Sum, Turn, Unsolved};

/// No line may be longer: recursion needs an end even where a game has none.
const LONGEST: usize = 500;

/// A search and its memory.
pub struct Exhaustive<G: Game> {
    table: Table,
    experience: Experience<G::Move>,
    moves: Vec<G::Move>,
    ratings: Vec<i32>,
    nodes: u64,
    /// At how many positions to ask whether to go on.
    next_look: u64,
}

/// What is the same for all positions of one search.
struct Quest<'a, G: Game> {
    sight: &'a Sight<'a, G>,
    go_on: &'a mut dyn FnMut(u64) -> bool,
}

/// The window of values that still matter, for the side to move.
#[derive(Clone, Copy)]
struct Window {
    alpha: f32,
    beta: f32,
}

impl Window {
    const ALL: Window = Window { alpha: f32::NEG_INFINITY, beta: f32::INFINITY };

    fn turned(self) -> Self {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

impl<G: Game> Exhaustive<G> {
    /// A search with a table of at most `bytes`.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        Exhaustive {
            table: Table::new(bytes),
            experience: Experience::new(),
            moves: Vec::new(),
            ratings: Vec::new(),
            nodes: 0,
            next_look: 0,
        }
    }

    /// The memory, to store it.
    #[must_use]
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The memory, to read it back.
    pub fn table_mut(&mut self) -> &mut Table {
        &mut self.table
    }

    /// The value of any state for the side `more`.
    fn value(
        &mut self,
        quest: &mut Quest<'_, G>,
        state: &G::State,
        more: bool,
        window: Window,
        ply: usize,
    ) -> Result<f32, Unsolved> {
        self.nodes += 1;
        if self.nodes >= self.next_look {
            self.next_look = Patience::next_look(self.nodes);
            if !(quest.go_on)(self.nodes) {
                return Err(Unsolved::Stopped);
            }
        }
        if ply > LONGEST {
            return Err(Unsolved::Endless(LONGEST));
        }
        match quest.sight.game.turn(state) {
            Turn::Over => {
                if is_divided(quest.sight.game, state) {
                    return Err(Unsolved::Divided);
                }
                let value = quest.sight.pays(state);
                Ok(if more { value } else { -value })
            }
            Turn::Chance => self.average(quest, state, more, ply),
            Turn::Seat(seat) => {
                let mover_more = quest.sight.wants_more(seat);
                if mover_more == more {
                    self.choice(quest, state, more, window, ply)
                } else {
                    Ok(-self.choice(quest, state, mover_more, window.turned(), ply)?)
                }
            }
            _ => Err(Unsolved::Broken),
        }
    }

    fn average(
        &mut self,
        quest: &mut Quest<'_, G>,
        state: &G::State,
        more: bool,
        ply: usize,
    ) -> Result<f32, Unsolved> {
        let mut odds = Vec::new();
        if !quest.sight.game.chance(state, &mut odds) {
            return Err(Unsolved::Unlisted);
        }
        let mut mean = 0.0;
        for (outcome, probability) in odds {
            let mut child = state.clone();
            quest.sight.game.play(&mut child, outcome);
            mean += probability * f64::from(self.value(quest, &child, more, Window::ALL, ply + 1)?);
        }
        Ok(mean as f32)
    }

    /// The value of a state for the seat to move, who wants `more` or less.
    fn choice(
        &mut self,
        quest: &mut Quest<'_, G>,
        state: &G::State,
        more: bool,
        window: Window,
        ply: usize,
    ) -> Result<f32, Unsolved> {
        let key = quest.sight.key(state);
        let known = self.table.get(key);
        if let Some(known) = known
            && match known.bound {
                Bound::Exact => true,
                Bound::Lower => known.value >= window.beta,
                Bound::Upper => known.value <= window.alpha,
            }
        {
            return Ok(known.value);
        }
        let start = self.moves.len();
        quest.sight.game.moves(state, &mut self.moves);
        let remembered = known.map(|known| usize::from(known.best));
        let here = Here { ply, more, remembered };
        self.experience.rate(quest.sight.game, state, &self.moves[start..], here, &mut self.ratings);
        let found = self.best_of(quest, state, more, window, (ply, start, key));
        self.moves.truncate(start);
        self.ratings.truncate(start);
        found
    }

    fn best_of(
        &mut self,
        quest: &mut Quest<'_, G>,
        state: &G::State,
        more: bool,
        window: Window,
        (ply, start, key): (usize, usize, u64),
    ) -> Result<f32, Unsolved> {
        let before = self.nodes;
        let end = self.moves.len();
        if start == end {
            return Err(Unsolved::Broken);
        }
        let (mut best, mut chosen, mut alpha) = (f32::NEG_INFINITY, start, window.alpha);
        // Nothing is better than the most there is to get.
        let most = quest.sight.most(more);
        let beta = window.beta.min(most);
        for _ in start..end {
            let place = start + crate::order::take_best(&mut self.ratings[start..end]);
            let mut child = state.clone();
            quest.sight.game.play(&mut child, self.moves[place]);
            let value = self.value(quest, &child, more, Window { alpha, beta }, ply + 1)?;
            if value > best {
                (best, chosen) = (value, place);
                alpha = alpha.max(best);
            }
            if best >= beta {
                let worth = (self.nodes - before).ilog2() as i32 + 1;
                self.experience.learn(self.moves[place], ply, worth, more);
                break;
            }
        }
        let bound = if best >= beta && best < most {
            Bound::Lower
        } else if best <= window.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        let work = (self.nodes - before).max(1).ilog2() as u8;
        let known = Known { value: best, bound, depth: work, proven: true, best: (chosen - start) as u16 };
        self.table.put(key, known);
        Ok(best)
    }
}

impl<G: Game> Solver<G> for Exhaustive<G> {
    fn solve(
        &mut self,
        game: &G,
        state: &G::State,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Solved, Unsolved> {
        (self.nodes, self.next_look) = (0, 0);
        self.moves.clear();
        self.ratings.clear();
        let mover = game.turn(state).seat().unwrap_or(Seat::new(0));
        let sight = Sight::new(game, mover, &Evaluation::Payoff);
        let more = sight.wants_more(mover);
        let value = self.value(&mut Quest { sight: &sight, go_on }, state, more, Window::ALL, 0)?;
        // No points are no points, whatever their sign.
        Ok(Solved { points: value + 0.0, score: None, nodes: self.nodes })
    }

    fn forget(&mut self) {
        self.table.forget();
        self.experience.forget();
    }
}

/// Whether members of a team are paid differently: then what is best for one is not for the other, and
/// one number does not say what everybody gets.
fn is_divided<G: Game>(game: &G, state: &G::State) -> bool {
    if game.seats() == 2 || game.traits().sum != Sum::Zero {
        return false;
    }
    let points = game.payoff(state).points;
    let seats = || Seat::all(game.seats());
    seats().any(|one| seats().any(|other| game.team(one) == game.team(other) && points[one] != points[other]))
}

/// Matches a fingerprint is taken from, and how many moves of each.
const PRINTED: (u64, usize) = (4, 40);

/// What the keys of a table look like, in one number: taken from the start of the game and positions of a
/// few random matches. Keys need only be good inside one process, so a table may be carried to another one
/// only where this number is the same.
#[must_use]
pub fn key_fingerprint<G: Game>(game: &G) -> u64 {
    let (matches, plies) = PRINTED;
    let sight = Sight::new(game, Seat::new(0), &Evaluation::Payoff);
    let (mut print, mut legal) = (0u64, Vec::new());
    for number in 0..matches {
        let (mut state, mut rng) = (game.initial(), Rng::stream(1, "keys", number));
        for _ in 0..plies {
            print = (print.rotate_left(5) ^ sight.key(&state)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let chosen = match game.turn(&state) {
                Turn::Seat(_) => {
                    legal.clear();
                    game.moves(&state, &mut legal);
                    if legal.is_empty() {
                        break;
                    }
                    legal[rng.below(legal.len())]
                }
                Turn::Chance => game.draw(&state, &mut rng),
                _ => break,
            };
            game.play(&mut state, chosen);
        }
    }
    print
}
