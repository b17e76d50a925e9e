# What is likelier to fail than to run is counted in a note, whatever the method, unless --min-ok or --ignore-failures was given.
cp "$MODEL" model
for method in auto random exhaustive 'exhaustive --within-log' 'exhaustive --min-ok 0' 'exhaustive --ignore-failures' 'exhaustive --min-ok 0.5'; do
	echo "$method"
	cml-search -m model --fix gpus=16 --fix gpu=a100 --method $method -n 60 2>&1 >found.csv | grep -v 'leaves* the log'
	awk -F, 'NR > 1 && $11 < 0.5 { n++ } END { print NR - 1 " proposals, risky: " n + 0 }' found.csv
done
