# Exact search with a base, which depends on a param here, proposes what ranking every configuration does.
sed '/^dp/i roof,base,,gpus * 989 / (1 + tp),,,,,TFLOPS' "$DATA/manual/space.csv" >space.csv
sed -i 's/micro_batch,param,int,1:8/micro_batch,param,int,1:200/' space.csv
cml-encode -s space.csv "$DATA/manual/jobs.csv" | cml-train -s space.csv -p auto:trees=20 --ignore-failures -o model
cml-search -s space.csv --method exhaustive --fix gpu=h100 --fix gpus=32 >all.csv
for by in mean ucb lcb ei; do
	best=
	[ $by != ei ] || best='--best 100000'
	cml-search -m model --method exhaustive --fix gpu=h100 --fix gpus=32 -n 5 --by $by $best >found.csv
	cml-search -m model --method exhaustive --fix gpu=h100 --fix gpus=32 --candidates all.csv -n 5 --by $by $best >ranked.csv
	cmp found.csv ranked.csv && cut -d, -f 1-5,7 found.csv
done
