//! `construct`, `self-play` and `predict`: the steps of which `train alphazero` is made, one by one. The third is
//! `train memory`.

use super::analyze::{answer, ask, show};
use super::bots::{changed, demand_a_plain_name, game_of, read_bot};
use super::train::{carry_out, onlooker};
use crate::args::{AnalyzeArgs, Common, StartArgs};
use crate::bot_args::{ConstructArgs, PredictArgs, SelfPlayArgs};
use crate::output::{Answer, Out};
use ludometer_lab::{GameRequest, Opening, TrainRequest, constants_of, quoted, self_play as play};
use serde_json::json;
use std::path::PathBuf;

pub fn construct(typed: &ConstructArgs, common: &Common, out: &mut Out) -> anyhow::Result<Answer> {
    let (game, set) = (typed.game.game.clone(), typed.game.set.clone());
    let number = |name: &str, value: u32| (name.to_owned(), value.to_string());
    let options =
        vec![number("cycles", 0), number("blocks", typed.blocks), number("channels", typed.channels)];
    let request = TrainRequest {
        trainer: "alphazero".into(),
        options,
        game: GameRequest { game, set, opening: Opening::default() },
        seed: common.seed,
        threads: common.threads(),
        out: common.out.clone(),
        dry: common.dry_run,
    };
    carry_out(&request, None, out)
}

pub fn self_play(typed: &SelfPlayArgs, common: &Common, out: &mut Out) -> anyhow::Result<Answer> {
    let bot = read_bot(&typed.bot)?.1;
    let SelfPlayArgs { bot: name, set, games, sims, opening } = typed;
    let options =
        [("games", games.to_string()), ("sims", sims.to_string()), ("opening", opening.to_string())];
    let folder = common.out.clone().unwrap_or_else(|| PathBuf::from("memories").join(&bot.game));
    let request = TrainRequest {
        trainer: "alphazero".into(),
        options: options.map(|(name, value)| (name.to_owned(), value)).to_vec(),
        game: game_of(&bot, changed(&bot, set)),
        seed: common.seed,
        threads: common.threads(),
        out: Some(folder.clone()),
        dry: common.dry_run,
    };
    let command = format!(
        "ludometer self-play {}{} --games {games} --sims {sims} --opening {opening} --seed {}",
        quoted(name),
        set.iter().map(|set| format!(" --set {}", quoted(set))).collect::<String>(),
        common.seed
    );
    let info = play(name, &request, command, &mut onlooker("alphazero", None, out)?)?;
    if out.json {
        let mut answer = serde_json::to_value(&info)?;
        answer["memory"] = json!(folder);
        answer["written"] = json!(!common.dry_run);
        out.json(&answer)?;
        return Ok(Answer::Yes);
    }
    out.line(format!("{} matches, {} positions to learn from", info.matches, info.positions))?;
    if common.dry_run {
        out.line("A dry run: everything is in place; nothing was written.")?;
        return Ok(Answer::Yes);
    }
    let place = folder.display().to_string();
    out.line(format!(
        "Memory: {place} (`ludometer export {place} --csv` writes its positions, `--moves-csv` its matches)"
    ))?;
    let sets: String = request.game.set.iter().map(|set| format!(" --set {}", quoted(set))).collect();
    out.line(format!(
        "Learn from it: ludometer train memory {}{sets} --memory {} --bot {} --out bots/next",
        quoted(bot.opened_as()),
        quoted(&place),
        quoted(name)
    ))?;
    Ok(Answer::Yes)
}

pub fn predict(typed: &PredictArgs, common: &Common, out: &mut Out) -> anyhow::Result<Answer> {
    let bot = read_bot(&typed.bot)?.1;
    demand_a_plain_name(&typed.bot)?;
    let start = StartArgs {
        set: changed(&bot, &typed.set),
        moves: typed.moves.clone(),
        position: typed.position.clone(),
        pdn: None,
        pdn_match: 1,
    };
    let asked = AnalyzeArgs {
        game: Some(bot.opened_as().to_owned()),
        start,
        typed: None,
        agent: Some(format!("policy:bot={},temperature={}", typed.bot, typed.temperature)),
        worlds: None,
        tree: None,
        trace: false,
        steps: None,
        plies: None,
        simulations: None,
        force: false,
    };
    let (analysis, explained) = ask(&asked, common)?;
    if out.json {
        let mut answer = answer(&analysis, &explained)?;
        answer["inputs"] = json!(analysis.inputs);
        if !bot.vary.is_empty() {
            let game = game_of(&bot, changed(&bot, &typed.set));
            answer["constants"] = json!(constants_of(&bot, &game, common.seed)?);
        }
        out.json(&answer)?;
    } else {
        show(&asked, &analysis, &explained, out)?;
    }
    Ok(Answer::Yes)
}
