//! `play`: a match in the terminal.

mod choice;
mod lineup;

use super::analyze::{opinions, scale};
use super::outcome::{headline, points};
use super::{game_request, open_game, style};
use crate::args::{Common, PlayArgs};
use crate::output::{Answer, Out};
use choice::{Choice, Command};
use ludometer_lab::show::scene_text;
use ludometer_lab::{AgentSpec, GameInfo, Made, Next, Opening, Scene, Session, quoted};
use owo_colors::OwoColorize;
use std::io::{IsTerminal, stdin};

/// How many moves a hint shows, and how many a beginning may mean before they are cut.
const SHOWN: usize = 5;

pub fn play(typed: &PlayArgs, common: &Common, out: &mut Out) -> anyhow::Result<Answer> {
    let house = open_game(&typed.game, common)?;
    let info = house.info();
    let once = |spec: AgentSpec| if common.dry_run { spec.dry() } else { Ok(spec) };
    let seats = lineup::lineup(&typed.seat, info.seats.len())?;
    let seats = seats.into_iter().map(|seat| seat.map(once).transpose()).collect::<Result<Vec<_>, _>>()?;
    let hint = once(AgentSpec::read(&typed.hint)?)?;
    let people: Vec<usize> = (0..seats.len()).filter(|&seat| seats[seat].is_none()).collect();
    introduce(&info, &seats, &hint, out);
    let session = house.session(&seats, common.seed)?;
    let mut table = Table { session, info, people, hint, holder: None };
    if table.run(out)? {
        table.finish(out)?;
    } else if !table.session.moves().is_empty() {
        let opening = game_request(&typed.game)?.opening;
        out.say(match table.info.hidden {
            true => {
                "This match cannot be gone on with: its moves would tell what nobody may know.".to_owned()
            }
            false => format!("Go on later with: {}", go_on(&*table.session, &opening, typed, common)),
        });
    }
    Ok(Answer::Yes)
}

/// Who sits where, and what can be typed.
fn introduce(info: &GameInfo, seats: &[Option<AgentSpec>], hint: &AgentSpec, out: &mut Out) {
    let people = seats.iter().filter(|seat| seat.is_none()).count();
    let person = if people == 1 { "you" } else { "a person" };
    for (name, agent) in info.seats.iter().zip(seats) {
        let who = agent.as_ref().map_or_else(|| person.to_owned(), ToString::to_string);
        out.say(format!("{name}: {who}"));
    }
    if people > 0 {
        out.say(format!("The rules: ludometer games {}", info.name));
        out.say("Type a move, its number or its beginning; or");
        out.say(format!("  ? for all moves, hint for what {hint} would play, undo, quit."));
        out.say("");
    }
}

/// The command that goes on from here.
fn go_on(session: &dyn Session, opening: &Opening, typed: &PlayArgs, common: &Common) -> String {
    let game = &typed.game;
    let mut words = vec!["ludometer play".to_owned(), quoted(&game.game)];
    words.extend(game.start.set.iter().map(|setting| format!("--set {}", quoted(setting))));
    words.extend(typed.seat.iter().map(|seat| format!("--seat {}", quoted(seat))));
    if !opening.position.is_empty() {
        words.push(format!("--position {}", quoted(&opening.position)));
    }
    let moves = format!("{} {}", opening.moves, session.moves());
    if !moves.trim().is_empty() {
        words.push(format!("--moves {}", quoted(moves.trim())));
    }
    words.push(format!("--seed {}", common.seed));
    words.join(" ")
}

/// A match and who sits at it.
struct Table {
    session: Box<dyn Session>,
    info: GameInfo,
    /// Seats of people.
    people: Vec<usize>,
    /// Who is asked for hints.
    hint: AgentSpec,
    /// Who looks at the screen, where people must not see each other's.
    holder: Option<usize>,
}

impl Table {
    /// Plays to the end; `false` if somebody leaves before it.
    fn run(&mut self, out: &mut Out) -> anyhow::Result<bool> {
        loop {
            match self.session.next() {
                Next::Over => return Ok(true),
                Next::Person(seat) => {
                    if !self.present(seat, out)? || !self.ask(seat, out)? {
                        return Ok(false);
                    }
                    if let Some(last) = self.session.story(&self.people).last() {
                        self.tell_paid(last, out)?;
                    }
                }
                Next::Agent(_) | Next::Chance => self.watch(out)?,
            }
        }
    }

    /// Whether people share a screen and must not see the same.
    fn is_secret(&self) -> bool {
        self.info.hidden && self.people.len() > 1
    }

    /// An agent or chance acts. With several people and secrets, each is told when it is their turn.
    fn watch(&mut self, out: &mut Out) -> anyhow::Result<()> {
        if self.people.is_empty() {
            self.draw(&self.session.scene(None), out)?;
        }
        self.session.act().map_err(anyhow::Error::msg)?;
        if !self.is_secret()
            && let Some(last) = self.session.story(&self.people).last()
        {
            self.tell(last, out)?;
        }
        Ok(())
    }

    /// Shows a person what their seat sees; `false` if nobody is there any more.
    fn present(&mut self, seat: usize, out: &mut Out) -> anyhow::Result<bool> {
        if self.is_secret() {
            if self.holder.replace(seat) != Some(seat) && !hand_over(&self.info.seats[seat], out)? {
                return Ok(false);
            }
            let story = self.session.story(&[seat]);
            let own = story.iter().rposition(|made| made.seat == Some(seat));
            for made in story.iter().skip(own.map_or(0, |own| own + 1)) {
                self.tell(made, out)?;
            }
        }
        self.draw(&self.session.scene(Some(seat)), out)?;
        Ok(true)
    }

    /// Asks the person in a seat until something happens; `false` to leave.
    fn ask(&mut self, seat: usize, out: &mut Out) -> anyhow::Result<bool> {
        let legal = self.session.legal();
        out.line(choice::list(&legal, false, style().width))?;
        loop {
            out.prompt(format!("{}: ", self.info.seats[seat].bold()))?;
            let Some(line) = read_line()? else {
                out.line("")?;
                return Ok(false);
            };
            let text = line.trim();
            if text.is_empty() {
                continue;
            }
            // The game's own reader comes first: it may know more than one way to write a move.
            if self.session.play(text) {
                return Ok(true);
            }
            match choice::read(text, &legal) {
                Choice::Move(chosen) => {
                    if self.session.play(chosen) {
                        return Ok(true);
                    }
                }
                Choice::Command(Command::Quit) => return Ok(false),
                Choice::Command(Command::List) => out.line(choice::list(&legal, true, style().width))?,
                Choice::Command(Command::Hint) => self.advise(seat, out)?,
                Choice::Command(Command::Undo) if self.session.undo() => {
                    out.line("Taken back.")?;
                    return Ok(true);
                }
                Choice::Command(Command::Undo) => out.line("There is nothing to take back.")?,
                Choice::Several(several) => {
                    let cut = if several.len() > SHOWN { " …" } else { "" };
                    let some = several[..several.len().min(SHOWN)].join(" ");
                    out.line(format!("`{text}` could be {some}{cut}; type more of it."))?;
                }
                Choice::Nothing => {
                    out.line(format!("`{text}` is not legal here."))?;
                    out.line(choice::list(&legal, false, style().width))?;
                }
            }
        }
    }

    /// What an agent would do in this seat, from what the seat sees.
    fn advise(&self, seat: usize, out: &mut Out) -> anyhow::Result<()> {
        match self.session.hint(&self.hint) {
            Err(error) => out.line(format!("No hint: {error}"))?,
            Ok(None) => {}
            Ok(Some(thought)) => {
                out.line(format!(
                    "{} would play {}. {}",
                    self.hint,
                    thought.best.bold(),
                    scale(&self.info.seats[seat])
                ))?;
                out.line(opinions(&thought, SHOWN))?;
            }
        }
        Ok(())
    }

    fn tell(&self, made: &Made, out: &mut Out) -> anyhow::Result<()> {
        let what = made.text.as_deref().unwrap_or("(hidden)");
        match made.seat {
            Some(seat) => out.line(format!("{} plays {}", self.info.seats[seat].bold(), what.bold()))?,
            None => out.line(format!("Chance: {}", what.bold()))?,
        }
        self.tell_paid(made, out)
    }

    /// What a deal that is over brought.
    fn tell_paid(&self, made: &Made, out: &mut Out) -> anyhow::Result<()> {
        for (seat, what, points) in &made.paid {
            out.line(format!("{} scores {points} for {what}", self.info.seats[*seat].bold()))?;
        }
        Ok(())
    }

    fn draw(&self, scene: &Scene, out: &mut Out) -> anyhow::Result<()> {
        Ok(out.line(scene_text(scene, style()))?)
    }

    fn finish(&self, out: &mut Out) -> anyhow::Result<()> {
        if self.is_secret() {
            // The last view of one person is no business of the others.
            out.wipe()?;
            let story = self.session.story(&self.people);
            for made in story.iter().skip(story.len().saturating_sub(self.info.seats.len())) {
                self.tell(made, out)?;
            }
        }
        match self.last_scene() {
            Some(scene) => self.draw(&scene, out)?,
            None => out.line("What was hidden stays hidden.")?,
        }
        let ended = self.session.ended();
        out.line(headline(&ended, &self.info.seats, self.info.cooperative).bold())?;
        out.line(points(&ended, &self.info.seats))?;
        Ok(())
    }

    /// The final picture as all people may see it; with nobody there everything is open.
    fn last_scene(&self) -> Option<Scene> {
        if !self.info.hidden {
            return Some(self.session.scene(None));
        }
        let mut scenes = self.people.iter().map(|&seat| self.session.scene(Some(seat)));
        let first = scenes.next().unwrap_or_else(|| self.session.scene(None));
        scenes.all(|scene| scene == first).then_some(first)
    }
}

/// Lets the screen go from one person to the next, so that nobody sees another's cards; `false` at the
/// end of input.
fn hand_over(name: &str, out: &mut Out) -> anyhow::Result<bool> {
    out.wipe()?;
    out.line(format!("Pass the screen to {}, then press Enter.", name.bold()))?;
    // What is typed ahead or piped in is the moves themselves.
    Ok(!stdin().is_terminal() || read_line()?.is_some())
}

/// A line that was typed; none at the end of input.
fn read_line() -> anyhow::Result<Option<String>> {
    let mut line = String::new();
    Ok((stdin().read_line(&mut line)? > 0).then_some(line))
}
