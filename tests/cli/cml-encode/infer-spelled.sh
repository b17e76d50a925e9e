# Texts that look like numbers: tags, recipes, digests, ids past 2^53; a status of Ray Tune; steps of sacct.
log() {
	awk -v name="$1" -v words="$2" 'BEGIN {
		n = split(words, word, " ")
		print "tp," name ",tok/s"
		for (i = 0; i < 40; i++) print 2 ^ (i % 4) "," word[i % n + 1] "," 1000 + 37 * i
	}' | cml-encode -q --infer | grep "^$1," | cut -d, -f1-4
}
log tag '1.9 1.10 1.20'
log tag '1.90 1.10 1.20'
log share '0.8 0.85 0.90'
log engine '0.9 0.10 0.11'
log backend '0.8 0.10'
log drop '0.10 0.5 0.9'
log mem_frac '0.9 0.10'
log recipe '007 010 012'
log mix '12e4 12e5'
log eps '1e-5 3e-5 1e4'
log trial '1582218195625938000 1582218195625938001'
awk 'BEGIN {
	print "tp,tok/s,state"
	for (i = 0; i < 40; i++) print 2 ^ (i % 4) "," (i % 20 == 3 ? "" : 1000 + 37 * i) "," (i % 20 == 3 ? "ERROR" : "TERMINATED")
}' | cml-encode -q --infer | grep ^state, | cut -d, -f1-4
awk 'BEGIN {
	print "JobID,tp,tok/s"
	for (i = 100; i < 140; i++) print i "," 2 ^ (i % 4) "," 1000 + 37 * i "\n" i ".batch,,\n" i ".0,,"
}' | cml-encode --infer 2>&1 >/dev/null | grep steps
printf 'a,b\n1,2\n# again\na,b\n1,3\n' | cml-encode --infer --metric b
printf 'a,b\n1,2\na,b\n1,3\n' | cml-encode --infer --metric b
printf 'a,b\n1,2\n=======\n1,3\n' | cml-encode --infer --metric b
printf 'a,b,c\n1,2,3\n<<<<<<< HEAD\n1,3,4\n' | cml-encode --infer --metric b
printf '# by ada\n# today\na,b\n1,2\n' | cml-encode --infer --metric b
printf 'sep=;\na;b\n1;2\n' | cml-encode --infer --metric b
printf 'version https://git-lfs.github.com/spec/v1\noid sha256:1\n' | cml-encode --infer
