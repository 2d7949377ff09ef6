"""Backgammon as Ludometer writes it: positions like `24:2 13:5 | bar:1 13:4 | white plays 31`, moves like `8/5*+6/5`."""

BAR, OFF = 25, 0


def read_place(text):
    return {"bar": BAR, "off": OFF}[text] if text in ("bar", "off") else int(text)


def read_position(text):
    """The checkers of who moves, those of the other, each by place from their own side, and the two dice."""
    white, black, comes = (part.strip() for part in text.split("|")[:3])
    mover, _, dice = comes.split()
    sides = [{read_place(place): int(count) for place, count in (item.split(":") for item in side.split())}
             for side in (white, black)]
    own, other = sides if mover == "white" else reversed(sides)
    return own, other, tuple(map(int, dice))


def read_move(text):
    """The steps of a move as it is written, as (from, to), and where it hits."""
    steps, hits = [], set()
    for part in text.split("+") if text != "pass" else []:
        way, _, times = part.partition("(")
        places = way.split("/")
        points = [read_place(place.rstrip("*")) for place in places]
        hits |= {point for point, place in zip(points, places) if place.endswith("*")}
        steps += [(points[0], points[-1])] * int(times.rstrip(")") or 1)
    return steps, hits


def after(own, steps):
    """The checkers of who moved, after the steps in any order."""
    count = dict(own)
    for start, end in steps:
        count[start] = count.get(start, 0) - 1
        count[end] = count.get(end, 0) + 1
    return {place: number for place, number in count.items() if number and place != OFF}
