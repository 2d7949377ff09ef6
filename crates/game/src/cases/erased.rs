//! The cases of a game without its type.

use super::{Alike, Answer, CaseBook, CaseQuery, CaseRow, CaseSchema, ImportedCase, RowError};
use crate::{AnyGame, AnyMove, AnyState, Game, Packed, Seat};

/// A typed book, for an erased game.
pub(crate) struct AnyBook<G: Game>(pub(crate) Box<dyn CaseBook<G>>);

impl<G: Game> CaseBook<AnyGame> for AnyBook<G> {
    fn schema(&self, game: &AnyGame) -> CaseSchema {
        self.0.schema(game.typed::<G>())
    }
    fn queries(&self, game: &AnyGame, state: &AnyState, me: Seat, out: &mut Vec<CaseQuery>) {
        self.0.queries(game.typed::<G>(), state.typed::<G>(), me, out);
    }
    fn read(&self, game: &AnyGame, state: &AnyState, me: Seat, out: &mut Vec<f32>) {
        self.0.read(game.typed::<G>(), state.typed::<G>(), me, out);
    }
    fn action(
        &self,
        game: &AnyGame,
        state: &AnyState,
        me: Seat,
        query: CaseQuery,
        chosen: AnyMove,
    ) -> Option<u16> {
        self.0.action(game.typed::<G>(), state.typed::<G>(), me, query, G::Move::unpack(chosen.pack()))
    }
    fn gain(
        &self,
        game: &AnyGame,
        (before, after): (&AnyState, &AnyState),
        chosen: AnyMove,
        me: Seat,
        out: &mut [f32],
    ) {
        let states = (before.typed::<G>(), after.typed::<G>());
        self.0.gain(game.typed::<G>(), states, G::Move::unpack(chosen.pack()), me, out);
    }
    fn close(
        &self,
        game: &AnyGame,
        (before, after): (&AnyState, &AnyState),
        chosen: AnyMove,
        me: Seat,
        out: &mut Vec<f32>,
    ) {
        let states = (before.typed::<G>(), after.typed::<G>());
        self.0.close(game.typed::<G>(), states, G::Move::unpack(chosen.pack()), me, out);
    }
    fn fallback(&self, game: &AnyGame, state: &AnyState, me: Seat, moves: &[AnyMove]) -> usize {
        let moves: Vec<G::Move> = moves.iter().map(|made| G::Move::unpack(made.pack())).collect();
        self.0.fallback(game.typed::<G>(), state.typed::<G>(), me, &moves)
    }
    fn nearest(&self, wanted: u16, possible: &[u16]) -> Option<u16> {
        self.0.nearest(wanted, possible)
    }
    fn veto(&self, rule: usize, answer: Answer<'_>) -> Option<(u16, String)> {
        self.0.veto(rule, answer)
    }
    fn tactic(&self, alike: &Alike<'_>) -> Option<String> {
        self.0.tactic(alike)
    }
    fn columns(&self) -> &'static [&'static str] {
        self.0.columns()
    }
    fn import(&self, row: &CaseRow<'_>) -> Result<ImportedCase, RowError> {
        self.0.import(row)
    }
}
