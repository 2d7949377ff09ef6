"""A player of backgammon that thinks with GNU Backgammon (Debian's package `gnubg`; tried with 1.07).

    ludometer tournament backgammon "exec:python3 gnubg_player.py --plies 0" random

It plays for money without a cube: cubeless, gammons and backgammons count, no Jacoby rule, which is what the game
`backgammon` counts as it is. `--scoring win` is for the game with the same setting: a match to one point, where a win
is a win. `--noise 0.03` adds noise to every judgement, the same for the same position.

One gnubg runs behind each player and is asked by its own Python: this file runs twice. Outside gnubg it speaks with
Ludometer, starts gnubg on itself and passes the questions on; inside, it answers them by `gnubg.findbestmove`.
"""

import json
import sys

# What marks an answer among the lines that gnubg writes for people.
MARK = "move: "


def inside(gnubg):
    """Answers lines `{"own", "other", "dice", "scoring", "plies", "noise"}` with the steps of the best move."""
    gnubg.command("set jacoby off")
    # A cube of 1 that nobody holds; played for money, or to one point.
    stakes = {"gammons": gnubg.cubeinfo(1, -1, 0, 0, (0, 0), 0, 0), "win": gnubg.cubeinfo(1, -1, 0, 1, (0, 0), 0, 0)}
    for line in sys.stdin:
        question = json.loads(line)
        board = tuple(question["other"]), tuple(question["own"])
        how = {"cubeful": 0, "plies": question["plies"], "deterministic": 1, "prune": 0, "noise": question["noise"]}
        steps = gnubg.findbestmove(board, stakes[question["scoring"]], how, tuple(question["dice"]))
        print(MARK + json.dumps(steps), flush=True)


def outside():
    import argparse
    import os
    import shutil
    import subprocess

    from backgammon_text import BAR, OFF, after, read_move, read_position
    from lines import serve

    options = argparse.ArgumentParser(description="Plays backgammon with GNU Backgammon.")
    options.add_argument("--plies", type=int, default=0, help="how far it looks ahead")
    options.add_argument("--noise", type=float, default=0.0, help="standard deviation of its errors, in points")
    options.add_argument("--scoring", choices=["gammons", "win"], default="gammons", help="as the game is set")
    chosen = options.parse_args()
    # Debian puts games where not everybody looks for them.
    program = shutil.which("gnubg", path=os.environ.get("PATH", "") + os.pathsep + "/usr/games")
    if program is None:
        sys.exit("gnubg is not installed")
    # Two that begin at the same moment must not both want to make it.
    os.makedirs(os.path.expanduser("~/.gnubg"), exist_ok=True)
    command = [program, "--tty", "--quiet", "--no-rc", f"--python={os.path.abspath(__file__)}"]
    engine = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(question):
        print(json.dumps(question), file=engine.stdin, flush=True)
        for line in engine.stdout:
            if line.startswith(MARK):
                return json.loads(line[len(MARK):])
        sys.exit("gnubg has ended")

    def choose(question):
        legal = question["legal"]
        if len(legal) == 1:
            return legal[0]
        own, other, dice = read_position(question["position"])
        # gnubg counts 24 points from each side, the bar last.
        boards = [[side.get(place, 0) for place in range(1, BAR + 1)] for side in (own, other)]
        answer = ask({"own": boards[0], "other": boards[1], "dice": dice, **vars(chosen)})
        steps = [(start, end) for start, end in zip(answer[::2], answer[1::2]) if start]
        blots = {BAR - place for place, count in other.items() if count == 1 and place != BAR}
        wanted = after(own, steps), {end for _, end in steps if end != OFF} & blots
        for move in legal:
            moved, hits = read_move(move)
            if (after(own, moved), hits) == wanted:
                return move
        sys.exit(f"gnubg plays {steps}, which is none of {legal}")

    serve(choose)


try:
    import gnubg
except ImportError:
    outside()
else:
    inside(gnubg)
