#!/usr/bin/env python3
"""Two metrics: the hypervolume that searches reach on a measured table, as CSV.

usage: front.py BIN SPACE TABLE SEEDS NAME=VALUE...

SPACE has two metrics and rules that TABLE keeps; NAME=VALUE chooses the contexts. Every method starts
from the same 10 random rows and asks for 10 at a time (NSGA-II: one) until 50 are launched; rows that
failed count as launched. `front` is cml-train and cml-search with their defaults, `mean` the same with
--by mean (the first metric alone), `random` the mean of 20 orders, `nsga2` that of Optuna (population 10,
failures as constraints), for which configurations that are not in the table cost nothing. Axes are
logarithms; the reference is a tenth of the range of the true front beyond its ends; 1 is the true front.
"""
import csv
import math
import os
import random
import subprocess
import sys
import tempfile
import warnings

import optuna

BATCH, TOTAL, ORDERS = 10, 50, 20


class Table:
    def __init__(self, space, path, fixed):
        rows = list(csv.DictReader(open(path)))
        roles = [r for r in csv.DictReader(l for l in open(space) if not l.startswith("#"))]
        self.params = [r["name"] for r in roles if r["role"] == "param"]
        self.metrics = [(r["name"], 1 if r["type"] == "max" else -1) for r in roles if r["role"] == "metric"]
        self.header = list(rows[0])
        self.rows = [r for r in rows if all(r[k] == v for k, v in fixed)]
        self.by_key = {self.key(r): r for r in self.rows}
        # Params that follow from the others are not asked for.
        self.free = list(self.params)
        for param in reversed(self.params):
            rest = [p for p in self.free if p != param]
            if len({tuple(float(r[p]) for p in rest) for r in self.rows}) == len(self.by_key):
                self.free = rest
        front = self.front([self.place(r) for r in self.rows if self.is_ok(r)])
        self.reference = [min(p[k] for p in front) - 0.1 * (max(p[k] for p in front) - min(p[k] for p in front))
                          for k in (0, 1)]
        self.volume = self.area(self.rows)

    def key(self, row):
        return tuple(float(row[p]) for p in self.params)

    def is_ok(self, row):
        return row["status"] == "ok" and all(row[m] and float(row[m]) > 0 for m, _ in self.metrics)

    def place(self, row):
        return tuple(sign * math.log(float(row[m])) for m, sign in self.metrics)

    @staticmethod
    def front(places):
        front, best = [], -math.inf
        for place in sorted(places, reverse=True):
            if place[1] > best:
                front.append(place)
                best = place[1]
        return front

    def area(self, rows):
        area, floor = 0.0, self.reference[1]
        for x, y in self.front([self.place(r) for r in rows if self.is_ok(r)]):
            if x > self.reference[0] and y > floor:
                area += (x - self.reference[0]) * (y - floor)
                floor = y
        return area


def write(path, header, rows):
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, header)
        writer.writeheader()
        writer.writerows(rows)


def ours(table, tools, space, fixed, start, by):
    launched = list(start)
    fixes = [word for k, v in fixed for word in ("--fix", f"{k}={v}")]
    with tempfile.TemporaryDirectory() as work:
        path = lambda name: os.path.join(work, name)
        tool = lambda name, *words: subprocess.run([os.path.join(tools, name), "-q", *words], check=True)
        write(path("all.csv"), table.header, table.rows)
        while len(launched) < TOTAL:
            write(path("history.csv"), table.header, launched)
            tool("cml-encode", "-s", space, path("history.csv"), "-o", path("features.csv"))
            tool("cml-train", "-s", space, "--no-intervals", "-o", path("model"), path("features.csv"))
            tool("cml-search", "-m", path("model"), "--exclude", path("history.csv"), "--candidates",
                 path("all.csv"), *fixes, "-n", str(BATCH), "--method", "random", "--by", by, "-o", path("next.csv"))
            launched += [table.by_key[table.key(r)] for r in csv.DictReader(open(path("next.csv")))]
    return launched


def nsga2(table, start, seed):
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    warnings.filterwarnings("ignore", category=optuna.exceptions.ExperimentalWarning)
    sampler = optuna.samplers.NSGAIISampler(
        population_size=BATCH, seed=seed, constraints_func=lambda trial: trial.user_attrs["broken"])
    study = optuna.create_study(directions=["maximize", "maximize"], sampler=sampler)
    values = {p: sorted({float(r[p]) for r in table.rows}) for p in table.free}
    asked = {p: optuna.distributions.CategoricalDistribution(v) for p, v in values.items()}
    by_free = {tuple(float(r[p]) for p in table.free): r for r in table.rows}
    launched, seen = [], set()

    def tell(trial, row):
        is_ok = row is not None and table.is_ok(row)
        trial.set_user_attr("broken", [-1.0 if is_ok else 1.0 if row else 2.0])
        study.tell(trial, table.place(row) if is_ok else tuple(table.reference))
        if row is not None and table.key(row) not in seen:
            seen.add(table.key(row))
            launched.append(row)

    for row in start:
        study.enqueue_trial({p: float(row[p]) for p in table.free})
        tell(study.ask(asked), row)
    for _ in range(20000):
        if len(launched) >= TOTAL:
            break
        trial = study.ask(asked)
        tell(trial, by_free.get(tuple(trial.params[p] for p in table.free)))
    return launched[:TOTAL]


def main():
    tools, space, path, seeds = sys.argv[1:5]
    fixed = [tuple(word.split("=", 1)) for word in sys.argv[5:]]
    table = Table(space, path, fixed)
    print("method,seed,n_launched,hypervolume,n_failed")

    def report(method, seed, order):
        for n in range(BATCH, TOTAL + 1, BATCH):
            print(method, seed, n, f"{table.area(order[:n]) / table.volume:.4f}",
                  sum(not table.is_ok(r) for r in order[:n]), sep=",", flush=True)

    for seed in range(1, int(seeds) + 1):
        draw = random.Random(seed)
        start = draw.sample(table.rows, BATCH)
        for by in ("front", "mean"):
            report(by, seed, ours(table, tools, space, fixed, start, by))
        report("nsga2", seed, nsga2(table, start, seed))
        for order in range(ORDERS):
            rest = [r for r in table.rows if r not in start]
            draw.shuffle(rest)
            report("random", f"{seed}.{order + 1}", start + rest)


if __name__ == "__main__":
    main()
