cml-encode -s $DATA/manual/space.csv $DATA/manual/jobs.csv | cml-train -q -s $DATA/manual/space.csv -o model
cml-search -v -m model --method exhaustive -n 4 -j 2 >best.csv
cat best.csv
cml-search -s $DATA/manual/space.csv --method exhaustive | cml-rank -m model -n 4 | cut -d, -f1-5 >ranked
cut -d, -f1-5 best.csv | cmp - ranked
# With a cost the same, among all.
cml-search -q -m model --method exhaustive --cost 'gpus * micro_batch' -n 3 | cut -d, -f1-6,12 >best
cml-search -q -s $DATA/manual/space.csv --method exhaustive >all.csv
cml-search -q -m model --candidates all.csv --by mean --cost 'gpus * micro_batch' -n 3 | cut -d, -f1-6,12 | cmp - best
cat best
cml-search -m model --method exhaustive -n 2 --samples 10
