"""Draughts as Ludometer writes it: positions like `B:W18,24,K10:B12,16,K22:H7`, moves like `8x15x24`."""

import re


def read_position(text):
    """Who moves (`B` or `W`), the pieces as {square: "b", "B", "w" or "W"}, kings large, and the quiet moves."""
    mover, *fields = text.split(":")
    pieces, quiet = {}, 0
    for field in fields:
        kind, rest = field[0], field[1:]
        if kind in "BW":
            for item in filter(None, rest.split(",")):
                king = item.startswith("K")
                pieces[int(item.lstrip("K"))] = kind if king else kind.lower()
        elif kind == "H":
            quiet = int(rest)
    return mover, pieces, quiet


def squares(move):
    """The squares a move touches."""
    return tuple(int(square) for square in re.split("[-x]", move))


def place(square):
    """Row and column of a square, both from 0: the rows from Black's side, the columns as White sees the board."""
    row, at = divmod(square - 1, 4)
    return row, 2 * at + 1 - row % 2


def square_of(row, column):
    return 4 * row + column // 2 + 1
