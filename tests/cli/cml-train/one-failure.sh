awk -F, 'NR == 1 || $7 == "ok" || n++ == 0' "$DATA/manual/jobs.csv" >jobs.csv
cml-encode -s "$DATA/manual/space.csv" jobs.csv |
	cml-train -s "$DATA/manual/space.csv" -p auto:trees=5 -o model
cml-train --describe model | grep 'jobs ran'
