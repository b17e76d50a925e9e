"""SciPy: scipy_correlation.py kendall|pearson|spearman RUNS PREFIX, as bench_correlation."""
import sys
import time

import numpy
from scipy import stats

name, runs, prefix = sys.argv[1], int(sys.argv[2]), sys.argv[3]
a = numpy.fromfile(prefix + ".a")
b = numpy.fromfile(prefix + ".b")
correlate = {"kendall": stats.kendalltau, "pearson": stats.pearsonr,
             "spearman": stats.spearmanr}[name]
correlate(a[:100000], b[:100000])
seconds = []
for _ in range(runs):
    start = time.perf_counter()
    value = correlate(a, b)[0]
    seconds.append(time.perf_counter() - start)
print(f"seconds={numpy.median(seconds):.9f} value={value:.17g}")
