"""Dots and boxes as a Ludometer game: `ludometer playtest "exec:python3 examples/games/dots.py"`.

The program answers one line of JSON for each line it gets. What a state is, is its own affair: here a list of the drawn
edges, the boxes of both players, and whose turn it is.
"""

import json
import sys

SIZE = 2  # boxes on a side
ROWS = [f"h{row}{column}" for row in range(SIZE + 1) for column in range(SIZE)]
COLUMNS = [f"v{row}{column}" for row in range(SIZE) for column in range(SIZE + 1)]
EDGES = ROWS + COLUMNS
BOXES = [
    {f"h{row}{column}", f"h{row + 1}{column}", f"v{row}{column}", f"v{row}{column + 1}"}
    for row in range(SIZE)
    for column in range(SIZE)
]


def describe(drawn, boxes, turn):
    """Everything there is to say about a state."""
    answer = {"state": [drawn, boxes, turn], "text": picture(drawn) + f"\nboxes {boxes[0]} : {boxes[1]}"}
    moves = [edge for edge in EDGES if edge not in drawn]
    if moves:
        return answer | {"turn": turn, "moves": moves}
    lead = boxes[0] - boxes[1]
    return answer | {"over": True, "winner": None if lead == 0 else 0 if lead > 0 else 1}


def play(state, move):
    drawn, boxes, turn = state
    if move in drawn or move not in EDGES:
        raise ValueError(f"{move} cannot be drawn")
    before = sum(box <= set(drawn) for box in BOXES)
    drawn = sorted(drawn + [move])
    closed = sum(box <= set(drawn) for box in BOXES) - before
    boxes = [boxes[0] + closed, boxes[1]] if turn == 0 else [boxes[0], boxes[1] + closed]
    # Who closes a box draws again.
    return describe(drawn, boxes, turn if closed else 1 - turn)


def picture(drawn):
    lines = []
    for row in range(SIZE + 1):
        lines.append("+" + "+".join("--" if f"h{row}{column}" in drawn else "  " for column in range(SIZE)) + "+")
        if row < SIZE:
            lines.append("  ".join("|" if f"v{row}{column}" in drawn else " " for column in range(SIZE + 1)))
    return "\n".join(lines)


def answer(question):
    if isinstance(question, list):
        return [answer(one) for one in question]
    try:
        match question["do"]:
            case "hello":
                return {"name": "dots", "seats": 2, "limit": len(EDGES) + 1, "batch": True}
            case "initial":
                return describe([], [0, 0], 0)
            case "play":
                return play(question["state"], question["move"])
            case other:
                return {"error": f"no answer to {other}"}
    except (ValueError, KeyError) as error:
        return {"error": str(error)}


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
