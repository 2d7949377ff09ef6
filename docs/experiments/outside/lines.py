"""The conversation with Ludometer: a question a line comes in, an answer a line goes out."""

import json
import sys


def serve(choose):
    """Answers every question by `choose(question)`, the text of a legal move."""
    # Whatever an engine prints for people must not come between the answers.
    answers, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        print(json.dumps({"move": choose(json.loads(line))}), file=answers, flush=True)
