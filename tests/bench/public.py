"""The default predictor beside boosted trees of scikit-learn and XGBoost, and ridge regression with XGBoost on what
it leaves, on public measured tables:
public.py BIN DATA [TABLE...]

Every contender learns from the same features (those of cml-encode, from a space file of schemas/ or from the
one that --infer writes) of the same jobs, the logarithm of the metric. Peers have their defaults. The jobs
held out are new ones (random, means of five), later ones (time), larger ones (scale), those of one device
or of one model. Failed jobs, and metrics that are not above 0, are left out. Of large tables
every n-th row is taken, some 2,000.

kendall   rank correlation over all jobs held out
within    the same inside contexts of at least three jobs, averaged
error     mean absolute error of the logarithm
level     absolute median error of the logarithm: how far off all jobs are together
coverage  of our 90 % intervals, and their width as a factor (upper over lower, geometric mean)
"""
import csv
import os
import subprocess
import sys
import tempfile

import numpy
from scipy.stats import kendalltau
from sklearn.ensemble import GradientBoostingRegressor
from sklearn.linear_model import Ridge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from xgboost import XGBRegressor

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
REPEATS = 5

# table: the space, or the metric and its goal for --infer; the columns of a context; splits
TABLES = {
    "llm_foundry": ("schemas/llm_foundry.csv", ["num_params", "gpu", "n_gpus", "seq_len_t"], [
        "time:date", "scale:n_gpus<=64", "gpu", "num_params"]),
    "ultrascale_h100": ("schemas/ultrascale_h100.csv", ["num_layers", "gpus"], ["scale:gpus<=64"]),
    "mlperf_configs": ("schemas/mlperf.csv", ["benchmark", "accelerator"], [
        "time:round", "scale:accelerators<=64", "accelerator"]),
    "gavel": ("schemas/gavel.csv", ["model", "gpu", "scale_factor"], [
        "scale:scale_factor<=2", "gpu", "model"]),
    "bloom_prequel_a100": ("schemas/bloom_prequel.csv", [], ["time:date", "scale:gpus<=352"]),
    "pollux_adaptdl": ("tests/public/lib/pollux.csv", ["application"], [
        "scale:num_replicas<=4", "application"]),
    "gpt_h200": (("tokens_per_s", "max"), ["d_model"], ["scale:d_model<=1024", "scale:d_model>1024"]),
    "llm_pilot": (("median_itl", "min"), ["model", "gpu_type", "num_users"], [
        "scale:gpu_n_gpus<=2", "scale:num_users<=32", "model", "gpu_type"]),
    "llm_inference_bench": (("throughput", "max"), ["model", "hardware"], [
        "scale:n_devices<=2", "scale:batch_size<=32", "hardware", "model"]),
    "sailor_profiles": (("forward_backward_ms", "min"), ["model", "gpu"], [
        "scale:tp<=2", "scale:mbs<=16", "gpu", "model"]),
    "dlperf_v100": (("samples_per_s", "max"), ["model", "framework"], ["scale:gpus<=8", "model"]),
    "maxtext": (("tflops", "max"), ["device"], ["scale:chips<=256", "device"]),
    "alpa_osdi22": (("total_tflops", "max"), ["model", "system"], ["scale:gpus<=16", "model"]),
    "kernels/gemm_rtx_2080_ti": ("schemas/kernel-gemm.csv", [], ["scale:mwg*nwg<=4096"]),
    "kernels/convolution_a100": ("schemas/kernel-convolution.csv", [], [
        "scale:block_size_x*block_size_y<=256"]),
    "kernels/convolution_w6600": ("schemas/kernel-convolution.csv", [], [
        "scale:block_size_x*block_size_y<=256"]),
    "kernels/dedispersion_a100": ("schemas/kernel-dedispersion.csv", [], [
        "scale:block_size_x*block_size_y<=512"]),
    "kernels/pnpoly_rtx_3090": ("schemas/kernel-pnpoly.csv", [], ["scale:tile_size<=8"]),
    "systems/7z": ("schemas/system-7z.csv", [], ["scale:block_size<=64"]),
    "systems/hsmgp": ("schemas/system-hsmgp.csv", [], ["scale:num_core<=256"]),
    "systems/redis": ("schemas/system-redis.csv", [], ["scale:hz<=300"]),
    "systems/storm": ("schemas/system-storm.csv", [], []),
    "systems/xgboost": ("schemas/system-xgboost.csv", [], []),
}


def run(*command):
    """Its standard output; notes are its own."""
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def kendall(actual, predicted):
    tau = kendalltau(actual, predicted)[0]
    return 0.0 if numpy.isnan(tau) else tau


def scores(y, p, groups):
    """Kendall, within contexts, error, level."""
    within = []
    for group in set(groups):
        at = [i for i, g in enumerate(groups) if g == group]
        if len(at) >= 3 and len(set(y[at])) > 1:
            within.append(kendall(y[at], p[at]))
    one = len(set(groups)) == 1
    return [kendall(y, p), numpy.mean(within) if within and not one else numpy.nan,
            numpy.mean(abs(y - p)), abs(numpy.median(y - p))]


class Table:
    """The jobs of a table that ran, its space, and the features of each job."""

    def __init__(self, tools, data, name, folder):
        space, self.context, self.splits = TABLES[name]
        self.tools, self.folder = tools, folder
        with open(os.path.join(data, name + ".csv"), newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        rows = [row for row in rows if row.get("status", "ok") in ("ok", "")]
        rows = rows[::max(len(rows) // 2000, 1)]
        self.space, self.jobs = os.path.join(folder, "space.csv"), os.path.join(folder, "jobs.csv")
        if isinstance(space, tuple):
            self.write(rows)
            text = run(f"{tools}/cml-encode", "-q", "--infer", "--metric", space[0], "--goal", space[1], self.jobs)
        else:
            with open(os.path.join(ROOT, space), encoding="utf-8") as file:
                text = file.read()
        metric = next(line.split(",") for line in text.splitlines() if ",metric," in line)
        self.metric, self.sign = metric[0], 1 if metric[2].startswith("max") else -1
        with open(self.space, "w", encoding="utf-8") as file:
            file.write(text)
        self.rows = [row for row in rows if self.above_0(row.get(self.metric, ""))]
        self.write(self.rows)
        bad_path = os.path.join(folder, "bad.csv")
        features = run(f"{tools}/cml-encode", "-q", "-s", self.space, "--bad-rows", bad_path, self.jobs).splitlines()
        if len(features) != len(self.rows) + 1:
            with open(bad_path, newline="", encoding="utf-8") as file:
                bad = [list(row.values()) for row in csv.DictReader(file)]
            self.rows = [row for row in self.rows if list(row.values()) not in bad]
            self.write(self.rows)
        header = next(csv.reader([features[0]]))
        self.columns = [i for i, column in enumerate(header) if not column.startswith("cml_")]
        cells = [next(csv.reader([line])) for line in features[1:]]
        self.x = numpy.array([[float(row[i]) if row[i] else numpy.nan for i in self.columns] for row in cells])
        self.y = numpy.log([float(row[self.metric]) for row in self.rows])

    def above_0(self, cell):
        try:
            return float(cell) > 0
        except ValueError:
            return False

    def write(self, rows):
        with open(self.jobs, "w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)

    def cuts(self):
        """(name, what --split takes) of every cut; a column's name stands for one of its levels left out at a time."""
        for repeat in range(REPEATS):
            yield "random", "random:0.745", repeat + 1
        for split in self.splits:
            if ":" in split:
                yield split.split(":")[0], split, 1
                continue
            count = {}
            for row in self.rows:
                count[row[split]] = count.get(row[split], 0) + 1
            kind = "model" if split in ("model", "num_params", "application") else "device"
            quote = "" if split == "num_params" else "'"
            for level in sorted(count):
                if level and len(self.rows) - count[level] >= 20 and count[level] >= 10:
                    yield kind, f"scale:{split} != {quote}{level}{quote}", 1

    def ours(self, split, seed):
        """Jobs held out, our predictions of their logarithms, and the ends of the intervals."""
        path = os.path.join(self.folder, "predicted.csv")
        run(f"{self.tools}/cml-eval", "-q", "-s", self.space, "--ignore-failures", "--bootstrap", "0", "--seed", str(seed),
            "--digits", "full", "--split", split, "--predictions", path, "--bad-rows", "skip", self.jobs)
        with open(path, newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        test = [int(row["cml_line"]) - 2 for row in rows]
        return test, [numpy.log([float(row[end] or "nan") for row in rows]) for end in ("cml_pred", "cml_lo", "cml_hi")]


def peers(table, test):
    """Predictions of each peer for the jobs held out."""
    train = sorted(set(range(len(table.y))) - set(test))
    filled = numpy.nan_to_num(table.x, nan=-1.0)
    sklearn = GradientBoostingRegressor(random_state=1).fit(filled[train], table.y[train])
    xgboost = XGBRegressor(n_jobs=1).fit(table.x[train], table.y[train])
    ridge = make_pipeline(StandardScaler(), Ridge()).fit(filled[train], table.y[train])
    rest = XGBRegressor(n_jobs=1).fit(table.x[train], table.y[train] - ridge.predict(filled[train]))
    return (sklearn.predict(filled[test]), xgboost.predict(table.x[test]).astype(float),
            ridge.predict(filled[test]) + rest.predict(table.x[test]))


def main():
    tools, data, names = sys.argv[1], sys.argv[2], sys.argv[3:] or list(TABLES)
    out = csv.writer(sys.stdout)
    out.writerow(["table", "kind", "split", "jobs", "contender", "kendall", "within", "error", "level", "coverage", "width"])
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            table = Table(tools, data, name, folder)
            for kind, split, seed in table.cuts():
                test, (predicted, lo, hi) = table.ours(split, seed)
                y = table.y[test]
                groups = [tuple(table.rows[i][column] for column in table.context) for i in test]
                inside = numpy.mean((y >= lo - 1e-9) & (y <= hi + 1e-9))
                width = numpy.exp(numpy.mean(hi - lo))
                for contender, p in zip(("auto", "scikit-learn", "XGBoost", "ridge, XGBoost"), (predicted, *peers(table, test))):
                    ends = [inside, width] if contender == "auto" else ["", ""]
                    out.writerow([name, kind, split, len(test), contender,
                                  *(f"{v:.4f}" if v != "" else "" for v in [*scores(y, p, groups), *ends])])
                sys.stdout.flush()


if __name__ == "__main__":
    main()
