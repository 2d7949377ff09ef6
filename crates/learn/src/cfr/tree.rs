//! The whole tree of a game in flat arrays, grown once through the contract and never asked again.
//!
//! Nodes are in breadth-first order: what comes first in a match comes first in the arrays, and the
//! children of a node are neighbours. Moves are numbered as *sequences*: a seat's way to a point of the match
//! is given by its last move and where it made it, so every move of every information set has one number. The
//! first numbers, one for each seat, are "has not moved yet".

use super::size::{advice, expected_positions, in_words};
use crate::TrainError;
use ludometer_game::{Game, Packed, Payoff, Seat, Turn, text_of};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use xxhash_rust::xxh3::xxh3_64;

/// The longest match that is followed.
const MOST_PLIES: u32 = 4096;

/// A guess this many times the limit is no mere bad guess.
const HOPELESS: f64 = 1000.0;
/// Positions grown of a tree that is far too large.
const GLIMPSE: usize = 100_000;

/// What happens at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// A seat moves; the number of its information set.
    Choice(u32),
    /// Chance moves.
    Chance,
    /// The match is over; the number of the ending.
    End(u32),
}

/// A point of a match.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The first child; the others follow it.
    pub first: u32,
    /// How many children.
    pub children: u32,
    /// What happens.
    pub what: What,
}

/// Everything a seat can know at one of its turns.
#[derive(Clone, Copy, Debug)]
pub struct InfoSet {
    /// The seat.
    pub seat: u8,
    /// The sequence of its first move; the others follow it.
    pub first: u32,
    /// How many moves.
    pub count: u32,
    /// The first node of the set.
    pub example: u32,
    /// Where the information is.
    info: (u32, u32),
    /// The moves in short: they are the same in every node.
    moves: u64,
}

impl InfoSet {
    /// The sequences of its moves.
    #[must_use]
    pub fn sequences(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}

/// The whole tree of a game.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// How many seats.
    pub seats: usize,
    /// All points of all matches.
    pub nodes: Vec<Node>,
    /// How likely chance leads to each node from the one before; 1 where a seat moves.
    pub odds: Vec<f64>,
    /// The node before each node; the first is its own.
    pub parents: Vec<u32>,
    /// Points of every seat at each ending.
    pub points: Vec<f64>,
    /// All information sets, in the order they were found.
    pub sets: Vec<InfoSet>,
    /// The texts of moves, each once.
    pub texts: Vec<String>,
    /// The text of each move, by sequence.
    pub text_of: Vec<u32>,
    infos: Vec<u8>,
}

impl Tree {
    /// Grows the tree of a game.
    ///
    /// # Errors
    /// When it has more than `limit` positions, or chance that is not listed, or seats whose moves differ
    /// where they cannot tell positions apart.
    pub fn grow<G: Game>(game: &G, limit: usize) -> Result<Tree, TrainError> {
        let seats = game.seats();
        let expected = expected_positions(game);
        // Of what is far too large only the top is grown, to say something of it.
        let hopeless = expected > HOPELESS * limit as f64;
        let tree = Tree { seats, text_of: vec![0; seats], ..Tree::default() };
        Growth {
            game,
            limit,
            stop: if hopeless { limit.min(GLIMPSE) } else { limit },
            expected,
            tree,
            waiting: VecDeque::new(),
            known: FxHashMap::default(),
            words: FxHashMap::default(),
            legal: Vec::new(),
            outcomes: Vec::new(),
            info: Vec::new(),
            plies: 0,
        }
        .run()
    }

    /// How many sequences there are: one for each seat and one for each move of each set.
    #[must_use]
    pub fn sequences(&self) -> usize {
        self.text_of.len()
    }

    /// Plays on to a node; `on_the_way` hears every state before it and the move made there.
    pub fn walk<G: Game>(
        &self,
        game: &G,
        node: u32,
        mut on_the_way: impl FnMut(&G::State, G::Move),
    ) -> G::State {
        let mut way = Vec::new();
        let mut at = node;
        while at > 0 {
            let parent = self.parents[at as usize];
            way.push((parent, at - self.nodes[parent as usize].first));
            at = parent;
        }
        let (mut state, mut legal, mut outcomes) = (game.initial(), Vec::new(), Vec::new());
        for (node, child) in way.into_iter().rev() {
            legal.clear();
            if self.nodes[node as usize].what == What::Chance {
                outcomes.clear();
                game.chance(&state, &mut outcomes);
                legal.extend(outcomes.iter().map(|&(outcome, _)| outcome));
            } else {
                game.moves(&state, &mut legal);
            }
            let made = legal[child as usize];
            on_the_way(&state, made);
            game.play(&mut state, made);
        }
        state
    }

    /// What is known in an information set, as the game writes it.
    #[must_use]
    pub fn info(&self, set: &InfoSet) -> &[u8] {
        &self.infos[set.info.0 as usize..][..set.info.1 as usize]
    }
}

/// A tree that grows.
struct Growth<'a, G: Game> {
    game: &'a G,
    limit: usize,
    /// How many positions are grown at most.
    stop: usize,
    /// About how many there are in all.
    expected: f64,
    tree: Tree,
    /// Nodes that have not been looked at, with their states. Endings are never among them.
    waiting: VecDeque<(usize, G::State)>,
    /// Information sets by seat and information.
    known: FxHashMap<Box<[u8]>, u32>,
    /// Texts of moves.
    words: FxHashMap<String, u32>,
    legal: Vec<G::Move>,
    outcomes: Vec<(G::Move, f64)>,
    info: Vec<u8>,
    plies: u32,
}

impl<G: Game> Growth<'_, G> {
    fn run(mut self) -> Result<Tree, TrainError> {
        self.add(self.game.initial(), 0, 1.0)?;
        let mut level_end = 1;
        while let Some((at, state)) = self.waiting.pop_front() {
            if at >= level_end {
                (self.plies, level_end) = (self.plies + 1, self.tree.nodes.len());
            }
            self.expand(at, &state)?;
        }
        Ok(self.tree)
    }

    fn add(&mut self, state: G::State, parent: usize, odds: f64) -> Result<(), TrainError> {
        let tree = &mut self.tree;
        if tree.nodes.len() >= self.stop || tree.infos.len() > u32::MAX as usize {
            return Err(TrainError::TooLarge {
                limit: self.limit,
                plies: self.plies + 1,
                grown: tree.nodes.len(),
                sets: tree.sets.len(),
                expected: in_words(self.expected),
                advice: advice(self.expected, self.game.traits().hidden),
            });
        }
        let at = tree.nodes.len();
        tree.nodes.push(Node { first: 0, children: 0, what: What::Chance });
        tree.odds.push(odds);
        tree.parents.push(parent as u32);
        if self.game.turn(&state) == Turn::Over {
            let ending = self.end(self.game.payoff(&state));
            self.tree.nodes[at].what = ending;
        } else {
            self.waiting.push_back((at, state));
        }
        Ok(())
    }

    fn expand(&mut self, at: usize, state: &G::State) -> Result<(), TrainError> {
        let first = self.tree.nodes.len() as u32;
        let (what, children) = match self.game.turn(state) {
            Turn::Broken => (self.end(Payoff::draw(self.tree.seats)), 0),
            // As in the arena: an endless match is worth what it would be if it stopped here.
            _ if self.plies >= self.game.limit() => (self.end(self.game.payoff(state)), 0),
            Turn::Over => (self.end(self.game.payoff(state)), 0),
            _ if self.plies >= MOST_PLIES => return Err(needs_short_matches()),
            Turn::Chance => self.chance(at, state)?,
            Turn::Seat(seat) => self.choice(at, seat, state)?,
            _ => (self.end(Payoff::draw(self.tree.seats)), 0),
        };
        self.tree.nodes[at] = Node { first, children, what };
        Ok(())
    }

    fn end(&mut self, payoff: Payoff) -> What {
        let number = self.tree.points.len() / self.tree.seats;
        self.tree.points.extend(payoff.points.iter().map(|&points| f64::from(points)));
        What::End(number as u32)
    }

    fn child(&mut self, state: &G::State, chosen: G::Move, at: usize, odds: f64) -> Result<(), TrainError> {
        let mut next = state.clone();
        self.game.play(&mut next, chosen);
        self.add(next, at, odds)
    }

    fn chance(&mut self, at: usize, state: &G::State) -> Result<(What, u32), TrainError> {
        let mut outcomes = std::mem::take(&mut self.outcomes);
        outcomes.clear();
        if !self.game.chance(state, &mut outcomes) {
            return Err(TrainError::Shuffled { advice: "`ismcts` plays it without training".into() });
        }
        let total: f64 = outcomes.iter().map(|(_, odds)| odds).sum();
        for &(outcome, odds) in &outcomes {
            self.child(state, outcome, at, odds / total)?;
        }
        let children = outcomes.len() as u32;
        self.outcomes = outcomes;
        Ok((What::Chance, children))
    }

    fn choice(&mut self, at: usize, seat: Seat, state: &G::State) -> Result<(What, u32), TrainError> {
        let mut legal = std::mem::take(&mut self.legal);
        legal.clear();
        self.game.moves(state, &mut legal);
        if legal.is_empty() {
            self.legal = legal;
            // A turn without a move is a broken state.
            return Ok((self.end(Payoff::draw(self.tree.seats)), 0));
        }
        let set = self.set_of(at, seat, state, &legal)?;
        for &option in &legal {
            self.child(state, option, at, 1.0)?;
        }
        let children = legal.len() as u32;
        self.legal = legal;
        Ok((What::Choice(set), children))
    }

    /// The information set of a node, made if it is new.
    fn set_of(
        &mut self,
        at: usize,
        seat: Seat,
        state: &G::State,
        legal: &[G::Move],
    ) -> Result<u32, TrainError> {
        self.info.clear();
        self.info.push(seat.index() as u8);
        self.game.info(state, seat, &mut self.info);
        let packed: Vec<u8> = legal.iter().flat_map(|option| option.pack()).collect();
        let moves = xxh3_64(&packed);
        if let Some(&known) = self.known.get(&self.info[..]) {
            return match self.tree.sets[known as usize].moves == moves {
                true => Ok(known),
                false => Err(differing_moves(seat)),
            };
        }
        let number = self.tree.sets.len() as u32;
        let info = &self.info[1..];
        self.tree.sets.push(InfoSet {
            seat: seat.index() as u8,
            first: self.tree.text_of.len() as u32,
            count: legal.len() as u32,
            example: at as u32,
            info: (self.tree.infos.len() as u32, info.len() as u32),
            moves,
        });
        self.tree.infos.extend_from_slice(info);
        self.known.insert(self.info.clone().into_boxed_slice(), number);
        for &option in legal {
            let text = text_of(self.game, state, option);
            let next = self.words.len() as u32;
            let word = *self.words.entry(text.clone()).or_insert(next);
            if word == next {
                self.tree.texts.push(text);
            }
            self.tree.text_of.push(word);
        }
        Ok(number)
    }
}

fn needs_short_matches() -> TrainError {
    TrainError::CannotLearn {
        trainer: "cfr",
        needs: format!("matches of at most {MOST_PLIES} plies, and this game has longer ones"),
        instead: "`mcts` plays it without training".into(),
    }
}

fn differing_moves(seat: Seat) -> TrainError {
    TrainError::CannotLearn {
        trainer: "cfr",
        needs: format!("the same moves wherever a seat knows the same, and {seat} has different ones here"),
        instead: "`ludometer check` shows what the rules give away".into(),
    }
}
