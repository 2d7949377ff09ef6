"""Kuhn poker as a Ludometer game with hidden cards: `ludometer playtest "exec:python3 examples/games/kuhn.py"`.

Both players pay 1 and get one of three cards. Who is first checks or bets 1; a bet is called or folded; after two
checks or a call the cards are shown, and the higher one takes all. The program answers one line of JSON for each line
it gets. A state is the cards, the first player's first, and what was said.
"""

import json
import random
import sys
from itertools import permutations

CARDS = "JQK"  # from the lowest
DEALS = ["".join(deal) for deal in permutations(CARDS, 2)]
HELLO = {"name": "kuhn", "seats": 2, "limit": 5, "points": [-2, 2], "chance": True, "hidden": True, "batch": True}
# What was said, and what can be said then; everything else is the end.
CHOICES = {
    (): ["check", "bet"],
    ("check",): ["check", "bet"],
    ("bet",): ["call", "fold"],
    ("check", "bet"): ["call", "fold"],
}


def describe(cards, said):
    """Everything there is to say about a state."""
    answer = {"state": {"cards": cards, "said": said}, "text": " ".join([cards or "no cards", *said])}
    if not cards:
        # Equal odds need not be said; they are here to show where odds go.
        return answer | {"turn": "chance", "moves": DEALS, "odds": [1] * len(DEALS)}
    choices = CHOICES.get(tuple(said))
    if choices:
        return answer | {"turn": len(said) % 2, "moves": choices}
    won = first_player_wins(cards, said)
    return answer | {"over": True, "points": [won, -won]}


def first_player_wins(cards, said):
    if said[-1] == "fold":
        # Who bet was the one before who folds.
        return 1 if len(said) % 2 == 0 else -1
    stake = 2 if said[-1] == "call" else 1
    return stake if CARDS.index(cards[0]) > CARDS.index(cards[1]) else -stake


def play(cards, said, move):
    if not cards:
        if move not in DEALS:
            raise ValueError(f"{move} cannot be dealt")
        return describe(move, said)
    if move not in CHOICES.get(tuple(said), []):
        raise ValueError(f"{move} cannot be said")
    return describe(cards, said + [move])


def are_shown(said):
    return tuple(said) not in CHOICES and said[-1] != "fold"


def view(cards, said, seat):
    """What a seat knows: its own card and what everybody heard, and in the end both cards, unless somebody folded."""
    return {"card": cards[seat] if cards else None, "said": said, "shown": cards if are_shown(said) else None}


def sample(cards, said, seat, seed):
    """A state as the seat believes it could be: what it knows is as it is, the card it does not know is drawn."""
    if not cards or are_shown(said):
        return describe(cards, said)
    mine = cards[seat]
    other = random.Random(seed).choice([card for card in CARDS if card != mine])
    return describe(mine + other if seat == 0 else other + mine, said)


def answer(question):
    if isinstance(question, list):
        return [answer(one) for one in question]
    try:
        state = question.get("state", {})
        match question["do"]:
            case "hello":
                return HELLO
            case "initial":
                return describe("", [])
            case "play":
                return play(**state, move=question["move"])
            case "view":
                return view(**state, seat=question["seat"])
            case "sample":
                return sample(**state, seat=question["seat"], seed=question["seed"])
            case other:
                return {"error": f"no answer to {other}"}
    except (ValueError, KeyError) as error:
        return {"error": str(error)}


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
