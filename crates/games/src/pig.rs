//! Pig: roll on or hold what you have.
//!
//! # Rules
//! Two to six players in turn. The player on turn rolls as often as they like and adds each throw to
//! their turn total; when they hold, the turn total is added to their score. A 1 ends the turn and
//! its total is lost. With two dice (Two-Dice Pig) any 1 does so, and a double 1 also loses the whole
//! score. Every turn begins with a roll. Whoever reaches the target, turn total included, wins at
//! once: rolling on could only lose it.
//!
//! # Moves
//! `roll` or `hold`; the dice are a chance turn.
//!
//! # Notation
//! `roll`, `hold`; a throw is `4` or, with two dice, `2+5`, the smaller first. A position is the
//! scores, the turn total and who is on turn: `37 52 | 8 | 1`; `*` behind it says that the dice are
//! in the air.
//!
//! # Payoff
//! 1 for the winner, −1 for the others. If a match is stopped, for whoever is ahead.
//!
//! # Parameters
//! `seats` (2 to 6), `target` (10 to 1000), `dice` (1 or 2), `faces` (3 to 20).
//!
//! # Observables
//! `turn-total`; `leader`: the highest score; `gap`: by how much it leads the second.
//!
//! # Source
//! Folk game. T. W. Neller and C. G. M. Presser, "Optimal play of the dice game Pig", 2004: with two
//! seats, one die and target 100, the first player wins 53.06 % under optimal play.
//!
//! # Version history
//! 1: first version.

use ludometer_game::{
    Card, ChanceKind, Element, ElementKind, Encoding, Feature, Game, GameVisitor, Packed, ParamError,
    ParamSpec, Params, Part, Payoff, PositionError, Rng, Scene, Seat, Seats, Story, Sum, Traits, Turn,
};

/// The most seats.
const MOST: usize = 6;

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let params = vec![
        ParamSpec::whole("seats", "players", 2, 2..=MOST as i64),
        ParamSpec::whole("target", "score that wins", 100, 10..=1000),
        ParamSpec::whole("dice", "dice in a throw", 1, 1..=2),
        ParamSpec::whole("faces", "faces of a die", 6, 3..=20),
    ];
    Card::from_source("pig", "Pig", 1, include_str!("pig.rs"), params)
}

/// Builds the game.
///
/// # Errors
/// Never: every legal value of the parameters fits every other.
pub fn open<V: GameVisitor>(params: &Params, visitor: V) -> Result<V::Out, ParamError> {
    let (target, faces) = (params.count("target") as u16, params.count("faces") as u8);
    Ok(visitor.visit(Pig { seats: params.count("seats"), target, dice: params.count("dice"), faces }))
}

/// The rules for one set of dice.
pub struct Pig {
    seats: usize,
    target: u16,
    dice: usize,
    faces: u8,
}

/// Scores, the total of the present turn, who is on turn, and whether the dice are in the air.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    scores: [u16; MOST],
    total: u16,
    mover: u8,
    rolling: bool,
}

impl State {
    /// The score the player on turn has after holding.
    fn banked(&self) -> u16 {
        self.scores[usize::from(self.mover)] + self.total
    }
}

/// A choice of a player, or a throw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Throws the dice.
    Roll,
    /// Adds the turn total to the score.
    Hold,
    /// What the dice show, the smaller first; the second is 0 when there is one die.
    Throw(u8, u8),
}

impl Packed for Move {
    fn pack(self) -> [u8; 16] {
        match self {
            Move::Roll => 0u16.pack(),
            Move::Hold => 1u16.pack(),
            Move::Throw(small, large) => u16::from_le_bytes([small, large]).wrapping_add(2).pack(),
        }
    }
    fn unpack(bytes: [u8; 16]) -> Self {
        match u16::unpack(bytes) {
            0 => Move::Roll,
            1 => Move::Hold,
            more => {
                let [small, large] = (more - 2).to_le_bytes();
                Move::Throw(small, large)
            }
        }
    }
}

impl Pig {
    /// No score or turn total is higher: the last throw starts below the target.
    fn most(&self) -> u16 {
        self.target + (self.dice as u16) * u16::from(self.faces)
    }

    /// Probability and mean of a throw without a 1.
    fn safe_throw(&self) -> (f32, f32) {
        let faces = f32::from(self.faces);
        let (safe, mean) = ((faces - 1.0) / faces, (faces + 2.0) / 2.0);
        if self.dice == 1 { (safe, mean) } else { (safe * safe, 2.0 * mean) }
    }

    /// What the player on turn may expect to have banked if they hold after what they have begun.
    fn prospect(&self, state: &State) -> f32 {
        if !state.rolling {
            return state.banked().into();
        }
        let score = f32::from(state.scores[usize::from(state.mover)]);
        let (safe, mean) = self.safe_throw();
        let faces = f32::from(self.faces);
        let ruin = if self.dice == 2 { 1.0 / (faces * faces) } else { 0.0 };
        score * (1.0 - ruin) + safe * (f32::from(state.total) + mean)
    }

    fn pass_on(&self, state: &mut State) {
        state.total = 0;
        state.mover = (state.mover + 1) % self.seats as u8;
    }

    fn scores<'a>(&self, state: &'a State) -> &'a [u16] {
        &state.scores[..self.seats]
    }

    /// Everybody's score as it stands, the turn total included where it has won.
    fn standing(&self, state: &State) -> Seats<u16> {
        let won = state.banked() >= self.target;
        Seats::from_fn(self.seats, |seat| match seat.index() {
            mover if won && mover == usize::from(state.mover) => state.banked(),
            other => state.scores[other],
        })
    }
}

fn unreadable(what: &str) -> PositionError {
    PositionError::Unreadable { what: what.into(), example: "37 52 | 8 | 1".into() }
}

impl Game for Pig {
    type State = State;
    type Move = Move;

    fn seats(&self) -> usize {
        self.seats
    }
    fn limit(&self) -> u32 {
        // More than ten times what random play with one die takes on average.
        10 * self.seats as u32 * u32::from(self.target)
    }
    fn initial(&self) -> State {
        State { scores: [0; MOST], total: 0, mover: 0, rolling: false }
    }
    fn turn(&self, state: &State) -> Turn {
        match state.rolling {
            _ if state.banked() >= self.target => Turn::Over,
            true => Turn::Chance,
            false => Turn::Seat(Seat::new(state.mover)),
        }
    }
    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        out.push(Move::Roll);
        out.extend((state.total > 0).then_some(Move::Hold));
    }
    fn play(&self, state: &mut State, chosen: Move) {
        match chosen {
            Move::Roll => state.rolling = true,
            Move::Hold => {
                state.scores[usize::from(state.mover)] = state.banked();
                self.pass_on(state);
            }
            Move::Throw(small, large) => {
                state.rolling = false;
                if small > 1 {
                    state.total += u16::from(small) + u16::from(large);
                } else {
                    if large == 1 {
                        state.scores[usize::from(state.mover)] = 0;
                    }
                    self.pass_on(state);
                }
            }
        }
    }
    fn payoff(&self, state: &State) -> Payoff {
        let standing = self.standing(state);
        let best = standing.iter().copied().max().unwrap_or(0);
        let leaders = standing.iter().filter(|&&score| score == best).count();
        let lead = if leaders == 1 { 1.0 } else { 0.0 };
        Payoff {
            points: Seats::from_fn(self.seats, |seat| if standing[seat] == best { lead } else { -1.0 }),
            place: Seats::from_fn(
                self.seats,
                |seat| if standing[seat] == best { 1 } else { leaders as u8 + 1 },
            ),
        }
    }
    fn traits(&self) -> Traits {
        let sum = if self.seats == 2 { Sum::Zero } else { Sum::General };
        Traits { chance: ChanceKind::Listed, hidden: false, sum }
    }

    fn chance(&self, _state: &State, out: &mut Vec<(Move, f64)>) -> bool {
        let faces = f64::from(self.faces);
        if self.dice == 1 {
            out.extend((1..=self.faces).map(|face| (Move::Throw(face, 0), 1.0 / faces)));
            return true;
        }
        for small in 1..=self.faces {
            for large in small..=self.faces {
                let ways = if small == large { 1.0 } else { 2.0 };
                out.push((Move::Throw(small, large), ways / (faces * faces)));
            }
        }
        true
    }
    fn draw(&self, _state: &State, rng: &mut Rng) -> Move {
        let mut die = || 1 + rng.below(self.faces.into()) as u8;
        if self.dice == 1 {
            return Move::Throw(die(), 0);
        }
        let (one, other) = (die(), die());
        Move::Throw(one.min(other), one.max(other))
    }

    fn text(&self, _state: &State, chosen: Move, out: &mut String) {
        match chosen {
            Move::Roll => out.push_str("roll"),
            Move::Hold => out.push_str("hold"),
            Move::Throw(face, 0) => out.push_str(&face.to_string()),
            Move::Throw(small, large) => out.push_str(&format!("{small}+{large}")),
        }
    }
    fn position(&self, state: &State) -> Option<String> {
        let scores: Vec<String> = self.scores(state).iter().map(ToString::to_string).collect();
        let flying = if state.rolling { " *" } else { "" };
        Some(format!("{} | {} | {}{flying}", scores.join(" "), state.total, state.mover + 1))
    }
    fn read_position(&self, text: &str) -> Result<State, PositionError> {
        let (text, rolling) = text.trim().strip_suffix('*').map_or((text, false), |rest| (rest, true));
        let parts: Vec<&str> = text.split('|').map(str::trim).collect();
        let [scores, total, mover] = parts[..] else {
            return Err(unreadable("scores, turn total and seat are separated by `|`"));
        };
        let in_range = |text: &str| text.parse().ok().filter(|points| *points <= self.most());
        let scores: Option<Vec<u16>> = scores.split_whitespace().map(in_range).collect();
        let (Some(scores), Some(total)) = (scores, in_range(total)) else {
            return Err(unreadable("scores and turn total are numbers no throw could exceed"));
        };
        let mover = mover.parse().ok().filter(|seat| (1..=self.seats).contains(seat));
        let Some(mover) = mover.filter(|_| scores.len() == self.seats) else {
            return Err(unreadable("there is one score for each seat, and one of the seats is on turn"));
        };
        let mut state = State { total, mover: (mover - 1) as u8, rolling, ..self.initial() };
        state.scores[..self.seats].copy_from_slice(&scores);
        let winner = scores.iter().position(|score| *score >= self.target);
        if winner.is_some() || (rolling && state.banked() >= self.target) {
            return Err(unreadable("somebody has already won; a winner's points are in the turn total"));
        }
        Ok(state)
    }
    fn scene(&self, state: &State, _viewer: Option<Seat>) -> Scene {
        let max = f32::from(self.target);
        let track = |title: String, owner, value: u16| Part::Track { title, owner, value: value.into(), max };
        let scores = Seat::all(self.seats)
            .map(|seat| track(format!("Score of {seat}"), Some(seat), state.scores[seat.index()]));
        let total = track("Turn total".into(), Some(Seat::new(state.mover)), state.total);
        Scene { parts: scores.chain([total]).collect() }
    }

    fn elements(&self, _state: &State, chosen: Move, out: &mut Vec<Element>) {
        match chosen {
            Move::Roll => out.push(Element::new(ElementKind::Action, "roll")),
            Move::Hold => out.push(Element::new(ElementKind::Action, "hold")),
            Move::Throw(small, large) => {
                let faces = [small, large].into_iter().filter(|face| *face > 0);
                out.extend(faces.map(|face| Element::new(ElementKind::Card, face.to_string())));
            }
        }
    }
    fn observables(&self) -> Vec<String> {
        ["turn-total", "leader", "gap"].map(String::from).to_vec()
    }
    fn observe(&self, state: &State, _viewer: Option<Seat>, out: &mut Vec<f32>) {
        let mut scores = self.scores(state).to_vec();
        scores.sort_unstable_by(|one, other| other.cmp(one));
        out.extend([state.total, scores[0], scores[0] - scores[1]].map(f32::from));
    }
    fn score(&self, state: &State, seat: Seat) -> Option<f32> {
        Some(self.standing(state)[seat].into())
    }
    /// Own prospects against the best of the others'. One ply of it plays "hold at 20", the best
    /// threshold for a single turn.
    fn evaluate(&self, state: &State, seat: Seat) -> Option<f32> {
        let prospect = |other: Seat| {
            let banked = state.scores[other.index()].into();
            if other.index() == usize::from(state.mover) { self.prospect(state) } else { banked }
        };
        let best = Seat::all(self.seats).filter(|other| *other != seat).map(prospect).fold(0.0, f32::max);
        Some(((prospect(seat) - best) / f32::from(self.target)).clamp(-0.99, 0.99))
    }
    fn narrate(&self, before: &State, chosen: Move, after: &State, story: &mut Story) {
        let seat = Seat::new(before.mover);
        match chosen {
            Move::Hold => story.score(seat, "held", before.total.into()),
            Move::Throw(1, _) => story.count("turns lost to a 1", 1.0),
            Move::Throw(..) if after.banked() >= self.target => {
                story.score(seat, "won with", after.total.into());
            }
            _ => {}
        }
    }

    fn actions(&self) -> Option<usize> {
        Some(2)
    }
    fn index(&self, _state: &State, chosen: Move) -> usize {
        usize::from(chosen == Move::Hold)
    }
    fn constants(&self) -> Vec<(String, f32)> {
        let Pig { seats, target, dice, faces } = *self;
        let told = [
            ("seats", seats as f32),
            ("target", f32::from(target)),
            ("dice", dice as f32),
            ("faces", f32::from(faces)),
        ];
        told.map(|(name, value)| (name.to_owned(), value)).to_vec()
    }
    fn encoding(&self) -> Option<Encoding> {
        Some(Encoding::Flat { len: 2 * self.seats + 2 })
    }
    /// From my seat onwards, all scores and who is on turn; the turn total; dice in the air.
    fn encode(&self, state: &State, me: Seat, out: &mut [f32]) {
        let target = f32::from(self.target);
        for from_me in 0..self.seats {
            let seat = (me.index() + from_me) % self.seats;
            out[from_me] = f32::from(state.scores[seat]) / target;
            out[self.seats + from_me] = f32::from(u8::from(seat == usize::from(state.mover)));
        }
        out[2 * self.seats] = f32::from(state.total) / target;
        out[2 * self.seats + 1] = f32::from(u8::from(state.rolling));
    }
    /// Learners judge a position after a move: without the last two, a turn that was held would look like one that
    /// begins, and a throw that is coming like none.
    fn features(&self) -> Vec<Feature> {
        let range = (0.0, self.most().into());
        vec![
            Feature::new("own-score", range).about("own score, without the turn total"),
            Feature::new("best-other-score", range).about("the best score of the others"),
            Feature::new("turn-total", range).about("total of the present turn, whosever it is"),
            Feature::new("on-turn", (0.0, 1.0)).about("1 where this seat is on turn"),
            Feature::new("throwing", (0.0, 1.0)).about("1 where the dice are in the air"),
        ]
    }
    fn read_features(&self, state: &State, me: Seat, out: &mut Vec<f32>) {
        let others = Seat::all(self.seats).filter(|seat| *seat != me);
        let best = others.map(|seat| state.scores[seat.index()]).max().unwrap_or(0);
        out.extend([state.scores[me.index()], best, state.total].map(f32::from));
        out.extend([usize::from(state.mover) == me.index(), state.rolling].map(f32::from));
    }
}

#[cfg(test)]
mod tests;
