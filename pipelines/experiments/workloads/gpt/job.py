#!/usr/bin/env python3
"""A job: one configuration on the resident trainer, `train.py --serve PATH`.

    job.py [--socket PATH] [--hang SECONDS] NAME=VALUE...

Prints what train.py prints, and ends as it does: 0, or 1 after an error. A trainer that hangs is ended, and who started it starts it
anew (../../gpu/run.sh): a job waits two minutes for it, and says `trainer died` or `trainer hung` where that is so. It starts none
itself, as cml-submit ends what a job leaves behind.
"""

import json
import os
import signal
import socket
import struct
import sys
import tempfile
import time

from settings import Refused, read_configuration, version

START_S = 120  # PyTorch and CUDA take so long at most


def connect(path, wait_s):
    """A connection to the trainer; None: there was none for so long."""
    deadline = time.monotonic() + wait_s
    while True:
        connection = socket.socket(socket.AF_UNIX)
        try:
            connection.connect(path)
            return connection
        except (FileNotFoundError, ConnectionRefusedError):
            connection.close()
        if time.monotonic() >= deadline:
            return None
        time.sleep(0.05)


def ask(path, configuration, hang_s):
    """Prints the answer; returns the exit status, None where the trainer is of another version."""
    connection = connect(path, START_S)
    if connection is None:
        sys.exit(f"job.py: trainer died: none at {path} for {START_S} s: train.py --serve {path}")
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
    words = sys.argv[1:]
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
