cml-eval -s "$DATA/manual/space.csv" --metrics kendall --bootstrap 0 --trees 5 --predictions points.csv "$DATA/manual/jobs.csv" >/dev/null
head -n 4 points.csv
