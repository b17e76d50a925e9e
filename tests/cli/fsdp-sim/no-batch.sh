fsdp-sim --fsdp=FULL_SHARD
