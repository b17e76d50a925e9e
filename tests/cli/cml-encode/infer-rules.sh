# Two logs of one cluster, the second with its columns in another order and one row that is wrong.
jobs() {
	awk -v OFS=, -v from="$1" -v n="$2" 'BEGIN {
		for (i = from; i < from + n; i++) {
			tp = 2 ^ (i % 3); pp = 1 + int(i / 3) % 4; dp = 1 + i * 7 % 11; mbs = 1 + i % 5
			accum = 1 + int(i / 5) % 7; wrong = i == 77
			print i, tp * pp * dp + wrong, tp, pp, dp, mbs, accum, mbs * dp * accum, tp * pp * dp * (900 + i * 31 % 97)
		}
	}'
}
{ echo line,gpus,tp,pp,dp,mbs,accum,gbs,tok_s && jobs 0 60; } >old.csv
{ echo tok_s,gpus,tp,pp,dp,mbs,accum,gbs,line && jobs 60 60 | awk -F, -v OFS=, '{ t = $1; $1 = $9; $9 = t; print }'; } >new.csv
cml-encode --infer old.csv new.csv >space.csv
grep ',rule,' space.csv
cml-encode -q -s space.csv --check old.csv new.csv | grep product
# The same relations in five rows, or five configurations many times, are chance, but for what the names tell.
head -n 6 old.csv | cml-encode --infer 2>&1 | grep rule
for i in 1 2 3 4 5 6 7 8; do sed -n 2,6p old.csv; done | cat old.csv - | sed '2,61d' | cml-encode --infer 2>&1 | grep rule
true
