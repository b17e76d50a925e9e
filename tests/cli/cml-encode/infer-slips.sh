# A value of one row of 150 that looks like a slip for another is named, with its place; one that is only rare is not.
# slip COLUMN VALUES VALUE: the 78th job has VALUE
slip() {
	awk -v name="$1" -v values="$2" -v slip="$3" 'BEGIN { print "tp," name ",tok_s"; n = split(values, v, " "); for (i = 0; i < 150; i++)
		print 2 ^ (i % 4) "," (i == 77 ? slip : v[1 + int(i / 4) % n]) "," 900 + i * 31 % 97 }' >jobs.csv
	cml-encode --infer jobs.csv 2>&1 >space.csv | grep "column '$1'.*meant" || echo "$1: none"
}
slip attn 'flash2 sdpa' flahs2
slip dtype 'bf16 fp32' bf61
slip compile 'True False' Ture
slip micro_batch '1 2 4 8' 88
slip micro_batch '1 2 4 8' -2
slip micro_batch '1 2 4 8' 80
slip chunk '512 1024 2048' 1042
slip zero '0 1 2 3' 22
slip utilization '0.8 0.9 0.95' 0.09
slip gpus '8 16 32' 61
for rare in 16 3 96; do slip micro_batch '1 2 4 8' $rare; done
slip dtype 'fp16 bf16' fp8
slip attn 'flash2 sdpa' eager
slip workers '2 4 6 8' 10
