//! The `ludometer` command: reads what was typed, calls the lab, prints.

mod args;
mod bot_args;
mod interrupt;
mod output;
mod progress;
mod train_args;
mod useless;
mod verbs;

use args::{Cli, Verb};
use clap::Parser;
use output::{Answer, Out};
use std::io;
use std::process::ExitCode;
use useless::refuse_useless;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = Out::new(cli.common.json, cli.common.quiet);
    let answer = refuse_useless(cli.verb.as_ref(), &cli.common).and_then(|()| match &cli.verb {
        None => verbs::welcome(&mut out),
        Some(verb) => run(verb, &cli, &mut out),
    });
    match answer {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        // Whoever read our output has seen enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            out.error(&format!("{error:#}"));
            ExitCode::from(2)
        }
    }
}

fn run(verb: &Verb, cli: &Cli, out: &mut Out) -> anyhow::Result<Answer> {
    let common = &cli.common;
    match verb {
        Verb::Games { name } => verbs::list::games(name.as_deref(), out),
        Verb::Agents { name } => verbs::list::agents(name.as_deref(), out),
        Verb::Metrics { name } => verbs::list::metrics(name.as_deref(), out),
        Verb::Playtest(typed) => verbs::playtest::playtest(typed, common, out),
        Verb::Tournament(typed) => verbs::playtest::tournament(typed, common, out),
        Verb::Play(typed) => verbs::play::play(typed, common, out),
        Verb::Analyze(typed) => verbs::analyze::analyze(typed, common, out),
        Verb::Solve(typed) => verbs::solve::solve(typed, common, out),
        Verb::Train(typed) => verbs::train::train(typed, common, out),
        Verb::Construct(typed) => verbs::steps::construct(typed, common, out),
        Verb::SelfPlay(typed) => verbs::steps::self_play(typed, common, out),
        Verb::Predict(typed) => verbs::steps::predict(typed, common, out),
        Verb::TestBot(typed) => verbs::bots::test_bot(typed, common, out),
        Verb::ServeBot(typed) => verbs::serve::serve_bot(typed, common, out),
        Verb::Cases(typed) => verbs::cases::cases(typed, common, out),
        Verb::Ladder(typed) => verbs::ladder::ladder(typed, common, out),
        Verb::Report { run } => verbs::runs::report(run, common, out),
        Verb::Replay { run, number, all } => verbs::runs::replay(run, *number, *all, out),
        Verb::Export(typed) => verbs::runs::export(typed, common, out),
        Verb::New { file, definitions: true, .. } => verbs::new::definitions(file, out),
        Verb::New { file, template, .. } => verbs::new::new(file, template, out),
        Verb::Check { game, matches, watch: false } => verbs::check::check(game, *matches, common, out),
        Verb::Check { game, matches, watch: true } => verbs::watch::watch(game, *matches, common, out),
        Verb::Bench { game, seconds } => verbs::check::bench(game, *seconds, common, out),
        Verb::Completions { shell } => verbs::completions::completions(*shell, common, out),
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
