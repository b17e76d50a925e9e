# Below the floor nothing is proposed, by any method; the baseline was asked for.
cp "$MODEL" model
for method in random evolution reinforce bayes exhaustive; do
	cml-search -m model --method $method -n 30 --fix gpus=16 --fix gpu=h100 --min-ok 0.92 >proposed.csv
	tail -n +2 proposed.csv | grep -c .
	awk -F, 'NR > 1 && !($9 >= 0.92)' proposed.csv
done
cml-search -m model --method exhaustive -n 1 --fix gpus=16 --fix gpu=h100 --min-ok 0.95 --include-default
