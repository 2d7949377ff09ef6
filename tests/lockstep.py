"""Replays matches of ours in OpenSpiel, move by move.

Reads the output of `ludometer export RUN --jsonl` on standard input; the game is the argument. At every
ply both must agree on who moves and which moves are legal; at the end on the result. Prints one line and
exits 1 at the first difference.

Variants that differ, and what is compared instead:
- draughts: OpenSpiel makes each jump of a capture a move of its own, has no draw by repetition, and draws
  after a number of moves without a capture. Jumps are applied one by one; the set of first jumps is
  compared; a match is followed only until either side calls it over, and its result is compared where
  one side cannot move.
- go: where a move would repeat a position OpenSpiel lets it be played and ends the match; ours forbids it.
  So our moves must be among theirs, and whatever they have beyond ours must be such a move.
- backgammon: a move of ours is a whole turn; see `lockstep_backgammon.py`.
- goofspiel: theirs is simultaneous and is asked through its turn-based form; it plays the last round, which
  leaves no choice, by itself.
- leduc-poker: ours deals ranks, theirs cards; the first card of the rank that is left is taken.
"""

import json
import sys

import lockstep_backgammon as backgammon
import pyspiel


def connect_four(text, player):
    return ["xo"[player] + str(int(text) - 1)]


def breakthrough(text, _player):
    # Their first player sits at the top, ours at the bottom.
    capture = "*" if "x" in text else ""
    start, end = text.replace("x", "")[:2], text.replace("x", "")[2:]
    turned = "".join(square[0] + str(9 - int(square[1:])) for square in (start, end))
    return [turned + capture]


def square(number):
    row, place = divmod(number - 1, 4)
    column = 2 * place + 1 - row % 2
    return "abcdefgh"[7 - column] + str(row + 1)


def draughts(text, _player):
    capture = "x" in text
    numbers = [int(part) for part in text.replace("x", "-").split("-")]
    return [square(a) + square(b) + ("*" if capture else "") for a, b in zip(numbers, numbers[1:])]


def go(text, player):
    return ["BW"[player] + " " + (text.upper() if text == "pass" else text)]


def word(words):
    return lambda text, _player: [words[text]]


KUHN = {"check": "Pass", "fold": "Pass", "bet": "Bet", "call": "Bet"}
LEDUC = {"fold": "Fold", "check": "Call", "call": "Call", "bet": "Raise", "raise": "Raise"}
RANKS = {"J": 0, "Q": 1, "K": 2}


def bid(text, _player):
    return [text.replace("x", "-").replace("liar", "Liar")]


def leduc_deal(state, text):
    return next(card for card, _odds in state.chance_outcomes() if card // 2 == RANKS[text])


# The chance outcomes our text stands for, one after the other.
CHANCE = {
    "backgammon": lambda state, text: [backgammon.throw(state, text)],
    "goofspiel": lambda _state, text: [int(text.removeprefix("prize-")) - 1],
    "kuhn-poker": lambda _state, text: [RANKS[text]],
    "leduc-poker": lambda state, text: [leduc_deal(state, text)],
    "liars-dice": lambda _state, text: [int(face) - 1 for face in text],
}

GAMES = {
    "connect-four": ("connect_four", connect_four),
    "breakthrough": ("breakthrough", breakthrough),
    "othello": ("othello", lambda text, _player: [text]),
    "hex": ("hex", lambda text, _player: [text]),
    "draughts": ("checkers", draughts),
    "go": ("go(board_size=9,komi=7.5,max_game_length=2000)", go),
    "backgammon": ("backgammon(scoring_type=full_scoring,max_player_turns=5000)", None),
    "kuhn-poker": ("kuhn_poker", word(KUHN)),
    "leduc-poker": ("leduc_poker", word(LEDUC)),
    "liars-dice": ("liars_dice", bid),
    "goofspiel": (
        "turn_based_simultaneous_game(game=goofspiel(num_cards=5,points_order=random))",
        lambda text, player: [f"[P{player}]Bid: {text}"],
    ),
}


def legal_texts(state):
    player = state.current_player()
    texts = {state.action_to_string(player, action): action for action in state.legal_actions()}
    if "checkers" in str(state.get_game()):
        # A capture is marked by what stands there, which differs; the squares are enough.
        return {text[:4]: action for text, action in texts.items()}
    return texts


def repeats(state, action):
    """Whether a move of theirs ends a match of go because the position was there before."""
    child = state.child(action)
    return child.is_terminal()


class Difference(Exception):
    pass


def play_turn(number, state, ply):
    """Plays one turn of backgammon; raises where the positions it can lead to differ."""
    sides, player = backgammon.standing(state), ply["seat"]
    ours = [backgammon.after(sides, player, option["text"]) for option in ply["legal"]]
    theirs = backgammon.results(state)
    if set(ours) != set(theirs) or len(ours) != len(theirs):
        here, there = len(set(ours) - set(theirs)), len(set(theirs) - set(ours))
        raise Difference(f"ply {number}: {here} positions only here, {there} only there, from\n{state}")
    for action in theirs[ours[ply["chosen"]]]:
        state.apply_action(action)


def play_move(number, game, state, ply):
    """Plays one move; raises where the legal moves differ."""
    translate = GAMES[game][1]
    moves = [translate(option["text"], ply["seat"]) for option in ply["legal"]]
    known = legal_texts(state)
    cut = (lambda text: text[:4]) if game == "draughts" else (lambda text: text)
    ours = {cut(parts[0]) for parts in moves}
    extra = set(known) - ours
    if game == "go":
        extra = {text for text in extra if not repeats(state, known[text])}
    if ours - set(known) or extra:
        raise Difference(f"ply {number}: only here {sorted(ours - set(known))}, only there {sorted(extra)}")
    for part in moves[ply["chosen"]]:
        if state.is_terminal():
            return
        state.apply_action(legal_texts(state)[cut(part)])


def follow(game, theirs, match):
    """Plies compared; raises where they differ."""
    state = theirs.new_initial_state()
    for number, ply in enumerate(match["plies"]):
        if state.is_terminal():
            if game == "draughts":
                return number
            if game == "goofspiel" and len(ply["legal"]) == 1:
                continue
            raise Difference(f"ply {number}: theirs is over, ours goes on")
        if ply["seat"] is None:
            if not state.is_chance_node():
                raise Difference(f"ply {number}: chance here, player {state.current_player()} there")
            for outcome in CHANCE[game](state, ply["legal"][0]["text"]):
                state.apply_action(outcome)
            continue
        if state.current_player() != ply["seat"]:
            raise Difference(f"ply {number}: {ply['seat']} moves here, {state.current_player()} there")
        if game == "backgammon":
            play_turn(number, state, ply)
        else:
            play_move(number, game, state, ply)
    compare_ends(game, state, match)
    return len(match["plies"])


def compare_ends(game, state, match):
    if game == "draughts" and match["because"] not in ("no move", "all captured"):
        return
    if not state.is_terminal():
        raise Difference("ours is over, theirs goes on")
    ours, theirs = match["points"], state.returns()
    if game not in CHANCE:
        ours, theirs = [sign(points) for points in ours], [sign(points) for points in theirs]
    if ours != theirs:
        raise Difference(f"{ours} here, {theirs} there")


def sign(number):
    return (number > 0) - (number < 0)


def main():
    game = sys.argv[1]
    theirs = pyspiel.load_game(GAMES[game][0])
    matches = plies = 0
    for line in sys.stdin:
        match = json.loads(line)
        try:
            plies += follow(game, theirs, match)
        except Difference as difference:
            print(f"{game}, match {match['number']}: {difference}")
            sys.exit(1)
        matches += 1
    print(f"{game}: {matches} matches, {plies} plies agree with OpenSpiel")


main()
