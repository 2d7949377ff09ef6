//! A match that a test of a rules file plays.

use crate::lane::Need;
use crate::schema::ENDED;
use crate::script::Script;
use crate::state::{Move, State};
use ludometer_game::{Game, Rng, Seat, Turn, nearest, text_of};
use std::collections::VecDeque;

/// Moves that are listed where a test plays one that is not legal.
const LISTED: usize = 12;

/// What a test did wrong, or what went wrong in it, and what would work.
pub(crate) struct Complaint {
    /// What went wrong.
    pub what: String,
    /// What would work; empty where nobody knows.
    pub hint: String,
}

impl Complaint {
    pub(crate) fn new(what: impl Into<String>, hint: impl Into<String>) -> Complaint {
        Complaint { what: what.into(), hint: hint.into() }
    }
}

/// A match that a test plays.
pub(crate) struct Trial<'a> {
    script: &'a Script,
    /// The position.
    pub state: State,
    rng: Rng,
    /// What chance will bring, from 1, before it is drawn.
    coming: VecDeque<i64>,
}

impl<'a> Trial<'a> {
    pub(crate) fn new(script: &'a Script) -> Trial<'a> {
        Trial { script, state: script.initial(), rng: Rng::stream(1, "test", 0), coming: VecDeque::new() }
    }

    /// A new match; the same seed brings the same chance.
    pub(crate) fn start(&mut self, seed: u64) -> Result<(), Complaint> {
        self.state = self.script.initial();
        self.rng = Rng::stream(seed, "test", 0);
        self.settle()
    }

    /// What chance brings next, as `chance.roll` counts it.
    pub(crate) fn expect_chance(&mut self, outcomes: &[i64]) {
        self.coming.extend(outcomes);
    }

    /// A move by its text, or by its action and arguments.
    pub(crate) fn play(&mut self, word: &str, args: &[i64]) -> Result<(), Complaint> {
        let chosen = self.find(word, args)?;
        let legal = self.options();
        match chosen.filter(|chosen| legal.contains(chosen)) {
            Some(chosen) => {
                self.script.play(&mut self.state, chosen);
                self.settle()
            }
            None => Err(self.not_legal(word, args, &legal)),
        }
    }

    /// Whether a move is legal.
    pub(crate) fn legal(&self, word: &str, args: &[i64]) -> Result<bool, Complaint> {
        let chosen = self.find(word, args)?;
        Ok(chosen.is_some_and(|chosen| self.options().contains(&chosen)))
    }

    /// Random moves, so many of them or to the end.
    pub(crate) fn random(&mut self, plies: u32) -> Result<(), Complaint> {
        for _ in 0..plies.min(self.script.limit()) {
            let legal = self.options();
            if legal.is_empty() {
                break;
            }
            let chosen = legal[self.rng.below(legal.len())];
            self.script.play(&mut self.state, chosen);
            self.settle()?;
        }
        Ok(())
    }

    /// Whether the match is over.
    pub(crate) fn over(&self) -> bool {
        self.state.cells[ENDED] != 0
    }

    /// Who has won, from 1; 0 where nobody has, none while the match goes on.
    pub(crate) fn winner(&self) -> Option<usize> {
        let payoff = self.script.payoff(&self.state);
        let mut winners = Seat::all(self.script.seats()).filter(|&seat| payoff.won(seat));
        let first = winners.next();
        let together =
            winners.all(|other| first.map(|seat| self.script.team(seat)) == Some(self.script.team(other)));
        self.over().then(|| first.filter(|_| together && !payoff.is_tie()).map_or(0, |seat| seat.index() + 1))
    }

    /// What a player, from 1, has at the end: 1, 0 or −1, the score or the place.
    pub(crate) fn result(&self, player: i64) -> Result<Option<i32>, Complaint> {
        let seats = self.script.seats();
        let Some(seat) =
            player.checked_sub(1).and_then(|seat| usize::try_from(seat).ok()).filter(|seat| *seat < seats)
        else {
            return Err(Complaint::new(format!("t.result takes a player from 1 to {seats}"), ""));
        };
        Ok(self.over().then(|| self.state.cells[self.script.schema().results() + seat]))
    }

    /// What the rules said of the end.
    pub(crate) fn because(&self) -> Option<String> {
        self.over().then(|| self.script.ending(&self.state).into_owned())
    }

    fn options(&self) -> Vec<Move> {
        let mut options = Vec::new();
        if self.script.turn(&self.state).seat().is_some() {
            self.script.moves(&self.state, &mut options);
        }
        options
    }

    /// The move of these words; none where no move is written so.
    fn find(&self, word: &str, args: &[i64]) -> Result<Option<Move>, Complaint> {
        let schema = self.script.schema();
        let Some(action) = schema.actions.iter().find(|action| action.name == word) else {
            if args.is_empty() {
                return Ok(self.script.parse(&self.state, word));
            }
            let near = nearest(word, schema.actions.iter().map(|action| action.name.as_str()));
            let hint = near.map_or_else(String::new, |near| format!("did you mean `{near}`?"));
            return Err(Complaint::new(format!("there is no action `{word}`"), hint));
        };
        if action.args.len() != args.len() {
            let wanted = action.args.len();
            let arguments = if wanted == 1 { "argument" } else { "arguments" };
            let names: Vec<&str> = action.args.iter().map(|arg| arg.name.as_str()).collect();
            let what = format!("`{word}` takes {wanted} {arguments}, not {}", args.len());
            let write = [&[&*format!("\"{word}\"")], &names[..]].concat().join(", ");
            return Err(Complaint::new(what, format!("write t.play({write})")));
        }
        let mut number = i64::from(action.first);
        let mut width = i64::from(action.count());
        for (arg, &value) in action.args.iter().zip(args) {
            if !(i64::from(arg.min)..=i64::from(arg.max)).contains(&value) {
                return Ok(None);
            }
            width /= i64::from(arg.max - arg.min + 1);
            number += (value - i64::from(arg.min)) * width;
        }
        Ok(Some(Move::Act(number as u32)))
    }

    fn not_legal(&self, word: &str, args: &[i64], legal: &[Move]) -> Complaint {
        let written: Vec<String> = args.iter().map(i64::to_string).collect();
        let what = format!("`{}` is not legal here", [&[word.to_owned()], &written[..]].concat().join(" "));
        if self.over() {
            return Complaint::new(what, "the match is over");
        }
        let texts = legal.iter().take(LISTED).map(|&option| text_of(self.script, &self.state, option));
        let more = if legal.len() > LISTED { ", …" } else { "" };
        Complaint::new(what, format!("legal are {}{more}", texts.collect::<Vec<_>>().join(", ")))
    }

    /// Lets chance bring what it brings; a fault of the rules ends the test.
    fn settle(&mut self) -> Result<(), Complaint> {
        while self.script.turn(&self.state) == Turn::Chance {
            let outcome = self.outcome()?;
            self.script.play(&mut self.state, outcome);
        }
        match self.script.fault(&self.state) {
            Some(fault) => Err(Complaint::new(fault.to_string(), "")),
            None => Ok(()),
        }
    }

    fn outcome(&mut self) -> Result<Move, Complaint> {
        let need = self.state.pending.as_ref().map(|pending| pending.need);
        let Some((Need::Below(count), next)) = need.zip(self.coming.front().copied()) else {
            return Ok(self.script.draw(&self.state, &mut self.rng));
        };
        self.coming.pop_front();
        match next
            .checked_sub(1)
            .and_then(|outcome| u64::try_from(outcome).ok())
            .filter(|outcome| *outcome < u64::from(count))
        {
            Some(outcome) => Ok(Move::Chance(outcome)),
            None => {
                let what = format!("chance cannot bring {next} here; it brings 1 to {count}");
                Err(Complaint::new(what, "t.chance counts as chance.roll does"))
            }
        }
    }
}
