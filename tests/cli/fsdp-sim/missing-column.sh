printf 'fsdp_1,local_batch,reserve\nNO_SHARD,1024,0.8\n' | fsdp-sim --table
