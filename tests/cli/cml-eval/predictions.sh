# Failed jobs come after those that ran: no actual value, and their status.
cml-eval -q -s "$DATA/manual/space.csv" --split random:0.745 --metrics kendall -p auto:gp-rows=0,trees=5 --bootstrap 0 --predictions points.csv "$DATA/manual/jobs.csv" >/dev/null
head -n 4 points.csv
tail -n 2 points.csv
