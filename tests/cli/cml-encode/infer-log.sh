# A log as a cluster writes it: status words of its own, memory and durations with units, a clock.
awk -v OFS=, 'BEGIN {
	print "run,tp,micro_batch,state,peak_mem,took,queue_wait,buffer,tok_s"
	for (i = 0; i < 48; i++) {
		tp = 2 ^ (i % 4); mbs = 1 + int(i / 4) % 6; rate = 9000 / (1 + tp / 7) * mbs / (mbs + 2) + i * 31 % 47
		state = "DONE"; mem = sprintf("%.1fGiB", 9 * mbs / tp + 11 + i % 5 / 10)
		if (mbs > 4 && tp == 1) { state = "CUDA_OOM"; rate = mem = "" }
		if (i % 19 == 7) { state = "hw_fault"; rate = mem = "" }
		if (i % 23 == 9) { state = "user_stop"; rate = mem = "" }
		print "r" i, tp, mbs, state, mem, sprintf("%dh%02dm", 1 + i % 3, i * 7 % 60), sprintf("00:%02d:%02d", i % 9, i * 11 % 60), 2 ^ (i % 3) "MB", rate
	}
}' >jobs.csv
cml-encode --infer -o space.csv jobs.csv 2>&1
grep -v -e ,rule, -e ,term, space.csv | cut -d, -f1-6
cml-encode -s space.csv --check jobs.csv | grep ',jobs,' | cut -d, -f1-3
# A word that comes later is told with the text that makes it known.
echo 'r48,2,3,CUDA_ILLEGAL_ADDRESS,,1h,00:00:01,1MB,' >>jobs.csv
cml-encode -s space.csv jobs.csv 2>&1 >/dev/null
sed 's/CUDA_OOM=oom/&|CUDA_ILLEGAL_ADDRESS=failed/' space.csv >more.csv
cml-encode -s more.csv --check jobs.csv | grep '^failed,'
