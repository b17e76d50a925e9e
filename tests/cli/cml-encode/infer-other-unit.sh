# Three rows of a log whose metric is in milliseconds are told, with file and line; jobs that failed do not count.
log() {
	echo tp,batch,gpu,state,step_time
	awk -v factor="$1" 'BEGIN { for (i = 1; i <= 90; i++) { tp = 2 ^ (i % 4); batch = 1 + i * 7 % 11
		print tp "," batch "," (i % 5 ? "a100" : "h100") "," (i == 9 ? "FAILED" : "COMPLETED") "," \
			3 * tp * batch * (1 + i % 6 / 100) * (i == 20 || i == 41 || i == 66 ? factor : i == 9 ? 1e6 : 1) } }'
}
log 1000 >log.csv
cml-encode --infer --metric step_time log.csv >space.csv
log 1 | cml-encode --infer --metric step_time >space.csv
