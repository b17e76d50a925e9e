# Nothing to learn what fails from: said with -v alone.
sed 's/^[0-9]*,[^,]*,[^,]*,[^,]*,[^,]*,,.*//;/^$/d' "$DATA/manual/jobs.csv" >ok.csv
cml-encode -s "$DATA/manual/space.csv" ok.csv >features.csv
cml-train -s "$DATA/manual/space.csv" -p auto:trees=5,gp-rows=0 -o model features.csv
cml-train -v -s "$DATA/manual/space.csv" -p auto:trees=5,gp-rows=0 -o model features.csv
cml-train --describe model | sed -n '/jobs ran/p;s/^\(limit .*\), typical.*/\1/p'
