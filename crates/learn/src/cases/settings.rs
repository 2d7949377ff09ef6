//! What is learnt from, as typed.

use crate::{TrainError, Training};
use ludometer_agents::bot::BotFiles;
use ludometer_agents::cases::{Base, Chronicle, Demand, KIND, NAMES, Policy, SURVIVORS, THESIS, load};
use ludometer_agents::{AgentError, AgentSpec, prepare};
use ludometer_game::{Game, ParamError, ParamSpec, Params, Rng, unknown};

/// Searchers of a new base, where the game takes them: the first that it does.
const SEARCHERS: [&str; 2] = ["ismcts:sims=100", "mcts:sims=100"];

/// The parameters.
pub(super) fn params() -> Vec<ParamSpec> {
    vec![
        ParamSpec::text("from", "the base to begin with", ""),
        ParamSpec::whole(
            "boot",
            "hands of other players to begin with, where there is no --from",
            3200,
            0..=10_000_000,
        ),
        ParamSpec::text(
            "players",
            "who plays those hands, such as \"strategy:bold greedy\" [default: all strategies of the game and a search]",
            "",
        ),
        ParamSpec::whole("matches", "matches to learn from", 1840, 0..=100_000_000),
        ParamSpec::text(
            "policies",
            "policies that play, joined by +; `all` are the twenty [default: the ten best of the thesis]",
            "",
        ),
        ParamSpec::text(
            "against",
            "who plays those who remember, such as \"strategy:bold ismcts:sims=100\" [default: each other]",
            "",
        ),
        ParamSpec::whole("enough", "similar decisions that make a question an old one", 100, 1..=1_000_000),
        ParamSpec::whole("threshold", "percent of similarity to begin with", 98, 0..=100),
        ParamSpec::whole("least", "decisions a player must find", 5, 1..=1_000_000),
        ParamSpec::whole("round", "matches between two looks at the clusters", 8, 1..=100_000),
        ParamSpec::switch("raw", "keep decisions that a rule of revision forbids", false),
    ]
}

/// What is learnt from.
pub(super) struct Plan {
    /// The base to begin with.
    pub start: Base,
    /// What is known of it.
    pub told: Chronicle,
    /// Hands of other players to begin with.
    pub boot: usize,
    /// Who plays them.
    pub players: Vec<AgentSpec>,
    /// The policies that play.
    pub policies: Vec<Policy>,
    /// Who has the seats whose hands are not stored; those who remember where nobody is named.
    pub against: Vec<AgentSpec>,
    /// Where the deals come from: who learns on from a base meets others than those it has learnt from.
    pub seed: u64,
    /// Matches to learn from.
    pub matches: u64,
    /// Similar decisions that make a question an old one.
    pub enough: usize,
    /// What players ask for.
    pub demand: Demand,
    /// Matches of a round.
    pub round: u64,
    /// Whether forbidden decisions are kept.
    pub raw: bool,
    /// What the job is.
    pub settings: Vec<(String, String)>,
}

fn refused(needs: impl Into<String>, instead: impl Into<String>) -> TrainError {
    TrainError::CannotLearn { trainer: KIND, needs: needs.into(), instead: instead.into() }
}

impl Plan {
    /// Reads what was typed.
    ///
    /// # Errors
    /// When the game has no cases, or something named is unknown.
    pub fn read<G: Game>(game: &G, training: &Training<'_>) -> Result<Plan, TrainError> {
        let params = training.params;
        let schema = game.cases().schema(game);
        if schema.attributes.is_empty() || game.seats() < 2 {
            let needs = "a game with several seats and with observables or features to compare positions by";
            return Err(refused(needs, "`train q` and `train cfr` need neither"));
        }
        let from = params.word("from");
        let (start, told, print) = match from {
            "" => (Base::new(schema), Chronicle::default(), String::new()),
            named => {
                let find = |cause| AgentError::File { agent: KIND.into(), path: named.into(), cause };
                load(game, &BotFiles::find_kind(KIND, named).map_err(find)?)?
            }
        };
        demand_first_hands(params)?;
        let boot = if from.is_empty() { params.count("boot") } else { 0 };
        let players = if boot > 0 { players(game, params.word("players"))? } else { Vec::new() };
        let policies = policies(params.word("policies"))?;
        let against = named(game, params.word("against"))?;
        let number = |name: &str| (name.to_owned(), params.count(name).to_string());
        let seed = match from {
            "" => training.seed,
            _ => Rng::derive(training.seed, &print, 0),
        };
        let mut settings = vec![
            ("from".to_owned(), print),
            ("boot".to_owned(), boot.to_string()),
            ("players".to_owned(), who(game, &players)?),
            ("policies".to_owned(), policies.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")),
            ("raw".to_owned(), params.switch("raw").to_string()),
        ];
        if !against.is_empty() {
            settings.push(("against".to_owned(), who(game, &against)?));
        }
        settings.extend(["enough", "threshold", "least", "round"].map(number));
        Ok(Plan {
            told: Chronicle { matches: 0, counts: Vec::new(), ..told },
            start,
            boot,
            players,
            against,
            policies,
            seed,
            matches: if training.dry { 1 } else { params.count("matches") as u64 },
            enough: params.count("enough"),
            demand: Demand { threshold: params.count("threshold") as u8, least: params.count("least") },
            round: params.count("round") as u64,
            raw: params.switch("raw"),
            settings,
        })
    }
}

/// Refuses what is said of first hands where there are none.
fn demand_first_hands(params: &Params) -> Result<(), TrainError> {
    let from = !params.word("from").is_empty();
    let cause = match () {
        () if from && params.is_typed("boot") => {
            "--boot has no use with --from: the base has its first hands"
        }
        () if from && params.is_typed("players") => {
            "--players has no use with --from: the base has its first hands"
        }
        () if params.is_typed("players") && params.count("boot") == 0 => "--players has no use with --boot 0",
        () => return Ok(()),
    };
    Err(TrainError::Params { trainer: KIND.into(), cause: ParamError::Together(cause.into()) })
}

/// Agents that were named, all of which play the game.
fn named<G: Game>(game: &G, typed: &str) -> Result<Vec<AgentSpec>, TrainError> {
    let specs: Vec<AgentSpec> = typed.split_whitespace().map(AgentSpec::read).collect::<Result<_, _>>()?;
    specs.iter().try_for_each(|spec| prepare(game, spec).map(drop))?;
    Ok(specs)
}

/// Agents as they are typed, with what their files hold.
fn who<G: Game>(game: &G, specs: &[AgentSpec]) -> Result<String, TrainError> {
    let one = |spec: &AgentSpec| -> Result<String, AgentError> {
        let ready = prepare(game, spec)?;
        Ok(ready.fingerprint().map_or_else(|| spec.to_string(), |print| format!("{spec} ({print})")))
    };
    Ok(specs.iter().map(one).collect::<Result<Vec<_>, _>>()?.join(" "))
}

/// Who plays the first hands.
fn players<G: Game>(game: &G, typed: &str) -> Result<Vec<AgentSpec>, TrainError> {
    let specs = named(game, typed)?;
    if !specs.is_empty() {
        return Ok(specs);
    }
    let mut names: Vec<String> = game.strategies().iter().map(|name| format!("strategy:{name}")).collect();
    let plays = |spec: &&str| AgentSpec::read(spec).is_ok_and(|spec| prepare(game, &spec).is_ok());
    names.extend(SEARCHERS.into_iter().find(plays).map(str::to_owned));
    if names.len() < 2 {
        names.push("random".into());
    }
    Ok(names.iter().map(|name| AgentSpec::read(name)).collect::<Result<_, _>>()?)
}

/// The policies that play.
fn policies(typed: &str) -> Result<Vec<Policy>, TrainError> {
    let names: Vec<&str> = match typed {
        "" => NAMES[..SURVIVORS].to_vec(),
        "all" => NAMES[..THESIS].to_vec(),
        typed => typed.split('+').map(str::trim).collect(),
    };
    let one = |name: &&str| {
        Policy::named(name).ok_or_else(|| refused("policies, joined by `+`", unknown("policy", name, &NAMES)))
    };
    names.iter().map(one).collect()
}
