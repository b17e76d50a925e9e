# A context that all jobs share: what another value brings is not known, which is not nothing. Of one context no worst one is named; where
# no job failed, the chances know nothing.
awk 'BEGIN {
	print "nodes,tp,micro_batch,tokens_per_s"
	for (i = 0; i < 40; i++) {
		tp = 2 ^ (i % 4); batch = 2 ^ (int(i / 4) % 4)
		printf "8,%d,%d,%.5g\n", tp, batch, 1000 * batch / (batch + 1) * (1 - i % 4 / 20) * (1 + i * 7 % 11 / 500)
	}
}' >jobs.csv
cml-encode -q --infer jobs.csv >space.csv
cml-eval -s space.csv --split random:0.7 --repeats 4 --metrics kendall-within jobs.csv 2>&1 >/dev/null | grep context
cml-encode -q -s space.csv jobs.csv | cml-train -q -s space.csv -o model
cml-search -q -m model --fix nodes=16 -n 2 --explain --format text 2>&1 | grep -- '->'
cml-search -m model -n 1 -o next.csv
cut -d, -f1-3 next.csv
