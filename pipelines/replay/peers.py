"""Searches by other libraries over a measured table.

    peers.py METHOD DIR SEED BATCH BUDGET INIT

DIR holds space.csv, jobs.csv, features.csv (of cml-encode: the same features for
everyone) and shuffled-SEED.csv, whose first INIT rows are everyone's random start.
Prints the row numbers in the order tried, like ours.sh. Jobs without a metric count as
tried and are not learned from; everyone learns the logarithm of the metric.
"""
import csv
import sys
import warnings

import numpy as np

CANDIDATES_OF_GP = 1000  # a Gaussian process looks at so many rows drawn anew each round
ROUNDS_OF_A_FIT = 10  # and fits its length scales anew after so many evaluations


def read(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


class Table:
    """Rows in shuffled order: number, features, parameters as level numbers, metric (nan: failed)."""

    def __init__(self, folder, seed):
        space = {row["name"]: row for row in read(f"{folder}/space.csv")}
        self.maximise = any(r["role"] == "metric" and r["type"] == "max" for r in space.values())
        jobs = read(f"{folder}/jobs.csv")
        names = list(jobs[0])
        metric, params = names[-1], names[1:-1]
        place = {job["row"]: i for i, job in enumerate(jobs)}
        order = [place[row["row"]] for row in read(f"{folder}/shuffled-{seed}.csv")]
        self.number = [jobs[i]["row"] for i in order]
        value = np.array([float(jobs[i][metric] or "nan") for i in order])
        self.loss = np.log(value) * (-1 if self.maximise else 1)
        features = read(f"{folder}/features.csv")
        columns = [n for n in features[0] if not n.startswith("cml_")]
        cells = np.array([[float(features[i][n] or "nan") for n in columns] for i in order])
        self.features = np.where(np.isnan(cells), -1.0, cells)
        self.unordered = [space[p]["type"] == "categorical" for p in params]
        self.levels = np.zeros((len(order), len(params)), int)
        self.n_levels = []
        for k, p in enumerate(params):
            cells = [jobs[i][p] for i in order]
            try:
                distinct = sorted(set(cells), key=float)
            except ValueError:
                distinct = sorted(set(cells))
            number = {cell: n for n, cell in enumerate(distinct)}
            self.levels[:, k] = [number[cell] for cell in cells]
            self.n_levels.append(len(distinct))


def expected_improvement(mean, sd, best):
    from scipy.stats import norm

    sd = np.maximum(sd, 1e-12)
    z = (best - mean) / sd
    return (best - mean) * norm.cdf(z) + sd * norm.pdf(z)


def forest_ei(table, tried, left, seed, state):
    """Random forest with expected improvement; the spread of the trees is the uncertainty (SMAC)."""
    from sklearn.ensemble import RandomForestRegressor

    x, y = learn_from(table, tried)
    model = RandomForestRegressor(100, random_state=seed, n_jobs=1).fit(x, y)
    seen = table.features[left].astype(np.float32)
    votes = np.array([tree.tree_.predict(seen)[:, 0] for tree in model.estimators_])
    return expected_improvement(votes.mean(0), votes.std(0), y.min())


def extra_trees(table, tried, left, seed, state):
    """The best prediction of extra trees (FLASH, Nair et al. 2018, there with one tree)."""
    from sklearn.ensemble import ExtraTreesRegressor

    x, y = learn_from(table, tried)
    return -ExtraTreesRegressor(100, random_state=seed, n_jobs=1).fit(x, y).predict(table.features[left])


def gp_ei(table, tried, left, seed, state):
    """Matern 5/2 with a length scale for all features, standardised; expected improvement."""
    from sklearn.gaussian_process import GaussianProcessRegressor
    from sklearn.gaussian_process.kernels import ConstantKernel, Matern, WhiteKernel

    x, y = learn_from(table, tried)
    mean, sd = table.features.mean(0), table.features.std(0)
    scale = lambda rows: (rows - mean) / np.where(sd > 0, sd, 1)
    refit = "kernel" not in state or len(tried) - state["fitted"] >= ROUNDS_OF_A_FIT
    start = ConstantKernel(1.0) * Matern(3.0, (0.1, 100), nu=2.5) + WhiteKernel(1e-3, (1e-6, 1))
    model = GaussianProcessRegressor(start if refit else state["kernel"], normalize_y=True,
                                     optimizer="fmin_l_bfgs_b" if refit else None).fit(scale(x), y)
    if refit:
        state["kernel"], state["fitted"] = model.kernel_, len(tried)
    gain = np.full(len(left), -1.0)
    some = np.sort(state["draw"].permutation(len(left))[:CANDIDATES_OF_GP])
    gain[some] = expected_improvement(*model.predict(scale(table.features[left[some]]), return_std=True), y.min())
    return gain


def learn_from(table, tried):
    known = [i for i in tried if not np.isnan(table.loss[i])]
    return table.features[known], table.loss[known]


def by_score(score, table, seed, batch, budget, init):
    tried = list(range(min(init, budget)))
    state = {"draw": np.random.RandomState(seed)}
    while len(tried) < budget:
        left = np.setdiff1d(np.arange(len(table.number)), tried)
        known = np.count_nonzero(~np.isnan(table.loss[tried]))
        gain = score(table, tried, left, seed, state) if known >= 2 else np.zeros(len(left))
        order = np.argsort(-gain, kind="stable")
        tried += list(left[order[: min(batch, budget - len(tried))]])
    return tried


def optuna_tpe(table, seed, batch, budget, init):
    """What TPE asks for becomes the nearest row not yet tried; it is told of real rows only."""
    import optuna
    from optuna.distributions import CategoricalDistribution, IntDistribution

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=seed, n_startup_trials=0))
    domain = {f"p{k}": CategoricalDistribution(list(range(n))) if mixed else IntDistribution(0, n - 1)
              for k, (n, mixed) in enumerate(zip(table.n_levels, table.unordered))}
    unordered = np.array(table.unordered)
    span = np.maximum(np.array(table.n_levels) - 1, 1)

    def tell(rows):
        for i in rows:
            if np.isnan(table.loss[i]):
                continue
            params = {f"p{k}": int(v) for k, v in enumerate(table.levels[i])}
            study.add_trial(optuna.trial.create_trial(params=params, distributions=domain, value=table.loss[i]))

    tried = list(range(min(init, budget)))
    tell(tried)
    left = np.ones(len(table.number), bool)
    left[tried] = False
    while len(tried) < budget:
        picked = []
        for _ in range(min(batch, budget - len(tried))):
            trial = study.ask(domain)
            want = np.array([trial.params[f"p{k}"] for k in range(len(span))])
            away = np.abs(table.levels - want) / span
            away[:, unordered] = table.levels[:, unordered] != want[unordered]
            distance = np.where(left, away.sum(1), np.inf)
            picked.append(int(np.argmin(distance)))
            left[picked[-1]] = False
            study.tell(trial, state=optuna.trial.TrialState.FAIL)
        tell(picked)
        tried += picked
    return tried


METHODS = {"forest-ei": forest_ei, "extra-trees": extra_trees, "gp-ei": gp_ei}


def main():
    warnings.filterwarnings("ignore")  # length scales at their bounds
    method, folder = sys.argv[1:3]
    seed, batch, budget, init = map(int, sys.argv[3:7])
    table = Table(folder, seed)
    budget = min(budget, len(table.number))
    if method == "optuna-tpe":
        tried = optuna_tpe(table, seed, batch, budget, init)
    else:
        tried = by_score(METHODS[method], table, seed, batch, budget, init)
    print("\n".join(table.number[i] for i in tried))


if __name__ == "__main__":
    main()
