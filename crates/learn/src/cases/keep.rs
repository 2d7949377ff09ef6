//! The files of a base: the cases first, and last what makes the folder a bot.

use crate::TrainError;
use ludometer_agents::bot::{BOT, Bot};
use ludometer_agents::cases::{Base, CASES, Chronicle};
use ludometer_record::folder::{replace, write_atomically};
use std::io::{BufWriter, Write};
use std::path::Path;

/// Writes a base to a folder, each file whole or not at all. Returns the bot with the fingerprint of its cases.
///
/// # Errors
/// When it cannot be written.
pub fn write_base(folder: &Path, base: &Base, chronicle: &Chronicle, bot: Bot) -> Result<Bot, TrainError> {
    let mut print = String::new();
    let place = folder.join(CASES);
    replace(&place, |file| {
        let mut file = BufWriter::new(file);
        print = ludometer_agents::cases::files::write(base, chronicle, &mut file)?;
        file.flush()
    })
    .map_err(TrainError::file(&place))?;
    let bot = Bot { fingerprint: print, ..bot };
    let place = folder.join(BOT);
    write_atomically(&place, bot.to_toml().as_bytes()).map_err(TrainError::file(&place))?;
    Ok(bot)
}
