"""A table of ads configurations to the same table with predictions, as a whole process:
csv_rank.py xgboost|torch THREADS MODEL CSV. With csv_rank.py save xgboost|torch THREADS MODEL TRAIN
[OPTION=VALUE]... such a model is trained and saved first."""
import sys

import peer


def save(kind, threads, model, train, given):
    x, y = peer.read_table(train)
    if kind == "xgboost":
        import xgboost
        matrix = xgboost.QuantileDMatrix(x, y, max_bin=256, nthread=threads)
        xgboost.train({"tree_method": "hist", "max_depth": int(given["depth"]), "lambda": 0,
                       "eta": float(given["learning-rate"]), "base_score": float(y.mean())},
                      matrix, int(given["trees"])).save_model(model)
    else:
        import ranking_nets
        import torch
        torch.set_num_threads(threads)
        torch.save(ranking_nets.train(x, y, given, 1), model)


def rank(kind, threads, path, csv):
    table, x = peer.onehot(csv)
    if kind == "xgboost":
        import xgboost
        model = xgboost.Booster({"nthread": threads})
        model.load_model(path)
        table["prediction"] = model.inplace_predict(x)
    else:
        import ranking_nets
        import torch
        torch.set_num_threads(threads)
        table["prediction"] = ranking_nets.predict(torch.load(path), x)
    table.to_csv(sys.stdout, index=False)


if sys.argv[1] == "save":
    save(sys.argv[2], int(sys.argv[3]), sys.argv[4], sys.argv[5], peer.options(sys.argv[6:]))
else:
    rank(sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4])
