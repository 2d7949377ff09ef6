//! `train`: a bot folder that an agent loads.

use super::bots::demand_a_plain_name;
use crate::args::Common;
use crate::interrupt::{asked_to_stop, watch_the_interrupt_key};
use crate::output::{Answer, Out};
use crate::progress::Stage;
use crate::train_args::{AS_LONG_AS_THERE_IS_TIME, TrainArgs, unit_of};
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
pub fn onlooker<'a>(trainer: &str, minutes: Option<f64>, out: &'a mut Out) -> anyhow::Result<Onlooker<'a>> {
    watch_the_interrupt_key()?;
    let until = minutes.map(|minutes| Instant::now() + Duration::from_secs_f64(60.0 * minutes));
    let stage = Stage::new(out.quiet);
    Ok(Onlooker { out, unit: unit_of(trainer), stage, last: Instant::now(), until, failed: None })
}

/// Trains, for so many minutes where somebody says so.
pub fn carry_out(request: &TrainRequest, minutes: Option<f64>, out: &mut Out) -> anyhow::Result<Answer> {
    demand_a_plain_name(&format!("--out {}", request.folder().display()))?;
    let mut onlooker = onlooker(&request.trainer, minutes, out)?;
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
    /// What is counted.
    unit: &'static str,
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
            self.out.say(format!("{} done before; going on", counted(before, self.unit)));
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
            let reached = match *total < AS_LONG_AS_THERE_IS_TIME {
                true => format!("{done:>9} of {}", counted(*total, self.unit)),
                false => format!("{:>9}", counted(*done, self.unit)),
            };
            self.out.say(format!("{reached}: {}", in_words(measures)));
        }
    }

    fn noted(&mut self, note: &str) {
        self.stage.clear();
        self.out.say(note);
    }
}

/// "exploitability 0.00123, value-1 -0.0856".
fn in_words<'a>(measures: impl IntoIterator<Item = &'a (String, f64)>) -> String {
    let words = measures.into_iter().map(|(name, value)| format!("{name} {}", significant(*value)));
    words.collect::<Vec<_>>().join(", ")
}

/// "1 cycle", "2 cycles".
fn counted(number: u64, unit: &str) -> String {
    let ending = match number {
        1 => "",
        _ if unit.ends_with("ch") => "es",
        _ => "s",
    };
    format!("{number} {unit}{ending}")
}

/// A number as short as it can be said.
fn significant(value: f64) -> String {
    match value.abs() {
        size if size > 0.0 && size < 1e-3 => format!("{value:.3e}"),
        _ => format!("{value:.5}").trim_end_matches('0').trim_end_matches('.').to_owned(),
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
    let length = counted(bot.iterations, unit_of(&request.trainer));
    let words = in_words(of_play);
    let measured = if words.is_empty() { String::new() } else { format!(": {words}") };
    out.line(format!("{} by {}, {length}{measured}", bot.game, bot.method))?;
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
            // Who learnt to move first sits there.
            let first = request.options.contains(&("seat".to_owned(), "first".to_owned()));
            let seat = quoted(&format!("{}={spec}", if first { 1 } else { 2 }));
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
