//! A trained network in its bot folder: `bot.toml`, `model.toml` with its structure, `model.safetensors` with its
//! weights.

use super::shape::{plan as plan_for, read_priors, read_values, write_input};
use crate::AgentError;
use crate::bot::{Bot, fingerprint, refusal};
use ludometer_game::{Game, Seat, Seats};
use ludometer_net::{Inference, Kernel, NetError, Network, Outputs, Plan, Scratch};
use std::path::Path;

/// The kind of bot that is a network.
pub const KIND: &str = "alphazero";
/// The structure of the network.
pub const PLAN: &str = "model.toml";
/// Its weights.
pub const WEIGHTS: &str = "model.safetensors";

/// A network that is ready to be asked.
pub struct Model {
    inference: Inference,
}

/// Room for questions to a model, one for each thread.
#[derive(Default)]
pub struct Asked {
    inputs: Vec<f32>,
    scratch: Scratch,
    outputs: Outputs,
    /// How likely each move of the last position is.
    pub priors: Vec<f32>,
}

impl Model {
    /// A network as it is now.
    ///
    /// # Errors
    /// When this processor cannot run the kernel.
    pub fn new(network: &Network, kernel: Kernel) -> Result<Model, NetError> {
        Ok(Model { inference: Inference::new(network, kernel)? })
    }

    /// Loads the network of a bot folder for an agent, with the fingerprint of its weights.
    ///
    /// # Errors
    /// When the folder is no such bot, is for other rules, or its files do not read.
    pub fn load<G: Game>(game: &G, agent: &str, folder: &str) -> Result<(Model, String), AgentError> {
        let folder = Path::new(folder);
        let bot = Bot::open_as(game, agent, KIND, folder)?;
        let refused = |file: &str, cause: String| refusal(agent, &folder.join(file), cause);
        let text =
            std::fs::read_to_string(folder.join(PLAN)).map_err(|error| refused(PLAN, error.to_string()))?;
        let plan: Plan = toml::from_str(&text).map_err(|error| refused(PLAN, error.to_string()))?;
        let fits = plan_for(game, 1, 1)
            .is_ok_and(|own| (own.input, own.policy, own.value) == (plan.input, plan.policy, plan.value));
        if !fits {
            let cause =
                "this network sees another board or has other moves than this game; train another bot";
            return Err(refused(PLAN, cause.into()));
        }
        let bytes =
            std::fs::read(folder.join(WEIGHTS)).map_err(|error| refused(WEIGHTS, error.to_string()))?;
        if fingerprint(&bytes) != bot.fingerprint {
            let cause = "it is not the file bot.toml was written for: a training was stopped between the two; the \
                         same `ludometer train` command mends it";
            return Err(refused(WEIGHTS, cause.into()));
        }
        let network =
            Network::from_bytes(&plan, &bytes).map_err(|error| refused(WEIGHTS, error.to_string()))?;
        let model =
            Model::new(&network, Kernel::best()).map_err(|error| refused(WEIGHTS, error.to_string()))?;
        Ok((model, bot.fingerprint))
    }

    /// The kernel that computes.
    #[must_use]
    pub fn kernel(&self) -> Kernel {
        self.inference.kernel()
    }

    /// The structure of the network.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        self.inference.plan()
    }

    /// What the network thinks of a position: how likely each move is goes to [`Asked::priors`], what it is worth
    /// to every seat comes back.
    pub fn judge<G: Game>(
        &self,
        game: &G,
        state: &G::State,
        seat: Seat,
        moves: &[G::Move],
        temperature: f32,
        asked: &mut Asked,
    ) -> Seats<f32> {
        asked.begin();
        asked.push(self, game, state, seat);
        asked.answer(self);
        asked.read(game, state, seat, moves, temperature, 0)
    }
}

impl Asked {
    /// Begins a round of questions.
    pub fn begin(&mut self) {
        self.inputs.clear();
    }

    /// Adds a position to the round.
    pub fn push<G: Game>(&mut self, model: &Model, game: &G, state: &G::State, seat: Seat) {
        let (at, len) = (self.inputs.len(), model.plan().input_len());
        self.inputs.resize(at + len, 0.0);
        write_input(game, state, seat, &mut self.inputs[at..]);
    }

    /// Asks the network about all positions of the round.
    ///
    /// # Panics
    /// Never: what was pushed has the length the network wants.
    pub fn answer(&mut self, model: &Model) {
        let count = self.inputs.len() / model.plan().input_len();
        let asked = model.inference.predict(&self.inputs, count, &mut self.scratch, &mut self.outputs);
        assert!(asked.is_ok(), "the inputs were written for this network");
    }

    /// What the network said of one position of the round.
    pub fn read<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        moves: &[G::Move],
        temperature: f32,
        position: usize,
    ) -> Seats<f32> {
        read_priors(game, state, moves, self.outputs.policy(position), temperature, &mut self.priors);
        read_values(game, seat, self.outputs.value(position))
    }
}
