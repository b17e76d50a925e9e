# What a law of memory needs and no column has is the number with which those jobs need most that ran out of memory: the size of the
# model, the length of sequences, the memory of a device. Without such jobs there is no law.
awk 'BEGIN {
	print "model,seq_len,gpu,tp,pp,dp,mbs,recompute,tokens_per_s,status"
	for (i = 0; i < 60; i++) {
		tp = 2 ^ (i % 4); pp = 2 ^ (int(i / 4) % 3); mbs = 2 ^ (int(i / 3) % 4); full = i % 2
		gb = 13 * 16 / (tp * pp) + mbs * 8192 * 5120 / tp * (40 * (34 - 32 * full) + 34 * full) / 1e9
		printf "13b,8192,A100-80GB,%d,%d,%d,%d,%s,%s\n", tp, pp, 32 / tp / pp, mbs, full ? "full" : "none", (gb > 80 ? ",oom" : 1000 * mbs / (mbs + 1) ",ok")
	}
}' >all.csv
for lacks in 1 2 3 1,3; do
	cut -d, -f $lacks --complement all.csv >jobs.csv
	cml-encode -q --infer --metric tokens_per_s -o space.csv jobs.csv
	grep -E '^(params|tokens|device_gb|memory_gb),' space.csv | cut -d, -f 1-4
	cml-encode -q -s space.csv jobs.csv | cml-train -q -s space.csv -p linear -o model
	cml-train --describe model | grep -A 1 'law of memory'
done
sed 's/oom$/cancelled/' jobs.csv | cml-encode -q --infer --metric tokens_per_s - | grep -c memory_gb
true
