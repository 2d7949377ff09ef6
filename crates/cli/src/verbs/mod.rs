//! One file per family of verbs.

pub mod analyze;
pub mod bots;
pub mod cases;
pub mod check;
mod check_report;
mod class;
pub mod completions;
pub mod explain;
pub mod hidden;
pub mod ladder;
pub mod list;
pub mod new;
mod outcome;
pub mod play;
pub mod playtest;
mod quality;
pub mod runs;
pub mod serve;
pub mod solve;
pub mod steps;
pub mod train;
pub mod watch;

use crate::args::{Common, GameArgs, StartArgs};
use crate::output::{Answer, Out};
use ludometer_lab::show::Style;
use ludometer_lab::{GameRequest, House, LabError, Opening, open, pdn_opening};

/// What the program says when nothing was asked.
pub fn welcome(out: &mut Out) -> anyhow::Result<Answer> {
    out.line("Ludometer measures games: who wins, how long it takes, which moves matter.")?;
    out.line("")?;
    out.line("Try one of these:")?;
    out.line("  ludometer playtest connect-four     play it, measure it, write a report")?;
    out.line("  ludometer games                     which games there are")?;
    out.line("  ludometer play tic-tac-toe          play against an agent")?;
    out.line("  ludometer --help                    everything else")?;
    Ok(Answer::Yes)
}

/// The game that was typed.
pub fn game_request(typed: &GameArgs) -> Result<GameRequest, LabError> {
    request(&typed.game, &typed.start)
}

fn request(game: &str, start: &StartArgs) -> Result<GameRequest, LabError> {
    let opening = match &start.pdn {
        Some(file) => pdn_opening(game, file, start.pdn_match)?,
        None if start.position.as_ref().is_some_and(|text| text.trim().is_empty()) => {
            return Err(LabError::EmptyPosition);
        }
        None => Opening {
            moves: start.moves.clone().unwrap_or_default(),
            position: start.position.clone().unwrap_or_default(),
            several: Vec::new(),
        },
    };
    Ok(GameRequest { game: game.to_owned(), set: start.set.clone(), opening })
}

/// Opens the game that was typed.
pub fn open_game(typed: &GameArgs, common: &Common) -> Result<Box<dyn House>, LabError> {
    open(&game_request(typed)?, common.seed)
}

/// How text looks on the terminal: the stream itself drops colours where they are not wanted.
pub fn style() -> Style {
    let width = terminal_size::terminal_size().map_or(100, |(width, _)| usize::from(width.0));
    Style { colour: true, width: width.clamp(40, 140), ..Style::default() }
}
