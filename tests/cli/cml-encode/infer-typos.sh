# A value of one row of 150 that looks like a typo for another is named, with its place; one that is only rare is not.
# typo COLUMN VALUES VALUE: the 78th job has VALUE
typo() {
	awk -v name="$1" -v values="$2" -v typo="$3" 'BEGIN { print "tp," name ",tok_s"; n = split(values, v, " "); for (i = 0; i < 150; i++)
		print 2 ^ (i % 4) "," (i == 77 ? typo : v[1 + int(i / 4) % n]) "," 900 + i * 31 % 97 }' >jobs.csv
	cml-encode --infer jobs.csv 2>&1 >space.csv | grep "column '$1'.*meant" || echo "$1: none"
}
typo attn 'flash2 sdpa' flahs2
typo dtype 'bf16 fp32' bf61
typo attn 'flash2 sdpa' flash22
typo compile 'True False' Ture
typo micro_batch '1 2 4 8' 88
typo micro_batch '1 2 4 8' -2
typo micro_batch '1 2 4 8' 80
typo chunk '512 1024 2048' 1042
typo zero '0 1 2 3' 22
typo utilization '0.8 0.9 0.95' 0.09
typo gpus '8 16 32' 61
for rare in 16 3 96; do typo micro_batch '1 2 4 8' $rare; done
typo dtype 'fp16 bf16' fp8
typo attn 'flash2 sdpa' eager
typo workers '2 4 6 8' 10
