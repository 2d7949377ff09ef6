//! The files of a base: the cases first, and last what makes the folder a bot.

use crate::TrainError;
use ludometer_agents::bot::{BOT, Bot, BotFiles};
use ludometer_agents::cases::{Base, CASES, Chronicle, KIND, store};
use ludometer_record::folder::write_atomically;
use std::path::Path;

/// Writes a base to a folder whose store holds so many of its cases already. Returns the bot with the fingerprint of the
/// base.
///
/// # Errors
/// When it cannot be written.
pub fn write_base(
    folder: &Path,
    (base, kept): (&Base, usize),
    chronicle: &Chronicle,
    bot: Bot,
) -> Result<Bot, TrainError> {
    let files = BotFiles::Folder(folder.to_owned());
    let refused = |cause: store::StoreError| files.refusal(KIND, CASES, cause.to_string());
    let fingerprint = store::write(&folder.join(CASES), base, chronicle, kept).map_err(refused)?;
    let bot = Bot { fingerprint, ..bot };
    let place = folder.join(BOT);
    write_atomically(&place, bot.to_toml().as_bytes()).map_err(TrainError::file(&place))?;
    Ok(bot)
}
