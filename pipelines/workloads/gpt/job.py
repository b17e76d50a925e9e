#!/usr/bin/env python3
"""A job: one configuration on the resident trainer, which is started where there is none.

    job.py [--socket PATH] [--hang SECONDS] NAME=VALUE...
    job.py [--socket PATH] --quit                             ends the resident trainer

Prints what train.py prints, and ends as it does: 0, or 1 after an error. `trainer died` and `trainer hung` are said where that is so:
the next job starts it anew. The trainer ends by itself after ten minutes without a job.
"""

import fcntl
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time

from settings import Refused, read_configuration, version

TRAINER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "train.py")
START_S = 120  # PyTorch and CUDA take so long at most


def connect(path):
    """A connection to the trainer; None: there is none."""
    connection = socket.socket(socket.AF_UNIX)
    try:
        connection.connect(path)
        return connection
    except (FileNotFoundError, ConnectionRefusedError):
        connection.close()
        return None


def start(path):
    """A connection to a trainer that this process, or another at the same time, has started."""
    with open(path + ".lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        connection = connect(path)
        if connection:
            return connection
        with open(path + ".log", "ab") as log:
            trainer = subprocess.Popen([os.environ.get("GPT_PYTHON", sys.executable), TRAINER, "--serve", path],
                                       stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
        deadline = time.monotonic() + START_S
        while time.monotonic() < deadline and trainer.poll() is None:
            connection = connect(path)
            if connection:
                return connection
            time.sleep(0.05)
        sys.exit(f"job.py: trainer died: it did not start: see {path}.log")


def ask(path, configuration, hang_s):
    """Prints the answer; returns the exit status, None where the trainer is of another version."""
    connection = connect(path) or start(path)
    connection.settimeout(hang_s)
    pid = struct.unpack("3i", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[0]
    with connection, connection.makefile("rw") as lines:
        try:
            lines.write(json.dumps({"version": version(), "configuration": configuration}) + "\n")
            lines.flush()
            for line in lines:
                word, _, rest = line.rstrip("\n").partition(" ")
                if line == "other version\n":
                    return None
                if word == "exit":
                    return int(rest)
                else:
                    print(line, end="", flush=True)
        except TimeoutError:
            os.kill(pid, signal.SIGKILL)
            sys.exit(f"job.py: trainer hung: no reading for {hang_s:g} s, and it was ended")
        except (BrokenPipeError, ConnectionResetError):
            pass
    sys.exit("job.py: trainer died")


def main():
    words = [word for word in sys.argv[1:] if word != "--quit"]
    path = os.environ.get("GPT_SOCKET") or os.path.join(tempfile.gettempdir(), f"gpt-{os.getuid()}.sock")
    hang_s = 300.0
    while words and words[0] in ("--socket", "--hang"):
        if len(words) < 2:
            sys.exit(f"job.py: {words[0]} takes a value")
        if words[0] == "--socket":
            path = words[1]
        else:
            hang_s = float(words[1])
        words = words[2:]
    if "--quit" in sys.argv:
        connection = connect(path)
        if connection:
            connection.sendall(b'{"version": "none"}\n')
            connection.recv(100)  # until it has read that
        return 0
    try:
        configuration = read_configuration(words)
    except Refused as refused:
        sys.exit(f"job.py: {refused}")
    for _ in range(2):
        status = ask(path, configuration, hang_s)
        if status is not None:
            return status
    sys.exit("job.py: trainer died: another version answers")


if __name__ == "__main__":
    sys.exit(main())
