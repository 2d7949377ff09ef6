"""A player for Ludometer to begin with. Replace `choose`; try it against random play from this folder:

    ludometer tournament tic-tac-toe "exec:python3 player.py" random
"""

import json
import random
import sys


def choose(question):
    """The move to play: one of question["legal"]. ../README.md says what else is in a question."""
    # By the question's seed, so that the same match can be played again.
    return random.Random(question["seed"]).choice(question["legal"])


for line in sys.stdin:
    # Standard output belongs to the answers; print(..., file=sys.stderr) is for you.
    print(json.dumps({"move": choose(json.loads(line))}), flush=True)
