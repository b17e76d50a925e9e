# Clusters that differ, and the users on them: awk -v cluster=N -f pipelines/workloads/llm-sim/model.awk -f clusters.awk
#
# Prints the log of cluster N: as many jobs as its users ran, with settings by habit or at random, who avoid a share of what does not fit
# (those jobs are not in the log). With -v list=FILE, a table of configurations, prints for each of its rows instead `failed`
# and the mean tokens_per_s (0 where it fails). With -v best=MODEL,GPUS the speed of the best configuration there.
function pick(words,   list, n) {
	n = split(words, list, " ")
	return list[1 + int(n * draw())]
}
function draw() {
	drawn = drawn * 16807 % 2147483647
	return drawn / 2147483647
}
function between(lo, hi) { return lo + (hi - lo) * draw() }
function build() {
	drawn = 48271 * (cluster + 17) % 2147483647
	for (i = 0; i < 5; i++) draw()
	constants()
	memory = pick("39.4 79.11 79.11 139.8") * 1073741824
	runtime_bytes *= between(0.6, 2.5)
	gemm_flops *= between(0.5, 1.2)
	attention_flops *= between(0.5, 1.2)
	card *= between(0.3, 1.5)
	nvlink *= between(0.4, 1.3)
	kernel_s *= between(0.5, 3)
	kept_bytes = between(0.7, 1.5)
	avoided = pick("0 0.5 0.9 0.9")
	n_jobs = pick("60 120 250 500")
	habit = pick("0 1")
}
function measure(model, gpus, tp, pp, batch, interleave, recompute, zero) {
	step(model, gpus, tp, pp, batch, interleave, recompute, zero)
	if (wrong != "" && wrong != "oom") return
	# What activations take differs between trainers.
	memory_gb += (kept_bytes - 1) * 0.5 * memory_gb
	wrong = memory_gb * 1e9 > memory ? "oom" : ""
}
function log_of_users(   id, model, gpus, tp, pp, batch, interleave, recompute, zero, ok) {
	print "job_id,submitted,model,gpus,tp,pp,micro_batch,interleave,recompute,zero,tokens_per_s,mem_gb,status"
	for (id = 0; id < n_jobs;) {
		model = pick("7b 7b 13b 13b 34b 34b 34b 70b")
		gpus = pick("32 64 64 128 128")
		tp = pick(habit ? (model == "7b" ? "1 1 2" : model == "13b" ? "1 2 4" : model == "34b" ? "4 8 8" : "8") : "1 2 4 8")
		pp = pick(habit ? (model == "70b" ? "2 4 8" : model == "34b" ? "1 2 4" : "1 1 2") : "1 2 4 8")
		batch = pick(habit ? "1 1 2 4" : "1 2 4 8")
		interleave = pick("1 1 1 2 4")
		recompute = pick("none none full")
		zero = pick("0 1 1")
		noisy(1000 * cluster + id, model " " gpus " " tp " " pp " " batch " " interleave " " recompute " " zero)
		measure(model, gpus, tp, pp, batch, interleave, recompute, zero)
		if (wrong != "" && wrong != "oom") continue
		if (wrong == "oom" && draw() < avoided) continue
		ok = wrong == ""
		printf "%d,2026-03-%02dT%02d:00:00,%s,%d,%d,%d,%d,%d,%s,%d,%s,%s,%s\n", id, 1 + id / 24 % 28, id % 24, model, gpus, tp, pp, batch, \
			interleave, recompute, zero, ok ? sprintf("%.0f", tokens_per_s) : "", ok ? sprintf("%.1f", memory_gb) : "", ok ? "ok" : "oom"
		id++
	}
}
function judge(   line, cell, name, n, i, at) {
	getline line <list
	n = split(line, name, ",")
	for (i = 1; i <= n; i++) at[name[i]] = i
	while ((getline line <list) > 0) {
		split(line, cell, ",")
		noisy(7777 + cluster, line)
		measure(cell[at["model"]], cell[at["gpus"]], cell[at["tp"]], cell[at["pp"]], cell[at["micro_batch"]], cell[at["interleave"]], \
			cell[at["recompute"]], cell[at["zero"]])
		print wrong != "", wrong == "" ? tokens_per_s : 0
	}
}
function optimum(where,   part, tp, pp, batch, interleave, r, zero, most) {
	split(where, part, ",")
	slowness = network = 1; fragmentation = 0.05
	for (tp = 1; tp <= 8; tp *= 2) for (pp = 1; pp <= 16; pp *= 2) for (batch = 1; batch <= 8; batch *= 2)
		for (interleave = 1; interleave <= 4; interleave *= 2) for (r = 0; r < 2; r++) for (zero = 0; zero < 2; zero++) {
			measure(part[1], part[2], tp, pp, batch, interleave, r ? "full" : "none", zero)
			if (wrong == "" && tokens_per_s > most) most = tokens_per_s
		}
	return most
}
BEGIN {
	build()
	if (list != "") judge()
	else if (best != "") print optimum(best)
	else log_of_users()
}
