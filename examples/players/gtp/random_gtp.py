"""A Go program that plays on random empty points, in the Go Text Protocol, version 2: `python3 random_gtp.py [SEED]`.

It keeps only which points are taken, so it also plays Gomoku, Hex and other games in which stones are put on a board
and stay. It knows nothing of captured stones, so in Go it takes fewer points for empty than there are; and nothing of
suicide and ko, so that it forfeits a match of Go on a small board sooner or later: play Gomoku or Hex with it.
"""

import random
import sys

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"  # the protocol leaves out I
COLOURS = ["b", "black", "w", "white"]


class Refused(Exception):
    """What is said after a question mark."""


class Engine:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.size = 19
        self.taken = set()
        self.commands = {
            "protocol_version": lambda: "2",
            "name": lambda: "random_gtp",
            "version": lambda: "1",
            "known_command": lambda word: "true" if word in self.commands else "false",
            "list_commands": lambda: "\n".join(self.commands),
            "boardsize": self.boardsize,
            "clear_board": self.clear_board,
            "komi": self.komi,
            "play": self.play,
            "genmove": self.genmove,
            "quit": lambda: "",
        }

    def answer(self, name, words):
        if name not in self.commands:
            raise Refused("unknown command")
        try:
            return self.commands[name](*words)
        except TypeError:
            # The number of words is not what the command takes.
            raise Refused("syntax error") from None

    def boardsize(self, size):
        if not size.isdigit() or not 1 <= int(size) <= len(COLUMNS):
            raise Refused("unacceptable size")
        self.size = int(size)
        return self.clear_board()

    def clear_board(self):
        self.taken.clear()
        return ""

    def komi(self, _points):
        # Who plays at random has no use for it.
        return ""

    def play(self, colour, point):
        point = point.upper()
        if colour.lower() not in COLOURS:
            raise Refused("invalid color or coordinate")
        if point in ("PASS", "RESIGN"):
            return ""
        if point not in self.points():
            raise Refused("invalid color or coordinate")
        if point in self.taken:
            raise Refused("illegal move")
        self.taken.add(point)
        return ""

    def genmove(self, colour):
        if colour.lower() not in COLOURS:
            raise Refused("invalid color or coordinate")
        empty = [point for point in self.points() if point not in self.taken]
        if not empty:
            return "pass"
        chosen = self.random.choice(empty)
        self.taken.add(chosen)
        return chosen

    def points(self):
        return [f"{column}{row}" for row in range(1, self.size + 1) for column in COLUMNS[: self.size]]


def main():
    engine = Engine(sys.argv[1] if len(sys.argv) > 1 else "1")
    for line in sys.stdin:
        words = line.split("#")[0].split()
        # A question may have a number, which its answer repeats.
        number = words.pop(0) if words and words[0].isdigit() else ""
        if not words:
            continue
        try:
            mark, text = "=", engine.answer(words[0], words[1:])
        except Refused as refused:
            mark, text = "?", str(refused)
        print(f"{mark}{number} {text}\n", flush=True)
        if words[0] == "quit":
            break


main()
