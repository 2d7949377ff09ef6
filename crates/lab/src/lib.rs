//! A job in, a run folder out. The only crate that knows every registry.
//!
//! The front ends (the command line, later a server and bindings) use this crate and nothing below
//! it: [`conduct`] carries out a play-test or a tournament, [`open`] gives everything else a game
//! can do.

mod analyze;
mod cases;
mod cases_form;
mod cases_table;
mod catalog;
mod check;
mod class;
mod class_log;
mod conduct;
mod equilibrium;
mod error;
mod examine;
mod explain;
mod export;
mod house;
mod job;
mod ladder;
mod lanes;
mod match_memory;
mod memory;
mod open;
mod opening;
mod pdn;
mod plan;
mod proof;
mod quality;
mod replay;
mod report;
mod serving;
mod session;
mod situation_base;
mod situations;
mod smaller;
mod solve;
mod solve_table;
mod speed;
mod table_csv;
mod tactics;
mod timing;
mod tournament;
mod train;
mod tree;
mod variants;
mod worlds;

pub use analyze::{Analysis, Asked, MoveOpinion, Proof, Thought};
pub use cases::{
    CasesClean, CasesCleaned, CasesImport, CasesImported, ScenarioCounts, clean_cases, export_cases,
    import_cases,
};
pub use cases_form::{AttributeForm, CasesForm, ScenarioForm, form_of_cases};
pub use catalog::{
    FeatureListing, Listing, ParamListing, agent, agents, game, games, metric, metrics, trainers,
};
pub use check::{CheckReport, Checked, Evidence, Problem, Question, Skipped, Topic, check_rules};
pub use class::{ClassConduct, ClassRequest, ClassResult, Marks, run_class};
pub use class_log::write_marks;
pub use conduct::{Conduct, Outcome, Watch, conduct};
pub use equilibrium::{EQUILIBRIUM_LIMIT, Equilibrium, MixedMove};
pub use error::LabError;
pub use examine::{Examined, ExaminedFile, Examining, Grade, PositionFile};
pub use explain::{LessonRequest, Lessons};
pub use export::{Export, Format};
pub use house::{Admitted, House};
pub use job::{Effort, Job, PlannedGroup, Request, quoted};
pub use ladder::{LadderRequest, copy_with_levels, ladder, write_levels};
pub use lanes::{LaneSpeed, Lanes};
pub use ludometer_bridge::is_remote;
pub use match_memory::write_turns;
pub use memory::{TrainingMemory, onnx_of};
pub use open::{GameRequest, open, open_typed, openings};
pub use opening::{Opening, OpeningError};
pub use pdn::pdn_opening;
pub use plan::{Planned, plan};
#[doc(hidden)]
pub use plan::{groups, round_down};
pub use proof::Invincible;
pub use quality::{Answers, Quality, QualityRequest, Share, quality};
pub use replay::ReplayStep;
pub use report::{Replay, redraw, replay_match};
pub use serving::{Answering, Ask, Moves, Opinion, Reply};
pub use session::{Ended, Made, Next, Session};
pub use situations::Kind as SituationKind;
pub use solve::{Reached, Solution, SolvedFile, SolvedText, Solving};
pub use speed::{Measuring, Speed};
pub use table_csv::{TableLines, write_table};
pub use tactics::{tactics_of_base, tactics_of_run};
pub use timing::{Stopwatch, Timing};
pub use tournament::{PairingResult, Standing, Standings, standings};
pub use train::{TrainOrder, TrainOutcome, TrainRequest, self_play, train};
pub use variants::constants_of;
pub use worlds::{Averaging, Compared, Fork, Hidden, Knows, Misled, OpenMove, World};

pub use ludometer_agents::AgentSpec;
pub use ludometer_agents::bot::{BOT, Bot, BotFiles, player_of};
pub use ludometer_agents::cases::KIND as CASES;
pub use ludometer_agents::cases::why::{AskedWhy, Known, SimilarCase, Voted, Why};
pub use ludometer_agents::network::KIND as NETWORK;
pub use ludometer_agents::puct::{LADDER, Ladder, Level};
pub use ludometer_agents::q::KIND as TABLE;
pub use ludometer_arena::{Observer, Sink};
pub use ludometer_game::{Scene, Unsolved, unknown};
pub use ludometer_learn::MemoryInfo;
pub use ludometer_learn::{Progress as TrainProgress, TrainError, Watch as TrainWatch, Wish};
pub use ludometer_record::{GameInfo, MatchRecord};
pub use ludometer_report as show;
pub use ludometer_rules::shipped::ENDING as RULES_ENDING;
pub use ludometer_rules::templates::{DEFINITIONS, TEMPLATES};

/// This release.
pub const PROGRAM: &str = concat!("ludometer ", env!("CARGO_PKG_VERSION"));
