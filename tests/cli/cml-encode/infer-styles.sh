# Logs of other houses: a pace for a metric, clocks beside it, names of many styles,
# and steps that only failed jobs did not reach.
awk 'BEGIN {
	split("Llama-3-8B Llama-3-70B Mixtral-8x7B", model, " ")
	print "Model,cells [M],nGPUs,tile,stepsDone,walltime,sec/iter,exit"
	for (i = 0; i < 60; i++) {
		failed = i % 10 == 7
		printf "%s,%d,%d,%d,%d,%s,%s,%d\n", model[1 + i % 3], 4 ^ (i % 3), 2 ^ (i % 4), 1 + i % 5, failed ? i : 500,
			failed ? "" : "0:" 10 + i % 50 ":07", failed ? "nan" : 1 + (i * 37 % 101) / 8, failed ? 137 : 0
	}
}' >jobs.csv
cml-encode --infer jobs.csv >space.csv
cut -d, -f1-3 space.csv
