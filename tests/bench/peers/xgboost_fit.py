"""XGBoost, histogram method: xgboost_fit.py THREADS RUNS SEED TRAIN TEST [OPTION=VALUE]...

Options are trees, depth and learning-rate. The quantised matrix that training reads is built
within the timed fit, as our binning is; QuantileDMatrix is what XGBoost's own scikit-learn
interface builds for this method, and its leanest. The penalty on leaves is 0 and the start is the
mean, as in scikit-learn and ours. Predictions are made from the array in place.
"""
import sys

import xgboost

import peer


def main():
    threads, runs, seed = map(int, sys.argv[1:4])
    given = peer.options(sys.argv[6:])
    parameters = {
        "tree_method": "hist", "objective": "reg:squarederror", "max_bin": 256,
        "max_depth": int(given["depth"]), "eta": float(given["learning-rate"]),
        "lambda": 0, "min_child_weight": 1, "nthread": threads, "seed": seed, "verbosity": 0,
    }

    def train(x, y):
        matrix = xgboost.QuantileDMatrix(x, y, max_bin=256, nthread=threads)
        return xgboost.train({**parameters, "base_score": float(y.mean())}, matrix,
                             int(given["trees"]))

    def predict(model, x):
        return model.inplace_predict(x)

    peer.measure(runs, train, predict, *peer.read_table(sys.argv[4]), *peer.read_table(sys.argv[5]))


main()
