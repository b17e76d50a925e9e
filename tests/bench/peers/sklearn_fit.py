"""scikit-learn: sklearn_fit.py exact|hist THREADS RUNS SEED TRAIN TEST [OPTION=VALUE]...

exact is GradientBoostingRegressor, which has one thread; hist is HistGradientBoostingRegressor,
whose threads OMP_NUM_THREADS sets. Options are trees, depth and learning-rate.
"""
import os
import sys

os.environ["OMP_NUM_THREADS"] = sys.argv[2]
from sklearn.ensemble import GradientBoostingRegressor, HistGradientBoostingRegressor

import peer


def main():
    kind, runs, seed = sys.argv[1], int(sys.argv[3]), int(sys.argv[4])
    given = peer.options(sys.argv[7:])
    trees, depth, rate = int(given["trees"]), int(given["depth"]), float(given["learning-rate"])

    def train(x, y):
        if kind == "exact":
            model = GradientBoostingRegressor(n_estimators=trees, max_depth=depth,
                                              learning_rate=rate, random_state=seed)
        else:
            model = HistGradientBoostingRegressor(
                max_iter=trees, max_depth=depth, max_leaf_nodes=None, learning_rate=rate,
                max_bins=255, min_samples_leaf=1, l2_regularization=0, early_stopping=False,
                random_state=seed)
        return model.fit(x, y)

    def predict(model, x):
        return model.predict(x)

    peer.measure(runs, train, predict, *peer.read_table(sys.argv[5]), *peer.read_table(sys.argv[6]))


main()
