//! Random matches, and what they use and show.

use super::sight::Sight;
use super::walk::{Next, Walk, work};
use crate::{Move, Script};
use ludometer_game::{Game, Rng, Turn};

/// Matches that broke after which no further one is played: they would break in the same way.
const BROKEN: u64 = 5;

/// How much is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Amount {
    /// Matches at most.
    pub matches: u64,
    /// Plies in all after which no further match begins; long lists of moves count as plies.
    pub plies: u64,
}

/// How often an action could be chosen, and was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Use {
    /// Positions in which it was legal.
    pub legal: u64,
    /// Times it was chosen.
    pub chosen: u64,
}

/// Something that was seen, with the shortest of the matches that show it; [`super::shorten()`] finds a shorter
/// one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// What.
    pub sight: Sight,
    /// In how many matches.
    pub matches: u64,
    /// The moves of the shortest match, chance moves too.
    pub moves: Vec<String>,
    /// The same moves by number.
    pub(super) line: Vec<Move>,
}

/// What random matches used and showed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Survey {
    /// Matches played.
    pub matches: u64,
    /// Moves played, those of chance too.
    pub plies: u64,
    /// Choices players had.
    pub choices: u64,
    /// Legal moves in all choices together.
    pub options: u64,
    /// Matches that ended with a result.
    pub finished: u64,
    /// Of each action, by its number.
    pub actions: Vec<Use>,
    /// Positions seen in each phase.
    pub phases: Vec<u64>,
    /// What was seen, each once.
    pub shown: Vec<Shown>,
}

impl Survey {
    /// What was seen of this kind.
    #[must_use]
    pub fn find(&self, wanted: impl Fn(&Sight) -> bool) -> Option<&Shown> {
        self.shown.iter().find(|shown| wanted(&shown.sight))
    }

    /// What was played, in plies: long lists of moves count too.
    #[must_use]
    pub fn work(&self) -> u64 {
        work(self.plies, self.options)
    }

    /// Whether some rule is wrong.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        self.find(stops).is_some()
    }

    fn note(&mut self, sight: &Sight, walk: &Walk<'_>, length: usize) {
        let known = self.shown.iter_mut().find(|shown| shown.sight.is_like(sight));
        let (line, moves) = (&walk.moves[..length], &walk.texts[..length]);
        match known {
            Some(shown) => {
                shown.matches += 1;
                if length < shown.moves.len() {
                    *shown = Shown {
                        sight: sight.clone(),
                        matches: shown.matches,
                        moves: moves.into(),
                        line: line.into(),
                    };
                }
            }
            None => {
                self.shown.push(Shown {
                    sight: sight.clone(),
                    matches: 1,
                    moves: moves.into(),
                    line: line.into(),
                });
            }
        }
    }
}

/// Whether a match cannot go on.
fn stops(sight: &Sight) -> bool {
    matches!(sight, Sight::Broken(_) | Sight::NoMove(_))
}

/// Plays random matches. In every second one players prefer what has been chosen least, so that rare actions
/// have their day.
#[must_use]
pub fn survey(script: &Script, amount: Amount, seed: u64) -> Survey {
    let schema = script.schema();
    let mut survey = Survey {
        actions: vec![Use::default(); schema.actions.len()],
        phases: vec![0; schema.phases.len()],
        ..Survey::default()
    };
    for index in 0..amount.matches {
        let broken = survey.shown.iter().filter(|shown| stops(&shown.sight)).map(|shown| shown.matches);
        if (survey.work() >= amount.plies && index > 0) || broken.sum::<u64>() >= BROKEN {
            break;
        }
        play(script, &mut survey, &mut Rng::stream(seed, "survey", index), index % 2 == 1);
    }
    survey
}

/// One match.
fn play(script: &Script, survey: &mut Survey, rng: &mut Rng, rare: bool) {
    let mut walk = Walk::new(script);
    let mut seen: Vec<Sight> = Vec::new();
    // The moves until a pile was refilled too often; a question only where the match has no end.
    let mut refilled: Option<(Vec<Sight>, usize)> = None;
    loop {
        survey.phases[walk.phase()] += 1;
        take(survey, &mut walk, &mut seen);
        let next = walk.next();
        take(survey, &mut walk, &mut seen);
        let chosen = match next {
            Next::End => break,
            Next::Chance => walk.draw(rng),
            Next::Choice(options) => choose(script, survey, &options, rng, rare),
        };
        if walk.moves.len() as u32 >= script.limit() {
            survey.note(&Sight::Limit, &walk, walk.moves.len());
            if let Some((sights, length)) = refilled {
                sights.iter().for_each(|sight| survey.note(sight, &walk, length));
            }
            survey.matches += 1;
            return;
        }
        walk.play(chosen);
        survey.plies += 1;
        if refilled.is_none() {
            refilled = Some((walk.refilled(), walk.moves.len())).filter(|(sights, _)| !sights.is_empty());
        }
    }
    survey.matches += 1;
    survey.finished += u64::from(script.turn(&walk.state) == Turn::Over);
}

/// Takes what the last step showed; each sight counts once a match.
fn take(survey: &mut Survey, walk: &mut Walk<'_>, seen: &mut Vec<Sight>) {
    for sight in std::mem::take(&mut walk.sights) {
        if !seen.iter().any(|known| known.is_like(&sight)) {
            survey.note(&sight, walk, walk.moves.len());
            seen.push(sight);
        }
    }
}

/// A random move; in every second match of the action that was chosen least, half of the time.
fn choose(script: &Script, survey: &mut Survey, options: &[Move], rng: &mut Rng, rare: bool) -> Move {
    let actions = &script.schema().actions;
    let action = |option: &Move| match option {
        Move::Act(number) => script.schema().action_of(*number),
        Move::Chance(_) => 0,
    };
    survey.choices += 1;
    survey.options += options.len() as u64;
    let mut legal = vec![false; actions.len()];
    options.iter().for_each(|option| legal[action(option)] = true);
    for (counted, _) in survey.actions.iter_mut().zip(&legal).filter(|(_, legal)| **legal) {
        counted.legal += 1;
    }
    let least = (0..actions.len()).filter(|&at| legal[at]).min_by_key(|&at| survey.actions[at].chosen);
    let rarest: Vec<Move> = options.iter().filter(|option| Some(action(option)) == least).copied().collect();
    let among = if rare && rng.below(2) == 0 { &rarest[..] } else { options };
    let chosen = among[rng.below(among.len())];
    survey.actions[action(&chosen)].chosen += 1;
    chosen
}
