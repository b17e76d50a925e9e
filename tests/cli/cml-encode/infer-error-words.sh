# A column of ends of jobs is a status by its words, though a few of them are unknown: those are failures.
# jobs NAME WORDS [PER [METRIC]]: words of the jobs, the first of most, the others of one in PER, which have no metric
jobs() {
	awk -v name="$1" -v words="$2" -v per="${3:-9}" -v metric="$4" 'BEGIN { print "tp,batch," name ",req_per_s"; n = split(words, word, "|")
		for (i = 0; i < 180; i++) { w = i % per ? 1 : 2 + i / per % (n - 1)
			print 2 ^ (i % 4) "," 2 ^ (int(i / 4) % 3) "," word[int(w)] "," (w < 2 || metric ? 900 + i * 37 % 101 : "") } }' |
		cml-encode --infer 2>&1 >space.csv | grep "'$1'"
	grep "^$1," space.csv
}
jobs error_kind 'ok|HIP out of memory|gone-noTrace'
jobs run_errors 'success|OOM|segv in nccl' 5
jobs verdict_text 'passed|oom|lost contact' 30
# So are messages alone, where jobs lack their numbers.
jobs last_error '|OOM killed|timeout'
# Of messages beside them, and of words of settings, it is none.
jobs last_error '|OOM killed|timeout' 9 kept
jobs exc 'none|ValueError|KeyError'
jobs balance 'even|skewed|round robin' 3 kept
jobs fallback 'ok|retry|ring|tree|nvls' 2 kept
# Jobs that have their speed ran until their time was up, or somebody had seen enough.
jobs State 'COMPLETED|TIMEOUT|KILLED|NODE_FAIL' 4 kept
# Beside a status, in rows that lack their numbers, it is the reason, whatever else it says.
awk 'BEGIN { print "State,tp,Notes,req_per_s"; for (i = 0; i < 60; i++) { bad = i % 6 == 5
	print (bad ? "failed" : "finished") "," 2 ^ (i % 4) "," (bad ? i % 4 > 1 ? "CUDA out of memory: " i " MiB" : "NCCL error" : i % 7 ? "" : "rerun") "," (bad ? "" : 900 + i) } }' >jobs.csv
cml-encode -q --infer jobs.csv | tee space.csv | grep -e State -e Notes
cml-encode -q -s space.csv jobs.csv | cut -d, -f2 | sort | uniq -c | sed 's/^ *//'
