"""A player of draughts that thinks with py-draughts 1.10.1 of PyPI: alpha-beta with tables and quiescence, in Python.

    ludometer tournament draughts "exec[move=60]:.venv/bin/python py_draughts.py --depth 7" alphabeta:depth=5

Needs `pip install py-draughts==1.10.1` (GPL v3; it is a program of its own that this one calls).

**Captures.** The American board of this version lets a player decline a capture, which is another game. Its move
generator has a switch for that; `Board` below turns it, and the engine then searches the game that is played here.
**The draw.** Its search knows the third time of a position, but only from the position asked about, and a draw after
40 plies without a capture or a step of a man; here it takes 80. The count it is given leaves it as many as are left.
"""

import argparse

from draughts import Color, SimpleEngine
from draughts.boards.american import _CORE, Board as OptionalCaptures
from loguru import logger

from checking import checked
from draughts_text import captures, read_position, squares
from lines import serve

# Quiet plies until a draw: its own, and ours.
THEIRS, OURS = 40, 80


class Board(OptionalCaptures):
    """English draughts: who can capture must."""

    @property
    def legal_moves(self):
        return self._legal_moves_from_core(_CORE, max_capture=False, captures_optional=False)


def board_of(position):
    mover, pieces, quiet = read_position(position)
    sides = {kind: sum(1 << square - 1 for square, piece in pieces.items() if piece == kind) for kind in "bBwW"}
    board = Board()
    board.black_men, board.black_kings, board.white_men, board.white_kings = (sides[kind] for kind in "bBwW")
    board.turn = Color.WHITE if mover == "W" else Color.BLACK
    board.halfmove_clock = max(0, quiet - (OURS - THEIRS))
    return board


def meaning(way):
    """Where a move begins and ends and what it captures: two orders of capturing the same pieces are one move there."""
    return way[0], way[-1], frozenset(captures(way))


def their_meaning(move):
    return move.square_list[0] + 1, move.square_list[-1] + 1, frozenset(square + 1 for square in move.captured_list)


class Player:
    def __init__(self, depth):
        self.depth = depth

    def legal(self, question):
        ours = {meaning(squares(move)) for move in question["legal"]}
        return ours, {their_meaning(move) for move in board_of(question["position"]).legal_moves}

    def choose(self, question):
        legal = question["legal"]
        if len(legal) == 1:
            return legal[0]
        # A new engine for every move: what it remembers from other matches must not decide.
        wanted = their_meaning(SimpleEngine(depth_limit=self.depth).get_best_move(board_of(question["position"])))
        return next(move for move in legal if meaning(squares(move)) == wanted)


if __name__ == "__main__":
    logger.remove()
    options = argparse.ArgumentParser(description="Plays draughts with py-draughts.")
    options.add_argument("--depth", type=int, default=7)
    options.add_argument("--check", metavar="FILE", help="play at random, and note whether the rules agree")
    chosen = options.parse_args()
    player = Player(chosen.depth)
    serve(checked(player.legal, chosen.check) if chosen.check else player.choose)
