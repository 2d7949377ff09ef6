//! A bot of the smaller game plays the large one.

use super::policy::{Choice, Policy};
use crate::bot::Bot;
use crate::{Agent, Decision, Ready};
use ludometer_game::{Coarse, Fault, Game, Question, Rng, View};
use std::sync::Arc;

/// Makes the agent ready.
pub(super) fn prepare<G: Game>(bot: &Bot, policy: Arc<Policy>, file: String) -> Ready<G> {
    let rules = bot.numbers();
    Ready::new(move || Stretched { policy: Arc::clone(&policy), rules: rules.clone(), file: file.clone() })
}

struct Stretched {
    policy: Arc<Policy>,
    /// The numbers of the small game's rules.
    rules: Vec<(String, f32)>,
    file: String,
}

impl Stretched {
    fn fault(&self, what: String) -> Fault {
        Fault { what, place: self.file.clone(), value: String::new() }
    }

    /// How likely the bot plays each legal move: what an answer leaves open goes to the next question, and
    /// what none answers to the move the game names.
    fn shares<M: Copy + PartialEq>(&self, coarse: &Coarse<M>, legal: &[M]) -> Result<Vec<f32>, Fault> {
        let mut shares = vec![0.0; legal.len()];
        let mut open = 1.0;
        for question in &coarse.questions {
            let Some(choices) = self.policy.find(question.seat, &question.info) else { continue };
            open = self.answer(question, choices, open, legal, &mut shares)?;
        }
        let otherwise = legal.iter().position(|&option| option == coarse.otherwise);
        shares[otherwise.ok_or_else(|| self.illegal())?] += open;
        Ok(shares)
    }

    /// Shares an answer out among the moves it means; what is left open comes back.
    fn answer<M: Copy + PartialEq>(
        &self,
        question: &Question<M>,
        choices: &[Choice],
        open: f32,
        legal: &[M],
        shares: &mut [f32],
    ) -> Result<f32, Fault> {
        let (known, asked) = (choices.len(), question.moves.len());
        if known != asked {
            return Err(
                self.fault(format!("the bot knows {known} moves of the smaller game here, not {asked}"))
            );
        }
        let mut left = 0.0;
        for (choice, meant) in choices.iter().zip(&question.moves) {
            let share = open * choice.share;
            let Some(meant) = meant else {
                left += share;
                continue;
            };
            let at = legal.iter().position(|option| option == meant).ok_or_else(|| self.illegal())?;
            shares[at] += share;
        }
        Ok(left)
    }

    fn illegal(&self) -> Fault {
        self.fault("the game means a move by the bot's answer that is not legal".into())
    }
}

impl<G: Game> Agent<G> for Stretched {
    fn decide(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Result<Decision<G::Move>, Fault> {
        let coarse = view.coarse(&self.rules);
        let Some(coarse) = coarse else {
            return Err(self.fault("the game does not say how the bot's rules stand for its own".into()));
        };
        let (legal, shares) = (view.legal(), self.shares(&coarse, view.legal())?);
        // They sum to 1: some are positive.
        let drawn = rng.roulette(shares.iter().map(|&share| f64::from(share))).unwrap_or(0);
        Ok(Decision { shares, ..Decision::blind(legal[drawn]) })
    }
}
