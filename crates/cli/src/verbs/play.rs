//! `play`: a match in the terminal.

use super::{open_game, style};
use crate::args::{Common, PlayArgs};
use crate::output::{Answer, Out};
use anyhow::bail;
use ludometer_lab::show::scene_text;
use ludometer_lab::{AgentSpec, Next, Session};
use owo_colors::OwoColorize;
use std::io::stdin;

/// Who plays against a person when nobody is named.
const OPPONENT: &str = "mcts:sims=1000";

pub fn play(typed: &PlayArgs, common: &Common, out: &mut Out) -> anyhow::Result<Answer> {
    if out.json {
        bail!("play is a conversation and has no answer in JSON; analyze and tournament have");
    }
    let house = open_game(&typed.game, common)?;
    let info = house.info();
    let (seats, hidden) = (info.seats.len(), info.hidden);
    let lineup = lineup(&typed.seat, seats)?;
    let people = lineup.iter().filter(|agent| agent.is_none()).count();
    let mut session = house.session(&lineup, common.seed)?;
    // A move is told as far as all people at the terminal see it; with nobody there all is open.
    let viewers: Vec<usize> = (0..seats).filter(|&seat| lineup[seat].is_none()).collect();
    for (seat, agent) in lineup.iter().enumerate() {
        let who = agent.as_ref().map_or_else(|| "you".to_owned(), ToString::to_string);
        out.say(format!("{}: {who}", info.seats[seat]));
    }
    out.say("Type a move, or: ? for the legal moves, undo, quit.");
    loop {
        match session.next() {
            Next::Over => break,
            Next::Person(seat) => {
                out.line(scene_text(&session.scene(Some(seat)), style()))?;
                if !ask(&mut *session, seat, out)? {
                    say_how_to_go_on(&*session, typed, hidden, out);
                    return Ok(Answer::Yes);
                }
            }
            Next::Agent(_) | Next::Chance => {
                if people == 0 {
                    out.line(scene_text(&session.scene(None), style()))?;
                }
                if let Some(made) = session.act(&viewers).map_err(anyhow::Error::msg)? {
                    // What an agent feels about its own cards would give them away.
                    let value = made.value.filter(|_| !hidden || people == 0);
                    let value = value.map_or_else(String::new, |v| format!(" (feels {v:+.2})"));
                    out.line(format!("{} plays {}{value}", made.by.bold(), made.text.bold()))?;
                }
            }
        }
    }
    // Cards that the rules keep closed stay closed for the person who played.
    let viewer = viewers.first().copied().filter(|_| hidden && people == 1);
    finish(&*session, seats, viewer, out)?;
    Ok(Answer::Yes)
}

/// The command that goes on from here, unless it would tell what is hidden.
fn say_how_to_go_on(session: &dyn Session, typed: &PlayArgs, hidden: bool, out: &mut Out) {
    if hidden || typed.game.position.is_some() {
        return;
    }
    let moves = format!("{} {}", typed.game.moves.as_deref().unwrap_or_default(), session.moves());
    let set: String = typed.game.set.iter().map(|setting| format!(" --set {setting}")).collect();
    out.say(format!(
        "Go on later with: ludometer play {}{set} --moves \"{}\"",
        typed.game.game,
        moves.trim()
    ));
}

/// The agents as typed: `2=mcts:sims=2000`; seats not named are a person's, but a person who names
/// nobody plays seat 1 against the machine.
fn lineup(typed: &[String], seats: usize) -> anyhow::Result<Vec<Option<AgentSpec>>> {
    let mut lineup = vec![None; seats];
    if typed.is_empty() {
        for seat in lineup.iter_mut().skip(1) {
            *seat = Some(AgentSpec::read(OPPONENT)?);
        }
    }
    for text in typed {
        let Some((seat, who)) = text.split_once('=') else {
            bail!("`{text}` is not SEAT=AGENT; write for example --seat 2={OPPONENT}");
        };
        let number: usize = seat.trim().parse().unwrap_or(0);
        let Some(place) = number.checked_sub(1).and_then(|index| lineup.get_mut(index)) else {
            bail!("there is no seat `{seat}`; this game has seats 1 to {seats}");
        };
        *place = if matches!(who.trim(), "me" | "person") { None } else { Some(AgentSpec::read(who)?) };
    }
    Ok(lineup)
}

/// Asks the person in a seat until a move is made; `false` to leave.
fn ask(session: &mut dyn Session, seat: usize, out: &mut Out) -> anyhow::Result<bool> {
    let legal = session.legal();
    list_moves(&legal, 12, out)?;
    loop {
        out.prompt(format!("{}: ", session.seat_name(seat).bold()))?;
        let mut line = String::new();
        if stdin().read_line(&mut line)? == 0 {
            out.line("")?;
            return Ok(false);
        }
        match line.trim() {
            "" => {}
            "quit" | "q" | "exit" => return Ok(false),
            "?" | "help" => list_moves(&legal, usize::MAX, out)?,
            "undo" | "u" => {
                if session.undo() {
                    return Ok(true);
                }
                out.line("There is nothing to take back.")?;
            }
            text if session.play(text) => return Ok(true),
            text => out.line(format!("`{text}` is not legal here. Legal: {}", short(&legal, 40)))?,
        }
    }
}

fn list_moves(legal: &[String], most: usize, out: &mut Out) -> anyhow::Result<()> {
    Ok(out.line(format!("{} legal: {}", legal.len(), short(legal, most)))?)
}

fn short(legal: &[String], most: usize) -> String {
    let shown = legal.iter().take(most).map(String::as_str).collect::<Vec<_>>().join(" ");
    if legal.len() > most { format!("{shown} … (? lists all)") } else { shown }
}

fn finish(session: &dyn Session, seats: usize, viewer: Option<usize>, out: &mut Out) -> anyhow::Result<()> {
    out.line(scene_text(&session.scene(viewer), style()))?;
    let (points, places, because) = session.result();
    let winners: Vec<String> =
        (0..seats).filter(|&seat| places[seat] == 1).map(|seat| session.seat_name(seat)).collect();
    let tie = winners.len() == seats && seats > 1 && points.iter().all(|p| *p <= 0.0);
    if tie {
        out.line(format!("A draw ({because})."))?;
    } else if winners.is_empty() {
        out.line(format!("Everybody lost ({because})."))?;
    } else {
        out.line(format!("{} wins ({because}). Points: {points:?}", winners.join(" and ").bold()))?;
    }
    Ok(())
}
