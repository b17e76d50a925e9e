# One of five and of twenty columns is on in every job, in numbers and in words, beside a switch that seldom is.
for width in 5 20; do
	for words in 0,1 False,True; do
		awk -v n=$width -v off="${words%,*}" -v on="${words#*,}" 'BEGIN { for (k = 1; k <= n; k++) printf "block_%d,", 16 * k
			print "mb,rare,tflops"; for (i = 0; i < 120; i++) { for (k = 1; k <= n; k++) printf "%s,", i * 7 % n + 1 == k ? on : off
			print 1 + i % 3 "," (i % 29 == 5 ? on : off) "," 900 + i * 31 % 97 } }' >jobs.csv
		cml-encode -q --infer jobs.csv -o space.csv
		grep ',rule,' space.csv | cut -d, -f 1,4,9
		cml-search -q -s space.csv --method random -n 20 | awk -F, -v n=$width 'NR > 1 { for (i = s = 0; ++i <= n;) s += $i == 1 || $i == "True"
			bad += s != 1 } END { print (NR > 4), bad + 0 }'
	done
done
# Two switches that exclude each other, with no other in a third of the jobs, are no group.
awk 'BEGIN { print "use_a,use_b,mb,tok_s"; for (i = 0; i < 60; i++) print (i % 3 == 0) "," (i % 3 == 1) "," 1 + i % 5 "," 900 + i * 31 % 97 }' |
	cml-encode -q --infer | grep -c ',rule,'
true
