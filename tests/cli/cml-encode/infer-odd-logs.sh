# Logs as they come. Tabs, CRLF and a byte order mark, with the words of Kubernetes: `phase` is the
# status, though it is not called so, a second one is ignored, and the time of a step is to be small.
awk -v OFS='\t' 'BEGIN {
	printf "\357\273\277pod\tphase\treason\tgpus\ttp\tmicro_batch\tstep_time\tcreated\r\n"
	for (i = 0; i < 60; i++) {
		gpus = 8 * 2 ^ (i % 2); tp = 2 ^ (int(i / 2) % 3); mbs = 2 ^ (int(i / 6) % 4)
		if (gpus == 16 && tp == 4) continue
		phase = "Succeeded"; reason = "Completed"; t = (1 + 8 / mbs) * (1 + tp / 20) * 64 / gpus + i % 3 / 10
		if (mbs == 8 && tp == 1) { phase = "Failed"; reason = "OOMKilled"; t = "" }
		if (i % 17 == 5) { phase = "Failed"; reason = "Evicted"; t = "" }
		if (i == 58) { phase = "Running"; reason = t = "" }
		print "train-" i, phase, reason, gpus, tp, mbs, t, sprintf("2026-03-%02dT08:00:00Z\r", 1 + i / 4)
	}
}' >jobs.tsv
cml-encode -q --infer -o space.csv jobs.tsv
grep -v -e ,term, -e ,derived, space.csv | cut -d, -f1-4
cml-encode -s space.csv jobs.tsv | cml-train -s space.csv -o model
cml-search -q -m model --fix gpus=16 --exclude jobs.tsv -n 3 | cut -d, -f1-3
# Semicolons, quotes and line ends in cells, a name with blanks, words of another system; the status
# is known by its words alone.
awk 'BEGIN {
	print "run;\"notes\";recipe;micro_batch;tokens per second;ended how"
	for (i = 0; i < 40; i++) {
		bad = i % 13 == 6
		printf "r%d;\"line one\nsaid \"\"fast\"\"; twice\";%s;%d;%s;%s\n", i, i % 2 ? "ddp" : "zero 3", 1 + i % 7, bad ? "" : 900 + i % 7 * 50 - i % 2 * 31 + i % 3, bad ? "error" : "success"
	}
}' >jobs.csv
cml-encode -q --infer jobs.csv
cml-encode -q --infer -d ';' -o space.csv jobs.csv
grep -v -e ,term, -e ,derived, space.csv | cut -d, -f1-4
cml-encode -s space.csv -d ';' jobs.csv | cml-train -s space.csv -o model
cml-search -q -m model -n 3 | cut -d, -f1,2
