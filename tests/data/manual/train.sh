#!/bin/sh
# Stands in for a trainer in the examples: train.sh GPUS GPU TP SEQUENCE_PARALLEL MICRO_BATCH
# prints a reading for each of ten steps, or runs out of memory.
awk -v gpus="$1" -v gpu="$2" -v tp="$3" -v parallel="${4:-0}" -v batch="$5" 'BEGIN {
	h100 = gpu == "h100"
	gb = 26 / tp + batch * (parallel ? 7 : 9) / tp + 12
	if (gb > 80) {
		print "torch.cuda.OutOfMemoryError: CUDA out of memory."
		exit 1
	}
	each = (h100 ? 6400 : 2600) * batch / (batch + 1.1) / (1 + 0.03 * tp * (parallel ? 1 : 1.6))
	for (step = 1; step <= 10; step++)
		printf "step=%d speed=%.1f\n", step, gpus * each * (step < 3 ? 0.6 : 1 + step % 3 / 500)
}'
