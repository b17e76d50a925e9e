# Every method keeps to what the log covers; exact search gives what ranking all of it gives.
sed "s/micro_batch,param,int,1:8/micro_batch,param,int,1:16/" "$DATA/manual/space.csv" >space.csv
cml-encode -s space.csv "$DATA/manual/jobs.csv" | cml-train -q -s space.csv -p gbt:trees=20,ensemble=3 --no-intervals -o model
named='NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }'
cml-search -m model --fix gpus=64 --fix gpu=h100 --method exhaustive -n 1000 -q >all.csv
cml-search -m model --fix gpus=64 --fix gpu=h100 --method exhaustive -n 1000 -q --within-log >best.csv
awk -F, "$named"' { n[$at["cml_outside"] != ""]++ } END { print n[0] " covered, " n[1] " not" }' all.csv
awk -F, "$named"' $at["cml_outside"] == "" { print $at["cml_key"] }' all.csv >covered
awk -F, "$named"' { print $at["cml_key"] }' best.csv | cmp - covered
cml-rank -q -m model --within-log all.csv | awk -F, "$named"' { print $at["cml_key"] }' | cmp - covered
for method in random evolution reinforce bayes "random --candidates all.csv" "exhaustive --candidates all.csv"; do
	echo "$method: $(cml-search -q -m model --fix gpus=64 --fix gpu=h100 --method $method -n 20 --within-log |
		awk -F, "$named"' { n++; outside += $at["cml_outside"] != ""; if ($5 > most) most = $5 }
		END { print n " proposals, " outside " outside, micro_batch up to " most }')"
done
