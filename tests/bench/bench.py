"""Measures the toolkit beside its peers: bench.py [--list] [--small] [--repeats N] [ROW...]

ROW is a name of --list or the beginning of some; none: all rows. The contenders of a row take
turns, round by round, so that whatever else the machine does meets all of them. Results stay in
out/bench; once every row has been measured in full size they become docs/benchmarks.md.
"""
import argparse
import json
import os
import subprocess
import sys
import time

import report
import rows
from inputs import Inputs

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
TIMEOUT_S = 3600


def fields(text):
    """The name=value pairs of the last line that has any; values that are numbers."""
    lines = [line for line in text.splitlines() if "=" in line]
    pairs = (word.split("=", 1) for word in (lines[-1].split() if lines else []))
    return {name: float(value) for name, value in pairs}


def measure(contender, seed, in_process, build, folder):
    """One run: what the process cost and, for programs that time themselves, what they print."""
    account = os.path.join(folder, "cost")
    command = [part.replace("{seed}", str(seed)) for part in contender.command]
    threads = str(contender.threads or os.cpu_count())
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "OMP_NUM_THREADS": threads,
                   "OPENBLAS_NUM_THREADS": threads, "MKL_NUM_THREADS": threads}
    done = subprocess.run(
        [os.path.join(build, "bench", "ours", "bench_run"), account, *command], env=environment,
        stdout=subprocess.PIPE if in_process else subprocess.DEVNULL, check=True,
        timeout=TIMEOUT_S)
    with open(account) as file:
        cost = fields(file.read())
    if cost["exit"] != 0:
        raise RuntimeError(f"{contender.label} ended with {cost['exit']:.0f}: {' '.join(command)}")
    return {**cost, **(fields(done.stdout.decode()) if in_process else {})}


def processors_in_use(seconds=2):
    """How many processors others keep busy while we sleep."""
    def used():
        with open("/proc/stat") as file:
            ticks = [int(word) for word in file.readline().split()[1:9]]
        return sum(ticks) - ticks[3] - ticks[4]  # without idle and waiting for disks
    before = used()
    time.sleep(seconds)
    return (used() - before) / os.sysconf("SC_CLK_TCK") / seconds


def measure_row(name, row, repeats, build, folder):
    """All rounds of a row; a first one that is not counted where whole processes are timed."""
    in_process = row.time != "wall_s"
    others = processors_in_use()
    runs = [[] for _ in row.contenders]
    first = 1 if in_process else 0
    for seed in range(first, (repeats or row.rounds) + 1):
        for contender, own in zip(row.contenders, runs):
            run = measure(contender, seed, in_process, build, folder)
            print(f"  {name} round {seed}: {contender.label}: {run[row.time]:.6g} s",
                  file=sys.stderr)
            if seed > 0:
                own.append(run)
    if row.agree:
        values = [run[row.agree] for own in runs for run in own]
        if max(values) - min(values) > 1e-12 * max(map(abs, values)):
            raise RuntimeError(f"the contenders do not agree on {row.agree}: {values}")
    return {
        "name": name, "what": row.what, "time": row.time, "amount": row.amount, "unit": row.unit,
        "scores": list(row.scores), "agree": row.agree, "others": others,
        "commit": report.commit(ROOT),
        "when": time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime()),
        "contenders": [{"label": c.label, "product": c.product, "threads": c.threads, "runs": own}
                       for c, own in zip(row.contenders, runs)],
    }


def chosen(wanted):
    names = [name for name in rows.ROWS
             if not wanted or any(name == w or name.startswith(w + "-") for w in wanted)]
    for word in wanted:
        if not any(name == word or name.startswith(word + "-") for name in rows.ROWS):
            sys.exit(f"bench: no such row: {word} (make bench-list prints them)")
    return names


def run(arguments):
    size = "small" if arguments.small else "full"
    folder = os.path.join(ROOT, "out", "bench", size)
    build = os.path.join(ROOT, arguments.build)
    inputs = Inputs(ROOT, build, os.path.join(folder, "inputs"), arguments.small,
                    arguments.repeats)
    failed, skipped = [], []
    for name in chosen(arguments.rows):
        started = time.monotonic()
        result_path = os.path.join(folder, name + ".json")
        try:
            row = rows.ROWS[name](inputs)
            if row is None:
                skipped.append(name)
                continue
            result = measure_row(name, row, arguments.repeats, build, folder)
        except (RuntimeError, KeyError, OSError, subprocess.SubprocessError) as problem:
            print(f"bench: FAILED {name}: {problem}", file=sys.stderr)
            failed.append(name)
            # What it gave before must not stand in for what it no longer gives.
            if os.path.exists(result_path):
                os.remove(result_path)
            continue
        with open(result_path, "w") as file:
            json.dump(result, file)
        print(report.section(result), flush=True)
        print(f"  {name} took {time.monotonic() - started:.0f} s", file=sys.stderr)
    for name in skipped:
        print(f"bench: SKIPPED {name}: CML_PUBLIC_DATA names no folder with llm_foundry.csv")
    target = os.path.join(ROOT, "docs", "benchmarks.md") if size == "full" else None
    report.write(folder, rows.ROWS, target, ROOT)
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--list", action="store_true", help="print the names of the rows")
    parser.add_argument("--small", action="store_true", help="inputs that take minutes")
    parser.add_argument("--repeats", type=int, help="rounds of each row (default: its own)")
    parser.add_argument("--build", default="build/release", help="where the programs are")
    parser.add_argument("rows", nargs="*", metavar="ROW")
    arguments = parser.parse_args()
    if arguments.repeats is not None and arguments.repeats < 1:
        parser.error("--repeats: at least 1")
    if arguments.list:
        print("\n".join(chosen(arguments.rows)))
        return 0
    return run(arguments)


if __name__ == "__main__":
    sys.exit(main())
