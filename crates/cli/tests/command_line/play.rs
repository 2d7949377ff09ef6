//! `play`, driven through standard input.

use crate::kit::{Desk, Ran, says};

const TWO_PEOPLE: &str = "play tic-tac-toe --seat 1=me --seat 2=me";

/// The command a match that was left tells to go on with.
fn go_on(ran: &Ran) -> String {
    let (_, command) = ran.err.split_once("Go on later with: ludometer ").expect("a command");
    command.trim().to_owned()
}

/// What chance and the agents did, in order.
fn told(ran: &Ran) -> Vec<String> {
    let lines = ran.out.lines().filter(|line| line.contains("Chance: ") || line.contains(" plays "));
    // The first of them stands behind the prompt when nobody's terminal echoes what is typed.
    lines.map(|line| line.rsplit(": ").next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn two_people_play_a_whole_match() {
    let ran = Desk::new().typing(TWO_PEOPLE, "a1\nb1\na2\nb2\na3\n");
    assert_eq!(ran.code, Some(0), "{ran}");
    says(&ran.out, &["Moves: 1) a3  2) b3  3) c3  4) a2  5) b2  6) c2  7) a1  8) b1  9) c1"]);
    says(&ran.out, &["Moves: 1) a3  2) b3  3) c3  4) c2  5) c1"]);
    says(&ran.out, &["3 [X] ·  ·\n2  X  O  ·\n1  X  O  ·", "X wins (line).\nPoints  X: 1, O: −1\n"]);
    says(&ran.err, &["The rules: ludometer games tic-tac-toe", "Type a move, its number or its beginning"]);
}

#[test]
fn a_drawn_match_is_called_a_draw() {
    let ran = Desk::new().typing(TWO_PEOPLE, "a1\nb1\nc1\na2\nc2\nb2\na3\nc3\nb3\n");
    says(&ran.out, &["A draw (", "Points  X: 0, O: 0"]);
}

#[test]
fn a_move_is_chosen_by_its_number_or_its_beginning() {
    let desk = Desk::new();
    let ran = desk.typing(TWO_PEOPLE, "7\nC\nc1\nquit\n");
    says(&ran.out, &["`C` could be c3 c2 c1; type more of it."]);
    says(&go_on(&ran), &["--moves 'a1 c1'"]);
    let ran = desk.typing("play pig --seat 2=me", "R\nquit\n");
    says(&go_on(&ran), &["--moves 'roll "]);
}

#[test]
fn moves_that_are_numbers_mean_themselves() {
    let desk = Desk::new();
    let ran = desk.typing("play connect-four --seat 2=me --moves '1 1 1 1 1 1'", "1\n2\nquit\n");
    says(&ran.out, &["Moves: 2 3 4 5 6 7\n", "`1` is not legal here."]);
    says(&go_on(&ran), &["--moves '1 1 1 1 1 1 2'"]);
    let ran = desk.typing("play nim --seat 2=me", "2\n2:3\nquit\n");
    says(&ran.out, &["Moves: 1:1 1:2 1:3 2:1", "`2` could be 2:1 2:2 2:3 2:4; type more of it."]);
    says(&go_on(&ran), &["--moves 2:3"]);
}

#[test]
fn an_illegal_move_is_asked_for_again() {
    let ran = Desk::new().typing(TWO_PEOPLE, "zz\na1\na1\nquit\n");
    assert_eq!(ran.code, Some(0), "{ran}");
    says(
        &ran.out,
        &["`zz` is not legal here.\nMoves: 1) a3  2) b3", "`a1` is not legal here.\nMoves: 1) a3"],
    );
    says(&ran.err, &["--moves a1 "]);
}

#[test]
fn undo_takes_back_a_move_of_a_person() {
    let ran = Desk::new().typing(TWO_PEOPLE, "undo\na1\nb1\nundo\nc1\nquit\n");
    says(&ran.out, &["There is nothing to take back.", "Taken back."]);
    says(&ran.err, &["--moves 'a1 c1'"]);
}

#[test]
fn undo_against_an_agent_takes_back_its_answer_too() {
    let ran = Desk::new().typing("play tic-tac-toe --seat 2=random", "a1\nundo\nquit\n");
    says(&ran.out, &["O plays "]);
    assert!(!ran.err.contains("Go on later"), "nothing was played: {ran}");
}

#[test]
fn after_undo_the_same_dice_and_the_same_answers_come_again() {
    let desk = Desk::new();
    for (line, once) in [
        ("play pig --seat 2=random --seed 3", "roll\nroll\nroll\n"),
        ("play connect-four --seat 2=random --seed 5", "4\n4\n5\n"),
        ("play card-points --seat 2=mcts:sims=20,temperature=1", "left\nleft\nright\n"),
    ] {
        let straight = desk.typing(line, &format!("{once}quit\n"));
        let last_two: String = once.split_inclusive('\n').skip(1).collect();
        let winding = desk.typing(line, &format!("{once}undo\nundo\n{last_two}quit\n"));
        assert_eq!(go_on(&straight), go_on(&winding), "{straight}{winding}");
    }
}

#[test]
fn a_match_that_was_left_goes_on_as_if_it_had_not_been() {
    let desk = Desk::new();
    for (line, first, then) in [
        ("play pig --seat 2=random --seed 3", "roll\nroll\n", "roll\nroll\n"),
        ("play connect-four --seat 2=random --set columns=5", "4\n4\n", "5\n3\n"),
        ("play tic-tac-toe --position 'o../.x./...' --seat 1=human --seat 2=human", "c1\n", "b1\n"),
        ("play nim --set heaps=9,9,9 --set seats=3 --position '9,8,7 2' --moves 1:1", "2:1\n", "1:1\n"),
        ("play card-points --seat 2=me", "left\nright\n", "left\n"),
    ] {
        let whole = desk.typing(line, &format!("{first}{then}quit\n"));
        let left = desk.typing(line, &format!("{first}quit\n"));
        let rest = desk.typing(&go_on(&left), &format!("{then}quit\n"));
        assert_eq!(go_on(&rest), go_on(&whole), "{left}{rest}");
        assert_eq!([told(&left), told(&rest)].concat(), told(&whole), "{left}{rest}{whole}");
    }
}

#[test]
fn the_end_of_input_ends_the_match_politely() {
    let ran = Desk::new().typing("play connect-four --seat 2=mcts:sims=200", "4\n");
    assert_eq!(ran.code, Some(0), "{ran}");
    says(&ran.out, &["O plays "]);
    says(&ran.err, &["--seat 2=mcts:sims=200 --moves '4 "]);
}

#[test]
fn a_match_that_was_left_goes_on_from_its_moves() {
    let ran = Desk::new().typing(&format!("{TWO_PEOPLE} --moves 'a1 b1 a2 b2'"), "a3\n");
    says(&ran.out, &["Moves: 1) a3  2) b3  3) c3  4) c2  5) c1", "X wins (line)"]);
}

#[test]
fn the_question_mark_lists_the_legal_moves() {
    let desk = Desk::new();
    let ran = desk.typing("play tic-tac-toe", "?\nq\n");
    assert_eq!(ran.out.matches("Moves: 1) a3").count(), 2, "{ran}");
    let ran = desk.typing("play breakthrough", "?\nq\n");
    says(&ran.out, &["… (? lists all 22)", "g2h3"]);
}

#[test]
fn a_person_is_me_or_person_or_human() {
    let desk = Desk::new();
    for word in ["me", "person", "human"] {
        let ran = desk.typing(&format!("play tic-tac-toe --seat 1={word} --seat 2={word}"), "a1\nb1\nquit\n");
        says(&ran.err, &["X: a person\nO: a person\n", "--moves 'a1 b1'"]);
    }
    says(&desk.refused("play tic-tac-toe --seat 2=humna"), &["did you mean `human`?", "me, person, human"]);
    says(&desk.refused("play tic-tac-toe --seat 2=me --seat 2=random"), &["seat 2 is given twice"]);
    says(&desk.ok("play --help").out, &["`2=me`", "`person`", "`human`", "seats not named are people's"]);
}

#[test]
fn a_hint_says_what_an_agent_would_play_and_changes_nothing() {
    let desk = Desk::new();
    let line = "play tic-tac-toe --moves 'a1 b1 a2 b2' --seat 2=random";
    let ran = desk.typing(line, "hint\nc1\nquit\n");
    says(
        &ran.out,
        &["mcts:sims=1000 would play a3.", "Values are for X, from −1 (the worst result) to 1 (the best)."],
    );
    says(&ran.out, &["proven win"]);
    assert_eq!(go_on(&ran), go_on(&desk.typing(line, "c1\nquit\n")));
    let other = desk.typing(&format!("{line} --hint random"), "hint\nquit\n");
    says(&other.out, &["random would play "]);
    says(&desk.refused(&format!("{line} --hint nobody")), &["unknown agent `nobody`"]);
    assert!(!ran.out.contains("feels"), "what an agent thinks is told only when asked: {ran}");
}

#[test]
fn a_hint_knows_no_more_than_the_seat() {
    let desk = Desk::new();
    let hint = |cards: &str| desk.typing(&format!("play kuhn-poker --moves '{cards}'"), "hint\nquit\n").out;
    assert_eq!(hint("Q J"), hint("Q K"));
}

#[test]
fn agents_play_any_game_among_themselves() {
    let desk = Desk::new();
    for game in desk.games() {
        let analysis = desk.json(&format!("analyze {game} --agent mcts:sims=1 --json"));
        let count = analysis["values"].as_array().expect("a value for each seat").len();
        let seats: Vec<String> = (1..=count).map(|seat| format!("--seat {seat}=random")).collect();
        let ran = desk.ok(&format!("play {game} {} --seed 4", seats.join(" ")));
        says(&ran.out, &[" plays ", "\nPoints  "]);
        assert!(
            ["wins (", "win (", "A draw (", "Everybody lost ("].iter().any(|end| ran.out.contains(end)),
            "{ran}"
        );
    }
}

#[test]
fn a_person_does_not_see_what_is_hidden() {
    let ran = Desk::new().typing("play kuhn-poker --seat 2=random", "quit\n");
    says(&ran.out, &["Card of seat 2: ?"]);
    says(&ran.out, &["Chance: (hidden)"]);
    assert!(!ran.err.contains("Go on later"), "the moves would tell the cards: {ran}");
    says(&ran.err, &["cannot be gone on with"]);
}

#[test]
fn people_who_share_a_screen_see_their_own_cards_only() {
    let desk = Desk::new();
    let line = "play kuhn-poker --seat 1=me --seat 2=me";
    let ran = desk.typing(line, "check\nbet\nfold\n");
    let turns: Vec<&str> = ran.out.split("Pass the screen to ").collect();
    assert_eq!(turns.len(), 4, "{ran}");
    for (turn, (name, own, other)) in turns[1..].iter().zip([(1, 1, 2), (2, 2, 1), (1, 1, 2)]) {
        says(turn, &[&format!("Seat {name}, then press Enter."), &format!("Card of seat {other}: ?")]);
        assert!(!turn.contains(&format!("Card of seat {own}: ?")), "{ran}");
    }
    says(turns[2], &["Chance: (hidden)\nChance: ", "Seat 1 plays check"]);
    says(turns[3], &["Seat 2 plays bet", "What was hidden stays hidden.\nSeat 2 wins (fold)."]);
    let showdown = desk.typing(line, "bet\ncall\n");
    let (_, end) = showdown.out.rsplit_once("Seat 2 plays call").expect("the last move");
    assert!(!end.contains('?') && end.contains("Card of seat 1: "), "{showdown}");
}

#[test]
fn an_undo_hands_the_screen_back() {
    let ran = Desk::new().typing("play kuhn-poker --seat 1=me --seat 2=me", "check\nundo\nbet\nfold\n");
    assert_eq!(ran.out.matches("Pass the screen to Seat 1").count(), 2, "{ran}");
    says(&ran.out, &["Seat 1 wins (fold)."]);
}

/// A deal of several ends in the middle of a match: what it brought is said before the next one.
#[test]
fn what_a_hand_of_truco_brought_is_told() {
    let ran = Desk::new().typing("play truco --seat 2=strategy:timid --seed 1", "baralho\nquit\n");
    says(&ran.out, &["Seat 2 scores 1 for truco"]);
}
