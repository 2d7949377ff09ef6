//! What every bet is worth, and the variants of the rules.

use super::bets::{Contra, Envido};

/// What an accepted falta envido pays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Falta {
    /// What the loser lacks to the target.
    Loser,
    /// What the leader lacks to the target.
    Leader,
    /// What the winner lacks to half of the target while both are below it, then what the leader lacks.
    Half,
}

/// The variant that is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Points that win the match.
    pub target: u8,
    /// Whether envido may answer the first truco.
    pub envido_first: bool,
    /// What falta envido pays.
    pub falta: Falta,
    /// Whether there is flor.
    pub flor: bool,
    /// What two flores pay without more bets.
    pub flor_flor: u8,
    /// Whether who leaves before any call and card pays for the envido, or the flor, too.
    pub leaving_pays_envido: bool,
    /// Whether cards may be played face down.
    pub facedown: bool,
}

/// What one flor pays, and what is paid by who gives up with a flor against a flor.
pub const FLOR: u8 = 3;
pub const FLOR_REFUSED: u8 = 4;
const CONTRA_FLOR: u8 = 6;

impl Rules {
    fn falta(&self, points: [u8; 2], winner: usize) -> u8 {
        let leader = points[0].max(points[1]);
        let half = self.target / 2;
        match self.falta {
            Falta::Loser => self.target - points[1 - winner],
            Falta::Half if leader < half => half - points[winner],
            Falta::Leader | Falta::Half => self.target - leader,
        }
    }

    /// What accepted calls of envido pay the winner.
    #[must_use]
    pub fn envido_won(&self, calls: Envido, points: [u8; 2], winner: usize) -> u8 {
        if calls.has(Envido::FALTA) { self.falta(points, winner) } else { calls.sum() }
    }

    /// What two flores pay the better one after this call.
    #[must_use]
    pub fn flor_won(&self, call: Contra, points: [u8; 2], winner: usize) -> u8 {
        match call {
            Contra::Flor => self.flor_flor,
            Contra::Contra => CONTRA_FLOR,
            Contra::Falta => self.falta(points, winner),
            Contra::Resto => self.target,
        }
    }
}
