"""The rows of the benchmark: what is compared, on which input.

A row is made by a function of the inputs and gives its contenders, ours first. To add one, write
the function and add it to ROWS.
"""
import os
from dataclasses import dataclass

PYTHON = "/usr/bin/python3"
HERE = os.path.dirname(os.path.abspath(__file__))

@dataclass
class Contender:
    product: str  # "CubicML" is ours
    command: list  # {seed} in an argument is the number of the round
    threads: int  # 0: it decides itself
    note: str = ""

    @property
    def label(self):
        threads = {0: "", 1: ", 1 thread"}.get(self.threads, f", {self.threads} threads")
        return self.product + (f" {self.note}" if self.note else "") + threads


@dataclass
class Row:
    what: str  # a sentence or two: the work, the data, what is timed
    contenders: list
    rounds: int = 5
    time: str = "seconds"  # a field that the programs print, or wall_s for whole processes
    amount: float = 0  # of `unit` that are done in that time; 0: none
    unit: str = ""
    scores: tuple = ()  # fields to show; their mean over the rounds
    agree: str = ""  # a field on which all must agree to 12 digits


def peer(script, *arguments):
    return [PYTHON, os.path.join(HERE, "peers", script), *map(str, arguments)]


def fits(inputs, kind, peers, runs, train, test, given, threads=(1, 2)):
    """Ours by bench_fit at each number of threads, and peers as (product, note, script, leading
    arguments, numbers of threads) with the same arguments."""
    # As the peers: trees of all rows.
    ours = [*given, "subsample=1"] if kind == "gbt" else given
    contenders = [Contender("CubicML", [inputs.program("bench_fit"), kind, str(n), str(runs),
                                        "{seed}", train, test, *ours], n) for n in threads]
    for product, note, script, leading, own_threads in peers:
        contenders += [Contender(product, peer(script, *leading, n, runs, "{seed}", train, test,
                                               *given), n, note) for n in own_threads]
    return contenders


XGBOOST = ("XGBoost", "hist", "xgboost_fit.py", (), (1, 2))
SKLEARN_EXACT = ("scikit-learn", "GradientBoosting", "sklearn_fit.py", ("exact",), (1,))
SKLEARN_HIST = ("scikit-learn", "HistGradientBoosting", "sklearn_fit.py", ("hist",), (2,))
SKLEARN_AUTO = ("scikit-learn", "ridge and GradientBoosting", "sklearn_auto.py", ("exact",), (1,))
SKLEARN_AUTO_HIST = ("scikit-learn", "ridge and HistGradientBoosting", "sklearn_auto.py", ("hist",),
                     (2,))
SKLEARN_GP = ("scikit-learn", "GaussianProcess", "sklearn_gp.py", (), (1, 2))
TORCH = ("PyTorch", "", "torch_fit.py", ("all",), (1, 2))
TORCH_ONE_BLAS = ("PyTorch", "with 1 of OpenBLAS", "torch_fit.py", ("one",), (2,))


def mlp_train(inputs):
    train, test = inputs.ads_features(480, 1), inputs.ads_features(2000, 2)
    epochs = 20 if inputs.small else 200
    return Row(
        "The paper's ads predictor: 10 nets 48-1600-1, one after the other in PyTorch, 480 rows of "
        f"fsdp-sim, {epochs} epochs, batch 64, dropout 0.5, AMSGrad (learning rate 0.001, weight "
        "decay 0.005), margin ranking loss (0.001) over all pairs of a batch. All ten nets are "
        "trained, in memory; Kendall's tau on 2,000 other rows.",
        fits(inputs, "mlp", [TORCH, TORCH_ONE_BLAS], 1, train, test,
             [f"epochs={epochs}"]), rounds=3, scores=("kendall",))


def small_trees(inputs, kind):
    rounds = 5
    train = inputs.tables(kind, 423, 117, 100, rounds)
    test = inputs.tables(kind, 2000, 117, 200, rounds)
    return Row(
        f"423 rows of 117 {'numbers' if kind == 'numeric' else 'one-hot flags'}, 100 trees of "
        "depth 3, learning rate 0.1. Training in memory, binning (and XGBoost's matrix) counted; "
        "median of 5 fits in each round; scores on 2,000 other rows, other data in each round.",
        fits(inputs, "gbt", [SKLEARN_EXACT, XGBOOST], 5, train, test,
             ["trees=100", "depth=3", "learning-rate=0.1"]), rounds=rounds,
        scores=("kendall", "rmse"))


def large_trees(inputs):
    rows = 100000 if inputs.small else 1000000
    train, test = inputs.table("numeric", rows, 50, 1), inputs.table("numeric", 100000, 50, 2)
    return Row(
        f"{rows:,} rows of 50 numbers, 100 trees of depth 6, learning rate 0.1, 255 bins (XGBoost: "
        "256). Training in memory, binning counted; scores on 100,000 other rows. Peak memory is "
        "that of the whole process, which holds the features as float32 before it starts.",
        fits(inputs, "gbt", [XGBOOST[:4] + ((2,),), SKLEARN_HIST], 1, train, test,
             ["trees=100", "depth=6", "learning-rate=0.1"], threads=(2,)), rounds=3,
        amount=rows, unit="rows", scores=("kendall", "rmse"))


def public_trees(inputs):
    tables = inputs.public_runs()
    if tables is None:
        return None
    return Row(
        "Measured training runs of llm-foundry (public), every fourth held out, logarithm of the "
        "throughput, 100 trees of depth 3, learning rate 0.1. Training in memory; scores on the "
        "held-out runs.",
        fits(inputs, "gbt", [XGBOOST], 5, *tables,
             ["trees=100", "depth=3", "learning-rate=0.1"]), scores=("kendall", "rmse"))


def public_auto(inputs):
    tables = inputs.public_runs()
    if tables is None:
        return None
    return Row(
        "Measured training runs of llm-foundry (public), every fourth held out, logarithm of the "
        "throughput: trees and a line combined, with the defaults. Training in memory; scores on the "
        "held-out runs.",
        fits(inputs, "auto", [SKLEARN_AUTO], 3, *tables, []), rounds=3, scores=("kendall", "rmse"))


def large_auto(inputs):
    rows = 20000 if inputs.small else 100000
    train, test = inputs.table("numeric", rows, 50, 1), inputs.table("numeric", 100000, 50, 2)
    return Row(
        f"{rows:,} rows of 50 numbers: trees and a line combined, with the defaults. Training in "
        "memory; scores on 100,000 other rows.",
        fits(inputs, "auto", [SKLEARN_AUTO_HIST], 1, train, test, [], threads=(2,)), rounds=3,
        amount=rows, unit="rows", scores=("kendall", "rmse"))


def process(inputs, predicting):
    train = inputs.tables("numeric", 200, 12, 300, 3)
    test = inputs.tables("numeric", 5000, 12, 400, 3)
    what = ("Mean and deviation of 5,000 other rows under these processes"
            if predicting else
            "200 rows of 12 numbers, a Gaussian process with Matern 5/2 and a length scale for each "
            "number, all found by likelihood (ours: and a prior). Training in memory; scores on "
            "5,000 other rows, other data in each round")
    return Row(what + ".", fits(inputs, "gp", [SKLEARN_GP], 3, train, test, [], threads=(1, 2)),
               rounds=3, time="predict_seconds" if predicting else "seconds",
               **({"amount": 5000, "unit": "rows"} if predicting else
                  {"scores": ("kendall", "rmse")}))


def encode(inputs):
    size = 100000000 if inputs.small else 1000000000
    log = inputs.job_log(size)
    space = os.path.join(HERE, "bench_jobs.csv")
    return Row(
        f"A job log of {size / 1e6:,.0f} MB, 26 columns, quoted notes. cml-encode reads, checks, "
        "encodes and writes 45 features; bare libcsv only counts cells; Miller reads and writes "
        "the rows as they are; pandas only reads. Whole processes, output to /dev/null.",
        [Contender("CubicML", [inputs.tool("cml-encode"), "-q", "-j", str(n), "-s", space, log],
                   n, "cml-encode") for n in (1, 2)] +
        [Contender("libcsv", [os.path.join(inputs.build, "bench", "peers", "libcsv_parse"), log],
                   1, "parsing alone"),
         Contender("Miller", ["mlr", "--icsv", "--ocsv", "cat", log], 0, "cat"),
         Contender("pandas", peer("pandas_read.py", log), 1, "read_csv")],
        rounds=3, time="wall_s", amount=size / 1e6, unit="MB")


def rank(inputs, kind):
    if kind == "gbt":
        rows, n_trained, how = 50000 if inputs.small else 300000, 5000, "inplace_predict"
        given, model = ["trees=500", "depth=6", "learning-rate=0.1"], "500 trees of depth 6"
    else:
        rows, n_trained, how = 20000 if inputs.small else 100000, 480, "batches of 4,096 rows"
        # Scoring costs the same however long training was.
        given, model = ["epochs=2" if inputs.small else "epochs=20"], "10 nets 48-1600-1"
    train, test = inputs.ads_features(n_trained, 1), inputs.ads_features(rows, 2)
    return Row(
        f"Predicting {rows:,} ads configurations, 48 one-hot features in memory as float32, with "
        f"{model} ({how}). Kendall's tau of all of them.",
        fits(inputs, kind, [XGBOOST if kind == "gbt" else TORCH], 1, train, test, given),
        rounds=3, time="predict_seconds", amount=rows, unit="rows", scores=("kendall",))


def correlation(inputs, name, values):
    rows = 1000000 if inputs.small else 10000000
    prefix = inputs.pairs(rows, values)
    ties = f"{values} distinct values" if values else "no ties"
    return Row(
        f"{name.capitalize()}'s coefficient of {rows:,} pairs in memory, {ties}, 1 thread.",
        [Contender("CubicML", [inputs.program("bench_correlation"), name, "1", prefix], 1),
         Contender("SciPy", peer("scipy_correlation.py", name, 1, prefix), 1)],
        rounds=3, amount=rows, unit="pairs", scores=("value",), agree="value")


def launch(inputs):
    n = 1000 if inputs.small else 10000
    table, folder = inputs.numbers(n), os.path.join(inputs.folder, "launch")
    seq = f"seq {n} |"
    parallel = f"{seq} parallel --will-cite -j 2 --joblog {folder}.log"
    # Nothing is removed between rounds: file systems look for long at names just freed.
    results = f"mkdir -p {folder} && {parallel} --results $(mktemp -d {folder}/XXXXXX)"

    # Each job is handed its number; `true` with one argument sets its locale, which C makes cheap.
    def of(tool, command, note=""):
        return Contender(tool, ["env", "LC_ALL=C", *command], 2, note)
    return Row(
        f"{n:,} jobs `true N`, 2 at a time: whole processes. cml-submit keeps a directory for each "
        "job (command, output, record) and appends its row to a history that is synced; GNU "
        "parallel keeps a job log, with --results also the output of each job; xargs keeps nothing.",
        [of("CubicML", [os.path.join(HERE, "launch.sh"), folder, inputs.tool("cml-submit"), "-q",
                        "-j", "2", table, "--", "true", "{x}"], "cml-submit"),
         of("GNU parallel", ["sh", "-c", f"{parallel} true"]),
         of("GNU parallel", ["sh", "-c", f"{results} true"], "--results"),
         of("xargs", ["sh", "-c", f"{seq} xargs -P 2 -n 1 true"])],
        rounds=3, time="wall_s", amount=n, unit="jobs")


ROWS = {
    "mlp-train": mlp_train,
    "gbt-small-numeric": lambda inputs: small_trees(inputs, "numeric"),
    "gbt-small-onehot": lambda inputs: small_trees(inputs, "onehot"),
    "gbt-large": large_trees,
    "gbt-public": public_trees,
    "auto-public": public_auto,
    "auto-large": large_auto,
    "gp-train": lambda inputs: process(inputs, False),
    "gp-predict": lambda inputs: process(inputs, True),
    "encode": encode,
    "rank-gbt": lambda inputs: rank(inputs, "gbt"),
    "rank-mlp": lambda inputs: rank(inputs, "mlp"),
    "kendall": lambda inputs: correlation(inputs, "kendall", 0),
    "kendall-ties": lambda inputs: correlation(inputs, "kendall", 1000),
    "spearman": lambda inputs: correlation(inputs, "spearman", 0),
    "pearson": lambda inputs: correlation(inputs, "pearson", 0),
    "launch": launch,
}
