# What is found is what ranking all configurations within the log gives.
{
	echo name,role,type,domain,encoding
	echo gpus,context,int,8:64:*2,
	for param in a b c d; do echo "$param,param,int,0:8,"; done
	echo 'e,param,categorical,p|q|r|s,'
	echo 'f,param,categorical,p|q|r|s,'
	echo 'ab,derived,,a * b,'
	echo y,metric,max,,
} >space.csv
# No job has d above 6 or e=s; those on 64 devices have a up to 5 and f=p or q; c=0 never comes with b=0.
cml-search -q -s space.csv --fix gpus=8 --method random -n 700 | awk -F, -v OFS=, 'NR == 1 { print $0, "y"; next }
	$5 > 6 || $6 == "s" || ($3 == 0 && $4 == 0) { next }
	NR % 2 && $2 <= 5 && ($7 == "p" || $7 == "q") { $1 = 64 }
	{ print $0, 100 + $2 * $3 - ($4 - 4) ^ 2 + 3 * $5 + ($6 == "q") * $2 }' >jobs.csv
cml-encode -s space.csv jobs.csv >features.csv
cml-search -s space.csv --fix gpus=64 --method exhaustive >all.csv
for kind in gbt:trees=30 linear; do
	cml-train -q -s space.csv -p $kind --no-intervals --ignore-failures -o model features.csv
	cml-search -q -m model --fix gpus=64 --method exhaustive -n 25 --within-log >found.csv
	cml-rank -q -m model -n 25 --within-log all.csv >ranked.csv
	cmp found.csv ranked.csv
	awk -F, -v kind="$kind" 'FNR == 1 { next }
		FNR == NR { if ($2 > a) a = $2; if ($5 > d) d = $5; es[$6]; fs[$7]; n++; next }
		END { print kind ": " n " found, a to " a ", d to " d, "s" in es, "r" in fs }' found.csv found.csv
done
wc -l <all.csv
