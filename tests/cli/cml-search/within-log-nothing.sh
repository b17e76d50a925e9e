cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | awk -F, "NR == 1 || \$4 <= 5" >features.csv
cml-train -q -s "$DATA/manual/space.csv" -p gbt --trees 5 -o model features.csv
for method in random evolution exhaustive; do
	cml-search -m model --method $method --fix gpus=64 --fix gpu=h100 --within-log
	echo "exit $?"
done
cml-search -m model --check --fix gpus=64 --fix gpu=h100 | tail -n 1
cml-search -s "$DATA/manual/space.csv" --within-log
echo "exit $?"
cml-search -m "$DATA/model-2/gbt.model" --fix gpus=16 --fix gpu=h100 --within-log
echo "exit $?"
