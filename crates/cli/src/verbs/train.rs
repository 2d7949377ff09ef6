//! `train`: a bot folder that an agent loads.

use crate::args::Common;
use crate::output::{Answer, Out};
use crate::train_args::TrainArgs;
use anyhow::{Context, bail};
use ludometer_lab::{
    GameRequest, Opening, TrainOutcome, TrainProgress, TrainRequest, TrainWatch, Wish, player_of, quoted,
    train as learn,
};
use serde_json::{Map, Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Set when the user asks to stop; what was learnt is kept.
static STOP: AtomicBool = AtomicBool::new(false);
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

/// Trains, for so many minutes where somebody says so.
pub fn carry_out(request: &TrainRequest, minutes: Option<f64>, out: &mut Out) -> anyhow::Result<Answer> {
    ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })
    .context("the interrupt key cannot be watched")?;
    if request.folder().to_string_lossy().contains([',', '=']) {
        bail!(
            "--out {}: an agent's `bot=` cannot hold a comma or an equals sign",
            request.folder().display()
        );
    }
    let until = minutes.map(|minutes| Instant::now() + Duration::from_secs_f64(60.0 * minutes));
    let mut onlooker = Onlooker { out, last: Instant::now(), until, failed: None };
    let learnt = learn(request, &mut onlooker);
    if let Some(error) = onlooker.failed {
        return Err(error.into());
    }
    answer(request, &learnt?, out)?;
    Ok(Answer::Yes)
}

/// Tells how a training goes: a line of talk, or a line of JSON, now and then.
struct Onlooker<'a> {
    out: &'a mut Out,
    last: Instant,
    /// When there has been enough of it.
    until: Option<Instant>,
    /// Why nobody listens any more.
    failed: Option<std::io::Error>,
}

impl TrainWatch for Onlooker<'_> {
    fn wish(&mut self) -> Wish {
        match STOP.load(Ordering::Relaxed) || self.failed.is_some() {
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

    fn reached(&mut self, progress: &TrainProgress) {
        self.last = Instant::now();
        let TrainProgress { done, total, measures } = progress;
        if self.out.json {
            let mut line =
                Map::from_iter([("iterations".to_owned(), json!(done)), ("of".to_owned(), json!(total))]);
            line.extend(measures.iter().map(|(name, value)| (name.clone(), json!(value))));
            self.failed = self.out.line(Value::Object(line)).err();
        } else {
            self.out.say(format!("{done:>9} of {total} iterations: {}", in_words(measures)));
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
    let sets: String = request.game.set.iter().map(|set| format!(" --set {}", quoted(set))).collect();
    let game = quoted(&bot.game);
    let (what, play) = match bot.measures.contains_key("value-2") {
        true => (
            "Play against it",
            format!("ludometer play {game}{sets} --seat {}", quoted(&format!("2={spec}"))),
        ),
        false => ("Ask it", format!("ludometer analyze {game}{sets} --agent {}", quoted(&spec))),
    };
    if out.json {
        let fresh = (bot.iterations - trained.before) as f64;
        let answer = json!({
            "bot": trained.folder,
            "kind": bot.kind,
            "game": bot.game,
            "method": bot.method,
            "iterations": bot.iterations,
            "measures": bot.measures,
            "fingerprint": bot.fingerprint,
            "notes": trained.notes,
            "written": !request.dry,
            "cpu_seconds": learnt.seconds,
            "iterations_per_cpu_second": fresh / learnt.seconds.max(1e-9),
            "agent": spec,
            "play": play,
        });
        return Ok(out.line(answer)?);
    }
    let measured = bot.measures.iter().map(|(name, value)| (name.clone(), *value)).collect::<Vec<_>>();
    let of_play =
        measured.iter().filter(|(name, _)| !["positions", "information-sets"].contains(&name.as_str()));
    let (method, iterations) = (&bot.method, bot.iterations);
    let unit = if iterations == 1 { "iteration" } else { "iterations" };
    out.line(format!("{} by {method}, {iterations} {unit}: {}", bot.game, in_words(of_play)))?;
    if request.dry {
        out.line("A dry run: everything is in place; nothing was written.")?;
        return Ok(());
    }
    out.line(format!("Bot: {}", trained.folder.display()))?;
    out.line(format!("{what}: {play}"))?;
    Ok(())
}
