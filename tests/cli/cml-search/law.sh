# A search with a law, which depends on a param here, and a roof proposes what ranking every configuration does.
(cat "$DATA/manual/space.csv" && echo 'compute,term,,1 / (gpus * peak(gpu))' && echo 'tensor,term,,(tp - 1) / gpus' && echo 'roof,roof,,gpus * 5500') |
	sed 's/micro_batch,param,int,1:8/micro_batch,param,int,1:200/' >space.csv
cml-encode -s space.csv "$DATA/manual/jobs.csv" | cml-train -s space.csv -p auto:trees=20 --ignore-failures -o model
cml-search -s space.csv --method exhaustive --fix gpu=h100 --fix gpus=32 >all.csv
for by in mean ucb lcb ei; do
	best=
	[ $by != ei ] || best='--best 100000'
	cml-search -q -m model --method exhaustive --fix gpu=h100 --fix gpus=32 -n 5 --by $by $best >found.csv
	cml-search -q -m model --method exhaustive --fix gpu=h100 --fix gpus=32 --candidates all.csv -n 5 --by $by $best >ranked.csv
	cmp found.csv ranked.csv && cut -d, -f 1-5,7 found.csv
done
# Nothing is predicted, and no interval ends, beyond the roof.
cml-rank -q -m model all.csv | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
	$at["cml_hi"] > 1.001 * 32 * 5500 { n++ } END { print NR - 1 " ranked, beyond the roof: " n + 0 }'
# Where nothing is known of the error, on a device that no job had, the roof makes no interval.
grep -v h100 "$DATA/manual/jobs.csv" >a100.csv
cml-encode -q -s space.csv a100.csv | cml-train -q -s space.csv --ignore-failures -o model
cml-rank -q -m model -n 2 all.csv | cut -d, -f 1-3,7,9-10
