# Two metrics that agree, whose front is one job: proposals are about as likely to run as those for one of them.
for goal in metric,min ignore,; do
	sed "s/^status,status.*/memory,$goal,,,,,GB,\n&/" $DATA/manual/space.csv >space.csv
	awk -F, -v OFS=, 'NR == 1 { print $0, "memory"; next }
		{ print $0, $6 == "" ? "" : 4e6 / $6 * (1 + (NR * 37 % 11 - 5) / 1000) }' $DATA/manual/jobs.csv >jobs.csv
	cml-encode -s space.csv jobs.csv | cml-train -q -s space.csv -p gp -o model
	cml-search -q -m model --exclude jobs.csv -n 6 --fix gpus=16 --fix gpu=h100 | cut -d, -f 3-5,7,11
done
