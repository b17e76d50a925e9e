"""A feature table to a saved model, as a whole process: csv_fit.py sklearn|xgboost THREADS CSV OUT
TREES DEPTH RATE. pandas reads the table."""
import sys

import pandas

kind, threads, path, out = sys.argv[1:5]
trees, depth, rate = int(sys.argv[5]), int(sys.argv[6]), float(sys.argv[7])
table = pandas.read_csv(path, dtype="float32")
y = table.pop("cml_target").to_numpy()
x = table.to_numpy()
if kind == "sklearn":
    import joblib
    from sklearn.ensemble import GradientBoostingRegressor
    model = GradientBoostingRegressor(n_estimators=trees, max_depth=depth, learning_rate=rate)
    joblib.dump(model.fit(x, y), out)
else:
    import xgboost
    matrix = xgboost.QuantileDMatrix(x, y, max_bin=256, nthread=int(threads))
    xgboost.train({"tree_method": "hist", "max_bin": 256, "max_depth": depth, "eta": rate,
                   "lambda": 0, "min_child_weight": 1, "nthread": int(threads),
                   "base_score": float(y.mean()), "verbosity": 0}, matrix, trees).save_model(out)
