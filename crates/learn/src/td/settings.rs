//! What a learner by temporal differences is told.

use super::choice::chosen;
use super::learner::Rates;
use super::survey::{self, Endings};
use crate::TrainError;
use ludometer_agents::td::{Coding, Derivative, MOST_OUTPUTS, PLAIN};
use ludometer_game::{ChanceKind, Code, Feature, Game, ParamError, ParamSpec, Params, Value, are_opponents};

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
    /// Plies the bot looks ahead where nobody says otherwise.
    pub plays: u32,
    /// Random plies before a match.
    pub opening: u32,
    /// Plies after which a match is drawn.
    pub limit: u32,
    /// What a draw pays.
    pub draw: f32,
    /// First weights are drawn from minus to plus this.
    pub spread: f32,
    /// What matches pay that a network tells apart, −1 to 1 in rising order.
    pub results: Vec<f32>,
    /// How fast is learnt at first; rates of 0 are found by the size of the network.
    rates: Rates,
    /// Matches after which rates are half, after three times as many a quarter; 0 is never.
    fall: f32,
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
    /// How random matches end.
    pub endings: Endings,
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
        for (place, usual) in unknown.iter().zip(survey::usual_sizes(game, &unknown, seed)) {
            features[usize::from(*place)].code = Code::Number(usual);
        }
        Subject {
            features,
            opponents: are_opponents(game),
            certain: traits.chance == ChanceKind::None && !traits.hidden,
            open: traits.chance != ChanceKind::Drawn && !traits.hidden,
            limit: game.limit(),
            endings: survey::endings(game, seed),
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
        ParamSpec::whole(
            "finals",
            "matches of each pair of the last tournament, of 32 at most",
            2,
            2..=10_000,
        )
        .step(2),
        ParamSpec::whole(
            "depth",
            "plies to look ahead; 0 is 3, 1 with hands, and with dice 1 while it learns and, where seats take turns, 2 where it plays",
            0,
            0..=20,
        ),
        ParamSpec::whole("hidden", "hidden units", 20, 1..=4096),
        ParamSpec::whole("opening", "random plies before a match; with dice none", 3, 0..=100),
        ParamSpec::whole(
            "limit",
            "plies after which a match is drawn; 0 is the game's own limit, also against itself and in long games",
            LIMIT,
            0..=1_000_000,
        ),
        rate("alpha-1", "how far first weights go; 0 is one by the number of inputs"),
        rate("alpha-2", "how far second weights go; 0 is one by the hidden units, against itself a fifth"),
        ParamSpec::whole(
            "fall",
            "matches after which rates are half, after three times as many a quarter; 0 never; against itself 100000",
            0,
            0..=1_000_000_000,
        ),
        ParamSpec::choice(
            "outputs",
            "what is predicted: what a match pays, or how likely each result is, as against itself if there are few",
            &["auto", "value", "results"],
        ),
        share("lambda", "how much less each earlier prediction counts; against itself 0.7", 0.1),
        share("gamma", "what a step later is worth; against itself 1", 0.98),
        share("momentum", "how much of its last change a weight goes on by; against itself none", 0.9),
        ParamSpec::real("draw", "what a draw pays, −1 to 1", 0.0, -1.0..=1.0),
        ParamSpec::real("spread", "first weights are drawn from minus to plus this", 0.2, 0.0..=10.0),
        ParamSpec::whole("round", "matches against itself before anything is learnt", 16, 1..=100_000),
        ParamSpec::switch("faithful", "repeat the slips of the published programs; against a clone", false),
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
        let (depth, plays) = depths(subject, params);
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
        refuse_useless(params, trainer, alone)?;
        let opening = if certain || params.is_typed("opening") { params.count("opening") as u32 } else { 0 };
        Ok(Plan {
            opponent,
            hidden: params.count("hidden"),
            games: params.count("games") as u64,
            tests: params.count("tests") as u64,
            finals: params.count("finals") as u64,
            round: params.count("round") as u64,
            depth,
            plays,
            opening,
            limit: limit(subject, params, alone),
            draw: params.real("draw") as f32,
            spread: params.real("spread") as f32,
            results: results(subject, params, (trainer, alone))?,
            rates: first_rates(params, alone),
            fall: match params.is_typed("fall") || !alone {
                true => params.whole("fall") as f32,
                false => FALL,
            },
        })
    }

    /// The same with every count as low as it goes, to try everything once.
    #[must_use]
    pub fn at_its_least(self) -> Plan {
        Plan { games: 1, tests: 2, finals: 2, round: 1, ..self }
    }

    /// What the reader should know of what a network tells apart, where that is not plain.
    #[must_use]
    pub fn note(&self, subject: &Subject, params: &Params) -> Option<String> {
        let (found, told) = (subject.endings.results.len(), self.results.len());
        if told > 2 {
            let amounts: Vec<String> = self.results.iter().map(|result| hundredths(*result)).collect();
            let amounts = amounts.join(", ");
            return Some(format!(
                "matches pay in {told} ways, and the network says how likely each is: {amounts}"
            ));
        }
        let many =
            params.word("outputs") == "auto" && self.opponent == Opponent::Itself && found > MOST_OUTPUTS + 1;
        many.then(|| {
            format!(
                "random matches and the bounds of the game make {found} different amounts, more than the {} that can be \
                 told apart; the network says what a match pays",
                MOST_OUTPUTS + 1
            )
        })
    }

    /// How many sessions to learn in.
    #[must_use]
    pub fn sessions(&self, params: &Params) -> u64 {
        match self.opponent {
            Opponent::Itself if !params.is_typed("sessions") => SESSIONS,
            _ => params.count("sessions") as u64,
        }
    }

    /// Every parameter that changes what is learnt, as it is used: some depend on the game where nobody typed them.
    #[must_use]
    pub fn settings(&self, params: &Params, but: &[&str]) -> Vec<(String, String)> {
        let Rates { lambda, gamma, momentum, .. } = self.rates;
        let value = |name: &str, typed: &Value| match name {
            "opponent" if self.opponent == Opponent::Clone => "clone".to_owned(),
            "opponent" => "self".to_owned(),
            "depth" if self.plays != self.depth => format!("{}, plays {}", self.depth, self.plays),
            "depth" => self.depth.to_string(),
            "opening" => self.opening.to_string(),
            "limit" => self.limit.to_string(),
            "lambda" => lambda.to_string(),
            "gamma" => gamma.to_string(),
            "momentum" => momentum.to_string(),
            "fall" => self.fall.to_string(),
            "outputs" if self.results == PLAIN => "value".to_owned(),
            "outputs" => "results".to_owned(),
            _ => typed.to_string(),
        };
        let kept = params.iter().filter(|(name, _)| !but.contains(name));
        kept.map(|(name, typed)| (name.to_owned(), value(name, typed))).collect()
    }

    /// The rates for a network of so many inputs, after so many matches.
    #[must_use]
    pub fn rates(&self, inputs: usize, matches: u64) -> Rates {
        let or = |rate: f32, otherwise: f32| if rate > 0.0 { rate } else { otherwise };
        let second = match self.opponent {
            Opponent::Clone => 1.0,
            Opponent::Itself => 0.2,
        };
        let left = if self.fall > 0.0 { self.fall / (self.fall + matches as f32) } else { 1.0 };
        let alpha = (
            left * or(self.rates.alpha.0, 1.0 / inputs.max(1) as f32),
            left * or(self.rates.alpha.1, second / self.hidden as f32),
        );
        Rates { alpha, ..self.rates }
    }
}

/// Sessions against itself, and matches after which its rates are half, where nobody says otherwise.
const SESSIONS: u64 = 250;
const FALL: f32 = 100_000.0;
/// Plies after which a match is drawn, where nobody says otherwise: 50 moves of each side, as in NeuroDraughts.
const LIMIT: i64 = 100;
/// A share of decisions with which a seat follows itself often. Two plies ahead some lines then end with an own move and
/// others with an answer; a network thinks better of who has just moved, and the first would look better than they are.
const OFTEN: f64 = 0.1;
/// How far a bot looks ahead with dice: its move, all throws and every answer, as TD-Gammon did.
const DEPTH_WITH_DICE: u32 = 2;

/// A number with at most two places: −1, 0.67.
fn hundredths(number: f32) -> String {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').replace('-', "−")
}

/// The rates before the first match.
fn first_rates(params: &Params, alone: bool) -> Rates {
    let typed_or = |name: &str, otherwise: f32| match params.is_typed(name) || !alone {
        true => params.real(name) as f32,
        false => otherwise,
    };
    Rates {
        alpha: (params.real("alpha-1") as f32, params.real("alpha-2") as f32),
        lambda: typed_or("lambda", 0.7),
        gamma: typed_or("gamma", 1.0),
        momentum: typed_or("momentum", 0.0),
        derivative: if params.switch("faithful") { Derivative::Published } else { Derivative::True },
    }
}

/// Plies to look ahead while it learns, and where it plays.
fn depths(subject: &Subject, params: &Params) -> (u32, u32) {
    match params.count("depth") as u32 {
        0 if subject.certain => (3, 3),
        0 if subject.open && subject.endings.again < OFTEN => (1, DEPTH_WITH_DICE),
        0 => (1, 1),
        depth => (depth, depth),
    }
}

/// Plies after which a match is drawn.
fn limit(subject: &Subject, params: &Params, alone: bool) -> u32 {
    // Half of the random matches would be cut: it is a longer game than draughts, of which the limit was taken.
    let long = i64::from(subject.endings.plies) > LIMIT;
    match params.count("limit") as u32 {
        0 => subject.limit,
        _ if (alone || long) && !params.is_typed("limit") => subject.limit,
        limit => limit,
    }
}

/// Refuses what was typed and would be ignored.
fn refuse_useless(params: &Params, trainer: &str, alone: bool) -> Result<(), TrainError> {
    let typed = |name: &str| params.is_typed(name);
    let useless = [
        ("faithful", alone && params.switch("faithful")),
        ("momentum", alone && typed("momentum") && params.real("momentum") != 0.0),
        ("tests", alone && typed("tests")),
        ("finals", alone && typed("finals")),
        ("round", !alone && typed("round")),
    ];
    let Some((name, _)) = useless.iter().find(|(_, useless)| *useless) else { return Ok(()) };
    let (whom, other) = if alone { ("itself", "clone") } else { ("a clone", "self") };
    let cause = format!("--{name} has no use against {whom}; leave it out, or learn with --opponent {other}");
    Err(TrainError::Params { trainer: trainer.into(), cause: ParamError::Together(cause) })
}

/// What a network tells apart.
fn results(
    subject: &Subject,
    params: &Params,
    (trainer, alone): (&str, bool),
) -> Result<Vec<f32>, TrainError> {
    let results = &subject.endings.results;
    let found = results.len();
    let few = (3..=MOST_OUTPUTS + 1).contains(&found);
    let cause = match params.word("outputs") {
        "results" if !alone => "--outputs results needs --opponent self".to_owned(),
        "results" if !few => format!(
            "--outputs results needs a game that ends in 3 to {} ways; random matches and the bounds of this one make \
             {found} different amounts",
            MOST_OUTPUTS + 1
        ),
        "results" => return Ok(results.clone()),
        "auto" if alone && few => return Ok(results.clone()),
        _ => return Ok(PLAIN.to_vec()),
    };
    Err(TrainError::Params { trainer: trainer.into(), cause: ParamError::Together(cause) })
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
