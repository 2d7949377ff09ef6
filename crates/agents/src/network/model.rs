//! A trained network in its bot folder: `bot.toml`, `model.toml` with its structure, `model.safetensors` with its
//! weights.

use super::constants::constants;
use super::memo::Memo;
use super::shape::{plan as plan_for, read_priors, read_values, write_input};
use crate::AgentError;
use crate::bot::{Bot, BotFiles, STRANGE_FILE, fingerprint};
use ludometer_game::{Game, ParamSpec, Seat, Seats};
use ludometer_net::{Inference, Kernel, NetError, Network, Outputs, Plan, Scratch};
use std::sync::Arc;

/// The kind of bot that is a network.
pub const KIND: &str = "alphazero";
/// The structure of the network.
pub const PLAN: &str = "model.toml";
/// Its weights.
pub const WEIGHTS: &str = "model.safetensors";

/// A network that is ready to be asked.
#[derive(Clone)]
pub struct Model {
    inference: Arc<Inference>,
    /// What it is told of the rules, behind every position.
    constants: Vec<f32>,
}

/// Room for questions to a model, one for each thread.
#[derive(Default)]
pub struct Asked {
    inputs: Vec<f32>,
    scratch: Scratch,
    outputs: Outputs,
    memo: Memo,
    /// How likely each move of the last position is.
    pub priors: Vec<f32>,
}

impl Model {
    /// A network as it is now.
    ///
    /// # Errors
    /// When this processor cannot run the kernel.
    pub fn new(network: &Network, kernel: Kernel) -> Result<Model, NetError> {
        let inference = Arc::new(Inference::new(network, kernel)?);
        Ok(Model { inference, constants: Vec::new() })
    }

    /// The same network, told this of the rules: as many numbers as its plan has constants.
    #[must_use]
    pub fn told(&self, constants: Vec<f32>) -> Model {
        Model { inference: Arc::clone(&self.inference), constants }
    }

    /// What the network sees of a position.
    #[must_use]
    pub fn inputs<G: Game>(&self, game: &G, state: &G::State, seat: Seat) -> Vec<f32> {
        let mut inputs = vec![0.0; self.plan().input_len()];
        self.write(game, state, seat, &mut inputs);
        inputs
    }

    fn write<G: Game>(&self, game: &G, state: &G::State, seat: Seat, out: &mut [f32]) {
        let (seen, told) = out.split_at_mut(out.len() - self.constants.len());
        write_input(game, state, seat, seen);
        told.copy_from_slice(&self.constants);
    }

    /// Loads the network of a bot folder for an agent, to be computed by this kernel, and what the bot is.
    ///
    /// # Errors
    /// When the folder is no such bot, is for other rules, its files do not read, or the processor lacks the kernel.
    pub fn load<G: Game>(
        game: &G,
        agent: &str,
        folder: &str,
        kernel: &str,
    ) -> Result<(Model, Bot), AgentError> {
        let (network, bot) = Model::load_network(game, agent, folder)?;
        let refused = |cause: String| AgentError::File { agent: agent.into(), path: folder.into(), cause };
        let constants = constants(game, &bot.vary).map_err(refused)?;
        let model = kernel_named(kernel).and_then(|kernel| Model::new(&network, kernel));
        let model = model.map_err(|error| refused(error.to_string()))?;
        Ok((model.told(constants), bot))
    }

    /// The same without making it ready to be asked.
    ///
    /// # Errors
    /// When the folder is no such bot, is for other rules, or its files do not read.
    pub fn load_network<G: Game>(game: &G, agent: &str, folder: &str) -> Result<(Network, Bot), AgentError> {
        let files = BotFiles::find_for(agent, KIND, folder)?;
        let bot = Bot::open_as(game, agent, KIND, &files)?;
        let refused = |file: &str, cause: String| files.refusal(agent, file, cause);
        let read = |file: &str| files.read(file).map_err(|error| refused(file, error.to_string()));
        let plan: Plan = toml::from_slice(&read(PLAN)?).map_err(|error| refused(PLAN, error.to_string()))?;
        let fits = plan.constants == bot.vary.len()
            && plan_for(game, 1, 1)
                .is_ok_and(|own| (own.input, own.policy, own.value) == (plan.input, plan.policy, plan.value));
        if !fits {
            let cause =
                "this network sees another board or has other moves than this game; train another bot";
            return Err(refused(PLAN, cause.into()));
        }
        let bytes = read(WEIGHTS)?;
        if fingerprint(&bytes) != bot.fingerprint {
            return Err(refused(WEIGHTS, STRANGE_FILE.into()));
        }
        let network =
            Network::from_bytes(&plan, &bytes).map_err(|error| refused(WEIGHTS, error.to_string()))?;
        Ok((network, bot))
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

/// The word for the fastest kernel this processor can run.
pub const BEST_KERNEL: &str = "best";

/// The kernel of this name: `best`, or one of those that [`Kernel`] has.
///
/// # Errors
/// When there is none of this name.
pub fn kernel_named(name: &str) -> Result<Kernel, NetError> {
    if name == BEST_KERNEL { Ok(Kernel::best()) } else { name.parse() }
}

/// The parameter that names a kernel.
#[must_use]
pub fn kernel_param() -> ParamSpec {
    let names = std::iter::once(BEST_KERNEL).chain(Kernel::ALL.map(Kernel::name));
    ParamSpec::choice("kernel", "instructions that compute", &names.collect::<Vec<_>>())
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
        model.write(game, state, seat, &mut self.inputs[at..]);
    }

    /// Adds a position to the round, unless it was asked about before: then its answer comes at once, as
    /// [`Asked::read`] gives it.
    pub fn push_or_recall<G: Game>(
        &mut self,
        model: &Model,
        game: &G,
        (state, seat, moves): (&G::State, Seat, &[G::Move]),
    ) -> Option<Seats<f32>> {
        let at = self.inputs.len();
        self.push(model, game, state, seat);
        let (policy, value) = self.memo.recall(&self.inputs[at..])?;
        self.inputs.truncate(at);
        read_priors(game, state, moves, policy, 1.0, &mut self.priors);
        Some(read_values(game, seat, value))
    }

    /// Remembers the answers of the round, for [`Asked::push_or_recall`] of the same model.
    pub fn remember(&mut self, model: &Model) {
        let len = model.plan().input_len();
        for (position, inputs) in self.inputs.chunks_exact(len).enumerate() {
            self.memo.keep(inputs, self.outputs.policy(position), self.outputs.value(position));
        }
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
