# Megatron's layers of a chunk are a setting though few jobs have it; heads that the width says, too, are whole on each rank.
awk -v OFS=, 'BEGIN {
	print "num-layers,hidden-size,num-attention-heads,world_size,tensor-model-parallel-size,pipeline-model-parallel-size",
		"num-layers-per-virtual-pipeline-stage,micro-batch-size,global-batch-size,seq-length,recompute-granularity,mem_gb,tok_s"
	for (i = 0; i < 120; i++) {
		d = i * 7919 % 1009; h = 12 + 4 * (d % 3); pp = 2 ^ (int(d / 3) % 3)
		print (h > 12 ? 32 : 24), 128 * h, h, 32, 2 ^ (int(d / 9) % 3), pp, (pp > 1 && i % 15 == 1 ? 1 + i % 2 : ""), 2 ^ (int(d / 27) % 3), 512, 2048,
			(i % 2 ? "full" : ""), 20 + d % 41, 900 + i * 31 % 97
	}
}' | cml-encode -q --infer | grep -e ^num-layers-per -e ^heads -e batch_by_p -e _ahead
