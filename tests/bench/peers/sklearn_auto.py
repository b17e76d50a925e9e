"""scikit-learn doing what cml-train -p auto does: sklearn_auto.py exact|hist THREADS RUNS SEED TRAIN TEST

The mean of gradient boosting and of a ridge regression, its penalty found by cross-validation, with
gradient boosting of what it leaves over; 100 trees of depth 6 each.
"""
import os
import sys

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = sys.argv[2]
import numpy as np
from sklearn.ensemble import GradientBoostingRegressor, HistGradientBoostingRegressor
from sklearn.linear_model import RidgeCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import peer

kind, runs, seed = sys.argv[1], int(sys.argv[3]), int(sys.argv[4])


def boosting():
    if kind == "hist":
        return HistGradientBoostingRegressor(max_depth=6, random_state=seed)
    return GradientBoostingRegressor(max_depth=6, subsample=0.7, random_state=seed)


def train(x, y):
    line = make_pipeline(StandardScaler(), RidgeCV(np.logspace(-6, 4, 21))).fit(x, y)
    return line, boosting().fit(x, y), boosting().fit(x, y - line.predict(x))


def predict(models, x):
    line, trees, rest = models
    return (line.predict(x) + trees.predict(x) + rest.predict(x)) / 2


peer.measure(runs, train, predict, *peer.read_table(sys.argv[5]), *peer.read_table(sys.argv[6]))
