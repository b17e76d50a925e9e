# What a benchmark notes beside its settings: a flag of memory that ran out, several readings of one memory, cards by their names, counts
# and extremes of what it read, a rate with dashes.
awk 'BEGIN { print "card_label,nodes,ranks,cross_nic,batch,oom,mean_s,peak_allocated_bytes,peak_reserved_mb,peak_delta_gb,gpu_util_max_pct,straggler_ratio,slowest_rank,bench_steps,n_trials,pp_tok_s"
	for (i = 0; i < 48; i++) {
		card = i % 2 ? "RTX 5060" : "RTX 5080"; batch = 2 ^ (i % 4); full = i % 2 && batch == 8; gb = 2 + batch / 3 + i % 7 / 40
		printf "%s,%04d,%05d,%s,%d,%s,", card, 2 ^ (i % 5), 4 * 2 ^ (i % 5), int(i / 3) % 4 ? "" : 1, batch, full ? "True" : "False"
		if (full) print ",,,,,,,,3,-"
		else printf "%.3f,%.0f,%.1f,%.3f,%d,%.4f,%d,%d,%d,%.1f\n", batch * (1 + i % 2) / 10 + i / 999, gb * 1e9, gb * 1100, gb / 4, 60 + i % 31, 1 + i / 9999, i % 8, 300 + i * 7, 3, 100 + i }
	}' >jobs.csv
cml-encode --infer jobs.csv 2>/dev/null | cut -d, -f1-4
cml-encode --infer jobs.csv 2>/dev/null >space.csv && cml-encode -q -s space.csv jobs.csv | cut -d, -f2 | sort | uniq -c
# DeepHyper writes F and a reason for a metric.
printf '%s\n' threads,objective 1,5 2,F_timeout 4,F10001 8,Fast >jobs.csv
printf '%s\n' name,role,type,domain threads,param,int,1:8 objective,metric,max, >space.csv
cml-encode -s space.csv --bad-rows skip jobs.csv | cut -d, -f2,3
