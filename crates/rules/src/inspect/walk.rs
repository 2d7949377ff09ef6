//! One match, step by step, under watch.

use super::sight::Sight;
use super::told::tells;
use super::watch::{Made, Watch};
use crate::schema::PHASE;
use crate::{Move, Script, State};
use ludometer_game::{ChanceKind, Fault, Game, Rng, Turn, text_of};

/// Where a match stands.
pub(super) enum Next {
    /// A seat chooses one of these.
    Choice(Vec<Move>),
    /// Chance brings something.
    Chance,
    /// Nothing more happens.
    End,
}

/// A match that is being played.
pub(super) struct Walk<'a> {
    script: &'a Script,
    pub state: State,
    /// What was played so far, by seats and chance.
    pub moves: Vec<Move>,
    /// The same in words.
    pub texts: Vec<String>,
    /// What the last step showed.
    pub sights: Vec<Sight>,
    /// None before play begins: while chance prepares the match.
    watch: Option<Watch<'a>>,
    /// The cells before the rule that runs, how many moves were legal, and the move.
    begun: Option<(Box<[i32]>, usize, u32)>,
    options: Vec<Move>,
}

impl<'a> Walk<'a> {
    /// The beginning of a match.
    pub fn new(script: &'a Script) -> Self {
        let mut walk = Walk {
            script,
            state: script.initial(),
            moves: Vec::new(),
            texts: Vec::new(),
            sights: Vec::new(),
            watch: None,
            begun: None,
            options: Vec::new(),
        };
        walk.look(false);
        walk
    }

    /// Who is next; a seat without a move is a sight of its own.
    pub fn next(&mut self) -> Next {
        self.sights.clear();
        match self.script.turn(&self.state) {
            Turn::Chance => Next::Chance,
            Turn::Seat(_) => {
                let mut options = Vec::new();
                self.script.moves(&self.state, &mut options);
                self.options.clone_from(&options);
                if options.is_empty() {
                    self.sights.push(Sight::NoMove(self.script.why_no_move(&self.state)));
                    return Next::End;
                }
                self.sights.extend(self.unimaginable().map(Sight::Broken));
                Next::Choice(options)
            }
            _ => Next::End,
        }
    }

    /// What keeps the mover from imagining a table, where the file says which ones are plausible.
    fn unimaginable(&self) -> Option<Fault> {
        self.script.schema().plausible?;
        let seat = self.script.turn(&self.state).seat()?;
        let mut rng = Rng::stream(1, "imagining", self.moves.len() as u64);
        self.script.sample(&self.state, seat, &mut rng).fault.map(|fault| *fault)
    }

    /// Plays a move and looks at what it did.
    pub fn play(&mut self, chosen: Move) {
        self.texts.push(text_of(self.script, &self.state, chosen));
        self.moves.push(chosen);
        self.sights.clear();
        if let Move::Act(number) = chosen {
            self.begun = Some((self.state.cells.clone(), self.options.len(), number));
            if tells(self.script, &self.state, chosen, &self.options) {
                let action = self.script.schema().action_of(number);
                self.sights.push(Sight::Told { action });
            }
        }
        self.script.play(&mut self.state, chosen);
        self.look(matches!(chosen, Move::Chance(_)));
    }

    /// The phase the match is in.
    pub fn phase(&self) -> usize {
        self.state.cells[PHASE] as usize
    }

    /// Piles that were filled anew so often that it looks endless.
    pub fn refilled(&self) -> Vec<Sight> {
        self.watch.iter().flat_map(Watch::refilled).collect()
    }

    /// Any outcome of chance.
    pub fn draw(&self, rng: &mut Rng) -> Move {
        self.script.draw(&self.state, rng)
    }

    fn look(&mut self, chance: bool) {
        let (schema, state) = (self.script.schema(), &self.state);
        if let Some(fault) = &state.fault {
            self.sights.push(Sight::Broken((**fault).clone()));
            return;
        }
        if state.pending.is_some() {
            return;
        }
        let over = self.script.turn(state) == Turn::Over;
        match (&mut self.watch, self.begun.take()) {
            (Some(watch), Some((before, options, number))) => {
                let action = schema.action_of(number);
                let args = !schema.actions[action].args.is_empty();
                watch.after(&before, &state.cells, Made { action, args, options, chance }, &mut self.sights);
            }
            (watch, _) => {
                let traits = self.script.traits();
                let repeats = traits.chance == ChanceKind::None && !traits.hidden;
                *watch = Some(Watch::new(schema, repeats, &state.cells));
                if over {
                    self.sights.push(Sight::Unplayed);
                }
            }
        }
    }
}
