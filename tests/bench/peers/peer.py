"""What the peers' scripts share: tables of numbers in files, timing, scores.

A table is PREFIX.x (float32, row after row) and PREFIX.y (float64), as
tests/bench/ours/bench_support.h says. Scores are computed by SciPy and NumPy, so that
a mistake in ours cannot flatter us.
"""
import time

import numpy
from scipy.stats import kendalltau


def read_table(prefix):
    """Features as a contiguous float32 matrix, targets as float64."""
    y = numpy.fromfile(prefix + ".y", dtype=numpy.float64)
    x = numpy.fromfile(prefix + ".x", dtype=numpy.float32).reshape(len(y), -1)
    return x, y


def options(arguments):
    """NAME=VALUE texts as a dictionary of texts."""
    return dict(argument.split("=", 1) for argument in arguments)


def measure(runs, train, predict, x, y, test_x, test_y):
    """After a fit and a prediction of few rows that are not timed, times runs fits and predictions
    of the test rows and prints medians and scores, as bench_fit does."""
    few = max(min(len(y), 64), min(len(y) // 10, 1000))
    predict(train(x[:few], y[:few]), test_x[:few])
    fit_seconds, predict_seconds = [], []
    for _ in range(runs):
        start = time.perf_counter()
        model = train(x, y)
        trained = time.perf_counter()
        predicted = predict(model, test_x)
        fit_seconds.append(trained - start)
        predict_seconds.append(time.perf_counter() - trained)
    tau = kendalltau(test_y, predicted)[0]
    rmse = float(numpy.sqrt(numpy.mean((predicted - test_y) ** 2)))
    print(f"seconds={numpy.median(fit_seconds):.9f} predict_seconds="
          f"{numpy.median(predict_seconds):.9f} kendall={tau:.6f} rmse={rmse:.9g}")
