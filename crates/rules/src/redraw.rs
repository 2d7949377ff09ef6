//! Tables a seat cannot tell from the true one: what it does not see is drawn anew.

use crate::schema::{Field, Kind, Schema};
use ludometer_game::Rng;

/// Deals that are tried where piles limit in crossing ways what can lie in them.
const TRIES: usize = 20;

/// Hidden places in which the same kinds of cards can lie.
struct Group<'a> {
    /// Which kinds; all where nothing is said.
    only: Option<&'a [bool]>,
    /// Their cells.
    places: Vec<usize>,
}

impl Group<'_> {
    fn admits(&self, card: i32) -> bool {
        self.only.is_none_or(|only| only.get(card as usize - 1).copied().unwrap_or(false))
    }

    /// How many kinds can lie there.
    fn width(&self) -> usize {
        self.only.map_or(usize::MAX, |only| only.iter().filter(|fits| **fits).count())
    }
}

impl Schema {
    /// Draws anew what a seat does not see: hidden cards from all it does not see elsewhere, hidden numbers
    /// from their ranges.
    pub(crate) fn redraw(&self, cells: &mut [i32], viewer: usize, rng: &mut Rng) {
        for set in 0..self.cards.len() {
            self.redraw_cards(cells, set, viewer, rng);
        }
        for field in self.fields.iter().filter(|field| field.kind.cards().is_none()) {
            for owner in 0..self.copies(field) {
                if !self.sees(cells, field, owner, Some(viewer)) {
                    redraw_numbers(&field.kind, &mut cells[self.place(field, owner)], rng);
                }
            }
        }
    }

    fn redraw_cards(&self, cells: &mut [i32], set: usize, viewer: usize, rng: &mut Rng) {
        let mut left: Vec<i64> = self.cards[set].counts.iter().map(|&count| i64::from(count)).collect();
        let mut groups: Vec<Group> = Vec::new();
        for field in self.fields.iter().filter(|field| field.kind.cards() == Some(set)) {
            for owner in 0..self.copies(field) {
                let places = self.card_places(cells, field, owner);
                if self.sees(cells, field, owner, Some(viewer)) {
                    places.iter().for_each(|&at| left[cells[at] as usize - 1] -= 1);
                    continue;
                }
                let only = self.only(cells, field, owner);
                match groups.iter_mut().find(|group| group.only == only) {
                    Some(group) => group.places.extend(places),
                    None => groups.push(Group { only, places }),
                }
            }
        }
        // Where little can lie comes first, as long as there is a choice.
        groups.sort_by_key(Group::width);
        let unseen = unseen(&left, &groups, rng);
        // Where nothing fits, the true cards stay: they are sure to be possible.
        let dealt = (0..TRIES).find_map(|_| deal(&groups, unseen.clone(), rng));
        dealt.into_iter().flatten().for_each(|(at, card)| cells[at] = card);
    }

    /// The cells of a copy of a field that hold a card.
    fn card_places(&self, cells: &[i32], field: &Field, owner: usize) -> Vec<usize> {
        let place = self.place(field, owner);
        match field.kind {
            Kind::Pile { .. } => (place.start + 1..place.start + 1 + cells[place.start] as usize).collect(),
            _ => place.filter(|&at| cells[at] != 0).collect(),
        }
    }
}

/// The cards a seat does not see. Where more lie hidden than were declared, the rest may be anything: the true ones
/// would tell.
fn unseen(left: &[i64], groups: &[Group], rng: &mut Rng) -> Vec<i32> {
    let kinds = left.iter().enumerate();
    let mut unseen: Vec<i32> = kinds
        .flat_map(|(kind, &count)| std::iter::repeat_n(kind as i32 + 1, count.max(0) as usize))
        .collect();
    let places: usize = groups.iter().map(|group| group.places.len()).sum();
    while unseen.len() < places {
        unseen.push(rng.below(left.len()) as i32 + 1);
    }
    unseen
}

/// Gives every hidden place a card that can lie there; none where the cards do not suffice.
fn deal(groups: &[Group], mut unseen: Vec<i32>, rng: &mut Rng) -> Option<Vec<(usize, i32)>> {
    let mut dealt = Vec::new();
    for group in groups {
        let (mut fitting, mut rest): (Vec<i32>, Vec<i32>) =
            unseen.into_iter().partition(|&card| group.admits(card));
        if fitting.len() < group.places.len() {
            return None;
        }
        rng.shuffle(&mut fitting);
        dealt.extend(group.places.iter().copied().zip(fitting.drain(..group.places.len())));
        rest.extend(fitting);
        unseen = rest;
    }
    Some(dealt)
}

fn redraw_numbers(kind: &Kind, copy: &mut [i32], rng: &mut Rng) {
    let (min, max) = match kind {
        Kind::Number { min, max } => (*min, *max),
        Kind::Flag => (0, 1),
        Kind::Tokens { max, .. } => (0, *max),
        Kind::Grid(grid) => (0, grid.max),
        Kind::Pile { .. } => return,
    };
    copy.iter_mut().for_each(|cell| *cell = min + rng.below((max - min) as usize + 1) as i32);
}
