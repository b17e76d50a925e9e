# Inside contexts, what makes them orders nothing.
cml-eval -q -s "$DATA/manual/space.csv" -p gbt:trees=20 --no-intervals --bootstrap 0 --metrics kendall,kendall-within --split key \
	--importance importance.csv "$DATA/manual/jobs.csv" -o scores.csv
awk -F, '$2 == "mean" { print $5, $6, $7 == "" ? "empty" : "a number" }' importance.csv
