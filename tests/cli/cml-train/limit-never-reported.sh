cut -d, -f1,2,4,5,6 "$DATA/limits/jobs.csv" | cml-encode -s "$DATA/limits/space.csv" |
	cml-train -s "$DATA/limits/space.csv" -o model
