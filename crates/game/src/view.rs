//! What an agent gets: the table as one seat sees it.

use crate::{CaseBook, CaseQuery, Coarse, Encoding, Fault, Feature, Game, Rng, Scene, Seat};

/// A seat's view of a state. The state itself cannot be reached: an agent that wants to think ahead
/// draws a [`View::sample`], which for games of perfect information is the state itself.
pub struct View<'a, G: Game> {
    game: &'a G,
    state: &'a G::State,
    seat: Seat,
    legal: Vec<G::Move>,
    halted: &'a (dyn Fn() -> bool + Sync),
}

impl<'a, G: Game> View<'a, G> {
    /// The view of the seat whose turn it is. Built by whoever owns the state: the arena, a server.
    /// Nobody ever halts it; see [`View::watched`].
    #[must_use]
    pub fn new(game: &'a G, state: &'a G::State, seat: Seat) -> Self {
        let mut legal = Vec::new();
        game.moves(state, &mut legal);
        View { game, state, seat, legal, halted: &|| false }
    }

    /// The same view for somebody who may stop waiting: `halted` says whether they have. It is asked often
    /// and from several threads, and once it said yes it must not take that back. Whoever asks so throws
    /// away the answer of a decision that was halted.
    #[must_use]
    pub fn watched(self, halted: &'a (dyn Fn() -> bool + Sync)) -> Self {
        View { halted, ..self }
    }

    /// Whether nobody waits for the answer any more. An agent that thinks long asks now and then, about
    /// every thousand positions, and then answers at once with any legal move.
    #[must_use]
    pub fn halted(&self) -> bool {
        (self.halted)()
    }

    /// The question behind [`View::halted`], for a search that does not know the view.
    pub fn halting(&self) -> &'a (dyn Fn() -> bool + Sync) {
        self.halted
    }

    /// The rules.
    #[must_use]
    pub fn game(&self) -> &'a G {
        self.game
    }

    /// Who is looking.
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The legal moves, in the order all opinions about them are given.
    #[must_use]
    pub fn legal(&self) -> &[G::Move] {
        &self.legal
    }

    /// The legal moves, for who is done looking.
    #[must_use]
    pub fn into_legal(self) -> Vec<G::Move> {
        self.legal
    }

    /// A state this seat cannot tell from the true one.
    #[must_use]
    pub fn sample(&self, rng: &mut Rng) -> G::State {
        self.game.sample(self.state, self.seat, rng)
    }

    /// Appends everything this seat knows.
    pub fn info(&self, out: &mut Vec<u8>) {
        self.game.info(self.state, self.seat, out);
    }

    /// The picture this seat sees.
    #[must_use]
    pub fn scene(&self) -> Scene {
        self.game.scene(self.state, Some(self.seat))
    }

    /// Appends the observables as this seat sees them.
    pub fn observe(&self, out: &mut Vec<f32>) {
        self.game.observe(self.state, Some(self.seat), out);
    }

    /// The size of what [`View::encode`] writes.
    #[must_use]
    pub fn encoding(&self) -> Option<Encoding> {
        self.game.encoding()
    }

    /// Writes the network input of this seat.
    pub fn encode(&self, out: &mut [f32]) {
        self.game.encode(self.state, self.seat, out);
    }

    /// Names and ranges of what [`View::read_features`] appends.
    #[must_use]
    pub fn features(&self) -> Vec<Feature> {
        self.game.features()
    }

    /// Appends the features of this seat.
    pub fn read_features(&self, out: &mut Vec<f32>) {
        self.game.read_features(self.state, self.seat, out);
    }

    /// Appends the questions a book of cases puts in this position.
    pub fn queries(&self, book: &dyn CaseBook<G>, out: &mut Vec<CaseQuery>) {
        book.queries(self.game, self.state, self.seat, out);
    }

    /// Appends a value for each attribute of a case, as this seat knows them.
    pub fn read_case(&self, book: &dyn CaseBook<G>, out: &mut Vec<f32>) {
        book.read(self.game, self.state, self.seat, out);
    }

    /// The place of the move of somebody who remembers nothing, where no question is put.
    #[must_use]
    pub fn case_fallback(&self, book: &dyn CaseBook<G>) -> usize {
        book.fallback(self.game, self.state, self.seat, &self.legal)
    }

    /// How a legal move answers a question of a book of cases.
    #[must_use]
    pub fn case_action(&self, book: &dyn CaseBook<G>, query: CaseQuery, chosen: G::Move) -> Option<u16> {
        book.action(self.game, self.state, self.seat, query, chosen)
    }

    /// Appends how much a strategy of the game likes each legal move.
    ///
    /// # Errors
    /// When the strategy breaks.
    pub fn advise(&self, strategy: usize, out: &mut Vec<f32>) -> Result<(), Fault> {
        self.game.advise(self.state, self.seat, strategy, &self.legal, out)
    }

    /// The decision in terms of the game's smaller one, played with these numbers of its rules.
    #[must_use]
    pub fn coarse(&self, rules: &[(String, f32)]) -> Option<Coarse<G::Move>> {
        self.game.coarse(self.state, self.seat, rules)
    }

    /// The number of a move in the action space.
    #[must_use]
    pub fn index(&self, chosen: G::Move) -> usize {
        self.game.index(self.state, chosen)
    }

    /// The text of a move.
    #[must_use]
    pub fn text(&self, chosen: G::Move) -> String {
        let mut out = String::new();
        self.game.text(self.state, chosen, &mut out);
        out
    }

    /// The score of any seat, where the game keeps one that all can see.
    #[must_use]
    pub fn score(&self, seat: Seat) -> Option<f32> {
        self.game.score(self.state, seat)
    }
}
