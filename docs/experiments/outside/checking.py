"""A player that only compares rules: it plays at random, and notes whether an engine has the same moves as the match."""

import json
import random


def checked(legal, path, played=lambda move: None):
    """`legal(question)` gives the moves as they are asked about and as the engine has them, in words that compare."""
    notes = open(path, "a")

    def choose(question):
        ours, theirs = legal(question)
        note = {"position": question["position"], "moves": len(ours), "same": ours == theirs}
        if ours != theirs:
            note |= {"only ours": sorted(map(str, ours - theirs)), "only theirs": sorted(map(str, theirs - ours))}
        print(json.dumps(note), file=notes, flush=True)
        move = random.Random(question["seed"]).choice(question["legal"])
        played(move)
        return move

    return choose
