# The trainer of train.sh, and the log of finished jobs that docs/first-jobs.md starts from: awk -f train.awk -- --log=180 > jobs.csv
# has as many jobs as people choose them, with 2 % of noise, and with the ends that a cluster gives some.
#
# Memory of a device with 80 GB: 6 bytes a parameter for weights and gradients, 12 for the optimizer, which is
# sharded over data parallel ranks, and activations of 34 bytes for each element of a layer, or 2 where they
# are recomputed (Korthikanti et al. 2022, without the attention matrix). The speed is a rule of thumb.
function error(text) {
	print "train.sh: error: " text >"/dev/stderr"
	exit 2
}
# train MODEL GPUS TP PP BATCH RECOMPUTE: sets speed, or wrong: why there is none
function train(model, gpus, tp, pp, batch, recompute,   part, context, global_batch, dp, micro_batches, gb, busy) {
	split(shape[model], part, " ")
	context = 4096
	global_batch = 512
	dp = gpus / (tp * pp)
	micro_batches = global_batch / (dp * batch)
	wrong = dp != int(dp) || micro_batches != int(micro_batches) ? "AssertionError: world size or global batch size is not divisible" : ""
	if (wrong != "") return
	gb = part[1] * (6 + 12 / dp) / (tp * pp) + context * batch * part[3] * part[2] * (recompute == "full" ? 2 : 34) / tp / 1e9 + 5
	if (gb > 80) wrong = sprintf("torch.OutOfMemoryError: CUDA out of memory. Tried to allocate %.2f GiB.", gb - 80)
	busy = 0.55 * batch * part[3] / tp / (batch * part[3] / tp + 900) / (1 + (tp > 1 ? 0.05 : 0) + 0.03 * tp)
	busy *= micro_batches / (micro_batches + pp - 1) / (1 + 0.004 * dp / micro_batches)
	if (recompute == "full") busy *= 0.75
	speed = gpus * 989e12 * busy / (6e9 * part[1])
}
function reading(step) { return sprintf("%.0f", speed * (step < 3 ? 0.6 : 1 + (step * step % 7 - 3) / 400)) }
function job(   step) {
	printf "world_size=%s tensor=%s pipeline=%s\n", value["gpus"], value["tp"], value["pp"]
	train(value["model"], value["gpus"], value["tp"], value["pp"], value["micro-batch"], value["recompute"])
	if (wrong != "") {
		print wrong
		exit 1
	}
	for (step = 1; step <= 10; step++) {
		printf "step %d | loss %.3f | tokens_per_s=%s\n", step, 11 - 0.2 * step, reading(step)
		fflush()
		if (ENVIRON["STEP_SECONDS"] > 0) system("sleep " ENVIRON["STEP_SECONDS"])
	}
}
# The generator of Park and Miller, as rand() differs between versions of awk.
function chance() { seed = seed * 16807 % 2147483647; return seed / 2147483647 }
function one_of(words,   list, n) { n = split(words, list, " "); return list[1 + int(n * chance())] }
# row N: a job, nine a day
function row(n,   id, user, submitted, model, gpus, tp, pp, batch, recompute, noise, luck, status) {
	model = one_of("7b 7b 13b 13b 30b")
	gpus = one_of("16 16 32 32 64")
	tp = one_of(model == "7b" ? "1 2 4 8" : "1 2 4 4 8 8")
	pp = one_of(model == "7b" ? "1 1 1 2" : "1 1 2 2 4")
	batch = one_of("1 1 2 2 4 8")
	id = 48211 + 3 * n + int(3 * chance())
	user = one_of("ada grace linus ken")
	submitted = sprintf("2026-03-%02dT%02d:%02d:00", 2 + n / 9, 8 + n % 9, 60 * chance())
	recompute = one_of("none none full")
	noise = sprintf("%.6g", 1 + 0.04 * (chance() - 0.5))
	luck = sprintf("%.6g", chance()) + 0
	train(model, gpus, tp, pp, batch, recompute)
	speed = reading(10)
	status = wrong ~ /OutOfMemory/ ? "OUT_OF_MEMORY" : wrong != "" ? "FAILED" : luck < 0.03 ? "NODE_FAIL" : luck < 0.05 ? "CANCELLED" : \
		luck < 0.06 ? "FAILED" : "COMPLETED"
	printf "%d,%s,%s,%s,%s,%s,%s,%s,%s,%s,%d,%s\n", id, user, submitted, model, gpus, tp, pp, batch, recompute, \
		status == "COMPLETED" ? sprintf("%.0f", speed * noise) : "", \
		status == "COMPLETED" ? 90 + 60 * luck + int(1 + 5 * luck) * 5e7 / speed : 40 + 900 * luck * luck, status
}
BEGIN {
	shape["7b"] = "6.7 32 4096" # billions of parameters, layers, width
	shape["13b"] = "13.0 40 5120"
	shape["30b"] = "32.5 60 6656"
	for (i = 1; i < ARGC; i++) {
		if (ARGV[i] !~ /^--(model|gpus|tp|pp|micro-batch|recompute|log)=/) error("unrecognized arguments: " ARGV[i])
		at = index(ARGV[i], "=")
		value[substr(ARGV[i], 3, at - 3)] = substr(ARGV[i], at + 1)
	}
	if (!("log" in value)) {
		if (!(value["model"] in shape)) error("argument --model: invalid choice: '" value["model"] "'")
		job()
		exit
	}
	seed = 20260302
	print "job_id,user,submitted,model,gpus,tp,pp,micro_batch,recompute,tokens_per_s,elapsed,status"
	for (n = 0; n < value["log"] + 0; n++) row(n)
}
