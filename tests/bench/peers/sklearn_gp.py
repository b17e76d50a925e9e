"""scikit-learn's Gaussian process: sklearn_gp.py THREADS RUNS SEED TRAIN TEST [OPTION=VALUE]...

There are no options to heed.

Matern 5/2 with a length scale for each feature and noise, all found by likelihood from one start,
on standardised features and targets, as cml-train -p gp has it (which has a prior besides).
"""
import os
import sys
import warnings

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = sys.argv[1]
import numpy as np
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import ConstantKernel, Matern, WhiteKernel

import peer


def train(x, y):
    mean, sd = x.mean(0), x.std(0)
    kernel = (ConstantKernel(1.0) * Matern(np.full(x.shape[1], 4.0), (1e-2, 1e4), nu=2.5) +
              WhiteKernel(2.5e-3, (1e-6, 1e1)))
    model = GaussianProcessRegressor(kernel, normalize_y=True)
    model.fit((x - mean) / sd, y)
    return model, mean, sd


def predict(trained, x):
    model, mean, sd = trained
    return model.predict((x - mean) / sd, return_std=True)[0]


warnings.filterwarnings("ignore")  # length scales at their bounds
runs = int(sys.argv[2])
peer.measure(runs, train, predict, *peer.read_table(sys.argv[4]), *peer.read_table(sys.argv[5]))
