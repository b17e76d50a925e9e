"""What train.py and job.py may be asked for: NAME=VALUE, for a step of a GPT-like model."""

import hashlib
import os

DEFAULTS = {
    "d_model": 768, "layers": 12, "seq": 1024, "global_tokens": 131072, "micro_batch": 8, "recompute": "none",
    "attention": "sdpa_flash", "precision": "bf16_amp", "optimizer": "fused", "loss_chunks": 1, "vocab": 50304, "fused_qkv": 1,
    "zero_grad": "set_to_none", "head_dim": 64, "sync": 0, "compile": "none", "shard": "none", "readings": 3, "seconds": 1.0, "horizon": 10000,
    "memory_gb": 0.0, "device": "auto", "shared": 0,
}
WORDS = {
    "recompute": ("none", "alternate", "full"), "attention": ("eager", "sdpa_math", "sdpa_efficient", "sdpa_flash"),
    "precision": ("fp32", "tf32", "bf16_amp", "bf16"), "optimizer": ("loop", "foreach", "fused"),
    "zero_grad": ("set_to_none", "zero"), "compile": ("none", "layer"), "shard": ("none", "gradient", "full"),
    "device": ("auto", "cuda", "cpu"),
}


class Refused(Exception):
    """A configuration that cannot be: the text says why."""


def read_configuration(words):
    """DEFAULTS with NAME=VALUE of words."""
    configuration = dict(DEFAULTS)
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name not in DEFAULTS:
            raise Refused(f"no setting: {word!r} (NAME=VALUE, with NAME one of {', '.join(DEFAULTS)})")
        if name in WORDS and value not in WORDS[name]:
            raise Refused(f"{name}: {value!r} is none of {', '.join(WORDS[name])}")
        try:
            configuration[name] = type(DEFAULTS[name])(value)
        except ValueError:
            raise Refused(f"{name}: not a number: {value!r}") from None
        if name not in WORDS and configuration[name] < (0 if name in ("memory_gb", "seconds", "fused_qkv", "sync", "shared") else 1):
            raise Refused(f"{name}: too small: {value}")
    if configuration["d_model"] % configuration["head_dim"]:
        raise Refused("d_model is no multiple of head_dim")
    return configuration


def version():
    """Of the trainer's files: a resident trainer of others is not talked to."""
    here = os.path.dirname(os.path.abspath(__file__))
    digest = hashlib.sha256()
    for name in ("settings.py", "train.py"):
        with open(os.path.join(here, name), "rb") as file:
            digest.update(file.read())
    return digest.hexdigest()[:16]
