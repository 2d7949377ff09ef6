"""Ludometer against OpenSpiel in one run, on one core, per CPU second.

    python3 -m venv .venv && .venv/bin/pip install open_spiel
    cargo build --release && .venv/bin/python benches/peers.py

OpenSpiel's playouts run in C++: one `mcts_search` with one simulation and n rollouts. For games
that begin with chance both sides start at the first decision. Its CFR solvers run in C++, one call an
iteration; an iteration of either side learns for both seats.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from time import process_time

import pyspiel

BINARY = Path(__file__).resolve().parent.parent / "target" / "release" / "ludometer"
GAMES = {
    "connect-four": ("connect_four", 100_000, 45),
    "tic-tac-toe": ("tic_tac_toe", 500_000, 8),
    "breakthrough": ("breakthrough", 20_000, 30),
    "kuhn-poker": ("kuhn_poker", 1_000_000, 2),
    "draughts": ("checkers", 5_000, 20),
    "othello": ("othello", 3_000, 50),
    "go": ("go(board_size=9)", 5_000, 5),
    "hex": ("hex(board_size=11)", 20_000, 10),
    "backgammon": ("backgammon(scoring_type=full_scoring)", 500, 20),
    "leduc-poker": ("leduc_poker", 500_000, 3),
}
# Of a method: OpenSpiel's solver, how it iterates, iterations of both sides, what to reach.
SOLVERS = {
    "cfr": (pyspiel.CFRSolver, "evaluate_and_update_policy", 200, 200_000, 30),
    "cfr+": (pyspiel.CFRPlusSolver, "evaluate_and_update_policy", 200, 200_000, 30),
    "external": (pyspiel.ExternalSamplingMCCFRSolver, "run_iteration", 30_000, 2_000_000, 10),
}
# Ours does not tell suits apart; OpenSpiel's can be told not to.
LEDUC = {"leduc": "leduc_poker", "leduc without suits": "leduc_poker(suit_isomorphism=True)"}


def first_decision(name):
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return game, state


def search_rate(name, simulations, rollouts, repeats):
    game, state = first_decision(name)
    best = 0.0
    for seed in range(repeats):
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, seed + 1)
        bot = pyspiel.MCTSBot(game, evaluator, 1.4, simulations, 10_000, False, seed + 1, False)
        began = process_time()
        bot.mcts_search(state)
        best = max(best, simulations * rollouts / (process_time() - began))
    return best


def solver_rate(game, solver, step, iterations):
    learner = solver(pyspiel.load_game(game))
    iterate = getattr(learner, step)
    best = 0.0
    for _ in range(3):
        began = process_time()
        for _ in range(iterations):
            iterate()
        best = max(best, iterations / (process_time() - began))
    return best


def our_solver_rate(method, iterations):
    best = 0.0
    for _ in range(3):
        with tempfile.TemporaryDirectory() as folder:
            options = ["--method", method, "--iterations", str(iterations), "--out", f"{folder}/bot", "--json"]
            command = [BINARY, "train", "cfr", "leduc-poker", *options]
            answer = subprocess.run(command, check=True, capture_output=True)
            best = max(best, json.loads(answer.stdout.splitlines()[-1])["iterations_per_cpu_second"])
    return best


def ours(name):
    answer = subprocess.run([BINARY, "bench", name, "--json"], check=True, capture_output=True)
    return json.loads(answer.stdout)


def row(what, mine, theirs, goal):
    print(f"| {what} | {mine:,.0f} | {theirs:,.0f} | {mine / theirs:.1f}x | {goal} |", flush=True)


def solvers():
    for method, (solver, step, theirs, mine, goal) in SOLVERS.items():
        rate = our_solver_rate(method, mine)
        for name, game in LEDUC.items():
            row(f"{method} iterations on {name}", rate, solver_rate(game, solver, step, theirs), f">= {goal}x")


def main():
    print("| per CPU second | ludometer | OpenSpiel | ratio | to reach |\n|---|---|---|---|---|")
    for name, (peer, rollouts, goal) in GAMES.items():
        mine = ours(name)
        row(f"{name} playouts", mine["playouts_per_s"], search_rate(peer, 1, rollouts, 3), f">= {goal}x")
        if name == "connect-four":
            row("mcts, 10 k per move", mine["mcts_sims_per_s"], search_rate(peer, 10_000, 1, 3), ">= 17x")
            million = search_rate(peer, 1_000_000, 1, 1)
            row("mcts, one search of 1 M", mine["mcts_million_sims_per_s"], million, ">= 1.3 M/s")
            megabytes = mine["tree_bytes"] / 1e6
            print(f"tree after 1 M simulations: {megabytes:.1f} MB (to reach: <= 64 MB)", file=sys.stderr)
    solvers()


if __name__ == "__main__":
    main()
