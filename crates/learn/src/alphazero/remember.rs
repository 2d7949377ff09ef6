//! Self-play by itself: a bot plays, and what happened is kept for whoever wants to learn from it.

use super::selfplay::SelfPlay;
use super::settings;
use crate::{MemoryFolder, MemoryInfo, Rulebook, TrainError, Watch, Wish};
use ludometer_agents::bot::signature;
use ludometer_agents::network::Model;
use ludometer_game::{Game, Params};
use std::path::Path;

/// What to play.
pub struct Remembering<'a> {
    /// The game by name.
    pub rulebook: Rulebook,
    /// The bot, by folder or name.
    pub bot: &'a str,
    /// The parameters of `train alphazero`: matches, simulations and how moves are drawn.
    pub params: &'a Params,
    /// The seed of everything random.
    pub seed: u64,
    /// Threads to play on; what happens does not depend on it.
    pub threads: usize,
    /// Where it goes.
    pub folder: &'a Path,
    /// The command that makes it again.
    pub command: String,
    /// Whether nothing is written.
    pub dry: bool,
}

/// Plays matches of a bot against itself and writes the memory of them.
///
/// # Errors
/// When the bot cannot play the game, the folder is used, or the user stops.
pub fn remember<G: Game>(
    game: &G,
    how: &Remembering<'_>,
    watch: &mut dyn Watch,
) -> Result<MemoryInfo, TrainError> {
    MemoryFolder::refuse_if_used(how.folder)?;
    let (model, bot) = Model::load(game, "self-play", how.bot, how.params.word("kernel"))?;
    let mut plan = settings::read(game, how.params);
    if how.dry {
        plan.games = 1;
    }
    let symmetries = game.symmetries();
    let play = SelfPlay {
        tables: &[(game, &model)],
        plan: &plan,
        symmetries: &symmetries,
        seed: how.seed,
        cycle: 0,
        records: true,
    };
    let mut over = 0;
    let played = play.run(how.threads, &mut |done| {
        over = done;
        watch.doing("matches", done, plan.games);
        watch.wish() == Wish::Stop
    });
    let stopped = TrainError::StoppedEmpty { unit: "matches", done: over, total: plan.games };
    let harvest = played.ok_or(stopped)?;
    let Rulebook { game: name, rules, .. } = how.rulebook.clone();
    let info = MemoryInfo {
        schema: MemoryInfo::SCHEMA,
        game: name,
        signature: signature(game),
        rules,
        bot: how.bot.to_owned(),
        fingerprint: bot.fingerprint,
        matches: harvest.matches,
        positions: harvest.positions.len() as u64,
        actions: model.plan().policy,
        aux: model.plan().aux.clone(),
        vary: bot.vary,
        command: how.command.clone(),
    };
    if !how.dry {
        MemoryFolder::write(how.folder, &info, &harvest)?;
    }
    Ok(info)
}
