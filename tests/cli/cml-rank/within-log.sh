cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | awk -F, "NR == 1 || \$4 <= 5" >features.csv
cml-train -q -s "$DATA/manual/space.csv" -p gbt:trees=5 -o model features.csv
# The same prediction for all, and 64 GPUs are less certain to run.
cml-rank -m model -n 14 "$DATA/manual/jobs.csv" | tail -n 2
cml-rank -m model -n 2 --within-log "$DATA/manual/jobs.csv"
cml-rank -m model --within-log --no-sort "$DATA/manual/jobs.csv" | wc -l
grep -e gpus -e ^64 "$DATA/manual/jobs.csv" | cml-rank -m model --within-log
echo "exit $?"
head -n 1 "$DATA/manual/jobs.csv" | cml-rank -m model --within-log
# Without a space each feature is a column; columns that were added are replaced, not doubled.
cml-train -q -p gbt:trees=5 -o bare features.csv
head -n 3 features.csv | sed "2s/,4,/,9,/" | cml-rank -m bare | cml-rank -m bare
