cp "$MODEL" model
for method in random evolution exhaustive; do
	cml-search -m model --method $method --min-ok 0.9999
	echo $?
done
cml-search -m model --method exhaustive --candidates "$DATA/manual/jobs.csv" --fix gpus=16 --fix gpu=h100 --min-ok 0.9999
cml-search -m model --method random --min-ok 0.9999999
