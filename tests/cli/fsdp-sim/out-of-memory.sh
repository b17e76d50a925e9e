fsdp-sim --fsdp=NO_SHARD --local-batch=1280 --reserve=0.8 --steps 3
