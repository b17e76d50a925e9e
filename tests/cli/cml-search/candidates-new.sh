# Candidates with numbers that no domain has are predicted, with a note, as a context is that is fixed so; texts that no job had,
# and numbers that are none, are refused. What a simulator says of them in another unit is told; none is in its own.
awk 'BEGIN {
	srand(5)
	print "gpus,tp,dp,micro_batch,engine,sim_step_s,tok_s"
	for (n = 0; n < 80; n++) {
		gpus = 8 * 2 ^ int(rand() * 4); tp = 2 ^ int(rand() * 4); mb = 2 ^ int(rand() * 4)
		tok_s = gpus * 9000 * (1 - 0.05 * log(tp)) * mb / (mb + 0.6)
		printf "%d,%d,%d,%d,%s,%.4f,%d\n", gpus, tp, gpus / tp, mb, n % 3 ? "ours" : "other", 4e6 / tok_s * (0.98 + 0.04 * rand()),
			tok_s * (0.98 + 0.04 * rand())
	}
}' >jobs.csv
cml-encode -q --infer jobs.csv | sed -e 's/^sim_step_s,.*/sim_step_s,derived/' -e '/,term,/d' -e '/,roof,/d' >space.csv
echo simulated,term,,sim_step_s >>space.csv
cml-encode -q -s space.csv jobs.csv | cml-train -q -s space.csv -o model
rank() {
	cml-search -m model "$@" --fix engine=ours --candidates next.csv --method exhaustive -n 3 2>&1 >out.csv | grep -v -e 'leave the log' -e anchors -e 'no job of'
	cut -d, -f1-6,8 out.csv
}
next() { # UNITS in a second
	awk -v u="$1" 'BEGIN {
		print "gpus,tp,dp,micro_batch,engine,sim_step_s"
		print "256,1,256,8,ours," 1.87 * u "\n256,2,128,16,ours," 1.88 * u "\n256,8,32,4,ours," 2.23 * u "\n512,8,64,4,ours,1"
	}' >next.csv
}
next 1 && rank --fix gpus=256
next 1000 && rank --fix gpus=256
sed -i 's/256,2,128,16/256,2,128,-16/' next.csv && rank --fix gpus=256
next 1 && sed -i '2s/ours/theirs/' next.csv && rank --fix gpus=256
echo 'ranked as a table:'
next 1 && sed -i 's/128,16/128,8/' next.csv && cml-rank -m model next.csv 2>&1 >out.csv | grep 'not in the domain'
cut -d, -f1-4 out.csv
