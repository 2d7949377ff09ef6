//! The check of a rules file: random matches with its parameters at their defaults and at the ends of their
//! ranges, the laws of the contract, and what the rulebook leaves open.
//!
//! How much is played is bounded by plies and by calls of the rules, never by time, so that the same file
//! gives the same report everywhere.

use super::problem::{Evidence, Problem, Skipped, Topic, some};
use super::words::{Told, of_fault, of_load};
use super::{CheckReport, laws, signature};
use crate::open;
use crate::{GameRequest, LabError, quoted};
use ludometer_game::{Card, Game};
use ludometer_rules::fast::SlowLane;
use ludometer_rules::inspect::{self, Amount, Settings, Shown, Sight, Survey, Typed, Use};
use ludometer_rules::{RulesError, Script, Source, State, TestOutcome, run_tests};
use ludometer_testkit::{Effort, Finding, Law, conformance_within};
use std::collections::BTreeMap;
use std::path::Path;

/// Plies for each match asked, with the default parameters; long matches are fewer.
const PLIES: u64 = 40;
/// Calls of the rules for each match asked, to hold the laws against.
const CALLS: u64 = 40;
/// With other parameters everything is so many times less.
const LESS: u64 = 20;
/// Plies the signature is made of.
const SIGNED: u64 = 1000;
/// Moves of a position that are tried out.
const OPTIONS: usize = 8;
/// How far a law plays a sampled position on.
const PLAYED_ON: u64 = 64;

/// How far a check has come.
pub struct Checked<'a> {
    /// Settings of the parameters that are done.
    pub done: usize,
    /// Settings in all.
    pub of: usize,
    /// What comes next: `size=9`; nothing for the defaults.
    pub next: &'a [String],
}

/// Checks a rules file from the start of the game, and tells before each setting of the parameters how far it has
/// come. A file that does not load is a report too.
///
/// # Errors
/// When there is no such file, or a parameter is typed wrongly.
pub fn check_rules(
    request: &GameRequest,
    matches: u64,
    seed: u64,
    progress: &mut dyn FnMut(Checked<'_>),
) -> Result<CheckReport, LabError> {
    let source = match ludometer_rules::shipped::find(&request.game) {
        Err(RulesError::Unreadable { path, cause }) if path.is_file() => return Ok(unreadable(&path, cause)),
        found => found?,
    };
    let typed: Typed =
        open::settings(request)?.into_iter().map(|(n, v)| (n.to_owned(), v.to_owned())).collect();
    let mut checking = Checking {
        request,
        source: &source,
        matches,
        seed,
        report: CheckReport { game: source.file.clone(), ..CheckReport::default() },
        used: Used::default(),
        work: 0,
        progress,
    };
    match ludometer_rules::card(&source) {
        Ok(card) => checking.run(&card, &typed)?,
        Err(RulesError::Wrong(wrong)) => checking.report.problems.push(of_load(&wrong)),
        Err(other) => return Err(other.into()),
    }
    let mut report = checking.report;
    report.passed = report.problems.is_empty();
    Ok(report)
}

/// A file that is there, but holds no text.
fn unreadable(path: &Path, cause: String) -> CheckReport {
    let file = path.display().to_string();
    let problem = Problem { topic: Topic::Load, file: file.clone(), cause, ..Problem::default() };
    CheckReport { game: file, problems: vec![problem], ..CheckReport::default() }
}

/// What all settings together used: of each action and each phase.
#[derive(Default)]
struct Used {
    actions: BTreeMap<String, Use>,
    phases: BTreeMap<String, u64>,
}

struct Checking<'a> {
    request: &'a GameRequest,
    source: &'a Source,
    matches: u64,
    seed: u64,
    report: CheckReport,
    used: Used,
    /// What was played, in plies; long lists of moves count too.
    work: u64,
    progress: &'a mut dyn FnMut(Checked<'_>),
}

impl Checking<'_> {
    fn run(&mut self, card: &Card, typed: &Typed) -> Result<(), LabError> {
        // What was typed must be right; the ends of ranges are.
        ludometer_rules::read_params(self.source, card, pairs(typed))?;
        let Settings { tried, left_out } = inspect::settings(&card.params, typed, self.seed);
        if left_out > 0 {
            let why = format!("{left_out} more ends of parameters were left out to save time");
            self.report.skipped.push(Skipped { set: Vec::new(), why });
        }
        let mut usual = None;
        for (number, setting) in tried.iter().enumerate() {
            (self.progress)(Checked { done: number, of: tried.len(), next: &words(setting) });
            let params = ludometer_rules::read_params(self.source, card, pairs(setting))?;
            match Script::new(self.source.clone(), params) {
                Ok(script) => {
                    if number == 0 {
                        self.own_tests(&script);
                        self.report.slow_lane = script.slow_lane().map(ToString::to_string);
                        self.report.remarks.extend(script.slow_lane().and_then(|slow| self.unknown(slow)));
                    }
                    self.play(&script, setting, number == 0);
                    usual.get_or_insert(script);
                }
                Err(RulesError::Wrong(wrong)) if number > 0 && is_refusal(self.source, wrong.line) => {
                    self.report.skipped.push(Skipped { set: words(setting), why: wrong.what });
                }
                Err(RulesError::Wrong(wrong)) => {
                    let shown = Evidence { set: words(setting), seed: self.seed, ..Evidence::default() };
                    self.problem(Problem { shown, ..of_load(&wrong) });
                    if number == 0 {
                        return Ok(());
                    }
                }
                Err(refused) if number > 0 => {
                    self.report.skipped.push(Skipped { set: words(setting), why: refused.to_string() });
                }
                Err(other) => return Err(other.into()),
            }
        }
        if let Some(script) = usual {
            self.whole(&script);
        }
        Ok(())
    }

    /// A name that does not exist, in a line that no match may ever run.
    fn unknown(&self, slow: &SlowLane) -> Option<Problem> {
        slow.unknown.then(|| Problem {
            topic: Topic::Name,
            file: self.source.file.clone(),
            line: (slow.line > 0).then_some(slow.line),
            cause: format!("a rule {}", slow.because),
            fix: some("it is a mistake as soon as this line runs: is the name misspelt?"),
            ..Problem::default()
        })
    }

    /// The tests the file brings along.
    fn own_tests(&mut self, script: &Script) {
        for TestOutcome { name, line, problem } in run_tests(script) {
            self.report.tests += 1;
            if let Some(what) = problem {
                let cause = format!("the test `{name}` fails: {what}");
                let file = self.source.file.clone();
                self.problem(Problem {
                    topic: Topic::Test,
                    file,
                    line: Some(line),
                    cause,
                    ..Problem::default()
                });
            }
        }
    }

    /// One setting: what random matches show, and the laws where nothing is broken.
    fn play(&mut self, script: &Script, setting: &Typed, first: bool) {
        let share = if first { self.matches } else { self.matches.div_ceil(LESS) };
        let survey = inspect::survey(script, Amount { matches: share, plies: share * PLIES }, self.seed);
        let told = Told { source: self.source, schema: script.schema() };
        self.report.settings += 1;
        self.report.matches += survey.matches;
        self.report.plies += survey.plies;
        self.work += survey.work();
        self.used.add(&told, &survey);
        survey.shown.iter().for_each(|shown| self.tell(&told, script, setting, shown));
        if survey.finished == 0 && !survey.is_broken() {
            self.endless(&told, setting, &survey, first);
        }
        if !survey.is_broken() {
            let report =
                conformance_within(script, &script.initial(), effort(script, &survey, share), self.seed);
            self.report.matches += report.matches;
            self.report.plies += report.plies;
            self.work += report.plies;
            report.findings.iter().for_each(|finding| self.law(script, setting, finding));
        }
    }

    /// No match ends. That is a problem with the parameters as typed; strange ones may well lead nowhere.
    fn endless(&mut self, told: &Told<'_>, setting: &Typed, survey: &Survey, first: bool) {
        let stopped = survey.find(|sight| *sight == Sight::Limit).map_or(&[][..], |shown| &shown.moves);
        let shown = self.evidence(setting, stopped);
        let problem = Problem { shown, ..told.endless(survey.matches) };
        let known = |told: &[Problem]| told.iter().any(|known| known.topic == Topic::Endless);
        if first {
            self.problem(problem);
        } else if !known(&self.report.problems) && !known(&self.report.remarks) {
            self.report.remarks.push(problem);
        }
    }

    /// What only the whole file shows, with the parameters as typed.
    fn whole(&mut self, script: &Script) {
        if !self.report.problems.is_empty() {
            // What was never used may only wait for what is broken.
            return;
        }
        let told = Told { source: self.source, schema: script.schema() };
        self.report.remarks.extend(self.used.remarks(&told, self.report.matches));
        self.report.symmetries =
            inspect::symmetries(script, self.seed).into_iter().map(|symmetry| symmetry.title).collect();
        let length = (self.work / self.report.matches.max(1)).max(1);
        let matches = (SIGNED / length).clamp(1, 100).min(self.matches);
        self.report.signature = signature(script, self.seed, matches);
    }

    /// A mistake or a question, unless it is known with a match that is as good: shortening takes its time.
    fn tell(&mut self, told: &Told<'_>, script: &Script, setting: &Typed, shown: &Shown) {
        let evidence = |checking: &Self| checking.evidence(setting, &inspect::shorten(script, shown).moves);
        let length = shown.moves.len();
        if let Some(problem) = told.mistake(&shown.sight) {
            let known = self.report.problems.iter().find(|known| known.is_like(&problem));
            if known.is_none_or(|known| is_better(length, &known.shown, &self.request.set)) {
                let shown = evidence(self);
                self.problem(Problem { shown, ..problem });
            }
        } else if let Some(asked) = told.question(&shown.sight) {
            let known = self.report.questions.iter().position(|known| known.question == asked.question);
            let Some(at) = known else {
                let found = evidence(self);
                self.report.questions.push(asked.question(self.source, shown.matches, found));
                return;
            };
            self.report.questions[at].matches += shown.matches;
            if is_better(length, &self.report.questions[at].shown, &self.request.set) {
                self.report.questions[at].shown = evidence(self);
            }
        }
    }

    /// A broken law; a mistake that only the laws met tells its own story.
    fn law(&mut self, script: &Script, setting: &Typed, finding: &Finding) {
        let shown = self.evidence(setting, &finding.moves);
        let problem = match finding.law {
            // The survey has told of endless matches.
            Law::Ends => return,
            Law::SomeMove | Law::Unbroken => {
                let state = after(script, &finding.moves);
                let fault = script.fault(&state).unwrap_or_else(|| script.why_no_move(&state));
                of_fault(&fault, laws::topic(finding.law))
            }
            _ => laws::of_file(finding, self.source),
        };
        self.problem(Problem { shown, ..problem });
    }

    /// A problem, unless it is known with a match that is as good.
    fn problem(&mut self, problem: Problem) {
        match self.report.problems.iter_mut().find(|known| known.is_like(&problem)) {
            Some(known) if is_better(problem.shown.moves.len(), &known.shown, &self.request.set) => {
                *known = problem;
            }
            Some(_) => {}
            None => self.report.problems.push(problem),
        }
    }

    /// These moves with these parameters, and the command that shows where they lead.
    fn evidence(&self, setting: &Typed, moves: &[String]) -> Evidence {
        let set = words(setting);
        let mut command = vec!["ludometer".to_owned(), "play".into(), quoted(&self.request.game)];
        command.extend(set.iter().flat_map(|pair| ["--set".to_owned(), quoted(pair)]));
        if self.seed != 1 {
            command.extend(["--seed".into(), self.seed.to_string()]);
        }
        if !moves.is_empty() {
            command.extend(["--moves".into(), quoted(&moves.join(" "))]);
        }
        Evidence { set, seed: self.seed, moves: moves.to_vec(), replay: Some(command.join(" ")) }
    }
}

impl Used {
    fn add(&mut self, told: &Told<'_>, survey: &Survey) {
        for (action, counted) in told.schema.actions.iter().zip(&survey.actions) {
            let sum = self.actions.entry(action.name.clone()).or_default();
            sum.legal += counted.legal;
            sum.chosen += counted.chosen;
        }
        for (phase, count) in told.schema.phases.iter().zip(&survey.phases) {
            *self.phases.entry(phase.clone()).or_default() += count;
        }
    }

    /// What no match used.
    fn remarks(&self, told: &Told<'_>, matches: u64) -> Vec<Problem> {
        let actions = self.actions.iter().filter_map(|(name, used)| match used {
            Use { legal: 0, .. } => Some(told.never_legal(name, matches)),
            Use { chosen: 0, legal } => Some(told.never_chosen(name, *legal)),
            Use { .. } => None,
        });
        let phases = self.phases.iter().filter(|(_, count)| **count == 0);
        actions.chain(phases.map(|(name, _)| told.never_reached(name, matches))).collect()
    }
}

/// How much of the laws can be held against a game, by how long its matches are and how many moves it has.
fn effort(script: &Script, survey: &Survey, matches: u64) -> Effort {
    let length = (survey.work() / survey.matches.max(1)).max(1);
    let options = (survey.options / survey.choices.max(1)).min(OPTIONS as u64);
    let imagined = if script.traits().hidden { script.seats() as u64 * PLAYED_ON.min(length) } else { 0 };
    let calls = (matches * CALLS).max(1);
    let positions = (calls / (4 + 3 * options + imagined)).max(1);
    let matches = (calls / (2 * length)).clamp(1, matches).min(positions);
    Effort { matches, stride: (matches * length).div_ceil(positions) as u32, options: OPTIONS }
}

/// Whether a match of this length shows more than a known one: a long one with the usual parameters says more
/// than a short one with strange ones.
fn is_better(length: usize, known: &Evidence, usual: &[String]) -> bool {
    known.set != usual && length < known.moves.len()
}

/// Whether a file stopped by its own will: the line says so.
fn is_refusal(source: &Source, line: u32) -> bool {
    let text = source.text.lines().nth((line as usize).saturating_sub(1)).unwrap_or_default();
    line > 0 && ["error(", "assert(", "refuse("].iter().any(|word| text.contains(word))
}

/// The position after these moves, as far as they can be played.
fn after(script: &Script, moves: &[String]) -> State {
    let mut state = script.initial();
    for text in moves {
        let Some(chosen) = script.parse(&state, text) else { break };
        script.play(&mut state, chosen);
    }
    state
}

fn words(setting: &Typed) -> Vec<String> {
    setting.iter().map(|(name, value)| format!("{name}={value}")).collect()
}

fn pairs(setting: &Typed) -> impl Iterator<Item = (&str, &str)> {
    setting.iter().map(|(name, value)| (name.as_str(), value.as_str()))
}
