cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | cml-train -s "$DATA/manual/space.csv" -p auto:trees=5,gp-rows=0 -o model
cml-train --describe model | sed -n '/^option/p; /^summary [lt]/p; /^mean/,/^85/p'
