#!/usr/bin/env python3
"""A small data-parallel trainer to tune: PyTorch DistributedDataParallel over gloo.

Each process learns a batch of its own of the same made-up task (the class that a random
linear map gives to normal inputs) with a net of fully connected layers. Gradients are
averaged over all processes in buckets of --bucket-mb, once for --accumulate batches.
Under torchrun or srun the processes are those that they start; else it starts
--processes itself.

The first process prints one line for each step:

    step=7 loss=2.1034 examples_per_second=1184.3 step_seconds=0.4323
"""

import argparse
import contextlib
import os
import sys
import tempfile
import time

INPUTS = 256
CLASSES = 10
SEED = 1


def parse_arguments():
    def count(text):
        value = int(text)
        if value < 1:
            raise argparse.ArgumentTypeError("at least 1")
        return value

    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--batch", type=count, default=64, help="examples of a process at a time")
    parser.add_argument("--accumulate", type=count, default=1, help="batches of a step")
    parser.add_argument("--bucket-mb", type=count, default=25, help="gradients sent together")
    parser.add_argument("--threads", type=count, default=1, help="of each process")
    parser.add_argument("--processes", type=count, default=2, help="without torchrun or srun")
    parser.add_argument("--steps", type=count, default=20)
    parser.add_argument("--width", type=count, default=1024, help="of the hidden layers")
    parser.add_argument("--layers", type=count, default=4, help="hidden ones")
    return parser.parse_args()


# A wrong option is told before PyTorch is imported, which takes seconds; how many threads its
# libraries have is read when they are.
if __name__ == "__main__":
    ARGUMENTS = parse_arguments()
    os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = str(ARGUMENTS.threads)

import torch
import torch.distributed
import torch.multiprocessing
from torch.nn.parallel import DistributedDataParallel


def make_net(arguments):
    """The same parameters in every process."""
    torch.manual_seed(SEED)
    sizes = [INPUTS] + [arguments.width] * arguments.layers
    layers = []
    for inputs, outputs in zip(sizes, sizes[1:]):
        layers += [torch.nn.Linear(inputs, outputs), torch.nn.ReLU()]
        torch.nn.init.kaiming_normal_(layers[-2].weight, nonlinearity="relu")
    return torch.nn.Sequential(*layers, torch.nn.Linear(sizes[-1], CLASSES))


def make_batches(arguments, rank):
    """Batches without end: inputs of this process alone, and their classes."""
    generator = torch.Generator().manual_seed(SEED)
    teacher = torch.randn(INPUTS, CLASSES, generator=generator)
    generator.manual_seed(SEED + 1 + rank)
    while True:
        inputs = torch.randn(arguments.batch, INPUTS, generator=generator)
        yield inputs, (inputs @ teacher).argmax(dim=1)


def step(net, optimizer, batches, accumulate):
    """One step of the optimizer; returns the mean loss of this process."""
    total = 0.0
    optimizer.zero_grad(set_to_none=True)
    for i in range(accumulate):
        inputs, classes = next(batches)
        # Gradients travel with the last batch only.
        last = i == accumulate - 1
        with contextlib.nullcontext() if last else net.no_sync():
            loss = torch.nn.functional.cross_entropy(net(inputs), classes) / accumulate
            loss.backward()
        total += loss.item()
    optimizer.step()
    return total


def train(arguments):
    """What each process does once it belongs to the group."""
    torch.set_num_threads(arguments.threads)
    rank = torch.distributed.get_rank()
    net = DistributedDataParallel(make_net(arguments), bucket_cap_mb=arguments.bucket_mb)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.02, momentum=0.9)
    batches = make_batches(arguments, rank)
    n_examples = arguments.batch * arguments.accumulate * torch.distributed.get_world_size()
    for i in range(1, arguments.steps + 1):
        start = time.perf_counter()
        loss = step(net, optimizer, batches, arguments.accumulate)
        seconds = time.perf_counter() - start
        if rank == 0:
            print(
                f"step={i} loss={loss:.4f} examples_per_second={n_examples / seconds:.1f}"
                f" step_seconds={seconds:.4f}",
                flush=True,
            )
    torch.distributed.destroy_process_group()


def train_as(rank, arguments, meeting_place):
    """One of the processes that were started here; they meet in a file, as ports may be
    another job's."""
    torch.distributed.init_process_group(
        "gloo", init_method=f"file://{meeting_place}", rank=rank, world_size=arguments.processes
    )
    train(arguments)


def main(arguments):
    if "RANK" in os.environ:
        torch.distributed.init_process_group("gloo")
        train(arguments)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        torch.multiprocessing.spawn(
            train_as,
            (arguments, os.path.join(folder, "meeting")),
            nprocs=arguments.processes,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(ARGUMENTS))
