//! Who sits where: `--seat 2=mcts:sims=2000`, `--seat 1=me`.

use anyhow::bail;
use ludometer_lab::{AgentSpec, agents, unknown};

/// Who plays against a person when nobody is named.
const OPPONENT: &str = "mcts:sims=1000";
/// Words for a person.
const PERSON: [&str; 3] = ["me", "person", "human"];

/// The agent of each seat, none for a person. Seats not named are a person's, but a person who names
/// nobody plays seat 1 against agents.
pub fn lineup(typed: &[String], seats: usize) -> anyhow::Result<Vec<Option<AgentSpec>>> {
    let opponent = if typed.is_empty() { Some(AgentSpec::read(OPPONENT)?) } else { None };
    let mut lineup: Vec<_> = (0..seats).map(|seat| opponent.clone().filter(|_| seat > 0)).collect();
    let mut named = vec![false; seats];
    for text in typed {
        let Some((seat, who)) = text.split_once('=') else {
            bail!("`{text}` is not SEAT=AGENT; write for example --seat 2={OPPONENT} or --seat 2=me");
        };
        let number: usize = seat.trim().parse().unwrap_or(0);
        let Some(index) = number.checked_sub(1).filter(|index| *index < seats) else {
            bail!("there is no seat `{seat}`; this game has seats 1 to {seats}");
        };
        if std::mem::replace(&mut named[index], true) {
            bail!("seat {number} is given twice; give it once");
        }
        lineup[index] = player(who.trim())?;
    }
    Ok(lineup)
}

/// An agent, or none for a person.
fn player(who: &str) -> anyhow::Result<Option<AgentSpec>> {
    if PERSON.iter().any(|word| word.eq_ignore_ascii_case(who)) {
        return Ok(None);
    }
    let name = who.split(':').next().unwrap_or(who).trim();
    let known = agents();
    let agents: Vec<&str> = known.iter().map(|agent| agent.name.as_str()).collect();
    if !agents.contains(&name) {
        let all = [&agents[..], &PERSON].concat();
        bail!("{}; me, person and human are people at the keyboard", unknown("agent", name, &all));
    }
    Ok(Some(AgentSpec::read(who)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(typed: &[&str], seats: usize) -> Vec<String> {
        let typed: Vec<String> = typed.iter().map(ToString::to_string).collect();
        let who = |seat: Option<AgentSpec>| seat.map_or_else(|| "me".into(), |spec| spec.to_string());
        lineup(&typed, seats).unwrap().into_iter().map(who).collect()
    }

    #[test]
    fn seats_not_named_are_a_persons_unless_nobody_is_named() {
        assert_eq!(shown(&[], 3), ["me", OPPONENT, OPPONENT]);
        assert_eq!(shown(&["2=random"], 3), ["me", "random", "me"]);
        assert_eq!(shown(&["1=random", " 2 = Human "], 2), ["random", "me"]);
    }

    #[test]
    fn nothing_is_dropped_silently() {
        let refused = |typed: &[&str]| {
            let typed: Vec<String> = typed.iter().map(ToString::to_string).collect();
            lineup(&typed, 2).unwrap_err().to_string()
        };
        assert!(refused(&["2=random", "2=me"]).contains("seat 2 is given twice"));
        assert!(refused(&["0=random"]).contains("seats 1 to 2"));
        assert!(refused(&["2=humn"]).contains("did you mean `human`?"));
        assert!(refused(&["2=mtcs:sims=3"]).contains("did you mean `mcts`?"));
        assert!(refused(&["2=mcts:sims=0"]).contains("it takes 1.."));
    }
}
