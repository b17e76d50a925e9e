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
grep -v -e ,term, -e ,derived, space.csv | cut -d, -f1-3
# Names that tell nothing get a number, and a note: half of the models have a size, half of the devices a peak. Brackets in a name stay.
awk 'BEGIN {
	print "model,gpus (n),gpu,tp,micro_batch,tok_s"
	for (i = 0; i < 80; i++)
		printf "%s,%d,%s,%d,%d,%.1f\n", i % 2 ? "7b" : "my-model", g = 8 * 2 ^ (i % 3), i % 5 ? "A100-80GB" : "X1", 2 ^ (i / 3 % 4), 2 ^ (i % 4), g * (900 + i % 7)
}' >jobs.csv
cml-encode --infer jobs.csv 2>notes >space.csv
grep ' no ' notes
grep -e first -e latency space.csv
cml-encode -s space.csv jobs.csv | awk -F, -v RS='[,\n]' 'NR > 10 && /^$/ { n++ } END { print n + 0, "empty cells" }'
