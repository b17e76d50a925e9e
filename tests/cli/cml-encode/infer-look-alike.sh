# cells that look alike are told, as BF16 and bf16 are: blanks that do not break, what has no width, composed
# accents, letters of other alphabets; so are numbers that are texts, and how to write them
infer() { # AWK of two columns, by a number r that goes round
	awk 'BEGIN { print "a,b,tok_s"; for (i = 0; i < 48; i++) { r = i % 4; '"$1"'; printf "%s,%d,%.1f\n", a, 2 ^ (i % 3), 100 + (i * 37) % 90 } }' > jobs.csv
	cml-encode --infer jobs.csv 2>&1 > space.csv | grep "'a'"
	grep '^a,' space.csv | cut -d, -f2-4 | cat -v
}
infer 'a = r == 1 ? "fp8\302\240" : r ? "bf16" : "fp8"'
infer 'a = r == 1 ? "adam\342\200\213" : r ? "sgd" : "adam"'
infer 'a = r == 1 ? "cafe\314\201" : r ? "the" : "caf\303\251"'
infer 'a = r == 1 ? "\320\260dam" : r ? "sgd" : "adam"'
infer 'a = r == 1 ? "BF16" : r ? "fp8" : "bf16"'
infer 'a = "\047" 2 ^ r'
infer 'a = r ? 2 ^ r : "\0471"'
infer 'a = r ? "\342\210\222" r : 0'
infer 'a = 2 ^ r "\302\240"'
infer 'a = r ? 2 ^ r "\342\200\257000" : 1000'
infer 'a = r == 1 ? "flash-2" : r ? "none" : "flash2"'
# texts that are none
infer 'a = r == 1 ? "caf\303\251" : r ? "th\303\251" : "cafes"'
# a level that is misspelt so, where a space lists the others
printf 'name,role,type,domain\na,param,categorical,fp8|bf16\ntok_s,metric,max,\n' > space.csv
printf 'a,tok_s\nfp8\302\240,5\n' | cml-encode -s space.csv
printf 'name,role,type,domain\na,param,categorical,\ntok_s,metric,max,\n' > space.csv
printf 'a,tok_s\nfp8\302\240,5\nfp8,6\n' > jobs.csv
cml-encode -s space.csv jobs.csv | wc -l
