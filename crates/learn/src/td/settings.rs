//! What a learner by temporal differences is told.

use super::choice::chosen;
use super::learner::Rates;
use crate::TrainError;
use ludometer_agents::td::{Coding, Derivative};
use ludometer_game::{
    ChanceKind, Code, Feature, Game, ParamError, ParamSpec, Params, Rng, Seat, Turn, Value, are_opponents,
};

/// Who a network plays while it learns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opponent {
    /// A copy of itself that does not learn, replaced when it is beaten.
    Clone,
    /// Itself, on all seats; everybody's moves are learnt from.
    Itself,
}

/// Everything that changes what is learnt.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// Who it plays.
    pub opponent: Opponent,
    /// Hidden units.
    pub hidden: usize,
    /// Matches of a session.
    pub games: u64,
    /// Matches after a session that say whether the clone is beaten.
    pub tests: u64,
    /// Matches of each pair of the tournament that ends a training.
    pub finals: u64,
    /// Matches played before anything of them is learnt, against itself.
    pub round: u64,
    /// Plies to look ahead.
    pub depth: u32,
    /// Random plies before a match.
    pub opening: u32,
    /// Plies after which a match is drawn.
    pub limit: u32,
    /// What a draw pays.
    pub draw: f32,
    /// First weights are drawn from minus to plus this.
    pub spread: f32,
    /// How fast is learnt; rates of 0 are one by the number of inputs, and of hidden units.
    rates: Rates,
}

/// What a learner needs to know of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Subject {
    /// Its features; all numbers say what counts as 1.
    pub features: Vec<Feature>,
    /// Whether two seats play of which one wins what the other loses.
    pub opponents: bool,
    /// Whether there is neither chance nor anything hidden.
    pub certain: bool,
    /// Whether one can look ahead: nothing is hidden or shuffled.
    pub open: bool,
    /// The most plies of a match.
    pub limit: u32,
}

impl Subject {
    /// Of this game; the seed is for finding out how large numbers usually are.
    #[must_use]
    pub fn of<G: Game>(game: &G, seed: u64) -> Subject {
        let traits = game.traits();
        let mut features = game.features();
        let unknown: Vec<u16> = (0u16..)
            .zip(&features)
            .filter(|(_, one)| one.code == Code::Number(0.0))
            .map(|(at, _)| at)
            .collect();
        for (place, usual) in unknown.iter().zip(usual_sizes(game, &unknown, seed)) {
            features[usize::from(*place)].code = Code::Number(usual);
        }
        Subject {
            features,
            opponents: are_opponents(game),
            certain: traits.chance == ChanceKind::None && !traits.hidden,
            open: traits.chance != ChanceKind::Drawn && !traits.hidden,
            limit: game.limit(),
        }
    }
}

/// The options of `train td` that say how a network learns; those of `train genetic` contain them.
pub(crate) fn learning_params() -> Vec<ParamSpec> {
    let share = |name, about, default| ParamSpec::real(name, about, default, 0.0..=1.0);
    let rate = |name, about| ParamSpec::real(name, about, 0.0, 0.0..=10.0);
    vec![
        ParamSpec::choice(
            "opponent",
            "who it plays: a clone that is replaced when beaten, itself, or itself where there are dice",
            &["auto", "clone", "self"],
        ),
        ParamSpec::whole("games", "matches of a session", 400, 1..=1_000_000_000),
        ParamSpec::whole("tests", "matches that say whether the clone is beaten", 2, 2..=10_000).step(2),
        ParamSpec::whole("finals", "matches of each pair of the last tournament", 2, 2..=10_000).step(2),
        ParamSpec::whole("depth", "plies to look ahead; 0 is 3, or 1 with dice or hands", 0, 0..=20),
        ParamSpec::whole("hidden", "hidden units", 20, 1..=4096),
        ParamSpec::whole("opening", "random plies before a match; with dice none", 3, 0..=100),
        ParamSpec::whole(
            "limit",
            "plies after which a match is drawn; 0 is the game's own limit, which holds against itself",
            100,
            0..=1_000_000,
        ),
        rate("alpha-1", "how far first weights go; 0 is one by the number of inputs"),
        rate("alpha-2", "how far second weights go; 0 is one by the number of hidden units"),
        share("lambda", "how much less each earlier prediction counts; against itself 0.7", 0.1),
        share("gamma", "what a step later is worth; against itself 1", 0.98),
        share("momentum", "how much of its last change a weight goes on by; against itself 0", 0.9),
        ParamSpec::real("draw", "what a draw pays, −1 to 1", 0.0, -1.0..=1.0),
        ParamSpec::real("spread", "first weights are drawn from minus to plus this", 0.2, 0.0..=10.0),
        ParamSpec::whole("round", "matches against itself before anything is learnt", 16, 1..=100_000),
        ParamSpec::switch("faithful", "repeat the slips of the published programs", false),
    ]
}

impl Plan {
    /// What was typed.
    ///
    /// # Errors
    /// When the game is not for this trainer.
    pub fn read(subject: &Subject, params: &Params, trainer: &'static str) -> Result<Plan, TrainError> {
        let cannot = |needs: &str, instead: &str| TrainError::CannotLearn {
            trainer,
            needs: needs.into(),
            instead: instead.into(),
        };
        if subject.features.is_empty() {
            return Err(cannot(
                "features, and this game offers none",
                "`train q` or `train alphazero` need none",
            ));
        }
        let certain = subject.certain;
        let depth = match params.count("depth") as u32 {
            0 if certain => 3,
            0 => 1,
            depth => depth,
        };
        if depth > 1 && !subject.open {
            return Err(cannot(
                "a game in which nothing is hidden or shuffled to look ahead",
                "--depth 1 would work",
            ));
        }
        let opponent = match params.word("opponent") {
            "clone" if !subject.opponents => {
                let needs = "two seats of which one wins what the other loses to play a clone";
                return Err(cannot(needs, "--opponent self would work"));
            }
            "clone" => Opponent::Clone,
            "auto" if certain && subject.opponents => Opponent::Clone,
            _ => Opponent::Itself,
        };
        let alone = opponent == Opponent::Itself;
        let typed_or = |name: &str, otherwise: f32| match params.is_typed(name) || !alone {
            true => params.real(name) as f32,
            false => otherwise,
        };
        let limit = match params.count("limit") as u32 {
            0 => subject.limit,
            _ if alone && !params.is_typed("limit") => subject.limit,
            limit => limit,
        };
        let opening = if certain || params.is_typed("opening") { params.count("opening") as u32 } else { 0 };
        Ok(Plan {
            opponent,
            hidden: params.count("hidden"),
            games: params.count("games") as u64,
            tests: params.count("tests") as u64,
            finals: params.count("finals") as u64,
            round: params.count("round") as u64,
            depth,
            opening,
            limit,
            draw: params.real("draw") as f32,
            spread: params.real("spread") as f32,
            rates: Rates {
                alpha: (params.real("alpha-1") as f32, params.real("alpha-2") as f32),
                lambda: typed_or("lambda", 0.7),
                gamma: typed_or("gamma", 1.0),
                momentum: typed_or("momentum", 0.0),
                derivative: if params.switch("faithful") { Derivative::Published } else { Derivative::True },
            },
        })
    }

    /// Every parameter that changes what is learnt, as it is used: some depend on the game where nobody typed them.
    #[must_use]
    pub fn settings(&self, params: &Params, but: &[&str]) -> Vec<(String, String)> {
        let Rates { lambda, gamma, momentum, .. } = self.rates;
        let value = |name: &str, typed: &Value| match name {
            "opponent" if self.opponent == Opponent::Clone => "clone".to_owned(),
            "opponent" => "self".to_owned(),
            "depth" => self.depth.to_string(),
            "opening" => self.opening.to_string(),
            "limit" => self.limit.to_string(),
            "lambda" => lambda.to_string(),
            "gamma" => gamma.to_string(),
            "momentum" => momentum.to_string(),
            _ => typed.to_string(),
        };
        let kept = params.iter().filter(|(name, _)| !but.contains(name));
        kept.map(|(name, typed)| (name.to_owned(), value(name, typed))).collect()
    }

    /// The rates for a network of so many inputs.
    #[must_use]
    pub fn rates(&self, inputs: usize) -> Rates {
        let or_one_by = |rate: f32, number: usize| if rate > 0.0 { rate } else { 1.0 / number.max(1) as f32 };
        let (first, second) = self.rates.alpha;
        Rates { alpha: (or_one_by(first, inputs), or_one_by(second, self.hidden)), ..self.rates }
    }
}

/// The features that were typed, and how a network reads them.
///
/// # Errors
/// When the game does not have them.
pub fn coding(subject: &Subject, params: &Params, trainer: &str) -> Result<Coding, TrainError> {
    Ok(Coding::new(&subject.features, &candidates(subject, params, trainer)?))
}

/// The places of the features that were typed.
///
/// # Errors
/// When the game does not have them.
pub fn candidates(subject: &Subject, params: &Params, trainer: &str) -> Result<Vec<u16>, TrainError> {
    let places = chosen(&subject.features, params.word("features"), params.switch("faithful"));
    places.map_err(|what| TrainError::Params {
        trainer: trainer.into(),
        cause: ParamError::Together(format!("--features: {what}")),
    })
}

/// The largest size of each feature in some random matches, 1 where it is always 0.
fn usual_sizes<G: Game>(game: &G, places: &[u16], seed: u64) -> Vec<f32> {
    const MATCHES: u64 = 50;
    if places.is_empty() {
        return Vec::new();
    }
    let (mut most, mut numbers, mut moves) = (vec![0.0f32; places.len()], Vec::new(), Vec::new());
    for number in 0..MATCHES {
        let mut rng = Rng::stream(seed, "usual sizes", number);
        let mut state = game.initial();
        for _ in 0..game.limit() {
            game.settle(&mut state, &mut rng);
            let Turn::Seat(_) = game.turn(&state) else { break };
            for seat in Seat::all(game.seats()) {
                numbers.clear();
                game.read_chosen_features(&state, seat, places, &mut numbers);
                most.iter_mut().zip(&numbers).for_each(|(most, number)| *most = most.max(number.abs()));
            }
            moves.clear();
            game.moves(&state, &mut moves);
            match moves.len() {
                0 => break,
                many => game.play(&mut state, moves[rng.below(many)]),
            }
        }
    }
    most.into_iter().map(|most| if most > 0.0 { most } else { 1.0 }).collect()
}
