# Steps of jobs as sacct prints them: cut words, srun's numbers alone, other names of the column.
steps() {
	awk -v name="$1" -v steps="$2" 'BEGIN { n = split(steps, step, " "); print name ",cpus,tp,mb,tok_s,State"
		for (i = 0; i < 24; i++) { id = 4100 + i; print id "," 8 * 2 ^ (i % 2) "," 2 ^ (i % 3) "," 1 + i * 7 % 4 "," 1000 + i * 37 % 101 ",COMPLETED"
			for (k = 1; k <= n; k++) print id step[k] ",8,,,,COMPLETED" } }' >log.csv
	cml-encode --infer --metric tok_s log.csv 2>&1 >space.csv | grep steps
	sed 1d space.csv | cut -d, -f1,2 | tr '\n' ' '
	echo
}
steps SLURM_JOB_ID '.batch .extern .0'
steps JobID .0
steps id '.ba+ .ext+'
steps job ''
# All tools leave them out: encode, with any number of threads, and eval.
steps JobID '.batch .extern .0 .1'
for threads in 1 4; do cml-encode -j $threads -s space.csv log.csv | wc -l; done
cml-eval -s space.csv --frontier log.csv 2>&1 | sed -n '1p;$p'
cml-encode -q -s space.csv - <log.csv | grep -c failed
cat log.csv | cml-encode -s space.csv --check - 2>&1 | tail -n 1
