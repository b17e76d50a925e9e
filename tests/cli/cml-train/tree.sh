cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | cml-train -s "$DATA/manual/space.csv" -p tree:min-leaf=1 -o model
cml-train --describe model | sed -n '/^option/p; /^summary leaves/p; /^leaves/,/micro_batch > 2.5 or/p;'
