//! `play`, driven through standard input.

use crate::kit::{Desk, says};

const TWO_PEOPLE: &str = "play tic-tac-toe --seat 1=me --seat 2=me";

#[test]
fn two_people_play_a_whole_match() {
    let ran = Desk::new().typing(TWO_PEOPLE, "a1\nb1\na2\nb2\na3\n");
    assert_eq!(ran.code, Some(0), "{ran}");
    says(&ran.out, &["9 legal: a3 b3 c3 a2 b2 c2 a1 b1 c1", "5 legal: a3 b3 c3 c2 c1"]);
    says(&ran.out, &["3 [X] ·  ·\n2  X  O  ·\n1  X  O  ·", "X wins (line). Points: [1.0, -1.0]"]);
    says(&ran.err, &["Type a move, or: ? for the legal moves, undo, quit."]);
}

#[test]
fn a_drawn_match_is_called_a_draw() {
    let ran = Desk::new().typing(TWO_PEOPLE, "a1\nb1\nc1\na2\nc2\nb2\na3\nc3\nb3\n");
    says(&ran.out, &["A draw ("]);
}

#[test]
fn an_illegal_move_is_asked_for_again() {
    let ran = Desk::new().typing(TWO_PEOPLE, "zz\na1\na1\nquit\n");
    assert_eq!(ran.code, Some(0), "{ran}");
    says(&ran.out, &["`zz` is not legal here. Legal: a3 b3 c3 a2 b2 c2 a1 b1 c1"]);
    says(&ran.out, &["`a1` is not legal here. Legal: a3 b3 c3 a2 b2 c2 b1 c1"]);
    says(&ran.err, &["--moves \"a1\""]);
}

#[test]
fn undo_takes_back_a_move_of_a_person() {
    let ran = Desk::new().typing(TWO_PEOPLE, "undo\na1\nb1\nundo\nc1\nquit\n");
    says(&ran.out, &["There is nothing to take back."]);
    says(&ran.err, &["--moves \"a1 c1\""]);
}

#[test]
fn undo_against_an_agent_takes_back_its_answer_too() {
    let ran = Desk::new().typing("play tic-tac-toe --seat 2=random", "a1\nundo\nquit\n");
    says(&ran.out, &["O plays "]);
    says(&ran.err, &["--moves \"\""]);
}

#[test]
fn the_end_of_input_ends_the_match_politely() {
    let ran = Desk::new().typing("play connect-four --seat 2=mcts:sims=200", "4\n");
    assert_eq!(ran.code, Some(0), "{ran}");
    says(&ran.out, &["O plays "]);
    says(&ran.err, &["--moves \"4 "]);
}

#[test]
fn a_match_that_was_left_goes_on_from_its_moves() {
    let ran = Desk::new().typing(&format!("{TWO_PEOPLE} --moves 'a1 b1 a2 b2'"), "a3\n");
    says(&ran.out, &["5 legal: a3 b3 c3 c2 c1", "X wins (line)"]);
}

#[test]
fn the_question_mark_lists_the_legal_moves() {
    let ran = Desk::new().typing("play tic-tac-toe", "?\nq\n");
    assert_eq!(ran.out.matches("9 legal: a3").count(), 2, "{ran}");
}

#[test]
fn agents_play_any_game_among_themselves() {
    let desk = Desk::new();
    for game in desk.games() {
        let ran = desk.ok(&format!("play {game} --seat 1=random --seat 2=random --seed 4"));
        says(&ran.out, &[" plays "]);
        assert!(["wins (", "A draw (", "Everybody lost ("].iter().any(|end| ran.out.contains(end)), "{ran}");
    }
}

#[test]
fn a_person_does_not_see_what_is_hidden() {
    let ran = Desk::new().typing("play kuhn-poker --seat 2=random", "quit\n");
    says(&ran.out, &["Card of seat 2: ?"]);
    says(&ran.out, &["chance plays (hidden)"]);
}
