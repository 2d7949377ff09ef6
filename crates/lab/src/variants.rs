//! Rules that vary while a network learns: what was typed with `--vary`, and the games it stands for.

use crate::{GameRequest, LabError, open};
use ludometer_agents::bot::Bot;
use ludometer_agents::network::{Varied, constants};
use ludometer_game::{AnyGame, Rng};

/// Settings of the rules that are learnt beside the one that was typed.
const SETTINGS: u64 = 16;

/// `target=5..15+limit=30..45` as ranges.
pub(crate) fn ranges(typed: &str) -> Result<Vec<Varied>, LabError> {
    let wrong = |part: &str| {
        LabError::Usage(format!(
            "--vary `{part}` is not NAME=LOW..HIGH; write for example target=5..15, several joined by +"
        ))
    };
    let read = |part: &str| {
        let (name, range) = part.split_once('=').ok_or_else(|| wrong(part))?;
        let (low, high) = range.split_once("..").ok_or_else(|| wrong(part))?;
        let number = |text: &str| text.trim().parse::<f32>().map_err(|_| wrong(part));
        let (low, high) = (number(low)?, number(high)?);
        if low >= high {
            return Err(wrong(part));
        }
        Ok(Varied { name: name.trim().to_owned(), low, high })
    };
    typed.split('+').map(str::trim).filter(|part| !part.is_empty()).map(read).collect()
}

/// The numbers of the rules that a bot is told with every position, as the game has them.
///
/// # Errors
/// When the game cannot be opened, or lies outside what the bot learnt.
pub fn constants_of(bot: &Bot, request: &GameRequest, seed: u64) -> Result<Vec<f32>, LabError> {
    constants(&open(request, seed)?.game(), &bot.vary).map_err(LabError::Usage)
}

/// The games to learn beside the one that was typed: both ends of all ranges, and settings drawn between them.
pub(crate) fn games(request: &GameRequest, varied: &[Varied], seed: u64) -> Result<Vec<AnyGame>, LabError> {
    let mut games = Vec::new();
    for number in 0..if varied.is_empty() { 0 } else { SETTINGS } {
        let mut rng = Rng::stream(seed, "variants", number);
        let mut variant = request.clone();
        for one in varied {
            let share = match number {
                0 => 0.0,
                1 => 1.0,
                _ => rng.unit(),
            };
            let value = f64::from(one.low) + share * f64::from(one.high - one.low);
            let whole = one.low.fract() == 0.0 && one.high.fract() == 0.0;
            let text = if whole { format!("{}", value.round()) } else { format!("{value}") };
            let own = format!("{}=", one.name);
            variant.set.retain(|set| !set.replace(' ', "").starts_with(&own));
            variant.set.push(format!("{own}{text}"));
        }
        games.push(open(&variant, seed)?.game());
    }
    Ok(games)
}
