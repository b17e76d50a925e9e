# The same whatever the seed; no noise in the memory either. The last one does not fit.
layers='fsdp_1,fsdp_2,fsdp_3,fsdp_4,fsdp_5,fsdp_6,fsdp_7,fsdp_8,fsdp_9,fsdp_10,fsdp_11'
same() { printf "$1%.0s," 1 2 3 4 5 6 7 8 9 10 11; }
{
	echo "$layers,local_batch,reserve"
	echo "$(same FULL_SHARD)1536,0.8"
	echo "$(same SHARD_GRAD_OP)1024,0.8"
	echo "$(same NO_SHARD)1024,0.86"
} >jobs.csv
fsdp-sim --table --nominal jobs.csv | cut -d, -f12-16
fsdp-sim --table --nominal --seed 2 jobs.csv | cut -d, -f14 | tail -n 3
fsdp-sim --nominal --fsdp FULL_SHARD --local-batch 1024 --reserve 0.8 2>&1 | head -n 1
