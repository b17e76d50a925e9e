cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" >features.csv
cml-train -v -s "$DATA/manual/space.csv" -p auto:trees=5,gp-rows=0 --ignore-failures -o model features.csv
gzip -dc model | grep -a '^chance '
cml-train --describe model | grep ^chance
