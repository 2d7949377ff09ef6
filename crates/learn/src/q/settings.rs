//! What a Q-learner is told.

use crate::TrainError;
use ludometer_agents::q::Sight;
use ludometer_game::{Game, ParamError, ParamSpec, Params, are_opponents};

/// How values are learnt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// The best next action counts.
    Q,
    /// The same, and after an episode the worst next action.
    Pessimistic,
    /// Two tables: one says which next action is best, the other what it is worth.
    Double,
    /// The next action that was played counts.
    Sarsa,
    /// All next actions count, as likely as they are played.
    ExpectedSarsa,
    /// What was found out counts for all actions before it, up to the last one that was tried at random.
    Lambda,
    /// The best answer of the opponent counts, against the learner.
    Minimax,
}

impl Method {
    /// Their names.
    pub const WORDS: [&str; 7] =
        ["q", "pessimistic", "double-q", "sarsa", "expected-sarsa", "q-lambda", "minimax-q"];

    fn read(word: &str) -> Method {
        use Method::{Double, ExpectedSarsa, Lambda, Minimax, Pessimistic, Q, Sarsa};
        let all = [Q, Pessimistic, Double, Sarsa, ExpectedSarsa, Lambda, Minimax];
        // A choice is one of its words.
        Method::WORDS.iter().position(|known| *known == word).map_or(Q, |at| all[at])
    }
}

/// Whether a seat learns, and how.
#[derive(Clone, PartialEq, Debug)]
pub enum Role {
    /// It learns.
    Learner {
        /// How.
        method: Method,
        /// How often it tries something at random, at first.
        epsilon: f64,
    },
    /// An agent plays it, by this specification.
    Agent(String),
}

/// Everything that changes what is learnt.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// Seat by seat.
    pub roles: Vec<Role>,
    /// Who explores: nobody is chance.
    pub explorer: Option<String>,
    /// Whether pessimism waits for a defeat.
    pub on_loss: bool,
    /// Whether an episode is gone over from its end.
    pub backward: bool,
    /// Whether actions never tried count among the worst.
    pub legal: bool,
    /// How far a value goes towards what was found, and episodes in which that halves; 0 is never.
    pub alpha: (f64, f64),
    /// What a step later is worth.
    pub gamma: f32,
    /// Episodes in which exploration halves; 0 is never.
    pub epsilon_half: f64,
    /// How often an opponent's action is replaced by chance.
    pub delta: f64,
    /// How much of what was found later counts earlier.
    pub lambda: f32,
    /// What a win, a draw and a loss are worth; none where points count.
    pub rewards: Option<[f32; 3]>,
    /// What an action never tried is believed to be worth.
    pub start: f32,
    /// Whether images of a position are one state.
    pub folded: bool,
    /// Episodes on a table that does not change; 0 grows with what was learnt.
    pub round: u64,
}

/// The options of `train q`.
pub(super) fn params() -> Vec<ParamSpec> {
    let share = |name, about, default| ParamSpec::real(name, about, default, 0.0..=1.0);
    let worth = |name, about, default| ParamSpec::real(name, about, default, -1e6..=1e6);
    let halves = |name, about| ParamSpec::real(name, about, 0.0, 0.0..=1e15);
    vec![
        ParamSpec::whole("episodes", "matches to learn from", 12_000, 1..=1_000_000_000_000),
        ParamSpec::choice("method", "how values are learnt", &Method::WORDS),
        ParamSpec::choice("seat", "who learns", &["both", "first", "second"]),
        ParamSpec::text(
            "opponent",
            "with --seat first or second the others: `learner`, which also learns, or an agent",
            "learner",
        ),
        ParamSpec::choice("opponent-method", "how the learner opposite learns", &Method::WORDS),
        share("opponent-epsilon", "how often the learner opposite tries something at random", 0.3),
        ParamSpec::real("alpha", "how far a value goes towards what was found", 0.7, 0.0001..=1.0),
        share("gamma", "what a step later is worth", 0.7),
        share("epsilon", "how often a learner tries something else", 0.3),
        share("delta", "how often an action of an opponent is replaced by chance", 0.0),
        halves("alpha-half", "episodes in which alpha halves; 0 is never"),
        halves("epsilon-half", "episodes in which epsilon halves; 0 is never"),
        ParamSpec::choice("when", "after which episodes method=pessimistic is so", &["on-loss", "always"]),
        ParamSpec::choice("order", "how method=pessimistic goes over an episode", &["backward", "forward"]),
        ParamSpec::choice(
            "least",
            "what method=pessimistic takes the least of: actions tried, or all legal ones",
            &["tried", "legal"],
        ),
        share("lambda", "how much of what was found later counts earlier, with method=q-lambda", 0.8),
        ParamSpec::choice(
            "reward",
            "what an episode is worth: its result, or its points",
            &["result", "points"],
        ),
        worth("win", "the reward of a win", 100.0),
        worth("draw", "the reward of a draw", 0.0),
        worth("loss", "the reward of a loss", -50.0),
        worth("start", "what an action never tried is believed to be worth; high is optimistic", 0.0),
        ParamSpec::switch("fold", "take images of a position for one state", false),
        ParamSpec::text("explore", "the agent that chooses where a learner explores; none is chance", ""),
        ParamSpec::text(
            "memory",
            "what the tables may take, such as 2G or 500M; the rest is kept on disk; none is all there is",
            "",
        ),
        ParamSpec::whole(
            "round",
            "episodes played before anything of them is learnt; 0 is a sixteenth of those before, 4096 at most",
            0,
            0..=1_000_000,
        ),
    ]
}

/// The bytes of memory that were typed, such as `2G`.
pub(super) fn memory(params: &Params) -> Result<Option<usize>, TrainError> {
    const LEAST: usize = 64 << 20;
    let typed = params.word("memory");
    if typed.is_empty() {
        return Ok(None);
    }
    let wrong = |what: &str| TrainError::Params {
        trainer: "q".into(),
        cause: ParamError::Together(format!("--memory {typed}: {what}")),
    };
    let units = [('K', 10), ('M', 20), ('G', 30), ('T', 40)];
    let unit = |letter: char| units.iter().find(|(known, _)| *known == letter.to_ascii_uppercase());
    let last = typed.chars().last().and_then(unit);
    let (number, shift) = last.map_or((typed, 0), |(_, shift)| (&typed[..typed.len() - 1], *shift));
    let number = number.trim().parse::<f64>().ok().filter(|number| number.is_finite() && *number > 0.0);
    let number = number.ok_or_else(|| wrong("a number and a unit are needed, such as 2G or 500M"))?;
    match (number * f64::from(1u32 << (shift.min(30))) * if shift > 30 { 1024.0 } else { 1.0 }) as usize {
        few if few < LEAST => Err(wrong("a table needs 64M or more")),
        bytes => Ok(Some(bytes)),
    }
}

/// What was typed, for a game.
pub(super) fn read<G: Game>(game: &G, params: &Params) -> Result<Plan, TrainError> {
    refuse_useless(params)?;
    memory(params)?;
    let real = |name: &str| params.real(name) as f32;
    let folded = params.switch("fold");
    if folded {
        Sight::can_fold(game).map_err(|lacking| lacks(&format!("{lacking} for --fold"), "leave it out"))?;
    }
    let plan = Plan {
        roles: roles(game, params),
        explorer: Some(params.word("explore").to_owned()).filter(|word| !word.is_empty()),
        on_loss: params.word("when") == "on-loss",
        backward: params.word("order") == "backward",
        legal: params.word("least") == "legal",
        alpha: (params.real("alpha"), params.real("alpha-half")),
        gamma: real("gamma"),
        epsilon_half: params.real("epsilon-half"),
        delta: params.real("delta"),
        lambda: real("lambda"),
        rewards: (params.word("reward") == "result").then(|| [real("win"), real("draw"), real("loss")]),
        start: real("start"),
        folded,
        round: params.count("round") as u64,
    };
    if plan.methods().any(|method| method == Method::Minimax) {
        let all = plan.methods().filter(|method| *method == Method::Minimax).count() == game.seats();
        if !are_opponents(game) || !all {
            let needs = "two opponents who both learn, for minimax-q";
            return Err(lacks(needs, "--method q takes any game"));
        }
    }
    Ok(plan)
}

fn lacks(needs: &str, instead: &str) -> TrainError {
    TrainError::CannotLearn { trainer: "q", needs: needs.into(), instead: instead.into() }
}

fn roles<G: Game>(game: &G, params: &Params) -> Vec<Role> {
    let learner = |method: &str, epsilon: &str| Role::Learner {
        method: Method::read(params.word(method)),
        epsilon: params.real(epsilon),
    };
    let other = || match params.word("opponent") {
        "learner" => learner("opponent-method", "opponent-epsilon"),
        spec => Role::Agent(spec.to_owned()),
    };
    let role = |seat: usize| match (params.word("seat"), seat) {
        ("both", _) | ("first", 0) | ("second", 1) => learner("method", "epsilon"),
        _ => other(),
    };
    (0..game.seats()).map(role).collect()
}

/// Refuses what was typed and would be ignored.
fn refuse_useless(params: &Params) -> Result<(), TrainError> {
    let (method, both) = (params.word("method"), params.word("seat") == "both");
    let opposite = !both && params.word("opponent") == "learner";
    let method_is = |wanted: &str| method == wanted || (opposite && params.word("opponent-method") == wanted);
    let points = params.word("reward") == "points";
    let useless = [
        ("opponent", both, "--seat both: all learn"),
        ("opponent-method", !opposite, "this --seat and --opponent: nobody learns opposite"),
        ("opponent-epsilon", !opposite, "this --seat and --opponent: nobody learns opposite"),
        ("delta", both, "--seat both: there is no opponent"),
        ("delta", opposite, "a learner opposite, which explores by itself: --opponent-epsilon"),
        ("when", !method_is("pessimistic"), "this --method"),
        ("order", !method_is("pessimistic"), "this --method"),
        ("least", !method_is("pessimistic"), "this --method"),
        ("lambda", !method_is("q-lambda"), "this --method"),
        ("win", points, "--reward points"),
        ("draw", points, "--reward points"),
        ("loss", points, "--reward points"),
    ];
    match useless.iter().find(|(name, useless, _)| *useless && params.is_typed(name)) {
        Some((name, _, with)) => {
            let cause = ParamError::Together(format!("--{name} has no use with {with}; leave it out"));
            Err(TrainError::Params { trainer: "q".into(), cause })
        }
        None => Ok(()),
    }
}

impl Plan {
    /// A plan by which nothing is learnt: what was learnt is shown.
    #[must_use]
    pub fn showing(roles: Vec<Role>, start: f32, folded: bool) -> Plan {
        Plan {
            roles,
            explorer: None,
            on_loss: true,
            backward: true,
            legal: false,
            alpha: (0.0, 0.0),
            gamma: 0.0,
            epsilon_half: 0.0,
            delta: 0.0,
            lambda: 0.0,
            rewards: Some([1.0, 0.0, -1.0]),
            start,
            folded,
            round: 1,
        }
    }

    /// How the seats learn that do.
    pub fn methods(&self) -> impl Iterator<Item = Method> + '_ {
        self.roles.iter().filter_map(|role| match role {
            Role::Learner { method, .. } => Some(*method),
            Role::Agent(_) => None,
        })
    }

    /// Tables of a seat.
    #[must_use]
    pub fn tables_each(&self) -> usize {
        if self.methods().any(|method| method == Method::Double) { 2 } else { 1 }
    }

    /// How far a value goes in an episode.
    #[must_use]
    pub fn alpha_in(&self, episode: u64) -> f32 {
        halved(self.alpha.0, self.alpha.1, episode) as f32
    }

    /// How often a learner explores in an episode.
    #[must_use]
    pub fn epsilon_in(&self, epsilon: f64, episode: u64) -> f64 {
        halved(epsilon, self.epsilon_half, episode)
    }

    /// Episodes of the round that begins after so many.
    #[must_use]
    pub fn round_after(&self, done: u64) -> u64 {
        const MOST: u64 = 4096;
        match self.round {
            0 => (done / 16).clamp(1, MOST),
            fixed => fixed,
        }
    }
}

fn halved(first: f64, half: f64, episode: u64) -> f64 {
    if half > 0.0 { first * libm::exp2(-(episode as f64) / half) } else { first }
}
