"""Distinct random ads configurations as CSV: pandas_sample.py N, by columns of random choices,
duplicates dropped."""
import sys

import numpy
import pandas

n = int(sys.argv[1])
random = numpy.random.default_rng(1)
drawn = n + n // 5 + 1000
columns = {f"fsdp_{i}": numpy.array(["FULL_SHARD", "SHARD_GRAD_OP", "NO_SHARD"])[
    random.integers(0, 3, drawn)] for i in range(1, 12)}
columns["local_batch"] = numpy.arange(1024, 1537, 128)[random.integers(0, 5, drawn)]
columns["reserve"] = numpy.round(0.77 + 0.01 * random.integers(0, 10, drawn), 2)
table = pandas.DataFrame(columns).drop_duplicates().head(n)
if len(table) < n:
    sys.exit("too many duplicates")
table.to_csv(sys.stdout, index=False)
