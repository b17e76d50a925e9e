fsdp-sim --fsdp=FULL_SHARD,NO_SHARD --local-batch=1280 --reserve=0.8
