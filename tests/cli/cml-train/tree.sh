cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | cml-train -s "$DATA/manual/space.csv" -p tree:min-leaf=1 -o model
cml-train --describe model | sed '71,180d'
