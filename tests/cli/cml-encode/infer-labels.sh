# Labels made of settings that have columns of their own, in several ways of writing; the last says more than these do.
roles() {
	cml-encode --infer "$@" 2>&1 >space.csv | grep "'label'\|'bits'\|'ratio'\|'smem_kb'\|'block'"
	awk -F, 'NR > 1 { printf "%s %s; ", $1, $2 } END { print "" }' space.csv
}
# jobs HEAD VALUES MORE: awk expressions of tp (1, 2, 4, 8), pp (1, 2, 4), m (full, none) and i, the number of the job
jobs() {
	awk "BEGIN { split(\"a100 h100 b200\", gpu, \" \"); print \"tp,pp,mode,$1,mb,tok_s\"; for (i = 0; i < 144; i++) {
		tp = 2 ^ (i % 4); pp = 2 ^ (int(i / 4) % 3); m = int(i / 12) % 2 ? \"full\" : \"none\"
		print tp \",\" pp \",\" m \",\" $2 \",\" 1 + int(i / 24) % 3 \",\" 900 + i * 31 % 97 } }"
}
jobs label '"tp" tp "pp" pp' | roles
jobs label '"\"(" tp ", " pp ")\""' | roles
jobs label 'tp "x" pp "x" toupper(m)' | roles
jobs label 'substr("ABCDEFGHIJKL", 1 + i % 12, 1)' | roles
jobs label '(tp > 2 ? tp > 4 ? "xl" : "l" : tp > 1 ? "m" : "s") (m == "full" ? "-remat" : "")' | roles
jobs label '"mode=" m' | roles
jobs label '"tp" tp "-pp" pp "-" (i % 7 > 3 ? "fa2" : "sdpa")' | roles
jobs label 'substr("abc", 1 + i * 5 % 7 % 3, 1) "-tp" tp' | roles
jobs label,cp '"tp" tp "-cp" 8 / tp "," 8 / tp' | roles
# Of two labels that are the same the copy is ignored, and the other is none of it.
jobs label,twin '"v" i * 5 % 7 % 3 ",v" i * 5 % 7 % 3' | roles
# Not labels: texts with properties, which are ignored; settings of usual names that go together stay, with a note.
jobs label,bits 'substr("bf16,16fp32,32fp8,8   ", 1 + i * 7 % 11 % 3 * 7, 7)' | tr -d ' ' | roles
jobs label,act_bits,ratio '"zero" i % 5 % 3 "," 2 ^ (1 + i * 5 % 7 % 4) "," 8 / 2 ^ (i * 5 % 7 % 4)' | roles
jobs smem_kb,tile 'substr("9 2048", 1 + i * 5 % 7 % 3 * 2, 2) "," 16 * 2 ^ (i * 5 % 7 % 3)' | tr -d ' ' | roles
jobs model,width,flash '"m" 1 + i * 5 % 7 % 4 "," 512 * (1 + i * 5 % 7 % 4 % 2) "," int(i * 5 % 7 % 4 / 2)' | roles
jobs chunk,block '16 * 2 ^ (i * 5 % 7 % 3) "," 5 - i * 5 % 7 % 3' | tr -d ' ' | roles
