cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | cml-train -s "$DATA/manual/space.csv" -p linear -o model
cml-train --describe model | sed '/^space /,/^features /d'
cml-rank -q -m model "$DATA/manual/jobs.csv" | awk -F, 'NR > 1 { printf "%s %s %s %.5g %.4g\n", $1, $2, $3, $9, $10 }' | head -n 4
