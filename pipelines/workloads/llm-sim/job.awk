# A job of model.awk: awk -f model.awk -f job.awk MODEL GPUS TP PP MICRO_BATCH INTERLEAVE RECOMPUTE ZERO SEED
# Prints a reading of each of twenty steps, or why there are none.
BEGIN {
	constants()
	if (!(ARGV[1] in shape)) {
		print "train.sh: error: argument --model: invalid choice: " ARGV[1]
		exit 2
	}
	for (i = 1; i <= 8; i++) words = words ARGV[i] " "
	noisy(ARGV[9], words)
	step(ARGV[1], ARGV[2] + 0, ARGV[3] + 0, ARGV[4] + 0, ARGV[5] + 0, ARGV[6] + 0, ARGV[7], ARGV[8] + 0)
	printf "world_size=%d tensor=%d pipeline=%d\n", ARGV[2], ARGV[3], ARGV[4]
	if (wrong == "oom")
		printf "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate %.2f GiB.\n", (memory_gb * 1e9 - memory) / 1073741824 + 1
	else if (wrong != "")
		print "AssertionError: " wrong
	if (wrong != "") exit 1
	for (i = 1; i <= 20; i++)
		printf "step %d | tokens_per_s=%.0f | mem_gb=%.1f\n", i, tokens_per_s * (i < 3 ? 0.6 : 1 + 0.01 * normal()), memory_gb
}
