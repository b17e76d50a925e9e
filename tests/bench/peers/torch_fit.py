"""PyTorch: torch_fit.py all|one THREADS RUNS SEED TRAIN TEST [OPTION=VALUE]...; options as
cml-train -p mlp has them, and defaults. Of the threads OpenBLAS gets all, which is the default, or
one, which leaves the others to PyTorch's own loops."""
import os
import sys

if sys.argv[1] == "one":
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
import torch

import peer
import ranking_nets


def main():
    threads, runs, seed = map(int, sys.argv[2:5])
    given = peer.options(sys.argv[7:])
    torch.set_num_threads(threads)
    peer.measure(runs, lambda x, y: ranking_nets.train(x, y, given, seed), ranking_nets.predict,
                 *peer.read_table(sys.argv[5]), *peer.read_table(sys.argv[6]))


main()
