cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | cml-train -s "$DATA/manual/space.csv" -p forest:trees=30 -o model
cml-train --describe model | sed -n '/^option/p; /^summary trees/,/^summary oob_r2/p; /^members 30/,/^85/p'
