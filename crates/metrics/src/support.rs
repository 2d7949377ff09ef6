//! Small worlds for tests: a header, a name table and hand-made matches.

use crate::{Context, Measure, Metric};
use ludometer_record::{
    Actor, AgentInfo, BoardInfo, Ending, Evidence, GameInfo, Group, Header, MatchRecord, Names, Opt, Ply,
    SCHEMA,
};

/// A run to which matches are added by hand.
#[derive(Clone)]
pub(crate) struct World {
    pub(crate) header: Header,
    pub(crate) names: Names,
    next: u64,
}

impl World {
    /// Everybody against everybody, two agents known, the first one in every seat.
    pub(crate) fn new(seats: &[&str]) -> Self {
        let game = GameInfo {
            name: "test".into(),
            title: "Test".into(),
            version: 1,
            params: vec![],
            seats: seats.iter().map(|seat| (*seat).to_owned()).collect(),
            teams: (0..seats.len() as u8).collect(),
            bounds: (-1.0, 1.0),
            chance: "none".into(),
            hidden: false,
            cooperative: false,
            limit: 100,
            observables: vec![],
            board: None,
            rules: None,
            sheets: Vec::new(),
            goals: Vec::new(),
        };
        let agent =
            |spec: &str| AgentInfo { spec: spec.into(), version: 1, params: vec![], reproducible: true };
        let header = Header {
            schema: SCHEMA,
            program: "test".into(),
            game,
            seed: 1,
            agents: vec![agent("first"), agent("second")],
            groups: vec![Group { name: "test".into(), lineup: vec![0; seats.len()], blocks: 1 }],
            opening: String::new(),
        };
        let mut names = Names::default();
        names.id("");
        World { header, names, next: 0 }
    }

    pub(crate) fn cooperative(mut self) -> Self {
        self.header.game.cooperative = true;
        self
    }

    /// With chance.
    pub(crate) fn dice(mut self) -> Self {
        self.header.game.chance = "listed".into();
        self
    }

    pub(crate) fn teams(mut self, teams: &[u8]) -> Self {
        self.header.game.teams = teams.to_vec();
        self
    }

    /// The agents of rotation 0.
    pub(crate) fn lineup(mut self, lineup: &[usize]) -> Self {
        self.header.groups[0].lineup = lineup.to_vec();
        self
    }

    /// A board of one row.
    pub(crate) fn board(mut self, cells: &[&str]) -> Self {
        let cells: Vec<String> = cells.iter().map(|cell| (*cell).to_owned()).collect();
        self.header.game.board = Some(BoardInfo { rows: 1, columns: cells.len(), hex: false, cells });
        self
    }

    pub(crate) fn context(&self) -> Context<'_> {
        Context { header: &self.header, names: &self.names, group: &self.header.groups[0] }
    }

    /// A new finished match without moves, drawn by all, in a block of its own.
    pub(crate) fn game(&mut self) -> Builder<'_> {
        let seats = self.header.game.seats.clone();
        let record = MatchRecord {
            number: self.next,
            group: 0,
            block: self.next,
            rotation: 0,
            seed: 1,
            agents: self.header.groups[0].lineup.iter().map(|agent| *agent as u16).collect(),
            sides: seats.iter().map(|seat| self.names.id(seat)).collect(),
            plies: vec![],
            points: vec![0.0; seats.len()],
            places: vec![1; seats.len()],
            ending: Ending::Finished,
            because: self.names.id(""),
            scores: vec![],
            sources: vec![],
            counts: vec![],
            notes: vec![],
            evidence: None,
        };
        self.next += 1;
        Builder { names: &mut self.names, record }
    }

    /// What a metric finds in these matches.
    pub(crate) fn measure<M: Metric>(&self, records: &[MatchRecord]) -> Vec<Measure> {
        let mut metric = M::default();
        records.iter().for_each(|record| metric.observe(&self.context(), record));
        metric.finish(&self.context())
    }
}

/// A match in the making.
pub(crate) struct Builder<'a> {
    names: &'a mut Names,
    record: MatchRecord,
}

impl Builder<'_> {
    /// A decision among moves with these texts; the element of each is the cell of that name.
    pub(crate) fn decide(self, seat: u8, legal: &[&str], chosen: u32) -> Self {
        let cells: Vec<String> = legal.iter().map(|text| format!("cell:{text}")).collect();
        let elements: Vec<[&str; 1]> = cells.iter().map(|cell| [cell.as_str()]).collect();
        let legal: Vec<(&str, &[&str])> =
            legal.iter().copied().zip(elements.iter().map(|e| &e[..])).collect();
        self.decide_with(seat, &legal, chosen)
    }

    /// A decision among moves with these texts and elements.
    pub(crate) fn decide_with(mut self, seat: u8, legal: &[(&str, &[&str])], chosen: u32) -> Self {
        let names = &mut *self.names;
        let mut option = |(text, elements): &(&str, &[&str])| Opt {
            text: names.id(text),
            elements: elements.iter().map(|element| names.id(element)).collect(),
        };
        let legal = legal.iter().map(&mut option).collect();
        self.push(Actor::Seat(seat), legal, chosen);
        self
    }

    /// An outcome of chance.
    pub(crate) fn chance(mut self, outcome: &str) -> Self {
        let legal = vec![Opt { text: self.names.id(outcome), elements: vec![] }];
        self.push(Actor::Chance, legal, 0);
        self
    }

    fn push(&mut self, actor: Actor, legal: Vec<Opt>, chosen: u32) {
        self.record.plies.push(Ply {
            actor,
            stage: self.names.id(""),
            chosen,
            legal,
            values: vec![],
            proven: false,
            shares: vec![],
            nodes: 1000,
            observed: vec![],
            scores: vec![],
        });
    }

    /// What the mover of the last ply thought.
    pub(crate) fn values(mut self, values: &[f32]) -> Self {
        self.record.plies.last_mut().expect("a ply comes first").values = values.to_vec();
        self
    }

    /// The mover of the last ply was certain of what it thought, whatever it looked at.
    pub(crate) fn proven(mut self) -> Self {
        let ply = self.record.plies.last_mut().expect("a ply comes first");
        (ply.proven, ply.nodes) = (true, 1);
        self
    }

    /// The mover of the last ply looked at so many positions.
    pub(crate) fn nodes(mut self, nodes: u64) -> Self {
        self.record.plies.last_mut().expect("a ply comes first").nodes = nodes;
        self
    }

    /// So many decisions between two moves, seats in turn.
    pub(crate) fn moves(mut self, count: usize) -> Self {
        let seats = self.record.places.len();
        for turn in 0..count {
            self = self.decide((turn % seats) as u8, &["a", "b"], 0);
        }
        self
    }

    /// Decisions, seats in turn, at which the mover saw these values; two seats, zero-sum.
    pub(crate) fn story(mut self, values: &[f32]) -> Self {
        for value in values {
            self = self.decide(0, &["a", "b"], 0).values(&[*value, -value]);
        }
        self
    }

    pub(crate) fn points(mut self, points: &[f32]) -> Self {
        self.record.points = points.to_vec();
        self
    }

    pub(crate) fn places(mut self, places: &[u8]) -> Self {
        self.record.places = places.to_vec();
        self
    }

    pub(crate) fn ending(mut self, ending: Ending) -> Self {
        self.record.ending = ending;
        self
    }

    pub(crate) fn broken(mut self, what: &str) -> Self {
        self.record.evidence = Some(Evidence { ply: 0, what: what.to_owned() });
        self
    }

    pub(crate) fn because(mut self, why: &str) -> Self {
        self.record.because = self.names.id(why);
        self
    }

    pub(crate) fn block(mut self, block: u64) -> Self {
        self.record.block = block;
        self
    }

    pub(crate) fn agents(mut self, agents: &[u16]) -> Self {
        self.record.agents = agents.to_vec();
        self
    }

    pub(crate) fn sides(mut self, sides: &[&str]) -> Self {
        self.record.sides = sides.iter().map(|side| self.names.id(side)).collect();
        self
    }

    pub(crate) fn scores(mut self, scores: &[f32]) -> Self {
        self.record.scores = scores.to_vec();
        self
    }

    pub(crate) fn source(mut self, seat: u8, source: &str, points: f32) -> Self {
        let source = self.names.id(source);
        self.record.sources.push((seat, source, points));
        self
    }

    pub(crate) fn count(mut self, name: &str, times: f64) -> Self {
        let name = self.names.id(name);
        self.record.counts.push((name, times));
        self
    }

    pub(crate) fn done(self) -> MatchRecord {
        self.record
    }
}

/// The measure with this id; the test fails without it.
pub(crate) fn find<'a>(measures: &'a [Measure], id: &str) -> &'a Measure {
    measures.iter().find(|measure| measure.id == id).unwrap_or_else(|| panic!("no measure {id}"))
}

/// The value of a row; the test fails without it.
pub(crate) fn value(measures: &[Measure], id: &str, label: &str) -> f64 {
    find(measures, id).row(label).unwrap_or_else(|| panic!("no row {label}")).value
}
