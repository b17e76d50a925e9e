"""Searches by other libraries over a measured table.

    peers.py METHOD DIR SEED BATCH BUDGET INIT [START]

DIR holds space.csv, jobs.csv, features.csv (of cml-encode: the same features for
everyone) and shuffled-SEED.csv, whose first INIT rows are everyone's start, unless the file START has
row numbers to start with. Prints the row numbers in the order tried, like ours.sh. Everyone learns the logarithm of the metric. Jobs
without a metric count as tried; only methods in -ok learn from them, what fails.

With a warm start (the file start: so many of the first rows are of other contexts) the
improvement is over the best of the context itself. The batch that tries one of the rows in the file
enough is the last.
"""
import csv
import os
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

    def __init__(self, folder, seed, first):
        space = {row["name"]: row for row in read(f"{folder}/space.csv")}
        self.maximise = any(r["role"] == "metric" and r["type"] == "max" for r in space.values())
        jobs = read(f"{folder}/jobs.csv")
        names = list(jobs[0])
        metric, params = names[-1], names[1:-1]
        place = {job["row"]: i for i, job in enumerate(jobs)}
        shuffled = [row["row"] for row in read(f"{folder}/shuffled-{seed}.csv")]
        order = [place[row] for row in dict.fromkeys(first + shuffled)]
        self.number = [jobs[i]["row"] for i in order]
        words = lambda name: open(f"{folder}/{name}").read().split() if os.path.exists(f"{folder}/{name}") else []
        self.warm = int((words("start") or [0])[0])
        good = set(words("enough"))
        self.is_enough = np.array([number in good for number in self.number])
        contexts = [p for p in params if space[p]["role"] == "context"]
        self.context = np.array([" ".join(jobs[i][p] for p in contexts) for i in order])
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


def forest_ok(table, tried, left, seed):
    """Means, deviations and the chance to run of a forest for the speed and one for the chance."""
    from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor

    x, y = learn_from(table, tried)
    model = RandomForestRegressor(100, random_state=seed, n_jobs=1).fit(x, y)
    seen = table.features[left].astype(np.float32)
    votes = np.array([tree.tree_.predict(seen)[:, 0] for tree in model.estimators_])
    runs, chance = ~np.isnan(table.loss[tried]), np.ones(len(left))
    if not runs.all():
        learned = RandomForestClassifier(100, random_state=seed, n_jobs=1).fit(table.features[tried], runs)
        chance = learned.predict_proba(table.features[left])[:, 1]
    return votes.mean(0), votes.std(0), chance


def forest_ei_ok(table, tried, left, seed, state):
    """Expected improvement times the chance to run (Gardner et al. 2014)."""
    mean, sd, chance = forest_ok(table, tried, left, seed)
    return expected_improvement(mean, sd, incumbent(table, tried, mean)) * chance


def forest_mean_ok(table, tried, left, seed, state):
    """Predicted speed times the chance to run, as logarithms."""
    mean, _, chance = forest_ok(table, tried, left, seed)
    return np.log(np.maximum(chance, 1e-3)) - mean


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


def incumbent(table, tried, mean):
    """The best loss known of the context, else the best predicted one."""
    known = table.loss[tried[table.warm:]]
    known = known[~np.isnan(known)]
    return known.min() if len(known) else mean.min()


def by_score(score, table, seed, batch, budget, init):
    tried = list(range(min(init, budget)))
    state = {"draw": np.random.RandomState(seed)}
    while len(tried) < budget:
        left = np.setdiff1d(np.arange(len(table.number)), tried)
        known = np.count_nonzero(~np.isnan(table.loss[tried]))
        gain = score(table, tried, left, seed, state) if known >= 2 else np.zeros(len(left))
        order = np.argsort(-gain, kind="stable")
        picked = list(left[order[: min(batch, budget - len(tried))]])
        tried += picked
        if table.is_enough[picked].any():
            break
    return tried


def optuna_tpe_ok(table, seed, batch, budget, init):
    """Multivariate TPE with constraints: jobs that failed are infeasible trials. Its study is made anew each
    round: losses are those against the mean of their context, so that scales compare. Params that do
    not vary in the context are left out."""
    import optuna
    from optuna.distributions import CategoricalDistribution, IntDistribution

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    sampler = optuna.samplers.TPESampler(seed=seed, n_startup_trials=0, multivariate=True,
                                          constraints_func=lambda trial: (0.0,))
    own = table.levels[table.warm:]
    columns = [k for k in range(own.shape[1]) if len(set(own[:, k])) > 1]
    domain = {f"p{k}": CategoricalDistribution(list(range(table.n_levels[k]))) if table.unordered[k]
              else IntDistribution(0, table.n_levels[k] - 1) for k in columns}
    levels, unordered = table.levels[:, columns], np.array(table.unordered)[columns]
    span = np.maximum(np.array(table.n_levels)[columns] - 1, 1)

    def study_of(tried):
        study = optuna.create_study(sampler=sampler)
        losses = {}
        for i in tried:
            losses.setdefault(table.context[i], []).append(table.loss[i])
        mean = {context: np.nanmean(known) for context, known in losses.items()}
        for i in tried:
            failed = np.isnan(table.loss[i])
            study.add_trial(optuna.trial.create_trial(
                params={f"p{k}": int(table.levels[i, k]) for k in columns}, distributions=domain,
                value=0.0 if failed else table.loss[i] - mean[table.context[i]],
                system_attrs={"constraints": (1.0 if failed else 0.0,)}))
        return study

    tried = list(range(min(init, budget)))
    left = np.ones(len(table.number), bool)
    left[tried] = False
    while len(tried) < budget:
        study = study_of(tried)
        picked = []
        for _ in range(min(batch, budget - len(tried))):
            trial = study.ask(domain)
            want = np.array([trial.params[f"p{k}"] for k in columns])
            away = np.abs(levels - want) / span
            away[:, unordered] = (levels != want)[:, unordered]
            picked.append(int(np.argmin(np.where(left, away.sum(1), np.inf))))
            left[picked[-1]] = False
            study.tell(trial, state=optuna.trial.TrialState.FAIL)
        tried += picked
        if table.is_enough[picked].any():
            break
    return tried


def optuna_tpe(table, seed, batch, budget, init, **setting):
    """What TPE asks for becomes the nearest row not yet tried; it is told of real rows only. With a constant
    liar those of a batch count as running, and are bad until they end."""
    import optuna
    from optuna.distributions import CategoricalDistribution, IntDistribution
    from optuna.trial import TrialState

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    sampler = optuna.samplers.TPESampler(seed=seed, n_startup_trials=0, **setting)
    study = optuna.create_study(sampler=sampler)
    domain = {f"p{k}": CategoricalDistribution(list(range(n))) if mixed else IntDistribution(0, n - 1)
              for k, (n, mixed) in enumerate(zip(table.n_levels, table.unordered))}
    unordered = np.array(table.unordered)
    span = np.maximum(np.array(table.n_levels) - 1, 1)

    def start(i):
        study.add_trial(optuna.trial.create_trial(
            params={f"p{k}": int(v) for k, v in enumerate(table.levels[i])}, distributions=domain,
            state=TrialState.RUNNING))
        return len(study.get_trials(deepcopy=False)) - 1

    def end(number, i):
        failed = np.isnan(table.loss[i])
        study.tell(number, None if failed else table.loss[i], TrialState.FAIL if failed else None)

    tried = list(range(min(init, budget)))
    for i in tried:
        end(start(i), i)
    left = np.ones(len(table.number), bool)
    left[tried] = False
    while len(tried) < budget:
        picked, running = [], []
        for _ in range(min(batch, budget - len(tried))):
            trial = study.ask(domain)
            want = np.array([trial.params[f"p{k}"] for k in range(len(span))])
            away = np.abs(table.levels - want) / span
            away[:, unordered] = table.levels[:, unordered] != want[unordered]
            distance = np.where(left, away.sum(1), np.inf)
            picked.append(int(np.argmin(distance)))
            left[picked[-1]] = False
            study.tell(trial, state=TrialState.FAIL)
            running.append(start(picked[-1]))
        for number, i in zip(running, picked):
            end(number, i)
        tried += picked
    return tried


def optuna_tpe_multi(table, seed, batch, budget, init):
    """The setting that its authors recommend for params that interact and jobs side by side."""
    return optuna_tpe(table, seed, batch, budget, init, multivariate=True, constant_liar=True)


OPTUNA = {"optuna-tpe": optuna_tpe, "optuna-tpe-multi": optuna_tpe_multi, "optuna-tpe-ok": optuna_tpe_ok}
METHODS = {"forest-ei": forest_ei, "forest-ei-ok": forest_ei_ok,
           "forest-mean-ok": forest_mean_ok, "extra-trees": extra_trees, "gp-ei": gp_ei}


def main():
    warnings.filterwarnings("ignore")  # length scales at their bounds
    method, folder = sys.argv[1:3]
    seed, batch, budget, init = map(int, sys.argv[3:7])
    first = open(sys.argv[7]).read().split() if len(sys.argv) > 7 else []
    table = Table(folder, seed, first)
    budget = min(budget, len(table.number))
    if method in OPTUNA:
        tried = OPTUNA[method](table, seed, batch, budget, init)
    else:
        tried = by_score(METHODS[method], table, seed, batch, budget, init)
    print("\n".join(table.number[i] for i in tried))


if __name__ == "__main__":
    main()
