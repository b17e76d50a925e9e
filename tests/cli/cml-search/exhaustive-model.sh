cml-encode -s $DATA/manual/space.csv $DATA/manual/jobs.csv | cml-train -q -s $DATA/manual/space.csv -o model
cml-search -v -m model --method exhaustive -n 4 -j 2 >best.csv
cat best.csv
cml-search -s $DATA/manual/space.csv --method exhaustive | cml-rank -m model -n 4 | cut -d, -f1-5 >ranked
cut -d, -f1-5 best.csv | cmp - ranked
cml-search -m model --method exhaustive -n 2 --samples 10
