# A log of N finished jobs as a cluster keeps it: awk -v seed=1 -v n=240 -f model.awk -f log.awk
#
# Jobs of four models on 64, 96 and 128 devices, with settings as people choose them: by habit for the size of a model, each
# setting by itself (the lists below; a word that stands there twice is chosen twice as often). What cannot start at all is
# not in the log; what runs out of memory, loses a node or is cancelled is.
function one_of(words,   list, n) {
	n = split(words, list, " ")
	chosen = chosen * 16807 % 2147483647
	return list[1 + int(n * chosen / 2147483647)]
}
function habits() {
	tp_of["7b"] = "1 1 2 2 4"
	tp_of["13b"] = "1 2 2 4 4 8"
	tp_of["34b"] = "2 4 4 8 8 8"
	tp_of["70b"] = "4 8 8 8"
	pp_of["7b"] = "1 1 1 2"
	pp_of["13b"] = "1 1 2 2 4"
	pp_of["34b"] = "1 2 2 4 4 8"
	pp_of["70b"] = "2 4 4 8 8 16"
}
# row ID N: the Nth job, eight a day
function row(id, hours,   model, gpus, tp, pp, batch, interleave, recompute, zero, words, i, sum, luck, status, seconds) {
	do {
		model = one_of("7b 7b 13b 13b 34b 34b 34b 70b")
		gpus = one_of("64 64 96 128 128")
		tp = one_of(tp_of[model])
		pp = one_of(pp_of[model])
		batch = one_of("1 1 1 2 2 4")
		interleave = one_of("1 1 1 1 2 4")
		recompute = one_of("none none full")
		zero = one_of("0 1 1")
		words = model " " gpus " " tp " " pp " " batch " " interleave " " recompute " " zero " "
		noisy(seed + id, words)
		step(model, gpus, tp, pp, batch, interleave, recompute, zero)
	} while (wrong != "" && wrong != "oom")
	luck = chance()
	status = wrong == "oom" ? "OUT_OF_MEMORY" : luck < 0.02 ? "NODE_FAIL" : luck < 0.05 ? "CANCELLED" : "COMPLETED"
	seconds = wrong == "oom" ? 45 + 30 * luck : status == "COMPLETED" ? 600 + 3000 * luck : 3000 * chance()
	printf "%d,%s,2026-03-%02dT%02d:%02d:00,%s,%d,%d,%d,%d,%d,%s,%d,%s,%s,%.0f,%s\n", id, one_of("ada grace linus ken"), \
		2 + hours / 8, 8 + hours % 8, 60 * chance(), model, gpus, tp, pp, batch, interleave, recompute, zero, \
		status == "COMPLETED" ? sprintf("%.0f", tokens_per_s) : "", status == "COMPLETED" ? sprintf("%.1f", memory_gb) : "", \
		seconds, status
}
BEGIN {
	constants()
	habits()
	chosen = 48271 * seed % 2147483647
	print "job_id,user,submitted,model,gpus,tp,pp,micro_batch,interleave,recompute,zero,tokens_per_s,mem_gb,elapsed,status"
	for (job = 0; job < n; job++) row(48211 + 3 * job, job)
}
