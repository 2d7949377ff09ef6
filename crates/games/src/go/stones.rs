//! Stones and their groups, kept up to date move by move.
//!
//! The board is one place per point with a wall beside each row. The stones of a group are linked in a
//! ring and know their group's head. The head counts *links*: pairs of a stone of the group and an empty
//! point next to it. An empty point next to three stones counts three times, which is cheaper to keep than
//! a count of liberties and answers what the rules ask: a group is captured when it has no links, and a
//! point is its last liberty when all its links lead there.

use std::hash::{Hash, Hasher};

pub(super) const BLACK: usize = 0;
pub(super) const WHITE: usize = 1;
/// What lies on a place besides the stones of Black (0) and White (1).
pub(super) const EMPTY: u8 = 2;
const WALL: u8 = 3;

/// Where the cells of a board of one size lie among the places.
pub(super) struct Layout {
    /// Places from one row to the next.
    stride: u8,
    cells: u8,
    places: [u8; 256],
}

impl Layout {
    pub fn new(size: usize) -> Self {
        // The wall right of a row is also left of the next one.
        let stride = size + 1;
        let mut places = [0; 256];
        for (cell, place) in places.iter_mut().enumerate().take(size * size) {
            *place = ((cell / size + 1) * stride + cell % size) as u8;
        }
        Layout { stride: stride as u8, cells: (size * size) as u8, places }
    }

    /// The place of a cell counted row by row from the top left.
    #[inline]
    pub fn place(&self, cell: u8) -> u8 {
        self.places[usize::from(cell)]
    }

    /// The places of all cells.
    pub fn all(&self) -> impl Iterator<Item = u8> {
        self.places[..usize::from(self.cells)].iter().copied()
    }

    /// The four places next to that of a cell.
    #[inline(always)]
    pub fn around(&self, place: u8) -> [u8; 4] {
        [place - 1, place + 1, place - self.stride, place + self.stride]
    }
}

/// An index that is visibly inside the arrays.
#[inline(always)]
const fn at<const P: usize>(place: u8) -> usize {
    place as usize % P
}

/// What a stone would do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    Suicide,
    Quiet,
    Captures,
}

/// The stones on the board.
#[derive(Clone, Debug)]
pub(super) struct Stones<const P: usize> {
    colour: [u8; P],
    head: [u8; P],
    next: [u8; P],
    /// Links of each group, at its head. At most 226 on 13x13: a group of n stones has at most 2n + 2,
    /// and four for each of the 169 − n other points.
    links: [u8; P],
    counts: [u8; 2],
}

/// Groups follow from the stones, so only those are compared.
impl<const P: usize> PartialEq for Stones<P> {
    fn eq(&self, other: &Self) -> bool {
        self.colour == other.colour
    }
}

impl<const P: usize> Eq for Stones<P> {}

impl<const P: usize> Hash for Stones<P> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.colour.hash(state);
    }
}

impl<const P: usize> Stones<P> {
    /// An empty board.
    pub fn new(layout: &Layout) -> Self {
        let mut colour = [WALL; P];
        for place in layout.all() {
            colour[at::<P>(place)] = EMPTY;
        }
        Stones { colour, head: [0; P], next: [0; P], links: [0; P], counts: [0; 2] }
    }

    /// A player, [`EMPTY`] or a wall.
    #[inline(always)]
    pub fn colour(&self, place: u8) -> u8 {
        self.colour[at::<P>(place)]
    }

    /// Stones of each player.
    pub fn counts(&self) -> [u8; 2] {
        self.counts
    }

    /// Stones of both players.
    #[inline]
    pub fn count(&self) -> u16 {
        u16::from(self.counts[BLACK]) + u16::from(self.counts[WHITE])
    }

    #[inline(always)]
    fn head(&self, stone: u8) -> u8 {
        self.head[at::<P>(stone)]
    }

    #[inline(always)]
    fn is_stone(&self, place: u8) -> bool {
        self.colour(place) < EMPTY
    }

    /// The stones of the group that has a stone here.
    pub fn group(&self, stone: u8) -> impl Iterator<Item = u8> {
        let next = move |&last: &u8| Some(self.next[at::<P>(last)]).filter(|&place| place != stone);
        std::iter::successors(Some(stone), next)
    }

    /// Whether the empty place amid `around` is the last liberty of the group with a stone at `stone`,
    /// which is one of `around`.
    #[inline(always)]
    fn is_last_liberty(&self, around: [u8; 4], stone: u8) -> bool {
        let head = self.head(stone);
        let links = self.links[at::<P>(head)];
        let here = |place: u8| u8::from(self.is_stone(place) && self.head(place) == head);
        links <= 4 && links == around.into_iter().map(here).sum()
    }

    /// What a stone of `me` on this empty place would do.
    #[inline]
    pub fn effect(&self, layout: &Layout, place: u8, me: usize) -> Effect {
        let around = layout.around(place);
        let (mut breathes, mut captures) = (false, false);
        for near in around {
            match self.colour(near) {
                EMPTY => breathes = true,
                WALL => {}
                colour => {
                    let last = self.is_last_liberty(around, near);
                    breathes |= usize::from(colour) == me && !last;
                    captures |= usize::from(colour) != me && last;
                }
            }
        }
        match (captures, breathes) {
            (true, _) => Effect::Captures,
            (false, true) => Effect::Quiet,
            (false, false) => Effect::Suicide,
        }
    }

    /// Tells every stone of `other` that a stone on this empty place would capture.
    pub fn captured(&self, layout: &Layout, place: u8, other: usize, mut lost: impl FnMut(u8)) {
        let around = layout.around(place);
        for (number, near) in around.into_iter().enumerate() {
            let told = around[..number].iter().any(|&p| self.is_stone(p) && self.head(p) == self.head(near));
            if usize::from(self.colour(near)) == other && !told && self.is_last_liberty(around, near) {
                self.group(near).for_each(&mut lost);
            }
        }
    }

    /// Whether this stone is a group of its own with one liberty.
    pub fn alone_with_one_liberty(&self, stone: u8) -> bool {
        self.next[at::<P>(stone)] == stone && self.links[at::<P>(stone)] == 1
    }

    /// Puts a stone of `me` on an empty place where it is not suicide, and tells every stone it captures.
    #[inline]
    pub fn put(&mut self, layout: &Layout, place: u8, me: usize, mut lost: impl FnMut(u8)) {
        let around = layout.around(place);
        self.colour[at::<P>(place)] = me as u8;
        self.head[at::<P>(place)] = place;
        self.next[at::<P>(place)] = place;
        self.links[at::<P>(place)] = around.iter().map(|&near| u8::from(self.colour(near) == EMPTY)).sum();
        self.counts[me] += 1;
        for near in around {
            if self.is_stone(near) {
                self.links[at::<P>(self.head(near))] -= 1;
            }
        }
        for near in around {
            let enemy = usize::from(self.colour(near)) == 1 - me;
            if enemy && self.links[at::<P>(self.head(near))] == 0 {
                self.remove(layout, near, &mut lost);
            }
        }
        for near in around {
            if usize::from(self.colour(near)) == me {
                self.join(place, near);
            }
        }
    }

    /// Takes a group off the board.
    fn remove(&mut self, layout: &Layout, first: u8, mut lost: impl FnMut(u8)) {
        self.counts[usize::from(self.colour(first))] -= 1;
        self.colour[at::<P>(first)] = EMPTY;
        let mut stone = self.next[at::<P>(first)];
        while stone != first {
            self.counts[usize::from(self.colour(stone))] -= 1;
            self.colour[at::<P>(stone)] = EMPTY;
            stone = self.next[at::<P>(stone)];
        }
        loop {
            lost(stone);
            for near in layout.around(stone) {
                if self.is_stone(near) {
                    self.links[at::<P>(self.head(near))] += 1;
                }
            }
            stone = self.next[at::<P>(stone)];
            if stone == first {
                break;
            }
        }
    }

    /// Makes one group of two, unless they already are.
    fn join(&mut self, new: u8, old: u8) {
        let (mut gone, mut kept) = (new, old);
        // A lone new stone takes the head of the first group it meets; the next groups take it from there.
        if self.next[at::<P>(new)] != new {
            (gone, kept) = (old, new);
        }
        let (head, lost_head) = (self.head(kept), self.head(gone));
        if head == lost_head {
            return;
        }
        self.links[at::<P>(head)] += self.links[at::<P>(lost_head)];
        let mut stone = gone;
        loop {
            self.head[at::<P>(stone)] = head;
            stone = self.next[at::<P>(stone)];
            if stone == gone {
                break;
            }
        }
        self.next.swap(at::<P>(gone), at::<P>(kept));
    }
}
