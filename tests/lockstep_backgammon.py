"""Backgammon for `lockstep.py`: plays are compared by the positions they lead to.

A turn is one move of ours, whatever the order of its steps. OpenSpiel tells the orders of two dice apart,
and makes two moves of a double.
"""

BAR = 25
OPENSPIEL_BAR = 100


def throw(state, text):
    """The chance outcome that our text names: `3-1` opens the match, White's die first; else `31`."""
    starts = ""
    if "-" in text:
        white, black = text.split("-")
        starts = "X starts" if white > black else "O starts"
    wanted = sorted(text.replace("-", ""))
    for action, _odds in state.chance_outcomes():
        theirs = state.action_to_string(-1, action)
        dice = theirs[theirs.index("roll: ") + 6 :][:2]
        if starts in theirs and sorted(dice) == wanted:
            return action
    raise KeyError(text)


def standing(state):
    """Checkers of both players on their places 1 to 25, each counted from their own side."""

    def on(player, place):
        position = OPENSPIEL_BAR if place == BAR else (24 - place, place - 1)[player]
        return state.board(player, position)

    return tuple(tuple(on(player, place) for place in range(1, BAR + 1)) for player in (0, 1))


def shift(side, start, end):
    """Moves a checker; what is off the board is not counted."""
    for name, change in ((start, -1), (end, 1)):
        if name != "off":
            side[(BAR if name == "bar" else int(name)) - 1] += change


def after(sides, player, text):
    """The position after a play of ours."""
    own, other = list(sides[player]), list(sides[1 - player])
    for part in [] if text == "pass" else text.split("+"):
        way, _, times = part.partition("(")
        places = [place.rstrip("*") for place in way.split("/")]
        for _ in range(int(times.rstrip(")") or 1)):
            shift(own, places[0], places[-1])
        for hit in (place for place in way.split("/") if place.endswith("*")):
            shift(other, str(BAR - int(hit.rstrip("*"))), "bar")
    return (tuple(own), tuple(other)) if player == 0 else (tuple(other), tuple(own))


def results(state):
    """Every position a turn of theirs can lead to, with the actions that do."""
    found = {}
    for action in state.legal_actions():
        child = state.child(action)
        if child.current_player() == state.current_player():
            for position, actions in results(child).items():
                found.setdefault(position, [action, *actions])
        else:
            found.setdefault(standing(child), [action])
    return found
