//! The search where every seat sees everything: UCT with chance turns and proofs.

use super::choose::Candidate;
use super::logarithms::Logarithms;
use super::style::{Plain, Step, Style};
use super::tree::{MOST_CHILDREN, ROOT, Scale, Tree};
use super::{Found, Rollout, Settings};
use ludometer_game::{Game, Rng, Seat, Seats, Sum, Turn};

/// At a chance turn whose outcomes cannot be listed, at most this many draws are told apart.
const MOST_DRAWS: usize = 64;
/// Simulations between two questions whether anybody still waits.
const HALT_EVERY: u32 = 32;

/// A search and its memory, which is reused from move to move.
pub struct Search<G: Game> {
    tree: Tree<G::Move>,
    /// Edges walked in this simulation.
    path: Vec<Step>,
    moves: Vec<G::Move>,
    odds: Vec<(G::Move, f64)>,
}

impl<G: Game> Default for Search<G> {
    fn default() -> Self {
        Search { tree: Tree::default(), path: Vec::new(), moves: Vec::new(), odds: Vec::new() }
    }
}

/// What is the same for all simulations of one search.
pub(super) struct Table<'a, G: Game> {
    pub game: &'a G,
    pub root: &'a G::State,
    pub scale: Scale,
    c_squared: f32,
    logarithms: Logarithms,
    /// Whether one seat's win says what everybody else gets, as between two opponents.
    win_settles_all: bool,
    pub rollout: Rollout,
    pub me: Seat,
}

impl<G: Game> Table<'_, G> {
    /// c² · ln of the visits of a position: what exploration divides by the visits of a child.
    #[inline]
    pub fn wide(&self, visits: u32) -> f32 {
        self.c_squared * self.logarithms.of(visits)
    }
}

impl<G: Game> Search<G> {
    /// Searches from a state in which a seat is to move.
    ///
    /// # Panics
    /// When it is nobody's turn.
    pub fn run(&mut self, game: &G, root: &G::State, settings: Settings, rng: &mut Rng) -> Found<G::Move> {
        self.run_in(&mut Plain, game, root, settings, &|| false, rng)
    }

    /// The same for somebody who may stop waiting.
    pub(crate) fn run_watched(
        &mut self,
        game: &G,
        root: &G::State,
        settings: Settings,
        halted: &dyn Fn() -> bool,
        rng: &mut Rng,
    ) -> Found<G::Move> {
        self.run_in(&mut Plain, game, root, settings, halted, rng)
    }

    /// Searches in a style, for somebody who may stop waiting.
    pub(super) fn run_in<S: Style<G>>(
        &mut self,
        style: &mut S,
        game: &G,
        root: &G::State,
        settings: Settings,
        halted: &dyn Fn() -> bool,
        rng: &mut Rng,
    ) -> Found<G::Move> {
        let me = game.turn(root).seat().expect("a search starts on a seat's turn");
        let table = Table {
            game,
            root,
            scale: Scale::new(game.bounds()),
            c_squared: settings.c * settings.c,
            logarithms: Logarithms::new(),
            win_settles_all: match game.traits().sum {
                Sum::Zero => game.seats() <= 2,
                Sum::Shared => true,
                Sum::General => game.seats() == 1,
            },
            rollout: settings.rollout,
            me,
        };
        self.moves.clear();
        game.moves(root, &mut self.moves);
        style.order(&table, root, me, &mut self.moves, rng);
        self.tree.reset(self.moves[0]);
        self.tree.expand(ROOT, self.moves.drain(..));
        let mut sums = Seats::all(0.0f64, game.seats());
        let mut sims = 0u32;
        let halts = |sims: u32| sims.is_multiple_of(HALT_EVERY) && halted();
        while sims < settings.sims && self.tree.proof(ROOT).is_none() && !halts(sims) {
            let result = self.simulate(style, &table, rng);
            for seat in Seat::all(game.seats()) {
                sums[seat] += f64::from(result[seat]);
            }
            sims += 1;
        }
        let mut found = self.found(game.seats(), sims, &sums);
        style.mark(&self.tree, me, &mut found.candidates);
        found
    }

    /// The memory of the search.
    #[must_use]
    pub fn tree(&self) -> &Tree<G::Move> {
        &self.tree
    }

    /// One walk down and back up; returns what it was worth to each seat.
    #[inline]
    fn simulate<S: Style<G>>(&mut self, style: &mut S, table: &Table<'_, G>, rng: &mut Rng) -> Seats<f32> {
        let mut state = table.root.clone();
        let mut at = ROOT;
        self.path.clear();
        self.path.push((ROOT, Some(table.me)));
        let (result, ended) = loop {
            if let Some(proof) = self.tree.proof(at) {
                break (*proof, false);
            }
            let mover = match table.game.turn(&state) {
                Turn::Seat(seat) => Some(seat),
                Turn::Chance => None,
                Turn::Over => break (table.scale.units(&table.game.payoff(&state)), true),
                // A broken state is worth nothing to anybody, and proves nothing.
                _ => break (Seats::all(0.0, table.game.seats()), false),
            };
            if at != ROOT && self.tree.edge(at).visits == 0 {
                if self.tree.has_keys()
                    && let Some(proof) = self.tree.proof_by_key(table.game.key(&state))
                {
                    break (*proof, true);
                }
                break (style.value(table, &mut state, &mut self.moves, rng), false);
            }
            if self.tree.is_leaf(at) && !self.expand(style, table, at, &state, mover, rng) {
                // Nothing can be played here: the rules are broken, and prove nothing.
                break (Seats::all(0.0, table.game.seats()), false);
            }
            at = match mover {
                Some(seat) => style.choose(&mut self.tree, table, &self.path, seat, rng),
                None => self.draw(table.game, at, &state, rng),
            };
            self.path.push((at, mover));
            table.game.play(&mut state, self.tree.edge(at).by);
        };
        for &(edge, mover) in &self.path {
            self.tree.edge_mut(edge).add(result[mover.unwrap_or(table.me)]);
        }
        style.learn(&self.tree, &self.path, &result);
        if ended {
            self.back_up_proof(result, table);
            if let Some(highest) = style.tighten(&mut self.tree, table, &self.path, &result) {
                self.share_proofs(highest, table);
            }
        }
        result
    }

    /// Writes the children of a position; `false` if there are none.
    fn expand<S: Style<G>>(
        &mut self,
        style: &mut S,
        table: &Table<'_, G>,
        at: u32,
        state: &G::State,
        mover: Option<Seat>,
        rng: &mut Rng,
    ) -> bool {
        if let Some(seat) = mover {
            self.moves.clear();
            table.game.moves(state, &mut self.moves);
            let any = !self.moves.is_empty();
            if any {
                style.order(table, state, seat, &mut self.moves, rng);
                self.tree.expand(at, self.moves.drain(..));
            }
            return any;
        }
        self.odds.clear();
        if table.game.chance(state, &mut self.odds) {
            self.tree.expand(at, self.odds.drain(..).map(|(outcome, _)| outcome));
        } else {
            // Room for draws, each overwritten when it is first made, and for one that never is: it
            // stands for all the others, so that no number of draws proves the turn.
            let filler = self.tree.edge(at).by;
            self.tree.expand(at, std::iter::repeat_n(filler, MOST_DRAWS + 1));
        }
        true
    }

    /// The outcome chance brings.
    fn draw(&mut self, game: &G, at: u32, state: &G::State, rng: &mut Rng) -> u32 {
        let children = self.tree.children(at);
        self.odds.clear();
        if game.chance(state, &mut self.odds) {
            self.odds.truncate(MOST_CHILDREN);
            let drawn = rng.roulette(self.odds.iter().map(|(_, odds)| *odds));
            return children.start + drawn.unwrap_or(0) as u32;
        }
        let edge = self.tree.edge(at);
        let (before, after) = (edge.drawn(edge.visits), edge.drawn(edge.visits + 1));
        if after > before {
            let slot = children.start + before;
            self.tree.edge_mut(slot).by = game.draw(state, rng);
            return slot;
        }
        children.start + rng.below(before as usize) as u32
    }

    /// A proven position was reached: what that proves about the positions before it.
    fn back_up_proof(&mut self, mut payoff: Seats<f32>, table: &Table<'_, G>) {
        let mut highest = self.path.len();
        for step in (0..self.path.len()).rev() {
            let (at, mover) = self.path[step];
            self.tree.prove(at, &payoff, payoff[mover.unwrap_or(table.me)]);
            highest = step;
            if step == 0 {
                break;
            }
            let (parent, _) = self.path[step - 1];
            match mover {
                Some(seat) if payoff[seat] >= 1.0 && table.win_settles_all => {}
                Some(seat) => match self.best_if_all_proven(parent, seat) {
                    Some(best) => payoff = best,
                    None => break,
                },
                None if self.all_alike(parent, &payoff) => {}
                None => break,
            }
        }
        if highest + 1 < self.path.len() {
            self.share_proofs(highest, table);
        }
    }

    /// Makes the proofs from this step of the path on known by key. The last step needs none: it is
    /// the end of a match, or was found by its key.
    fn share_proofs(&mut self, highest: usize, table: &Table<'_, G>) {
        let mut state = table.root.clone();
        for step in 0..self.path.len() - 1 {
            let (at, _) = self.path[step];
            if step > 0 {
                table.game.play(&mut state, self.tree.edge(at).by);
            }
            if step >= highest {
                self.tree.share_proof(at, table.game.key(&state));
            }
        }
    }

    /// What a position is worth when all moves from it are proven. Where the mover's best moves differ
    /// in what they bring the others, nobody knows which it will choose: nothing is proven then.
    fn best_if_all_proven(&self, parent: u32, seat: Seat) -> Option<Seats<f32>> {
        let mut best: Option<Seats<f32>> = None;
        let mut agreed = true;
        for child in self.tree.children(parent) {
            let proof = *self.tree.proof(child)?;
            match best {
                Some(so_far) if proof[seat] < so_far[seat] => {}
                Some(so_far) if proof[seat] == so_far[seat] => agreed &= proof == so_far,
                _ => (best, agreed) = (Some(proof), true),
            }
        }
        best.filter(|_| agreed)
    }

    /// Whether all outcomes of a chance turn are proven to be worth the same.
    fn all_alike(&self, parent: u32, payoff: &Seats<f32>) -> bool {
        self.tree.children(parent).all(|outcome| self.tree.proof(outcome) == Some(payoff))
    }

    /// The root moves with what was learnt of them.
    fn root_moves(&self) -> Vec<(G::Move, Candidate)> {
        let mut all = Vec::new();
        for child in self.tree.child_edges(ROOT) {
            let mean = child.mean.max(-1.0);
            all.push((
                child.by,
                Candidate { visits: child.visits, mean, proven: child.is_proven(), beaten: false },
            ));
        }
        all
    }

    /// The most visited way down, as far as it was visited at all; a won move is preferred.
    fn line(&self) -> Vec<G::Move> {
        let mut line = Vec::new();
        let mut at = ROOT;
        loop {
            let children = self.tree.children(at).filter(|&child| self.tree.edge(child).visits > 0);
            let rank = |&child: &u32| {
                let edge = self.tree.edge(child);
                let known = if edge.is_proven() { edge.mean.clamp(-1.0, 1.0) as i32 } else { 0 };
                (known, edge.visits, u32::MAX - child)
            };
            let Some(next) = children.max_by_key(rank) else { return line };
            line.push(self.tree.edge(next).by);
            at = next;
        }
    }

    fn found(&self, seats: usize, sims: u32, sums: &Seats<f64>) -> Found<G::Move> {
        let proof = self.tree.proof(ROOT);
        let mean = |seat| (sums[seat] / f64::from(sims.max(1))) as f32;
        Found {
            candidates: self.root_moves(),
            values: Seat::all(seats).map(|seat| proof.map_or_else(|| mean(seat), |p| p[seat])).collect(),
            proven: proof.is_some(),
            sims: u64::from(sims),
            line: self.line(),
        }
    }
}
