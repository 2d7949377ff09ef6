//! A large game seen through a smaller one: what a strategy of the small game is asked, and what its answers
//! mean in the large one.

use crate::Seat;

/// The smaller game that stands for a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Smaller {
    /// Its name.
    pub game: &'static str,
    /// The version of its rules.
    pub version: u32,
}

/// What is asked of a strategy of the smaller game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question<M> {
    /// The seat of the smaller game.
    pub seat: Seat,
    /// What the seat knows there, as the smaller game writes it.
    pub info: Vec<u8>,
    /// What each move there means here, in the order the smaller game lists them; `None`: nothing by itself,
    /// ask the next question.
    pub moves: Vec<Option<M>>,
}

/// A decision of a large game in terms of a smaller one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coarse<M> {
    /// What is asked, in turn, until an answer means a move.
    pub questions: Vec<Question<M>>,
    /// What is played where the smaller game has no answer.
    pub otherwise: M,
}

impl<M> Coarse<M> {
    /// The same with every move written otherwise.
    #[must_use]
    pub fn map<N>(self, mut write: impl FnMut(M) -> N) -> Coarse<N> {
        let questions = self.questions.into_iter().map(|question| Question {
            seat: question.seat,
            info: question.info,
            moves: question.moves.into_iter().map(|made| made.map(&mut write)).collect(),
        });
        Coarse { questions: questions.collect(), otherwise: write(self.otherwise) }
    }
}
