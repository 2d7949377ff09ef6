//! `serve-bot`: a bot that answers over the web, or line by line.

use super::bots::{changed, game_of, read_bot};
use crate::args::Common;
use crate::bot_args::ServeBotArgs;
use crate::output::{Answer, Out};
use anyhow::{Context, bail};
use ludometer_lab::{AgentSpec, Answering, Ask, Bot, player_of};
use ludometer_server::serve_bot as serve;
use serde_json::{Value, json};
use std::io::BufRead;

pub fn serve_bot(typed: &ServeBotArgs, common: &Common, out: &mut Out) -> anyhow::Result<Answer> {
    let (_, bot) = read_bot(&typed.bot)?;
    let agent = agent(typed, &bot)?;
    let answering = Answering::open(&game_of(&bot, changed(&bot, &typed.set)), &agent, common.seed)?;
    let about = json!({"bot": typed.bot, "agent": agent.to_string(), "game": bot.game, "rules": bot.rules});
    match (&typed.listen, typed.lines) {
        (None, true) => answer_lines(&answering, out),
        (Some(_), true) => bail!("--listen and --lines are two ways to be asked; leave one out"),
        (address, false) => {
            let address = address.as_deref().unwrap_or("127.0.0.1:9100");
            let place = address.parse().with_context(|| {
                format!("--listen {address}: an address is a number and a port, such as 127.0.0.1:9100")
            })?;
            let mut told = Ok(());
            serve(answering, &about, place, |place| {
                told = out.line(format!(
                    "http://{place}/move answers; http://{place}/openapi.json says how. The interrupt key ends it."
                ));
            })
            .with_context(|| format!("--listen {address}"))?;
            told?;
            Ok(Answer::Yes)
        }
    }
}

/// Who plays the bot.
fn agent(typed: &ServeBotArgs, bot: &Bot) -> anyhow::Result<AgentSpec> {
    let spec = match &typed.agent {
        Some(agent) => agent.clone(),
        None => format!("{}:bot={}", player_of(&bot.kind), typed.bot),
    };
    Ok(AgentSpec::read(&spec)?)
}

/// A question a line, an answer a line, until there are no more.
fn answer_lines(answering: &Answering, out: &mut Out) -> anyhow::Result<Answer> {
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let answer = match serde_json::from_str::<Ask>(&line) {
            Ok(ask) => match answering.answer(&ask) {
                Ok(reply) => serde_json::to_value(&reply)?,
                Err(error) => json!({"error": error.to_string()}),
            },
            Err(error) => json!({"error": format!("the question is not JSON as it should be: {error}")}),
        };
        out.line(Value::to_string(&answer))?;
    }
    Ok(Answer::Yes)
}
