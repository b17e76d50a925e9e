# What is another, larger number in every row is an id, whatever it is called; a setting by its name is none.
awk 'BEGIN {
	print "ticket,micro_batch,tp,tput"
	for (i = 0; i < 120; i++)
		print 411271 + 3 * i + i % 3 "," 1 + i "," 2 ^ (i % 4) "," 1000 + i * 37 % 101
}' >jobs.csv
cml-encode --infer jobs.csv 2>/dev/null
