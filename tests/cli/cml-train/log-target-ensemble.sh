cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | cml-train -s "$DATA/manual/space.csv" -p gbt --log-target --ensemble 3 --trees 4 -o model
cml-train --describe model | head -n 30
