//! Recorded matches told as cases again.

use super::MOST_HANDS;
use crate::replay::recorded;
use ludometer_agents::cases::Names as Words;
use ludometer_arena::Table;
use ludometer_game::{AnyGame, Case, CaseBook, CaseSchema, Game, Seat, View};
use ludometer_learn::cases::Recorder;
use ludometer_record::{MatchRecord, Names};

/// A hand as one seat lived it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Lived {
    /// What happened.
    pub case: Case,
    /// Its match, or its place in a base.
    pub number: u64,
    /// Who had the seat, by its place among the agents.
    pub player: Option<usize>,
}

/// What recorded matches tell.
pub(crate) struct Gathered {
    /// Their hands.
    pub hands: Vec<Lived>,
    /// The words for answers that have no name.
    pub words: Words,
    /// Matches that told nothing any more, or not all.
    pub left_out: u64,
}

/// The hands of recorded matches. A match that these rules do not play tells its hands up to there.
pub(crate) fn gather(
    table: &Table<AnyGame>,
    records: &mut dyn Iterator<Item = MatchRecord>,
    names: &Names,
) -> Gathered {
    let book = table.game.cases();
    let mut told =
        Told { table, names, schema: book.schema(&table.game), book: &*book, words: Words::default() };
    let (mut all, mut left_out) = (Vec::new(), 0);
    for record in records {
        let whole = all.len() < MOST_HANDS && told.one(&record, &mut all);
        left_out += u64::from(!whole);
    }
    Gathered { hands: all, words: told.words, left_out }
}

struct Told<'a> {
    table: &'a Table<AnyGame>,
    names: &'a Names,
    schema: CaseSchema,
    book: &'a dyn CaseBook<AnyGame>,
    words: Words,
}

impl Told<'_> {
    /// Tells a match; whether it could be told to its end.
    fn one(&mut self, record: &MatchRecord, out: &mut Vec<Lived>) -> bool {
        let game = &*self.table.game;
        let mut state = self.table.start.clone();
        // Tactics are what was done, wise or not: nothing is left out.
        let recorder = |seat| Recorder::new(self.book, &self.schema, seat, true);
        let mut recorders: Vec<_> = Seat::all(game.seats()).map(recorder).collect();
        let mut whole = true;
        // The first moves of an opening were made for the players, who decided nothing.
        let mut opening = self.table.opening(record.block).len();
        for ply in &record.plies {
            let Some(chosen) = recorded(game, &state, ply, self.names) else {
                whole = false;
                break;
            };
            let decides = game.turn(&state).seat();
            if decides.is_some() && opening > 0 {
                opening -= 1;
            } else if let Some(seat) = decides {
                let view = View::new(game, &state, seat);
                recorders[seat.index()].decides(&view, chosen);
            }
            let before = state.clone();
            game.play(&mut state, chosen);
            for (seat, recorder) in recorders.iter_mut().enumerate() {
                let hand = recorder.moved(game, (&before, &state), chosen);
                let player = record.agents.get(seat).map(|agent| usize::from(*agent));
                let lived = |case| Lived { case, number: record.number, player };
                out.extend(hand.filter(|case| !case.decisions.is_empty()).map(lived));
            }
        }
        let words: Vec<Words> = recorders.into_iter().map(|recorder| recorder.names).collect();
        words.into_iter().for_each(|words| self.words.take(words));
        whole
    }
}
