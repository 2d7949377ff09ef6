//! Looks at the cells of one match after every move.

use super::sight::Sight;
use crate::schema::{BECAUSE, ENDED, Ended, Field, HEADER, Kind, Schema, See, TURN};
use std::collections::HashSet;

/// How often a pile is filled anew before it looks endless.
const AGAIN: u32 = 3;
/// Fewer cards make neither a deck nor a hand.
const FEW: i32 = 3;

/// A move that was made, as far as the cells do not tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Made {
    /// The action's number.
    pub action: usize,
    /// Whether it is made with something.
    pub args: bool,
    /// How many moves were legal.
    pub options: usize,
    /// Whether chance had a say.
    pub chance: bool,
}

/// What a match has shown so far.
pub(super) struct Watch<'a> {
    schema: &'a Schema,
    /// Whether a position that comes back is the same for everybody.
    repeats: bool,
    piles: Vec<Pile>,
    /// Seats, one after the other, that could do nothing but pass.
    passed: HashSet<i32>,
    /// Positions met.
    met: HashSet<Box<[i32]>>,
}

struct Pile {
    field: usize,
    at: usize,
    room: i32,
    /// Cards when play began.
    began: i32,
    refills: u32,
    /// Whether players draw from it.
    deck: bool,
    /// Whether it is a hand with fewer places than there are cards.
    hand: bool,
    owner: usize,
}

impl<'a> Watch<'a> {
    /// At the beginning of play, with these cells.
    pub fn new(schema: &'a Schema, repeats: bool, cells: &[i32]) -> Self {
        let mut piles = Vec::new();
        for (number, field) in schema.fields.iter().enumerate() {
            if let Kind::Pile { of, room, .. } = field.kind {
                let total: u32 = schema.cards[of].counts.iter().sum();
                for owner in 0..schema.copies(field) {
                    let at = schema.place(field, owner).start;
                    piles.push(Pile {
                        field: number,
                        at,
                        room: room as i32,
                        began: cells[at],
                        refills: 0,
                        deck: is_deck(field),
                        hand: field.per_player
                            && field.see == See::Owner
                            && (FEW..total as i32).contains(&(room as i32)),
                        owner,
                    });
                }
            }
        }
        Watch { schema, repeats, piles, passed: HashSet::new(), met: HashSet::from([cells.into()]) }
    }

    /// After a move: what it shows.
    pub fn after(&mut self, before: &[i32], cells: &[i32], made: Made, out: &mut Vec<Sight>) {
        if before == cells && !made.chance {
            out.push(Sight::Nothing { action: made.action });
        }
        self.strays(cells, out);
        match Ended::read(cells[ENDED]) {
            Some(Ended::Not) => {
                if cells[BECAUSE] != 0 {
                    out.push(Sight::NoResult);
                }
                self.piles(before, cells, made, out);
                self.passing(before, cells, made, out);
                if self.repeats && !self.met.insert(cells.into()) && before != cells {
                    out.push(Sight::Repeated);
                }
            }
            Some(ended) if self.is_tied(ended, cells) => out.push(Sight::Tie),
            _ => {}
        }
    }

    /// Piles that were filled anew so often that it looks endless.
    pub fn refilled(&self) -> impl Iterator<Item = Sight> {
        let often = self.piles.iter().filter(|pile| pile.refills >= AGAIN);
        often.map(|pile| Sight::Refilled { field: pile.field })
    }

    fn piles(&mut self, before: &[i32], cells: &[i32], made: Made, out: &mut Vec<Sight>) {
        for pile in &mut self.piles {
            let (was, is) = (before[pile.at], cells[pile.at]);
            if pile.deck && pile.began >= FEW && was > 0 && is == 0 {
                out.push(Sight::Empty { field: pile.field });
            }
            if pile.deck && is > was + 1 && made.chance {
                pile.refills += 1;
            }
            if pile.hand && pile.began < pile.room && was < is && is == pile.room {
                out.push(Sight::Full { field: pile.field });
            }
        }
    }

    /// Cards that lie where the file says they cannot: whoever imagines a table never puts them there.
    fn strays(&self, cells: &[i32], out: &mut Vec<Sight>) {
        for pile in &self.piles {
            let Some(only) = self.schema.only(cells, &self.schema.fields[pile.field], pile.owner) else {
                continue;
            };
            let cards = &cells[pile.at + 1..=pile.at + cells[pile.at] as usize];
            let stray = cards.iter().find(|&&card| card > 0 && !only[card as usize - 1]);
            out.extend(stray.map(|&card| Sight::Stray { field: pile.field, card }));
        }
    }

    /// A round in which everybody passes: the only legal move, made with nothing, moves nothing on the table.
    fn passing(&mut self, before: &[i32], cells: &[i32], made: Made, out: &mut Vec<Sight>) {
        let still = |field: &Field| {
            let size = field.kind.size() * self.schema.copies(field);
            let place = field.first..field.first + size;
            matches!(field.kind, Kind::Number { .. } | Kind::Flag) || before[place.clone()] == cells[place]
        };
        let passes = made.options == 1 && !made.args && !made.chance && self.schema.fields.iter().all(still);
        if !passes {
            self.passed.clear();
            return;
        }
        self.passed.insert(before[TURN]);
        let seats = self.schema.seats.len();
        if seats > 1 && self.passed.len() == seats {
            out.push(Sight::AllPass { action: made.action });
        }
    }

    /// Whether two who are not of one team are both the best, by what the rules counted.
    fn is_tied(&self, ended: Ended, cells: &[i32]) -> bool {
        let results = &cells[HEADER..HEADER + self.schema.seats.len()];
        let best = match ended {
            Ended::Scored => results.iter().max(),
            Ended::Ranked => results.iter().min(),
            _ => None,
        };
        let of_the_best = results.iter().zip(&self.schema.teams).filter(|(result, _)| Some(*result) == best);
        of_the_best.map(|(_, team)| team).collect::<HashSet<_>>().len() > 1
    }
}

/// Whether players draw from a pile: nobody looks into it, or it lies open for all.
fn is_deck(field: &Field) -> bool {
    field.see == See::None || (!field.per_player && field.see == See::All)
}
