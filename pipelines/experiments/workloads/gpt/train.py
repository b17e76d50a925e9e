#!/usr/bin/env python3
"""A trainer to tune: a GPT-like model on random tokens, in plain PyTorch.

    train.py micro_batch=8 precision=bf16_amp ...           one configuration, then it ends
    torchrun --nproc_per_node=8 train.py shard=full ...     the same on several GPUs
    train.py --serve SOCKET                                 resident: a configuration a connection (job.py is the client)

A step trains on `global_tokens` tokens: micro-batches whose gradients add up, then the optimizer. What is timed: after one
micro-batch, one optimizer step and `seconds` / 2 more that are not, micro-batches for `seconds` in all, an optimizer step after each
third of them, by events of the device (the clock on a CPU). What is computed: the time of the whole step, as micro-batches take the same time. A line for each reading, as

    step=3 loss=10.9312 tokens_per_s=89642.1 step_ms=1462.2 peak_gb=44.41

With compile=layer the time of compilation is spread over `horizon` steps. Losses are of random tokens: they say that training runs,
not how well it learns. recompute, loss_chunks, fused_qkv, optimizer, sync and shard change the order of sums alone; precision and
attention change the numerics, and bf16 (weights of 16 bits) what is learned.
"""

import contextlib
import functools
import gc
import json
import math
import os
import socket
import sys
import time

from settings import Refused, read_configuration, version

IDLE_S = 600  # a resident trainer without a job for so long ends
CONTEXT_GB = 4  # what the driver, a CUDA context and its libraries may hold
VERSION = version()  # of what runs, whatever the files are by then

# A wrong option is refused before PyTorch is imported, which takes seconds.
if __name__ == "__main__" and sys.argv[1:2] != ["--serve"]:
    try:
        ASKED = read_configuration(sys.argv[1:])
    except Refused as refused:
        sys.exit(f"train.py: {refused}")

import torch
import torch.distributed
import torch.nn.functional as F
from torch.utils.checkpoint import checkpoint


class Attention(torch.nn.Module):
    def __init__(self, c):
        super().__init__()
        width = c["d_model"]
        self.heads, self.kind = width // c["head_dim"], c["attention"]
        if c["fused_qkv"]:
            self.qkv = torch.nn.Linear(width, 3 * width)
        else:
            self.q, self.k, self.v = (torch.nn.Linear(width, width) for _ in range(3))
        self.out = torch.nn.Linear(width, width)

    def forward(self, x):
        parts = self.qkv(x).chunk(3, dim=-1) if hasattr(self, "qkv") else (self.q(x), self.k(x), self.v(x))
        q, k, v = (part.unflatten(-1, (self.heads, -1)).transpose(1, 2) for part in parts)
        if self.kind == "eager":
            n = x.shape[1]
            scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])
            future = torch.ones(n, n, dtype=torch.bool, device=x.device).triu(1)
            y = scores.masked_fill(future, float("-inf")).softmax(-1) @ v
        else:
            y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return self.out(y.transpose(1, 2).flatten(-2))


def choose_kernel(kind):
    """That kernel alone, for all that follows: PyTorch says `No available kernel` where it does not exist. `eager`: any."""
    if not hasattr(F, "scaled_dot_product_attention"):
        if kind == "eager":
            return
        raise RuntimeError(f"No available kernel: PyTorch {torch.__version__} has no scaled_dot_product_attention")
    torch.backends.cuda.enable_flash_sdp(kind in ("eager", "sdpa_flash"))
    torch.backends.cuda.enable_mem_efficient_sdp(kind in ("eager", "sdpa_efficient"))
    torch.backends.cuda.enable_math_sdp(kind in ("eager", "sdpa_math"))
    if hasattr(torch.backends.cuda, "enable_cudnn_sdp"):
        torch.backends.cuda.enable_cudnn_sdp(False)


class Block(torch.nn.Module):
    def __init__(self, c):
        super().__init__()
        width = c["d_model"]
        self.norm1, self.attention = torch.nn.LayerNorm(width), Attention(c)
        self.norm2 = torch.nn.LayerNorm(width)
        self.up, self.down = torch.nn.Linear(width, 4 * width), torch.nn.Linear(4 * width, width)

    def forward(self, x):
        x = x + self.attention(self.norm1(x))
        return x + self.down(F.gelu(self.up(self.norm2(x))))


class GPT(torch.nn.Module):
    def __init__(self, c):
        super().__init__()
        self.c = c
        self.tokens = torch.nn.Embedding(c["vocab"], c["d_model"])
        self.places = torch.nn.Embedding(c["seq"], c["d_model"])
        self.blocks = torch.nn.ModuleList(Block(c) for _ in range(c["layers"]))
        self.norm = torch.nn.LayerNorm(c["d_model"])
        self.head = torch.nn.Linear(c["d_model"], c["vocab"], bias=False)
        for parameter in self.parameters():
            if parameter.dim() > 1:
                torch.nn.init.normal_(parameter, std=0.02)

    def is_recomputed(self, layer):
        return self.c["recompute"] == "full" or (self.c["recompute"] == "alternate" and layer % 2 == 1)

    def piece_of_loss(self, x, target):
        return F.cross_entropy(self.head(x).float(), target, reduction="sum")

    def forward(self, batch, target):
        x = self.tokens(batch) + self.places(torch.arange(batch.shape[1], device=batch.device))
        for layer, block in enumerate(self.blocks):
            x = checkpoint(block, x, use_reentrant=False) if self.is_recomputed(layer) else block(x)
        x, target = self.norm(x).flatten(0, 1), target.flatten()
        if self.c["loss_chunks"] == 1:
            return self.piece_of_loss(x, target) / target.numel()
        # The logits of one chunk are alive at a time, and computed again for the gradient.
        pieces = zip(x.chunk(self.c["loss_chunks"]), target.chunk(self.c["loss_chunks"]))
        return sum(checkpoint(self.piece_of_loss, a, b, use_reentrant=False) for a, b in pieces) / target.numel()


def place(c):
    """The device of this process."""
    if c["device"] == "cpu" or (c["device"] == "auto" and not torch.cuda.is_available()):
        return torch.device("cpu")
    if not torch.cuda.is_available():
        raise Refused("no CUDA device: a driver, or device=cpu for a try without one")
    return torch.device("cuda", int(os.environ.get("LOCAL_RANK", "0")))


def build(c, device):
    """The model on the device, as it is trained there, and what is called for a loss."""
    torch.manual_seed(1)
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = c["precision"] == "tf32"
    if device.type == "cuda" and c["memory_gb"]:
        torch.cuda.set_per_process_memory_fraction(
            min(1.0, c["memory_gb"] * 2**30 / torch.cuda.get_device_properties(device).total_memory), device)
    with device if hasattr(device, "__enter__") else contextlib.nullcontext():  # before PyTorch 2, made on the processor
        model = GPT(c)
    model.to(device, dtype=torch.bfloat16 if c["precision"] == "bf16" else torch.float32)
    if c["compile"] == "layer":
        if not hasattr(torch, "compiler") or not hasattr(torch.compiler, "config"):
            raise Refused(f"compile=layer takes PyTorch 2.7 or later, and this is {torch.__version__}")
        # Which kernel of attention is enabled is no part of the key of PyTorch's cache: without this, code that was compiled
        # for one of them runs for all.
        torch.compiler.config.cache_key_tag = c["attention"]
        # The blocks are alike: one function is compiled for all of them.
        forward = torch.compile(Block.forward, dynamic=False)
        for block in model.blocks:
            block.forward = functools.partial(forward, block)
    if not torch.distributed.is_initialized():
        return model
    if c["shard"] == "none":
        return torch.nn.parallel.DistributedDataParallel(model, [device.index] if device.type == "cuda" else None)
    if device.type != "cuda":
        raise Refused("shard: FSDP takes CUDA devices")
    from torch.distributed.fsdp import FullyShardedDataParallel, ShardingStrategy
    strategy = ShardingStrategy.FULL_SHARD if c["shard"] == "full" else ShardingStrategy.SHARD_GRAD_OP
    for layer in range(c["layers"]):
        model.blocks[layer] = FullyShardedDataParallel(model.blocks[layer], sharding_strategy=strategy,
                                                       device_id=device, use_orig_params=True)
    return FullyShardedDataParallel(model, sharding_strategy=strategy, device_id=device, use_orig_params=True)


class Clock:
    """Seconds between two moments on the device."""

    def __init__(self, device):
        self.is_cuda = device.type == "cuda"

    def mark(self):
        if not self.is_cuda:
            return time.perf_counter()
        event = torch.cuda.Event(enable_timing=True)
        event.record()
        return event

    def between(self, first, last):
        if not self.is_cuda:
            return last - first
        torch.cuda.synchronize()
        return first.elapsed_time(last) / 1000


def measure(c, say):
    """Trains, and says a reading after each step that is timed."""
    device = place(c)
    ranks = torch.distributed.get_world_size() if torch.distributed.is_initialized() else 1
    n_micro = c["global_tokens"] // (c["micro_batch"] * c["seq"] * ranks)
    if n_micro * c["micro_batch"] * c["seq"] * ranks != c["global_tokens"]:
        raise Refused("global_tokens is no multiple of micro_batch * seq * devices")
    if device.type == "cuda":
        free, total = torch.cuda.mem_get_info(device)
        used = total - free - torch.cuda.memory_reserved(device)
        if not c["shared"] and used > CONTEXT_GB * 2**30:
            raise Refused(f"{used / 2**30:.0f} GiB of the GPU are in use by others, and times would be of both "
                          "(nvidia-smi shows whose; shared=1 goes on)")
        torch.cuda.reset_peak_memory_stats(device)
    choose_kernel(c["attention"])
    model = build(c, device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4, foreach=c["optimizer"] == "foreach",
                                  **({"fused": True} if c["optimizer"] == "fused" else {}))
    autocast = torch.autocast(device.type, dtype=torch.bfloat16) if c["precision"] == "bf16_amp" else contextlib.nullcontext()
    tokens = torch.randint(c["vocab"], (c["micro_batch"], c["seq"] + 1), device=device)
    clock = Clock(device)

    def micro_batch():
        with autocast:
            loss = model(tokens[:, :-1], tokens[:, 1:])
        (loss / n_micro).backward()
        if c["sync"] and device.type == "cuda":
            torch.cuda.synchronize()
        return loss

    def update():
        optimizer.step()
        optimizer.zero_grad(set_to_none=c["zero_grad"] == "set_to_none")

    began = time.perf_counter()
    micro_batch().item()
    update()
    first_s = time.perf_counter() - began
    # A device is faster while it is cool: each configuration warms it for as long.
    began = time.perf_counter()
    n_warm = 0
    while n_warm == 0 or time.perf_counter() - began < c["seconds"] / 2:
        micro_batch().item()
        n_warm += 1
    update()
    micro_s = (time.perf_counter() - began) / n_warm
    n_timed = min(n_micro, max(1, math.ceil(c["seconds"] / c["readings"] / micro_s)))
    for step in range(1, c["readings"] + 1):
        start = clock.mark()
        for _ in range(n_timed):
            loss = micro_batch()
        middle = clock.mark()
        update()
        end = clock.mark()
        step_s = clock.between(start, middle) / n_timed * n_micro + clock.between(middle, end)
        compile_s = first_s / c["horizon"] if c["compile"] == "layer" else 0
        peak = torch.cuda.max_memory_allocated(device) / 2**30 if device.type == "cuda" else 0
        say(f"step={step} loss={loss.item():.4f} tokens_per_s={c['global_tokens'] / (step_s + compile_s):.1f} "
            f"step_ms={step_s * 1000:.1f}" + (f" peak_gb={peak:.2f}" if peak else ""))


def run(c, say):
    """Measures one configuration; returns the exit status of the job."""
    try:
        measure(c, say)
        return 0
    except Refused as refused:
        say(f"train.py: {refused}")
    except Exception as error:  # what a configuration does to PyTorch is its result
        name = f"{type(error).__module__}.{type(error).__name__}".replace("builtins.", "")
        say(f"{name}: {' '.join(str(error).split())[:300]}")
    return 1


def is_clean():
    """Gives all memory back; false where the device takes no more work, as after an illegal access."""
    if "torch._dynamo" in sys.modules:
        torch._dynamo.reset()  # compiled code holds parameters, and after eight versions of it nothing more is compiled
    gc.collect()  # the traceback that holds the tensors is gone by now
    if not torch.cuda.is_available():
        return True
    try:
        torch.cuda.synchronize()
        torch.cuda.empty_cache()
        return True
    except RuntimeError:
        return False


def serve(path):
    """A configuration for each connection, one after the other: a line of JSON in, lines of text out, at last `exit STATUS`.
    Returns 0 after ten minutes without a job, 3 to be started anew: the files or the device are no longer what they were."""
    listener = socket.socket(socket.AF_UNIX)
    if os.path.exists(path):
        os.unlink(path)
    listener.bind(path)
    listener.listen(64)
    listener.settimeout(IDLE_S)
    print(f"serves at {path}, PyTorch {torch.__version__}", flush=True)
    while True:
        try:
            connection, _ = listener.accept()
        except TimeoutError:
            os.unlink(path)
            return 0
        with connection, connection.makefile("r") as question:
            try:
                asked = json.loads(question.readline() or "{}")
                if asked.get("version") != VERSION:
                    os.unlink(path)
                    connection.sendall(b"other version\n")
                    return 3
                status = run(asked["configuration"], lambda text: connection.sendall((text + "\n").encode()))
                clean = is_clean()
                if not clean:
                    os.unlink(path)
                connection.sendall(f"exit {status}\n".encode())
                if not clean:
                    return 3
            except (BrokenPipeError, ConnectionResetError):
                pass  # the job was killed: the next one gets the device


def main():
    if sys.argv[1:2] == ["--serve"]:
        return serve(sys.argv[2])
    if "RANK" not in os.environ:
        return run(ASKED, lambda text: print(text, flush=True))
    torch.distributed.init_process_group("nccl" if place(ASKED).type == "cuda" else "gloo")
    if place(ASKED).type == "cuda":
        torch.cuda.set_device(place(ASKED))
    is_first = torch.distributed.get_rank() == 0
    status = run(ASKED, lambda text: print(text, flush=True) if is_first or text.startswith("train.py") else None)
    torch.distributed.destroy_process_group()
    return status


if __name__ == "__main__":
    sys.exit(main())
