"""What Optuna's TPE proposes: tpe.py ignore|constrain HISTORY N SEED, for batches.sh.

The sampler is told of the history at its defaults but for constant_liar, which Optuna advises for
batches: what was asked for and has not run counts as bad. Jobs that failed are left out (ignore),
or stand as jobs that broke a constraint (constrain). SPACE is a variable.
"""
import csv
import os
import sys
import warnings

import optuna
from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution
from optuna.trial import TrialState, create_trial


def read(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def domain_of(row):
    if row["type"] == "categorical":
        return CategoricalDistribution(row["domain"].split("|"))
    lo, hi, step = row["domain"].split(":")
    if row["type"] == "int":
        return IntDistribution(int(lo), int(hi), step=int(step))
    return FloatDistribution(float(lo), float(hi), step=float(step))


def value_of(row, cell):
    return {"categorical": str, "int": int, "float": float}[row["type"]](cell)


def finished(space, domain, job, worst, constrain):
    params = {name: value_of(row, job[name]) for name, row in space.items()}
    failed = job["cml_status"] != "ok"
    if failed and not constrain:
        return create_trial(state=TrialState.FAIL, params=params, distributions=domain)
    return create_trial(params=params, distributions=domain, value=worst if failed else float(job["qps"]),
                        system_attrs={"constraints": [1.0 if failed else 0.0]})


def main():
    warnings.filterwarnings("ignore")  # constraints and the liar are marked experimental
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    mode, path, n, seed = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    space = {row["name"]: row for row in read(os.environ["SPACE"]) if row["role"] == "param"}
    domain = {name: domain_of(row) for name, row in space.items()}
    jobs = read(path)
    worst = min(float(job["qps"]) for job in jobs if job["cml_status"] == "ok")
    constrain = mode == "constrain"
    sampler = optuna.samplers.TPESampler(
        seed=seed, constant_liar=True, constraints_func=(lambda trial: [0.0]) if constrain else None)
    study = optuna.create_study(direction="maximize", sampler=sampler)
    study.add_trials([finished(space, domain, job, worst, constrain) for job in jobs])

    def key(params):
        return tuple(f"{params[name]:.2f}" if space[name]["type"] == "float" else str(params[name])
                     for name in space)

    seen = {key({name: value_of(row, job[name]) for name, row in space.items()}) for job in jobs}
    print(",".join(space))
    while n > 0:
        asked = key(study.ask(domain).params)
        if asked not in seen:
            seen.add(asked)
            n -= 1
            print(",".join(asked))


if __name__ == "__main__":
    main()
