//! `train`: a bot folder that an agent loads.

use crate::args::Common;
use crate::interrupt::{asked_to_stop, watch_the_interrupt_key};
use crate::output::{Answer, Out};
use crate::progress::Stage;
use crate::train_args::{AS_LONG_AS_THERE_IS_TIME, TrainArgs};
use anyhow::bail;
use ludometer_lab::{
    GameRequest, Opening, TrainOutcome, TrainProgress, TrainRequest, TrainWatch, Wish, player_of, quoted,
    train as learn,
};
use serde_json::{Map, Value, json};
use std::time::{Duration, Instant};

/// Between two looks at a training that is slow to double.
const SILENCE: Duration = Duration::from_secs(5);

pub fn train(typed: &TrainArgs, common: &Common, out: &mut Out) -> anyhow::Result<Answer> {
    let game = GameRequest { game: typed.game.clone(), set: typed.set.clone(), opening: Opening::default() };
    let request = TrainRequest {
        trainer: typed.trainer.clone(),
        options: typed.options.clone(),
        game,
        seed: common.seed,
        threads: common.threads(),
        out: common.out.clone(),
        dry: common.dry_run,
    };
    carry_out(&request, typed.minutes, out)
}

/// Looks after a training, or a part of one, in the terminal: hears the interrupt key and the clock.
pub fn onlooker(minutes: Option<f64>, out: &mut Out) -> anyhow::Result<Onlooker<'_>> {
    watch_the_interrupt_key()?;
    let until = minutes.map(|minutes| Instant::now() + Duration::from_secs_f64(60.0 * minutes));
    let stage = Stage::new(out.quiet);
    Ok(Onlooker { out, stage, last: Instant::now(), until, failed: None })
}

/// Trains, for so many minutes where somebody says so.
pub fn carry_out(request: &TrainRequest, minutes: Option<f64>, out: &mut Out) -> anyhow::Result<Answer> {
    if request.folder().to_string_lossy().contains([',', '=']) {
        bail!(
            "--out {}: an agent's `bot=` cannot hold a comma or an equals sign",
            request.folder().display()
        );
    }
    let mut onlooker = onlooker(minutes, out)?;
    let learnt = learn(request, &mut onlooker);
    onlooker.stage.clear();
    if let Some(error) = onlooker.failed {
        return Err(error.into());
    }
    answer(request, &learnt?, out)?;
    Ok(Answer::Yes)
}

/// Tells how a training goes: a line of talk, or a line of JSON, now and then.
pub struct Onlooker<'a> {
    out: &'a mut Out,
    stage: Stage,
    last: Instant,
    /// When there has been enough of it.
    until: Option<Instant>,
    /// Why nobody listens any more.
    failed: Option<std::io::Error>,
}

impl TrainWatch for Onlooker<'_> {
    fn wish(&mut self) -> Wish {
        match asked_to_stop() || self.failed.is_some() {
            true => Wish::Stop,
            false if self.until.is_some_and(|until| Instant::now() >= until) => Wish::Enough,
            false if self.last.elapsed() > SILENCE => Wish::Look,
            false => Wish::GoOn,
        }
    }

    fn began(&mut self, notes: &[String], before: u64) {
        notes.iter().for_each(|note| self.out.say(note));
        if before > 0 {
            self.out.say(format!("{before} iterations were done before; going on"));
        }
    }

    fn doing(&mut self, what: &str, done: u64, total: u64) {
        self.stage.show(what, done, total);
    }

    fn reached(&mut self, progress: &TrainProgress) {
        self.last = Instant::now();
        self.stage.clear();
        let TrainProgress { done, total, measures } = progress;
        if self.out.json {
            let mut line =
                Map::from_iter([("iterations".to_owned(), json!(done)), ("of".to_owned(), json!(total))]);
            line.extend(measures.iter().map(|(name, value)| (name.clone(), json!(value))));
            self.failed = self.out.line(Value::Object(line)).err();
        } else {
            let of = if *total < AS_LONG_AS_THERE_IS_TIME { format!(" of {total}") } else { String::new() };
            self.out.say(format!("{done:>9}{of} iterations: {}", in_words(measures)));
        }
    }
}

/// "exploitability 0.00123, value-1 -0.0856".
fn in_words<'a>(measures: impl IntoIterator<Item = &'a (String, f64)>) -> String {
    let words = measures.into_iter().map(|(name, value)| format!("{name} {}", significant(*value)));
    words.collect::<Vec<_>>().join(", ")
}

/// Four digits that matter.
fn significant(value: f64) -> String {
    match value.abs() {
        size if size > 0.0 && size < 1e-3 => format!("{value:.3e}"),
        _ => format!("{value:.5}"),
    }
}

fn answer(request: &TrainRequest, learnt: &TrainOutcome, out: &mut Out) -> anyhow::Result<()> {
    let (trained, bot) = (&learnt.trained, &learnt.trained.bot);
    let spec = format!("{}:bot={}", player_of(&bot.kind), trained.folder.display());
    let (what, play) = next_command(request, learnt.seats, &spec);
    if out.json {
        return Ok(out.line(in_json(request, learnt, &spec, &play))?);
    }
    let measured = bot.measures.iter().map(|(name, value)| (name.clone(), *value)).collect::<Vec<_>>();
    let of_play =
        measured.iter().filter(|(name, _)| !["positions", "information-sets"].contains(&name.as_str()));
    let (method, iterations) = (&bot.method, bot.iterations);
    let unit = if iterations == 1 { "iteration" } else { "iterations" };
    let words = in_words(of_play);
    let measured = if words.is_empty() { String::new() } else { format!(": {words}") };
    out.line(format!("{} by {method}, {iterations} {unit}{measured}", bot.game))?;
    if request.dry {
        out.line("A dry run: everything is in place; nothing was written.")?;
        return Ok(());
    }
    if let Some(why) = &trained.ended {
        out.say(format!("It ended early: {why}."));
    }
    out.line(format!("Bot: {}", trained.folder.display()))?;
    out.line(format!("{what}: {play}"))?;
    Ok(())
}

/// What somebody will want to do with the bot, in words and as a command.
fn next_command(request: &TrainRequest, seats: usize, spec: &str) -> (&'static str, String) {
    let sets: String = request.game.set.iter().map(|set| format!(" --set {}", quoted(set))).collect();
    let game = quoted(&request.game.game);
    match seats {
        1 => ("Ask it", format!("ludometer analyze {game}{sets} --agent {}", quoted(spec))),
        _ => {
            let seat = quoted(&format!("2={spec}"));
            ("Play against it", format!("ludometer play {game}{sets} --seat {seat}"))
        }
    }
}

fn in_json(request: &TrainRequest, learnt: &TrainOutcome, spec: &str, play: &str) -> Value {
    let (trained, bot) = (&learnt.trained, &learnt.trained.bot);
    let fresh = (bot.iterations - trained.before) as f64;
    json!({
        "bot": trained.folder,
        "kind": bot.kind,
        "game": bot.game,
        "method": bot.method,
        "iterations": bot.iterations,
        "measures": bot.measures,
        "fingerprint": bot.fingerprint,
        "notes": trained.notes,
        "ended": trained.ended,
        "written": !request.dry,
        "cpu_seconds": learnt.seconds,
        "iterations_per_cpu_second": fresh / learnt.seconds.max(1e-9),
        "agent": spec,
        "play": play,
    })
}
