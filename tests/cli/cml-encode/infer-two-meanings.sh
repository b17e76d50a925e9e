# Names that settings and what stands beside a job share: words that many jobs have are settings, counts and hashes are not. The load
# of a server and the size of an input are given.
awk 'BEGIN {
	print "git_commit,synchronous_commit,retry,retries,layout,users,input_gb,tp,latency_ms"
	split("on off local", commit, " "); split("none fixed exp", retry, " ")
	for (i = 0; i < 72; i++) {
		tp = 2 ^ (int(i / 3) % 4); users = 8 * 4 ^ (i % 2)
		printf "%s,%s,%s,%d,%s,%d,%d,%d,%.5g\n", i < 40 ? "3fa9c1e" : "b07d22f", commit[1 + i % 3], retry[1 + int(i / 7) % 3], i % 5 == 4,
			int(i / 5) % 2 ? "NHWC" : "NCHW", users, 10 ^ (1 + int(i / 2) % 3), tp, users * (1 + 3 / tp) * (i % 3 == 1 ? 0.7 : 1) + i % 4
	}
}' >jobs.csv
cml-encode -q --infer --metric latency_ms jobs.csv | cut -d, -f1,2
# One of few settings that is drawn at random is no measurement, by its name.
awk 'BEGIN {
	print "width,layers,optimizer,wd,val_acc"
	for (i = 0; i < 60; i++) {
		wd = i * 37 % 61 / 600 + 0.0013
		printf "%d,%d,%s,%.4g,%.4f\n", 64 * 2 ^ (i % 3), 2 + int(i / 3) % 4, int(i / 7) % 2 ? "adam" : "sgd", wd, 0.8 + i % 3 / 50 - 2 * (wd - 0.05) ^ 2 + i % 11 / 500
	}
}' >runs.csv
cml-encode -q --infer --metric val_acc runs.csv | cut -d, -f1,2
