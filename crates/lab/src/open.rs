//! Opening a game by name, from a rules file or as a typed tree, at the position asked for.

use crate::LabError;
use crate::house::{House, RulesFile, Typed};
use crate::opening::{Opening, OpeningError, opening_lines};
use ludometer_agents::lesson::Measure;
use ludometer_arena::Table;
use ludometer_game::{Card, Game, GameVisitor, Params, Rng};
use ludometer_record::GameInfo;
use ludometer_rules::{Script, Sheets, Source};
use ludometer_testkit::toys::Tree;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Which game, with which rules, from which position.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct GameRequest {
    /// The game's name.
    pub game: String,
    /// Rule parameters as typed, `name=value`.
    #[serde(default)]
    pub set: Vec<String>,
    /// Where matches start.
    #[serde(default)]
    pub opening: Opening,
}

impl GameRequest {
    /// A short name for folders: that of the game, or of the file of rules or the program without its path.
    pub(crate) fn short(&self) -> &str {
        if ludometer_bridge::is_remote(&self.game) {
            let last = self.game.rsplit(['/', '\\', ' ', ':']).find(|part| !part.is_empty());
            return last.and_then(|file| file.split(['.', '\'', '"']).next()).unwrap_or("program");
        }
        let file = self.game.rsplit(['/', '\\']).next().unwrap_or_default();
        file.strip_suffix(ludometer_rules::shipped::ENDING).unwrap_or(&self.game)
    }
}

/// Opens a game. Chance moves missing from the opening are drawn from `seed`.
///
/// # Errors
/// When the game, a parameter or the opening is not valid.
pub fn open(request: &GameRequest, seed: u64) -> Result<Box<dyn House>, LabError> {
    if ludometer_rules::is_file(&request.game) {
        return open_rules(request, ludometer_rules::shipped::find(&request.game)?, seed);
    }
    if ludometer_bridge::is_remote(&request.game) {
        return open_remote(request, seed);
    }
    if request.game.starts_with("https://") {
        return Err(LabError::Usage(format!(
            "{}: games are asked over plain http:// only; run the program nearby, or let a proxy speak https",
            request.game
        )));
    }
    let typed = settings(request)?;
    let params = ludometer_games::read_params(&request.game, typed)?;
    let opener = Opener {
        card: ludometer_games::card(&request.game)?,
        params: params.clone(),
        opening: &request.opening,
        seed,
        measure: Measure::Units,
        rules: None,
        program: None,
    };
    Ok(ludometer_games::open_with(&request.game, &params, opener)??)
}

/// A list of openings for a game: one it knows by this name, or the lines of a file.
///
/// # Errors
/// When the game does not open, or there is no such list.
pub fn openings(request: &GameRequest, typed: &str) -> Result<Vec<String>, LabError> {
    opening_lines(&open(request, 0)?.game(), typed).map_err(LabError::Usage)
}

/// Parameters as typed, names apart from values.
pub(crate) fn settings(request: &GameRequest) -> Result<Vec<(&str, &str)>, LabError> {
    let mut typed = Vec::new();
    for setting in &request.set {
        let pair = setting.split_once('=').ok_or_else(|| LabError::NotASetting(setting.clone()))?;
        typed.push((pair.0.trim(), pair.1.trim()));
    }
    Ok(typed)
}

/// Opens the game of a run by the rules the run recorded, wherever the file is now; `None` for games that come
/// from no file.
pub(crate) fn open_recorded(
    request: &GameRequest,
    game: &GameInfo,
    seed: u64,
) -> Option<Result<Box<dyn House>, LabError>> {
    let sheets = Sheets::of(game.sheets.iter().map(|(name, text)| (name.as_str(), text.as_str())));
    let source = Source { sheets, ..Source::new(&game.name, game.rules.as_deref()?) };
    Some(open_rules(request, source, seed))
}

/// Opens a game that a rules file describes.
fn open_rules(request: &GameRequest, source: Source, seed: u64) -> Result<Box<dyn House>, LabError> {
    let card = ludometer_rules::card(&source)?;
    let (text, sheets) = (source.text.clone(), source.named_sheets());
    let params = ludometer_rules::read_params(&source, &card, settings(request)?)?;
    let script = Script::new(source, params.clone())?;
    let rules = Some(RulesFile { typed: request.game.clone(), text, sheets, script: script.clone() });
    let opener = Opener {
        card,
        params,
        opening: &request.opening,
        seed,
        measure: Measure::Units,
        rules,
        program: None,
    };
    Ok(opener.visit(script)?)
}

/// Opens a game that another program knows.
fn open_remote(request: &GameRequest, seed: u64) -> Result<Box<dyn House>, LabError> {
    const DOC: &str = "//! A game that another program knows.";
    if let Some(setting) = request.set.first() {
        let what = format!("--set {setting}: a game of another program has no parameters here");
        return Err(LabError::Usage(format!("{what}; say it in its command")));
    }
    let game = ludometer_bridge::open(&request.game, ludometer_bridge::PATIENCE)?;
    let hello = game.hello().clone();
    let opener = Opener {
        card: Card::from_source(&hello.name, &hello.name, hello.version, DOC, Vec::new()),
        params: Params::defaults(&[]),
        opening: &request.opening,
        seed,
        measure: Measure::Units,
        rules: None,
        program: Some(request.game.clone()),
    };
    Ok(opener.visit(game)?)
}

/// Opens a tree that was typed, such as `((3 12 8)(2 4 6)(14 5 2))`, after these moves.
///
/// # Errors
/// When the text is not a tree, or a move is not legal in it.
pub fn open_typed(text: &str, moves: &str, seed: u64) -> Result<Box<dyn House>, LabError> {
    const DOC: &str = "//! A tree of numbers that was typed.";
    let tree = Tree::parse(text).map_err(|cause| LabError::not_a_tree(text, &cause))?;
    let title = if text.chars().count() <= 60 { text } else { "A typed tree" };
    let opening = Opening { moves: moves.to_owned(), ..Opening::default() };
    let opener = Opener {
        card: Card::from_source("typed", title, 1, DOC, Vec::new()),
        params: Params::defaults(&[]),
        opening: &opening,
        seed,
        measure: Measure::Points,
        rules: None,
        program: None,
    };
    Ok(opener.visit(tree)?)
}

struct Opener<'a> {
    card: Card,
    params: Params,
    opening: &'a Opening,
    seed: u64,
    measure: Measure,
    rules: Option<RulesFile>,
    /// What was typed for a game that another program knows.
    program: Option<String>,
}

impl GameVisitor for Opener<'_> {
    type Out = Result<Box<dyn House>, OpeningError>;

    fn visit<G: Game>(self, game: G) -> Self::Out {
        let start = self.opening.play(&game, self.seed)?;
        let mut openings = self.opening.lines(&game, &start)?;
        // Lists are in an order that begins with one first move after the other.
        Rng::stream(self.seed, "openings", 0).shuffle(&mut openings);
        let table = Table::from_state(game, start).with_openings(openings);
        let (table, opened) = (Arc::new(table), self.opening.count());
        let Opener { card, params, measure, rules, program, .. } = self;
        Ok(Box::new(Typed { card, params, table, opened, measure, rules, program }))
    }
}
