# Outcomes and counters that no setting is: work that was done, jobs that succeeded, traffic, grades, the number of a row, readings; a goal by
# its unit; and of a load and the prompts sent for it the load.
roles() { # COLUMNS VALUES [OPTION]...: of 60 jobs in awk, of which every fifth failed
	columns=$1 values=$2
	shift 2
	awk "BEGIN { print \"run,batch,$columns,state\"; for (i = 1; i <= 60; i++) { ok = i % 5 > 0; v = 2 ^ (i % 4)
		print i \",\" 2 ^ (i * 7 % 11 % 5) \",\" $values \",\" (ok ? \"ok\" : \"failed\") } }" | cml-encode -q --infer "$@" |
		awk -F, 'NR > 1 { printf "%s %s %s; ", $1, $2, $3 } END { print "" }'
}
roles 'steps_done,tok_s' '(ok ? 900 + i * 37 % 101 : 0) "," (ok ? 50 + i * 31 % 97 : "")'
roles 'parallelism,status.succeeded,rows_per_s' 'v "," (ok ? v : 0) "," (ok ? 50 + i * 31 % 97 : "")'
roles 'spill_gb,shuffle_read_gb,run_time_s' '(ok ? i * 31 % 97 / 7 : "") "," (ok ? i * 37 % 101 / 3 : "") "," (ok ? 50 + i * 31 % 97 : "")'
roles 'Rating,tok_s' '(ok ? i % 3 ? "good" : "meh" : "bad") "," (ok ? 50 + i * 31 % 97 : "")'
roles 'flavour,tok_s' '(ok ? i % 3 ? "good" : "meh" : "bad") "," (ok ? 50 + i * 31 % 97 : "")'
roles 'readings,tok_s' '(i % 3 ? 1 : 2) "," (ok ? 50 + i * 31 % 97 : "")'
roles 'Laufzeit (s)' '(ok ? 50 + i * 31 % 97 : "")' --metric 'Laufzeit (s)'
roles 'gpus,replicas,tok_s' '8 * 2 ^ (i % 2) "," 2 ^ (int(i / 2) % 3) "," (ok ? 50 + i * 31 % 97 : "")'
roles 'max_concurrency,num_prompts,tok_s' '16 * v "," 160 * v "," (ok ? 50 + i * 31 % 97 : "")'
awk 'BEGIN { print "Lauf,batch,tok_s"; for (i = 1; i <= 60; i++) print i "," 2 ^ (i * 7 % 11 % 5) "," 50 + i * 31 % 97 }' | cml-encode -q --infer | sed -n 2p | cut -d, -f1-2
