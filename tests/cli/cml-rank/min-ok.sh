# Rows that hardly run are left out, and counted; without a floor they come last.
cp "$MODEL" model
cml-rank -m model --min-ok 0.93 "$DATA/manual/jobs.csv" | cut -d, -f7,9- >above.csv
head -3 above.csv
tail -n +2 above.csv | grep -c .
awk -F, 'NR > 1 && $6 < 0.93' above.csv
cml-rank -q -m model --min-ok 0.93 --no-sort "$DATA/manual/jobs.csv" | head -3 | cut -d, -f7,9-
