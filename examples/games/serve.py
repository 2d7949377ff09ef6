"""Puts a game or player that speaks lines behind a web address.

`python3 examples/games/serve.py 9000 python3 examples/games/dots.py` answers every POST with the program's line; then
`ludometer playtest http://localhost:9000`. There is one program, and who asks waits until it is free. A program that
ends is told as `{"error": ...}` with status 500, and the next question starts a new one.
"""

import json
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Program:
    """A program that answers each line by a line; one question at a time."""

    def __init__(self, command):
        self.command = command
        self.turn = threading.Lock()
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, question):
        with self.turn:
            if self.process.poll() is not None:
                self.start()
            try:
                self.process.stdin.write(question + b"\n")
                self.process.stdin.flush()
                answer = self.process.stdout.readline()
            except BrokenPipeError:
                answer = b""
            if answer:
                return answer
            # Whoever closes its output is done, even if it still runs.
            self.process.kill()
            raise RuntimeError(f"`{' '.join(self.command)}` ended with status {self.process.wait()}")


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # keeps connections open: a new one for each question would cost more than the answer
    wbufsize = -1  # header and body leave together; sent apart, the second would wait for the first to be confirmed

    def do_POST(self):
        question = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        try:
            json.loads(question)
            # JSON has line breaks only between its parts, where a space means the same.
            self.reply(200, self.server.program.ask(b" ".join(question.splitlines())))
        except ValueError as error:
            self.reply(400, error_line(f"the question is not JSON: {error}"))
        except (RuntimeError, OSError) as error:
            self.reply(500, error_line(error))

    def reply(self, status, line):
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(line)))
        self.end_headers()
        self.wfile.write(line)

    def log_message(self, *_):
        """Thousands of questions a second are not worth a line each."""


def error_line(error):
    return json.dumps({"error": str(error)}).encode() + b"\n"


def main():
    if len(sys.argv) < 3 or not sys.argv[1].isdigit():
        sys.exit("usage: serve.py PORT COMMAND...")
    port, command = int(sys.argv[1]), sys.argv[2:]
    try:
        server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        server.program = Program(command)
    except OSError as error:
        sys.exit(f"serve.py: {error}")
    server.daemon_threads = True
    print(f"http://localhost:{port} answers for `{' '.join(command)}`", file=sys.stderr)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass
    finally:
        server.program.process.kill()


main()
