"""Replays matches of ours in OpenSpiel, move by move.

Reads the output of `ludometer export RUN --jsonl` on standard input; the game is the argument. At every
ply both must agree on who moves and which moves are legal; at the end on the result. Prints one line and
exits 1 at the first difference.

Variants that differ, and what is compared instead:
- draughts: OpenSpiel makes each jump of a capture a move of its own, has no draw by repetition, and draws
  after a number of moves without a capture. Jumps are applied one by one; the set of first jumps is
  compared; a match is followed only until either side calls it over.
- go: where a move would repeat a position OpenSpiel lets it be played and ends the match; ours forbids it.
  So our moves must be among theirs, and whatever they have beyond ours must be such a move.
"""

import json
import sys

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


GAMES = {
    "connect-four": ("connect_four", connect_four),
    "breakthrough": ("breakthrough", breakthrough),
    "othello": ("othello", lambda text, _player: [text]),
    "hex": ("hex", lambda text, _player: [text]),
    "draughts": ("checkers", draughts),
    "go": ("go(board_size=9,komi=7.5,max_game_length=2000)", go),
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


def follow(game, theirs, match):
    """Plies compared; raises where they differ."""
    state = theirs.new_initial_state()
    translate = GAMES[game][1]
    for number, ply in enumerate(match["plies"]):
        if state.is_terminal():
            if game == "draughts":
                return number
            raise Difference(f"ply {number}: theirs is over, ours goes on")
        if state.current_player() != ply["seat"]:
            raise Difference(f"ply {number}: {ply['seat']} moves here, {state.current_player()} there")
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
                return number
            state.apply_action(legal_texts(state)[cut(part)])
    if game == "draughts" and not state.is_terminal():
        return len(match["plies"])
    if not state.is_terminal():
        raise Difference("ours is over, theirs goes on")
    if game != "draughts" and [sign(p) for p in state.returns()] != [sign(p) for p in match["points"]]:
        raise Difference(f"{match['points']} here, {state.returns()} there")
    return len(match["plies"])


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
