//! Backgammon: run fifteen checkers home by the dice, hit, block, and bear off first.
//!
//! # Rules
//! Each player moves fifteen checkers from their 24 point down to their 1 point and off the board;
//! the 24 point of one player is the 1 point of the other. For the opening both throw one die: who
//! throws higher begins and plays both numbers; equal dice are thrown again. From then on the player on
//! turn throws two dice and moves one checker for each, or four times the number of a double.
//!
//! A checker may not land on a point with two or more opposing checkers. Landing on a single one hits
//! it: it goes to the bar and must enter again, on the point the die says counted from 25, before its
//! owner moves anything else. When all checkers of a player are in their home (points 1 to 6) they are
//! borne off: from the point of the die, or from the highest point if all are below it. Both dice are
//! played if there is any way to do so, else the higher one if it can be played, else the other; of a
//! double as many as can be. Who bears off the last checker first wins.
//!
//! With `cube` on, the player on turn may double the stake before throwing, unless the opponent holds
//! the cube. Who is offered the double drops, and pays the stake as it was, or takes, and holds the cube
//! at twice the stake. The cube ends at 64. There are no beavers and no Jacoby rule.
//!
//! # Moves
//! A move is the whole turn, because positions between two steps of a turn are nobody's decision and
//! would only make searches deeper: after each of the 21 throws there are about 20 plays. Ways that lead
//! to the same position are one play. A player who cannot move passes. With `cube` on: `double` or
//! `roll` before the throw, `take` or `drop` after a double. Throws are listed chance.
//!
//! # Notation
//! Points are counted from the mover's side, as everywhere in backgammon: `8/5+6/5`, `24/18*/13` with a
//! hit on the way, `13/8(2)` for two checkers, `bar/21`, `6/off`, `pass`. Steps may be typed in any
//! order and detail and without `*`, but points where something is hit on the way must be named. A throw is `31`, the higher die first; the opening throw `3-1` names White's
//! die first. A position is the checkers of White, those of Black, each from their own side, and what
//! comes next: `24:2 13:5 8:3 6:5 | bar:1 13:5 8:3 6:5 | white plays 31`; with `cube` on also the stake
//! and who holds the cube: `| 2 black`.
//!
//! # Payoff
//! The stake, won and lost. With `scoring=gammons` it counts double when the loser has borne off
//! nothing (a gammon), and three times when moreover a checker of theirs is on the bar or in the winner's
//! home (a backgammon). If a match is stopped, the stake goes to whoever has fewer points to go.
//!
//! # Parameters
//! `scoring`: `gammons`, or `win` for a single stake. `cube`: the doubling cube, on or off.
//!
//! # Observables
//! `white-pips`, `black-pips`: points to go. `white-bar`, `black-bar`, `white-off`, `black-off`:
//! checkers there. `stake`: what the cube shows.
//!
//! # Source
//! Rules of the United States Backgammon Federation. The network input follows G. Tesauro, "Temporal
//! difference learning and TD-Gammon", 1995.
//!
//! # Version history
//! 1: first version.

use ludometer_game::{
    Board, Card, ChanceKind, Element, Encoding, Feature, Game, GameVisitor, ParamError, ParamSpec, Params,
    Payoff, PositionError, Rng, Scene, Seat, Seats, Story, Sum, Traits, Turn,
};
use std::borrow::Cow;

mod checkers;
mod measure;
mod moves;
mod notation;
mod picture;
mod playout;
mod plays;
mod position;

use checkers::{BAR, Checkers, OFF, places};
pub use moves::Move;
use plays::Field;
pub use plays::Play;

/// Nobody holds the cube.
const CENTRE: u8 = 2;
/// The cube ends at 64.
const DOUBLINGS: u8 = 6;
/// The seats.
const NAMES: [&str; 2] = ["White", "Black"];

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let params = vec![
        ParamSpec::choice("scoring", "whether gammons and backgammons count more", &["gammons", "win"]),
        ParamSpec::switch("cube", "whether there is a doubling cube", false),
    ];
    Card::from_source("backgammon", "Backgammon", 1, include_str!("backgammon.rs"), params)
}

/// Builds the game.
///
/// # Errors
/// Never: every legal value of the parameters fits every other.
pub fn open<V: GameVisitor>(params: &Params, visitor: V) -> Result<V::Out, ParamError> {
    Ok(visitor
        .visit(Backgammon { gammons: params.word("scoring") == "gammons", cube: params.switch("cube") }))
}

/// The rules with or without gammons and cube.
pub struct Backgammon {
    gammons: bool,
    cube: bool,
}

/// What comes next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Phase {
    /// Each player throws one die.
    Opening,
    /// The mover may double.
    Doubling,
    /// The other player answers a double.
    Offered,
    /// The mover throws.
    Rolling,
    /// The mover plays the dice.
    Playing,
    /// The mover has won on the board.
    BorneOff,
    /// The mover has won because a double was dropped.
    Dropped,
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// White's and Black's checkers, each from their own side.
    sides: [Checkers; 2],
    /// Higher die first; 0 while there is no throw to play.
    dice: [u8; 2],
    mover: u8,
    phase: Phase,
    /// How often the stake was doubled.
    doublings: u8,
    /// Who may double next.
    holder: u8,
}

impl State {
    fn field(&self) -> Field {
        let mover = usize::from(self.mover);
        Field::new(self.sides[mover], &self.sides[1 - mover])
    }

    fn stake(&self) -> f32 {
        f32::from(1u8 << self.doublings)
    }

    fn mover(&self) -> Seat {
        Seat::new(self.mover)
    }
}

impl Backgammon {
    /// How many stakes a win on the board is worth.
    fn multiple(&self, winner: &Checkers, loser: &Checkers) -> f32 {
        if !self.gammons || !winner.is_home_and_dry() || loser.on(OFF) > 0 {
            return 1.0;
        }
        // The winner's home and the bar are the last places on the loser's way.
        if loser.any() >> 19 == 0 { 2.0 } else { 3.0 }
    }

    /// Makes a play and hands the turn on.
    #[inline]
    fn make(&self, state: &mut State, field: &Field, play: Play) {
        let mover = usize::from(state.mover);
        let (own, hits) = field.after(play, state.dice);
        state.sides[mover] = own;
        places(hits).for_each(|point| state.sides[1 - mover].shift(BAR - point, BAR));
        state.dice = [0, 0];
        if own.is_home_and_dry() {
            state.phase = Phase::BorneOff;
        } else {
            state.mover = 1 - state.mover;
            state.phase = self.before_throw(state);
        }
    }

    /// What the player on turn does before the dice are thrown.
    #[inline]
    fn before_throw(&self, state: &State) -> Phase {
        let may_double = state.holder != 1 - state.mover && state.doublings < DOUBLINGS;
        if self.cube && may_double { Phase::Doubling } else { Phase::Rolling }
    }
}

impl Game for Backgammon {
    type State = State;
    type Move = Move;

    fn seats(&self) -> usize {
        2
    }
    fn limit(&self) -> u32 {
        // Random matches take about 200 throws and plays; of a hundred thousand none took 1000.
        5000
    }
    fn initial(&self) -> State {
        let sides = [Checkers::start(); 2];
        State { sides, dice: [0, 0], mover: 0, phase: Phase::Opening, doublings: 0, holder: CENTRE }
    }
    fn turn(&self, state: &State) -> Turn {
        match state.phase {
            Phase::Opening | Phase::Rolling => Turn::Chance,
            Phase::Doubling | Phase::Playing => Turn::Seat(state.mover()),
            Phase::Offered => Turn::Seat(state.mover().next(2)),
            Phase::BorneOff | Phase::Dropped => Turn::Over,
        }
    }
    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        match state.phase {
            Phase::Playing => state.field().each_play(state.dice, &mut |play| out.push(Move::Play(play))),
            Phase::Doubling => out.extend([Move::Roll, Move::Double]),
            Phase::Offered => out.extend([Move::Take, Move::Drop]),
            _ => {}
        }
    }
    fn play(&self, state: &mut State, chosen: Move) {
        match chosen {
            Move::Play(play) => self.make(state, &state.field(), play),
            Move::Throw(high, low) => {
                state.dice = [high, low];
                state.phase = Phase::Playing;
            }
            Move::Open(white, black) => {
                state.mover = u8::from(black > white);
                state.dice = [white.max(black), white.min(black)];
                state.phase = Phase::Playing;
            }
            Move::Roll => state.phase = Phase::Rolling,
            Move::Double => state.phase = Phase::Offered,
            Move::Take => {
                state.doublings += 1;
                state.holder = 1 - state.mover;
                state.phase = Phase::Rolling;
            }
            Move::Drop => state.phase = Phase::Dropped,
        }
    }
    fn payoff(&self, state: &State) -> Payoff {
        let mover = usize::from(state.mover);
        let winner = match state.phase {
            Phase::BorneOff | Phase::Dropped => mover,
            _ => match state.sides.map(|side| side.pips()) {
                [white, black] if white == black => return Payoff::draw(2),
                [white, black] => usize::from(black < white),
            },
        };
        let won = state.stake() * self.multiple(&state.sides[winner], &state.sides[1 - winner]);
        let points = Seats::from_fn(2, |seat| if seat.index() == winner { won } else { -won });
        Payoff::from_points(points)
    }
    fn bounds(&self) -> (f32, f32) {
        let stake = if self.cube { f32::from(1u8 << DOUBLINGS) } else { 1.0 };
        let most = if self.gammons { 3.0 * stake } else { stake };
        (-most, most)
    }
    fn traits(&self) -> Traits {
        Traits { chance: ChanceKind::Listed, hidden: false, sum: Sum::Zero }
    }

    fn chance(&self, state: &State, out: &mut Vec<(Move, f64)>) -> bool {
        let throws = (1..=6).flat_map(|one| (1..=6).map(move |other| (one, other)));
        if state.phase == Phase::Opening {
            let decided = throws.filter(|(white, black)| white != black);
            out.extend(decided.map(|(white, black)| (Move::Open(white, black), 1.0 / 30.0)));
        } else {
            let odds = |high, low| if high == low { 1.0 / 36.0 } else { 1.0 / 18.0 };
            let sorted = throws.filter(|(high, low)| high >= low);
            out.extend(sorted.map(|(high, low)| (Move::Throw(high, low), odds(high, low))));
        }
        true
    }
    #[inline]
    fn draw(&self, state: &State, rng: &mut Rng) -> Move {
        if state.phase == Phase::Opening {
            let (white, other) = (1 + rng.below(6) as u8, 1 + rng.below(5) as u8);
            return Move::Open(white, other + u8::from(other >= white));
        }
        let both = rng.below(36) as u8;
        let (one, other) = (1 + both / 6, 1 + both % 6);
        Move::Throw(one.max(other), one.min(other))
    }

    fn text(&self, state: &State, chosen: Move, out: &mut String) {
        notation::write_move(state, chosen, out);
    }
    fn parse(&self, state: &State, text: &str) -> Option<Move> {
        notation::read_move(self, state, text)
    }
    fn position(&self, state: &State) -> Option<String> {
        Some(position::write(state, self.cube))
    }
    fn read_position(&self, text: &str) -> Result<State, PositionError> {
        position::read(text, self.cube)
    }
    fn scene(&self, state: &State, _viewer: Option<Seat>) -> Scene {
        picture::scene(state, self.cube)
    }
    fn board(&self) -> Option<Board> {
        Some(picture::board())
    }
    fn seat_name(&self, seat: Seat) -> String {
        NAMES[seat.index()].into()
    }
    fn stage(&self, state: &State) -> Cow<'static, str> {
        match state.phase {
            Phase::Doubling | Phase::Offered => "cube".into(),
            _ => "".into(),
        }
    }

    fn elements(&self, state: &State, chosen: Move, out: &mut Vec<Element>) {
        picture::elements(state, chosen, out);
    }
    fn observables(&self) -> Vec<String> {
        let of_both = |what: &str| ["white", "black"].map(|who| format!("{who}-{what}"));
        ["pips", "bar", "off"].iter().flat_map(|what| of_both(what)).chain(["stake".into()]).collect()
    }
    fn observe(&self, state: &State, _viewer: Option<Seat>, out: &mut Vec<f32>) {
        out.extend(state.sides.map(|side| side.pips() as f32));
        out.extend(state.sides.map(|side| f32::from(side.on(BAR))));
        out.extend(state.sides.map(|side| f32::from(side.on(OFF))));
        out.push(state.stake());
    }
    fn evaluate(&self, state: &State, seat: Seat) -> Option<f32> {
        let throws = (state.phase != Phase::Opening).then(|| state.mover());
        Some(match self.turn(state) {
            Turn::Over => self.payoff(state).points[seat],
            _ => state.stake() * measure::outlook(&state.sides, seat.index(), throws),
        })
    }
    fn ending(&self, state: &State) -> Cow<'static, str> {
        let mover = usize::from(state.mover);
        match (state.phase, self.multiple(&state.sides[mover], &state.sides[1 - mover])) {
            (Phase::Dropped, _) => "double dropped".into(),
            (_, 3.0) => "backgammon".into(),
            (_, 2.0) => "gammon".into(),
            _ => "borne off".into(),
        }
    }
    fn narrate(&self, before: &State, chosen: Move, _after: &State, story: &mut Story) {
        match chosen {
            Move::Play(Play::PASS) => story.count("turns without a play", 1.0),
            Move::Play(play) => {
                let (_, hits) = before.field().after(play, before.dice);
                story.count("checkers hit", f64::from(hits.count_ones()));
            }
            Move::Take => story.count("doubles taken", 1.0),
            _ => {}
        }
    }

    fn encoding(&self) -> Option<Encoding> {
        Some(Encoding::Flat { len: measure::INPUTS })
    }
    fn encode(&self, state: &State, me: Seat, out: &mut [f32]) {
        measure::encode(state, me, out);
    }
    fn features(&self) -> Vec<Feature> {
        measure::features()
    }
    fn read_features(&self, state: &State, me: Seat, out: &mut Vec<f32>) {
        measure::read(state, me, out);
    }
    fn read_chosen_features(&self, state: &State, me: Seat, chosen: &[u16], out: &mut Vec<f32>) {
        measure::read_chosen(state, me, chosen, out);
    }

    fn playout(&self, state: &mut State, buffer: &mut Vec<Move>, rng: &mut Rng) -> Payoff {
        self.finish_at_random(state, buffer, rng);
        self.payoff(state)
    }
}

#[cfg(test)]
mod tests;
