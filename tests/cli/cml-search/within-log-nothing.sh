# A default context that is not in the log leaves nothing; one that is fixed is the user's choice.
sed 's/^gpus,\(.*\),16,/gpus,\1,64,/' "$DATA/manual/space.csv" >space.csv
cml-encode -s space.csv "$DATA/manual/jobs.csv" | awk -F, "NR == 1 || \$4 <= 5" >features.csv
cml-train -q -s space.csv -p gbt:trees=5 -o model features.csv
for method in random evolution exhaustive; do
	cml-search -m model --method $method --fix gpu=h100 --within-log
	echo "exit $?"
done
cml-search -q -m model --method exhaustive --fix gpus=64 --within-log --digits interval -n 2 | cut -d, -f1-5
cml-search -m model --check --fix gpus=64 --fix gpu=h100 | tail -n 1
cml-search -s "$DATA/manual/space.csv" --within-log
echo "exit $?"
