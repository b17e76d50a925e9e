# A param, a column of the space's contexts, and two columns at once.
for columns in gpus tp,gpus date; do
	cml-eval -s "$DATA/manual/space.csv" --split random -p auto:trees=30 --within $columns --metrics kendall-within --bootstrap 0 "$DATA/manual/jobs.csv" | tail -n 1
done
