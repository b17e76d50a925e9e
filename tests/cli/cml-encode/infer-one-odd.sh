# One job of many that breaks a rule which trainers have: the rule allows that one, and a note tells the line. Two of 40 are no
# slip. Experts whose number is not known are told where they are shared.
jobs() { # MODEL ODD... : lines
	awk -v model="$1" -v odd="$2" 'BEGIN {
		srand(4); print "model,gpus,heads,tp,ep,dp,micro_batch,tok_s"
		print odd
		for (i = 0; i < 60; i++) {
			gpus = 32 * 2 ^ (i % 2); tp = 2 ^ (int(i / 2) % 4); dp = gpus / tp; ep = 2 ^ (int(i / 3) % 4)
			if (ep > dp) ep = 1
			mb = 2 ^ int(rand() * 3)
			printf "%s,%d,32,%d,%d,%d,%d,%d\n", model, gpus, tp, ep, dp, mb, gpus * 900 * mb / (mb + 1) * (1 + 0.1 * rand())
		}
	}' | sed '/^$/d' >jobs.csv
	echo "$1"
	cml-encode --infer jobs.csv 2>&1 | grep -e experts_by -e heads_by -e 'no rule' -e 'of experts' -e '%' | cut -c1-220
}
jobs mixtral-8x7b mixtral-8x7b,64,32,4,3,16,2,40000
jobs mixtral-8x7b mixtral-8x7b,36,32,3,1,12,2,20000
jobs mixtral-8x7b "$(printf 'mixtral-8x7b,64,32,4,3,16,2,40000\nmixtral-8x7b,64,32,4,6,16,2,40000')"
jobs mixtral
# What is behind a derived row is allowed, not all that has the rest; a switch is a number. Read back, each row of the log is one.
awk 'BEGIN { print "gpu,gpus,sharding,pp,use_fp8,tok_s"
	for (i = 0; i < 80; i++) print (i % 2 ? "H100" : "A100") "," 8 * 2 ^ (i % 3) "," (i == 41 || i % 3 ? "FULL_SHARD," : "NO_SHARD,") \
		(i == 41 ? 2 : i % 3 ? 1 : 2 ^ (i % 4)) "," (i == 40 || i % 2 && i % 3 ? "True," : "False,") 9000 + i * 37 % 101 }' >jobs.csv
cml-encode -q --infer jobs.csv | tee space.csv | grep -e _with_ -e _by_device | cut -d, -f1-5
cml-encode -s space.csv jobs.csv | wc -l
